package movegen

import (
	"math/bits"

	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// How a span is looked into. Its letters of the board have a key, each
// sub-rack of the right size has one, and their sum asks the word map. Most
// answers are no, and a look at a table of megabytes that no cache holds costs
// as much as a hundred comparisons. So what is cheap comes first: the filter,
// in a small table, for all sub-racks at once and remembered for the next span
// over the same letters; then the bound of each sub-rack, and a look at the
// squares that not every letter fits. What is left is noted, and memory told
// to bring what it will need, while the next spans are looked into.

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
	resolveAt = 8  // so many questions wait, at most, when a span has been looked into
	fillAt    = 16 // so many that want a letter for a blank
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
		e.mask = words.Passing(key, c.keys[:c.plain])
	}
	return e.mask
}

// open looks into a span.
func (f *finder) open(g *Generator, id uint16) {
	sl := f.spans.lanes[id>>8].spanLane
	sp, more := &sl.span[id&255], &sl.more[id&255]
	key, length := more.key, more.len
	c := &f.rack.size[sp.outline.tiles()]
	words := f.words.OfLength(int(length))
	plain := f.passing(words, key, uint8(sp.outline.tiles()))
	good := reaching(c, plain|c.blank, sp, more, max(f.found.cut, never/2))
	for ; good != 0; good &= good - 1 {
		i := bits.TrailingZeros64(good)
		b := 1000*(sp.outline.fixed()+sp.weights.dot(c.scores[i])) + c.values[i]
		p := probe{key + c.keys[i], 0, b, id, c.sub[i], length}
		if c.blank>>(i&63)&1 == 0 {
			f.pending.add(p)
			words.Expect(p.key)
		} else {
			f.openBlank(g, p, more)
		}
	}
	if f.pending.n >= resolveAt {
		f.resolve(g)
	}
}

// reaching is those of some sub-racks of a size whose bound on a span is not
// below cut and which have letters for the squares that are bound. Whether one
// does comes too irregularly to branch on.
//
//go:noinline
func reaching(c *sizeClass, of uint64, sp *span, more *spanMore, cut int32) (good uint64) {
	w, least := sp.weights, cut-1000*sp.outline.fixed()
	for ; of != 0; of &= of - 1 {
		i := bits.TrailingZeros64(of)
		b := 1000*w.dot(c.scores[i]) + c.values[i]
		fit := notZero(c.letters[i]&more.need[0]) & notZero(c.letters[i]&more.need[1])
		good |= uint64(^uint32(b-least)>>31&fit) << (i & 63)
	}
	return good
}

// openBlank asks a question with blanks.
func (f *finder) openBlank(g *Generator, p probe, more *spanMore) {
	q := &f.rack.sub[p.sub&(maxSubRacks-1)]
	if q.blanks > 1 {
		f.designate(g, p, int(q.blanks), 0, 1)
		return
	}
	// A square that none of the other letters fits takes the blank.
	fit := g.all
	for _, need := range more.need {
		if q.letters&need == 0 {
			fit &= need
		}
	}
	if fit == 0 {
		return
	}
	f.words.OfLength(int(p.length)).ExpectHole(p.key)
	f.holes[f.nholes] = hole{p, fit}
	f.nholes++
	if f.nholes >= fillAt {
		f.fillHoles(g)
	}
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
		f.words.OfLength(int(q.length)).Expect(q.key)
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
	for i := range list {
		h := &list[i]
		if h.bound >= f.found.cut {
			f.complete(g, h.probe, f.words.OfLength(int(h.length)).Completing(h.key)&h.fit, 0)
		}
	}
}

// resolve asks the questions that wait and tries the words.
func (f *finder) resolve(g *Generator) {
	list := f.pending.list[:f.pending.n]
	f.pending.n = 0
	for i := range list {
		if p := &list[i]; p.bound >= f.found.cut {
			f.try(g, p, f.words.OfLength(int(p.length)).Slot(p.key))
		}
	}
}
