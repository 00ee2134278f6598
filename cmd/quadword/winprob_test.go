package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A training that is interrupted while it plays leaves nothing: no table, no
// half of one, and none of the games.
func TestInterruptTraining(t *testing.T) {
	cacheDir(t)
	tmp, out := t.TempDir(), t.TempDir()
	cmd := exec.Command("quadword", "train", "winprob", "--agent", "greedy", "--games", "10000000", "--workers", "1", "--quiet",
		"--out", filepath.Join(out, "table.csv.gz"), "--plot", filepath.Join(out, "plot.svg"))
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // finds nothing if all goes well
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		if len(ended) > 0 {
			t.Fatalf("%v before a part was written: %s", <-ended, stderr.String())
		}
		if parts, _ := filepath.Glob(filepath.Join(tmp, "*", "run", "games", "*.parquet")); len(parts) > 0 {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("no part was written")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	exit, ok := errors.AsType[*exec.ExitError](<-ended)
	if !ok || exit.ExitCode() != exitInterrupted || !strings.Contains(stderr.String(), "interrupted after ") {
		t.Errorf("the process ended with %v and said %q", exit, stderr.String())
	}
	for _, dir := range []string{tmp, out} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}
