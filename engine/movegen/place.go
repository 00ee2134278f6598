package movegen

import (
	"quadword/engine"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// squares are five bits for each square of a lane, from square 1 on, in the
// packing of the word map: the letters on it, or a mask of where they are.
type squares struct{ low, high uint64 }

// push puts five bits before all others.
func (s *squares) push(v uint64) {
	s.high = s.high<<wordmap.LetterBits | s.low>>(64-wordmap.LetterBits)
	s.low = s.low<<wordmap.LetterBits | v
}

// from is HeadLen squares from one on, or what the lane has of them.
func (s *squares) from(c int) uint64 {
	at := uint(wordmap.LetterBits * (c - 1))
	// Of the shifts of high at most one is in range, or both are by nothing.
	return s.low>>at | s.high<<(64-at) | s.high>>(at-64)
}

// placement is the squares that a play fills, from left to right, as places in
// its word, and what a letter's face value is multiplied with there.
type placement struct {
	n      int
	at     [maxFast]uint8
	weight [maxFast]int32
}

// try lays the words of a probe, from a slot on, on its span and offers the
// plays.
func (f *finder) try(g *Generator, p *probe, slot int) {
	words := f.words.OfLength(int(p.length))
	e := words.At(slot)
	if e == 0 {
		return
	}
	sl := f.spans.lanes[p.id>>8].spanLane
	start := int(sl.more[p.id&(maxSpans-1)].start)
	// The letters on the board and those of the word are compared all at once,
	// and the word's tag with them.
	want := wordmap.NewEntry(sl.letters.from(start), p.key)
	mask := wordmap.NewEntry(sl.tiles.from(start)&(1<<(wordmap.LetterBits*min(int(p.length), wordmap.HeadLen)&63)-1), ^uint64(0))
	for ; e != 0; e = words.At(slot) {
		if (e^want)&mask == 0 {
			head, tail := e.Head(), uint64(0)
			if p.length > wordmap.HeadLen {
				tail = words.Tail(slot)
			}
			if sl.takes(p, head, tail) {
				f.lay(g, p, head, tail)
			}
		}
		slot++
	}
}

// takes tells whether a word, whose head has the letters on the board, fits
// there: its tail has them too, and each square that not every letter fits
// gets one that does.
func (sl *spanLane) takes(p *probe, head, tail uint64) bool {
	start := int(sl.more[p.id&(maxSpans-1)].start)
	if p.length > wordmap.HeadLen {
		mask := sl.tiles.from(start+wordmap.HeadLen) & (1<<(wordmap.LetterBits*(p.length-wordmap.HeadLen)&63) - 1)
		if (tail^sl.letters.from(start+wordmap.HeadLen))&mask != 0 {
			return false
		}
	}
	for set := sl.span[p.id&(maxSpans-1)].outline.filled() & sl.bound; set != 0; set &= set - 1 {
		c := int(lowest(set)) & (laneLen - 1)
		if sl.allowed[c]>>(wordmap.Letter(head, tail, c-start)&31)&1 == 0 {
			return false
		}
	}
	return true
}

// lay scores a word and offers it. The multiset of its letters is known to be
// right but for the luck of a hash, which is ruled out last.
func (f *finder) lay(g *Generator, p *probe, head, tail uint64) {
	sl, pl := f.spans.lanes[p.id>>8].spanLane, &f.place
	sp, more := &sl.span[p.id&(maxSpans-1)], &sl.more[p.id&(maxSpans-1)]
	score := sp.outline.fixed()
	pl.n = 0
	for set := sp.outline.filled(); set != 0; set &= set - 1 {
		c := int(lowest(set)) & (laneLen - 1)
		i := pl.n % maxFast
		pl.at[i] = uint8(c) - more.start
		pl.weight[i] = int32(more.multiplier)*int32(sl.letter[c]) + int32(sl.extra[c])
		score += pl.weight[i] * int32(g.points[wordmap.Letter(head, tail, int(pl.at[i]))])
		pl.n++
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
	f.found.offer(Valued{Scored{m, score}, equity + f.opening.of(&m)})
}
