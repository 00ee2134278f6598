package leaves

import "quadword/engine/tile"

// expectation is what a generation finds, in thousandths of a point.
type expectation struct {
	leaves []int32 // by rank
	rack   int32   // value of a rack drawn from nothing
}

// sums are what the boards of a generation say together. They are integers,
// so that they are the same in whatever order the boards come.
//
// On one board a leave S is worth u(S), what a move made with it is expected
// to be worth above one made with a rack drawn from nothing (board.above). That
// swings from board to board by 5 to 15 points, and a large leave can be held
// on few boards only; but most of the swing is that of its parts, which can be
// held on many. So what is averaged is by how much the whole differs, on the same
// board, from the parts,
//
//	r(S) = u(S) - mean over tiles x of S of (u(S-x) + u(x))
//
// and a leave is worth the mean of r(S) and, in the place of the parts, what
// these have come out to be worth over their own boards (a control variate).
//
// A board counts for a leave by the ways to draw it from the board's pool,
// over those to draw it from the full bag.
type sums struct {
	ranking *tile.Ranking
	weight  []int64 // by rank, of the boards on which the leave may be held
	excess  []int64 // size of the leave times r, times weight
	boards  int64
	racks   int64 // sum of the values of a rack drawn from nothing
}

func newSums(ranking *tile.Ranking) *sums {
	return &sums{ranking: ranking, weight: make([]int64, ranking.Len()), excess: make([]int64, ranking.Len())}
}

// add takes in what others say.
func (s *sums) add(o *sums) {
	for i := range s.weight {
		s.weight[i] += o.weight[i]
		s.excess[i] += o.excess[i]
	}
	s.boards += o.boards
	s.racks += o.racks
}

// take takes in the board that b has filled.
func (s *sums) take(b *board, full *tile.Rack) {
	w := weigher{sums: s, b: b}
	for id, t := range b.ranking.Order() {
		for held := range int32(tile.MaxLeave) {
			if left := int32(full.Count(t)) - held; left > 0 {
				w.ratio[id][held] = float64(b.pool[id]-held) / float64(left)
			}
		}
	}
	w.extend(0, 0, unit)
	s.boards++
	s.racks += int64(b.value[0])
}

// unit is the weight of a board on which no tile of a leave is laid.
const unit = 1 << 20

// weigher walks the leaves of a board.
type weigher struct {
	*sums
	b     *board
	ratio [tile.Kinds][tile.MaxLeave]float64 // by id and how many are held: ways to hold one more
	// By tiles held: the ranks, within their sizes, of the leave and of the
	// leaves without one of its tiles, and the sum of the values of the tiles.
	rank    [tile.MaxLeave + 1]int
	without [tile.MaxLeave + 1][tile.MaxLeave]int
	single  [tile.MaxLeave]int64
	singles [tile.MaxLeave + 1]int64
}

// extend takes in the leaves that have more tiles than the n at hand, of ids
// from low on.
func (w *weigher) extend(n, low int, weight float64) {
	b := w.b
	for id := low; id < b.kinds; id++ {
		held := b.count[id]
		if held == b.pool[id] {
			continue
		}
		size := n + 1
		w.rank[size] = w.rank[n] + b.add[size][id]
		for i, rank := range w.without[n][:n] {
			w.without[size][i] = rank + b.add[n][id]
		}
		w.without[size][n] = w.rank[n]
		w.single[n] = b.single(id)
		w.singles[size] = w.singles[n] + w.single[n]

		heavy := float64(weight * w.ratio[id][held])
		if rounded := int64(float64(heavy) + 0.5); rounded > 0 {
			at := b.offset[size] + w.rank[size]
			w.weight[at] += rounded
			w.excess[at] += rounded * w.excessOf(at, size)
		}
		if size < tile.MaxLeave {
			b.count[id]++
			w.extend(size, id, heavy)
			b.count[id]--
		}
	}
}

// excessOf is r of the leave at hand times its size. A single tile has no
// parts.
func (w *weigher) excessOf(at, size int) int64 {
	b := w.b
	if size == 1 {
		return w.singles[1]
	}
	excess := int64(size)*b.above(at, size, w.singles[size]) - w.singles[size]
	for i, rank := range w.without[size][:size] {
		excess -= b.above(b.offset[size-1]+rank, size-1, w.singles[size]-w.single[i])
	}
	return excess
}

// expectation is the leaves as they come out. One that no board could show is
// worth its parts.
func (s *sums) expectation() *expectation {
	e := &expectation{make([]int32, s.ranking.Len()), int32(divide(s.racks, max(1, s.boards)))}
	for rank, l := range s.ranking.All() {
		size := int64(l.Len())
		if size == 0 {
			continue
		}
		value := int64(0)
		if s.weight[rank] > 0 {
			value = divide(s.excess[rank], s.weight[rank])
		}
		if size > 1 {
			for _, t := range s.ranking.Order() {
				n := l.Count(t)
				if n == 0 {
					continue
				}
				less, single := *l, tile.RackOf(t)
				less.Remove(t)
				value += int64(n) * int64(s.valueIn(e, &less)+s.valueIn(e, &single))
			}
		}
		e.leaves[rank] = int32(divide(value, size))
	}
	return e
}

func (s *sums) valueIn(e *expectation, l *tile.Rack) int32 {
	rank, _ := s.ranking.Rank(l)
	return e.leaves[rank]
}

// divide is the quotient, rounded to the nearest.
func divide[T int32 | int64](sum, by T) T {
	if sum < 0 {
		return -((-sum + by/2) / by)
	}
	return (sum + by/2) / by
}
