package engine

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Bounds of a board. MaxDim is 24 so that a lane fits a 32-bit mask with room
// for a sentinel at both ends, a column has a letter (A to X), and a word of
// MaxDim letters with its direction switch packs into 128 bits.
const (
	MinDim     = 3
	MaxDim     = 24
	maxSquares = MaxDim * MaxDim
)

// Layout is a board without tiles: its size, its premium squares and the
// start square. It is immutable.
type Layout struct {
	Name               string
	dim                int
	startRow, startCol int
	letter, word       [maxSquares]uint8 // multipliers, 1..MaxMultiplier, by row*dim+col
}

// MaxMultiplier bounds letter and word multipliers (4L and 4W are the largest
// there are).
const MaxMultiplier = 4

// premiums maps the characters of a layout to letter and word multipliers.
// They are macondo's, so its layouts can be read as they are.
var premiums = map[rune][2]uint8{
	'.': {1, 1}, ' ': {1, 1},
	'\'': {2, 1}, '"': {3, 1}, '^': {4, 1},
	'-': {1, 2}, '=': {1, 3}, '~': {1, 4},
}

// standardRows and superRows are the upper halves of the published boards
// with the middle row last; both mirror at that row.
const (
	standardRows = `
=..'...=...'..=
.-..."..."...-.
..-...'.'...-..
'..-...'...-..'
....-.....-....
."..."..."...".
..'...'.'...'..
=..'...-...'..=`
	superRows = `
~..'...=..'..=...'..~
.-.."...-...-..."..-.
..-..^...-.-...^..-..
'..=..'...=...'..=..'
."..-..."..."...-..".
..^..-...'.'...-..^..
...'..-...'...-..'...
=......-.....-......=
.-.."..."..."..."..-.
..-..'...'.'...'..-..
'..=..'...-...'..=..'`
)

// LayoutNames lists the built-in boards.
func LayoutNames() []string { return []string{"standard", "super"} }

// BuiltinLayout is the built-in board of that name: "standard" (15 x 15) or
// "super" (21 x 21).
func BuiltinLayout(name string) (*Layout, bool) {
	half, ok := map[string]string{"standard": standardRows, "super": superRows}[name]
	if !ok {
		return nil, false
	}
	rows := strings.Split(strings.TrimPrefix(half, "\n"), "\n")
	for i := len(rows) - 2; i >= 0; i-- {
		rows = append(rows, rows[i])
	}
	l, err := newLayout(name, rows, len(rows)/2, len(rows)/2)
	if err != nil {
		panic(err) // cannot happen: the rows are constants
	}
	return l, true
}

func newLayout(name string, rows []string, startRow, startCol int) (*Layout, error) {
	l := &Layout{Name: name, dim: len(rows), startRow: startRow, startCol: startCol}
	if l.dim < MinDim || l.dim > MaxDim {
		return nil, fmt.Errorf("a board has %d to %d rows, not %d", MinDim, MaxDim, l.dim)
	}
	if startRow >= l.dim || startCol >= l.dim {
		return nil, fmt.Errorf("the start square %s is off a board of %d rows", SquareName(startRow, startCol), l.dim)
	}
	for r, row := range rows {
		if n := utf8.RuneCountInString(row); n != l.dim {
			return nil, fmt.Errorf("row %d has %d squares; a board of %d rows has %d", r+1, n, l.dim, l.dim)
		}
		c := 0
		for _, ch := range row {
			m, ok := premiums[ch]
			if !ok {
				return nil, fmt.Errorf("row %d, column %d: %q is no square; expected one of . ' \" ^ - = ~", r+1, c+1, ch)
			}
			l.letter[r*l.dim+c], l.word[r*l.dim+c] = m[0], m[1]
			c++
		}
	}
	return l, nil
}

// ReadLayout reads a board as text: one line a row, one character a square
// (`.` plain, `'` 2L, `"` 3L, `^` 4L, `-` 2W, `=` 3W, `~` 4W), as many rows as
// columns, 3 to 24. A line `start 8H` before the rows names the start square;
// without it, it is the middle one. Empty lines and lines that begin with '#'
// are skipped.
func ReadLayout(r io.Reader, name string) (*Layout, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<16+1))
	if err != nil {
		return nil, err
	}
	if len(text) > 1<<16 {
		return nil, fmt.Errorf("a board has at most %d rows; this file is over 64 KB", MaxDim)
	}
	var rows []string
	startRow, startCol := -1, -1
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if square, ok := strings.CutPrefix(line, "start "); ok {
			if startRow, startCol, err = ParseSquare(strings.TrimSpace(square)); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		rows = append(rows, line)
	}
	if startRow < 0 {
		startRow, startCol = len(rows)/2, len(rows)/2
	}
	return newLayout(name, rows, startRow, startCol)
}

// LoadLayout is the built-in board of that name, or else the one in the file
// of that name, called after the file without its extension, as far as that is
// UTF-8.
func LoadLayout(nameOrFile string) (*Layout, error) {
	if l, ok := BuiltinLayout(nameOrFile); ok {
		return l, nil
	}
	f, err := os.Open(nameOrFile)
	if err != nil {
		return nil, fmt.Errorf("board %q is neither one of %s nor a file that can be read: %w",
			nameOrFile, strings.Join(LayoutNames(), ", "), err)
	}
	defer f.Close()
	base := filepath.Base(nameOrFile)
	l, err := ReadLayout(f, strings.ToValidUTF8(strings.TrimSuffix(base, filepath.Ext(base)), "\ufffd"))
	if err != nil {
		return nil, fmt.Errorf("board %s: %w", nameOrFile, err)
	}
	return l, nil
}

// Dim is the number of rows and of columns.
func (l *Layout) Dim() int { return l.dim }

// Start is the square that the first play covers, 0-based.
func (l *Layout) Start() (row, col int) { return l.startRow, l.startCol }

// Letter is the letter multiplier of a square, 1 for none.
func (l *Layout) Letter(row, col int) int32 { return int32(l.letter[row*l.dim+col]) }

// Word is the word multiplier of a square, 1 for none.
func (l *Layout) Word(row, col int) int32 { return int32(l.word[row*l.dim+col]) }

// Rows draws the layout in the characters that ReadLayout reads.
func (l *Layout) Rows() []string {
	rows := make([]string, l.dim)
	for r := range rows {
		var b strings.Builder
		for c := range l.dim {
			b.WriteRune(premiumRune(l.letter[r*l.dim+c], l.word[r*l.dim+c]))
		}
		rows[r] = b.String()
	}
	return rows
}

func premiumRune(letter, word uint8) rune {
	switch {
	case word > 1:
		return rune("-=~"[word-2])
	case letter > 1:
		return rune(`'"^`[letter-2])
	default:
		return '.'
	}
}

// SquareName names a square row first: "8H" for row 7, column 7.
func SquareName(row, col int) string { return fmt.Sprintf("%d%c", row+1, 'A'+col) }

// ParseSquare reads a square in either order, "8H" or "H8", and returns it
// 0-based. It checks against MaxDim only.
func ParseSquare(s string) (row, col int, err error) {
	row, col, _, err = ParseCoordinate(s)
	return row, col, err
}
