package rollout

import (
	"math/rand/v2"
	"testing"

	"quadword/agents/leave"
	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// world is a game that samples are played in.
type world struct {
	rules *engine.Rules
	lex   *lexicon.Lexicon
	eval  *movegen.Evaluation
}

func newWorld(t testing.TB, board string, seats int) *world {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatal(board)
	}
	rules.Seats = seats
	lex, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := leave.Synthetic(rules.TileSet)
	return &world{&rules, lex, &movegen.Evaluation{Leaves: table.Values(), Ranking: table.Ranking()}}
}

func (w *world) generator(t testing.TB) *movegen.Generator {
	t.Helper()
	g, err := movegen.New(w.rules, w.lex)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// position is a game some turns in.
func (w *world) position(t testing.TB, seed uint64, turns int) *engine.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	counts := w.rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	p, g := engine.NewGame(w.rules, order, seed), w.generator(t)
	for range turns {
		if p.End() != engine.EndNone {
			break
		}
		m := g.Best(nil, p.View(p.Seat()), w.eval, 1)[0]
		p.PlayScored(m.Move, m.Score)
	}
	return p
}

// TestRollerTwin: a sample is what its hidden tiles and the best of all moves,
// by a generator that keeps nothing, make of it; on both boards, with 2 to 4
// seats, and whether the bag lasts or not.
func TestRollerTwin(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		for seats := 2; seats <= 4; seats++ {
			w := newWorld(t, board, seats)
			var win *winprob.Table
			if seats == 2 {
				win, _ = winprob.Builtin(board)
			}
			g := w.generator(t)
			for _, turns := range []int{0, 6, 15, 19, 22} {
				p := w.position(t, uint64(turns), turns)
				if p.End() != engine.EndNone {
					continue
				}
				v := p.View(p.Seat())
				for _, plies := range []int{ToEnd, 1, 2, 3} {
					r := NewRoller(g, Plan{Policy: w.eval, Plies: plies, Win: win})
					for _, m := range g.Best(nil, v, w.eval, 3) {
						r.Begin(v, 7, nil)
						for i := range 2 {
							got, want := r.Sample(&m, i), w.twin(t, r, v, &m, i, plies, win)
							if got != want {
								t.Fatalf("%s, %d seats, turn %d, %d plies, sample %d: %+v, expected %+v", board, seats, turns, plies, i, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// twin plays a sample the slow way: a new position, new generators, every move
// of every rack.
func (w *world) twin(t *testing.T, r *Roller, v engine.View, m *movegen.Valued, i, plies int, win *winprob.Table) Outcome {
	t.Helper()
	r.deal(i) // the hidden tiles
	p := &engine.Position{}
	if err := v.Determinize(p, rand.New(rand.NewPCG(r.seed, uint64(i))), nil); err != nil {
		t.Fatal(err)
	}
	for s := range w.rules.Seats {
		if *p.Rack(s) != *r.position.Rack(s) {
			t.Fatal("other hidden tiles")
		}
	}
	own := v.Seat()
	var leaves [engine.MaxSeats]int32
	play := func(m *movegen.Valued) {
		leaves[p.Seat()] = 0
		if m.Kind != engine.Pass && p.BagLen() > 0 {
			leaves[p.Seat()] = m.Equity - 1000*m.Score
		}
		p.Play(m.Move)
	}
	play(m)
	for n := 0; p.End() == engine.EndNone && (plies == ToEnd || n < plies || p.BagLen() == 0); n++ {
		g := w.generator(t)
		view := p.View(p.Seat())
		rack := view.Rack()
		best := movegen.Valued{Scored: movegen.Scored{}, Equity: movegen.PassEquity}
		for _, s := range g.All(nil, view) {
			if s.Kind == engine.Pass {
				continue
			}
			if c := (movegen.Valued{Scored: s, Equity: w.eval.Equity(view, &rack, &s)}); c.Compare(&best) < 0 {
				best = c
			}
		}
		play(&best)
	}
	if p.End() != engine.EndNone {
		o := Outcome{Spread: 1000 * p.Spread(own)}
		if winners := p.Winners(); winners>>own&1 != 0 {
			o.Win = []int32{0, 10_000, 5_000, 3_333, 2_500}[ones(winners)]
		}
		return o
	}
	best := int32(-1 << 30)
	for s := range w.rules.Seats {
		if s != own {
			best = max(best, 1000*p.Score(s)+leaves[s])
		}
	}
	o := Outcome{Spread: 1000*p.Score(own) + leaves[own] - best}
	if win != nil {
		unseen := p.View(own).Unseen()
		points := (o.Spread+1_000_500)/1000 - 1000
		o.Win = win.P(points, unseen.Len(), p.Seat() == own)
	}
	return o
}

// TestRollerCommonNumbers: in a sample all candidates meet the same hidden tiles;
// other samples and seeds have others.
func TestRollerCommonNumbers(t *testing.T) {
	w := newWorld(t, "standard", 2)
	p := w.position(t, 3, 8)
	v := p.View(p.Seat())
	r := NewRoller(w.generator(t), Plan{Policy: w.eval, Plies: 2})
	seen := map[tile.Rack]int{}
	for seed := range uint64(5) {
		r.Begin(v, seed, nil)
		for i := range 20 {
			r.deal(i)
			first := *r.position.Rack(1 - v.Seat())
			seen[first]++
			r.deal(i)
			if *r.position.Rack(1 - v.Seat()) != first {
				t.Fatal("one sample has two racks")
			}
		}
	}
	if len(seen) < 90 {
		t.Errorf("%d different racks in 100 samples", len(seen))
	}
}

// TestRollerAllocates nothing, once it is warm.
func TestRollerAllocates(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		w := newWorld(t, board, 2)
		p := w.position(t, 3, 8)
		v, g := p.View(p.Seat()), w.generator(t)
		list := g.Best(nil, v, w.eval, 5)
		var held Held
		held.Add(1-v.Seat(), tile.Rack{}, 1)
		r := NewRoller(g, Plan{Policy: w.eval, Plies: 2})
		r.Begin(v, 1, &held)
		i := 0
		sample := func() {
			r.Sample(&list[i%len(list)], i)
			i++
		}
		for range 200 {
			sample()
		}
		if n := testing.AllocsPerRun(200, sample); n > 0 {
			t.Errorf("%s: %v allocations a sample", board, n)
		}
	}
}

// TestHeld: what seats hold is drawn in proportion to its weight, and the rest of
// their racks is random.
func TestHeld(t *testing.T) {
	w := newWorld(t, "standard", 3)
	p := w.position(t, 5, 4)
	v := p.View(p.Seat())
	other := (p.Seat() + 1) % 3
	unseen := v.Unseen()
	tiles := unseen.AppendTiles(nil)
	rare, often := tile.RackOf(tiles[:2]...), tile.RackOf(tiles[len(tiles)-3:]...)
	var held Held
	held.Add(other, rare, 100)
	held.Add(other, tile.Rack{}, 0)
	held.Add(other, often, 300)
	r := NewRoller(w.generator(t), Plan{Policy: w.eval, Plies: 2})
	r.Begin(v, 1, &held)
	counts := [3]int{}
	for i := range 2000 {
		r.deal(i)
		switch r.given[other] {
		case rare:
			counts[0]++
		case often:
			counts[1]++
		default:
			counts[2]++
		}
		if rack := r.position.Rack(other); !rack.Contains(&r.given[other]) || rack.Len() != 7 {
			t.Fatal("the rack lacks what is held")
		}
	}
	if counts[2] > 0 || counts[0] < 430 || counts[0] > 570 {
		t.Errorf("drawn %v times, expected 500, 1500, 0", counts)
	}
}

func TestHeldAt(t *testing.T) {
	var h Held
	for _, weight := range []uint64{1, 0, 2} {
		h.Add(0, tile.Rack{}, weight)
	}
	for x, want := range []int{0, 2, 2} {
		if got := h.seats[0].at(uint64(x)); got != want {
			t.Errorf("%d falls on %d, expected %d", x, got, want)
		}
	}
}

func TestRoundDiv(t *testing.T) {
	for _, c := range [][3]int32{{1499, 1000, 1}, {1500, 1000, 2}, {-1500, 1000, -1}, {-1501, 1000, -2}, {-499, 1000, 0}, {0, 10, 0}} {
		if got := roundDiv(c[0], c[1]); got != c[2] {
			t.Errorf("%d/%d: %d, expected %d", c[0], c[1], got, c[2])
		}
	}
}

// BenchmarkSample is a candidate and two static plies after it, 15 candidates in
// turn, from the second turn of a game.
func BenchmarkSample(b *testing.B) {
	for _, board := range []string{"standard", "super"} {
		b.Run(board, func(b *testing.B) {
			w := newWorld(b, board, 2)
			p := w.position(b, 1, 1)
			v, g := p.View(p.Seat()), w.generator(b)
			list := g.Best(nil, v, w.eval, 15)
			r := NewRoller(g, Plan{Policy: w.eval, Plies: 2})
			r.Begin(v, 1, nil)
			for i := range 1000 {
				r.Sample(&list[i/batch%15], i)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Sample(&list[i/batch%15], i)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
		})
	}
}
