package annotate

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/movegen"
)

// openness is what a board offers: see the package comment.
type openness struct{ anchors, hooks, tw, qw int32 }

// survey looks at the board of a view, which the generator follows.
func survey(g *movegen.Generator, v engine.View) (o openness) {
	s := squaresOf(v)
	for row := range s.dim {
		for set := s.anchors[row]; set != 0; set &= set - 1 {
			o.anchors++
			if hooks(g, row, bits.TrailingZeros32(set)) {
				o.hooks++
			}
		}
	}
	layout, reach := v.Rules().Layout, v.Rules().RackSize
	for row := range s.dim {
		for col := range s.dim {
			switch word := layout.Word(row, col); {
			case word < 3 || s.tiles[row]>>col&1 != 0 || !s.open(row, col, reach):
			case word == 3:
				o.tw++
			case word == 4:
				o.qw++
			}
		}
	}
	return o
}

// hooks tells whether some letter on a square makes a word with the tiles next
// to it in its row or in its column.
func hooks(g *movegen.Generator, row, col int) bool {
	for _, dir := range [2]engine.Dir{engine.Across, engine.Down} {
		if letters, crossed := g.CrossSet(dir, row, col); crossed && letters != 0 {
			return true
		}
	}
	return false
}

// squares is the squares of a board with tiles and those that are anchors, by
// row, bit c for column c.
type squares struct {
	dim            int
	tiles, anchors [engine.MaxDim]uint32
}

func squaresOf(v engine.View) (s squares) {
	b := v.Board()
	s.dim = b.Dim()
	if b.Laid() == 0 {
		row, col := v.Rules().Layout.Start()
		s.anchors[row] = 1 << col
		return s
	}
	for row := range s.dim {
		for col := range s.dim {
			if b.At(row, col) != 0 {
				s.tiles[row] |= 1 << col
			}
		}
	}
	for row := range s.dim {
		next := s.tiles[row]<<1 | s.tiles[row]>>1
		if row > 0 {
			next |= s.tiles[row-1]
		}
		if row+1 < s.dim {
			next |= s.tiles[row+1]
		}
		s.anchors[row] = next &^ s.tiles[row] & (1<<s.dim - 1)
	}
	return s
}

// open tells whether an anchor is within reach of an empty square in one of its
// lanes: so many squares away at most, itself counted. No tile lies between
// the two, for an empty square before a tile is an anchor.
func (s *squares) open(row, col, reach int) bool {
	for _, step := range [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		r, c := row, col
		for range reach {
			if r < 0 || c < 0 || r >= s.dim || c >= s.dim {
				break
			}
			if s.anchors[r]>>c&1 != 0 {
				return true
			}
			r, c = r+step[0], c+step[1]
		}
	}
	return false
}
