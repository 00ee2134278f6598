package tile

import (
	"cmp"
	"iter"
	"slices"
)

// MaxLeave is the most tiles a leave has: a play lays at least one of the
// seven on the rack.
const MaxLeave = 6

// FullRack is the tiles of the racks that a Ranking numbers besides leaves.
const FullRack = MaxLeave + 1

// Ranking numbers the multisets of up to MaxLeave tiles without gaps, so that
// what is known about leaves is an array, and behind them those of FullRack
// tiles. It is immutable.
//
// Kinds of tiles have ids 0, 1, ... in descending order of their face values,
// ties by tile number, the blank last. A multiset with the ids a1 <= ... <= as
// has the rank
//
//	Offset(s) + C(a1, 1) + C(a2+1, 2) + ... + C(as+s-1, s)
//
// where C is the binomial coefficient. The ids plus 0, 1, ..., s-1 are a set
// of s different numbers, and the sum is its place among all such sets (the
// combinatorial number system: Knuth, TAOCP 4A, 7.2.1.3). Hence appending a
// tile whose id is not below the others' is one addition. The order is that
// in which a search wants the tiles of a rack: the highest scores first.
//
// A multiset that the tile set does not hold, such as three Q, has its rank
// too: 27 kinds have 1,107,568 ranks, of which the standard set uses 914,625.
type Ranking struct {
	order  []Tile
	add    [FullRack + 1][Kinds]uint32
	offset [FullRack + 2]uint32 // by size; the last is the number of ranks
}

// NewRanking ranks the multisets of the kinds of s: its letters and the blank,
// whether there are any in the bag or not.
func NewRanking(s *Set) *Ranking {
	r := &Ranking{order: make([]Tile, s.Alphabet.Len()+1)}
	for i := range r.order {
		r.order[i] = Tile(i)
	}
	slices.SortFunc(r.order, func(a, b Tile) int {
		if a == Blank || b == Blank {
			return cmp.Compare(b, a)
		}
		return cmp.Or(cmp.Compare(s.Points(b), s.Points(a)), cmp.Compare(a, b))
	})
	for size := range FullRack + 1 {
		for id, t := range r.order {
			r.add[size][t] = choose(id+size-1, size)
		}
		r.offset[size+1] = r.offset[size] + choose(len(r.order)+size-1, size)
	}
	return r
}

// choose is the binomial coefficient of n over k, for k up to FullRack and n
// up to Kinds+FullRack: every product fits.
func choose(n, k int) uint32 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(max(n-i, 0)) / uint64(i+1)
	}
	return uint32(c)
}

// Order is the kinds of tiles in the order of their ids. It is read only.
func (r *Ranking) Order() []Tile { return r.order }

// Len is the number of leaves: of ranks below those of full racks.
func (r *Ranking) Len() int { return int(r.offset[FullRack]) }

// LenFull is the number of all ranks, those of full racks among them.
func (r *Ranking) LenFull() int { return int(r.offset[FullRack+1]) }

// Offset is the first rank of the multisets of size tiles, 0..FullRack.
func (r *Ranking) Offset(size int) uint32 { return r.offset[size] }

// Add is what tile t as the size-th, counted from 1, in the order of the ids
// adds to the rank within the multisets of its size. Offset(size) comes to it
// once.
func (r *Ranking) Add(size int, t Tile) uint32 { return r.add[size][t&(Kinds-1)] }

// Rank is the rank of a multiset. There is none if it has more than MaxLeave
// tiles, or one that is not of the set's alphabet.
func (r *Ranking) Rank(leave *Rack) (uint32, bool) {
	if leave.Len() > MaxLeave {
		return 0, false
	}
	return r.rank(leave)
}

// RankFull is the rank of a multiset of FullRack tiles.
func (r *Ranking) RankFull(rack *Rack) (uint32, bool) {
	if rack.Len() != FullRack {
		return 0, false
	}
	return r.rank(rack)
}

func (r *Ranking) rank(leave *Rack) (uint32, bool) {
	rank, size := r.offset[leave.Len()], 0
	for _, t := range r.order {
		for range leave.Count(t) {
			size++
			rank += r.add[size][t]
		}
	}
	return rank, size == leave.Len()
}

// Rack is the multiset of a rank below LenFull.
func (r *Ranking) Rack(rank uint32) Rack {
	size := FullRack
	for rank < r.offset[size] {
		size--
	}
	rank -= r.offset[size]
	var rack Rack
	for id := len(r.order) - 1; size > 0; size-- {
		for r.add[size][r.order[id]] > rank {
			id--
		}
		rank -= r.add[size][r.order[id]]
		rack.Add(r.order[id])
	}
	return rack
}

// All lists every leave in order of its rank, those too that the tile set
// does not hold. The Rack is overwritten by the next one.
func (r *Ranking) All() iter.Seq2[uint32, *Rack] {
	return func(yield func(uint32, *Rack) bool) {
		highest := len(r.order) - 1
		rank := uint32(0)
		for size := range MaxLeave + 1 {
			var ids [MaxLeave]int // ascending
			rack := Rack{total: uint16(size)}
			rack.counts[r.order[0]] = uint8(size)
			for {
				if !yield(rank, &rack) {
					return
				}
				rank++
				// The first id that may grow without passing the next one
				// grows; those before it begin again at 0.
				i := 0
				for i < size && (ids[i] == highest || i+1 < size && ids[i] == ids[i+1]) {
					i++
				}
				if i == size {
					break
				}
				id := ids[i] // and of all before it
				rack.counts[r.order[id]] -= uint8(i + 1)
				rack.counts[r.order[id+1]]++
				rack.counts[r.order[0]] += uint8(i)
				clear(ids[:i])
				ids[i]++
			}
		}
	}
}
