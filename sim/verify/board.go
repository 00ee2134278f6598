package verify

import (
	"fmt"

	"quadword/engine/tile"
)

// layout is a board without tiles. The squares of a board of dim rows lie in
// one slice with a border of one around them, on which nothing is ever laid,
// so a walk over the board needs no care at the edge.
type layout struct {
	dim          int
	start        int   // the square of the first play
	letter, word []int // multipliers, 1 for none, by square; 0 on the border
}

// premiums are the characters that draw a board, with what they multiply a
// letter and a word by.
var premiums = map[rune][2]int{
	'.': {1, 1}, '\'': {2, 1}, '"': {3, 1}, '^': {4, 1}, '-': {1, 2}, '=': {1, 3}, '~': {1, 4},
}

// square is the place of a row and a column in the slices.
func (l *layout) square(row, col int) int { return (row+1)*(l.dim+2) + col + 1 }

// on tells whether a square is on the board and not on its border.
func (l *layout) on(square int) bool { return l.letter[square] != 0 }

// readLayout reads the rows of a board and the name of its start square, such
// as 8H.
func readLayout(rows []string, start string) (layout, error) {
	l := layout{dim: len(rows)}
	if l.dim < 3 || l.dim > 24 {
		return l, fmt.Errorf("a board has 3 to 24 rows, not %d", l.dim)
	}
	l.letter, l.word = make([]int, (l.dim+2)*(l.dim+2)), make([]int, (l.dim+2)*(l.dim+2))
	for row, text := range rows {
		squares := []rune(text)
		if len(squares) != l.dim {
			return l, fmt.Errorf("row %d has %d squares, not %d", row+1, len(squares), l.dim)
		}
		for col, c := range squares {
			m, ok := premiums[c]
			if !ok {
				return l, fmt.Errorf("row %d, column %d: %q is no square", row+1, col+1, c)
			}
			l.letter[l.square(row, col)], l.word[l.square(row, col)] = m[0], m[1]
		}
	}
	for row := range l.dim {
		for col := range l.dim {
			if start == coordinate(row, col, false) {
				l.start = l.square(row, col)
			}
		}
	}
	if l.start == 0 {
		return l, fmt.Errorf("%q is no square of a board of %d rows", start, l.dim)
	}
	return l, nil
}

// coordinate names a square as people do, the row first for an across play
// and the column first for a down play. Rows and columns count from 0.
func coordinate(row, col int, down bool) string {
	if down {
		return fmt.Sprintf("%c%d", 'A'+col, row+1)
	}
	return fmt.Sprintf("%d%c", row+1, 'A'+col)
}

// board is a layout with tiles on it.
type board struct {
	*layout
	tiles []tile.Tile // by square; 0 is none
	fresh []bool      // by square: laid by the last play
	laid  int         // tiles on the board

	squares []int  // of the last play, in order
	words   []word // of the last play: the main word, then those across it by their squares
}

// word is an unbroken run of tiles, from one square to another.
type word struct{ first, last, step int }

func newBoard(l *layout) board {
	return board{layout: l, tiles: make([]tile.Tile, len(l.letter)), fresh: make([]bool, len(l.letter))}
}

func (b *board) clear() {
	clear(b.tiles)
	clear(b.fresh)
	b.laid, b.squares, b.words = 0, b.squares[:0], b.words[:0]
}

// play is a placement as a row tells of it: the first square of the main word
// and the tiles that go, one after the other, on the empty squares from there.
type play struct {
	row, col int
	down     bool
	placed   []tile.Tile
}

// steps are the ways along the main word of a play and across it.
func (b *board) steps(down bool) (along, athwart int) {
	if down {
		return b.dim + 2, 1
	}
	return 1, b.dim + 2
}

// lay lays the tiles of a play and reads the words off the board that they
// form. A placement against the rules is an error, after which the board is
// of no use.
func (b *board) lay(p *play) error {
	for _, s := range b.squares {
		b.fresh[s] = false
	}
	b.squares, b.words = b.squares[:0], b.words[:0]
	if p.row < 0 || p.row >= b.dim || p.col < 0 || p.col >= b.dim {
		return fmt.Errorf("row %d and column %d are off the board", p.row, p.col)
	}
	if len(p.placed) == 0 {
		return fmt.Errorf("a play places a tile at least")
	}
	along, athwart := b.steps(p.down)
	first, opening := b.square(p.row, p.col), b.laid == 0
	if b.tiles[first-along] != 0 {
		return fmt.Errorf("the word does not begin here: there is a tile before it")
	}
	square := first
	for _, t := range p.placed {
		for b.tiles[square] != 0 {
			square += along
		}
		if !b.on(square) {
			return fmt.Errorf("the play runs off the board")
		}
		b.tiles[square], b.fresh[square] = t, true
		b.squares = append(b.squares, square)
	}
	b.laid += len(p.placed)

	b.words = append(b.words, b.wordAt(first, along))
	for _, s := range b.squares {
		if w := b.wordAt(s, athwart); w.first != w.last {
			b.words = append(b.words, w)
		}
	}
	switch {
	case b.words[0].first == b.words[0].last:
		return fmt.Errorf("a word of one letter")
	case opening && len(p.placed) < 2:
		return fmt.Errorf("the first play has two tiles or more")
	case opening && b.tiles[b.start] == 0:
		return fmt.Errorf("the first play does not cover the start square")
	case !opening && !b.touching():
		return fmt.Errorf("the play touches no tile on the board")
	}
	return nil
}

// wordAt is the run of tiles through a square.
func (b *board) wordAt(square, step int) word {
	w := word{square, square, step}
	for b.tiles[w.first-step] != 0 {
		w.first -= step
	}
	for b.tiles[w.last+step] != 0 {
		w.last += step
	}
	return w
}

// touching tells whether a tile of the last play lies beside an older one.
func (b *board) touching() bool {
	for _, s := range b.squares {
		for _, beside := range [4]int{s - 1, s + 1, s - (b.dim + 2), s + (b.dim + 2)} {
			if b.tiles[beside] != 0 && !b.fresh[beside] {
				return true
			}
		}
	}
	return false
}

// letters appends the tiles of a word.
func (b *board) letters(dst []tile.Tile, w word) []tile.Tile {
	for s := w.first; s <= w.last; s += w.step {
		dst = append(dst, b.tiles[s])
	}
	return dst
}

// score is what a word of the last play earns, given the face values of the
// tiles, and what it would earn on a board without premiums.
func (b *board) score(w word, points *[256]int) (score, plain int) {
	multiplier := 1
	for s := w.first; s <= w.last; s += w.step {
		face := points[b.tiles[s]]
		plain += face
		if b.fresh[s] {
			face *= b.letter[s]
			multiplier *= b.word[s]
		}
		score += face
	}
	return score * multiplier, plain
}

// hooks is the tiles of the last play that each alone extend a run of two
// tiles or more that was there, at its front or at its back.
func (b *board) hooks() (front, back []tile.Tile) {
	for _, square := range b.squares {
		atFront, atBack := false, false
		for _, w := range b.words {
			alone := w.step != b.words[0].step || len(b.squares) == 1
			if alone && w.last-w.first >= 2*w.step {
				atFront = atFront || w.first == square
				atBack = atBack || w.last == square
			}
		}
		if atFront {
			front = append(front, b.tiles[square])
		}
		if atBack {
			back = append(back, b.tiles[square])
		}
	}
	return front, back
}
