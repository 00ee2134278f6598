package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"quadword/engine/tile"
)

// MaxRack bounds Rules.RackSize and so the tiles of one move. Every published
// game has seven; the rest is room for variants.
const MaxRack = 10

// Kind is what a player does with a turn.
type Kind uint8

const (
	Pass Kind = iota
	Exchange
	Play
)

func (k Kind) String() string {
	switch k {
	case Pass:
		return "pass"
	case Exchange:
		return "exchange"
	default:
		return "play"
	}
}

// Dir is the direction of a play's main word.
type Dir uint8

const (
	Across Dir = iota
	Down
)

func (d Dir) String() string {
	if d == Down {
		return "down"
	}
	return "across"
}

// Step is how row and column change from one square of a word to the next.
func (d Dir) Step() (row, col int) { return int(d), 1 - int(d) }

// Move is one turn's decision. It is a small comparable value.
//
// Of a play, Row and Col are the first square of the main word (tiles already
// on the board included), Len the length of that word, and Tiles[:N] the
// tiles placed on its empty squares in order, a blank with BlankBit. Of an
// exchange, Tiles[:N] are the rack tiles given back in ascending order. All
// else is zero, so that equal moves are equal by ==.
type Move struct {
	Kind     Kind
	Dir      Dir
	Row, Col uint8 // 0-based
	Len, N   uint8
	Tiles    [MaxRack]tile.Tile
}

// NewExchange is the exchange of the given rack tiles.
func NewExchange(tiles ...tile.Tile) Move {
	m := Move{Kind: Exchange, N: uint8(len(tiles))}
	slices.Sort(m.Tiles[:copy(m.Tiles[:], tiles)])
	return m
}

// Placed are the tiles placed or exchanged.
func (m *Move) Placed() []tile.Tile { return m.Tiles[:m.N] }

// Used is what the move takes from the rack, as a multiset.
func (m *Move) Used() tile.Rack {
	var used tile.Rack
	for _, t := range m.Tiles[:m.N] {
		used.Add(t.FromRack())
	}
	return used
}

// Compare is the last part of the order by which ties between moves of equal
// evaluation and equal score are broken; a negative result prefers m. Plays
// come before exchanges before passes; among plays fewer tiles, among
// exchanges more; then row, column, across before down, and the tiles by
// letter, a real tile before a blank of that letter. It is a total order: it
// is 0 for equal moves only, so no order of generation can change a choice.
func (m *Move) Compare(o *Move) int {
	if m.Kind != o.Kind {
		return cmp.Compare(o.Kind, m.Kind)
	}
	if m.N != o.N {
		if m.Kind == Play {
			return cmp.Compare(m.N, o.N)
		}
		return cmp.Compare(o.N, m.N)
	}
	if c := cmp.Or(cmp.Compare(m.Row, o.Row), cmp.Compare(m.Col, o.Col), cmp.Compare(m.Dir, o.Dir)); c != 0 {
		return c
	}
	for i := range m.N {
		a, b := m.Tiles[i], o.Tiles[i]
		if c := cmp.Or(cmp.Compare(a.Letter(), b.Letter()), cmp.Compare(a, b)); c != 0 {
			return c
		}
	}
	return 0
}

// Coordinate names the first square of a play as people write it: row first
// for an across play ("8D"), column first for a down play ("D8"). It is empty
// for an exchange or a pass.
func (m *Move) Coordinate() string {
	// Every row of a dataset has one, so it is put together by hand.
	var buf [4]byte
	text := buf[:0]
	if m.Kind == Play && m.Dir == Down {
		text = append(text, 'A'+m.Col)
	}
	if m.Kind == Play {
		text = strconv.AppendUint(text, uint64(m.Row)+1, 10)
	}
	if m.Kind == Play && m.Dir == Across {
		text = append(text, 'A'+m.Col)
	}
	return string(text)
}

// ParseCoordinate reads "8D" (across) or "D8" (down), the letter in either
// case, and returns the square 0-based. It checks against MaxDim only.
func ParseCoordinate(s string) (row, col int, dir Dir, err error) {
	bad := fmt.Errorf("%q is no square: expected a row 1-%d and a column A-%c, as in 8D (across) or D8 (down)", s, MaxDim, 'A'+MaxDim-1)
	if len(s) < 2 || len(s) > 3 {
		return 0, 0, 0, bad
	}
	letter, number := s[len(s)-1], s[:len(s)-1]
	if number[0] > '9' {
		letter, number, dir = s[0], s[1:], Down
	}
	col = int(letter|0x20) - 'a'
	for i := range len(number) {
		if number[i] < '0' || number[i] > '9' {
			return 0, 0, 0, bad
		}
		row = row*10 + int(number[i]-'0')
	}
	if row < 1 || row > MaxDim || col < 0 || col >= MaxDim || number[0] == '0' {
		return 0, 0, 0, bad
	}
	return row - 1, col, dir, nil
}
