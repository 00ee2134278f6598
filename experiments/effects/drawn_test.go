package effects

import (
	"math"
	"testing"

	"quadword/engine"
)

// The groups take each turn and each size of the bag once, in order.
func TestGroups(t *testing.T) {
	for _, name := range engine.LayoutNames() {
		rules, _ := engine.BuiltinRules(name)
		for seats := 2; seats <= engine.MaxSeats; seats++ {
			rules.Seats = seats
			g := newGroups(&rules)
			full := rules.TileSet.Len() - seats*rules.RackSize
			next := 0
			for i := range g.bag(int32(full)) + 1 {
				from, to := g.bagBounds(i)
				if from != next || to < from || g.bag(int32(from)) != i || g.bag(int32(to)) != i {
					t.Errorf("%s, %d seats: group %d of the bag is %d-%d", name, seats, i, from, to)
				}
				next = to + 1
			}
			if next != full+1 {
				t.Errorf("%s, %d seats: groups of the bag end at %d", name, seats, next-1)
			}
			next = 0
			for i := range turnGroups {
				from, to := g.turnBounds(i)
				if from != next || g.turn(int32(from)) != i || from%seats != 0 || to >= 0 && g.turn(int32(to)) != i || (to < 0) != (i == turnGroups-1) {
					t.Errorf("%s, %d seats: group %d of turns is %d-%d", name, seats, i, from, to)
				}
				next = to + 1
			}
		}
	}
}

// Bins are drawn several in one where they are many, and none is lost.
func TestDrawn(t *testing.T) {
	for _, c := range []struct {
		width int64
		from  []int64
	}{{20, []int64{-40}}, {20, []int64{-1000, -20, 0, 980}}, {1, []int64{0, 49}}, {1, []int64{0, 50}}, {7, []int64{-70_000, 14}}} {
		d := Distribution{Width: c.width}
		all := int64(0)
		for i, from := range c.from {
			d.Bins = append(d.Bins, Bin{From: from, N: int64(i + 1)})
			all += int64(i + 1)
		}
		drawn := d.drawn()
		if len(drawn.Counts) > drawable || math.Mod(drawn.Width, float64(c.width)) != 0 {
			t.Errorf("%v: %d bins of %v", c.from, len(drawn.Counts), drawn.Width)
		}
		for _, b := range d.Bins {
			at := int(math.Floor((float64(b.From) - drawn.From) / drawn.Width))
			end := int(math.Floor((float64(b.From+c.width-1) - drawn.From) / drawn.Width))
			if at != end || drawn.Counts[at] < b.N {
				t.Errorf("%v: %d is drawn in the bins %d and %d: %v", c.from, b.From, at, end, drawn)
			}
		}
		for _, n := range drawn.Counts {
			all -= n
		}
		if all != 0 {
			t.Errorf("%v: %d are lost", c.from, all)
		}
	}
}

func TestNice(t *testing.T) {
	for x, want := range map[float64]float64{0: 1, 1: 1, 12.01: 14, 24.9: 26, 26: 26, 0.031: 0.032, 99.5: 100} {
		if got := nice(x); math.Abs(got-want) > 1e-12 || got < x {
			t.Errorf("nice(%v) = %v, want %v", x, got, want)
		}
	}
}
