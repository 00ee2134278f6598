package leaves

import (
	"math"
	"slices"

	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// board values every rack that may be drawn on one board, and from them every
// leave. It is the scratch memory of one worker.
//
// All tables are by the rank of a multiset. Tiles go by their ids in the
// ranking's order. The lowest tile of a multiset is the units of its rank, so
// multisets that differ in it alone stand side by side and are done in one
// run.
type board struct {
	ranking *tile.Ranking
	kinds   int                                // of tiles
	add     [tile.FullRack + 1][tile.Kinds]int // by size and id, see tile.Ranking.Add
	offset  [tile.FullRack + 1]int             // by size
	step    [tile.FullRack][tile.Kinds]int32   // by size and id: from the rank of a multiset to that with one tile more, which is its highest
	lowest  []uint8                            // of multisets but full racks, by rank; the highest id of the empty one

	leaves []int32 // of the generation before, in thousandths of a point
	kept   []pair  // the same
	sheet  *sheet
	played []pair // the points of the sheet, in thousandths

	pool   [tile.Kinds]int32 // tiles of a kind that are not on the board, by id
	unseen int32             // all of them

	// value is what may be expected of the next move with a multiset in hand
	// when the rest of the rack is drawn from the rest of the pool, in
	// thousandths of a point: its points and the value of what it leaves. Up
	// to its turn it is the sum over the next tile drawn.
	value []int32

	full  func(values []int32, rank int) // gives a run of full racks their values
	size  int                            // of the multisets at hand
	upper [tile.FullRack]int             // their tiles but the lowest, ascending
	count [tile.Kinds]int32              // of the kinds among them
	parts [tile.FullRack][]part          // by number of upper tiles: the ways to part them
}

// pair is a figure of a multiset: its own, and the highest of those that have
// one more tile, not above its lowest.
type pair struct{ alone, on int32 }

// part is one way to part the upper tiles of a full rack into those played and
// those kept.
type part struct {
	played, kept     int32 // ranks
	playedOn, keptOn int32 // with tile 0 below them: where the run of the lowest tile begins
	points, leave    pair  // of those played and those kept
	n                int32 // tiles played
	keeps            bool  // the highest tile
}

func newBoard(set *tile.Set, leaves []int32) *board {
	ranking := tile.NewRanking(set)
	b := &board{
		ranking: ranking, kinds: len(ranking.Order()), leaves: leaves, sheet: newSheet(ranking),
		lowest: make([]uint8, 0, ranking.Len()), kept: make([]pair, ranking.Len()), played: make([]pair, ranking.Len()),
		value: make([]int32, ranking.LenFull()),
	}
	for size := range tile.FullRack + 1 {
		b.offset[size] = int(ranking.Offset(size))
		for id, t := range ranking.Order() {
			b.add[size][id] = int(ranking.Add(size, t))
		}
	}
	for size := range tile.FullRack {
		for id := range b.kinds {
			b.step[size][id] = int32(b.offset[size+1] - b.offset[size] + b.add[size+1][id])
		}
	}
	for _, m := range ranking.All() {
		id := 0
		for id < b.kinds-1 && m.Count(ranking.Order()[id]) == 0 {
			id++
		}
		b.lowest = append(b.lowest, uint8(id))
	}
	fillPairs(b, b.kept, leaves, 1)
	return b
}

// fillPairs makes pairs of figures, each times a factor. In the order of their
// ranks the multisets of one tile more are one run for each; where there are
// no figures of them, on is no bound.
func fillPairs[T int16 | int32](b *board, pairs []pair, figures []T, factor int32) {
	at := b.offset[1]
	for rank := range pairs {
		p := pair{alone: factor * int32(figures[rank]), on: never}
		if n := int(b.lowest[rank]) + 1; at+n <= len(figures) {
			p.on = factor * int32(slices.Max(figures[at:at+n]))
			at += n
		}
		pairs[rank] = p
	}
}

// fill values the racks and leaves of the board that a generator is on.
func (b *board) fill(g *movegen.Generator, pool *tile.Rack) {
	b.sheet.fill(g, pool)
	fillPairs(b, b.played, b.sheet.points, 1000)
	// To keep all tiles is no move: there are no points for it.
	b.parts[0] = []part{{playedOn: 1, keptOn: 1, leave: b.kept[0], points: pair{never, b.played[0].on}}}
	b.fold(pool, b.best)
}

// fold works out the values of all leaves that may be drawn from a pool from
// those of full racks.
func (b *board) fold(pool *tile.Rack, full func(values []int32, rank int)) {
	b.full = full
	b.unseen = int32(pool.Len())
	for id, t := range b.ranking.Order() {
		b.pool[id] = int32(pool.Count(t))
	}
	clear(b.value[:b.ranking.Len()])
	for b.size = tile.FullRack; b.size > 0; b.size-- {
		b.extend(0, 0)
	}
	b.value[0] = divide(b.value[0], b.unseen)
}

// extend chooses the upper tiles from the n-th on, of ids from low on, and
// does the runs of the multisets that they make with a lowest tile.
func (b *board) extend(n, low int) {
	if n == b.size-1 {
		b.run()
		return
	}
	for id := low; id < b.kinds; id++ {
		if b.count[id] == b.pool[id] {
			continue
		}
		b.count[id]++
		b.upper[n] = id
		if b.size == tile.FullRack && n+2 < b.size && b.parts[0] != nil {
			b.part(n)
		}
		b.extend(n+1, id)
		b.count[id]--
	}
}

// part parts the upper tiles up to the n-th, from the ways to part those
// before it. Of equal tiles the first are played.
func (b *board) part(n int) {
	id, parts := b.upper[n], b.parts[n+1][:0]
	equal := n > 0 && b.upper[n-1] == id
	for _, p := range b.parts[n] {
		if !equal || !p.keeps {
			q := p
			q.played += b.step[p.n][id]
			q.playedOn += b.step[p.n+1][id]
			q.points = b.played[q.played]
			q.n++
			q.keeps = false
			parts = append(parts, q)
		}
		kept := n - int(p.n)
		p.kept += b.step[kept][id]
		p.keptOn += b.step[kept+1][id]
		p.leave = b.kept[p.kept]
		p.keeps = true
		parts = append(parts, p)
	}
	b.parts[n+1] = parts
}

// run does the multisets with the upper tiles at hand: it gives them their
// values and adds these to the sums of the multisets of one tile less.
func (b *board) run() {
	upper := b.upper[:b.size-1]
	rank, less := b.offset[b.size], b.offset[b.size-1] // with and without the lowest tile
	for i, id := range upper {
		rank += b.add[i+2][id]
		less += b.add[i+1][id]
	}
	lowest := int(b.lowest[less])
	values := b.value[rank : rank+lowest+1]
	if b.size == tile.FullRack {
		b.full(values, rank)
	} else {
		for i, sum := range values {
			values[i] = divide(sum, b.unseen-int32(b.size))
		}
	}

	// Without the lowest tile, which is drawn.
	sum := b.value[less]
	for id, v := range values {
		sum += (b.pool[id] - b.count[id]) * v
	}
	b.value[less] = sum

	// Without one of the others, of equal ones the last.
	for i, id := range upper {
		at := less - b.add[i+1][id]
		less += b.add[i+2][id] - b.add[i+1][id]
		if i+1 < len(upper) && upper[i+1] == id {
			continue
		}
		run := values
		if id == lowest {
			run = values[:lowest] // with one more of it, it is the lowest that was taken
		}
		left := b.pool[id] - b.count[id] + 1
		sums := b.value[at : at+len(run)]
		for id, v := range run {
			sums[id] += left * v
		}
	}
}

// best gives a run of full racks the values of their best moves. Most ways to
// part a rack are passed over, since no rack of the run can gain by them.
func (b *board) best(values []int32, _ int) {
	const last = tile.FullRack - 2 // of the upper tiles
	for id := range values {
		values[id] = never
		if b.pool[id] == 0 {
			values[id] = math.MaxInt32 // not drawn: its value is not needed
		}
	}
	least := int32(never)
	id := b.upper[last]
	equal := b.upper[last-1] == id
	parts := b.parts[last]
	for i := range parts {
		p := &parts[i]
		if n := p.n; !equal || !p.keeps {
			points := b.played[p.played+b.step[n][id]]
			if p.leave.alone+points.on > least {
				raise(values, b.sheet.points[p.playedOn+b.step[n+1][id]:], p.leave.alone, 1000)
			}
			if points.alone+p.leave.on > least {
				raise(values, b.leaves[p.keptOn:], points.alone, 1)
			}
		}
		kept := last - int(p.n)
		leave := b.kept[p.kept+b.step[kept][id]]
		if leave.alone+p.points.on > least {
			raise(values, b.sheet.points[p.playedOn:], leave.alone, 1000)
		}
		if p.points.alone+leave.on > least {
			raise(values, b.leaves[p.keptOn+b.step[kept+1][id]:], p.points.alone, 1)
		}
		if i&3 == 1 {
			least = slices.Min(values)
		}
	}
}

// raise raises values to a figure plus each of a run of them.
func raise[T int16 | int32](values []int32, run []T, figure, factor int32) {
	run = run[:len(values)]
	for id := range values {
		values[id] = max(values[id], figure+factor*int32(run[id]))
	}
}

// never is below every value and far enough from the end of the numbers.
const never = math.MinInt32 / 4

// above is what a leave is worth above a rack drawn from nothing, of which the
// singles of its tiles sum up to so much.
//
// A player who does not keep a tile plays it: what he draws from has it no
// more. But a rack drawn from nothing is drawn from all of the pool, the leave
// among it, and shares what that is worth. Of tiles whose values add up a leave
// of k would be worth (7-k)/(n-k) less than their sum, from a pool of n: little
// of a full bag, a quarter of single tiles where 25 are left. So much is given
// back.
func (b *board) above(at, size int, singles int64) int64 {
	drawn, rest := int64(tile.FullRack-size), int64(b.unseen)-int64(size)
	return int64(b.value[at]-b.value[0]) + divide(drawn*singles, rest)
}

// single is above of one tile, which is its own sum.
func (b *board) single(id int) int64 {
	n := int64(b.unseen)
	return divide(int64(b.value[b.offset[1]+b.add[1][id]]-b.value[0])*(n-1), n-tile.FullRack)
}
