package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode"
	"unicode/utf8"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// trie is the word list as a plain tree: node 0 is the root, a node knows its
// first child and its next sibling, 0 for none.
type trie []node

type node struct {
	child, next int32
	letter      tile.Tile
	word        bool // a word ends here
}

// newTrie is the tree of a lexicon's words, with their number and their
// fingerprint: the sum of the list as lower-case text, one word a line, in
// order of the letters' numbers.
func newTrie(l *lexicon.Lexicon) (t trie, words int64, sum string) {
	t = make(trie, 1, 3*l.Len())
	h := sha256.New()
	var line []byte
	for w := range l.Words() {
		t.add(w)
		words++
		line = line[:0]
		for _, letter := range w {
			line = utf8.AppendRune(line, unicode.ToLower(l.Alphabet().Rune(letter)))
		}
		h.Write(append(line, '\n'))
	}
	return t, words, hex.EncodeToString(h.Sum(nil))
}

func (t *trie) add(word []tile.Tile) {
	at := int32(0)
	for _, letter := range word {
		next := t.after(at, letter)
		if next == 0 {
			next = int32(len(*t))
			*t = append(*t, node{letter: letter, next: (*t)[at].child})
			(*t)[at].child = next
		}
		at = next
	}
	(*t)[at].word = true
}

// after is the node that a letter leads to, 0 for none.
func (t trie) after(at int32, letter tile.Tile) int32 {
	for at = t[at].child; at != 0 && t[at].letter != letter; {
		at = t[at].next
	}
	return at
}

// has tells whether tiles spell a word; blanks count as what they play.
func (t trie) has(tiles []tile.Tile) bool {
	at := int32(0)
	for _, l := range tiles {
		if at = t.after(at, l.Letter()); at == 0 {
			return false
		}
	}
	return t[at].word
}

// canPlay tells whether any play can be made with a hand. It tries every word
// from every square in both directions, letter by letter.
func (b *board) canPlay(words trie, h hand) bool {
	s := search{b: b, words: words, hand: h}
	for row := range b.dim {
		for col := range b.dim {
			for _, down := range [2]bool{false, true} {
				s.along, s.athwart = b.steps(down)
				if first := b.square(row, col); b.tiles[first-s.along] == 0 && s.from(first, 0, 0, false) {
					return true
				}
			}
		}
	}
	return false
}

// search is a word under construction.
type search struct {
	b              *board
	words          trie
	hand           hand
	along, athwart int
}

// from goes on at a square with a word that reached a node of the tree, has
// so many placed tiles, and touches a tile on the board or covers the start
// of an empty one.
func (s *search) from(square int, at int32, placed int, touches bool) bool {
	if t := s.b.tiles[square]; t != 0 {
		at = s.words.after(at, t.Letter())
		return at != 0 && s.from(square+s.along, at, placed, true)
	}
	if s.words[at].word && touches && (placed > 1 || placed == 1 && s.b.laid > 0) {
		return true
	}
	if !s.b.on(square) {
		return false
	}
	touches = touches || s.b.tiles[square-s.athwart] != 0 || s.b.tiles[square+s.athwart] != 0 ||
		s.b.laid == 0 && square == s.b.start
	for next := s.words[at].child; next != 0; next = s.words[next].next {
		letter := s.words[next].letter
		kind := letter
		if s.hand[letter] == 0 {
			kind = tile.Blank // which is better kept while the letter itself is there
		}
		if s.hand[kind] == 0 || !s.fits(square, letter) {
			continue
		}
		s.hand[kind]--
		if s.from(square+s.along, next, placed+1, touches) {
			return true
		}
		s.hand[kind]++
	}
	return false
}

// fits tells whether a letter makes a word with the tiles beside its square.
func (s *search) fits(square int, letter tile.Tile) bool {
	w := s.b.wordAt(square, s.athwart) // the square itself is empty and counted all the same
	if w.first == w.last {
		return true
	}
	at := int32(0)
	for i := w.first; i <= w.last; i += w.step {
		t := s.b.tiles[i].Letter()
		if i == square {
			t = letter
		}
		if at = s.words.after(at, t); at == 0 {
			return false
		}
	}
	return s.words[at].word
}
