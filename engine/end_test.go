package engine_test

import (
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// endPosition is late in a game that has no other tiles than those on the
// board, in the bag and on the racks.
func endPosition(t *testing.T, r *engine.Rules, rows, bag string, racks ...string) *engine.Position {
	t.Helper()
	tight := *r
	tight.Seats = len(racks)
	c, err := notation.ParseCGP(line(r, rows)+" "+strings.Join(racks, "/"), &tight)
	if err != nil {
		t.Fatal(err)
	}
	all := c.Setup.Board.Tiles()
	for _, s := range append(racks, bag) {
		rack := mustRack(t, s)
		all.AddAll(&rack)
	}
	kinds := r.TileSet.Rows()
	for i := range kinds {
		kinds[i].Count = all.Count(tile.Tile(i))
	}
	if tight.TileSet, err = tile.NewSet("tight", kinds); err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(&tight, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wantEnd(t *testing.T, p *engine.Position, why engine.EndReason, scores, settled []int32) {
	t.Helper()
	if p.End() != why {
		t.Fatalf("the end is %v, want %v", p.End(), why)
	}
	for seat := range p.Rules().Seats {
		if p.Score(seat) != scores[seat] || p.Settled(seat) != settled[seat] {
			t.Errorf("seat %d has %d, of which racks %d, want %d and %d", seat, p.Score(seat), p.Settled(seat), scores[seat], settled[seat])
		}
	}
}

// CATS is 6 points; QI is worth 11 on a rack, ZA 11, E 1.
func TestGoingOut(t *testing.T) {
	for _, c := range []struct {
		end    engine.EndScoring
		racks  []string
		scores []int32
	}{
		{engine.EndBox, []string{"S", "QI"}, []int32{6 + 11, -11}},
		{engine.EndDouble, []string{"S", "QI"}, []int32{6 + 22, 0}},
		{engine.EndDeduct, []string{"S", "QI"}, []int32{6, -11}},
		{engine.EndBox, []string{"S", "QI", "ZA"}, []int32{6 + 22, -11, -11}},
		{engine.EndDouble, []string{"S", "QI", "ZA"}, []int32{6 + 44, 0, 0}},
		{engine.EndDeduct, []string{"S", "QI", "ZA"}, []int32{6, -11, -11}},
		{engine.EndBox, []string{"S", "QI", "ZA", "E"}, []int32{6 + 23, -11, -11, -1}},
		{engine.EndDouble, []string{"S", "QI", "ZA", "E"}, []int32{6 + 46, 0, 0, 0}},
		{engine.EndDeduct, []string{"S", "QI", "ZA", "E"}, []int32{6, -11, -11, -1}},
		{engine.EndBox, []string{"S", "??"}, []int32{6, 0}}, // blanks are worth nothing
	} {
		r := mustRules(t, "standard", func(r *engine.Rules) { r.EndScoring = c.end })
		// Any seat may be the one that goes out: the others pass until it does.
		for out := range c.racks {
			n := len(c.racks)
			racks, scores, settled := make([]string, n), make([]int32, n), make([]int32, n)
			for i := range c.racks {
				seat := (out + i) % n
				racks[seat], scores[seat], settled[seat] = c.racks[i], c.scores[i], c.scores[i]
			}
			settled[out] -= 6
			p := endPosition(t, r, "8:6CAT6", "", racks...)
			for range out {
				p.Play(engine.Move{})
			}
			p.Play(mustMove(t, p, "8G ...S"))
			wantEnd(t, p, engine.EndOut, scores, settled)
			if p.Winners() != 1<<out {
				t.Errorf("winners %b", p.Winners())
			}
			p.Undo()
			wantEnd(t, p, engine.EndNone, make([]int32, n), make([]int32, n))
		}
	}
}

// A rack that is empty for a moment ends nothing while there are tiles to draw.
func TestGoingOutNeedsAnEmptyBag(t *testing.T) {
	p := endPosition(t, mustRules(t, "standard"), "8:6CAT6", "E", "S", "QI")
	p.Play(mustMove(t, p, "8G ...S"))
	if p.End() != engine.EndNone || p.BagLen() != 0 || p.Rack(0).Len() != 1 {
		t.Fatalf("end %v, bag %d, rack %d", p.End(), p.BagLen(), p.Rack(0).Len())
	}
	p.Play(engine.Move{})
	p.Play(mustMove(t, p, "J8 .E")) // SE down, 2 points
	wantEnd(t, p, engine.EndOut, []int32{8 + 11, -11}, []int32{11, -11})
}

// The racks are settled as they are after the last draw.
func TestLastDrawsCount(t *testing.T) {
	// Seat 0 takes the last two tiles; then seat 1 goes out.
	p := endPosition(t, mustRules(t, "standard"), "8:6CAT6", "ZZ", "QIIIIIS", "E")
	p.Play(mustMove(t, p, "8G ...S"))
	if p.BagLen() != 1 {
		t.Fatalf("bag %d", p.BagLen())
	}
	p.Play(engine.Move{})
	p.Play(mustMove(t, p, "J8 .I")) // SI down: 2, and draws the other Z
	p.Play(mustMove(t, p, "8G ....E"))
	// CATSE is 7. Seat 0 holds Q I I I I Z Z: 10+4+20 = 34.
	wantEnd(t, p, engine.EndOut, []int32{6 + 2 - 34, 7 + 34}, []int32{-34, 34})
}

func TestScorelessTurnsEndTheGame(t *testing.T) {
	for _, c := range []struct{ seats, set, limit int }{
		{2, 0, 6}, {3, 0, 9}, {4, 0, 12}, {2, 4, 4}, {4, 1, 1},
	} {
		r := mustRules(t, "super", seats(c.seats), func(r *engine.Rules) { r.MaxScorelessTurns = c.set })
		if r.ScorelessLimit() != c.limit {
			t.Errorf("%+v: the limit is %d", c, r.ScorelessLimit())
		}
		p := engine.NewGame(r, fullBag(r, 1), 1)
		for i := range c.limit {
			if p.End() != engine.EndNone || p.Scoreless() != i {
				t.Fatalf("%+v: after %d passes: end %v, count %d", c, i, p.End(), p.Scoreless())
			}
			p.Play(engine.Move{})
		}
		// The board is empty, and all lose what they hold: once.
		var want []int32
		for seat := range c.seats {
			want = append(want, -r.TileSet.RackPoints(p.Rack(seat)))
		}
		wantEnd(t, p, engine.EndScoreless, want, want)
	}
}

// The penalty is for the rack after the last exchange, and comes once.
func TestScorelessPenaltyAfterAnExchange(t *testing.T) {
	r := mustRules(t, "standard")
	p := engine.NewGame(r, fullBag(r, 5), 1)
	for range 5 {
		p.Play(engine.Move{})
	}
	before := *p.Rack(1)
	p.Play(engine.NewExchange(before.AppendTiles(nil)...))
	if r.TileSet.RackPoints(p.Rack(1)) == r.TileSet.RackPoints(&before) {
		t.Fatal("another seed: both racks are worth the same")
	}
	want := []int32{-r.TileSet.RackPoints(p.Rack(0)), -r.TileSet.RackPoints(p.Rack(1))}
	wantEnd(t, p, engine.EndScoreless, want, want)
	checkTiles(t, p)
	p.Undo()
	p.Play(engine.Move{})
	wantEnd(t, p, engine.EndScoreless, []int32{want[0], -r.TileSet.RackPoints(&before)}, []int32{want[0], -r.TileSet.RackPoints(&before)})
}

func TestPlayResetsTheScorelessCount(t *testing.T) {
	p := mustPosition(t, mustRules(t, "standard"), "8:6CAT6", "SEEEEEE/ 0/0 5")
	p.Play(mustMove(t, p, "8G ...S"))
	if p.Scoreless() != 0 {
		t.Fatalf("count %d after a play", p.Scoreless())
	}
	for range 5 {
		p.Play(engine.Move{})
	}
	if p.End() != engine.EndNone || p.Scoreless() != 5 {
		t.Fatalf("end %v, count %d", p.End(), p.Scoreless())
	}
	p.Play(engine.Move{})
	if p.End() != engine.EndScoreless {
		t.Errorf("passing for ever: %v", p.End())
	}
}

// A play of blanks beside blanks scores 0. Whether it resets is a rule.
func TestZeroPlayResets(t *testing.T) {
	for _, c := range []struct {
		resets bool
		before string
		after  int
		end    engine.EndReason
	}{
		{true, "5", 0, engine.EndNone},
		{false, "4", 5, engine.EndNone},
		{false, "5", 6, engine.EndScoreless},
	} {
		r := mustRules(t, "super", func(r *engine.Rules) { r.ZeroPlayResets = c.resets })
		p := mustPosition(t, r, "11:9a11", "???/ 0/0 "+c.before)
		if score := p.Play(mustMove(t, p, "11I c.t")); score != 0 {
			t.Fatalf("it scores %d", score)
		}
		if p.Scoreless() != c.after || p.End() != c.end {
			t.Errorf("%+v: count %d, end %v", c, p.Scoreless(), p.End())
		}
	}
	// One point is no zero.
	r := mustRules(t, "super", func(r *engine.Rules) { r.ZeroPlayResets = false })
	p := mustPosition(t, r, "11:9A11", "???/ 0/0 5")
	if p.Play(mustMove(t, p, "11I c.t")); p.Scoreless() != 0 {
		t.Errorf("count %d", p.Scoreless())
	}
}

func TestEndByPasses(t *testing.T) {
	for n := 2; n <= 4; n++ {
		r := mustRules(t, "standard", seats(n), func(r *engine.Rules) { r.EndByPasses, r.MaxScorelessTurns = 2, 100 })
		p := engine.NewGame(r, fullBag(r, 1), 1)
		for range 2*n - 1 {
			p.Play(engine.Move{})
		}
		p.Play(engine.NewExchange(p.Rack(p.Seat()).AppendTiles(nil)[0])) // breaks the row of passes
		for range 2*n - 1 {
			p.Play(engine.Move{})
		}
		if p.End() != engine.EndNone {
			t.Fatalf("%d seats: ended by %v", n, p.End())
		}
		p.Play(engine.Move{})
		var want []int32
		for seat := range n {
			want = append(want, -r.TileSet.RackPoints(p.Rack(seat)))
		}
		wantEnd(t, p, engine.EndPasses, want, want)
	}
	// It is off by default.
	r := mustRules(t, "standard")
	p := engine.NewGame(r, fullBag(r, 1), 1)
	for range 5 {
		p.Play(engine.Move{})
	}
	if p.End() != engine.EndNone {
		t.Errorf("ended by %v", p.End())
	}
}

func TestEndStuck(t *testing.T) {
	r := mustRules(t, "standard", func(r *engine.Rules) { r.EndWhenStuck = true })
	p := endPosition(t, r, "8:6CAT6", "E", "SQ", "VV")
	p.EndStuck() // there is a tile in the bag: not stuck
	if p.End() != engine.EndNone {
		t.Fatal("stuck with a tile in the bag")
	}
	p.Play(mustMove(t, p, "8G ...S")) // draws the E
	p.EndStuck()
	wantEnd(t, p, engine.EndStuck, []int32{6 - 11, -8}, []int32{-11, -8})
	p.EndStuck() // once is enough
	wantEnd(t, p, engine.EndStuck, []int32{6 - 11, -8}, []int32{-11, -8})
	p.Undo()
	wantEnd(t, p, engine.EndNone, []int32{0, 0}, []int32{0, 0})

	// It comes to the same as passing it out.
	q := endPosition(t, mustRules(t, "standard"), "8:6CAT6", "E", "SQ", "VV")
	q.Play(mustMove(t, q, "8G ...S"))
	for q.End() == engine.EndNone {
		q.Play(engine.Move{})
	}
	wantEnd(t, q, engine.EndScoreless, []int32{6 - 11, -8}, []int32{-11, -8})
}

func TestForfeit(t *testing.T) {
	r := mustRules(t, "standard")
	p := endPosition(t, r, "8:6CAT6", "E", "SQ", "VV")
	p.Play(mustMove(t, p, "8G ...S")) // and so the first seat leads
	p.Play(engine.Move{})
	if p.Winners() != 0b01 {
		t.Errorf("winners %b", p.Winners())
	}
	p.Forfeit()
	wantEnd(t, p, engine.EndForfeit, []int32{6, 0}, []int32{0, 0})
	if p.Winners() != 0b10 || p.Check(&engine.Move{}) == nil {
		t.Errorf("winners %b", p.Winners())
	}
	p.Undo()
	wantEnd(t, p, engine.EndNone, []int32{6, 0}, []int32{0, 0})

	// A game that is over cannot be lost any more.
	for p.End() == engine.EndNone {
		p.Play(engine.Move{})
	}
	p.Forfeit()
	wantEnd(t, p, engine.EndScoreless, []int32{6 - 11, -8}, []int32{-11, -8})
}

// CATS scores 6, and the racks move points: QI and ZA 11 each, E 1.
func TestTieBreak(t *testing.T) {
	for _, c := range []struct {
		racks        []string
		scores       string
		draw, before uint8 // the winners under the two rules
	}{
		// 100+6+11 = 117 = 128-11; before the racks 106 and 128.
		{[]string{"S", "QI"}, "100/128", 0b11, 0b10},
		// 120+6+11 = 137; 130-11: one winner either way.
		{[]string{"S", "QI"}, "120/130", 0b01, 0b01},
		// The racks hold nothing: equal before and after.
		{[]string{"S", "??"}, "100/106", 0b11, 0b11},
		// 100+6+22 = 128 = 139-11 = 139-11; before 106, 139 and 139.
		{[]string{"S", "QI", "ZA"}, "100/139/139", 0b111, 0b110},
		// 128, 139-11 and 120-11.
		{[]string{"S", "QI", "ZA"}, "100/139/120", 0b011, 0b010},
		// 100+6+23 = 129 = 140-11 = 130-1, and 100-11: before 106, 140, -, 130.
		{[]string{"S", "QI", "ZA", "E"}, "100/140/100/130", 0b1011, 0b0010},
	} {
		for rule, want := range map[engine.TieBreak]uint8{engine.TieDraw: c.draw, engine.TieBeforeRacks: c.before} {
			r := mustRules(t, "standard", seats(len(c.racks)), func(r *engine.Rules) { r.TieBreak = rule })
			p := endPosition(t, r, "8:6CAT6", "", c.racks...)
			cgp, err := notation.ParseCGP(line(r, "8:6CAT6")+" "+strings.Join(c.racks, "/")+" "+c.scores, p.Rules())
			if err != nil {
				t.Fatal(err)
			}
			if p, err = engine.NewPosition(p.Rules(), cgp.Setup, 1); err != nil {
				t.Fatal(err)
			}
			p.Play(mustMove(t, p, "8G ...S"))
			if got := p.Winners(); got != want {
				t.Errorf("%v %s, %v: winners %04b, want %04b", c.racks, c.scores, rule, got, want)
			}
		}
	}
}

// A finished game's winner with negative totals, which start below no zero.
func TestWinnerBelowZero(t *testing.T) {
	p := endPosition(t, mustRules(t, "standard"), "8:6CAT6", "", "QI", "ZAA", "E")
	for p.End() == engine.EndNone {
		p.Play(engine.Move{})
	}
	wantEnd(t, p, engine.EndScoreless, []int32{-11, -12, -1}, []int32{-11, -12, -1})
	if p.Winners() != 0b100 || p.Spread(2) != 10 || p.Spread(0) != -10 || p.Spread(1) != -11 {
		t.Errorf("winners %b, spreads %d %d %d", p.Winners(), p.Spread(0), p.Spread(1), p.Spread(2))
	}
}
