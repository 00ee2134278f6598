//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadword/sim/dataset"
)

// TestClosed has every command print to where nobody reads and to a full disk.
// The first is no failure (`| head`), the second is, and what a command says by
// its status it says either way.
func TestClosed(t *testing.T) {
	cacheDir(t)
	t.Chdir(t.TempDir())
	for _, args := range []string{
		"sim --agent greedy --agent random --games 20 --part-games 2 --quiet --out run",
		"sim --agent greedy --games 60 --seed 5 --quiet --out sixty",
		"sim --agent greedy --games 2 --quiet --out spoilt",
	} {
		if code, _, stderr := quadword(t, strings.Fields(args)...); code != exitDone {
			t.Fatal(stderr)
		}
	}
	if err := os.Truncate("spoilt/moves/part-00000.parquet", 100); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"words.txt": "aa\nas\nat\nate\neat\neats\neast\neasts\neta\netas\nsate\nseat\nseats\nset\n",
		"tiles.csv": "?,2,0,0\nA,12,1,1\nE,8,1,1\nS,4,1,0\nT,8,1,0\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const position = "15/15/15/15/15/15/15/7VODKA3/15/15/15/15/15/15/15 EINRTVW/ 34/36 0"
	words := func(word string) string { return "lexicon check open" + strings.Repeat(" "+word, 1000) }
	for _, c := range []struct {
		args   string // POSITION is one
		status int    // where nobody reads
		makes  string // a file or a run that must be whole
	}{
		{"--version", exitDone, ""},
		{"help", exitDone, ""},
		{"sim --help", exitDone, ""},
		{"agents", exitDone, ""},
		{"agents --json", exitDone, ""},
		{"columns", exitDone, ""},
		{"columns --json", exitDone, ""},
		{"lexicon info", exitDone, ""},
		{words("qi"), exitDone, ""},
		{words("xq"), exitFailed, ""},
		{words("xq") + " --json", exitFailed, ""},
		{"lexicon build words.txt --out words.kwg", exitDone, "words.kwg"},
		{"moves POSITION -n 500", exitDone, ""},
		{"moves POSITION -n 500 --json", exitDone, ""},
		{"leaves builtin-standard QU ?S", exitDone, ""},
		{"winprob super --spread 40 --unseen 60", exitDone, ""},
		{"report run", exitDone, ""},
		{"report run --json", exitDone, ""},
		{"compare run sixty", exitDone, ""},
		{"compare run sixty --json", exitDone, ""},
		{"verify run", exitDone, ""},
		{"verify run --json", exitDone, ""},
		{"verify spoilt", exitFailed, ""},
		{"verify spoilt --json", exitFailed, ""},
		{"sim --agent greedy --games 6 --part-games 2", exitDone, ""},
		{"sim --agent greedy --games 6 --part-games 2 --out new", exitDone, "new"},
		{"sim --agent greedy --games 6 --part-games 2 --json --out newer", exitDone, "newer"},
		{"sim --agent greedy --agent random --pairs 20 --sprt elo0=0,elo1=200 --part-games 2 --out tested", exitDone, "tested"},
		{"train leaves --tile-set tiles.csv --lexicon words.txt --generations 6 --unlaid 15-30 --pairs 2 --out made.klv2", exitDone, "made.klv2"},
		{"train winprob sixty --out made.csv.gz", exitDone, "made.csv.gz"},
		{"train value sixty --out made.csv", exitDone, "made.csv"},
		{"bench --games 2 --board standard --agent random", exitDone, ""},
	} {
		name, _, _ := strings.Cut(c.args, " xq")
		name, _, _ = strings.Cut(name, " qi")
		t.Run(name, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.Replace(args[i], "POSITION", position, 1)
			}
			args = append(args, map[bool][]string{true: {"--quiet"}}[args[0] == "train" || args[0] == "sim" && len(args) > 2]...)
			check := func(out *os.File, status int, says string) {
				t.Helper()
				defer out.Close()
				var stderr bytes.Buffer
				code := run(t.Context(), time.Now(), args, bytes.NewReader(nil), out, &stderr)
				if said := stderr.String(); code != status || !strings.Contains(said, says) || says == "" && status == exitDone && said != "" {
					t.Errorf("status %d, want %d; stderr %q", code, status, said)
				}
				if c.makes != "" {
					checkWhole(t, c.makes)
				}
			}
			check(unread(t), c.status, "")
			if runtime.GOOS != "linux" {
				return
			}
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			says := "no space left on device"
			if c.args == "verify spoilt" {
				says = "" // it prints nothing
			}
			check(full, exitFailed, says)
		})
	}
}

// unread is a pipe that nobody reads.
func unread(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	return w
}

// checkWhole checks that a file is there, or that a run is complete, and
// removes it.
func checkWhole(t *testing.T, name string) {
	t.Helper()
	defer os.RemoveAll(name)
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		if err != nil || info.Size() == 0 {
			t.Errorf("%s was not made: %v", name, err)
		}
		return
	}
	r, err := dataset.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if r.Manifest.State != dataset.Complete {
		t.Errorf("%s is %s", name, r.Manifest.State)
	}
	if err := r.CheckParts(); err != nil {
		t.Error(err)
	}
}

