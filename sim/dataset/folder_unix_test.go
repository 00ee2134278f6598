//go:build !windows

package dataset

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe in the place of a file, to which nobody may ever write, is an error.
func TestPipes(t *testing.T) {
	for _, name := range []string{manifestName, "games/part-00000.parquet"} {
		r := testRun(t)
		writePart(t, r, 0, 1)
		if err := r.Finish(Complete); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(r.Dir(), name)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(name, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := readRun(r.Dir()); !says(err, name+" is no file") {
			t.Error(err)
		}
	}
}

// Nor does a pipe or a file in the place of a folder, which is listed when a
// run goes on.
func TestNoFolder(t *testing.T) {
	for _, put := range []func(name string) error{
		func(name string) error { return syscall.Mkfifo(name, 0o666) },
		func(name string) error { return os.WriteFile(name, nil, 0o666) },
	} {
		r := testRun(t)
		writePart(t, r, 0, 1)
		if err := r.Finish(Interrupted); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(r.Dir(), string(GamesTable))
		if err := errors.Join(os.RemoveAll(name), put(name)); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(t.Context(), r.Dir(), r.Manifest().Version, r.Manifest().Spec); !says(err, name+" is no folder") {
			t.Error(err)
		}
	}
}
