//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadword/sim/dataset"
)

// simArgs is a run of thirty parts that takes about a second, most of which
// goes by in writing.
func simArgs(out string, more ...string) []string {
	return append([]string{"sim", "--agent", "greedy", "--agent", "random", "--games", "60", "--part-games", "2",
		"--quiet", "--json", "--out", out}, more...)
}

// TestResume: whatever stopped a run, resumed it ends with the files of one
// that nothing disturbed.
func TestResume(t *testing.T) {
	cacheDir(t)
	dir := filepath.Join(t.TempDir(), "run")
	started := time.Now()
	if code, _, stderr := quadword(t, simArgs(dir)...); code != exitDone {
		t.Fatal(stderr)
	}
	took := time.Since(started)
	want := filesBelow(t, dir)
	t.Run("killed", func(t *testing.T) { testKilled(t, want, took) })
	t.Run("interrupted", func(t *testing.T) { testInterrupted(t, want) })
	t.Run("interrupted twice", func(t *testing.T) { testTwice(t, want) })
	t.Run("signals ignored", func(t *testing.T) { testIgnored(t, want) })
	t.Run("closed", func(t *testing.T) { testClosed(t, want) })
	t.Run("finished, read-only", func(t *testing.T) { testFinishedReadOnly(t, want) })
	t.Run("places", func(t *testing.T) { testPlaces(t, want) })
	t.Run("two runs", func(t *testing.T) { testTwoRuns(t, want) })
	t.Run("file too large", func(t *testing.T) { testTooLarge(t, want) })
	t.Run("disk full", func(t *testing.T) { testDiskFull(t, want) })
	t.Run("read-only", func(t *testing.T) { testReadOnly(t, want) })
}

// filesBelow is every file below a folder with what it holds.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// checkResumes resumes a run to its end and compares its files.
func checkResumes(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if code, _, stderr := quadword(t, simArgs(dir, "--resume", "--workers", "3")...); code != exitDone {
		t.Fatal(stderr)
	}
	got := filesBelow(t, dir)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is not that of a run that nothing disturbed", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// testKilled kills runs at random moments, resumes them until they are killed
// again, and so on to their end. An undisturbed run takes so long.
func testKilled(t *testing.T, want map[string]string, took time.Duration) {
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	killed, runs := 0, 0
	for ; killed < kills; runs++ {
		dir := filepath.Join(t.TempDir(), "run")
		for ended := false; !ended && killed < kills; {
			cmd := exec.Command("quadword", simArgs(dir, "--resume", "--workers", fmt.Sprint(1+rng.IntN(3)))...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(rng.Float64() * float64(took) / 2))
			cmd.Process.Kill()
			switch exit, _ := errors.AsType[*exec.ExitError](cmd.Wait()); {
			case exit == nil:
				ended = true
			case exit.ExitCode() == -1: // of a signal
				killed++
			default:
				t.Fatalf("%v: %s", exit, stderr.String())
			}
		}
		checkResumes(t, dir, want)
	}
	t.Logf("%d kills of %d runs", killed, runs)
}

// testInterrupted resumes runs that were asked to stop.
func testInterrupted(t *testing.T, want map[string]string) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		dir := filepath.Join(t.TempDir(), "run")
		code, stderr := startedRun(t, exec.Command("quadword", simArgs(dir)...), dir, func(p *os.Process) {
			if err := p.Signal(sig); err != nil {
				t.Fatal(err)
			}
		})
		switch {
		case signal.Ignored(sig): // by who runs the tests, as nohup does, and so by the run
			if code != exitDone || stderr != "" {
				t.Errorf("%v, ignored: status %d, stderr %q", sig, code, stderr)
			}
		case code != exitInterrupted || !strings.HasSuffix(stderr, "; the same command with --resume goes on\n"):
			t.Errorf("%v: status %d, stderr %q", sig, code, stderr)
		}
		checkResumes(t, dir, want)
	}
}

// startedRun starts a run, does something once it has written a part, and
// waits for its end.
func startedRun(t *testing.T, cmd *exec.Cmd, dir string, then func(*os.Process)) (code int, stderr string) {
	t.Helper()
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // finds nothing if all goes well
	awaitPart(t, dir)
	then(cmd.Process)
	cmd.Wait()
	return cmd.ProcessState.ExitCode(), text.String()
}

