package enginetest

import (
	"quadword/engine"
	"quadword/engine/tile"
)

// sheet is a board copied out to plain lists, with what was placed this turn
// told apart. It reads the rules of words and scores on its own.
type sheet struct {
	rules *engine.Rules
	dim   int
	empty bool // nothing lay on the board before this turn
	tiles [][]tile.Tile
	fresh [][]bool // the tile was placed this turn
}

// placed is a tile put on a square this turn.
type placed struct {
	row, col int
	tile     tile.Tile
}

// square is a square, 0-based.
type square struct{ row, col int }

func newSheet(rules *engine.Rules, b *engine.Board) *sheet {
	s := &sheet{rules: rules, dim: b.Dim(), empty: true}
	for row := range s.dim {
		s.tiles = append(s.tiles, make([]tile.Tile, s.dim))
		s.fresh = append(s.fresh, make([]bool, s.dim))
		for col := range s.dim {
			s.tiles[row][col] = b.At(row, col)
			s.empty = s.empty && b.At(row, col) == 0
		}
	}
	return s
}

func (s *sheet) on(row, col int) bool {
	return 0 <= row && row < s.dim && 0 <= col && col < s.dim
}

func (s *sheet) occupied(row, col int) bool { return s.on(row, col) && s.tiles[row][col] != 0 }

// touches tells whether a tile on this square connects a play: it has a tile
// on one of its four sides, or the board is empty and it is the start square.
func (s *sheet) touches(row, col int) bool {
	if s.empty {
		startRow, startCol := s.rules.Layout.Start()
		return row == startRow && col == startCol
	}
	return s.occupied(row, col) || s.occupied(row-1, col) || s.occupied(row+1, col) || s.occupied(row, col-1) || s.occupied(row, col+1)
}

func (s *sheet) lay(play []placed) {
	for _, t := range play {
		s.tiles[t.row][t.col], s.fresh[t.row][t.col] = t.tile, true
	}
}

func (s *sheet) lift(play []placed) {
	for _, t := range play {
		s.tiles[t.row][t.col], s.fresh[t.row][t.col] = 0, false
	}
}

// wordAt is the squares of the run of tiles through a square in a direction.
func (s *sheet) wordAt(row, col int, dir engine.Dir) []square {
	dr, dc := 0, 1
	if dir == engine.Down {
		dr, dc = 1, 0
	}
	for s.occupied(row-dr, col-dc) {
		row, col = row-dr, col-dc
	}
	var word []square
	for s.occupied(row, col) {
		word = append(word, square{row, col})
		row, col = row+dr, col+dc
	}
	return word
}

// spell is the tiles on a list of squares.
func (s *sheet) spell(word []square) []tile.Tile {
	var tiles []tile.Tile
	for _, at := range word {
		tiles = append(tiles, s.tiles[at.row][at.col])
	}
	return tiles
}

// words are the words of a play that was laid: every run of two or more tiles
// with a fresh tile in it, across and down, each once.
func (s *sheet) words(play []placed) [][]square {
	var words [][]square
	for dir := range engine.Dir(2) {
		seen := map[square]bool{} // first squares of the words of this direction
		for _, t := range play {
			word := s.wordAt(t.row, t.col, dir)
			if len(word) > 1 && !seen[word[0]] {
				seen[word[0]] = true
				words = append(words, word)
			}
		}
	}
	return words
}

// score is what a play that was laid scores.
func (s *sheet) score(play []placed) int32 {
	var total int32
	for _, word := range s.words(play) {
		sum, times := int32(0), int32(1)
		for _, at := range word {
			points := s.rules.TileSet.Points(s.tiles[at.row][at.col])
			if s.fresh[at.row][at.col] {
				points *= s.rules.Layout.Letter(at.row, at.col)
				times *= s.rules.Layout.Word(at.row, at.col)
			}
			sum += points
		}
		total += sum * times
	}
	if len(play) == s.rules.RackSize {
		total += s.rules.BingoBonus
	}
	return total
}