// testClosed: real processes whose stdout, stderr or both are closed from the
// start or break play their runs to the end. None dies of SIGPIPE, and what
// would go to a closed stdout goes into no file of the run.
func testClosed(t *testing.T, want map[string]string) {
	for _, c := range []struct {
		what, script string
		status       int
		file         func(*exec.Cmd, io.Writer)
	}{
		{"no stdout", `exec quadword "$@" >&-`, exitDone, nil},
		{"no stderr", `exec quadword "$@" 2>&-`, exitDone, nil},
		{"nothing", `exec quadword "$@" <&- >&- 2>&-`, exitDone, nil},
		{"stdout unread", `exec quadword "$@"`, exitDone, func(cmd *exec.Cmd, w io.Writer) { cmd.Stdout = w }},
		{"stderr unread", `exec quadword "$@"`, exitDone, func(cmd *exec.Cmd, w io.Writer) { cmd.Stderr = w }},
		{"both unread", `exec quadword "$@"`, exitDone, func(cmd *exec.Cmd, w io.Writer) { cmd.Stdout, cmd.Stderr = w, w }},
		{"stdout full", `exec quadword "$@" >/dev/full`, exitFailed, nil},
		{"both full", `exec quadword "$@" >/dev/full 2>&1`, exitFailed, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			if strings.HasSuffix(c.what, "full") && runtime.GOOS != "linux" {
				t.Skip("no /dev/full")
			}
			// A lock that was left makes the run say something on stderr before
			// it plays.
			dir := filepath.Join(t.TempDir(), "run")
			if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, ".lock"), []byte("old\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("sh", append([]string{"-c", c.script, "sh"}, simArgs(dir)...)...)
			if c.file != nil {
				w := unread(t)
				defer w.Close()
				c.file(cmd, w)
			}
			if cmd.Run(); cmd.ProcessState.ExitCode() != c.status {
				t.Errorf("the process ended with %v, want status %d", cmd.ProcessState, c.status)
			}
			if !maps.Equal(filesBelow(t, dir), want) {
				t.Error("the files are not those of a run that nothing disturbed")
			}
		})
	}
}

// testTwice asks a run to stop twice. The first time it ends in order, which
// here it cannot, for nobody takes its report; the second time at once.
func testTwice(t *testing.T, want map[string]string) {
	dir := filepath.Join(t.TempDir(), "run")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	fill(t, w)
	cmd := exec.Command("quadword", simArgs(dir)...)
	cmd.Stdout = w
	started := time.Now()
	code, stderr := startedRun(t, cmd, dir, func(p *os.Process) {
		p.Signal(os.Interrupt)
		for m, err := dataset.ReadManifest(dir); err != nil || m.State == dataset.Running; m, err = dataset.ReadManifest(dir) {
			if time.Since(started) > time.Minute {
				t.Fatal("the run goes on")
			}
			time.Sleep(time.Millisecond)
		}
		p.Signal(os.Interrupt)
	})
	if m, err := dataset.ReadManifest(dir); err != nil || m.State != dataset.Interrupted {
		t.Errorf("interrupted twice: %v, %v", m.State, err)
	}
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("status %d, stderr %q, want an end by %v", code, stderr, syscall.SIGINT)
	}
	checkResumes(t, dir, want)

	// As fast as fingers can, and faster.
	for _, pause := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		dir := filepath.Join(t.TempDir(), "run")
		cmd := exec.Command("quadword", simArgs(dir)...)
		code, stderr := startedRun(t, cmd, dir, func(p *os.Process) {
			p.Signal(os.Interrupt)
			time.Sleep(pause)
			p.Signal(os.Interrupt)
		})
		if code != exitInterrupted && code != -1 || strings.Contains(stderr, "goroutine") {
			t.Errorf("status %d, stderr %q", code, stderr)
		}
		checkResumes(t, dir, want)
	}
}

// fill writes to a pipe until it takes no more.
func fill(t *testing.T, w *os.File) {
	t.Helper()
	for size := 1 << 16; size > 0; size /= 2 {
		for {
			w.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
			if _, err := w.Write(make([]byte, size)); errors.Is(err, os.ErrDeadlineExceeded) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// testIgnored: a signal that whoever started the run has it ignore, as nohup
// does, does not stop it.
func testIgnored(t *testing.T, want map[string]string) {
	for _, name := range []string{"HUP", "INT"} {
		dir := filepath.Join(t.TempDir(), "run")
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`trap "" %s; exec quadword "$@"`, name), "sh"}, simArgs(dir)...)...)
		code, stderr := startedRun(t, cmd, dir, func(p *os.Process) {
			p.Signal(map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT}[name])
		})
		if code != exitDone || stderr != "" {
			t.Errorf("%s: status %d, stderr %q", name, code, stderr)
		}
		if !maps.Equal(filesBelow(t, dir), want) {
			t.Errorf("%s: the files are not those of a run that nothing disturbed", name)
		}
	}
}
