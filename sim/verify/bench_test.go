package verify

import (
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
)

// BenchmarkRun verifies a run with the built-in word list on one core. Making
// the tree of the list is included each time.
func BenchmarkRun(b *testing.B) {
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, board string
		stuck       bool
	}{{"standard", "standard", false}, {"super", "super", false}, {"super/stuck", "super", true}} {
		b.Run(c.name, func(b *testing.B) {
			rules := rulesOf(b, c.board, func(r *engine.Rules) { r.EndWhenStuck = c.stuck })
			dir := playRun(b, sim.Plan{Rules: rules, Lexicon: lex, Games: 1000, Seed: 1, PartGames: 1000}, "greedy")
			moves := int64(0)
			for b.Loop() {
				r := verifyRun(b, dir, lex, Options{Workers: 1})
				if r.Fault != nil {
					b.Fatal(r.Fault)
				}
				moves += r.Moves
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
