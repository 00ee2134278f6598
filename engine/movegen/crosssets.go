package movegen

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// A play changes little: the squares it fills; the two squares beyond the
// ends of its main word, whose cross-sets (for plays across) come from that
// word; and, for each tile placed, the two squares beyond the ends of the run
// across it. All changes are noted, so that Undo can write the old values
// back without looking anything up.

// change is one square of one lane as it was.
type change struct {
	lane, square uint8
	occ, crossed bool
	letter       tile.Tile
	score        int16
	cross        uint32
}

// mark is the state before a Play.
type mark struct {
	changes int // length of the undo list
	hash    uint64
	laid    int
	kept    int32 // depth of the play from the last Branch, if its lanes are kept
}

// Play brings the generator one move on. The move must be legal on its board;
// exchanges and passes change nothing, and are undone like plays.
func (g *Generator) Play(m engine.Move) {
	depth := g.keepNext()
	g.undoTo = append(g.undoTo, mark{len(g.undo), g.hash, g.laid, depth})
	if m.Kind != engine.Play {
		return
	}
	if g.finder != nil {
		g.finder.spans.depth = depth
	}
	l, first := g.place(m.Dir, int(m.Row), int(m.Col))
	ln := &g.lanes[l]
	last := first + int(m.Len) - 1
	var filled uint32
	for c, n := first, 0; n < int(m.N); c++ {
		if ln.letter[c] != 0 {
			continue
		}
		g.lay(l, c, m.Tiles[n])
		filled |= 1 << c
		n++
	}
	if g.laid == 0 {
		g.touchAll() // the start square no longer stands in for tiles
	}
	g.laid += int(m.N)
	for _, end := range [2]int{first - 1, last + 1} {
		if end >= 1 && end <= g.dim {
			g.changeCross(g.crossPlace(l, end))
		}
	}
	for ; filled != 0; filled &= filled - 1 {
		xl, xc := g.crossPlace(l, bits.TrailingZeros32(filled))
		lo, hi := g.lanes[xl].run(xc)
		for _, end := range [2]int{lo - 1, hi + 1} {
			if end >= 1 && end <= g.dim {
				g.changeCross(g.crossPlace(xl, end))
			}
		}
	}
}

// Undo takes the last Play back. A Rebuild forgets the plays before it.
func (g *Generator) Undo() {
	to := g.undoTo[len(g.undoTo)-1]
	g.undoTo = g.undoTo[:len(g.undoTo)-1]
	g.hash, g.laid = to.hash, to.laid
	if to.kept != 0 {
		g.finder.spans.restore(to.kept)
	} else {
		if g.finder != nil {
			g.finder.spans.depth = 0
		}
		if g.laid == 0 {
			g.touchAll()
		}
	}
	for i := len(g.undo) - 1; i >= to.changes; i-- {
		old := &g.undo[i]
		ln, c := &g.lanes[old.lane], old.square
		ln.letter[c], ln.cross[c], ln.score[c] = old.letter, old.cross, old.score
		ln.occ = set(ln.occ, c, old.occ)
		ln.crossed = set(ln.crossed, c, old.crossed)
		if to.kept == 0 {
			g.touch(int(old.lane), int(c))
		}
	}
	g.undo = g.undo[:to.changes]
}

func set(mask uint32, bit uint8, on bool) uint32 {
	mask &^= 1 << bit
	if on {
		mask |= 1 << bit
	}
	return mask
}

// touch tells the finder that a square changed, in either of its lanes or in
// the run next to it.
func (g *Generator) touch(l, c int) {
	if g.finder != nil {
		g.finder.spans.touch(g, l, c)
	}
}

func (g *Generator) touchAll() {
	if g.finder != nil {
		for l := range 2 * g.dim {
			g.finder.spans.touchLane(l)
		}
	}
}

// note remembers a square before it changes.
func (g *Generator) note(l, c int) {
	g.touch(l, c)
	ln := &g.lanes[l]
	g.undo = append(g.undo, change{
		lane: uint8(l), square: uint8(c),
		occ: ln.occ>>c&1 != 0, crossed: ln.crossed>>c&1 != 0,
		letter: ln.letter[c], score: ln.score[c], cross: ln.cross[c],
	})
}

// lay puts a tile on a square of both its lanes.
func (g *Generator) lay(l, c int, t tile.Tile) {
	row, col := l, c-1
	if l >= g.dim {
		row, col = c-1, l-g.dim
	}
	g.hash += engine.SquareHash(g.dim, row, col, t)
	for range 2 {
		g.note(l, c)
		ln := &g.lanes[l]
		ln.letter[c], ln.cross[c], ln.score[c] = t, 0, 0
		ln.occ |= 1 << c
		ln.crossed &^= 1 << c
		l, c = g.crossPlace(l, c)
	}
}

