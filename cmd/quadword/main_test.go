package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the command itself, as quadword on the
// path of every process that a test starts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"quadword": main})
}

// TestScripts runs testdata/script/*.txtar: what each command does, and what
// it does with bad input.
func TestScripts(t *testing.T) {
	cache := cacheDir(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"samerun": sameRun,
		},
	})
}

// cacheDir is a cache folder that holds the default lexicon already, for this
// process and those that it starts.
func cacheDir(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	if code, _, stderr := quadword(t, "lexicon", "info"); code != exitDone {
		t.Fatal(stderr)
	}
	return dir
}

// quadword runs the command in this process.
func quadword(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), time.Now(), args, bytes.NewReader(nil), &out, &err)
	return code, out.String(), err.String()
}

// exits runs a command that ends with the given status: exits 2 quadword sim.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, not %d", got, want)
	}
}

// sameRun compares two folders, every file by its bytes.
func sameRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samerun FOLDER FOLDER")
	}
	a, b := files(ts, args[0]), files(ts, args[1])
	if len(a) != len(b) {
		ts.Fatalf("%d files and %d", len(a), len(b))
	}
	for name, content := range a {
		if !bytes.Equal(content, b[name]) {
			ts.Fatalf("%s differs", name)
		}
	}
}

func files(ts *testscript.TestScript, dir string) map[string][]byte {
	all := map[string][]byte{}
	dir = ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		all[name], err = os.ReadFile(path)
		return err
	}))
	return all
}
