package notation

import (
	"bytes"
	"fmt"
	"io"

	"quadword/engine"
)

// DrawBoard draws a board for people: its tiles, on the empty squares the
// premiums in the characters of a layout file, and the coordinates around.
func DrawBoard(w io.Writer, rules *engine.Rules, b *engine.Board) error {
	var out bytes.Buffer
	out.WriteString("  ")
	for col := range b.Dim() {
		out.WriteByte(' ')
		out.WriteByte(byte('A' + col))
	}
	out.WriteByte('\n')
	for row, premiums := range rules.Layout.Rows() {
		fmt.Fprintf(&out, "%2d", row+1)
		for col := range b.Dim() {
			r := rune(premiums[col])
			if t := b.At(row, col); t != 0 {
				r = rules.TileSet.Alphabet.Rune(t)
			}
			out.WriteByte(' ')
			out.WriteRune(r)
		}
		out.WriteByte('\n')
	}
	_, err := w.Write(out.Bytes())
	return err
}
