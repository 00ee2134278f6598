package experiments

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadword/engine"
)

// squareMarks are the marks of the kinds of squares in the text of a board.
var squareMarks = map[string]rune{"plain": '.', "2L": '\'', "3L": '"', "4L": '^', "2W": '-', "3W": '=', "4W": '~'}

// layout is the board that a spec describes.
func (b *Board) layout() (*engine.Layout, error) {
	from, ok := engine.BuiltinLayout(b.From)
	if !ok {
		return nil, fmt.Errorf("from %q: expected one of %s", b.From, strings.Join(engine.LayoutNames(), ", "))
	}
	if _, builtin := engine.BuiltinLayout(b.Name); builtin {
		return nil, fmt.Errorf("name %s is that of a built-in board", b.Name)
	}
	kinds := strings.Join(slices.Sorted(maps.Keys(squareMarks)), ", ")
	becomes := map[rune]rune{}
	for _, kind := range slices.Sorted(maps.Keys(b.Squares)) {
		mark, known := squareMarks[kind]
		other, too := squareMarks[b.Squares[kind]]
		if !known || !too {
			return nil, fmt.Errorf("squares %q = %q: expected two of %s", kind, b.Squares[kind], kinds)
		}
		becomes[mark] = other
	}
	text := strings.Map(func(r rune) rune {
		if other, ok := becomes[r]; ok {
			return other
		}
		return r
	}, strings.Join(from.Rows(), "\n"))
	return engine.ReadLayout(strings.NewReader(text+"\n"), b.Name)
}
