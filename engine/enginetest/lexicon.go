package enginetest

import (
	"slices"
	"testing"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// OpenLexicon is the default word list as the program uses it.
func OpenLexicon(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

// LexiconOf is the lexicon of a dictionary's words, in English letters.
func LexiconOf(t testing.TB, d *Dictionary) *lexicon.Lexicon {
	t.Helper()
	var words [][]tile.Tile
	for w := range d.Words() {
		words = append(words, slices.Clone(w))
	}
	lex, err := lexicon.New("sample", tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	return lex
}
