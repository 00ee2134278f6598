package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
)

func TestUnseen(t *testing.T) {
	for board, want := range map[string]int{"standard": 93, "super": 193} {
		r := mustRules(t, board)
		p := engine.NewGame(r, fullBag(r, 1), 1)
		for seat := range 2 {
			unseen := p.View(seat).Unseen()
			if unseen.Len() != want {
				t.Errorf("%s: %d tiles unseen, want %d", board, unseen.Len(), want)
			}
			unseen.AddAll(p.Rack(seat))
			if unseen != r.TileSet.Counts() {
				t.Errorf("%s: rack and unseen tiles are not the set", board)
			}
		}
	}
}

// Of an opponent's exchange a seat sees how many tiles, of its own which.
func TestViewHidesExchanges(t *testing.T) {
	r := mustRules(t, "standard", seats(3))
	p := engine.NewGame(r, fullBag(r, 1), 1)
	play, ok := randomPlay(rand.New(rand.NewPCG(1, 1)), p)
	if !ok {
		t.Fatal("no play")
	}
	score := p.Play(play)
	exchange := engine.NewExchange(p.Rack(1).AppendTiles(nil)[:3]...)
	p.Play(exchange)
	for seat := range 3 {
		v := p.View(seat)
		if got := v.Turn(0); got != (engine.Turn{Seat: 0, Move: play, Score: score}) {
			t.Errorf("seat %d sees the play as %+v", seat, got)
		}
		want := engine.Turn{Seat: 1, Move: engine.Move{Kind: engine.Exchange, N: 3}}
		if seat == 1 {
			want.Move = exchange
		}
		if got := v.Turn(1); got != want {
			t.Errorf("seat %d sees the exchange as %+v, want %+v", seat, got, want)
		}
		if v.Turns() != 2 || v.ToMove() != 2 || v.Scoreless() != 1 || v.Seat() != seat || v.RackLen(1) != 7 || v.BagLen() != p.BagLen() {
			t.Errorf("seat %d has a wrong view", seat)
		}
		if empty := engine.NewBoard(15); v.HashBefore(0) != empty.Hash() || v.HashBefore(1) != p.Board().Hash() {
			t.Errorf("seat %d sees other boards before the turns", seat)
		}
	}
}

// At any moment of random games, every seat's determinizations agree with all
// that it knows, and the tiles add up.
func TestDeterminize(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for _, board := range engine.LayoutNames() {
			r := mustRules(t, board, seats(n), func(r *engine.Rules) { r.MaxScorelessTurns = 20 })
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			p := engine.NewGame(r, fullBag(r, uint64(n)), 1)
			var dst engine.Position
			for p.End() == engine.EndNone {
				before := p.Snapshot()
				for seat := range n {
					if err := p.View(seat).Determinize(&dst, rng, nil); err != nil {
						t.Fatal(err)
					}
					checkTiles(t, &dst)
					wantSameKnown(t, p, &dst, seat)
					// The copy can be played on without the original noticing.
					for range 3 {
						if dst.End() == engine.EndNone {
							dst.Play(randomMove(rng, &dst))
						}
					}
					checkTiles(t, &dst)
				}
				wantSame(t, before, p.Snapshot())
				p.Play(randomMove(rng, p))
			}
		}
	}
}

// wantSameKnown checks that two positions are the same to a seat.
func wantSameKnown(t *testing.T, p, q *engine.Position, seat int) {
	t.Helper()
	same := *p.Board() == *q.Board() && *p.Rack(seat) == *q.Rack(seat) && p.BagLen() == q.BagLen() &&
		p.Seat() == q.Seat() && p.Scoreless() == q.Scoreless() && p.End() == q.End() && p.Rules() == q.Rules()
	for s := range p.Rules().Seats {
		same = same && p.Score(s) == q.Score(s) && p.Rack(s).Len() == q.Rack(s).Len()
	}
	if !same || q.Turns() != 0 {
		t.Fatalf("seat %d knows better: %+v and %+v", seat, p.Snapshot(), q.Snapshot())
	}
	// The seed would tell where exchanged tiles went.
	if p.Snapshot().Seed == q.Snapshot().Seed {
		t.Fatal("the seed of the deal leaked")
	}
}

// With an empty bag and two seats there is nothing to guess.
func TestDeterminizeIsExactAtTheEnd(t *testing.T) {
	p := endPosition(t, mustRules(t, "standard"), "8:6CAT6", "", "SEE", "QI?")
	rng := rand.New(rand.NewPCG(1, 1))
	var dst engine.Position
	for range 20 {
		if err := p.View(0).Determinize(&dst, rng, nil); err != nil {
			t.Fatal(err)
		}
		want, got := p.Snapshot(), dst.Snapshot()
		want.Seed, want.BagLow = got.Seed, got.BagLow // of no consequence with an empty bag
		wantSame(t, want, got)
	}
}

