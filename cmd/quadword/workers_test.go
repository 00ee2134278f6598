//go:build unix

package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWorkers: many more workers than cores, deals or open files write the
// files of one, and take what they are said to of memory.
func TestWorkers(t *testing.T) {
	cacheDir(t)
	for _, c := range []struct {
		name    string
		workers int
		most    int64 // kB that a worker takes
		args    string
	}{
		{"standard", 200, 1536, "--board standard --agent greedy --agent equity --games 200 --part-games 2"},
		{"super", 50, 1536, "--board super --agent equity --agent random --games 100 --part-games 6 --positions"},
		{"deep", 50, 8192, "--board super --agent montecarlo:candidates=3,iterations=1,endgame=20,preendgame=off,inference=off --agent greedy" +
			" --paired=false --games 50 --part-games 1 --candidates 3"},
		{"few deals", 200, 100, "--agent greedy --agent random --games 8 --part-games 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			command := func(out string, workers int) *exec.Cmd {
				args := append([]string{"sim", "--quiet", "--out", filepath.Join(dir, out), "--workers", fmt.Sprint(workers)}, strings.Fields(c.args)...)
				return exec.Command("quadword", args...)
			}
			one := peak(t, command("1", 1))
			many := peak(t, command("many", c.workers))
			want := filesBelow(t, filepath.Join(dir, "1"))
			if !maps.Equal(want, filesBelow(t, filepath.Join(dir, "many"))) {
				t.Errorf("%d workers write other bytes than one", c.workers)
			}
			each := (many - one) / int64(c.workers-1)
			t.Logf("%d MB with 1 worker, %d MB with %d: %d kB each", one>>10, many>>10, c.workers, each)
			if each > c.most {
				t.Errorf("a worker takes %d kB, over %d", each, c.most)
			}
			if c.name != "standard" {
				return
			}

			// Killed, and gone on with by three that may open few files.
			killed := command("killed", 200)
			startedRun(t, killed, filepath.Join(dir, "killed"), func(p *os.Process) { p.Kill() })
			few := command("killed", 3)
			few.Args = append([]string{"sh", "-c", `ulimit -n 32; exec quadword "$@"`, "sh"}, append(few.Args[1:], "--resume")...)
			few.Path = "/bin/sh"
			peak(t, few)
			if !maps.Equal(want, filesBelow(t, filepath.Join(dir, "killed"))) {
				t.Error("killed with 200 workers and resumed by 3: other bytes")
			}
		})
	}
}

// TestFewFiles: a run that may not open enough files fails in order and loses
// nothing; one whose many workers need no more than a few does not.
func TestFewFiles(t *testing.T) {
	cacheDir(t)
	t.Setenv("GOMAXPROCS", "2") // by which the parts written at a time are bounded
	dir := filepath.Join(t.TempDir(), "run")
	whole := filepath.Join(t.TempDir(), "run")
	run := func(dir string, files int, more ...string) (int, string) {
		script := fmt.Sprintf(`ulimit -n %d; exec quadword "$@"`, files)
		cmd := exec.Command("sh", append([]string{"-c", script, "sh", "sim", "--agent", "greedy", "--agent", "random", "--games", "100", "--part-games", "1", "--paired=false",
			"--quiet", "--json", "--workers", "200", "--out", dir}, more...)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		return cmd.ProcessState.ExitCode(), stderr.String()
	}
	if code, stderr := run(whole, 64); code != exitDone {
		t.Errorf("with 64 files: status %d, stderr %q", code, stderr)
	}
	for _, files := range []int{10, 12, 14} {
		if code, stderr := run(dir, files, "--resume"); code != exitDone && (code != exitFailed || !strings.Contains(stderr, "too many open files")) {
			t.Errorf("with %d files: status %d, stderr %q", files, code, stderr)
		}
	}
	if code, stderr := run(dir, 64, "--resume"); code != exitDone {
		t.Errorf("resumed: status %d, stderr %q", code, stderr)
	}
	if !maps.Equal(filesBelow(t, whole), filesBelow(t, dir)) {
		t.Error("resumed with more files: other bytes")
	}
}

// peak runs a command and tells how much memory it takes at most, as far as the
// system tells. (What it tells of a process that has ended is no use: it counts
// the one that it was forked from.)
func peak(t *testing.T, cmd *exec.Cmd) (kB int64) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %s", err, out.String())
			}
			return kB
		case <-time.After(10 * time.Millisecond):
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok && bytes.Contains(status, []byte("Name:\tquadword\n")) {
				fmt.Sscan(rest, &kB)
			}
		}
	}
}
