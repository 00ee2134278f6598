package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
)

// endgames are positions of self-play by the highest score, each from the
// moment at which the bag is empty.
func endgames(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon, n int) []*engine.Position {
	t.Helper()
	g, err := movegen.New(rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng := rand.New(rand.NewPCG(21, 200))
	var all []movegen.Scored
	positions := make([]*engine.Position, n)
	for i := range positions {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		p := engine.NewGame(rules, order, rng.Uint64())
		for p.BagLen() > 0 {
			all = g.All(all[:0], p.View(p.Seat()))
			m := slices.MinFunc(all, func(a, b movegen.Scored) int { return a.Compare(&b) })
			p.PlayScored(m.Move, m.Score)
		}
		positions[i] = p
	}
	return positions
}

// BenchmarkSolve solves fixed endgames: those that another engine solved, of
// few tiles, and ten of self-play on each board, with up to 14 tiles and a
// limit of nodes.
func BenchmarkSolve(b *testing.B) {
	lex := enginetest.OpenLexicon(b)
	golden := enginetest.Endgames()
	rules := *golden[0].Position().Rules()
	var few []*engine.Position
	for i := range golden {
		p, err := engine.NewPosition(&rules, setupOf(golden[i].Position()), 0)
		if err != nil {
			b.Fatal(err)
		}
		few = append(few, p)
	}
	b.Run("golden", func(b *testing.B) { benchmarkSolve(b, lex, few, 0) })
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		positions := endgames(b, &rules, lex, 10)
		b.Run(board, func(b *testing.B) { benchmarkSolve(b, lex, positions, 50_000) })
	}
}

func benchmarkSolve(b *testing.B, lex *lexicon.Lexicon, positions []*engine.Position, limit int64) {
	s := newSolver(b, positions[0].Rules(), lex, Options{Nodes: limit})
	var nodes, exact int64
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range positions {
			res := mustSolve(b, s, p)
			nodes += res.Nodes
			if res.Exact {
				exact++
			}
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(exact)/float64(b.N), "exact/op")
}
