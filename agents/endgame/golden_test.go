package endgame

import (
	"testing"
	"time"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func openLexicon(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

func newSolver(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon, o Options) *Solver {
	t.Helper()
	s, err := New(rules, lex, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGolden solves what another engine solved.
func TestGolden(t *testing.T) {
	lex := openLexicon(t)
	var nodes int64
	start := time.Now()
	for _, want := range enginetest.Endgames() {
		p := want.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16})
		res, err := s.Solve(p.View(p.Seat()))
		if err != nil {
			t.Fatal(err)
		}
		nodes += res.Nodes
		if res.Value != want.Value || res.FinalSpread != want.FinalSpread || !res.Exact {
			t.Errorf("%s: %s value %d, spread %d, want %d and %d", want.CGP,
				notation.AppendMove(nil, tile.English(), p.Board(), &res.Move), res.Value, res.FinalSpread, want.Value, want.FinalSpread)
		}
	}
	t.Logf("%d nodes, %v", nodes, time.Since(start))
}
