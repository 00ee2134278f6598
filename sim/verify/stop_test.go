package verify

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// TestStop: a run with a sequential test ends where the test says. Here it is
// said to be decided with the second of three parts, or not at all.
func TestStop(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	plan.SPRT = &dataset.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: "logistic"}
	dir := playRunWith(t, plan, func(*sim.Match) {}, "greedy", "random")
	parts := readParts(t, dir)
	m := open(t, dir).Manifest
	// The parts from the first on, up to the one that decides.
	stopAt := func(end int64) func(*dataset.Reader) (int64, bool, error) {
		return func(r *dataset.Reader) (n int64, over bool, err error) {
			for _, p := range r.Manifest.Parts {
				if int64(p.Number) == n && n < end {
					n++
				}
			}
			return n, n == end, nil
		}
	}
	for _, c := range []struct {
		name  string
		end   int64
		has   int
		state dataset.State
		fault string
	}{
		{"decided", 2, 2, dataset.Complete, ""},
		{"a part too many", 2, 3, dataset.Complete, "manifest.json, parts: the rules give 2 parts, the file says 3: the sequential test of the run ends it earlier"},
		{"a part too few", 2, 1, dataset.Complete, "manifest.json, parts: the rules give more than 1 parts, the file says 1: the run is said to be complete, and its sequential test is not decided"},
		{"undecided at the last", 9, 3, dataset.Complete, ""},
		{"decided at the last", 3, 3, dataset.Complete, ""},
		{"undecided, and ends early", 9, 2, dataset.Complete, "manifest.json, parts: the rules give more than 2 parts"},
		{"no part", 2, 0, dataset.Complete, "manifest.json, parts: the rules give 3 parts, the file says 0"},
		{"on its way", 2, 1, dataset.Interrupted, ""},
		{"decided, and stopped before it was said to be complete", 2, 2, dataset.Running, ""},
		{"a part behind the end, not complete", 2, 3, dataset.Interrupted, "manifest.json, parts: the rules give 2 parts, the file says 3"},
	} {
		dir := writeParts(t, m, parts[:c.has])
		editManifest(t, dir, func(m *dataset.Manifest) { m.State = c.state })
		r := verifyRun(t, dir, plan.Lexicon, Options{Stop: stopAt(c.end)})
		if fault := said(r.Fault); !strings.HasPrefix(fault, c.fault) || c.fault == "" && fault != "" {
			t.Errorf("%s: fault %q, want %q", c.name, fault, c.fault)
		}
	}

	// A part that is missing in the middle.
	gap := writeParts(t, m, parts)
	editManifest(t, gap, func(m *dataset.Manifest) { m.Parts = slices.Delete(m.Parts, 1, 2) })
	if r := verifyRun(t, gap, plan.Lexicon, Options{Stop: stopAt(9)}); r.Fault == nil || r.Fault.Column != "parts" {
		t.Errorf("a gap: %v", r.Fault)
	}

	// What is no test, or none between two agents.
	for column, change := range map[string]func(*dataset.Spec){
		"spec.sprt":       func(s *dataset.Spec) { s.Agents[1] = s.Agents[0] },
		"spec.sprt.model": func(s *dataset.Spec) { s.SPRT.Model = "linear" },
		"spec.sprt.elo1":  func(s *dataset.Spec) { s.SPRT.Elo1 = 0 },
		"spec.sprt.alpha": func(s *dataset.Spec) { s.SPRT.Beta = 0.95 },
	} {
		bad := writeParts(t, m, parts)
		editManifest(t, bad, func(m *dataset.Manifest) { change(&m.Spec) })
		if r := verifyRun(t, bad, plan.Lexicon, Options{Stop: stopAt(9)}); r.Fault == nil || r.Fault.Column != column {
			t.Errorf("fault %v, want one of %s", r.Fault, column)
		}
	}

	// The test is asked for, and its errors are no faults of the run.
	opts := Options{Workers: 1, Lexicon: func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return plan.Lexicon, nil }}
	if _, err := Run(t.Context(), dir, opts); err == nil || !strings.Contains(err.Error(), "no sequential test") {
		t.Errorf("without a test: %v", err)
	}
	broken := errors.New("broken")
	opts.Stop = func(*dataset.Reader) (int64, bool, error) { return 0, false, broken }
	if _, err := Run(t.Context(), dir, opts); !errors.Is(err, broken) {
		t.Errorf("a test that cannot be made: %v", err)
	}
}
