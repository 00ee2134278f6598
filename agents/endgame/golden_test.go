package endgame

import (
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

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
	lex := enginetest.OpenLexicon(t)
	for _, want := range enginetest.Endgames() {
		p := want.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16})
		res, err := s.Solve(t.Context(), p.View(p.Seat()))
		if err != nil {
			t.Fatal(err)
		}
		if res.Value != want.Value || res.FinalSpread != want.FinalSpread || !res.Exact {
			t.Errorf("%s: %s value %d, spread %d, want %d and %d", want.CGP,
				notation.AppendMove(nil, tile.English(), p.Board(), &res.Move), res.Value, res.FinalSpread, want.Value, want.FinalSpread)
		}
	}
}

// TestSureIsWhole: what a shallow search says to hold to the end of the game
// does, and so does what it left in the table.
func TestSureIsWhole(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, want := range enginetest.Endgames() {
		p := want.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16})
		s.begin(t.Context(), p.View(p.Seat()), 0)
		s.listMoves()
		for _, depth := range []int{1, 2, 3, 4, 5, endless} {
			v, sure := s.iterate(depth, -infinite, infinite)
			if depth == endless && !sure {
				t.Fatalf("%s: the last search is not sure", want.CGP)
			}
			if sure && v != want.Value {
				t.Fatalf("%s: %d at depth %d, want %d", want.CGP, v, depth, want.Value)
			}
		}
	}
}
