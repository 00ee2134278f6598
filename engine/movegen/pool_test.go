package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine/enginetest"
	"quadword/engine/tile"
)

// TestPoolIsPlays: the plays of a rack as a pool, each spelled with every
// choice of letters that its blanks can play, are the plays of the rack.
func TestPoolIsPlays(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	d := enginetest.NewDictionary(lex.Words())
	for _, board := range boards {
		rules := builtin(t, board)
		g := newGenerator(t, rules, lex)
		rng := rand.New(rand.NewPCG(4, 31))
		blanked := 0
		for i := range 60 {
			p := enginetest.RandomPosition(rng, rules, d, enginetest.Options{RackLen: 7, Blanks: i % 3})
			g.Follow(p.View(p.Seat()))
			rack := *p.Rack(p.Seat())
			var got, want []spelling
			g.Pool(&rack, tile.FullRack, func(play *PoolPlay) {
				spell(play, &rack, func(s spelling) { got = append(got, s) })
			})
			for _, m := range g.Plays(nil, &rack) {
				want = append(want, spelling{m.Used(), m.Score})
				if m.Tiles[0].IsBlank() {
					blanked++
				}
			}
			slices.SortFunc(got, spelling.compare)
			slices.SortFunc(want, spelling.compare)
			if !slices.Equal(got, want) {
				t.Fatalf("position %d, rack %s: %d spellings of the pool's plays, %d plays, or not the same",
					i, rules.TileSet.Alphabet.RackText(rack), len(got), len(want))
			}
		}
		if blanked == 0 {
			t.Error("no play begins with a blank")
		}
	}
}

// TestPoolKeepsTo: no play of a pool takes more tiles than it may, nor more
// letters beyond the pool's than that has blanks.
func TestPoolKeepsTo(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	rules := builtin(t, "super")
	g := newGenerator(t, rules, lex)
	pool, err := rules.TileSet.Alphabet.ParseRack("??AEEGINRSTZ")
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{3, 7} {
		n, longest, short := 0, 0, 0
		g.Pool(&pool, most, func(p *PoolPlay) {
			n++
			longest = max(longest, p.N)
			left, lacks := pool, 0
			for _, x := range p.Tiles[:p.N] {
				if !left.Remove(x) {
					lacks++
				}
			}
			if lacks > pool.Count(tile.Blank) {
				t.Fatalf("%s lacks %d letters", rules.TileSet.Alphabet.Text(p.Tiles[:p.N]), lacks)
			}
			if lacks > 0 {
				short++
			}
		})
		if n == 0 || longest != most || short == 0 {
			t.Errorf("at most %d tiles: %d plays, the longest of %d, %d with letters that the pool lacks", most, n, longest, short)
		}
	}
}

type spelling struct {
	used  tile.Rack
	score int32
}

func (s spelling) compare(o spelling) int {
	if s.score != o.score {
		return int(s.score - o.score)
	}
	return slices.Compare(s.used.AppendTiles(nil), o.used.AppendTiles(nil))
}

// spell yields the ways to play a play with the tiles of a rack, by trying
// each set of its letters as blanks.
func spell(p *PoolPlay, rack *tile.Rack, yield func(spelling)) {
	for blanks := range 1 << p.N {
		s := spelling{score: p.Score}
		for i := range p.N {
			if blanks>>i&1 != 0 {
				s.used.Add(tile.Blank)
				s.score -= p.Part[i]
			} else {
				s.used.Add(p.Tiles[i])
			}
		}
		if rack.Contains(&s.used) {
			yield(s)
		}
	}
}
