package dataset

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testedSpec is testSpec with a sequential test.
func testedSpec(t testing.TB) Spec {
	spec := testSpec(t)
	spec.SPRT = &SPRT{Elo0: -1.5, Elo1: 5, Alpha: 0.05, Beta: 0.1, Model: "normalized"}
	return spec
}

// ended is the folder of a complete run whose test ended it with the parts up to
// a number, of which some are there.
func ended(t testing.TB, parts ...int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Create(dir, "v1", testedSpec(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range parts {
		writePart(t, r, n, partGames)
	}
	if err := r.Finish(Complete); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A spec without a test is written as before there were any, and one with a test
// is read as it was written.
func TestSPRTManifest(t *testing.T) {
	text, err := json.Marshal(testSpec(t))
	if err != nil || strings.Contains(string(text), "sprt") {
		t.Errorf("%v: %s", err, text)
	}
	m, err := ReadManifest(ended(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(testedSpec(t), m.Spec); diff != "" {
		t.Error(diff)
	}
}

// A run with a test has as many parts as it lists once it is complete, and may
// have all until then.
func TestRunParts(t *testing.T) {
	for _, c := range []struct {
		state State
		test  bool
		parts []int
		want  int64
	}{
		{Complete, true, []int{0, 1}, 2},
		{Complete, true, []int{0, 2}, 3}, // one is missing
		{Complete, true, []int{0, 1, 2, 3, 4}, 5},
		{Complete, true, nil, 5},
		{Complete, false, []int{0, 1}, 5},
		{Running, true, []int{0, 1}, 5},
		{Interrupted, true, []int{0, 1}, 5},
		{Failed, true, []int{0, 1}, 5},
	} {
		m := Manifest{State: c.state, Spec: testSpec(t)}
		if c.test {
			m.Spec = testedSpec(t)
		}
		for _, n := range c.parts {
			m.Parts = append(m.Parts, Part{Number: n})
		}
		if got := m.RunParts(); got != c.want || m.RunGames() != min(20, c.want*partGames) {
			t.Errorf("%+v: %d parts, %d games", c, got, m.RunGames())
		}
	}
}

// A run that a test ended stays complete when it is resumed, and is gone on with
// if a part is damaged or not listed.
func TestResumeEnded(t *testing.T) {
	spec := testedSpec(t)
	want := files(t, ended(t, 0, 1, 2))
	for _, c := range []struct {
		parts  []int
		damage string
		state  State
	}{
		{[]int{0, 1, 2}, "", Complete},
		{[]int{0, 1, 2}, "games/part-00000.parquet", Running},
		{[]int{0, 1, 2}, "moves/part-00002.parquet", Running},
		{[]int{0, 2}, "", Running},
	} {
		dir := ended(t, c.parts...)
		if c.damage != "" {
			damage(t, filepath.Join(dir, c.damage), func(text []byte) []byte { return text[:40] })
		}
		r, err := Resume(t.Context(), dir, "v1", spec)
		if err != nil {
			t.Fatal(err)
		}
		m := r.Manifest()
		if m.State != c.state {
			t.Errorf("%+v: resumed it is %s", c, m.State)
		}
		have := map[int]bool{}
		for _, p := range m.Parts {
			have[p.Number] = true
		}
		for n := range 3 {
			if !have[n] {
				writePart(t, r, n, partGames)
			}
		}
		if err := r.Finish(Complete); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
	// A run with another test, or with none, is another run.
	other := testedSpec(t)
	other.SPRT.Elo1 = 6
	for _, spec := range []Spec{other, testSpec(t)} {
		_, err := Resume(t.Context(), ended(t, 0), "v1", spec)
		if differs, ok := errors.AsType[*DiffersError](err); !ok || !strings.HasPrefix(differs.Differences[0].Field, "spec.sprt") {
			t.Errorf("error %v", err)
		}
	}
}

// Drop removes the parts from a number on, listed or not, and no others.
func TestDrop(t *testing.T) {
	want := files(t, ended(t, 0, 1))
	for _, parts := range [][]int{{0, 1}, {0, 1, 2}, {0, 1, 3, 4}} {
		r, err := Create(filepath.Join(t.TempDir(), "run"), "v1", testedSpec(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range parts {
			writePart(t, r, n, partGames)
		}
		if err := errors.Join(r.Drop(2), r.Finish(Complete)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sums(want), sums(files(t, r.Dir()))); diff != "" {
			t.Errorf("%v: %s", parts, diff)
		}
		if err := r.Drop(2); err != nil {
			t.Errorf("nothing to drop: %v", err)
		}
	}
}
