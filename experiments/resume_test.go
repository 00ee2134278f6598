package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/sim/dataset"
)

// withWords is randomly with an agent that knows half of the words.
var withWords = strings.Replace(randomly, `"equity:leaves=trained-{training}"`, `"equity:leaves=trained-{training}", "equity:leaves=none,lexicon=share-50"`, 1)

// resume goes on with an experiment and gives what it notes.
func resume(t *testing.T, file, dir string) (notes string, err error) {
	t.Helper()
	d, o := design(t, file, 2)
	o.Resume = true
	o.Note = func(text string) { notes += text + "\n" }
	_, err = d.Run(t.Context(), dir, o)
	return notes, err
}

// Whatever a process that died left, or a disk damaged, the experiment ends with
// the files of one that nothing disturbed.
func TestResumeAfterDamage(t *testing.T) {
	file := trainedFile(t, withWords)
	dir := run(t, file, 2)
	want := sums(t, dir)
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name, text string) func() {
		return func() {
			if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(names ...string) func() {
		return func() {
			for _, name := range names {
				if err := os.RemoveAll(in(name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	const table, words = "tables/standard-few-1.klv2", "words/words-50.txt"
	flip := func() {
		data, err := os.ReadFile(in(table))
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)-2] ^= 1 // in a value: it still reads
		write(table, string(data))()
	}
	for name, c := range map[string]struct {
		damage func()
		note   string
	}{
		"before the manifest": {func() {
			remove("experiment.json", "experiment.toml", "runs", "tables", "words", "report", "report.json", "report.md", "report.html")()
			write(".tmp-1", "half")()
			write(".lock", "process 1")()
		}, ""},
		"before the file": {remove("experiment.toml"), ""},
		"temporary files": {func() {
			write(".tmp-1", "")()
			write("tables/.tmp-2", "")()
			write("words/.tmp-3", "")()
			write("report/.tmp-4", "")()
		}, ""},
		"checkpoint left":       {write(table+".partial", "whatever"), ""},
		"table without origin":  {remove("tables/standard-few-1.json"), ""},
		"table cut short":       {write(table, "half"), "table tables/standard-few-1.klv2 is trained again: "},
		"table damaged":         {flip, "is trained again: it is damaged"},
		"origin damaged":        {write("tables/standard-few-1.json", "{"), "is trained again: "},
		"words cut short":       {write(words, "AIR\n"), ""},
		"report gone":           {remove("report", "report.md"), ""},
		"part of a run is gone": {remove("runs/tiles=few/training=1/games/part-00000.parquet"), ""},
	} {
		c.damage()
		notes, err := resume(t, file, dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !strings.Contains(notes, c.note) {
			t.Errorf("%s: %q, want %q", name, notes, c.note)
		}
	}
}

// A table of another game is not taken for that of this one, also where no run
// tells them apart yet.
func TestResumeWithAnotherGame(t *testing.T) {
	file := trainedFile(t, randomly)
	dir := run(t, file, 2)
	if err := os.RemoveAll(filepath.Join(dir, runsFolder)); err != nil {
		t.Fatal(err)
	}
	few := filepath.Join(filepath.Dir(file), "few.csv")
	text, err := os.ReadFile(few)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(few, bytes.Replace(text, []byte("S,4"), []byte("S,5"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = resume(t, file, dir)
	if err == nil || !strings.Contains(err.Error(), "holds another experiment: tables/standard-few-1.klv2: it is of a training with another tile set") {
		t.Error(err)
	}
}

// One process at a time writes to a folder.
func TestTwoAtOnce(t *testing.T) {
	file := trainedFile(t, small)
	dir := t.TempDir()
	unlock, err := dataset.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resume(t, file, dir); err == nil || !strings.Contains(err.Error(), "is being written by process ") {
		t.Error(err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := resume(t, file, dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, dataset.LockName)); err == nil {
		t.Error("the lock stays")
	}
}

// Nothing is written through a link that leads out of the folder.
func TestLinksLeadNowhere(t *testing.T) {
	file := trainedFile(t, small)
	dir, aside := run(t, file, 2), t.TempDir()
	for _, name := range []string{"runs", "runs/board=standard", "runs/board=super/bonus=usual", "tables", "words", "report"} {
		elsewhere, link := t.TempDir(), filepath.Join(dir, filepath.FromSlash(name))
		was := os.Rename(link, filepath.Join(aside, "was")) == nil
		if err := os.Symlink(elsewhere, link); err != nil {
			t.Fatal(err)
		}
		if _, err := resume(t, file, dir); err == nil || !strings.Contains(err.Error(), "is no folder: it is L") {
			t.Errorf("%s: %v", name, err)
		}
		if there := sums(t, elsewhere); len(there) > 0 {
			t.Errorf("%s: %v", name, there)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
		if was {
			if err := os.Rename(filepath.Join(aside, "was"), link); err != nil {
				t.Fatal(err)
			}
		}
	}
}
