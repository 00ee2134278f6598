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
	whole := 1000*(sp.outline.fixed()+sp.weights.dot(s.sub[s.n-1].scores)) + s.best[sp.outline.class()]
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
		got, want := f.spans.lanes[l].spanLane, fresh.finder.spans.lanes[l].spanLane
		if got.n != want.n || !slices.Equal(got.more[:got.n], want.more[:want.n]) || !slices.Equal(got.span[:got.n], want.span[:want.n]) {
			panic(fmt.Sprintf("movegen: lane %d has the spans %+v %+v, rebuilt %+v %+v",
				l, got.span[:got.n], got.more[:got.n], want.span[:want.n], want.more[:want.n]))
		}
		if (got.bound^want.bound)&^g.lanes[l].occ&got.reach() != 0 {
			panic(fmt.Sprintf("movegen: lane %d bounds the squares %b, rebuilt %b", l, got.bound, want.bound))
		}
	}
}

// reach is the squares that the spans of a lane fill.
func (sl *spanLane) reach() (filled uint32) {
	for i := range sl.span[:sl.n] {
		filled |= sl.span[i].outline.filled()
	}
	return filled
}
