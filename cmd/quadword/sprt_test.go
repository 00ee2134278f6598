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

func TestParseSPRT(t *testing.T) {
	s, err := parseSPRT("elo1=2.5,elo0=-0,beta=0.1,model=normalized")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(*s), "{0 2.5 0.05 0.1 normalized}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzParseSPRT: any text is a test that can be made, or an error of usage.
func FuzzParseSPRT(f *testing.F) {
	for _, text := range []string{"elo0=0,elo1=5", "elo0=-1e300,elo1=1e300,alpha=1e-300", "elo0=0,elo1=5,,", "elo0=0x1p3,elo1=9,model=logistic"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseSPRT(text)
		if err == nil {
			err = sprt.Check(s)
		} else if _, usage := errors.AsType[usageError](err); usage {
			return
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
