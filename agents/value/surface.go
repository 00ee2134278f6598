package value

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// maxLanes is the lanes of the largest board, rows and columns.
const maxLanes = 2 * engine.MaxDim

// surface is a board as the next plays meet it. Lane r is row r and lane dim+c
// is column c; bit i of a mask is square i of the lane.
type surface struct {
	graph *lexicon.Graph
	board engine.Board
	dim   int
	occ   [maxLanes]uint32                // squares with a tile
	hooks [maxLanes]uint32                // empty squares beside tiles across the lane, where some letter makes a word with them
	dead  [maxLanes]uint32                // the same where no letter does
	fit   [maxLanes][engine.MaxDim]uint32 // letters that make one of hooks a hook
}

// set makes the surface that of a board, from nothing.
func (s *surface) set(b *engine.Board) {
	*s = surface{graph: s.graph, board: *b, dim: b.Dim()}
	for row := range s.dim {
		for col := range s.dim {
			if b.At(row, col) != 0 {
				s.occ[row] |= 1 << col
				s.occ[s.dim+col] |= 1 << row
			}
		}
	}
	for l := range 2 * s.dim {
		for beside := s.beside(l); beside != 0; beside &= beside - 1 {
			s.cross(l, bits.TrailingZeros32(beside))
		}
	}
}

// beside are the empty squares of a lane that have a tile next to them across
// the lane.
func (s *surface) beside(l int) uint32 {
	tiles, first := uint32(0), l-l%s.dim // the first lane of the same direction
	if l > first {
		tiles |= s.occ[l-1]
	}
	if l < first+s.dim-1 {
		tiles |= s.occ[l+1]
	}
	return tiles &^ s.occ[l]
}

// crossPlace is a square as the lane across has it.
func (s *surface) crossPlace(l, i int) (int, int) {
	if l < s.dim {
		return s.dim + i, l
	}
	return i, l - s.dim
}

// play lays the tiles of a play and renews the squares whose cross words it
// changes: those at the ends of its main word and of its cross words.
func (s *surface) play(m *engine.Move) {
	dr, dc := m.Dir.Step()
	row, col := int(m.Row), int(m.Col)
	l, i := row, col
	if m.Dir == engine.Down {
		l, i = s.dim+col, row
	}
	first, placed := i, uint32(0)
	for n := 0; n < int(m.N); row, col, i = row+dr, col+dc, i+1 {
		if s.occ[l]>>i&1 != 0 {
			continue
		}
		s.board.Put(row, col, m.Tiles[n])
		xl, xi := s.crossPlace(l, i)
		s.fill(l, i)
		s.fill(xl, xi)
		placed |= 1 << i
		n++
	}
	s.ends(l, first)
	for ; placed != 0; placed &= placed - 1 {
		s.ends(s.crossPlace(l, bits.TrailingZeros32(placed)))
	}
}

func (s *surface) fill(l, i int) {
	s.occ[l] |= 1 << i
	s.hooks[l] &^= 1 << i
	s.dead[l] &^= 1 << i
}

// ends renews the empty squares before and behind the run of tiles of lane l
// that square i is in.
func (s *surface) ends(l, i int) {
	lo, hi := s.run(l, i)
	for _, end := range [2]int{lo - 1, hi + 1} {
		if end >= 0 && end < s.dim {
			s.cross(s.crossPlace(l, end))
		}
	}
}

// run is the first and the last square of the run of tiles that would go
// through square i of a lane if there were a tile on it.
func (s *surface) run(l, i int) (lo, hi int) {
	occ := s.occ[l]
	for lo = i; lo > 0 && occ>>(lo-1)&1 != 0; lo-- {
	}
	for hi = i; hi+1 < s.dim && occ>>(hi+1)&1 != 0; hi++ {
	}
	return lo, hi
}

// cross looks up which letters fit an empty square of lane l that has
// tiles beside it across the lane.
func (s *surface) cross(l, i int) {
	s.hooks[l] &^= 1 << i
	s.dead[l] &^= 1 << i
	s.fit[l][i] = s.fits(s.crossPlace(l, i))
	if s.fit[l][i] != 0 {
		s.hooks[l] |= 1 << i
	} else {
		s.dead[l] |= 1 << i
	}
}

// fits is the letters that make a word with the tiles around the empty square
// x of a lane, which has some.
func (s *surface) fits(l, x int) uint32 {
	lo, hi := s.run(l, x)
	if lo == x { // nothing before it: what may end, read backwards, behind the run
		n := s.graph.GADDAG
		for i := hi; i > x && n != 0; i-- {
			n = s.graph.Child(n, s.at(l, i).Letter())
		}
		return s.graph.Nodes[n].Accepts
	}
	n := s.graph.DAWG
	for i := lo; i < x && n != 0; i++ {
		n = s.graph.Child(n, s.at(l, i).Letter())
	}
	if hi == x {
		return s.graph.Nodes[n].Accepts
	}
	var set uint32
	for arcs := s.graph.Nodes[n].Arcs; arcs != 0; arcs &= arcs - 1 {
		n := s.graph.Child(n, tile.Tile(bits.TrailingZeros32(arcs)))
		for i := x + 1; i < hi && n != 0; i++ {
			n = s.graph.Child(n, s.at(l, i).Letter())
		}
		if s.graph.Nodes[n].Accepts>>s.at(l, hi).Letter()&1 != 0 {
			set |= arcs & -arcs
		}
	}
	return set
}

// at is the tile on square i of a lane.
func (s *surface) at(l, i int) tile.Tile {
	if l >= s.dim {
		l, i = i, l-s.dim
	}
	return s.board.At(l, i)
}

// reach is the empty squares of a lane that a play along it could cover with so
// many tiles: those that touch a tile in the lane or beside it, and from there
// on every empty square, where no cross word stands in the way. It asks for no
// word along the lane.
func (s *surface) reach(l, tiles int) uint32 {
	free := ^s.occ[l] &^ s.dead[l] & (1<<s.dim - 1)
	squares := (s.occ[l]<<1 | s.occ[l]>>1 | s.hooks[l]) & free
	for range tiles - 1 {
		squares |= (squares<<1 | squares>>1) & free
	}
	return squares
}
