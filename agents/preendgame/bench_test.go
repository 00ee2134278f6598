package preendgame

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadword/agents/leave/builtin"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
)

// equity is the evaluation by the leaves of a game, faded and corrected for the
// end of the bag.
func equity(t testing.TB, rules *engine.Rules) *movegen.Evaluation {
	t.Helper()
	own, _, _ := builtin.For(rules.Layout, rules.TileSet)
	table, err := own.Load(rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	return &movegen.Evaluation{Leaves: table.Values(), Ranking: table.Ranking(), Late: own.Late(), Fade: own.Fade()}
}

// selfPlay is positions of self-play by static evaluation with so many tiles in
// the bag.
func selfPlay(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon, eval *movegen.Evaluation, bag, n int) []*engine.Position {
	t.Helper()
	g, err := movegen.New(rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng := rand.New(rand.NewPCG(21, uint64(bag)))
	var positions []*engine.Position
	for len(positions) < n {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		p := engine.NewGame(rules, order, rng.Uint64())
		for p.BagLen() > bag {
			m := g.Best(nil, p.View(p.Seat()), eval, 1)[0]
			p.PlayScored(m.Move, m.Score)
		}
		if p.BagLen() == bag && p.End() == engine.EndNone {
			positions = append(positions, p)
		}
	}
	return positions
}

// BenchmarkSolve takes decisions of self-play within a budget.
func BenchmarkSolve(b *testing.B) {
	lex := enginetest.OpenLexicon(b)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		eval := equity(b, &rules)
		g, err := movegen.New(&rules, lex)
		if err != nil {
			b.Fatal(err)
		}
		for bag := 1; bag <= MostBag; bag++ {
			positions := selfPlay(b, &rules, lex, eval, bag, 10)
			for _, nodes := range []int64{5_000, 20_000, 100_000} {
				s, err := New(&rules, g, Options{Policy: eval, Nodes: nodes})
				if err != nil {
					b.Fatal(err)
				}
				b.Run(fmt.Sprintf("%s/bag=%d/nodes=%d", board, bag, nodes), func(b *testing.B) {
					used, exact := int64(0), 0
					for i := 0; b.Loop(); i++ {
						p := positions[i%len(positions)]
						res, err := s.Solve(context.Background(), p.View(p.Seat()))
						if err != nil {
							b.Fatal(err)
						}
						used += res.Nodes
						if res.Exact {
							exact++
						}
					}
					b.ReportMetric(float64(used)/float64(b.N), "nodes/op")
					b.ReportMetric(float64(exact)/float64(b.N), "exact/op")
				})
			}
		}
	}
}
