package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// TestWorth: a leave loses as much of its value as tiles have been drawn.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		fade      int32
		bag, full int
		want      int32
	}{
		{0, 1, 86, 1024},
		{224, 86, 86, 1024},
		{224, 43, 86, 912},
		{224, 0, 86, 800},
		{224, 90, 86, 1024}, // more than a game begins with, in a position from elsewhere
		{1500, 0, 86, -476},
		{224, 3, 0, 1024},
	} {
		if got := worth(c.fade, c.bag, c.full); got != c.want {
			t.Errorf("fade %d with %d of %d in the bag: %d, want %d", c.fade, c.bag, c.full, got, c.want)
		}
	}
	for _, c := range []struct{ leave, worth, want int32 }{
		{10_000, 1024, 10_000}, {10_000, 512, 5_000}, {-10_001, 512, -5_000}, {1_000_000, 1024, 1_000_000},
	} {
		val := valuer{worth: c.worth}
		if got := val.of(c.leave); got != c.want {
			t.Errorf("leave %d at %d: %d, want %d", c.leave, c.worth, got, c.want)
		}
	}
}

// AllValued is All, each move with the value that it has by itself, and Best is
// the best of them.
func TestAllValued(t *testing.T) {
	d := enginetest.NewDictionary(enginetest.OpenLexicon(t).Words()).Sample(rand.New(rand.NewPCG(1, 2)), 3000)
	lex := enginetest.LexiconOf(t, d)
	for _, board := range boards {
		rng := rand.New(rand.NewPCG(5, 5))
		rules := builtin(t, board)
		g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
		evals := evaluations(rules.TileSet)
		for p := range positions(rng, rules, d, 150) {
			v, e := p.View(p.Seat()), evals[rng.IntN(len(evals))]
			rack := v.Rack()
			got := g.AllValued(nil, v, e)
			all := slow.All(nil, v)
			if len(got) != len(all) {
				t.Fatalf("%s: %d moves, want %d", notation.AppendCGP(nil, p), len(got), len(all))
			}
			for i, m := range all {
				want := Valued{m, PassEquity}
				if m.Kind != engine.Pass {
					want.Equity = e.Equity(v, &rack, &m)
				}
				if got[i] != want {
					t.Fatalf("%s: %+v, want %+v", notation.AppendCGP(nil, p), got[i], want)
				}
			}
			best := slices.MinFunc(got, func(a, b Valued) int { return a.Compare(&b) })
			if one := g.Best(nil, v, e, 1); one[0] != best {
				t.Fatalf("%s: the best is %+v, of all %+v", notation.AppendCGP(nil, p), one[0], best)
			}
		}
	}
}

// CrossSet is what a look at the word list gives, on every square.
func TestCrossSet(t *testing.T) {
	d := enginetest.NewDictionary(enginetest.OpenLexicon(t).Words()).Sample(rand.New(rand.NewPCG(1, 2)), 3000)
	for _, board := range boards {
		rng := rand.New(rand.NewPCG(6, 6))
		rules := builtin(t, board)
		g := newGenerator(t, rules, enginetest.LexiconOf(t, d))
		for p := range positions(rng, rules, d, 40) {
			g.Follow(p.View(p.Seat()))
			for row := range p.Board().Dim() {
				for col := range p.Board().Dim() {
					for dir := range engine.Dir(2) {
						got, crossed := g.CrossSet(dir, row, col)
						if want, next := crossTwin(d, rules, p.Board(), dir, row, col); got != want || crossed != next {
							t.Fatalf("%s: %d, %d %s: %b, %v; want %b, %v", notation.AppendCGP(nil, p), row, col, dir, got, crossed, want, next)
						}
					}
				}
			}
		}
	}
}

// crossTwin tries every letter on a square.
func crossTwin(d *enginetest.Dictionary, rules *engine.Rules, b *engine.Board, dir engine.Dir, row, col int) (letters uint32, crossed bool) {
	if b.Occupied(row, col) {
		return 0, false
	}
	dr, dc := (1 - dir).Step() // across the lane
	var before, after []tile.Tile
	for r, c := row-dr, col-dc; b.Occupied(r, c); r, c = r-dr, c-dc {
		before = append(before, b.At(r, c).Letter())
	}
	slices.Reverse(before)
	for r, c := row+dr, col+dc; b.Occupied(r, c); r, c = r+dr, c+dc {
		after = append(after, b.At(r, c).Letter())
	}
	crossed = len(before)+len(after) > 0
	for x := range tile.Tile(rules.TileSet.Alphabet.Len()) {
		word := slices.Concat(before, []tile.Tile{x + 1}, after)
		if !crossed || d.Has(word) {
			letters |= 1 << (x + 1)
		}
	}
	return letters, crossed
}
