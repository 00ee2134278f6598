package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadword/sim/dataset"
)

// TestInterrupt stops a real process in the middle of a run. What is complete
// stays and is right, the manifest says what happened, and so does the status.
func TestInterrupt(t *testing.T) {
	cacheDir(t)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			stderr := stopRun(t, dir, sig)
			if !strings.Contains(stderr, "quadword: interrupted after ") {
				t.Errorf("stderr is %q", stderr)
			}
			run, err := dataset.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			if m := run.Manifest; m.State != dataset.Interrupted || len(m.Parts) == 0 {
				t.Errorf("a run %s with %d parts", m.State, len(m.Parts))
			}
			if err := run.CheckParts(); err != nil {
				t.Error(err)
			}
			for _, table := range []string{"games", "moves"} {
				files, err := os.ReadDir(filepath.Join(dir, table))
				if err != nil {
					t.Fatal(err)
				}
				if len(files) != len(run.Manifest.Parts) {
					t.Errorf("%s: %d files for %d parts", table, len(files), len(run.Manifest.Parts))
				}
			}
			if code, _, stderr := quadword(t, "verify", dir, "--quiet"); code != exitDone {
				t.Error(stderr)
			}
		})
	}
}

// stopRun begins a run that would take many minutes, sends it a signal once it has
// written a part, and returns what it said.
func stopRun(t *testing.T, dir string, sig os.Signal) (stderr string) {
	t.Helper()
	var text bytes.Buffer
	cmd := exec.Command("quadword", "sim", "--agent", "greedy", "--games", "200000", "--part-games", "2", "--workers", "2", "--out", dir)
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // finds nothing if all goes well
	awaitPart(t, dir)
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || exit.ExitCode() != exitInterrupted {
		t.Fatalf("the process ended with %v, not with status %d", exit, exitInterrupted)
	}
	return text.String()
}

// awaitPart waits until a run has written a part.
func awaitPart(t *testing.T, dir string) {
	t.Helper()
	for range 3000 {
		if names, _ := filepath.Glob(filepath.Join(dir, "games", "part-*")); len(names) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no part was written")
}
