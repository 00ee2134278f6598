package lexicon

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"
	"unsafe"

	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

const (
	// minWordLen is the length of the shortest word: a play of one tile is
	// judged by the words it forms, and one letter is none.
	minWordLen = 2
	// maxWords keeps a hostile file from filling the memory. The longest
	// lists of any language that is played have under two million words.
	maxWords = 4_000_000
	// maxPaths and maxNodes keep out lists that are short but have no more in
	// common than chance gives, see limits. A KWG has no room for 5 million nodes.
	maxPaths = 16_000_000
	maxNodes = 8_000_000
)

// Lexicon is a set of words. It is immutable.
type Lexicon struct {
	name     string
	alphabet *tile.Alphabet
	sha256   string
	words    int
	longest  int
	dropped  int
	graph    Graph
	wordMap  lazyMap
}

// New is the lexicon of the given words, in any order; one may come twice, and
// blank bits are ignored. Words of more than MaxWordLen letters are left out
// and counted. It fails if no words are left, or at a word of one letter or
// with a tile that is no letter of the alphabet.
func New(name string, alphabet *tile.Alphabet, words [][]tile.Tile) (*Lexicon, error) {
	list := wordList{alphabet: alphabet}
	letters := make([]tile.Tile, 0, MaxWordLen)
	for i, w := range words {
		letters = letters[:0]
		for _, t := range w {
			letters = append(letters, t.Letter())
		}
		if err := list.add(letters); err != nil {
			return nil, fmt.Errorf("lexicon %s: word %d: %w", name, i, err)
		}
	}
	l, err := list.lexicon(name)
	if err != nil {
		return nil, fmt.Errorf("lexicon %s: %w", name, err)
	}
	return l, nil
}

// wordList gathers the words that a Lexicon is made of.
type wordList struct {
	alphabet *tile.Alphabet
	words    []packed
	dropped  int // words that were too long
}

// add adds a word.
func (l *wordList) add(word []tile.Tile) error {
	if len(word) < minWordLen {
		return fmt.Errorf("a word has %d letters or more, not %d", minWordLen, len(word))
	}
	for _, t := range word {
		if t == 0 || int(t) > l.alphabet.Len() {
			return fmt.Errorf("tile number %d is no letter: the alphabet %s has 1 to %d", t, l.alphabet, l.alphabet.Len())
		}
	}
	if len(word) > MaxWordLen {
		l.dropped++
		return nil
	}
	if len(l.words) == maxWords {
		return fmt.Errorf("over %d words", maxWords)
	}
	l.words = append(l.words, pack(word))
	return nil
}

// lexicon builds the lexicon. The list is sorted on the way.
func (l *wordList) lexicon(name string) (*Lexicon, error) {
	if len(l.words) == 0 {
		if l.dropped > 0 {
			return nil, fmt.Errorf("no words: all %d have over %d letters", l.dropped, MaxWordLen)
		}
		return nil, errors.New("no words")
	}
	slices.SortFunc(l.words, packed.compare)
	l.words = slices.Compact(l.words)
	graph, err := build(l.words, limits{maxPaths, maxNodes})
	if err != nil {
		return nil, err
	}
	lex := &Lexicon{name: name, alphabet: l.alphabet, words: len(l.words), dropped: l.dropped, graph: graph}
	for _, w := range l.words {
		lex.longest = max(lex.longest, w.len())
	}
	h := sha256.New()
	if err := lex.WriteText(h); err != nil {
		return nil, err
	}
	lex.sha256 = hex.EncodeToString(h.Sum(nil))
	return lex, nil
}

// Name is the name of a built-in list, or that of the file without folder and
// extension.
func (l *Lexicon) Name() string { return l.name }

// SHA256 is the fingerprint of the words: the hash, in hex, of what WriteText
// writes. It does not depend on the file that they came from.
func (l *Lexicon) SHA256() string { return l.sha256 }

// Alphabet is the alphabet that numbers the letters of the graph.
func (l *Lexicon) Alphabet() *tile.Alphabet { return l.alphabet }

// Len is the number of words.
func (l *Lexicon) Len() int { return l.words }

// LongestWord is the length of the longest word. A run of tiles that would be
// longer is not worth looking at.
func (l *Lexicon) LongestWord() int { return l.longest }

// Dropped is how many words of the list were left out because they have more
// than MaxWordLen letters.
func (l *Lexicon) Dropped() int { return l.dropped }

// Graph is the word graph. It must not be written to.
func (l *Lexicon) Graph() *Graph { return &l.graph }

// WordMap is the tables of the words by their letters, made when they are
// first asked for; nil if they cannot be, see wordmap.Build.
func (l *Lexicon) WordMap() *wordmap.Map {
	l.wordMap.once.Do(func() {
		name := fmt.Sprintf("wordmap-v%d-%s-%s", wordmap.Version, l.alphabet, l.sha256)
		var m *wordmap.Map
		if l.wordMap.cache.stream(name, func(r io.Reader, n int64) (ok bool) {
			m, ok = wordmap.Decode(r, n)
			return ok
		}) {
			l.wordMap.tables = m
			return
		}
		if m, err := wordmap.Build(l.Words()); err == nil {
			l.wordMap.tables = m
			l.wordMap.cache.store(name, m.Encode())
		}
	})
	return l.wordMap.tables
}

// lazyMap is made once, by whoever asks first.
type lazyMap struct {
	cache  cache // of the files it is made from
	once   sync.Once
	tables *wordmap.Map
}

// Bytes is the memory that the graph takes.
func (l *Lexicon) Bytes() int {
	return len(l.graph.Nodes)*int(unsafe.Sizeof(Node{})) + len(l.graph.Children)*int(unsafe.Sizeof(uint32(0)))
}

// Has tells whether the tiles spell a word. Blanks count as the letters they
// play.
func (l *Lexicon) Has(word []tile.Tile) bool {
	n, accepts := l.graph.DAWG, false
	for _, t := range word {
		t = t.Letter()
		if t >= tile.Kinds {
			return false
		}
		accepts = l.graph.Nodes[n].Accepts>>t&1 != 0
		n = l.graph.Child(n, t)
	}
	return accepts
}

// Words is all words in order of their tile numbers. The slice is reused: copy
// a word to keep it.
func (l *Lexicon) Words() iter.Seq[[]tile.Tile] {
	return func(yield func([]tile.Tile) bool) {
		l.graph.words(l.graph.DAWG, make([]tile.Tile, 0, MaxWordLen), yield)
	}
}

// words yields the words behind node n of the DAWG, which the letters in word
// lead to, and tells whether to go on.
func (g *Graph) words(n uint32, word []tile.Tile, yield func([]tile.Tile) bool) bool {
	node := g.Nodes[n]
	for i := node.Base; node.Arcs != 0; i++ {
		t := bits.TrailingZeros32(node.Arcs)
		node.Arcs &= node.Arcs - 1
		w := append(word, tile.Tile(t))
		if node.Accepts>>t&1 != 0 && !yield(w) {
			return false
		}
		if child := g.Children[i]; child != 0 && !g.words(child, w, yield) {
			return false
		}
	}
	return true
}

// WriteText writes the words as text: in order of their tile numbers, lower
// case, one a line.
func (l *Lexicon) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	line := make([]byte, 0, MaxWordLen*utf8.UTFMax+1)
	for word := range l.Words() {
		line = line[:0]
		for _, t := range word {
			line = utf8.AppendRune(line, l.alphabet.Rune(t|tile.BlankBit)) // a laid blank is written in lower case
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
