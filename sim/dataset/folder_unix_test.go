//go:build !windows

package dataset

import (
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
			t.Skip(err)
		}
		if err := readRun(r.Dir()); !says(err, name+" is no file") {
			t.Error(err)
		}
	}
}
