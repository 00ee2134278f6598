package movegen

import "quadword/engine"

// Opening is what comes to the value of a play on the empty board, in thousandths
// of a point. Vowel is not above 0, since the search bounds a play without it. The first play opens the board for the
// other player, who may build on every tile of it; an exchange does not.
type Opening struct {
	Play  int32 // for any play
	Tile  int32 // for each tile placed
	Vowel int32 // for each premium square beside a vowel, across the word: the cheapest hooks
}

// opening is an Opening in force; none, without rules, once there are tiles on
// the board.
type opening struct {
	Opening
	rules *engine.Rules
}

// of is what comes to the value of a play for the squares of its vowels.
func (o *opening) of(m *engine.Move) int32 {
	if o.rules == nil {
		return 0
	}
	row, col := int(m.Row), int(m.Col)
	dr, dc := m.Dir.Step()
	squares := int32(0)
	for _, t := range m.Tiles[:m.N] {
		if o.rules.TileSet.IsVowel(t.Letter()) {
			squares += o.premium(row-dc, col-dr) + o.premium(row+dc, col+dr)
		}
		row, col = row+dr, col+dc
	}
	return squares * o.Vowel
}

// premium is 1 if a square, which need not be on the board, is a premium one.
func (o *opening) premium(row, col int) int32 {
	layout := o.rules.Layout
	if dim := layout.Dim(); row < 0 || col < 0 || row >= dim || col >= dim {
		return 0
	}
	if layout.Letter(row, col) > 1 || layout.Word(row, col) > 1 {
		return 1
	}
	return 0
}
