package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadword/sim/dataset"
)

// annotatedly is an experiment whose runs are annotated by a table that it
// trains itself.
var annotatedly = strings.Replace(randomly, "games = 4", "games = 4\nannotate = \"equity:leaves=trained-{training}\"", 1)

// Runs are annotated by the agent that the spec names, in the same bytes for any
// number of workers, and the manifest has their sums.
func TestAnnotate(t *testing.T) {
	file := trainedFile(t, annotatedly)
	one, more := run(t, file, 1), run(t, file, 3)
	if diff := cmp.Diff(sums(t, one), sums(t, more)); diff != "" {
		t.Error(diff)
	}
	m, err := ReadManifest(one)
	if err != nil {
		t.Fatal(err)
	}
	files := sums(t, one)
	for _, c := range m.Cells {
		if sum := files[c.Folder+"/annotations/manifest.json"]; sum == "" || sum != c.AnnotationsSHA256 {
			t.Errorf("%s: annotations %s, expected %s", c.Folder, c.AnnotationsSHA256, sum)
		}
		dir := filepath.Join(one, filepath.FromSlash(c.Folder))
		made, err := dataset.ReadAnnotations(dir)
		if err != nil {
			t.Fatal(err)
		}
		wantBy := "equity:leaves=tables/standard-" + c.Levels["tiles"] + "-" + c.Levels["training"] + ".klv2"
		if made.By.Spec != wantBy || len(made.Parts) == 0 || len(made.By.Tables) != 1 || made.By.Tables[0].SHA256 != files[strings.TrimPrefix(wantBy, "equity:leaves=")] {
			t.Errorf("%s: annotated by %+v", c.Folder, made.By)
		}
		r, err := dataset.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Manifest.Parts {
			if err := r.CheckAnnotations(p); err != nil {
				t.Error(err)
			}
		}
	}
}

// An experiment that was interrupted anywhere, also between two cells'
// annotations, ends with the files of one that was not; what is annotated stays.
func TestAnnotateResume(t *testing.T) {
	file := trainedFile(t, annotatedly)
	want := sums(t, run(t, file, 2))
	dir := filepath.Join(t.TempDir(), "out")
	for stop := 1; ; stop++ {
		d, o := design(t, file, 2)
		o.Resume = stop > 1
		ctx, cancel := context.WithCancelCause(t.Context())
		seen := 0
		o.Follow = func(string, func() int64, int64) func() {
			if seen++; seen == stop { // before the training, before the games, before they are annotated
				cancel(errors.New("stopped"))
			}
			return func() {}
		}
		_, err := d.Run(ctx, dir, o)
		cancel(nil)
		if err == nil {
			if stop != 4 {
				t.Errorf("%d stops, expected three", stop-1)
			}
			break
		}
		if stop > 6 || err.Error() != "stopped" && !strings.Contains(err.Error(), "stopped") {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
		t.Error(diff)
	}

	// Of three cells the annotations are there, of one they are damaged: it alone
	// is annotated again.
	folder := filepath.Join(dir, runsFolder, "tiles=more", "training=1")
	damaged := filepath.Join(folder, "annotations", "part-00000.parquet")
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, runsFolder, "tiles=few", "training=1", "annotations", "part-00000.parquet")
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(kept, old, old); err != nil {
		t.Fatal(err)
	}
	d, o := design(t, file, 2)
	o.Resume = true
	var notes []string
	o.Note = func(text string) { notes = append(notes, text) }
	var all, done int64
	o.Follow = func(what string, count func() int64, of int64) func() {
		return func() {
			if what == "games annotated" {
				all, done = of, count()
			}
		}
	}
	if _, err := d.Run(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
		t.Error(diff)
	}
	notes = slices.DeleteFunc(notes, func(text string) bool { return strings.Contains(text, "nothing is known of the end of the bag") })
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "cell more 1: annotations: part-00000 is annotated again: ") {
		t.Errorf("%q", notes)
	}
	if info, err := os.Stat(kept); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("annotations that were there are of %v, expected %v, %v", info.ModTime(), old, err)
	}
	if all != 16 || done != all {
		t.Errorf("%d of %d games", done, all)
	}

	// Other annotations are made anew, and the runs stay as they are.
	d, o = design(t, trainedFile(t, strings.Replace(annotatedly, `annotate = "equity:leaves=trained-{training}"`, `annotate = "greedy"`, 1)), 2)
	o.Resume = true
	if _, err := d.Run(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	made, err := dataset.ReadAnnotations(folder)
	if err != nil || made.By.Spec != "greedy" {
		t.Errorf("%+v, %v", made, err)
	}
	now := sums(t, dir)
	for name, sum := range want {
		if strings.Contains(name, "/games/") || strings.Contains(name, "/moves/") || strings.HasPrefix(name, "tables/") {
			if now[name] != sum {
				t.Errorf("%s is another", name)
			}
		}
	}
}

// Who cannot annotate, and a table that nobody makes, is told before anything is
// played.
func TestAnnotateBad(t *testing.T) {
	for by, want := range map[string]string{
		"random":                      "annotate: agent random does not value every move by a static evaluation: expected one of ",
		"eqity":                       `annotate: unknown agent "eqity"`,
		"equity:leves=none":           `annotate: agent equity: unknown key "leves"`,
		"{player}":                    `"{player}": expected the name of a factor in braces, of board, bonus`,
		"equity:leaves=trained-1":     "the experiment does not say how leaves are trained",
		"montecarlo":                  "annotate: agent montecarlo does not value every move",
		"equity:temperature=-{bonus}": "annotate: agent equity: temperature=-none",
	} {
		s := parse(t, strings.Replace(small, "games = 4", "games = 4\nannotate = \""+by+"\"", 1))
		if _, err := s.Design(analysisOptions(1)); err == nil || !strings.Contains(err.Error(), "cell standard none: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", by, err, want)
		}
	}
	// A file that is not there is told with the cell before its games.
	file := trainedFile(t, strings.Replace(annotatedly, "leaves=trained-{training}\"\n", "leaves=none.klv2\"\n", 1))
	d, o := design(t, file, 1)
	dir := filepath.Join(t.TempDir(), "out")
	_, err := d.Run(t.Context(), dir, o)
	if _, played := os.Stat(filepath.Join(dir, runsFolder)); !errors.Is(played, os.ErrNotExist) {
		t.Errorf("runs: %v", played)
	}
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "cell few 1: annotate: ") || !strings.Contains(err.Error(), filepath.Join(filepath.Dir(file), "none.klv2")) {
		t.Errorf("no table: %v", err)
	}
}

// A trial tells how long it takes to annotate, where that is asked for.
func TestAnnotateTrial(t *testing.T) {
	for _, text := range []string{annotatedly, randomly} {
		d, o := design(t, trainedFile(t, text), 2)
		trial, err := d.Trial(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if asked := text == annotatedly; asked != (trial.Annotating > 0) || trial.Playing <= 0 || trial.Training <= 0 {
			t.Errorf("%+v", trial)
		}
	}
}
