package notation

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
)

// CGP is a position on one line of text, as macondo and MAGPIE write it:
//
//	rows rack1/rack2 score1/score2 scoreless operations
//
// The rows are joined by '/'; in a row a number is a run of empty squares.
// The player to move comes first, so Setup.Seat is 0, and the others follow
// in order of play. An empty rack is unknown.
type CGP struct {
	Setup      engine.Setup
	Operations []Operation
}

// Operation is what follows the position: "lex open;" is {"lex", "open"}.
type Operation struct{ Name, Value string }

// Operation is the value of the operation of that name.
func (c *CGP) Operation(name string) (value string, ok bool) {
	for _, op := range c.Operations {
		if op.Name == name {
			return op.Value, true
		}
	}
	return "", false
}

const (
	// maxLine and maxScore keep a hostile line small; no game comes near.
	maxLine  = 1 << 14
	maxScore = 1_000_000
)

// ParseCGP reads a line of CGP for a game under the given rules. Racks and
// scores of the last seats may be missing, and so may, from the end of the
// line, the operations, the scoreless count and the scores; what is missing
// is 0. An operation may have any name, since programs have their own, but comes
// once. The errors of ParseCGP are about the text; that the tiles fit the
// tile set is checked by engine.NewPosition.
func ParseCGP(line string, rules *engine.Rules) (CGP, error) {
	var c CGP
	if len(line) > maxLine {
		return c, fmt.Errorf("cgp: a line of %d bytes; a position takes far less", len(line))
	}
	rows, rest := nextField(line)
	racks, rest := nextField(rest)
	scores, rest := nextField(rest)
	scoreless, rest := nextField(rest)
	if racks == "" {
		return c, fmt.Errorf("cgp: expected rows rack1/rack2 score1/score2 scoreless, found no racks")
	}
	var err error
	a := rules.TileSet.Alphabet
	if c.Setup.Board, err = parseRows(rows, a, rules.Layout.Dim()); err != nil {
		return c, fmt.Errorf("cgp: %w", err)
	}
	if n := strings.Count(racks, "/") + 1; n > rules.Seats {
		return c, fmt.Errorf("cgp: %d racks for %d seats", n, rules.Seats)
	}
	for i, s := range strings.Split(racks, "/") {
		rack, err := a.ParseRack(s)
		if err != nil {
			return c, fmt.Errorf("cgp: rack %d: %w", i+1, err)
		}
		c.Setup.Racks = append(c.Setup.Racks, rack)
	}
	if n := strings.Count(scores, "/") + 1; n > rules.Seats {
		return c, fmt.Errorf("cgp: %d scores for %d seats", n, rules.Seats)
	}
	if scores != "" {
		for i, s := range strings.Split(scores, "/") {
			score, ok := number(s)
			if !ok || score < -maxScore || score > maxScore {
				return c, fmt.Errorf("cgp: score %d: %q is not a whole number of at most %d", i+1, s, maxScore)
			}
			c.Setup.Scores = append(c.Setup.Scores, int32(score))
		}
	}
	if scoreless != "" {
		n, ok := number(scoreless)
		if !ok || n < 0 || n > maxScore {
			return c, fmt.Errorf("cgp: scoreless turns: %q is not a number from 0 to %d", scoreless, maxScore)
		}
		c.Setup.Scoreless = n
	}
	for op := range strings.SplitSeq(rest, ";") {
		if name, value := nextField(op); name != "" {
			if _, twice := c.Operation(name); twice {
				return c, fmt.Errorf("cgp: operation %s is given twice", name)
			}
			c.Operations = append(c.Operations, Operation{name, strings.TrimSpace(value)})
		}
	}
	return c, nil
}

// CGPDim is the number of rows of the board on a line of CGP, from which a
// caller can tell what board the line is for: 15 rows or 21.
func CGPDim(line string) (int, error) {
	rows, _ := nextField(line)
	n := strings.Count(rows, "/") + 1
	if n < engine.MinDim || n > engine.MaxDim {
		return 0, fmt.Errorf("cgp: %d rows joined by '/': a board has %d to %d", n, engine.MinDim, engine.MaxDim)
	}
	return n, nil
}

