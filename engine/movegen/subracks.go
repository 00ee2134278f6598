package movegen

import (
	"math/bits"

	"quadword/engine/lexicon/wordmap"
	"quadword/engine/memory"
	"quadword/engine/tile"
)

// maxFast is the largest rack that the best-first search has room for: seven
// tiles have at most 128 distinct sub-racks and seven weights.
const (
	maxFast     = 7
	maxSubRacks = 1 << maxFast
	maxPerSize  = 35 // 7 over 3
)

// never is a value below that of any move, and far enough from the ends of an
// int32 that points can be added to it.
const never = -1 << 30

// subRack is some of the tiles of the rack, to be placed or exchanged.
type subRack struct {
	key     uint64 // of the word map; blanks weigh nothing
	scores  scores
	rank    uint32 // among the leaves of its size
	value   int32  // of the tiles kept when these are placed
	drift   int32  // of its tiles if they are kept, see Drift
	letters uint32 // of its tiles without blanks
	points  uint16 // sum of the scores
	size    uint8
	blanks  uint8
	last    tile.Tile // the tile of the last kind
	less    uint8     // the sub-rack without it
}

// scores are the face values of up to seven tiles in descending order, packed
// for weights.dot: 16 bits each, the highest at the top of the first word.
type scores struct{ first, second uint64 }

// with is the scores with one more, not above the others, as the n-th.
func (s scores) with(n int, score int32) scores {
	// The shift of one of the two is out of range, which leaves nothing.
	s.first |= uint64(score) << uint(64-16*n)
	s.second |= uint64(score) << uint(128-16*n)
	return s
}

// blankLetters are the letters that the blanks play, five bits each, the
// first lowest: there is room for a rack of nothing else.
type blankLetters uint64

// rackState is all that a search knows of a rack before it looks at the
// board.
//
// Sub-racks are numbered in mixed radix: the digit of a kind is how many of
// its tiles are in. So the sub-rack of all the tiles that sub-rack i leaves is
// number last-i. Kinds come in the order of the ranking: scores fall from tile
// to tile, and as the blank comes last, the sub-racks of a size that have no
// blank come first.
type rackState struct {
	tiles int    // on the rack
	mask  uint32 // letters that can be placed
	n     int    // sub-racks

	sub  [maxSubRacks]subRack
	size [maxFast + 1]sizeClass

	// best is the highest value of what is kept when k tiles are placed: the
	// one of 2*k+1 of all sub-racks, that of 2*k of those that may be words by
	// themselves, see outline.class.
	best [classes]int32
}

// sizeClass is the sub-racks of a size, side by side as a search reads them.
// Those without a blank come first.
type sizeClass struct {
	n, plain int
	blank    uint64 // a bit for each that has a blank
	keys     [maxPerSize]uint64
	scores   [maxPerSize]scores
	values   [maxPerSize]int32
	letters  [maxPerSize]uint32 // that they can place: all of them with a blank
	sub      [maxPerSize]uint8  // their numbers
}

// set works out the sub-racks.
func (s *rackState) set(rack *tile.Rack, r *tile.Ranking, set *tile.Set, all uint32, keys *wordmap.Keys, val *valuer) {
	s.tiles = rack.Len()
	s.mask = rack.Mask() &^ 1
	if rack.Count(tile.Blank) > 0 {
		s.mask = all
	}
	s.n = 1
	s.sub[0] = subRack{}
	for _, t := range r.Order() {
		block := s.n
		blank, points, letters := uint8(0), set.Points(t), uint32(1)<<t
		if t == tile.Blank {
			blank, letters = 1, 0
		}
		for range rack.Count(t) {
			for range block {
				p, q := &s.sub[s.n-block], &s.sub[s.n]
				q.size = p.size + 1
				q.last, q.less = t, uint8(s.n-block)
				q.key = p.key + keys.Letter[t]
				q.scores = p.scores.with(int(q.size), points)
				q.letters = p.letters | letters
				q.points = p.points + uint16(points)
				q.blanks = p.blanks + blank
				q.drift = p.drift + val.drift.kept[t]
				if q.size <= tile.MaxLeave {
					q.rank = p.rank + r.Add(int(q.size), t)
					if leaves := val.eval.Leaves; leaves != nil {
						memory.Prefetch(&leaves[r.Offset(int(q.size))+q.rank])
					}
				}
				s.n++
			}
		}
	}
}

// sort works out what the sub-racks leave, and puts them in their sizes.
func (s *rackState) sort(r *tile.Ranking, all uint32, val *valuer) {
	s.setValues(r, val)
	for i := range s.best {
		s.best[i] = never
	}
	for k := range s.size {
		s.size[k].n, s.size[k].plain, s.size[k].blank = 0, 0, 0
	}
	for i := 1; i < s.n; i++ {
		q := &s.sub[i]
		c := &s.size[q.size&7]
		at := c.n
		c.keys[at], c.scores[at], c.values[at], c.sub[at] = q.key, q.scores, q.value, uint8(i)
		c.letters[at] = q.letters
		c.n++
		if q.blanks == 0 {
			c.plain++
		} else {
			c.letters[at] = all
			c.blank |= 1 << (at & 63)
		}
		best := &s.best[2*q.size&(classes-1)+1]
		*best = max(*best, q.value)
	}
}

// setValues values what each sub-rack leaves.
func (s *rackState) setValues(r *tile.Ranking, val *valuer) {
	last := s.n - 1
	switch {
	case val.eval.PointsOnly || !val.bagEmpty && val.eval.Leaves == nil:
		for i := range s.n {
			s.sub[i].value = val.late[s.sub[i].size]
		}
	case !val.bagEmpty:
		for i := range s.n {
			kept := &s.sub[last-i]
			value := val.late[s.sub[i].size]
			if kept.size <= tile.MaxLeave {
				value += val.of(val.eval.Leaves[r.Offset(int(kept.size))+kept.rank]) + val.drift.of(kept.drift, val.drawn(int32(kept.size)))
			}
			s.sub[i].value = value
		}
	default:
		for i := range s.n {
			s.sub[i].value = -lateTurn - val.kept*int32(s.sub[last-i].points)
		}
		s.sub[last].value = val.out
	}
}

// rackOf is the tiles of a sub-rack.
func (s *rackState) rackOf(i int) tile.Rack {
	var r tile.Rack
	for ; i > 0; i = int(s.sub[i].less) {
		r.Add(s.sub[i].last)
	}
	return r
}

// lowest is the lowest letter of a set.
func lowest(set uint32) tile.Tile { return tile.Tile(bits.TrailingZeros32(set)) }
