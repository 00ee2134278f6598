package dataset

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRunLayout(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	r, err := Create(dir, "v1", testSpec(t))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := ReadManifest(dir); err != nil || m.State != Running || len(m.Parts) != 0 {
		t.Fatalf("a new run: %+v, %v", m, err)
	}
	for _, n := range []int{2, 0, 1} {
		writePart(t, r, n, 3)
	}
	if err := r.Finish(Complete); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range files(t, dir) {
		names = append(names, name)
	}
	want := []string{
		"games/part-00000.parquet", "games/part-00001.parquet", "games/part-00002.parquet", "manifest.json",
		"moves/part-00000.parquet", "moves/part-00001.parquet", "moves/part-00002.parquet", "tileset.parquet",
	}
	if diff := cmp.Diff(want, names, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Error(diff)
	}
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Manifest(), *m, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("in memory, on disk:\n%s", diff)
	}
	if m.State != Complete || len(m.Parts) != 3 {
		t.Errorf("state %s, %d parts", m.State, len(m.Parts))
	}
	for i, p := range m.Parts {
		if p.Number != i || p.Games != 3 || p.Moves != 5+6+7 || len(p.GamesSHA256) != 64 || len(p.MovesSHA256) != 64 {
			t.Errorf("part %d: %+v", i, p)
		}
	}
	for name := range files(t, dir) {
		if strings.HasPrefix(filepath.Base(name), ".") {
			t.Errorf("%s was left", name)
		}
	}
}

// A folder that is not empty is refused and stays as it was.
func TestCreateRefuses(t *testing.T) {
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.txt"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	written := testRun(t)
	finished := testRun(t)
	if err := finished.Finish(Complete); err != nil {
		t.Fatal(err)
	}
	taken := finished.Dir()
	for _, c := range []struct {
		dir, want string
		run       bool
	}{
		{other, "thesis.txt", false},
		{taken, "a run already", true},
	} {
		before := files(t, c.dir)
		_, err := Create(c.dir, "v1", testSpec(t))
		var exists *ExistsError
		if !errors.As(err, &exists) || exists.Run != c.run || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.dir) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
		if diff := cmp.Diff(before, files(t, c.dir)); diff != "" {
			t.Error(diff)
		}
	}

	// One that is being written says by whom.
	before := files(t, written.Dir())
	if _, err := Create(written.Dir(), "v1", testSpec(t)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) {
		t.Errorf("a run being written: %v", err)
	}
	if diff := cmp.Diff(before, files(t, written.Dir())); diff != "" {
		t.Error(diff)
	}

	file := filepath.Join(other, "thesis.txt")
	if _, err := Create(file, "v1", testSpec(t)); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file in the way: %v", err)
	}
	if _, err := Create(filepath.Join(t.TempDir(), "x"), "v1", Spec{}); err == nil {
		t.Error("an empty spec was taken")
	}
	// A last step that fails leaves no half of a run.
	barred := t.TempDir()
	lift := bar(t, barred, tempPrefix+tilesetName)
	if _, err := Create(barred, "v1", testSpec(t)); err == nil || !strings.Contains(err.Error(), tilesetName) {
		t.Errorf("no tile set: %v", err)
	}
	lift()
	if left, err := os.ReadDir(barred); err != nil || len(left) > 0 {
		t.Errorf("%v was left, %v", left, err)
	}
	// What is left of a run that died before it had a manifest is no run.
	dead := t.TempDir()
	if err := os.WriteFile(filepath.Join(dead, tempPrefix+manifestName), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dead, "v1", testSpec(t)); err != nil {
		t.Error(err)
	}
}

