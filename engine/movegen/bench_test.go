package movegen

import (
	"math/rand/v2"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/memory"
	"quadword/engine/tile"
)

// testLeaves are leave values of plausible size for any tile set.
func testLeaves(set *tile.Set) *Evaluation {
	r := tile.NewRanking(set)
	leaves := memory.Make[int32](r.Len())
	for rank, leave := range r.All() {
		v := int32(0)
		vowels, tiles := 0, leave.Len()
		for t := range tile.Tile(set.Alphabet.Len() + 1) {
			n := int32(leave.Count(t))
			switch {
			case n == 0:
				continue
			case t == tile.Blank:
				v += 25_000 * n
			case set.Alphabet.Rune(t) == 'S':
				v += 8_000 * n
			case set.Points(t) > 1:
				v -= 500 * n * set.Points(t)
			}
			if set.IsVowel(t) {
				vowels += int(n)
			}
			v -= 2_500 * (n - 1) * n
		}
		v -= 1_500 * int32(max(2*vowels-tiles, tiles-2*vowels))
		leaves[rank] = v
	}
	leaves[0] = 0
	return &Evaluation{Leaves: leaves, Ranking: r}
}

// BenchmarkBest plays games of the best move by points and leaves. Positions
// come as they do in play: one that is searched again finds everything in the
// cache, and flatters.
func BenchmarkBest(b *testing.B) {
	lex := enginetest.OpenLexicon(b)
	lex.WordMap()
	for _, board := range boards {
		b.Run(board, func(b *testing.B) {
			rules := builtin(b, board)
			g, e := newGenerator(b, rules, lex), testLeaves(rules.TileSet)
			var best []Valued
			benchmarkGames(b, rules, func(v engine.View) Scored {
				best = g.Best(best[:0], v, e, 1)
				return best[0].Scored
			})
		})
	}
}

// BenchmarkAll plays games of the highest score by generating every move.
func BenchmarkAll(b *testing.B) {
	lex := enginetest.OpenLexicon(b)
	for _, board := range boards {
		b.Run(board, func(b *testing.B) {
			rules := builtin(b, board)
			g := newGenerator(b, rules, lex)
			var all []Scored
			benchmarkGames(b, rules, func(v engine.View) Scored {
				all = g.All(all[:0], v)
				best := 0
				for i := range all {
					if all[i].Compare(&all[best]) < 0 {
						best = i
					}
				}
				return all[best]
			})
		})
	}
}

func benchmarkGames(b *testing.B, rules *engine.Rules, choose func(engine.View) Scored) {
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng := rand.New(rand.NewPCG(1, 1))
	var p engine.Position
	turns, points := 0, int32(0)
	b.ReportAllocs()
	for b.Loop() {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		p.Deal(rules, order, rng.Uint64())
		for p.End() == engine.EndNone {
			m := choose(p.View(p.Seat()))
			p.PlayScored(m.Move, m.Score)
			turns++
		}
		points += p.Score(0)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(turns), "µs/turn")
	b.ReportMetric(float64(turns)/float64(b.N), "turns/game")
	b.ReportMetric(float64(points)/float64(b.N), "points")
}
