package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// wantSame compares two positions to the order of the bag.
func wantSame(t *testing.T, want, got engine.Snapshot) {
	t.Helper()
	if want != got {
		t.Fatalf("%d and %d turns into a game:\n%s", want.Turns, got.Turns,
			cmp.Diff(want, got, cmp.AllowUnexported(engine.Board{}, tile.Rack{})))
	}
}

// Random games on both boards with 2 to 4 seats: every move taken back gives
// the position before it, to the order of the bag, and made again the one
// after it.
func TestUndo(t *testing.T) {
	for _, board := range engine.LayoutNames() {
		for n := 2; n <= engine.MaxSeats; n++ {
			t.Run(fmt.Sprintf("%s/%d", board, n), func(t *testing.T) {
				for seed := range uint64(40) {
					r := mustRules(t, board, seats(n), func(r *engine.Rules) {
						// Some games under the looser rules, and none cut short by passes.
						r.MinBagToExchange, r.MaxScorelessTurns = 1+6*int(seed%2), 20
						r.EndScoring = engine.EndScoring(seed % 3)
					})
					undoGame(t, r, seed)
				}
			})
		}
	}
}

func undoGame(t *testing.T, r *engine.Rules, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := engine.NewGame(r, fullBag(r, seed), seed)
	checkTiles(t, p)
	past := []engine.Snapshot{p.Snapshot()}
	var moves []engine.Move
	for over := false; !over; {
		m := randomMove(rng, p)
		if err := p.Check(&m); err != nil {
			t.Fatal(err)
		}
		p.Play(m)
		checkTiles(t, p)
		moves, past = append(moves, m), append(past, p.Snapshot())
		over = p.End() != engine.EndNone
		if back := 1 + rng.IntN(len(moves)); over || rng.IntN(8) == 0 {
			if over {
				back = len(moves)
			}
			for range back {
				p.Undo()
				wantSame(t, past[p.Turns()], p.Snapshot())
			}
			for range back {
				i := p.Turns()
				p.PlayScored(moves[i], past[i+1].LastTurn.Score)
				wantSame(t, past[i+1], p.Snapshot())
			}
		}
	}
	if len(moves) < 15 {
		t.Errorf("seed %d: a game of %d turns tells little", seed, len(moves))
	}
}

// There is no limit to turns: a table sized for 100 of them is too small.
func TestManyTurns(t *testing.T) {
	r := mustRules(t, "super", func(r *engine.Rules) { r.MaxScorelessTurns = 1000 })
	p := engine.NewGame(r, fullBag(r, 1), 1)
	start := p.Snapshot()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 999 {
		m := engine.Move{}
		if tiles := p.Rack(p.Seat()).AppendTiles(nil); rng.IntN(2) == 0 {
			m = engine.NewExchange(tiles[:1+rng.IntN(7)]...)
		}
		p.Play(m)
	}
	checkTiles(t, p)
	if p.End() != engine.EndNone || p.Turns() != 999 {
		t.Fatalf("%v after %d turns", p.End(), p.Turns())
	}
	for p.Turns() > 0 {
		p.Undo()
	}
	wantSame(t, start, p.Snapshot())
}

// With two seats, each draws the same tiles for as long as it plays the same
// number of them, whatever the other does.
func TestPairedDraws(t *testing.T) {
	r := mustRules(t, "super")
	order := fullBag(r, 9)
	// play returns what each seat holds at first and draws after.
	play := func(seed uint64) (opening [2]tile.Rack, drawn [2][]tile.Tile) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := engine.NewGame(r, order, 1)
		opening = [2]tile.Rack{*p.Rack(0), *p.Rack(1)}
		for p.End() == engine.EndNone && p.BagLen() > 0 {
			m, ok := randomPlay(rng, p)
			if !ok {
				m = engine.Move{}
			}
			seat := p.Seat()
			p.Play(m)
			drawn[seat] = append(drawn[seat], p.Drawn(p.Turns()-1)...)
		}
		return opening, drawn
	}
	opening, drawn := play(1)
	front, back := tile.RackOf(order[:7]...), tile.RackOf(order[len(order)-7:]...)
	if opening[0] != front || opening[1] != back {
		t.Error("the first seat draws from the front of the order and the second from its back")
	}
	for seed := range uint64(10) {
		again, others := play(seed + 2)
		if again != opening {
			t.Error("the opening racks differ")
		}
		for seat := range 2 {
			n := min(len(drawn[seat]), len(others[seat]))
			if n < 20 || !slices.Equal(drawn[seat][:n], others[seat][:n]) {
				t.Errorf("seat %d drew %v and %v", seat, drawn[seat], others[seat])
			}
		}
	}
}