// testTwoRuns: of two processes that write to one folder the second is refused
// and the first does not notice.
func testTwoRuns(t *testing.T, want map[string]string) {
	dir := filepath.Join(t.TempDir(), "run")
	code, stderr := startedRun(t, exec.Command("quadword", simArgs(dir)...), dir, func(p *os.Process) {
		for _, args := range [][]string{simArgs(dir, "--resume"), simArgs(dir)} {
			code, _, stderr := quadword(t, args...)
			if code != exitFailed || !strings.Contains(stderr, fmt.Sprintf("is being written by process %d on ", p.Pid)) {
				t.Errorf("status %d, stderr %q", code, stderr)
			}
		}
	})
	if code != exitDone || stderr != "" {
		t.Errorf("the first: status %d, stderr %q", code, stderr)
	}
	checkResumes(t, dir, want)
}

// testTooLarge resumes runs whose files could not grow beyond some size, until
// nothing holds them any more. The larger sizes are enough for some parts.
func testTooLarge(t *testing.T, want map[string]string) {
	var sizes []int
	for name, text := range want {
		if strings.HasPrefix(name, "/moves/") {
			sizes = append(sizes, len(text))
		}
	}
	slices.Sort(sizes)
	median, most := sizes[len(sizes)/2]/512, (sizes[len(sizes)-1]-1)/512
	for _, limits := range [][]int{{1, 4, 16, median, most}, {median, median, most}} {
		dir := filepath.Join(t.TempDir(), "run")
		for _, limit := range limits { // in units of 512 bytes
			script := fmt.Sprintf(`ulimit -f %d; exec quadword "$@"`, limit)
			stderr, err := exec.Command("sh", append([]string{"-c", script, "sh"}, simArgs(dir, "--resume")...)...).CombinedOutput()
			if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != exitFailed || !strings.Contains(string(stderr), "file too large") {
				t.Errorf("limit %d: %v: %s", limit, err, stderr)
			}
		}
		if m, err := dataset.ReadManifest(dir); err != nil || len(m.Parts) == 0 || m.State != dataset.Failed {
			t.Errorf("before the last: %+v, %v", m, err)
		}
		checkResumes(t, dir, want)
	}
}

// testDiskFull fills a small file system of its own, makes it larger, fills it
// again, and so on. Where the system does not let one be mounted it is skipped.
func testDiskFull(t *testing.T, want map[string]string) {
	if err := exec.Command("unshare", "-rm", "true").Run(); err != nil {
		t.Skipf("unshare: %v", err)
	}
	dir := t.TempDir()
	script := `mount -t tmpfs -o size=4k none "$1"
		for size in 4k 16k 100k 200k 300k 400k; do
			mount -o remount,size=$size "$1"
			quadword "${@:2}" && exit 9
			[ $? = 1 ] || exit 8
		done
		mount -o remount,size=50m "$1"
		cp -a "$1/run" "$1.run"`
	out, err := exec.Command("unshare", append([]string{"-rm", "bash", "-c", script, "bash", dir}, simArgs(filepath.Join(dir, "run"), "--resume")...)...).CombinedOutput()
	if err != nil || strings.Count(string(out), "no space left on device") < 6 {
		t.Fatalf("%v: %s", err, out)
	}
	checkResumes(t, dir+".run", want)
}

// nobody is a user who may write only what all may.
const nobody = 65534

// testReadOnly resumes runs whose folder, or a folder in it, turned read-only
// while they wrote. Root may write all the same, so it lets nobody play.
func testReadOnly(t *testing.T, want map[string]string) {
	for _, folder := range []string{"", "games"} {
		dir := filepath.Join(t.TempDir(), "run")
		cmd := exec.Command("quadword", simArgs(dir)...)
		asNobody(t, cmd, os.Getenv("XDG_CACHE_HOME"), filepath.Dir(dir))
		if err := os.Chmod(filepath.Dir(dir), 0o777); err != nil {
			t.Fatal(err)
		}
		readOnly := filepath.Join(dir, folder)
		code, stderr := startedRun(t, cmd, dir, func(*os.Process) {
			if err := os.Chmod(readOnly, 0o555); err != nil {
				t.Fatal(err)
			}
		})
		if code != exitFailed || !strings.Contains(stderr, "permission denied") {
			t.Errorf("%q: status %d, stderr %q", folder, code, stderr)
		}
		if err := os.Chmod(readOnly, 0o755); err != nil {
			t.Fatal(err)
		}
		checkResumes(t, dir, want)
	}
}

// asNobody has a command run by a user who may write only what all may, if
// this one is root, who may write all the same. Files that it needs are opened
// to all.
func asNobody(t *testing.T, cmd *exec.Cmd, files ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	cached, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "quadword", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(files, cached, []string{cmd.Path}) {
		open(t, name)
	}
}

// open lets everyone through the folders of tests that lead to a file.
func open(t *testing.T, name string) {
	t.Helper()
	for ; strings.HasPrefix(name, os.TempDir()+"/"); name = filepath.Dir(name) {
		info, err := os.Stat(name)
		if err == nil {
			err = os.Chmod(name, info.Mode().Perm()|0o055)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
