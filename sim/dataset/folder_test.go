package dataset

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A run may come from anyone: no link in its folder has anything outside of
// it read, overwritten or removed, and what is right in it is gone on with.
func TestLinks(t *testing.T) {
	spec := candidatesSpec(t)
	want := undisturbed(t, spec)
	// Outside lies what could be taken for files of the run.
	for name, c := range map[string]struct {
		lay  func(t *testing.T, dir, outside string)
		read string // the error of reading, "" if there is nothing to be seen
		fail string // the error of resuming, "" if the run goes on
	}{
		"folder of parts": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, gamesDir), outside)
		}, "escapes", "escapes"},
		"folder of parts, by a relative link": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, movesDir), "../outside")
		}, "escapes", "escapes"},
		"part": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, "games/part-00000.parquet"), filepath.Join(outside, "part-00000.parquet"))
		}, "escapes", ""},
		"tile set": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, tilesetName), filepath.Join(outside, tilesetName))
		}, "", ""},
		"part that was being written": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, "moves", tempPrefix+"part-00001.parquet"), filepath.Join(outside, "part-00001.parquet"))
		}, "", ""},
		"manifest that was being written": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, tempPrefix+manifestName), filepath.Join(outside, manifestName))
		}, "", ""},
		"part that is not listed": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, "games/part-00002.parquet"), filepath.Join(outside, "part-00002.parquet"))
		}, "", ""},
		"manifest": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, manifestName), filepath.Join(outside, manifestName))
		}, "escapes", "escapes"},
		"lock": {func(t *testing.T, dir, outside string) {
			relink(t, filepath.Join(dir, lockName), filepath.Join(outside, manifestName))
		}, "", "escapes"},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			dir, outside := filepath.Join(base, "run"), filepath.Join(base, "outside")
			r, err := Create(dir, "v1", spec)
			if err != nil {
				t.Fatal(err)
			}
			writePart(t, r, 0, partGames)
			if err := r.Finish(Interrupted); err != nil {
				t.Fatal(err)
			}
			for _, from := range []string{dir, filepath.Join(dir, gamesDir)} {
				if err := os.CopyFS(outside, os.DirFS(from)); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"part-00001.parquet", "part-00002.parquet", tempPrefix + "part-00003.parquet"} {
				if err := os.WriteFile(filepath.Join(outside, name), []byte("mine"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			before := files(t, outside)
			c.lay(t, dir, outside)
			manifest, err := os.ReadFile(filepath.Join(dir, manifestName))
			if err != nil {
				t.Fatal(err)
			}
			if err := readRun(dir); !says(err, c.read) {
				t.Errorf("reading: error %v, want one with %q", err, c.read)
			}
			r, err = Resume(t.Context(), dir, "v1", spec)
			if !says(err, c.fail) {
				t.Errorf("resuming: error %v, want one with %q", err, c.fail)
			}
			if after, _ := os.ReadFile(filepath.Join(dir, manifestName)); c.fail != "" && !bytes.Equal(after, manifest) {
				t.Errorf("refused, but the manifest is now\n%s", after)
			}
			if err == nil {
				play(t, r)
				if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
					t.Error(diff)
				}
			}
			if diff := cmp.Diff(sums(before), sums(files(t, outside))); diff != "" {
				t.Errorf("outside of the run, before and after:\n%s", diff)
			}
		})
	}
}

// relink puts a link in the place of whatever is there.
func relink(t *testing.T, name, to string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// readRun reads all parts of a run.
func readRun(dir string) error {
	r, err := Open(dir)
	if err != nil {
		return err
	}
	for _, err := range r.Games() {
		if err != nil {
			return err
		}
	}
	return r.CheckParts()
}

func says(err error, what string) bool {
	if what == "" {
		return err == nil
	}
	return err != nil && strings.Contains(err.Error(), what)
}
