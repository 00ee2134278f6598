package verify

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/sim"
	"quadword/sim/dataset"
)

// annotate writes annotations of a run that say nothing but which turn they
// are of, change each, and gives how many there are.
func annotate(t *testing.T, dir string, change func(*dataset.AnnotationRow)) (n int64) {
	t.Helper()
	spec := dataset.AnnotationsSpec{Version: "test", Lexicon: open(t, dir).Manifest.Spec.Lexicon}
	a, err := dataset.Annotate(t.Context(), dir, spec, true)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, p := range a.Left() {
		w, err := a.Part(p)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range a.Run().PartGames(p) {
			if err != nil {
				t.Fatal(err)
			}
			rows := make([]dataset.AnnotationRow, len(g.Moves))
			for i := range rows {
				m := &g.Moves[i]
				rows[i] = dataset.AnnotationRow{GameID: m.GameID, DealID: m.DealID, Turn: m.Turn, Seat: m.Seat}
				change(&rows[i])
			}
			n += int64(len(rows))
			if err := w.Game(rows); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAnnotations verifies runs with annotations: whole, of some parts only,
// and with what may be wrong with them.
func TestAnnotations(t *testing.T) {
	t.Parallel()
	plan := sim.Plan{Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Games: 4, Paired: true, Seed: 11, PartGames: 2}
	asIs := func(*dataset.AnnotationRow) {}
	edit := func(change func(*dataset.Annotations)) func(dir string) error {
		return func(dir string) error {
			a, err := dataset.ReadAnnotations(dir)
			if err != nil {
				return err
			}
			change(a)
			text, err := json.Marshal(a)
			return errors.Join(err, os.WriteFile(filepath.Join(dir, "annotations/manifest.json"), text, 0o666))
		}
	}
	for name, c := range map[string]struct {
		change func(*dataset.AnnotationRow)
		damage func(dir string) error
		fault  string
	}{
		"whole":     {asIs, func(string) error { return nil }, ""},
		"not begun": {asIs, func(dir string) error { return os.RemoveAll(filepath.Join(dir, "annotations")) }, ""},
		"killed":    {asIs, edit(func(a *dataset.Annotations) { a.Parts = a.Parts[:1] }), ""},
		"half": {asIs, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "annotations/.tmp-part-00001.parquet"), nil, 0o666)
		}, ""},
		"cut short": {asIs, func(dir string) error { return os.Truncate(filepath.Join(dir, "annotations/part-00001.parquet"), 200) },
			"annotations/part-00001.parquet: "},
		"missing": {asIs, func(dir string) error { return os.Remove(filepath.Join(dir, "annotations/part-00000.parquet")) },
			"annotations/part-00000.parquet: the file is missing"},
		"stray": {asIs, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "annotations/part-00002.parquet"), nil, 0o666)
		}, "annotations/part-00002.parquet: a file that is no part of the annotations"},
		"no manifest": {asIs, func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "annotations/manifest.json")), os.WriteFile(filepath.Join(dir, "annotations/mine"), nil, 0o666))
		}, "annotations/mine: a file that is no part of the annotations"},
		"other manifest": {asIs, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "annotations/manifest.json"), []byte("{}"), 0o666)
		}, "annotations/manifest.json: "},
		"no folder": {asIs, func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "annotations")), os.WriteFile(filepath.Join(dir, "annotations"), nil, 0o666))
		}, "annotations"},
		"other turns": {func(r *dataset.AnnotationRow) { r.Turn++ }, func(string) error { return nil },
			"annotations/part-00000.parquet: "},
		"other seats": {func(r *dataset.AnnotationRow) { r.Seat = 0 }, func(string) error { return nil },
			"annotations/part-00000.parquet: "},
		"of other moves": {asIs, edit(func(a *dataset.Annotations) { a.Parts[1].MovesSHA256 = a.Parts[0].MovesSHA256 }),
			"annotations/manifest.json, parts.part-00001: they were not made from a part that the run has"},
		"by other words": {asIs, edit(func(a *dataset.Annotations) { a.Lexicon.SHA256 = "00" }),
			"annotations/manifest.json, lexicon: "},
	} {
		t.Run(name, func(t *testing.T) {
			dir := playRun(t, plan, "greedy", "random")
			n := annotate(t, dir, c.change)
			if err := c.damage(dir); err != nil {
				t.Fatal(err)
			}
			r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2})
			if fault := said(r.Fault); !strings.HasPrefix(fault, c.fault) || (c.fault == "") != (fault == "") {
				t.Errorf("fault %q, want %q", fault, c.fault)
			}
			if name == "whole" && r.Annotations != n || name == "not begun" && r.Annotations != 0 {
				t.Errorf("%d annotations of %d", r.Annotations, n)
			}
			if r.Games != 4 {
				t.Errorf("%+v", r)
			}
		})
	}
}
