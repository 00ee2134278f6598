package movegen

import (
	"testing"

	"quadword/engine"
)

// TestOpening: what a play on the empty board opens, by hand. Above and below row
// 8 of the standard board the premium squares are in columns C, G, I and M, 2L
// all.
func TestOpening(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	o := opening{Opening{Vowel: -700}, &rules}
	a := rules.TileSet.Alphabet
	play := func(dir engine.Dir, first int, word string) engine.Move {
		m := engine.Move{Kind: engine.Play, Dir: dir, Row: 7, Col: uint8(first), Len: uint8(len(word)), N: uint8(len(word))}
		if dir == engine.Down {
			m.Row, m.Col = m.Col, m.Row
		}
		for i, r := range word {
			tile, ok := a.Letter(r)
			if !ok {
				t.Fatal(word)
			}
			m.Tiles[i] = tile
		}
		return m
	}
	for _, c := range []struct {
		first int
		word  string
		want  int32
	}{
		{7, "AXE", 0},      // H8 to J8: A on H, E on J
		{6, "AXE", -2_800}, // G to I: both vowels, above and below
		{5, "HAT", -1_400}, // A on G
		{5, "HXT", 0},
		{6, "hAT", 0},
		{6, "aXE", -2_800}, // a blank is the vowel it stands for
	} {
		for _, dir := range []engine.Dir{engine.Across, engine.Down} {
			m := play(dir, c.first, c.word)
			if got := o.of(&m); got != c.want {
				t.Errorf("%s %s from square %d: %d, want %d", c.word, dir, c.first, got, c.want)
			}
		}
	}
	m := play(engine.Across, 6, "AXE")
	if got := (&opening{}).of(&m); got != 0 {
		t.Errorf("with tiles on the board: %d", got)
	}
	// At the edge there is nothing beyond.
	edge := engine.Move{Kind: engine.Play, Len: 1, N: 1, Tiles: m.Tiles}
	if got := o.of(&edge); got != 0 {
		t.Errorf("in the corner: %d", got)
	}
}
