package movegen

import (
	"math/bits"

	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// How a span is looked into. Its letters of the board have a key, each
// sub-rack of the right size has one, and their sum asks the word map. Most
// answers are no, and each look at a table of megabytes that no cache holds
// costs as much as dozens of comparisons. So what is cheap comes first: the
// filter, in a small table, for all sub-racks at once and remembered for the
// next span over the same letters; then the bound of each sub-rack; and what
// is left is gathered, over several spans, so that its loads wait for memory
// together.

// probe is one question to the word map.
type probe struct {
	key    uint64
	blanks blankLetters
	bound  int32
	id     uint16 // of the span
	sub    uint8
	length uint8 // of the words
}

// probes are questions that wait.
type probes struct {
	n    int
	list [96]probe
}

const (
	resolveAt = 8  // questions for classes that are asked together
	fillAt    = 16 // questions for letters of a blank
)

// memo remembers which sub-racks pass the filter with some letters of the
// board. It does not depend on where those are.
type memo struct {
	turn    uint32
	entries [512]struct {
		key  uint64
		mask uint64
		turn uint32
		size uint8
	}
}

func (m *memo) begin() { m.turn++ }

// passing is the set of the sub-racks of a size without blanks that may make a
// word with letters of this key: bit n for the n-th of the size.
func (f *finder) passing(key uint64, size uint8) uint64 {
	e := &f.asked.entries[(key>>40^uint64(size))&511]
	if e.key != key || e.turn != f.asked.turn || e.size != size {
		e.key, e.turn, e.size = key, f.asked.turn, size
		c := &f.rack.size[size&7]
		e.mask = passingKeys(f.words, key, c.keys[:c.plain])
	}
	return e.mask
}

// passingKeys is a function of its own so that its loop keeps to registers.
//
//go:noinline
func passingKeys(m *wordmap.Map, key uint64, keys []uint64) (mask uint64) {
	for i, k := range keys {
		mask |= m.MayHave(key+k) << (i & 63)
	}
	return mask
}

// open looks into a span.
func (f *finder) open(g *Generator, id uint16) {
	sl := &f.spans.lanes[id>>8]
	sp, more := &sl.span[id&255], &sl.more[id&255]
	k := sp.tiles
	fixed := 1000 * int32(sp.fixed)
	c := &f.rack.size[k&7]
	key, length, w := more.key, more.len, sp.weights
	mask := f.passing(key, k)
	var need [maxFast]uint32
	n := 0
	if mask != 0 {
		for set := sp.filled & sl.bound; set != 0; set &= set - 1 {
			need[n%maxFast] = sl.allowed[lowest(set)&(laneLen-1)]
			n++
		}
	}
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		if b := fixed + 1000*w.dot(c.scores[i]) + c.values[i]; b >= f.found.cut && serves(c.letters[i], need[:n]) {
			f.pending.add(probe{key + c.keys[i], 0, b, id, c.sub[i], length})
		}
	}
	for i := c.plain; i < c.n; i++ {
		b := fixed + 1000*w.dot(c.scores[i]) + c.values[i]
		if b < f.found.cut {
			continue
		}
		p := probe{key + c.keys[i], 0, b, id, c.sub[i], length}
		if blanks := f.rack.sub[c.sub[i]].blanks; blanks > 1 {
			f.designate(g, p, int(blanks), 0, 1)
			continue
		}
		f.holes.add(p)
		if f.holes.n >= fillAt {
			f.fillHoles(g)
		}
	}
	if f.pending.n >= resolveAt {
		f.resolve(g)
	}
}

// serves tells whether some letters have one for each square that is bound.
func serves(letters uint32, need []uint32) bool {
	for _, allowed := range need {
		if letters&allowed == 0 {
			return false
		}
	}
	return true
}

func (p *probes) add(q probe) {
	p.list[p.n] = q
	p.n++
}

// designate chooses letters for blanks, all but the last from a whole
// alphabet, in ascending order so that each choice comes once.
func (f *finder) designate(g *Generator, p probe, blanks, chosen int, from tile.Tile) {
	if p.bound < f.found.cut {
		return
	}
	keys := &f.words.Keys.Letter
	if blanks-chosen == 1 {
		set := f.words.Completing(p.key, int(p.length)) &^ (1<<from - 1)
		for ; set != 0; set &= set - 1 {
			x := lowest(set)
			q := p
			q.key += keys[x]
			q.blanks |= blankLetters(x) << (wordmap.LetterBits * chosen)
			f.pending.add(q)
			if f.pending.n >= resolveAt {
				f.resolve(g)
			}
		}
		return
	}
	for x := from; x <= tile.Tile(g.lexicon.Alphabet().Len()); x++ {
		q := p
		q.key += keys[x]
		q.blanks |= blankLetters(x) << (wordmap.LetterBits * chosen)
		f.designate(g, q, blanks, chosen+1, x)
	}
}

// fillHoles asks for the letters of the one blank of the questions that wait.
func (f *finder) fillHoles(g *Generator) {
	list := f.holes.list[:f.holes.n]
	f.holes.n = 0
	var seen uint64
	for i := range list {
		seen += f.words.Peek(list[i].key, int(list[i].length))
	}
	f.seen += seen
	for i := range list {
		if list[i].bound >= f.found.cut {
			f.designate(g, list[i], 1, 0, 1)
		}
	}
}

// resolve asks the questions that wait and tries the words.
func (f *finder) resolve(g *Generator) {
	var seen uint64
	classes := &f.classes
	list := f.pending.list[:f.pending.n]
	f.pending.n = 0
	for i := range list {
		c := f.words.ClassAt(f.words.Slot(list[i].key))
		classes[i] = c
		seen += uint64(c.Tag()) // loads all of them before one is looked at
	}
	f.seen += seen
	for i := range list {
		p := &list[i]
		if p.bound < f.found.cut {
			continue
		}
		c := classes[i]
		if !c.Is(p.key) {
			if c = f.words.Find(p.key, f.words.Slot(p.key)); c.Count() == 0 {
				continue
			}
		}
		f.try(g, p, c)
	}
}