func TestPartRefuses(t *testing.T) {
	r := testRun(t)
	writePart(t, r, 0, 1)
	if _, err := r.Part(0); err == nil {
		t.Error("a part that is listed was begun again")
	}
	if _, err := r.Part(-1); err == nil {
		t.Error("part -1 was begun")
	}
	w, err := r.Part(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Part(1); err == nil {
		t.Error("one part was begun twice")
	}
	w.Abort()
	w.Abort()
	g, moves := makeGame(1, 2)
	if w.Game(g, moves) == nil || w.Close() == nil {
		t.Error("a part that was given up goes on")
	}
	writePart(t, r, 1, 1)
	if err := r.Finish("done"); err == nil {
		t.Error("state done was taken")
	}
}

// A part that fails in the middle leaves nothing, and the run goes on.
func TestPartFails(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, r *Run, w *PartWriter)
		want   string
	}{
		{"given up", func(t *testing.T, r *Run, w *PartWriter) { w.Abort() }, "given up"},
		{"disk full", func(t *testing.T, r *Run, w *PartWriter) {
			// As a write to a full disk does, a write to a closed file fails.
			w.movesFile.f.Close()
		}, tempPrefix + "part-00000.parquet"},
		{"folder gone", func(t *testing.T, r *Run, w *PartWriter) {
			if err := os.RemoveAll(filepath.Join(r.Dir(), movesDir)); err != nil {
				t.Fatal(err)
			}
		}, "part-00000.parquet"},
		{"manifest not written", func(t *testing.T, r *Run, w *PartWriter) {
			bar(t, r.Dir(), tempPrefix+manifestName)
		}, manifestName},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := testRun(t)
			before := files(t, r.Dir())
			w, err := r.Part(0)
			if err != nil {
				t.Fatal(err)
			}
			g, moves := makeGame(1, 5)
			if err := w.Game(g, moves); err != nil {
				t.Fatal(err)
			}
			c.damage(t, r, w)
			if err := w.Close(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			os.RemoveAll(filepath.Join(r.Dir(), tempPrefix+manifestName))
			if diff := cmp.Diff(before, files(t, r.Dir())); diff != "" {
				t.Errorf("before, after:\n%s", diff)
			}
			if m := r.Manifest(); len(m.Parts) != 0 {
				t.Errorf("%d parts", len(m.Parts))
			}
			os.Mkdir(filepath.Join(r.Dir(), movesDir), 0o777)
			writePart(t, r, 0, 2)
		})
	}
}

// A folder that cannot be written to, and a file that cannot be made, are
// errors that name the file, and leave none.
func TestUnwritable(t *testing.T) {
	for what, block := range map[string]func(moves string) error{
		"no folder": func(moves string) error {
			return errors.Join(os.Remove(moves), os.WriteFile(moves, nil, 0o666))
		},
		"no file": func(moves string) error {
			return os.MkdirAll(filepath.Join(moves, tempPrefix+"part-00000.parquet", "barred"), 0o777)
		},
	} {
		t.Run(what, func(t *testing.T) {
			r := testRun(t)
			moves := filepath.Join(r.Dir(), movesDir)
			if err := block(moves); err != nil {
				t.Fatal(err)
			}
			w, err := r.Part(0)
			if err == nil {
				g, rows := makeGame(1, 5)
				if err := w.Game(g, rows); err != nil {
					t.Fatal(err)
				}
				err = w.Close()
			}
			if err == nil || !strings.Contains(err.Error(), moves) {
				t.Errorf("error %v, want one with %s", err, moves)
			}
			for name := range files(t, r.Dir()) {
				if name != manifestName && name != tilesetName && name != movesDir && name != lockName {
					t.Errorf("%s was left", name)
				}
			}
		})
	}
}

// bar puts a folder with something in it where a file should be made, which
// fails therefore until the bar is lifted.
func bar(t *testing.T, dir, name string) (lift func()) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, name, "barred"), 0o777); err != nil {
		t.Fatal(err)
	}
	return func() { os.RemoveAll(filepath.Join(dir, name)) }
}

// The same games give the same bytes, whoever writes them, in which order
// and after what.
func TestSameBytes(t *testing.T) {
	const parts = 6
	write := func(t *testing.T, workers int) map[string]string {
		r := testRun(t)
		var wait sync.WaitGroup
		numbers := make(chan int, parts)
		for n := range parts {
			numbers <- n * 5 % parts
		}
		close(numbers)
		for range workers {
			wait.Go(func() {
				for n := range numbers {
					writePart(t, r, n, 40)
				}
			})
		}
		wait.Wait()
		if err := r.Finish(Complete); err != nil {
			t.Fatal(err)
		}
		return files(t, r.Dir())
	}
	want := write(t, 1)
	for _, procs := range []int{1, 8} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			if diff := cmp.Diff(sums(want), sums(write(t, procs))); diff != "" {
				t.Errorf("GOMAXPROCS %d:\n%s", procs, diff)
			}
		}()
	}
	if want["manifest.json"] == "" || len(want) != 2*parts+2 {
		t.Errorf("%d files", len(want))
	}
}
