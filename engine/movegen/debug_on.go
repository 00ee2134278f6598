//go:build quadword_debug

package movegen

import (
	"fmt"
	"slices"

	"quadword/engine"
)

// debug: built with this tag, a search asserts what it relies on. That every
// play found is at most the bound of its sub-rack and of its span, and that
// what follows the board from turn to turn is what a new generator makes of
// it.
const debug = true

func (f *finder) checkBounds(p *probe, equity int32) {
	sp := &f.spans.lanes[p.id>>8].span[p.id&255]
	s := &f.rack
	whole := 1000*(int32(sp.fixed)+sp.weights.dot(s.sub[s.n-1].scores)) + s.best[sp.tiles][sp.through]
	if equity > p.bound || p.bound > whole {
		panic(fmt.Sprintf("movegen: a play of %d under the bounds %d of its sub-rack and %d of its span", equity, p.bound, whole))
	}
}

func (f *finder) checkState(g *Generator) {
	fresh, err := New(g.rules, g.lexicon)
	if err != nil {
		panic(err)
	}
	board := engine.NewBoard(g.dim)
	for row := range g.dim {
		for col := range g.dim {
			board.Put(row, col, g.lanes[row].letter[col+1])
		}
	}
	fresh.Rebuild(&board)
	fresh.finder, fresh.slow = newFinder(fresh)
	for l := range 2 * g.dim {
		if g.lanes[l] != fresh.lanes[l] {
			panic(fmt.Sprintf("movegen: lane %d is %+v, rebuilt %+v", l, g.lanes[l], fresh.lanes[l]))
		}
		fresh.finder.spans.renew(fresh, l)
		got, want := &f.spans.lanes[l], &fresh.finder.spans.lanes[l]
		if got.active != want.active {
			panic(fmt.Sprintf("movegen: lane %d has spans at %b, rebuilt at %b", l, got.active, want.active))
		}
		for starts := got.active; starts != 0; starts &= starts - 1 {
			start := int(lowest(starts))
			first, n := start*spansPerStart, int(got.count[start])
			same := n == int(want.count[start]) && slices.Equal(got.more[first:first+n], want.more[first:first+n])
			for i := first; same && i < first+n; i++ {
				a, b := got.span[i], want.span[i]
				if a.weights == (weights{}) { // not yet computed
					a.weights = got.weigh(i)
				}
				b.weights = want.weigh(i)
				same = a == b
			}
			if !same {
				panic(fmt.Sprintf("movegen: lane %d, spans from square %d differ from rebuilt ones", l, start))
			}
		}
		if (got.bound^want.bound)&^g.lanes[l].occ&got.reach() != 0 {
			panic(fmt.Sprintf("movegen: lane %d bounds the squares %b, rebuilt %b", l, got.bound, want.bound))
		}
	}
}

// reach is the squares that the spans of a lane fill.
func (sl *spanLane) reach() (filled uint32) {
	for starts := sl.active; starts != 0; starts &= starts - 1 {
		start := int(lowest(starts))
		for i := range int(sl.count[start]) {
			filled |= sl.span[start*spansPerStart+i].filled
		}
	}
	return filled
}