func TestDeterminizeGiven(t *testing.T) {
	r := mustRules(t, "standard", seats(3))
	p := engine.NewGame(r, fullBag(r, 2), 1)
	rng := rand.New(rand.NewPCG(1, 1))
	unseen := p.View(1).Unseen()
	tiles := unseen.AppendTiles(nil)
	var dst engine.Position
	for range 200 {
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		n := rng.IntN(8)
		given := []tile.Rack{tile.RackOf(tiles[:n]...), {}, tile.RackOf(tiles[n:7]...)}
		if err := p.View(1).Determinize(&dst, rng, given); err != nil {
			t.Fatal(err)
		}
		checkTiles(t, &dst)
		wantSameKnown(t, p, &dst, 1)
		if !dst.Rack(0).Contains(&given[0]) || !dst.Rack(2).Contains(&given[2]) {
			t.Fatalf("the racks %v and %v lack what was given, %v", *dst.Rack(0), *dst.Rack(2), given)
		}
	}
	// What is given for the own seat is ignored, and a short list is enough.
	if err := p.View(1).Determinize(&dst, rng, []tile.Rack{{}, tile.RackOf(26, 26)}); err != nil {
		t.Error(err)
	}
	for _, given := range [][]tile.Rack{
		{mustRack(t, "ZZ")},                          // there is one Z
		{mustRack(t, "EEEEEEEE")},                    // eight tiles
		{{}, {}, mustRack(t, "Z"), mustRack(t, "E")}, // a fourth seat
		{mustRack(t, "???")},
	} {
		err := p.View(1).Determinize(&dst, rng, given)
		if err == nil || !strings.Contains(err.Error(), "cannot hold the tiles") {
			t.Errorf("%v: error %v", given, err)
		}
		if dst.Rules() != nil {
			t.Error("a refused call leaves a position behind")
		}
	}
	if err := p.View(1).Determinize(p, rng, nil); err == nil {
		t.Error("a position was determinized into itself")
	}
}

// At any moment of random games, the hidden tiles arranged as they are make the
// position itself, but for its record and its seed, and in any other order
// they are dealt so.
func TestArrange(t *testing.T) {
	for n := 2; n <= 3; n++ {
		r := mustRules(t, "standard", seats(n), func(r *engine.Rules) { r.MaxScorelessTurns = 20 })
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		p := engine.NewGame(r, fullBag(r, uint64(n)), 1)
		var dst engine.Position
		for p.End() == engine.EndNone {
			var racks []tile.Rack
			for s := range n {
				racks = append(racks, *p.Rack(s))
			}
			for seat := range n {
				if err := p.View(seat).Arrange(&dst, racks, p.BagOrder()); err != nil {
					t.Fatal(err)
				}
				wantSameKnown(t, p, &dst, seat)
				if dst.Snapshot().Bag != p.Snapshot().Bag || *dst.Rack(n - 1 - seat) != racks[n-1-seat] {
					t.Fatalf("arranged as it is, %+v is %+v", p.Snapshot(), dst.Snapshot())
				}
				order := p.BagOrder()
				rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				if err := p.View(seat).Arrange(&dst, racks, order); err != nil || !slices.Equal(dst.BagOrder(), order) {
					t.Fatalf("order %v: %v, error %v", order, dst.BagOrder(), err)
				}
				checkTiles(t, &dst)
				if dst.End() == engine.EndNone {
					dst.Play(randomMove(rng, &dst))
					checkTiles(t, &dst)
				}
			}
			p.Play(randomMove(rng, p))
		}
	}
}

