package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/tile"
)

// TestPlaysIn: the plays of the lanes are those of the board, each in its
// lane, and a play changes none but the lanes it tells.
func TestPlaysIn(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		rng := rand.New(rand.NewPCG(9, 9))
		g := newGenerator(t, rules, lex)
		told, changed := 0, 0
		randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
			if p.End() != engine.EndNone {
				return
			}
			g.Follow(p.View(p.Seat()))
			// A rack that shrinks, as in an endgame.
			rack := *p.Rack(p.Seat())
			for range rng.IntN(rack.Len()) {
				tiles := rack.AppendTiles(nil)
				rack.Remove(tiles[rng.IntN(len(tiles))])
			}
			letters := rack.Mask()
			if rack.Count(tile.Blank) > 0 {
				letters = rules.TileSet.Alphabet.All()
			}
			before := byLane(t, g, &rack)
			all := g.Plays(nil, p.Rack(p.Seat()))
			all = append(all, Scored{})
			g.Play(all[rng.IntN(len(all))].Move)
			lanes := g.Changed(letters)
			after := byLane(t, g, &rack)
			for l := range g.Lanes() {
				same := slices.Equal(before[l], after[l])
				if lanes>>l&1 == 0 && !same {
					t.Fatalf("turn %d: lane %d changed and is not told", p.Turns(), l)
				}
				if lanes>>l&1 != 0 {
					told++
					if !same {
						changed++
					}
				}
			}
			g.Undo()
			for l, plays := range byLane(t, g, &rack) {
				if !slices.Equal(before[l], plays) {
					t.Fatalf("turn %d: lane %d is not as it was", p.Turns(), l)
				}
			}
		})
		if changed == 0 || told > 10*changed {
			t.Errorf("%s: %d lanes told, %d changed", board, told, changed)
		}
	}
}

// byLane is the plays of each lane by itself.
func byLane(t *testing.T, g *Generator, rack *tile.Rack) [][]Scored {
	lanes := make([][]Scored, g.Lanes())
	var all []Scored
	for l := range lanes {
		lanes[l] = g.PlaysIn(nil, rack, 1<<l)
		for _, m := range lanes[l] {
			if at, _ := g.place(m.Dir, int(m.Row), int(m.Col)); at != l {
				t.Fatalf("a play of lane %d in lane %d", at, l)
			}
		}
		all = append(all, lanes[l]...)
	}
	if !slices.Equal(all, g.Plays(nil, rack)) || !slices.Equal(all, g.PlaysIn(nil, rack, 1<<g.Lanes()-1)) {
		t.Fatal("the plays of the lanes are not those of the board")
	}
	return lanes
}
