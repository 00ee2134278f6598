package movegen

import (
	"cmp"
	"math/bits"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// Scored is a move with its points. Exchanges and passes have 0.
type Scored struct {
	engine.Move
	Score int32
}

// Compare puts the higher score first and orders equal scores by
// engine.Move.Compare. It is 0 for equal moves only.
func (m *Scored) Compare(o *Scored) int {
	if m.Score != o.Score {
		return cmp.Compare(o.Score, m.Score)
	}
	return m.Move.Compare(&o.Move)
}

// All appends every legal move of the seat whose view it is: each play once,
// on an empty board across and down; every distinct exchange that the rules
// allow; and the pass. The order is fixed but otherwise of no meaning.
func (g *Generator) All(dst []Scored, v engine.View) []Scored {
	rack := v.Rack()
	return g.movesOf(dst, v, &rack)
}

// movesOf is All with a rack in the place of the seat's own.
func (g *Generator) movesOf(dst []Scored, v engine.View, rack *tile.Rack) []Scored {
	g.Follow(v)
	dst = g.Plays(dst, rack)
	dst = AppendExchanges(dst, rack, v.MaxExchange())
	return append(dst, Scored{Move: engine.Move{Kind: engine.Pass}})
}

// Plays appends every legal play with the given rack on the generator's
// board, each once.
func (g *Generator) Plays(dst []Scored, rack *tile.Rack) []Scored {
	if rack.Len() == 0 {
		return dst
	}
	s := &g.search
	s.begin(g, rack, dst)
	s.board(g)
	return s.end()
}

// board finds the plays of all lanes.
func (s *search) board(g *Generator) {
	for l := range 2 * g.dim {
		if anchors := g.anchors(l); anchors != 0 {
			s.lane(g, l, anchors)
		}
	}
}

// anchors is the squares of lane l of which every play in it covers one: the
// last of each run of tiles, and those that touch tiles across the lane only;
// on an empty board the start square.
func (g *Generator) anchors(l int) uint32 {
	if g.laid == 0 {
		row, col := g.rules.Layout.Start()
		for _, dir := range [2]engine.Dir{engine.Across, engine.Down} {
			if start, c := g.place(dir, row, col); start == l {
				return 1 << c
			}
		}
		return 0
	}
	ln := &g.lanes[l]
	runEnds := ln.occ &^ (ln.occ >> 1)
	lone := ln.crossed &^ (ln.occ<<1 | ln.occ>>1)
	return runEnds | lone
}

// AppendExchanges appends every distinct exchange of 1 to most tiles of a
// rack.
func AppendExchanges(dst []Scored, rack *tile.Rack, most int) []Scored {
	if most <= 0 {
		return dst
	}
	var kept [engine.MaxRack]tile.Tile
	return appendExchanges(dst, rack, most, 0, kept[:0])
}

func appendExchanges(dst []Scored, rack *tile.Rack, most int, from tile.Tile, back []tile.Tile) []Scored {
	for t := from; t < tile.Kinds; t++ {
		if !rack.Remove(t) {
			continue
		}
		with := append(back, t)
		dst = append(dst, Scored{Move: engine.NewExchange(with...)})
		if len(with) < most {
			dst = appendExchanges(dst, rack, most, t, with)
		}
		rack.Add(t)
	}
	return dst
}

// search is the state of one call of Plays: the tiles left on the rack and
// those placed in the lane at hand. The word under construction always covers
// the anchor; main is the face value of its letters with their letter
// premiums, perp the points of the cross words, wm the product of the word
// premiums under the tiles placed.
type search struct {
	nodes    []lexicon.Node
	children []uint32
	root     uint32
	points   *[256]int16
	all      uint32
	rackSize int
	bonus    int32

	counts  [tile.Kinds]uint8 // tiles left, by kind
	letters uint32            // letters left as real tiles
	fits    uint32            // letters that can be placed: all while a blank is left
	left, n int               // tiles left and placed

	ln     *lane
	pr     *premiums
	dir    engine.Dir
	number uint8              // of the row or column
	alone  uint32             // squares where a play of one tile belongs to this lane
	anchor int                // last square of the anchor
	limit  int                // first square that may be filled
	first  int                // first square of the word, once it grows rightwards
	placed [laneLen]tile.Tile // by square
	dst    []Scored

	pool     func(*PoolPlay) // takes the plays of Pool; nil in a search for a rack
	poolPlay PoolPlay
}

func (s *search) begin(g *Generator, rack *tile.Rack, dst []Scored) {
	graph := g.lexicon.Graph()
	s.nodes, s.children, s.root = graph.Nodes, graph.Children, graph.GADDAG
	s.points, s.all = &g.points, g.all
	s.rackSize, s.bonus = g.rules.RackSize, g.rules.BingoBonus
	for t := range s.counts {
		s.counts[t] = uint8(rack.Count(tile.Tile(t)))
	}
	s.letters = rack.Mask() &^ 1
	s.fits = s.letters
	if s.counts[tile.Blank] > 0 {
		s.fits = s.all
	}
	s.left, s.n = rack.Len(), 0
	s.dst = dst
}

// end gives the list back, keeping no hold of the caller's memory.
func (s *search) end() []Scored {
	dst := s.dst
	s.dst = nil
	return dst
}

// lane finds the plays of lane l that cover one of the anchors, given as a
// mask of squares. Each play is found at the leftmost anchor that it covers:
// after an empty anchor nothing is placed on it or left of it any more; after
// a run nothing is placed left of it or next to it, where it would touch.
func (s *search) lane(g *Generator, l int, anchors uint32) {
	s.ln, s.pr = &g.lanes[l], &g.premium[l]
	s.dir, s.number, s.alone = engine.Across, uint8(l), ^uint32(0)
	if l >= g.dim {
		// A tile that makes a word across this column as well is the row's.
		s.dir, s.number, s.alone = engine.Down, uint8(l-g.dim), ^s.ln.crossed
	}
	s.limit = 1
	for ; anchors != 0; anchors &= anchors - 1 {
		s.anchor = bits.TrailingZeros32(anchors)
		if s.ln.letter[s.anchor] == 0 {
			s.growLeft(s.anchor, s.root, 0, 0, 1)
			s.limit = s.anchor + 1
			continue
		}
		c, n, main := s.anchor, s.root, int32(0)
		for ; s.ln.letter[c] != 0 && n != 0; c-- {
			t := s.ln.letter[c]
			main += int32(s.points[t])
			n = g.lexicon.Graph().Child(n, t.Letter())
		}
		if n != 0 {
			s.grow(c, n, main, 0, 1)
		}
		s.limit = s.anchor + 2
	}
}

// grow continues a word whose first letter is on square c+1 and that reached
// node n: it turns to the right, or takes in the empty square c.
func (s *search) grow(c int, n uint32, main, perp, wm int32) {
	if s.left == 0 {
		return
	}
	if node := &s.nodes[n]; node.Arcs&1 != 0 {
		s.first = c + 1
		s.growRight(s.anchor+1, s.children[node.Base], main, perp, wm)
	}
	if c >= s.limit {
		s.growLeft(c, n, main, perp, wm)
	}
}

// growLeft tries the letters that fit the empty square c. Left of it there is
// no tile: every run ends in an anchor, and the limit keeps away from that.
func (s *search) growLeft(c int, n uint32, main, perp, wm int32) {
	node := &s.nodes[n]
	for fits := node.Arcs & s.ln.cross[c&(laneLen-1)] & s.fits; fits != 0; fits &= fits - 1 {
		bit := fits & -fits
		x := tile.Tile(bits.TrailingZeros32(bit))
		next := s.children[node.Base+uint32(bits.OnesCount32(node.Arcs&(bit-1)))]
		word := node.Accepts&bit != 0
		if s.letters&bit != 0 {
			s.placeLeft(c, x, word, next, main, perp, wm)
		}
		if s.counts[tile.Blank] != 0 && (s.pool == nil || s.letters&bit == 0) {
			s.placeLeft(c, x|tile.BlankBit, word, next, main, perp, wm)
		}
	}
}

func (s *search) placeLeft(c int, t tile.Tile, word bool, next uint32, main, perp, wm int32) {
	main, perp, wm = s.place(c, t, main, perp, wm)
	if word && (s.n > 1 || s.alone>>c&1 != 0) {
		s.record(c, s.anchor, main*wm+perp)
	}
	if next != 0 {
		s.grow(c-1, next, main, perp, wm)
	}
	s.unplace(t)
}

// growRight tries the letters that fit the empty square c, and takes in the
// run of tiles behind it.
func (s *search) growRight(c int, n uint32, main, perp, wm int32) {
	node := &s.nodes[n]
	for fits := node.Arcs & s.ln.cross[c&(laneLen-1)] & s.fits; fits != 0; fits &= fits - 1 {
		bit := fits & -fits
		x := tile.Tile(bits.TrailingZeros32(bit))
		next := s.children[node.Base+uint32(bits.OnesCount32(node.Arcs&(bit-1)))]
		word := node.Accepts&bit != 0
		end, through := c+1, main
		for t := s.ln.letter[end&(laneLen-1)]; t != 0; t = s.ln.letter[end&(laneLen-1)] {
			run := &s.nodes[next]
			bit := uint32(1) << (t & (tile.Kinds - 1))
			if run.Arcs&bit == 0 {
				word, next = false, 0
				break
			}
			next = s.children[run.Base+uint32(bits.OnesCount32(run.Arcs&(bit-1)))]
			word = run.Accepts&bit != 0
			through += int32(s.points[t])
			end++
		}
		if !word && next == 0 {
			continue
		}
		if s.letters&bit != 0 {
			s.placeRight(c, end, x, word, next, through, perp, wm)
		}
		if s.counts[tile.Blank] != 0 && (s.pool == nil || s.letters&bit == 0) {
			s.placeRight(c, end, x|tile.BlankBit, word, next, through, perp, wm)
		}
	}
}

// placeRight places a tile on square c; end is the empty square behind it and
// the run that follows, whose face value is in main already.
func (s *search) placeRight(c, end int, t tile.Tile, word bool, next uint32, main, perp, wm int32) {
	main, perp, wm = s.place(c, t, main, perp, wm)
	if word && (s.n > 1 || s.alone>>c&1 != 0) {
		s.record(s.first, end-1, main*wm+perp)
	}
	if next != 0 && s.left != 0 {
		s.growRight(end, next, main, perp, wm)
	}
	s.unplace(t)
}

// place moves a tile from the rack to square c and returns the points with
// it.
func (s *search) place(c int, t tile.Tile, main, perp, wm int32) (int32, int32, int32) {
	c &= laneLen - 1
	s.placed[c] = t
	s.n++
	s.left--
	kind := t.FromRack() & (tile.Kinds - 1)
	s.counts[kind]--
	if s.counts[kind] == 0 {
		s.letters &^= 1 << kind
		s.fits = s.letters
		if s.counts[tile.Blank] != 0 {
			s.fits = s.all
		}
	}
	face, word := int32(s.points[t])*int32(s.pr.letter[c]), int32(s.pr.word[c])
	if s.ln.crossed>>c&1 != 0 {
		perp += (int32(s.ln.score[c]) + face) * word
	}
	return main + face, perp, wm * word
}

// unplace takes the tile back.
func (s *search) unplace(t tile.Tile) {
	s.n--
	s.left++
	kind := t.FromRack() & (tile.Kinds - 1)
	s.counts[kind]++
	if kind == tile.Blank {
		s.fits = s.all
		return
	}
	s.letters |= 1 << kind
	s.fits |= 1 << kind
}

// record adds the play whose word is on the squares first..last.
func (s *search) record(first, last int, score int32) {
	if s.pool != nil {
		s.recordPool(first, last, score)
		return
	}
	m := engine.Move{Kind: engine.Play, Dir: s.dir, Len: uint8(last - first + 1), N: uint8(s.n)}
	if s.dir == engine.Across {
		m.Row, m.Col = s.number, uint8(first-1)
	} else {
		m.Row, m.Col = uint8(first-1), s.number
	}
	squares := (uint32(2)<<last - uint32(1)<<first) &^ s.ln.occ
	for i := 0; squares != 0; squares &= squares - 1 {
		m.Tiles[i] = s.placed[bits.TrailingZeros32(squares)]
		i++
	}
	if s.n == s.rackSize {
		score += s.bonus
	}
	s.dst = append(s.dst, Scored{m, score})
}
