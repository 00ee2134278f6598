package analysis

import (
	"cmp"
	"slices"
)

// place is where something happened. Equal records go to the earlier place, so
// that a list is the same in whatever order it was filled.
type place struct {
	game int64
	turn int32 // -1: the game as a whole
	seat int32 // -1: all of them
	who  string
}

// before orders records: the higher first, then the earlier.
func before(a, b int64, x, y place) int {
	return cmp.Or(cmp.Compare(b, a), cmp.Compare(x.game, y.game), cmp.Compare(x.turn, y.turn), cmp.Compare(x.seat, y.seat))
}

// best is the highest of some values and where it is.
type best struct {
	known bool
	value int64
	place
}

func (b *best) add(value int64, at place) {
	if !b.known || before(value, b.value, at, b.place) < 0 {
		*b = best{true, value, at}
	}
}

func (b *best) merge(o best) {
	if o.known {
		b.add(o.value, o.place)
	}
}

// listed is how many a list keeps.
const listed = 10

// list keeps the best of what is added.
type list[T any] struct {
	items []T // the best first
}

// add adds an item that compare puts behind better ones.
func (l *list[T]) add(item T, compare func(a, b *T) int) {
	at, _ := slices.BinarySearchFunc(l.items, item, func(a, b T) int { return compare(&a, &b) })
	if at >= listed {
		return
	}
	l.items = slices.Insert(l.items, at, item)
	l.items = l.items[:min(len(l.items), listed)]
}