// number reads a whole number as it is written: -5, but not +5 or 05, which
// say that something else was meant.
func number(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}

const blanks = " \t\r\n"

// nextField is the first word of s and what follows it.
func nextField(s string) (field, rest string) {
	s = strings.TrimLeft(s, blanks)
	if i := strings.IndexAny(s, blanks); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func parseRows(text string, a *tile.Alphabet, dim int) (engine.Board, error) {
	b := engine.NewBoard(dim)
	if n := strings.Count(text, "/") + 1; n != dim {
		return b, fmt.Errorf("%d rows; this board has %d", n, dim)
	}
	row := 0
	for s := range strings.SplitSeq(text, "/") {
		if err := parseRow(&b, row, s, a); err != nil {
			return b, fmt.Errorf("row %d, %.60q: %w", row+1, s, err)
		}
		row++
	}
	return b, nil
}

func parseRow(b *engine.Board, row int, s string, a *tile.Alphabet) error {
	dim := b.Dim()
	col := 0
	for len(s) > 0 {
		if digits := len(s) - len(strings.TrimLeft(s, "0123456789")); digits > 0 {
			empty, ok := number(s[:digits])
			if !ok || empty < 1 || empty > dim-col {
				return fmt.Errorf("%s empty squares at column %d; the row has room for 1 to %d", s[:digits], col+1, dim-col)
			}
			col += empty
			s = s[digits:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		t, ok := a.Tile(r)
		if !ok {
			return fmt.Errorf("%q at column %d is neither a number nor a letter of the alphabet %s", r, col+1, a)
		}
		if col == dim {
			return fmt.Errorf("over %d squares", dim)
		}
		b.Put(row, col, t)
		col++
		s = s[size:]
	}
	if col != dim {
		return fmt.Errorf("%d squares; a row has %d", col, dim)
	}
	return nil
}

// AppendCGP appends a position as a line of CGP without operations, the seat
// to move first. It shows all racks. A game that is over has counted its racks
// already and cannot be set up again from the line.
func AppendCGP(dst []byte, p *engine.Position) []byte {
	rules := p.Rules()
	dst = append(AppendBoard(dst, rules.TileSet.Alphabet, p.Board()), ' ')
	for i := range rules.Seats {
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = AppendRack(dst, rules.TileSet.Alphabet, p.Rack((p.Seat()+i)%rules.Seats))
	}
	dst = append(dst, ' ')
	for i := range rules.Seats {
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = strconv.AppendInt(dst, int64(p.Score((p.Seat()+i)%rules.Seats)), 10)
	}
	dst = append(dst, ' ')
	return strconv.AppendInt(dst, int64(p.Scoreless()), 10)
}

// AppendBoard appends the rows of a board as CGP has them. It allocates
// nothing but what dst needs.
func AppendBoard(dst []byte, a *tile.Alphabet, b *engine.Board) []byte {
	for row := range b.Dim() {
		if row > 0 {
			dst = append(dst, '/')
		}
		empty := 0
		for col := range b.Dim() {
			t := b.At(row, col)
			if t == 0 {
				empty++
				continue
			}
			if empty > 0 {
				dst = strconv.AppendInt(dst, int64(empty), 10)
				empty = 0
			}
			dst = utf8.AppendRune(dst, a.Rune(t))
		}
		if empty > 0 {
			dst = strconv.AppendInt(dst, int64(empty), 10)
		}
	}
	return dst
}

// AppendRack appends a rack in order of its tiles, blanks first. It allocates
// nothing but what dst needs.
func AppendRack(dst []byte, a *tile.Alphabet, r *tile.Rack) []byte {
	for t := range tile.Tile(a.Len() + 1) {
		for range r.Count(t) {
			dst = utf8.AppendRune(dst, a.RackRune(t))
		}
	}
	return dst
}
