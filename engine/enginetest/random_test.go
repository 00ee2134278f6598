package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func TestRandomPositionIsWhatWasAsked(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		r := rules(t, board)
		blanks := r.TileSet.Counts()
		rng := rand.New(rand.NewPCG(3, 4))
		d := openList().Sample(rng, 3000)
		for stage := Opening; stage <= EmptyBag; stage++ {
			for rackLen := 0; rackLen <= r.RackSize; rackLen += 1 + rng.IntN(2) {
				o := Options{Stage: stage, RackLen: rackLen, Blanks: min(rng.IntN(rackLen+1), blanks.Count(tile.Blank))}
				seed := rng.Uint64()
				p := RandomPosition(rand.New(rand.NewPCG(seed, 0)), r, d, o)
				again := RandomPosition(rand.New(rand.NewPCG(seed, 0)), r, d, o)
				line := string(notation.AppendCGP(nil, p))
				if line != string(notation.AppendCGP(nil, again)) {
					t.Fatalf("%+v: one seed, two positions", o)
				}
				bag := p.BagLen()
				right := map[Stage]bool{
					Opening:  p.Board().Laid() == 0,
					Middle:   p.Board().Laid() > 0 && bag >= r.RackSize,
					SmallBag: 0 < bag && bag < r.RackSize,
					EmptyBag: bag == 0,
				}
				rack := p.Rack(p.Seat())
				if !right[stage] || rackLen > 0 && (rack.Len() != rackLen || rack.Count(tile.Blank) != o.Blanks) {
					t.Errorf("%+v: %s, bag %d", o, line, bag)
				}
				if stage == Opening && bag+r.RackSize+rack.Len() != r.TileSet.Len() {
					t.Errorf("%+v: tiles are missing from %s", o, line)
				}
			}
		}
	}
}

func TestWalkReachesTheEnd(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		r := rules(t, board)
		rng := rand.New(rand.NewPCG(5, 6))
		n := 0
		var last *engine.Position
		for p := range Walk(rng, r, openList().Sample(rng, 3000)) {
			if n++; n > 1 && p.Board().Laid() <= last.Board().Laid() {
				t.Fatalf("no tile was laid between %s and %s", notation.AppendCGP(nil, last), notation.AppendCGP(nil, p))
			}
			last = p
		}
		if last.BagLen() != 0 || n < 15 {
			t.Errorf("%s: %d positions, %d tiles in the bag", board, n, last.BagLen())
		}
	}
}

func TestSwapRack(t *testing.T) {
	r := rules(t, "standard")
	c, err := notation.ParseCGP("15/15/15/15/15/15/15/6CaT6/7qI6/15/15/15/15/15/15 EEE/ 10/20 2", r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(r, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ rack, board string }{
		{"ABC", "6CaT6/7qI6"},
		{"?E", "6CAT6/7qI6"},      // the first blank that can be spared
		{"?QQ", ""},               // there is one Q
		{"?Q", "6CAT6/7qI6"},      // the Q stays with the rack
		{"??Q", ""},               // and so does the second blank
		{"??E", "6CAT6/7QI6"},     // both
		{"EEEEEEE", "6CaT6/7qI6"}, // all fit
	} {
		rack := mustRack(t, c.rack)
		q, err := SwapRack(p, rack, 7)
		if (err != nil) != (c.board == "") {
			t.Errorf("%s: error %v", c.rack, err)
		}
		if err != nil {
			continue
		}
		want := "15/15/15/15/15/15/15/" + c.board + "/15/15/15/15/15/15"
		if got := string(notation.AppendBoard(nil, tile.English(), q.Board())); got != want || *q.Rack(0) != rack || q.Score(1) != 20 || q.Scoreless() != 2 {
			t.Errorf("%s: %s", c.rack, notation.AppendCGP(nil, q))
		}
		if q.Rack(1).Len() != 7 {
			t.Errorf("%s: the other seat has %d tiles", c.rack, q.Rack(1).Len())
		}
	}
}

func TestEndgames(t *testing.T) {
	games := Endgames()
	if len(games) != 90 {
		t.Fatalf("%d endgames", len(games))
	}
	for _, e := range games {
		p := e.Position()
		if p.BagLen() != 0 || p.Spread(0)+e.Value != e.FinalSpread {
			t.Errorf("%s: bag %d, spread %d, value %d, final %d", e.CGP, p.BagLen(), p.Spread(0), e.Value, e.FinalSpread)
		}
		if e.Best != "pass" && e.Best != "(Pass)" {
			m, err := notation.ParseMove(e.Best, p)
			if err != nil {
				t.Error(err)
			} else if !slices.ContainsFunc(openList().Plays(p), func(s Scored) bool { return s.Move == m }) {
				t.Errorf("%s: %s is not among the plays", e.CGP, e.Best)
			}
		}
	}
}

// BenchmarkPlays measures the oracle, to size tests by.
func BenchmarkPlays(b *testing.B) {
	for _, board := range []string{"standard", "super"} {
		for _, words := range []int{3000, 300000} {
			b.Run(fmt.Sprintf("%s/words=%d", board, words), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(7, 8))
				d := openList().Sample(rng, words)
				var ps []*engine.Position
				for p := range Walk(rng, rules(b, board), d.Sample(rng, 3000)) {
					ps = append(ps, p)
				}
				for i := 0; b.Loop(); i++ {
					d.Plays(ps[i%len(ps)])
				}
			})
		}
	}
}
