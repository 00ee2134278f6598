package sim

import (
	"context"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
)

// BenchmarkGames plays games of one agent against itself on one worker.
func BenchmarkGames(b *testing.B) {
	for _, board := range []string{"standard", "super"} {
		for _, agent := range []string{"greedy", "random"} {
			b.Run(board+"/"+agent, func(b *testing.B) {
				rules, _ := engine.BuiltinRules(board)
				lex, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
				if err != nil {
					b.Fatal(err)
				}
				spec, err := agents.Parse(agent)
				if err != nil {
					b.Fatal(err)
				}
				plan := Plan{Rules: rules, Lexicon: lex, Agents: []agents.Spec{spec}, Games: int64(b.N), Seed: 1, PartGames: 1000}
				m, err := plan.Match(1)
				if err != nil {
					b.Fatal(err)
				}
				var progress Progress
				b.ReportAllocs()
				b.ResetTimer()
				if err := m.Run(context.Background(), nil, &progress); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(progress.Turns.Load())/float64(b.N), "turns/game")
			})
		}
	}
}