// The first draw of an exchange is matched too: it comes before anything goes
// back.
func TestExchangeDrawsFirst(t *testing.T) {
	for n := 2; n <= 4; n++ {
		r := mustRules(t, "standard", seats(n))
		order := fullBag(r, 3)
		for seat := range n {
			p := engine.NewGame(r, order, 1)
			for range seat {
				p.Play(engine.Move{})
			}
			bag := p.BagOrder()
			want := slices.Clone(bag[:7])
			if n == 2 && seat == 1 {
				want = slices.Clone(bag[len(bag)-7:])
				slices.Reverse(want)
			}
			old := *p.Rack(seat)
			p.Play(engine.NewExchange(old.AppendTiles(nil)...))
			if got := p.Drawn(p.Turns() - 1); !slices.Equal(got, want) || *p.Rack(seat) != tile.RackOf(want...) {
				t.Errorf("%d seats, seat %d drew %v, want %v", n, seat, got, want)
			}
			left := tile.RackOf(bag...)
			gone := tile.RackOf(want...)
			left.RemoveAll(&gone)
			left.AddAll(&old)
			if got := tile.RackOf(p.BagOrder()...); got != left {
				t.Errorf("%d seats, seat %d: the bag holds %v", n, seat, got)
			}
		}
	}
}

// withOneZ is an order of the bag whose only Z is on the opening rack of a
// seat, so that it can be followed.
func withOneZ(r *engine.Rules, seat int) []tile.Tile {
	order := fullBag(r, 4)
	z := slices.Index(order, 26)
	order[0], order[z] = order[z], order[0]
	if seat == 1 {
		slices.Reverse(order)
	}
	return order
}

// A returned tile goes back at any place of the bag.
func TestExchangedTilesGoAnywhere(t *testing.T) {
	r := mustRules(t, "standard")
	for seat := range 2 {
		order := withOneZ(r, seat)
		counts := make([]int, 86)
		for seed := range uint64(8600) {
			p := engine.NewGame(r, order, seed)
			if seat == 1 {
				p.Play(engine.Move{})
			}
			p.Play(engine.NewExchange(26))
			counts[slices.Index(p.BagOrder(), 26)]++
		}
		if x := chiSquare(counts); x > criticalValue(85) {
			t.Errorf("seat %d: chi-square %.1f, counts %v", seat, x, counts)
		}
	}
}

// The place is drawn from the seed, the seat and how many exchanges the seat
// has made: what the other seat does changes nothing.
func TestExchangePlace(t *testing.T) {
	r := mustRules(t, "standard")
	order := withOneZ(r, 0)
	place := func(seed uint64, before ...engine.Move) int {
		p := engine.NewGame(r, order, seed)
		for _, m := range before {
			if m.Kind == engine.Exchange {
				tiles := p.Rack(p.Seat()).AppendTiles(nil)
				m = engine.NewExchange(tiles[0]) // never the Z, which comes last
			}
			p.Play(m)
		}
		p.Play(engine.NewExchange(26))
		return slices.Index(p.BagOrder(), 26)
	}
	pass, exchange := engine.Move{}, engine.Move{Kind: engine.Exchange}
	same := 0
	for seed := range uint64(100) {
		first := place(seed)
		if place(seed, pass, pass) != first || place(seed, pass, exchange) != first {
			t.Errorf("seed %d: the place depends on what the other seat did", seed)
		}
		if place(seed, exchange, pass) == first {
			same++
		}
	}
	if same > 10 { // one in 86 by chance
		t.Errorf("%d of 100 second exchanges go where the first would have gone", same)
	}
}

