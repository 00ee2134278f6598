package annotate

import (
	"testing"

	"quadword/engine/enginetest"
)

// BenchmarkRun annotates games of equity again and again, by one worker.
func BenchmarkRun(b *testing.B) {
	for _, board := range []string{"standard", "super"} {
		b.Run(board, func(b *testing.B) {
			const games = 40
			lex := enginetest.OpenLexicon(b)
			p := plan(b, mustRules(board), lex, games, "equity")
			p.PartGames = games
			dir := play(b, p, nil)
			o := Options{By: mustParse(b, "equity"), Lexicon: lex, Workers: 1}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				// Another version each time, so that nothing is kept.
				if o.Version, o.Force = string(rune('a'+i%2)), true; i == 0 {
					o.Force = false
				}
				if _, err := Run(b.Context(), dir, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(games*b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
