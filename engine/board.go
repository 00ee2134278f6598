package engine

import (
	"fmt"
	"iter"

	"quadword/engine/tile"
)

// Board is the tiles on the squares. It knows neither premiums nor words.
type Board struct {
	dim, laid int16
	squares   [maxSquares]tile.Tile // row*dim+col; 0 is empty
}

// NewBoard is an empty board of dim rows and columns.
func NewBoard(dim int) Board { return Board{dim: int16(dim)} }

// Dim is the number of rows and of columns.
func (b *Board) Dim() int { return int(b.dim) }

// Laid is the number of tiles on the board.
func (b *Board) Laid() int { return int(b.laid) }

// At is the tile on a square, 0 for none.
func (b *Board) At(row, col int) tile.Tile { return b.squares[row*int(b.dim)+col] }

// Occupied tells whether a square is on the board and has a tile.
func (b *Board) Occupied(row, col int) bool {
	return b.on(row, col) && b.At(row, col) != 0
}

func (b *Board) on(row, col int) bool {
	return uint(row) < uint(b.dim) && uint(col) < uint(b.dim)
}

// Put lays a tile on a square, or clears it with 0.
func (b *Board) Put(row, col int, t tile.Tile) {
	s := &b.squares[row*int(b.dim)+col]
	if *s != 0 {
		b.laid--
	}
	if t != 0 {
		b.laid++
	}
	*s = t
}

// Tiles is what lies on the board, as the tiles were on the racks.
func (b *Board) Tiles() tile.Rack {
	var r tile.Rack
	for _, t := range b.squares[:int(b.dim)*int(b.dim)] {
		if t != 0 {
			r.Add(t.FromRack())
		}
	}
	return r
}

// EachPlaced visits the empty squares that a play fills, in order, with the
// tile put there. The play must fit the board.
func (b *Board) EachPlaced(m *Move) iter.Seq2[[2]int, tile.Tile] {
	return func(yield func([2]int, tile.Tile) bool) {
		dr, dc := m.Dir.Step()
		row, col := int(m.Row), int(m.Col)
		for n := 0; n < int(m.N); row, col = row+dr, col+dc {
			if b.At(row, col) != 0 {
				continue
			}
			if !yield([2]int{row, col}, m.Tiles[n]) {
				return
			}
			n++
		}
	}
}

// lay puts the tiles of a play on the board.
func (b *Board) lay(m *Move) {
	dr, dc := m.Dir.Step()
	at, step := int(m.Row)*int(b.dim)+int(m.Col), dr*int(b.dim)+dc
	for n := 0; n < int(m.N); at += step {
		if b.squares[at] == 0 {
			b.squares[at] = m.Tiles[n]
			n++
		}
	}
	b.laid += int16(m.N)
}

// lift takes the tiles of the play that was laid last off the board. Which
// squares were empty before is in filled, bit i for the i-th letter of the
// main word.
func (b *Board) lift(m *Move, filled uint32) {
	dr, dc := m.Dir.Step()
	at, step := int(m.Row)*int(b.dim)+int(m.Col), dr*int(b.dim)+dc
	for i := range int(m.Len) {
		if filled>>i&1 != 0 {
			b.squares[at] = 0
		}
		at += step
	}
	b.laid -= int16(m.N)
}

// filled is the set of letters of the main word that the play itself places.
func (b *Board) filled(m *Move) uint32 {
	dr, dc := m.Dir.Step()
	at, step := int(m.Row)*int(b.dim)+int(m.Col), dr*int(b.dim)+dc
	var set uint32
	for i := range int(m.Len) {
		if b.squares[at] == 0 {
			set |= 1 << i
		}
		at += step
	}
	return set
}

