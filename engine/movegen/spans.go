package movegen

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// A span is a place for a play: a lane, the square where its main word
// begins, and how many tiles it places; that fixes which squares it fills and
// which tiles on the board it runs through. Every play is in exactly one span,
// so there are no anchors and nothing is found twice.
//
// What a span is does not depend on the rack. So spans are kept from turn to
// turn, and a change on the board only renews those that looked at a square
// that changed.

// spansPerStart is room for one span for each number of tiles, 1 to 7, and
// makes the number of a span start*spansPerStart + n.
const spansPerStart = 8

// span is what a scan over all spans reads.
type span struct {
	filled  uint32 // squares that get a tile
	fixed   uint16 // points that do not depend on the tiles: see add
	tiles   uint8  // how many are placed
	through uint8  // 1 if there are tiles of the board in the main word, else 0
	weights weights
}

// spanMore is what only a span that is looked into needs.
type spanMore struct {
	key        uint64 // of the letters run through
	start, len uint8
	multiplier uint8 // product of the word premiums under the tiles placed
}

// weights are the numbers that the face values of the tiles placed are
// multiplied with, in descending order, packed 16 bits each, the largest
// lowest. No weight is 0, so all zero says that they are not computed yet.
type weights struct{ first, second uint64 }

// dot is the sum of the products of weights and scores, the largest with the
// largest: by the rearrangement inequality as much as tiles of these scores
// can earn on squares of these weights. Field 3 of the product of two words
// gathers the products of fields that add up to 3, which are those of equal
// place as scores are packed the other way round; fields above run off the
// top, and those below must not carry, see fits.
func (w weights) dot(s scores) int32 {
	return int32(w.first*s.first>>48) + int32(w.second*s.second>>48)
}

// maxField bounds what may gather in one of the lower fields.
const maxField = 1<<16 - 1

// spanLane is the spans of a lane.
type spanLane struct {
	dirty   uint32          // squares that changed since the spans were made
	active  uint32          // starts that have spans
	bound   uint32          // empty squares that not every letter fits
	special uint32          // empty squares that weigh more than the word multiplier
	allowed [laneLen]uint32 // letters that any play may put on an empty square
	extra   [laneLen]uint16 // weight that the cross word adds
	letter  [laneLen]uint16 // letter multiplier
	window  [laneLen]uint32 // the squares that the spans of a start depend on
	count   [laneLen]uint8  // spans of a start
	span    [laneLen * spansPerStart]span
	more    [laneLen * spansPerStart]spanMore
}

// spanMap is the spans of all lanes of a generator.
type spanMap struct {
	words   *wordmap.Map
	longest int // no word is longer, and no lane
	lanes   [2 * engine.MaxDim]spanLane
}

// touch notes that a square changed: its tile, its cross-set, or the run of
// tiles that its neighbours end. What changes for plays along one lane does so
// because of the other, so it counts in both.
func (s *spanMap) touch(g *Generator, l, c int) {
	s.lanes[l].dirty |= 1 << (c & 31)
	xl, xc := g.crossPlace(l, c)
	s.lanes[xl].dirty |= 1 << (xc & 31)
}

// touchLane has all spans of a lane made anew. Every window has bits on the
// board, but for those of a lane that never had spans.
func (s *spanMap) touchLane(l int) {
	sl := &s.lanes[l]
	sl.dirty = ^uint32(0)
	for c := range sl.window {
		sl.window[c] = ^uint32(0)
	}
}

// between is the squares from..to as a mask.
func between(from, to int) uint32 { return uint32(2)<<(to&31) - uint32(1)<<(from&31) }

// renew brings the spans of a lane up to date.
func (s *spanMap) renew(g *Generator, l int) {
	sl, ln := &s.lanes[l], &g.lanes[l]
	start := 0 // the square that the first play must cover, if this is its lane
	if g.laid == 0 {
		row, col := g.rules.Layout.Start()
		for _, dir := range [2]engine.Dir{engine.Across, engine.Down} {
			if sl, c := g.place(dir, row, col); sl == l {
				start = c
			}
		}
	}
	if ln.occ|ln.crossed == 0 && start == 0 {
		// Nothing to build on. The spans are made in full when there is.
		sl.active, sl.dirty = 0, ^uint32(0)
		return
	}
	for set := sl.dirty & between(1, g.dim); set != 0; set &= set - 1 {
		s.renewSquare(g, l, bits.TrailingZeros32(set))
	}
	touching := ln.occ | ln.crossed
	if start != 0 {
		touching = 1 << start
	}
	for c := 1; c <= g.dim; c++ {
		if sl.window[c]&sl.dirty != 0 {
			s.renewStart(g, l, c, touching)
		}
	}
	sl.dirty = 0
}

// renewSquare works out what may be put on a square and what it weighs.
//
// A tile put next to a run of tiles joins it, so the letter must come before
// or after the run inside some word, whichever way the play goes on. That
// holds for the run on either side and cuts much more than the cross-set.
func (s *spanMap) renewSquare(g *Generator, l, c int) {
	sl, ln, pr := &s.lanes[l], &g.lanes[l], &g.premium[l]
	bit := uint32(1) << (c & 31)
	sl.bound &^= bit
	sl.special &^= bit
	sl.extra[c] = 0
	sl.letter[c] = uint16(pr.letter[c])
	if ln.letter[c] != 0 {
		return
	}
	allowed := ln.cross[c]
	if ln.letter[c-1] != 0 {
		from := c - 1
		for ln.letter[from-1] != 0 {
			from--
		}
		if r, ok := s.words.Run(ln.letter[from:c]); ok {
			allowed &= r.After
		}
	}
	if ln.letter[c+1] != 0 {
		to := c + 2
		for ln.letter[to] != 0 {
			to++
		}
		if r, ok := s.words.Run(ln.letter[c+1 : to]); ok {
			allowed &= r.Before
		}
	}
	sl.allowed[c] = allowed
	if allowed != g.all {
		sl.bound |= bit
	}
	if ln.crossed&bit != 0 {
		sl.extra[c] = uint16(pr.letter[c]) * uint16(pr.word[c])
	}
	if sl.extra[c] != 0 || pr.letter[c] > 1 {
		sl.special |= bit
	}
}

