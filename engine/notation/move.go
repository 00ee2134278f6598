package notation

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
)

// maxMove keeps a hostile text small: a coordinate and a word with each letter
// in parentheses take less.
const maxMove = 256

// AppendMove appends a move as text: "8D WO.d", "exch ABC?" or "pass". The
// board is the one before the move. It allocates nothing but what dst needs.
func AppendMove(dst []byte, a *tile.Alphabet, b *engine.Board, m *engine.Move) []byte {
	switch m.Kind {
	case engine.Pass:
		return append(dst, "pass"...)
	case engine.Exchange:
		dst = append(dst, "exch "...)
		placed := m.Placed()
		blanks := 0
		for blanks < len(placed) && placed[blanks] == tile.Blank {
			blanks++
		}
		dst = a.AppendText(dst, placed[blanks:])
		for range blanks {
			dst = append(dst, string(tile.BlankRune)...)
		}
		return dst
	}
	dst = append(appendCoordinate(dst, m), ' ')
	for t, through := range letters(b, m) {
		if through {
			dst = append(dst, '.')
		} else {
			dst = utf8.AppendRune(dst, a.Rune(t))
		}
	}
	return dst
}

// AppendWord appends the main word of a play with the tiles that are on the
// board already, and nothing for other moves. The board is the one before the
// move.
func AppendWord(dst []byte, a *tile.Alphabet, b *engine.Board, m *engine.Move) []byte {
	for t := range letters(b, m) {
		dst = utf8.AppendRune(dst, a.Rune(t))
	}
	return dst
}

// letters visits the letters of the main word of a play, and tells of each
// whether it is on the board already.
func letters(b *engine.Board, m *engine.Move) iter.Seq2[tile.Tile, bool] {
	return func(yield func(tile.Tile, bool) bool) {
		dr, dc := m.Dir.Step()
		row, col, placed := int(m.Row), int(m.Col), 0
		for range m.Len {
			t := b.At(row, col)
			through := t != 0
			if !through {
				t = m.Tiles[placed]
				placed++
			}
			if !yield(t, through) {
				return
			}
			row, col = row+dr, col+dc
		}
	}
}

// appendCoordinate is engine.Move.Coordinate without allocation.
func appendCoordinate(dst []byte, m *engine.Move) []byte {
	column := 'A' + m.Col
	if m.Dir == engine.Across {
		return append(strconv.AppendInt(dst, int64(m.Row)+1, 10), column)
	}
	return strconv.AppendInt(append(dst, column), int64(m.Row)+1, 10)
}

// ParseMove reads the move that the seat to move makes. It accepts
//
//	8D WO.d     a play; a tile on the board is '.', the letter itself, or
//	            either in parentheses: 8D WO(R)d
//	exch ABC?   an exchange; also "exchange ABC?" and "-ABC?"
//	pass        also "-"
//
// The move is in canonical form and passes Position.Check: it is legal but for
// its words.
func ParseMove(s string, p *engine.Position) (engine.Move, error) {
	if len(s) > maxMove {
		return engine.Move{}, fmt.Errorf("a move of %d bytes; a move takes far less", len(s))
	}
	m, err := parseMove(s, p)
	if err == nil {
		err = p.Check(&m)
	}
	if err != nil {
		return engine.Move{}, fmt.Errorf("move %q: %w", s, err)
	}
	return p.Board().Canonical(m), nil
}

func parseMove(s string, p *engine.Position) (engine.Move, error) {
	a := p.Rules().TileSet.Alphabet
	fields := strings.Fields(s)
	switch len(fields) {
	case 1:
		tiles, exchange := strings.CutPrefix(fields[0], "-")
		switch {
		case strings.EqualFold(fields[0], "pass") || fields[0] == "-":
			return engine.Move{}, nil
		case exchange:
			return parseExchange(tiles, a)
		}
	case 2:
		if strings.EqualFold(fields[0], "exch") || strings.EqualFold(fields[0], "exchange") {
			return parseExchange(fields[1], a)
		}
		row, col, dir, err := engine.ParseCoordinate(fields[0])
		if err != nil {
			return engine.Move{}, err
		}
		return parsePlay(row, col, dir, fields[1], a, p.Board())
	}
	return engine.Move{}, fmt.Errorf("expected a play as in 8D WORD, exch ABC or pass")
}

func parseExchange(s string, a *tile.Alphabet) (engine.Move, error) {
	rack, err := a.ParseRack(s)
	if err != nil {
		return engine.Move{}, err
	}
	if rack.Len() > engine.MaxRack {
		return engine.Move{}, fmt.Errorf("%d tiles, more than a rack holds", rack.Len())
	}
	return engine.NewExchange(rack.AppendTiles(nil)...), nil
}

func parsePlay(row, col int, dir engine.Dir, word string, a *tile.Alphabet, b *engine.Board) (engine.Move, error) {
	m := engine.Move{Kind: engine.Play, Dir: dir, Row: uint8(row), Col: uint8(col)}
	dr, dc := dir.Step()
	inside := false // of parentheses
	for _, r := range word {
		if r == '(' && !inside || r == ')' && inside {
			inside = r == '('
			continue
		}
		t, letter := a.Tile(r)
		if !letter && r != '.' {
			return m, fmt.Errorf("%q is neither a letter of the alphabet nor '.'", r)
		}
		if row >= b.Dim() || col >= b.Dim() {
			return m, fmt.Errorf("it runs off the board of %d rows", b.Dim())
		}
		switch on := b.At(row, col); {
		case on != 0 && letter && on.Letter() != t.Letter():
			return m, fmt.Errorf("%c at %s, where %c lies", r, engine.SquareName(row, col), a.Rune(on))
		case on != 0:
		case inside || !letter:
			return m, fmt.Errorf("%c stands for a tile on the board, and %s is empty", r, engine.SquareName(row, col))
		case m.N == engine.MaxRack:
			return m, fmt.Errorf("over %d tiles, more than a rack holds", m.N)
		default:
			m.Tiles[m.N] = t
			m.N++
		}
		m.Len++
		row, col = row+dr, col+dc
	}
	if inside {
		return m, fmt.Errorf("a parenthesis is not closed")
	}
	return m, nil
}
