package annotate

import (
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// luck is the luck of the draw by a table of leaves, to the accuracy of pairs:
// see the package comment.
type luck struct {
	kinds tile.Tile
	lone  [tile.Kinds]int64             // v(x), in thousandths of a point
	pair  [tile.Kinds][tile.Kinds]int64 // v(xy) - v(x) - v(y); 0 if the set does not hold both
}

// newLuck is nil if the evaluation values no leaves.
func newLuck(eval *movegen.Evaluation, set *tile.Set) *luck {
	if eval.Leaves == nil || eval.PointsOnly {
		return nil
	}
	value := func(tiles ...tile.Tile) int64 {
		leave := tile.RackOf(tiles...)
		rank, _ := eval.Ranking.Rank(&leave)
		return int64(eval.Leaves[rank])
	}
	l, full := &luck{kinds: tile.Tile(set.Alphabet.Len() + 1)}, set.Counts()
	for x := range l.kinds {
		l.lone[x] = value(x)
	}
	for x := range l.kinds {
		for y := range l.kinds {
			if both := tile.RackOf(x, y); full.Contains(&both) {
				l.pair[x][y] = value(x, y) - l.lone[x] - l.lone[y]
			}
		}
	}
	return l
}

// of is how much more the tiles drawn to a leave are worth with it, in
// thousandths of a point, than as many of the unseen tiles on average. Those
// drawn are one or more, and among the unseen.
func (l *luck) of(leave, drawn, unseen *tile.Rack) int32 {
	with := l.with(leave)
	is, d, n := l.sum(drawn, &with), int64(drawn.Len()), int64(unseen.Len())
	lone, pairs := l.sums(unseen, &with)
	// The mean is d*lone/n + d*(d-1)*pairs/(n*(n-1)), over one denominator. It is
	// within an int64: racks have 10 tiles at most, sets 1,000, and values a
	// million thousandths.
	above, below := d*lone, n
	if n > 1 {
		above, below = d*(n-1)*lone+d*(d-1)*pairs, n*(n-1)
	}
	return int32(nearest(is*below-above, below))
}

// with is what a tile of each kind is worth to a leave.
func (l *luck) with(leave *tile.Rack) (with [tile.Kinds]int64) {
	with = l.lone
	for y := range l.kinds {
		if n := int64(leave.Count(y)); n > 0 {
			for x := range l.kinds {
				with[x] += n * l.pair[x][y]
			}
		}
	}
	return with
}

// sum is what some tiles are worth, one by one and in pairs.
func (l *luck) sum(tiles *tile.Rack, with *[tile.Kinds]int64) int64 {
	lone, pairs := l.sums(tiles, with)
	return lone + pairs
}

// sums is the sum over some tiles of what each is worth, and that over their
// pairs of what each adds.
func (l *luck) sums(tiles *tile.Rack, with *[tile.Kinds]int64) (lone, pairs int64) {
	for x := range l.kinds {
		n := int64(tiles.Count(x))
		if n == 0 {
			continue
		}
		lone += n * with[x]
		pairs += n * (n - 1) / 2 * l.pair[x][x]
		for y := x + 1; y < l.kinds; y++ {
			pairs += n * int64(tiles.Count(y)) * l.pair[x][y]
		}
	}
	return lone, pairs
}

// nearest is a/b to the nearest whole number, halves upward; b is above 0.
func nearest(a, b int64) int64 {
	a, b = 2*a+b, 2*b
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
