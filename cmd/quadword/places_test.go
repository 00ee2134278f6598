//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// copyRun makes a run of the files of another.
func copyRun(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// testFinishedReadOnly resumes a run in folders that cannot be written to: if it
// is finished and whole it says so, else it says why it cannot go on.
func testFinishedReadOnly(t *testing.T, want map[string]string) {
	for what, spoil := range map[string]func(dir string) error{
		"":                      func(string) error { return nil },
		"a part is missing":     func(dir string) error { return os.Remove(filepath.Join(dir, "moves/part-00003.parquet")) },
		"a part is cut short":   func(dir string) error { return os.Truncate(filepath.Join(dir, "games/part-00029.parquet"), 99) },
		"no tile set":           func(dir string) error { return os.Remove(filepath.Join(dir, "tileset.parquet")) },
		"it was not completed":  func(dir string) error { return state(dir, "running") },
		"it was said to be cut": func(dir string) error { return state(dir, "interrupted") },
	} {
		dir := filepath.Join(t.TempDir(), "run")
		copyRun(t, dir, want)
		if err := spoil(dir); err != nil {
			t.Fatal(err)
		}
		chmod := func(mode fs.FileMode) {
			for _, folder := range []string{"games", "moves", ""} {
				if err := os.Chmod(filepath.Join(dir, folder), mode); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := filesBelow(t, dir)
		chmod(0o555)
		cmd := exec.Command("quadword", simArgs(dir, "--resume")...)
		asNobody(t, cmd, os.Getenv("XDG_CACHE_HOME"), dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		chmod(0o755)
		status, says := exitDone, "is complete: nothing is left to play\n"
		if what != "" {
			status, says = exitFailed, "permission denied\n"
		}
		if code := cmd.ProcessState.ExitCode(); code != status || !strings.HasSuffix(stderr.String(), says) {
			t.Errorf("%q: status %d, stderr %q", what, code, stderr.String())
		}
		if !maps.Equal(before, filesBelow(t, dir)) {
			t.Errorf("%q: the run was changed", what)
		}
	}
}

// state changes what the manifest of a complete run says of its state.
func state(dir, is string) error {
	name := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, bytes.Replace(text, []byte(`"complete"`), []byte(`"`+is+`"`), 1), 0o644)
}

// testPlaces resumes a run that misses a part in folders of unusual names and
// kinds, with files of unusual kinds, made in the future.
func testPlaces(t *testing.T, want map[string]string) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("real", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", "link"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"with space", "ünï/日本", "new\nline", "--out", "./trailing/", "real/../dots", "link", "."} {
		if dir == "." {
			t.Chdir(t.TempDir())
		}
		copyRun(t, dir, want)
		future := time.Now().AddDate(50, 0, 0)
		for name := range want {
			if err := os.Chtimes(filepath.Join(dir, name), future, future); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(filepath.Join(dir, "games/part-00007.parquet")); err != nil {
			t.Fatal(err)
		}
		// The manifest is read-only; a part has another name, and so has what
		// would be overwritten if it were not removed first.
		if err := os.Chmod(filepath.Join(dir, "manifest.json"), 0o444); err != nil {
			t.Fatal(err)
		}
		outside := t.TempDir()
		mine := filepath.Join(outside, "mine")
		if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(mine, filepath.Join(dir, "games/.tmp-part-00007.parquet")); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"moves/.tmp-part-00007.parquet", "games/part-00007.parquet"} {
			if err := os.Link(mine, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("quadword", simArgs(dir, "--resume")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s", dir, err, out)
		}
		folder, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		if folder, err = filepath.Abs(folder); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(filesBelow(t, folder), want) {
			t.Errorf("%q: the files are not those of a run that nothing disturbed", dir)
		}
		if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
			t.Errorf("%q: a file outside is now %q, %v", dir, text, err)
		}
	}
}
