package dataset

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// makeCandidates makes rows that look like those of a game whose every turn
// compared three moves.
func makeCandidates(moves []MoveRow) []CandidateRow {
	var rows []CandidateRow
	for i := range moves {
		m := &moves[i]
		for rank := range int32(3) {
			c := CandidateRow{
				GameID: m.GameID, DealID: m.DealID, Turn: m.Turn, Seat: m.Seat, Rank: rank + 1,
				Move: fmt.Sprintf("%s %s", m.Coordinate.V, m.Word.V), Action: "play", Chosen: rank == 0,
				Score: m.Score - rank, Leave: m.Leave, Equity: Some(m.Equity.V - 1000*rank),
				Mean: Some(0.5 - float64(rank)/16), StandardError: Some(1 / float64(8+rank)),
				Spread: Some(1000 * m.Score), Visits: Some(32 - rank),
			}
			if m.Turn%2 == 0 {
				c.WinProb = Some(c.Mean.V)
			}
			rows = append(rows, c)
		}
	}
	return rows
}

// candidatesRun is a run with a table of candidates and one part of 3 games.
func candidatesRun(t *testing.T) (*Run, []CandidateRow) {
	t.Helper()
	spec := testSpec(t)
	spec.Candidates = 3
	r, err := Create(filepath.Join(t.TempDir(), "run"), "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Part(0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	var all []CandidateRow
	for i := range 3 {
		g, moves := makeGame(int64(i), 5+i)
		rows := makeCandidates(moves)
		if err := errors.Join(w.Game(g, moves), w.Candidates(rows)); err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return r, all
}

// The rows are read as they were written, and the part lists them.
func TestCandidates(t *testing.T) {
	run, want := candidatesRun(t)
	r, err := Open(run.Dir())
	if err != nil {
		t.Fatal(err)
	}
	r.Sums = true
	var got []CandidateRow
	for row, err := range Rows[CandidateRow](r, CandidatesTable) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, *row)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrote, read:\n%s", diff)
	}
	if p := r.Manifest.Parts[0]; p.Candidates != int64(len(want)) || len(p.CandidatesSHA256) != 64 {
		t.Errorf("%+v", p)
	}
	if err := r.CheckParts(); err != nil {
		t.Error(err)
	}
	name := filepath.Join(r.Dir, "candidates/part-00000.parquet")
	if err := os.WriteFile(name, []byte("no Parquet"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.CheckParts(); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("error %v, want one with %s", err, name)
	}
}

// The file comes with the others of its part or not at all.
func TestCandidatesPartFails(t *testing.T) {
	for name, damage := range map[string]func(r *Run, w *PartWriter){
		"given up":    func(_ *Run, w *PartWriter) { w.Abort() },
		"disk full":   func(_ *Run, w *PartWriter) { w.candidatesFile.f.Close() },
		"folder gone": func(r *Run, _ *PartWriter) { os.RemoveAll(filepath.Join(r.Dir(), candidatesDir)) },
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := candidatesRun(t)
			before := files(t, r.Dir())
			w, err := r.Part(1)
			if err != nil {
				t.Fatal(err)
			}
			g, moves := makeGame(9, 5)
			if err := errors.Join(w.Game(g, moves), w.Candidates(makeCandidates(moves))); err != nil {
				t.Fatal(err)
			}
			damage(r, w)
			if w.Close() == nil || len(r.Manifest().Parts) != 1 {
				t.Error("the part is there")
			}
			if name == "folder gone" {
				delete(before, "candidates/part-00000.parquet")
			}
			if diff := cmp.Diff(before, files(t, r.Dir())); diff != "" {
				t.Errorf("before, after:\n%s", diff)
			}
		})
	}
}

// A run that was not asked for candidates has nothing of them.
func TestNoCandidates(t *testing.T) {
	run := testRun(t)
	writePart(t, run, 0, 1)
	for name, text := range files(t, run.Dir()) {
		if strings.HasPrefix(name, "candidates") || name == manifestName && strings.Contains(text, "candidates_sha256") {
			t.Error(name)
		}
	}
	w, err := run.Part(1)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Candidates(nil); err != nil {
		t.Error(err)
	}
	if w.Candidates(make([]CandidateRow, 1)) == nil {
		t.Error("a candidate was taken")
	}
	r, err := Open(run.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if err := firstError[CandidateRow](r, CandidatesTable); err == nil || !strings.Contains(err.Error(), "was not asked for candidates") {
		t.Error(err)
	}
}

// The spec and the parts agree on whether there is a table.
func TestCandidatesManifest(t *testing.T) {
	run, _ := candidatesRun(t)
	for want, change := range map[string]func(*Manifest){
		"-1 candidates":         func(m *Manifest) { m.Spec.Candidates = -1 },
		"asks for 0 candidates": func(m *Manifest) { m.Spec.Candidates = 0 },
		"candidates sum \"\"":   func(m *Manifest) { m.Parts[0].CandidatesSHA256 = "" },
		"and -2 candidates":     func(m *Manifest) { m.Parts[0].Candidates = -2 },
	} {
		m := run.Manifest()
		change(&m)
		if err := m.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}

// As TestGoldenBytes, for the table of candidates.
func TestGoldenCandidates(t *testing.T) {
	var rows []CandidateRow
	for i := range 100 {
		_, moves := makeGame(int64(i), 20+i%40)
		rows = append(rows, makeCandidates(moves)...)
	}
	const want = "a17408aa9e10d54f5880c350b5a303ca2429babd343198ba9287d46732f0efbf"
	if got := sumRows(t, CandidatesTable, rows); got != want {
		t.Errorf("sha256 %s, want %s", got, want)
	}
}
