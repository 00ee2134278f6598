package effects

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
)

// board is the tiles of a game, laid play by play, and what each play earns.
type board struct {
	rules *engine.Rules
	dim   int
	tiles []tile.Tile // by row*dim+col, 0 for none

	// Of the last play.
	earned         []earning // squares that earned, a square perhaps several times
	laid           []int     // squares that a tile was laid on
	premiums       [kinds]int64
	main, cross    int32
	plain          int32 // main + cross without premiums
	wordMultiplier int32
	cells          []cell // scratch: the main word
}

// earning is points that a tile on a square counted in a word.
type earning struct {
	square int
	points int64
}

// cell is a square of a main word.
type cell struct {
	square       int
	face         int32 // value of its tile
	letter, word int32 // premiums that count, 1 for none and under a tile that was there
}

// kinds of premium squares: 2L, 3L, 4L, 2W, 3W, 4W.
const kinds = 2 * (engine.MaxMultiplier - 1)

func letterKind(multiplier int32) int { return int(multiplier) - 2 }
func wordKind(multiplier int32) int   { return int(multiplier) - 2 + kinds/2 }

// kindOf is the kind of a square, -1 if it has no premium. A square with both
// kinds there is none of.
func kindOf(l *engine.Layout, row, col int) int {
	switch letter, word := l.Letter(row, col), l.Word(row, col); {
	case word > 1:
		return wordKind(word)
	case letter > 1:
		return letterKind(letter)
	}
	return -1
}

// kindName is how a kind is written: 3W.
func kindName(kind int) string {
	if kind < 0 {
		return ""
	}
	return fmt.Sprintf("%d%c", kind%(kinds/2)+2, "LW"[kind/(kinds/2)])
}

func newBoard(rules *engine.Rules) *board {
	dim := rules.Layout.Dim()
	return &board{rules: rules, dim: dim, tiles: make([]tile.Tile, dim*dim)}
}

// play lays the tiles of a play and takes its points apart. Halves of points
// are counted in premiums.
func (b *board) play(m *move) error {
	b.earned, b.laid, b.cells = b.earned[:0], b.laid[:0], b.cells[:0]
	b.premiums = [kinds]int64{}
	b.main, b.cross, b.plain, b.wordMultiplier = 0, 0, 0, 1
	if err := b.mainWord(m); err != nil {
		return fmt.Errorf("game %d, turn %d: %w", m.GameID, m.Turn, err)
	}
	bonus := int32(0)
	if m.Bingo {
		bonus = b.rules.BingoBonus
	}
	if b.main+b.cross+bonus != m.Score || b.main != m.MainScore || b.cross != m.CrossScore || b.main+b.cross-b.plain != m.PremiumPoints || b.wordMultiplier != m.WordMultiplier {
		return fmt.Errorf("game %d, turn %d: on the board the play earns %d and %d and a bonus of %d, %d of them for premiums, and counts %d times; its row has %d and %d of %d, %d and %d",
			m.GameID, m.Turn, b.main, b.cross, bonus, b.main+b.cross-b.plain, b.wordMultiplier,
			m.MainScore, m.CrossScore, m.Score, m.PremiumPoints, m.WordMultiplier)
	}
	return nil
}

// mainWord lays the tiles and counts the main word, and on the way the cross
// words.
func (b *board) mainWord(m *move) error {
	dr, dc := 0, 1
	if m.Down.V {
		dr, dc = 1, 0
	}
	row, col, length := int(m.Row.V), int(m.Col.V), int(m.TilesPlayed)+int(m.TilesThrough)
	if m.TilesPlayed < 1 || m.TilesThrough < 0 || length > b.dim || row < 0 || col < 0 ||
		row+(length-1)*dr >= b.dim || col+(length-1)*dc >= b.dim {
		return fmt.Errorf("a play of %d letters at row %d, column %d leaves the board", length, row, col)
	}
	placed, laid := m.Placed.V, [engine.MaxDim]tile.Tile{}
	for i := range length {
		r, c := row+i*dr, col+i*dc
		at := r*b.dim + c
		if t := b.tiles[at]; t != 0 {
			b.cells = append(b.cells, cell{at, b.rules.TileSet.Points(t), 1, 1})
			continue
		}
		letter, size := utf8.DecodeRuneInString(placed)
		t, ok := b.rules.TileSet.Alphabet.Tile(letter)
		if !ok {
			return fmt.Errorf("the play %q lays no tile on %s, which is empty", m.Placed.V, engine.SquareName(r, c))
		}
		placed = placed[size:]
		x := cell{at, b.rules.TileSet.Points(t), b.rules.Layout.Letter(r, c), b.rules.Layout.Word(r, c)}
		b.cells = append(b.cells, x)
		b.crossWord(x, r, c, dc, dr)
		b.laid = append(b.laid, at)
		laid[i] = t
	}
	if placed != "" || len(b.laid) != int(m.TilesPlayed) {
		return errors.New("the tiles of the play are more than its empty squares")
	}
	sum := int32(0)
	for i, x := range b.cells {
		sum += x.face * x.letter
		b.plain += x.face
		b.wordMultiplier *= x.word
		if laid[i] != 0 {
			b.tiles[x.square] = laid[i]
			b.letterPremium(x)
		}
	}
	b.main = sum * b.wordMultiplier
	for _, x := range b.cells {
		b.earn(x.square, x.face*x.letter*b.wordMultiplier)
	}
	b.wordPremiums(sum)
	return nil
}

// crossWord counts the cross word of a tile that is laid, if it has one: it
// runs in the direction (dr, dc).
func (b *board) crossWord(x cell, row, col, dr, dc int) {
	run, crossed := int32(0), false
	for _, sign := range [2]int{-1, 1} {
		for r, c := row+sign*dr, col+sign*dc; b.occupied(r, c); r, c = r+sign*dr, c+sign*dc {
			at := r*b.dim + c
			face := b.rules.TileSet.Points(b.tiles[at])
			b.earn(at, face*x.word)
			run += face
			crossed = true
		}
	}
	if !crossed {
		return
	}
	sum := run + x.face*x.letter
	b.earn(x.square, x.face*x.letter*x.word)
	b.cross += sum * x.word
	b.plain += run + x.face
	b.letterPremium(x)
	if x.word > 1 {
		b.premiums[wordKind(x.word)] += 2 * int64(sum*(x.word-1))
	}
}

func (b *board) occupied(row, col int) bool {
	return row >= 0 && col >= 0 && row < b.dim && col < b.dim && b.tiles[row*b.dim+col] != 0
}

func (b *board) earn(square int, points int32) {
	b.earned = append(b.earned, earning{square, int64(points)})
}

// letterPremium adds what the square of a new tile adds to one word.
func (b *board) letterPremium(x cell) {
	if x.letter > 1 {
		b.premiums[letterKind(x.letter)] += 2 * int64(x.face*(x.letter-1))
	}
}

// wordPremiums adds what word premiums add to a main word of so many points: the
// mean of counting the smaller first and the larger first.
func (b *board) wordPremiums(sum int32) {
	var count [engine.MaxMultiplier + 1]int
	for _, x := range b.cells {
		count[x.word]++
	}
	for _, descending := range [2]bool{false, true} {
		points := int64(sum)
		for i := range engine.MaxMultiplier - 1 {
			word := 2 + i
			if descending {
				word = engine.MaxMultiplier - i
			}
			for range count[word] {
				b.premiums[wordKind(int32(word))] += points * int64(word-1)
				points *= int64(word)
			}
		}
	}
}
