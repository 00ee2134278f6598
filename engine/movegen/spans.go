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
// turn, and a change on the board only renews those of the lanes it shows in.

// span is what a scan over all spans reads.
type span struct {
	outline outline
	weights weights
}

// outline is what a span is, packed: the squares that get a tile, 32 bits; 16 of
// points that do not depend on the tiles: of those run through, of the tiles
// on the board in cross words, and the bonus; whether there are tiles of the
// board in the main word, one bit; and how many tiles are placed.
type outline uint64

func newOutline(filled uint32, fixed int32, tiles int, through uint32) outline {
	return outline(filled) | outline(uint16(fixed))<<32 | outline(through)<<48 | outline(tiles)<<49
}

func (o outline) filled() uint32 { return uint32(o) }
func (o outline) fixed() int32   { return int32(uint16(o >> 32)) }
func (o outline) tiles() int     { return int(o >> 49 & 7) }

// class is the number of tiles placed, twice, and one more if there are tiles
// of the board in the main word.
func (o outline) class() int { return int(o >> 48 & (classes - 1)) }

const classes = 2 * (maxFast + 1)

// spanMore is what only a span that is looked into needs.
type spanMore struct {
	key        uint64    // of the letters run through
	need       [2]uint32 // the letters that fit two of its squares, every one if fewer are bound
	start, len uint8
	multiplier uint8 // product of the word premiums under the tiles placed
}

// spanLane is the spans of a lane, and what they are made from.
type spanLane struct {
	squareState
	letters squares // letters of the tiles
	tiles   squares // all ones where there is a tile

	n    int // spans
	span [maxSpans]span
	more [maxSpans]spanMore
}

// squareState is what spans need to know of the squares of a lane, each on its
// own.
type squareState struct {
	bound   uint32          // empty squares that not every letter fits
	allowed [laneLen]uint32 // letters that any play may put on an empty square
	perp    [laneLen]int32  // points of the tiles on the board in the cross word
	extra   [laneLen]uint16 // weight that the cross word adds
	letter  [laneLen]uint16 // letter multiplier
}

// maxSpans is above engine.MaxDim starts of 7 spans, and a power of two.
const maxSpans = 256

// spanMap is the spans of all lanes of a generator.
type spanMap struct {
	words   *wordmap.Map
	longest int // no word is longer, and no lane
	bonus   [maxFast + 1]int32
	lanes   [2 * engine.MaxDim]laneState
	keeper
	gaps [laneLen]gap // scratch for one lane
}

// gap is an empty square of a lane, as its spans are made: from one gap to the
// next there are only tiles.
type gap struct {
	key           uint64 // of the tiles beyond it
	at            int32  // its square
	face          int32  // of the tiles beyond it
	perp          int32
	allowed       uint32
	bound         uint32 // all ones if not every letter fits
	letter, extra uint16
	word          uint16
}

// touch notes that a square changed: its tile, its cross-set, or the run of
// tiles that its neighbours end. What changes for plays along one lane does so
// because of the other, so it counts in both.
func (s *spanMap) touch(g *Generator, l, c int) {
	s.change(l, 1<<(c&31))
	xl, xc := g.crossPlace(l, c)
	s.change(xl, 1<<(xc&31))
}

// change notes that squares of a lane changed, and keeps what it was before.
func (s *spanMap) change(l int, squares uint32) {
	if s.lanes[l].depth < s.depth {
		s.keep(l)
	}
	s.lanes[l].dirty |= squares
}

// touchLane has all of a lane made anew.
func (s *spanMap) touchLane(l int) { s.change(l, ^uint32(0)) }

// renew brings the spans of a lane up to date.
//
// A word begins behind an empty square, or at the edge, and ends before one.
// So with the gaps of the lane in a row, the spans are the stretches of them:
// the tiles from the gap before to the gap behind are run through.
func (s *spanMap) renew(g *Generator, l int) {
	if s.lanes[l].held {
		s.own(l)
	}
	sl, ln := s.lanes[l].spanLane, &g.lanes[l]
	touching := ln.occ | ln.crossed // squares of which a play must cover one
	if g.laid == 0 {
		row, col := g.rules.Layout.Start()
		for _, dir := range [2]engine.Dir{engine.Across, engine.Down} {
			if sl, c := g.place(dir, row, col); sl == l {
				touching = 1 << c
			}
		}
	}
	sl.n = 0
	if touching == 0 {
		return // and stays dirty, until there is something to build on
	}
	for set := s.lanes[l].dirty & (uint32(2)<<g.dim - 2); set != 0; set &= set - 1 {
		s.renewSquare(g, l, bits.TrailingZeros32(set))
	}
	s.lanes[l].dirty = 0

	size := g.rules.RackSize
	first := s.findGaps(g, l)
	// A span has from least to most tiles. It has more than none that are run
	// through, or covers a square it must.
	least, most := uint32(laneLen), 0
	column := uint32(0)
	if l >= g.dim {
		column = ln.crossed
	}
	for j := laneLen - 2; j >= first; j-- {
		this, before, behind := &s.gaps[j&(laneLen-1)], &s.gaps[(j-1)&(laneLen-1)], &s.gaps[(j+1)&(laneLen-1)]
		tiles := uint32(behind.at - before.at - 2) // of the board, in a word of one tile
		at := this.at & 31
		least = least&(touching>>at&1|notZero(tiles)-1) + 1
		most = min(most+1, size)
		if this.allowed == 0 {
			most = 0
		}
		// One tile alone is no word, or is the row's play.
		from := int(max(least, 2&-(column>>at&1|(1^notZero(tiles)))))
		if from <= most {
			s.addSpans(sl, j, from, most)
		}
	}
}

