package lexicon

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"quadword/engine/tile"
)

// maxLine bounds a line of a word list, in bytes. A longer one is no word and
// says that the file is something else.
const maxLine = 1 << 10

// addText adds the words of a text: UTF-8, one a line, in either case. Blank
// lines and white space around a word are skipped, as is a byte order mark.
// Errors name the line.
func (l *wordList) addText(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	word := make([]tile.Tile, 0, maxLine)
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(line) > maxLine {
			return fmt.Errorf("line %d: over %d bytes; expected one word a line", number, maxLine)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		var err error
		if word, err = l.parse(word[:0], line); err == nil {
			err = l.add(word)
		}
		if err != nil {
			return fmt.Errorf("line %d: %.40q: %w", number, line, err)
		}
	}
	return nil
}

// parse appends the letters of a word.
func (l *wordList) parse(dst []tile.Tile, word []byte) ([]tile.Tile, error) {
	for i := 0; i < len(word); {
		r, size := rune(word[i]), 1
		if r >= utf8.RuneSelf {
			if r, size = utf8.DecodeRune(word[i:]); size == 1 {
				return dst, errors.New("not UTF-8 text; expected one word a line")
			}
		}
		t, ok := l.alphabet.Letter(r)
		if !ok {
			return dst, fmt.Errorf("%q is no letter of the alphabet %s", r, l.alphabet)
		}
		dst = append(dst, t)
		i += size
	}
	return dst, nil
}
