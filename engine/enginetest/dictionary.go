package enginetest

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"quadword/engine/tile"
)

// Dictionary is a word list for the naive generator: a map of the words, and
// a trie to walk along.
type Dictionary struct {
	words []string // tile numbers as bytes, sorted
	has   map[string]bool
	trie  []node // trie[0] is the root
}

// node is a trie node as first child and next sibling; 0 is none.
type node struct {
	letter      tile.Tile
	word        bool // the letters down to here are a word
	child, next int32
}

// NewDictionary holds the given words; blank bits are ignored. Words from
// lexicon.Lexicon.Words can be given as they are.
func NewDictionary(words iter.Seq[[]tile.Tile]) *Dictionary {
	var list []string
	for w := range words {
		letters := make([]byte, len(w))
		for i, t := range w {
			letters[i] = byte(t.Letter())
		}
		list = append(list, string(letters))
	}
	slices.Sort(list)
	return newDictionary(slices.Compact(list))
}

// ParseDictionary holds the words of a text, separated by spaces or line ends.
func ParseDictionary(a *tile.Alphabet, text string) (*Dictionary, error) {
	var words [][]tile.Tile
	for s := range strings.FieldsSeq(text) {
		w, err := a.ParseWord(nil, s)
		if err != nil {
			return nil, err
		}
		words = append(words, w)
	}
	return NewDictionary(slices.Values(words)), nil
}

func newDictionary(sorted []string) *Dictionary {
	d := &Dictionary{words: sorted, has: make(map[string]bool, len(sorted)), trie: make([]node, 1)}
	for _, w := range sorted {
		d.has[w] = true
		at := int32(0)
		for i := range w {
			at = d.insert(at, tile.Tile(w[i]))
		}
		d.trie[at].word = true
	}
	return d
}

// insert is the child of a node for a letter, made if need be. Since words
// come sorted, only the newest child, kept first, can be the one.
func (d *Dictionary) insert(at int32, t tile.Tile) int32 {
	first := d.trie[at].child
	if first != 0 && d.trie[first].letter == t {
		return first
	}
	d.trie = append(d.trie, node{letter: t, next: first})
	d.trie[at].child = int32(len(d.trie) - 1)
	return d.trie[at].child
}

// child is the node that a letter leads to, 0 for none.
func (d *Dictionary) child(at int32, t tile.Tile) int32 {
	for c := d.trie[at].child; c != 0; c = d.trie[c].next {
		if d.trie[c].letter == t {
			return c
		}
	}
	return 0
}

// Len is the number of words.
func (d *Dictionary) Len() int { return len(d.words) }

// Has tells whether the tiles spell a word; a blank counts as its letter.
func (d *Dictionary) Has(word []tile.Tile) bool {
	letters := make([]byte, len(word))
	for i, t := range word {
		letters[i] = byte(t.Letter())
	}
	return d.has[string(letters)]
}

// Words are all words in order. The slice is reused: copy a word to keep it.
func (d *Dictionary) Words() iter.Seq[[]tile.Tile] {
	return func(yield func([]tile.Tile) bool) {
		var word []tile.Tile
		for _, w := range d.words {
			word = word[:0]
			for i := range w {
				word = append(word, tile.Tile(w[i]))
			}
			if !yield(word) {
				return
			}
		}
	}
}

// Sample is a dictionary of n random words of d: 3,000 make the generator
// fast and leave boards with plenty of plays.
func (d *Dictionary) Sample(rng *rand.Rand, n int) *Dictionary {
	list := make([]string, 0, n)
	for _, i := range rng.Perm(len(d.words))[:min(n, len(d.words))] {
		list = append(list, d.words[i])
	}
	slices.Sort(list)
	return newDictionary(list)
}
