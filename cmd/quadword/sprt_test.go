//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quadword/experiments/sprt"
)

// TestKilledTest kills runs that a test ends at random moments, and resumes them
// until they are whole: they are the run that nothing disturbed.
func TestKilledTest(t *testing.T) {
	cacheDir(t)
	args := func(dir string, more ...string) []string {
		return append([]string{"sim", "--agent", "greedy", "--agent", "random", "--pairs", "500", "--sprt", "elo0=0,elo1=120", "--part-games", "2",
			"--quiet", "--json", "--resume", "--out", dir}, more...)
	}
	whole := filepath.Join(t.TempDir(), "run")
	started := time.Now()
	if code, stdout, stderr := quadword(t, args(whole)...); code != exitDone || !strings.Contains(stdout, sprt.AcceptedH1) {
		t.Fatal(stdout, stderr)
	}
	took, want := time.Since(started), filesBelow(t, whole)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for killed := 0; killed < kills/2; {
		dir := filepath.Join(t.TempDir(), "run")
		for ended := false; !ended; {
			cmd := exec.Command("quadword", args(dir, "--workers", fmt.Sprint(1+rng.IntN(8)))...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if killed < kills/2 {
				time.Sleep(time.Duration(rng.Float64() * float64(took) / 2))
				cmd.Process.Kill()
			}
			switch exit, _ := errors.AsType[*exec.ExitError](cmd.Wait()); {
			case exit == nil:
				ended = true
			case exit.ExitCode() == -1: // of a signal
				killed++
			default:
				t.Fatalf("%v: %s", exit, stderr.String())
			}
		}
		if got := filesBelow(t, dir); !maps.Equal(got, want) {
			t.Errorf("resumed it has the files %q, want %q, or others of these names", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}
