package movegen

import (
	"quadword/engine"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// placement is a span made ready for words to be laid on it: the letters of
// the board that a word must have at their places, compared all at once in the
// packing of the word map, and what each letter placed weighs.
type placement struct {
	id                 uint16
	head, tail         uint64 // letters of the board, packed
	headMask, tailMask uint64 // where they are

	n      int // tiles placed
	at     [maxFast]uint8
	weight [maxFast]int32

	bounds int // squares that not every letter fits
	bound  [maxFast]struct {
		at      uint8
		allowed uint32
	}
}

// ready prepares a span, unless it was the last.
func (p *placement) ready(g *Generator, sl *spanLane, id uint16) {
	if p.id == id {
		return
	}
	more := &sl.more[id&255]
	ln := &g.lanes[id>>8]
	p.id, p.n, p.bounds = id, 0, 0
	p.head, p.tail, p.headMask, p.tailMask = 0, 0, 0, 0
	for i := range int(more.len) {
		c := (int(more.start) + i) & (laneLen - 1)
		if t := ln.letter[c].Letter(); t != 0 {
			if i < wordmap.HeadLen {
				p.head |= uint64(t) << (wordmap.LetterBits * i & 63)
				p.headMask |= 31 << (wordmap.LetterBits * i & 63)
			} else {
				p.tail |= uint64(t) << (wordmap.LetterBits * (i - wordmap.HeadLen) & 63)
				p.tailMask |= 31 << (wordmap.LetterBits * (i - wordmap.HeadLen) & 63)
			}
			continue
		}
		if sl.bound>>(c&31)&1 != 0 {
			p.bound[p.bounds].at, p.bound[p.bounds].allowed = uint8(i), sl.allowed[c]
			p.bounds++
		}
		p.at[p.n] = uint8(i)
		p.weight[p.n] = int32(more.multiplier)*int32(sl.letter[c]) + int32(sl.extra[c])
		p.n++
	}
}

// takes tells whether a word of the right letters can lie there.
func (p *placement) takes(head, tail uint64) bool {
	if (head^p.head)&p.headMask != 0 || (tail^p.tail)&p.tailMask != 0 {
		return false
	}
	for i := range p.bounds {
		b := &p.bound[i]
		if b.allowed>>(wordmap.Letter(head, tail, int(b.at))&31)&1 == 0 {
			return false
		}
	}
	return true
}

// try lays the words of a probe, from a slot on, on its span and offers the
// plays.
func (f *finder) try(g *Generator, p *probe, slot int) {
	words := f.words.OfLength(int(p.length))
	e := words.At(slot)
	if e == 0 {
		return
	}
	f.place.ready(g, &f.spans.lanes[p.id>>8], p.id)
	for ; e != 0; e = words.At(slot) {
		if e.Of(p.key) {
			head, tail := e.Head(), words.Tail(slot)
			if f.place.takes(head, tail) {
				f.lay(g, p, head, tail)
			}
		}
		slot++
	}
}

// lay scores a word and offers it. The multiset of its letters is known to be
// right but for the luck of a hash, which is ruled out last.
func (f *finder) lay(g *Generator, p *probe, head, tail uint64) {
	sl, pl := &f.spans.lanes[p.id>>8], &f.place
	score := int32(sl.span[p.id&255].fixed)
	for i := range pl.n {
		score += pl.weight[i] * int32(g.points[wordmap.Letter(head, tail, int(pl.at[i]))])
	}
	value := f.rack.sub[p.sub].value
	if 1000*score+value < f.found.cut {
		return // blanks only make it less
	}
	if f.words.Keys.Key(head, tail) != p.key {
		return
	}
	var letters [maxFast]tile.Tile
	for i := range pl.n {
		letters[i] = wordmap.Letter(head, tail, int(pl.at[i]))
	}
	f.layBlanks(g, p, &letters, p.blanks, score, value)
}

// layBlanks chooses which of the letters placed are blanks. If one move is
// wanted the lightest square is taken for each, and of equal ones the last, as
// the order of moves has it; else every choice is a move.
func (f *finder) layBlanks(g *Generator, p *probe, letters *[maxFast]tile.Tile, blanks blankLetters, score, value int32) {
	if blanks == 0 {
		f.offer(g, p, letters, score, value)
		return
	}
	x := tile.Tile(blanks & 31)
	rest := blanks >> wordmap.LetterBits
	one := f.found.want.moves == 1
	best := -1
	// Blanks for equal letters are laid from right to left: each set of
	// squares comes once.
	for i := range f.place.n {
		if letters[i].IsBlank() && letters[i].Letter() == x && !one {
			break
		}
		if letters[i] != x {
			continue
		}
		if one {
			if best < 0 || f.place.weight[i] <= f.place.weight[best] {
				best = i
			}
			continue
		}
		f.layBlank(g, p, letters, i, rest, score, value)
	}
	if best >= 0 {
		f.layBlank(g, p, letters, best, rest, score, value)
	}
}

func (f *finder) layBlank(g *Generator, p *probe, letters *[maxFast]tile.Tile, i int, rest blankLetters, score, value int32) {
	x := letters[i]
	letters[i] |= tile.BlankBit
	f.layBlanks(g, p, letters, rest, score-f.place.weight[i]*int32(g.points[x]), value)
	letters[i] = x
}

// offer makes the move and hands it over.
func (f *finder) offer(g *Generator, p *probe, letters *[maxFast]tile.Tile, score, value int32) {
	equity := 1000*score + value
	if equity < f.found.cut {
		return
	}
	if debug {
		f.checkBounds(p, equity)
	}
	more := &f.spans.lanes[p.id>>8].more[p.id&255]
	m := engine.Move{Kind: engine.Play, Len: more.len, N: uint8(f.place.n)}
	if l := int(p.id >> 8); l < g.dim {
		m.Dir, m.Row, m.Col = engine.Across, uint8(l), more.start-1
	} else {
		m.Dir, m.Row, m.Col = engine.Down, more.start-1, uint8(l-g.dim)
	}
	copy(m.Tiles[:], letters[:f.place.n])
	f.found.offer(Valued{Scored{m, score}, equity})
}