func (g *Generator) changeCross(l, c int) {
	g.note(l, c)
	g.setCross(l, c)
}

// run is the first and the last square of the run of tiles around square c.
func (ln *lane) run(c int) (lo, hi int) {
	lo, hi = c, c
	for ln.letter[lo-1] != 0 {
		lo--
	}
	for ln.letter[hi+1] != 0 {
		hi++
	}
	return lo, hi
}

// CrossSet is the letters, bit t for letter t, that an empty square takes from a
// play along the lane of that direction: those that make a word with the tiles
// next to the square across the lane. It is not crossed if there are none, and
// takes any letter then. A square with a tile takes no letter.
func (g *Generator) CrossSet(dir engine.Dir, row, col int) (letters uint32, crossed bool) {
	l, c := g.place(dir, row, col)
	ln := &g.lanes[l]
	return ln.cross[c], ln.crossed>>c&1 != 0
}

// setCross computes the cross-set and the cross-score of one square from the
// lane across it.
func (g *Generator) setCross(l, c int) {
	ln := &g.lanes[l]
	ln.crossed &^= 1 << c
	ln.cross[c], ln.score[c] = 0, 0
	if ln.letter[c] != 0 {
		return
	}
	xl, x := g.crossPlace(l, c)
	across := &g.lanes[xl]
	lo, hi := x, x
	var sum int16
	for ; across.letter[lo-1] != 0; lo-- {
		sum += g.points[across.letter[lo-1]]
	}
	for ; across.letter[hi+1] != 0; hi++ {
		sum += g.points[across.letter[hi+1]]
	}
	if lo == hi {
		ln.cross[c] = g.all
		return
	}
	ln.crossed |= 1 << c
	ln.score[c] = sum
	ln.cross[c] = g.fitting(across, lo, x, hi)
}

// fitting is the set of letters that make a word of the squares lo..hi of a
// lane when put on its only empty square x.
func (g *Generator) fitting(ln *lane, lo, x, hi int) uint32 {
	if g.finder != nil {
		if fits, ok := fittingRuns(g.finder.words, ln, lo, x, hi); ok {
			return fits
		}
	}
	graph := g.lexicon.Graph()
	if lo == x {
		// Nothing before it: what may end, read backwards, behind the run.
		n := graph.GADDAG
		for c := hi; c > x && n != 0; c-- {
			n = graph.Child(n, ln.letter[c].Letter())
		}
		return graph.Nodes[n].Accepts
	}
	n := graph.DAWG
	for c := lo; c < x && n != 0; c++ {
		n = graph.Child(n, ln.letter[c].Letter())
	}
	if hi == x {
		return graph.Nodes[n].Accepts
	}
	var fits uint32
	for arcs := graph.Nodes[n].Arcs; arcs != 0; arcs &= arcs - 1 {
		x0 := tile.Tile(bits.TrailingZeros32(arcs))
		m := graph.Child(n, x0)
		for c := x + 1; c < hi && m != 0; c++ {
			m = graph.Child(m, ln.letter[c].Letter())
		}
		if graph.Nodes[m].Accepts>>ln.letter[hi].Letter()&1 != 0 {
			fits |= 1 << x0
		}
	}
	return fits
}

// fittingRuns is fitting by what is known of the words and letters on either
// side, which takes a look or two where a graph takes one for each letter. It
// is not ok if they are no words of the list.
func fittingRuns(words *wordmap.Map, ln *lane, lo, x, hi int) (fits uint32, ok bool) {
	var left, right wordmap.Run
	if lo < x {
		if left, ok = words.Run(ln.letter[lo:x]); !ok {
			return 0, false
		}
		if x == hi {
			return left.Back, true
		}
	}
	if right, ok = words.Run(ln.letter[x+1 : hi+1]); !ok {
		return 0, false
	}
	if lo == x {
		return right.Front, true
	}
	if hi-lo >= wordmap.MaxLen {
		return 0, true
	}
	var word [wordmap.MaxLen]tile.Tile
	n := copy(word[:], ln.letter[lo:hi+1])
	for set := left.After & right.Before; set != 0; set &= set - 1 {
		word[x-lo] = lowest(set)
		if words.Has(word[:n]) {
			fits |= 1 << lowest(set)
		}
	}
	return fits, true
}