// renewStart makes the spans that begin on one square, by filling the empty
// squares from there one after another. touching are the squares of which a
// play must cover one.
func (s *spanMap) renewStart(g *Generator, l, start int, touching uint32) {
	sl, ln, pr := &s.lanes[l], &g.lanes[l], &g.premium[l]
	sl.active &^= 1 << (start & 31)
	sl.count[start] = 0
	if ln.letter[start-1] != 0 {
		sl.window[start] = 1 << ((start - 1) & 31)
		return
	}
	size := g.rules.RackSize
	reach := min(start+size, g.dim)
	if touching&between(start, reach) == 0 {
		sl.window[start] = between(start-1, reach)
		return
	}
	var (
		filled           uint32
		face, perp       int32
		multiplier       = int32(1)
		key              uint64
		touched, through bool
		n, placed        int
		c                = start
		column           = l >= g.dim
		letters          = &s.words.Keys.Letter
	)
	for {
		for ; ln.letter[c] != 0; c++ {
			face += int32(g.points[ln.letter[c]])
			key += letters[ln.letter[c].Letter()]
			touched, through = true, true
		}
		length := c - start
		// A tile alone that makes a word across the column is the row's play.
		rows := column && placed == 1 && ln.crossed&filled != 0
		if placed > 0 && touched && length >= 2 && length <= s.longest && !rows {
			s.add(g, sl, start*spansPerStart+n, filled, placed, face*multiplier+perp, through)
			sl.more[start*spansPerStart+n] = spanMore{key, uint8(start), uint8(length), uint8(multiplier)}
			n++
		}
		if c > g.dim || placed == size || length >= s.longest || sl.allowed[c] == 0 {
			break
		}
		placed++
		filled |= 1 << (c & 31)
		multiplier *= int32(pr.word[c])
		if ln.crossed>>(c&31)&1 != 0 {
			perp += int32(ln.score[c]) * int32(pr.word[c])
		}
		touched = touched || touching>>(c&31)&1 != 0
		c++
	}
	sl.window[start] = between(start-1, c)
	if n > 0 {
		sl.active |= 1 << (start & 31)
		sl.count[start] = uint8(n)
	}
}

// add enters a span. Its fixed points are those of the tiles run through, the
// cross words' tiles on the board, and the bonus.
func (s *spanMap) add(g *Generator, sl *spanLane, i int, filled uint32, placed int, fixed int32, through bool) {
	if placed == g.rules.RackSize {
		fixed += g.rules.BingoBonus
	}
	sl.span[i] = span{filled: filled, fixed: uint16(fixed), tiles: uint8(placed)}
	if through {
		sl.span[i].through = 1
	}
}

// weigh computes the weights of a span. A plain square weighs the word
// multiplier and all others more, so only those others need sorting.
func (sl *spanLane) weigh(i int) weights {
	sp, multiplier := &sl.span[i], uint64(sl.more[i].multiplier)
	var sorted [8]uint64
	n := 0
	for set := sp.filled & sl.special; set != 0; set &= set - 1 {
		c := bits.TrailingZeros32(set) & (laneLen - 1)
		w := multiplier*uint64(sl.letter[c]) + uint64(sl.extra[c])
		at := n & 7
		for ; at > 0 && sorted[at-1] < w; at-- {
			sorted[at] = sorted[at-1]
		}
		sorted[at] = w
		n++
	}
	for ; n < int(sp.tiles); n++ {
		sorted[n&7] = multiplier
	}
	w := weights{
		sorted[0] | sorted[1]<<16 | sorted[2]<<32 | sorted[3]<<48,
		sorted[4] | sorted[5]<<16 | sorted[6]<<32,
	}
	sp.weights = w
	return w
}

// fits tells whether a game is within what packed numbers hold. Every known
// one is, by far; a board of many 4W or tiles of 100 points may not be.
func fits(r *engine.Rules) bool {
	if r.RackSize > maxFast || r.TileSet.Points(tile.Blank) != 0 {
		return false
	}
	var face int32
	for t := range tile.Tile(r.TileSet.Alphabet.Len() + 1) {
		face = max(face, r.TileSet.Points(t))
	}
	dim := r.Layout.Dim()
	for lane := range 2 * dim {
		multiplier, cross, letter := int32(1), int32(0), int32(1)
		for i := range dim {
			row, col := lane, i
			if lane >= dim {
				row, col = i, lane-dim
			}
			multiplier = min(multiplier*r.Layout.Word(row, col), 1<<16)
			cross += r.Layout.Word(row, col)
			letter = max(letter, r.Layout.Letter(row, col))
		}
		weight := multiplier*letter + engine.MaxMultiplier*engine.MaxMultiplier
		fixed := int32(dim)*face*(multiplier+cross) + r.BingoBonus
		if multiplier > 255 || 4*weight*face > maxField || fixed > maxField {
			return false
		}
	}
	return true
}
