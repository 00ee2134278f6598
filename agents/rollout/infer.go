package rollout

import (
	"fmt"
	"math/rand/v2"

	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// Inference asks what the other seats kept when they last moved: racks that
// they may have had are drawn, and each counts the less, the more the move that
// was made is worse than the best that the rack had.
type Inference struct {
	Policy *movegen.Evaluation // what they are taken to choose by
	Racks  int                 // drawn for each seat
	// Tolerance is the loss, in thousandths of a point, at which a rack counts
	// a quarter of one that fits.
	Tolerance int32
}

// Inferrer makes inferences, keeping its memory from one to the next.
type Inferrer struct {
	inference Inference
	generator *movegen.Generator

	pcg    rand.PCG
	rng    *rand.Rand
	before engine.Position
	tiles  []tile.Tile
	given  [engine.MaxRack]tile.Tile
	moves  []movegen.Valued
	held   Held
}

// NewInferrer makes inferences in the games of a generator.
func NewInferrer(i Inference, g *movegen.Generator) *Inferrer {
	f := &Inferrer{inference: i, generator: g}
	f.rng = rand.New(&f.pcg)
	return f
}

// streamInfer tells the draws of racks from other streams of a seed.
const streamInfer = 2

// Infer is what the other seats may hold in a view. It is good until the next
// inference.
func (f *Inferrer) Infer(v engine.View, seed uint64) *Held {
	f.held.Clear()
	for back := 1; back < v.Rules().Seats && back <= v.Turns(); back++ {
		f.turn(v, back, v.Turn(v.Turns()-back), seed)
	}
	return &f.held
}

// turn infers from one turn.
func (f *Inferrer) turn(v engine.View, back int, t engine.Turn, seed uint64) {
	if t.Move.Kind == engine.Pass {
		return
	}
	f.pcg.Seed(seed, uint64(back))
	if err := v.DeterminizeBefore(&f.before, back, f.rng, nil); err != nil {
		panic(fmt.Errorf("rollout: %w", err)) // the others have moved, and nobody else
	}
	then := f.before.View(t.Seat)
	used := tile.Rack{}
	if t.Move.Kind == engine.Play {
		used = t.Move.Used()
	}
	free := then.RackLen(t.Seat) - used.Len()
	unseen := v.Unseen()
	f.tiles = unseen.AppendTiles(f.tiles[:0])
	if free == 0 || free > len(f.tiles) || t.Move.Kind == engine.Exchange && int(t.Move.N) == free {
		return // nothing was kept
	}
	for i := range f.inference.Racks {
		stream := engine.NewStream(seed, uint64(i), uint64(t.Seat), streamInfer)
		rest := draw(&stream, f.tiles, free)
		rack := rest
		rack.AddAll(&used)
		if kept, weight := f.fit(then, &t, rack, rest); weight > 0 {
			f.held.Add(t.Seat, kept, weight)
		}
	}
}

// draw draws some of the tiles, which it puts into another order.
func draw(s *engine.Stream, tiles []tile.Tile, n int) (r tile.Rack) {
	for i := range n {
		j := i + s.Below(len(tiles)-i)
		tiles[i], tiles[j] = tiles[j], tiles[i]
		r.Add(tiles[i])
	}
	return r
}

// fit is how well a rack fits a turn, and what of it was kept. Which tiles were
// exchanged nobody saw: those that it is best to exchange so many of.
func (f *Inferrer) fit(then engine.View, t *engine.Turn, rack, rest tile.Rack) (kept tile.Rack, weight uint64) {
	e := f.inference.Policy
	made := movegen.Valued{Scored: movegen.Scored{Move: t.Move, Score: t.Score}}
	kept = rest
	if t.Move.Kind == engine.Exchange {
		made, kept = f.exchange(then, int(t.Move.N), &rack)
	} else {
		made.Equity = e.Equity(then, &rack, &made.Scored)
	}
	f.moves = f.generator.BestWith(f.moves[:0], then, rack, e, 1)
	// A player of more words than the policy knows may do better than its best.
	loss := uint64(max(0, int64(f.moves[0].Equity)-int64(made.Equity)))
	return kept, f.inference.weight(loss)
}

// weight is what a rack counts whose move loses so much, of 1<<20.
func (i *Inference) weight(loss uint64) uint64 {
	square := uint64(i.Tolerance) * uint64(i.Tolerance)
	share := square << 20 / (square + loss*loss)
	return share * share >> 20
}

// exchange is the best exchange of n tiles of a rack, and what it keeps.
func (f *Inferrer) exchange(then engine.View, n int, rack *tile.Rack) (best movegen.Valued, kept tile.Rack) {
	all := rack.AppendTiles(f.given[:0])
	best.Equity = movegen.PassEquity
	for set := uint32(1)<<n - 1; set < 1<<len(all); set = nextOfSize(set) {
		var given [engine.MaxRack]tile.Tile
		tiles := given[:0]
		for i, x := range all {
			if set>>i&1 != 0 {
				tiles = append(tiles, x)
			}
		}
		m := movegen.Valued{Scored: movegen.Scored{Move: engine.NewExchange(tiles...)}}
		if m.Equity = f.inference.Policy.Equity(then, rack, &m.Scored); m.Compare(&best) < 0 {
			best = m
		}
	}
	kept, used := *rack, best.Used()
	kept.RemoveAll(&used)
	return best, kept
}

// nextOfSize is the next larger set of as many elements (HAKMEM, item 175).
func nextOfSize(set uint32) uint32 {
	low := set & -set
	up := set + low
	return up | (set^up)/low>>2
}
