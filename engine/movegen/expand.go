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

// hole is a question with one letter to be found for a blank.
type hole struct {
	probe
	fit uint32 // letters that it can be
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
func (f *finder) passing(words *wordmap.Words, key uint64, size uint8) uint64 {
	e := &f.asked.entries[(key>>40^uint64(size))&511]
	if e.key != key || e.turn != f.asked.turn || e.size != size {
		e.key, e.turn, e.size = key, f.asked.turn, size
		c := &f.rack.size[size&7]
		e.mask = passingKeys(words, key, c.keys[:c.plain])
	}
	return e.mask
}

// passingKeys is a function of its own so that its loop keeps to registers.
//
//go:noinline
func passingKeys(w *wordmap.Words, key uint64, keys []uint64) (mask uint64) {
	for i, k := range keys {
		mask |= w.MayHave(key+k) << (i & 63)
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
	mask := f.passing(f.words.OfLength(int(length)), key, k)
	var need [maxFast]uint32
	n := 0
	if mask != 0 || c.n > c.plain {
		for set := sp.filled & sl.bound; set != 0; set &= set - 1 {
			need[n%maxFast] = sl.allowed[lowest(set)&(laneLen-1)]
			n++
		}
	}
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		if b := fixed + 1000*w.dot(c.scores[i]) + c.values[i]; b >= f.found.cut && unserved(c.letters[i], g.all, need[:n]) == g.all {
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
		fit := unserved(c.letters[i], g.all, need[:n])
		if fit == 0 {
			continue
		}
		f.holes[f.nholes] = hole{p, fit}
		f.nholes++
		if f.nholes >= fillAt {
			f.fillHoles(g)
		}
	}
	if f.pending.n >= resolveAt {
		f.resolve(g)
	}
}

// unserved is the letters that a blank may be so that some letters and it
// have one for each square that is bound: every letter if they do without it,
// none if it takes more than one.
func unserved(letters, all uint32, need []uint32) uint32 {
	fit := all
	for _, allowed := range need {
		if letters&allowed == 0 {
			if fit != all {
				return 0
			}
			fit = allowed
		}
	}
	return fit
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
		f.complete(g, p, f.words.OfLength(int(p.length)).Completing(p.key)&^(1<<from-1), chosen)
		return
	}
	for x := from; x <= tile.Tile(g.lexicon.Alphabet().Len()); x++ {
		q := p
		q.key += keys[x]
		q.blanks |= blankLetters(x) << (wordmap.LetterBits * chosen)
		f.designate(g, q, blanks, chosen+1, x)
	}
}

// complete asks for words with each of some letters for the last blank.
func (f *finder) complete(g *Generator, p probe, letters uint32, chosen int) {
	keys := &f.words.Keys.Letter
	for ; letters != 0; letters &= letters - 1 {
		x := lowest(letters)
		q := p
		q.key += keys[x]
		q.blanks |= blankLetters(x) << (wordmap.LetterBits * chosen)
		f.pending.add(q)
		if f.pending.n >= resolveAt {
			f.resolve(g)
		}
	}
}

// fillHoles asks for the letters of the one blank of the questions that wait.
func (f *finder) fillHoles(g *Generator) {
	list := f.holes[:f.nholes]
	f.nholes = 0
	var seen uint32
	for i := range list {
		seen += f.words.OfLength(int(list[i].length)).Peek(list[i].key)
	}
	f.seen += uint64(seen)
	for i := range list {
		h := &list[i]
		if h.bound >= f.found.cut {
			f.complete(g, h.probe, f.words.OfLength(int(h.length)).Completing(h.key)&h.fit, 0)
		}
	}
}

// resolve asks the questions that wait and tries the words.
func (f *finder) resolve(g *Generator) {
	var seen wordmap.Entry
	slots := &f.slots
	list := f.pending.list[:f.pending.n]
	f.pending.n = 0
	for i := range list {
		words := f.words.OfLength(int(list[i].length))
		slots[i] = words.Slot(list[i].key)
		seen += words.At(slots[i]) // loads all of them before one is looked at
	}
	f.seen += uint64(seen)
	for i := range list {
		if p := &list[i]; p.bound >= f.found.cut {
			f.try(g, p, slots[i])
		}
	}
}