// findGaps notes the empty squares of a lane, the last as the last but one of
// gaps and a square beyond the lane as the last; and one before it, below the
// first, which is returned. It packs the tiles too.
func (s *spanMap) findGaps(g *Generator, l int) (first int) {
	sl, ln, pr := s.lanes[l].spanLane, &g.lanes[l], &g.premium[l]
	var letters, tiles squares
	face, key := int32(0), uint64(0)
	i := laneLen - 1
	s.gaps[i] = gap{at: int32(g.dim + 1)}
	for c := g.dim; c > 0; c-- {
		c := c & (laneLen - 1)
		t := ln.letter[c]
		x := uint64(t.Letter())
		face += int32(g.points[t])
		key += s.words.Keys.Letter[x&(tile.Kinds-1)]
		there := (x + 31) >> 5 // 1 if there is a tile
		s.gaps[(i-1)&(laneLen-1)] = gap{
			key, int32(c), face, sl.perp[c], sl.allowed[c], -(sl.bound >> c & 1), sl.letter[c], sl.extra[c], uint16(pr.word[c]),
		}
		i -= int(1 - there)
		letters.push(x)
		tiles.push(there * 31)
	}
	s.gaps[(i-1)&(laneLen-1)] = gap{key: key, face: face}
	sl.letters, sl.tiles = letters, tiles
	return i
}

// addSpans makes the spans that fill from a gap on, of from to most tiles.
func (s *spanMap) addSpans(sl *spanLane, j, from, most int) {
	before := &s.gaps[(j-1)&(laneLen-1)]
	need := [2]uint32{^uint32(0), ^uint32(0)}
	filled, multiplier, perp, extra := uint32(0), int32(1), int32(0), uint16(0)
	var w weights
	n := sl.n
	for k := 1; k <= most; k++ {
		this, behind := &s.gaps[j&(laneLen-1)], &s.gaps[(j+1)&(laneLen-1)]
		if this.word > 1 {
			multiplier *= int32(this.word)
			w.first *= uint64(this.word)
			w.second *= uint64(this.word)
			if extra != 0 {
				w = sl.weigh(filled, multiplier)
			}
		}
		if special := this.letter - 1 | this.extra; special == 0 {
			w.append(k, uint64(multiplier))
		} else {
			extra |= this.extra
			w.insert(uint64(multiplier)*uint64(this.letter) + uint64(this.extra))
		}
		filled |= 1 << (this.at & 31)
		perp += this.perp
		need[1] ^= (need[1] ^ need[0]) & this.bound
		need[0] ^= (need[0] ^ this.allowed) & this.bound
		length := int(behind.at-before.at) - 1
		if length > s.longest {
			break
		}
		fixed := (before.face-behind.face)*multiplier + perp + s.bonus[k&maxFast]
		sl.span[n&(maxSpans-1)] = span{newOutline(filled, fixed, k, notZero(uint32(length-k))), w}
		sl.more[n&(maxSpans-1)] = spanMore{before.key - behind.key, need, uint8(before.at + 1), uint8(length), uint8(multiplier)}
		if k >= from {
			n++
		}
		j++
	}
	sl.n = n
}

// notZero is 1 for all numbers but 0.
func notZero(x uint32) uint32 { return (x | -x) >> 31 }

// renewSquare works out what may be put on a square and what it weighs.
//
// A tile put next to a run of tiles joins it, so the letter must come before
// or after the run inside some word, whichever way the play goes on. That
// holds for the run on either side and cuts much more than the cross-set.
func (s *spanMap) renewSquare(g *Generator, l, c int) {
	sl, ln, pr := s.lanes[l].spanLane, &g.lanes[l], &g.premium[l]
	bit := uint32(1) << (c & 31)
	sl.bound &^= bit
	sl.extra[c], sl.perp[c] = 0, 0
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
		sl.perp[c] = int32(ln.score[c]) * int32(pr.word[c])
	}
}

// weigh is the weights of some squares under a word multiplier.
func (sl *spanLane) weigh(filled uint32, multiplier int32) (w weights) {
	for ; filled != 0; filled &= filled - 1 {
		c := lowest(filled) & (laneLen - 1)
		w.insert(uint64(multiplier)*uint64(sl.letter[c]) + uint64(sl.extra[c]))
	}
	return w
}