// Moves depend on the seed of the deal: the same game twice is the same.
func TestSameSeedSameGame(t *testing.T) {
	r := mustRules(t, "standard")
	play := func(p *engine.Position) engine.Snapshot {
		rng := rand.New(rand.NewPCG(5, 5))
		for range 30 {
			if p.End() != engine.EndNone {
				break
			}
			p.Play(randomMove(rng, p))
		}
		return p.Snapshot()
	}
	p := engine.NewGame(r, fullBag(r, 1), 1)
	first := play(p)
	// Deal uses the same memory again, and nothing of the old game shows.
	p.Deal(r, fullBag(r, 1), 1)
	wantSame(t, first, play(p))
}

func TestDealDoesNotAllocate(t *testing.T) {
	r := mustRules(t, "super")
	order := fullBag(r, 1)
	p := engine.NewGame(r, order, 1)
	exchange := engine.NewExchange(p.Rack(0).AppendTiles(nil)...)
	if n := testing.AllocsPerRun(100, func() {
		p.Deal(r, order, 1)
		p.Play(exchange)
		p.Play(engine.Move{})
		p.Undo()
		p.Undo()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What smaller games never had: four blanks, both Q, eight E, a word across
// the whole board, totals in the thousands.
func TestBigNumbers(t *testing.T) {
	r := mustRules(t, "super")
	p := mustPosition(t, r, "1:1LECTRO1NCEPH1LOGRAP1", "????QQZ/EEEEEEE 2500/31 0")
	start := p.Snapshot()
	if p.Spread(0) != 2469 || p.Spread(1) != -2469 {
		t.Errorf("spreads %d and %d", p.Spread(0), p.Spread(1))
	}
	if n := p.Play(mustMove(t, p, "1A e......e.....a......h")); n != 29*144 {
		t.Errorf("%d points", n)
	}
	checkTiles(t, p)
	p.Play(mustMove(t, p, "A1 .EEEEEEE"))
	checkTiles(t, p)
	if got := string(notation.AppendBoard(nil, tile.English(), p.Board())); !strings.HasPrefix(got, "eLECTROeNCEPHaLOGRAPh/E20/") {
		t.Error(got)
	}
	if p.Board().Hash() != p.View(0).BoardHash() || p.Rack(0).Count(17) != 2 {
		t.Error("hash or rack is wrong")
	}
	p.Undo()
	p.Undo()
	wantSame(t, start, p.Snapshot())
}

// A board may have 24 rows, and then a word 24 letters.
func TestLargestBoard(t *testing.T) {
	layout, err := engine.ReadLayout(strings.NewReader(strings.Repeat(strings.Repeat("'", 24)+"\n", 24)), "large")
	if err != nil {
		t.Fatal(err)
	}
	r := mustRules(t, "super", func(r *engine.Rules) { r.Layout = layout })
	for _, at := range []string{"13A", "M1"} {
		b := engine.NewBoard(24)
		row, col, dir, err := engine.ParseCoordinate(at)
		if err != nil {
			t.Fatal(err)
		}
		dr, dc := dir.Step()
		for i := 1; i < 23; i++ {
			b.Put(row+i*dr, col+i*dc, 5)
		}
		p, err := engine.NewPosition(r, engine.Setup{Board: b, Racks: []tile.Rack{mustRack(t, "AT")}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		start := p.Snapshot()
		m := mustMove(t, p, at+" A......................T")
		if n := p.Play(m); n != 22+4 {
			t.Errorf("%s: %d points", at, n)
		}
		checkTiles(t, p)
		p.Undo()
		wantSame(t, start, p.Snapshot())
	}
}