// checkPlacement tells why the tiles of a play cannot lie as it says, or nil.
// It does not know words.
func (b *Board) checkPlacement(m *Move, r *Rules) error {
	dr, dc := m.Dir.Step()
	row, col := int(m.Row), int(m.Col)
	if m.Dir > Down {
		return fmt.Errorf("unknown direction %d", m.Dir)
	}
	if m.N == 0 {
		return fmt.Errorf("a play places at least one tile")
	}
	for _, t := range m.Tiles[m.N:] {
		if t != 0 {
			return fmt.Errorf("a play of %d tiles lists more of them", m.N)
		}
	}
	if !b.on(row, col) {
		return fmt.Errorf("square %s is off the board", SquareName(row, col))
	}
	if b.Occupied(row-dr, col-dc) {
		return fmt.Errorf("the word does not begin at %s: there is a tile before it", m.Coordinate())
	}
	startRow, startCol := r.Layout.Start()
	touches, covers := false, false
	length, placed := 0, 0
	for b.Occupied(row, col) || placed < int(m.N) {
		if !b.on(row, col) {
			return fmt.Errorf("the word runs off the board after %d letters", length)
		}
		if b.At(row, col) != 0 {
			touches = true
		} else {
			t := m.Tiles[placed]
			if t.Letter() == 0 || int(t.Letter()) > r.TileSet.Alphabet.Len() {
				return fmt.Errorf("tile %d of the play is no letter", placed+1)
			}
			placed++
			covers = covers || row == startRow && col == startCol
			touches = touches || b.Occupied(row+dc, col+dr) || b.Occupied(row-dc, col-dr)
		}
		length++
		row, col = row+dr, col+dc
	}
	switch {
	case length != int(m.Len):
		return fmt.Errorf("the tiles form a word of %d letters, not %d", length, m.Len)
	case length < 2:
		return fmt.Errorf("a one-letter word")
	case b.laid > 0 && !touches:
		return fmt.Errorf("the play touches no tile on the board")
	case b.laid == 0 && !covers:
		return fmt.Errorf("the first play does not cover the start square %s", SquareName(startRow, startCol))
	case b.laid == 0 && m.N < 2:
		return fmt.Errorf("the first play has two tiles or more")
	}
	return nil
}

// Words visits the words that a play forms, the main word first and then the
// cross words in the order of its tiles, as letters with their blank bits.
// The slice is reused. The play must pass Position.Check.
func (b *Board) Words(m *Move) iter.Seq[[]tile.Tile] {
	return func(yield func([]tile.Tile) bool) {
		var buf [MaxDim]tile.Tile
		dr, dc := m.Dir.Step()
		row, col, placed := int(m.Row), int(m.Col), 0
		for i := range int(m.Len) {
			buf[i] = b.At(row, col)
			if buf[i] == 0 {
				buf[i] = m.Tiles[placed]
				placed++
			}
			row, col = row+dr, col+dc
		}
		if !yield(buf[:m.Len]) {
			return
		}
		for at, t := range b.EachPlaced(m) {
			// The perpendicular run through this square, walked from its start.
			row, col := at[0], at[1]
			for b.Occupied(row-dc, col-dr) {
				row, col = row-dc, col-dr
			}
			n := 0
			for b.Occupied(row, col) || row == at[0] && col == at[1] {
				buf[n] = b.At(row, col)
				if buf[n] == 0 {
					buf[n] = t
				}
				n++
				row, col = row+dc, col+dr
			}
			if n > 1 && !yield(buf[:n]) {
				return
			}
		}
	}
}

// Canonical is the form of a play under which equal plays are equal: a play
// of one tile that forms words in both directions is an across play. The play
// must pass Position.Check.
func (b *Board) Canonical(m Move) Move {
	if m.Kind != Play || m.N != 1 || m.Dir == Across {
		return m
	}
	for at := range b.EachPlaced(&m) {
		row, first := at[0], at[1]
		for b.Occupied(row, first-1) {
			first--
		}
		last := at[1]
		for b.Occupied(row, last+1) {
			last++
		}
		if last > first {
			m.Dir, m.Row, m.Col, m.Len = Across, uint8(row), uint8(first), uint8(last-first+1)
		}
	}
	return m
}

// SquareHash is what a tile on a square adds to Board.Hash. Being a sum, the
// hash of a board is kept up to date by adding what is laid.
func SquareHash(dim, row, col int, t tile.Tile) uint64 {
	return Mix(uint64(row*dim+col)<<8 | uint64(t))
}

// Hash identifies the board with 64 bits.
func (b *Board) Hash() uint64 {
	var h uint64
	for row := range b.Dim() {
		for col := range b.Dim() {
			if t := b.At(row, col); t != 0 {
				h += SquareHash(b.Dim(), row, col, t)
			}
		}
	}
	return h
}
