package endgame

import (
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/notation"
)

// reference solves endgames that are beyond the twin: alpha-beta over all
// plays, found anew in every position by the engine's generator, the highest
// score first. It has no table, no bounds and no hints.
type reference struct {
	g     *movegen.Generator
	moves [64][]movegen.Scored
}

// value is the final spread of the seat to move; outside of alpha..beta it is
// a bound.
func (r *reference) value(p *engine.Position, ply int, alpha, beta int32) int32 {
	moves := r.g.All(r.moves[ply][:0], p.View(p.Seat()))
	r.moves[ply] = moves
	slices.SortFunc(moves, func(a, b movegen.Scored) int { return a.Compare(&b) })
	best := int32(-infinite)
	for _, m := range moves {
		seat := p.Seat()
		p.PlayScored(m.Move, m.Score)
		var v int32
		if p.End() != engine.EndNone {
			v = p.Spread(seat)
		} else {
			v = -r.value(p, ply+1, -beta, -max(alpha, best))
		}
		p.Undo()
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

// TestReference compares on endgames of self-play, played on by the highest
// score until few tiles are left. Two scoreless turns end the game, which
// keeps the reference from passing to and fro.
func TestReference(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		rules.MaxScorelessTurns = 2
		g, err := movegen.New(&rules, lex)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t, &rules, lex, Options{Entries: 1 << 12})
		r := reference{g: g}
		solved, nodes := 0, int64(0)
		for _, p := range endgames(t, &rules, lex, referenceGames) {
			for p.End() == engine.EndNone && p.Rack(0).Len()+p.Rack(1).Len() > referenceTiles {
				all := g.All(nil, p.View(p.Seat()))
				m := slices.MinFunc(all, func(a, b movegen.Scored) int { return a.Compare(&b) })
				p.PlayScored(m.Move, m.Score)
			}
			if p.End() != engine.EndNone {
				continue
			}
			got := mustSolve(t, s, p)
			if want := r.value(p, 0, -infinite, infinite); got.FinalSpread != want || !got.Exact {
				t.Fatalf("%s: %d, want %d", notation.AppendCGP(nil, p), got.FinalSpread, want)
			}
			solved++
			nodes += got.Nodes
		}
		t.Logf("%s: %d solved in %d nodes", board, solved, nodes)
	}
}
