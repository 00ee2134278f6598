package rollout

import (
	"math"
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
)

// value is what a leave is worth to the policy.
func (w *world) value(leave tile.Rack) float64 {
	rank, ok := w.eval.Ranking.Rank(&leave)
	if !ok {
		return 0
	}
	return float64(w.eval.Leaves[rank]) / 1000
}

// mean is the mean value of what a seat is taken to hold.
func (w *world) mean(t *testing.T, h *Held, seat, tiles int) float64 {
	t.Helper()
	sum, before := 0.0, uint64(0)
	held := &h.seats[seat]
	for i, k := range held.kept {
		if k.Len() != tiles {
			t.Fatalf("%d tiles kept, not %d", k.Len(), tiles)
		}
		sum += float64(held.upTo[i]-before) * w.value(k)
		before = held.upTo[i]
	}
	return sum / float64(before) // not a number, if no rack fits
}

// TestInfer: what players keep is better than what chance would leave them, and
// an inference knows it: over games it comes at least a quarter of the way from
// one to the other.
func TestInfer(t *testing.T) {
	w := newWorld(t, "standard", 2)
	g := w.generator(t)
	sharp := NewInferrer(Inference{Policy: w.eval, Racks: 300, Tolerance: 200}, g)
	blunt := NewInferrer(Inference{Policy: w.eval, Racks: 300, Tolerance: 1_000_000}, g)
	var held, inferred, random float64
	n := 0
	for seed := range uint64(16) {
		p := w.position(t, seed, 1)
		for p.End() == engine.EndNone && p.BagLen() > 7 {
			last := p.Turn(p.Turns() - 1)
			kept := *p.Rack(last.Seat) // less what was drawn
			for _, x := range p.Drawn(p.Turns() - 1) {
				kept.Remove(x)
			}
			if last.Move.Kind == engine.Play && kept.Len() > 0 {
				v := p.View(p.Seat())
				if mean := w.mean(t, sharp.Infer(v, seed), last.Seat, kept.Len()); !math.IsNaN(mean) {
					held += w.value(kept)
					inferred += mean
					random += w.mean(t, blunt.Infer(v, seed), last.Seat, kept.Len())
					n++
				}
			}
			m := g.Best(nil, p.View(p.Seat()), w.eval, 1)[0]
			p.PlayScored(m.Move, m.Score)
		}
	}
	held, inferred, random = held/float64(n), inferred/float64(n), random/float64(n)
	t.Logf("%d turns: held %.2f, inferred %.2f, by chance %.2f", n, held, inferred, random)
	if n < 150 || held-inferred > 3*(held-random)/4 || held < random {
		t.Errorf("%d turns: held %.2f, inferred %.2f, by chance %.2f", n, held, inferred, random)
	}
}

// TestInferExchange: who exchanged four tiles kept three of a rack of which that
// was the best.
func TestInferExchange(t *testing.T) {
	w := newWorld(t, "standard", 3)
	g := w.generator(t)
	f := NewInferrer(Inference{Policy: w.eval, Racks: 400, Tolerance: 4000}, g)
	p := w.position(t, 4, 3)
	exchanger := p.Seat()
	p.Play(engine.NewExchange(p.Rack(exchanger).AppendTiles(nil)[:4]...))
	best := g.Best(nil, p.View(p.Seat()), w.eval, 1)[0]
	p.PlayScored(best.Move, best.Score)
	h := f.Infer(p.View(p.Seat()), 1)
	if len(h.seats[p.Seat()].kept) > 0 {
		t.Error("something was inferred of the own rack")
	}
	seat := &h.seats[exchanger]
	if len(seat.kept) == 0 {
		t.Fatal("nothing was inferred from an exchange")
	}
	for _, k := range seat.kept {
		if k.Len() != 3 {
			t.Fatalf("%d tiles kept", k.Len())
		}
	}
	if len(h.seats[(exchanger+1)%3].kept) == 0 {
		t.Error("nothing was inferred from a play")
	}
}

// TestInferIsRepeatable, whatever was inferred before.
func TestInferIsRepeatable(t *testing.T) {
	w := newWorld(t, "super", 2)
	a := NewInferrer(Inference{Policy: w.eval, Racks: 20, Tolerance: 4000}, w.generator(t))
	b := NewInferrer(Inference{Policy: w.eval, Racks: 20, Tolerance: 4000}, w.generator(t))
	for turns := 1; turns < 8; turns++ {
		p := w.position(t, 9, turns)
		v := p.View(p.Seat())
		a.Infer(v, 5) // is forgotten
		x, y := a.Infer(v, 6), b.Infer(v, 6)
		for s := range x.seats {
			if len(x.seats[s].kept) != len(y.seats[s].kept) {
				t.Fatal("two inferences differ")
			}
			for i := range x.seats[s].kept {
				if x.seats[s].kept[i] != y.seats[s].kept[i] || x.seats[s].upTo[i] != y.seats[s].upTo[i] {
					t.Fatal("two inferences differ")
				}
			}
		}
	}
}

var _ Sampler = (*Roller)(nil)

// TestWeight: a rack that fits counts whole, one that loses the tolerance a
// quarter.
func TestWeight(t *testing.T) {
	i := Inference{Tolerance: 1000}
	for loss, want := range map[uint64]uint64{0: 1 << 20, 1000: 1 << 18, 3000: (1 << 20) / 100} {
		if got := i.weight(loss); got > want || got < want-2 {
			t.Errorf("a loss of %d: %d, expected %d", loss, got, want)
		}
	}
}