// What is arranged must be the tiles that are hidden.
func TestArrangeRefuses(t *testing.T) {
	// Unseen are A B C D E: two on the other rack and three in the bag.
	p := endPosition(t, mustRules(t, "standard"), "8:6SIT6", "ABC", "XYZ", "DE")
	var dst engine.Position
	arrange := func(rack string, bag ...tile.Tile) error {
		return p.View(0).Arrange(&dst, []tile.Rack{{}, mustRack(t, rack)}, bag)
	}
	if err := arrange("AC", 2, 5, 4); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		arrange("ACB", 5, 4), // a rack too long
		arrange("AX", 2, 5, 4),
		arrange("AC", 2, 5), // a tile too few
		arrange("AC", 2, 5, 1),
		arrange("AC", 2, 5, 4, 4),
		p.View(0).Arrange(&dst, nil, []tile.Tile{2, 5, 4}),
	} {
		if err == nil || dst.Rules() != nil {
			t.Errorf("error %v, and a position left behind: %v", err, dst.Rules() != nil)
		}
	}
	if err := p.View(0).Arrange(p, []tile.Rack{{}, mustRack(t, "AC")}, []tile.Tile{2, 5, 4}); err == nil {
		t.Error("a position was arranged into itself")
	}
	if err := arrange("AC", 2, 5, 4); err != nil {
		t.Fatal(err)
	}
	racks := []tile.Rack{{}, mustRack(t, "AB")}
	bag := []tile.Tile{3, 4, 5}
	if n := testing.AllocsPerRun(100, func() {
		if err := p.View(0).Arrange(&dst, racks, bag); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What was hidden some turns ago is dealt again, and all that was known then is
// as it was; the game goes on as if nobody had looked.
func TestDeterminizeBefore(t *testing.T) {
	for n := 2; n <= 4; n++ {
		r := mustRules(t, "standard", seats(n), func(r *engine.Rules) { r.MaxScorelessTurns = 20 })
		rng := rand.New(rand.NewPCG(uint64(n), 2))
		p := engine.NewGame(r, fullBag(r, uint64(n)), 1)
		var dst engine.Position
		looked := 0
		for p.End() == engine.EndNone {
			now := p.Snapshot()
			for seat := range n {
				for back := 1; back <= min(n, p.Turns()); back++ {
					err := p.View(seat).DeterminizeBefore(&dst, back, rng, nil)
					own := false
					for i := range back {
						own = own || p.Turn(p.Turns()-1-i).Seat == seat
					}
					if own {
						if err == nil || dst.Rules() != nil {
							t.Fatalf("seat %d looked back beyond its own turn: %v", seat, err)
						}
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					checkTiles(t, &dst)
					moves := make([]engine.Move, back)
					for i := range moves {
						moves[back-1-i] = p.Turn(p.Turns() - 1).Move
						p.Undo()
					}
					wantSameKnown(t, p, &dst, seat)
					looked++
					for _, m := range moves {
						p.Play(m)
					}
				}
			}
			wantSame(t, now, p.Snapshot())
			p.Play(randomMove(rng, p))
		}
		if looked < 20 {
			t.Errorf("%d seats: looked back %d times", n, looked)
		}
		if err := p.View(0).DeterminizeBefore(&dst, p.Turns()+1, rng, nil); err == nil {
			t.Error("looked back beyond the start")
		}
	}
}

// Every unseen tile is as likely on the other rack, and at every place of the
// bag.
func TestDeterminizeIsUniform(t *testing.T) {
	// Unseen are A B C D E: two on the other rack and three in the bag.
	p := endPosition(t, mustRules(t, "standard"), "8:6SIT6", "ABC", "XYZ", "DE")
	rng := rand.New(rand.NewPCG(3, 3))
	var dst engine.Position
	rack, first, last := make([]int, 5), make([]int, 5), make([]int, 5)
	pairs := map[tile.Rack]int{}
	for range 20_000 {
		if err := p.View(0).Determinize(&dst, rng, nil); err != nil {
			t.Fatal(err)
		}
		bag := dst.BagOrder()
		first[bag[0]-1]++
		last[bag[2]-1]++
		for _, tl := range dst.Rack(1).AppendTiles(nil) {
			rack[tl-1]++
		}
		pairs[*dst.Rack(1)]++
	}
	for name, counts := range map[string][]int{"rack": rack, "first": first, "last": last} {
		if x := chiSquare(counts); x > criticalValue(4) {
			t.Errorf("%s: chi-square %.1f, counts %v", name, x, counts)
		}
	}
	var list []int
	for _, n := range pairs {
		list = append(list, n)
	}
	if x := chiSquare(list); len(list) != 10 || x > criticalValue(9) {
		t.Errorf("%d pairs, chi-square %.1f", len(list), x)
	}
}

func TestDeterminizeDoesNotAllocate(t *testing.T) {
	r := mustRules(t, "super", seats(3))
	p := engine.NewGame(r, fullBag(r, 2), 1)
	rng := rand.New(rand.NewPCG(1, 1))
	unseen := p.View(0).Unseen()
	given := []tile.Rack{{}, tile.RackOf(unseen.AppendTiles(nil)[:5]...)}
	var dst engine.Position
	if n := testing.AllocsPerRun(100, func() {
		if err := p.View(0).Determinize(&dst, rng, given); err != nil {
			t.Fatal(err)
		}
		dst.Play(engine.Move{})
		dst.Undo()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
