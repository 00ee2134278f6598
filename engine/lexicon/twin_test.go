package lexicon

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine/tile"
)

// The slow twin of build: tries made from the definition, string by string,
// and merged by a map from the text of a node to its number.

// trie is a node of a trie, its arcs by letter; 0 changes direction.
type trie struct {
	arcs    map[byte]*trie
	accepts map[byte]bool
}

func newTrie() *trie { return &trie{map[byte]*trie{}, map[byte]bool{}} }

func (n *trie) add(s string) {
	for i := range len(s) {
		next := n.arcs[s[i]]
		if next == nil {
			next = newTrie()
			n.arcs[s[i]] = next
		}
		if i == len(s)-1 {
			n.accepts[s[i]] = true
		}
		n = next
	}
}

// merge is the number of the node in the minimal automaton, whose nodes are
// registered by content.
func (n *trie) merge(register map[string]int) int {
	if len(n.arcs) == 0 {
		return 0
	}
	content := ""
	for _, l := range slices.Sorted(maps.Keys(n.arcs)) {
		content += fmt.Sprint(l, n.accepts[l], n.arcs[l].merge(register), ";")
	}
	if _, ok := register[content]; !ok {
		register[content] = len(register) + 1
	}
	return register[content]
}

// gaddagStrings is what the GADDAG holds for a word, by definition: for each
// split the first part reversed, then 0, then the second part; no 0 at the end.
func gaddagStrings(word []tile.Tile) []string {
	var list []string
	for i := 1; i <= len(word); i++ {
		var s []byte
		for j := i - 1; j >= 0; j-- {
			s = append(s, byte(word[j]))
		}
		if i < len(word) {
			s = append(s, 0)
		}
		for j := i; j < len(word); j++ {
			s = append(s, byte(word[j]))
		}
		list = append(list, string(s))
	}
	return list
}

// graphStrings is all strings from node n on, by Nodes and Children alone.
func graphStrings(g *Graph, n uint32, before string, set map[string]bool) {
	node := g.Nodes[n]
	i := node.Base
	for t := range byte(32) {
		if node.Arcs>>t&1 == 0 {
			continue
		}
		s := before + string([]byte{t})
		if node.Accepts>>t&1 != 0 {
			set[s] = true
		}
		graphStrings(g, g.Children[i], s, set)
		i++
	}
}

// reporter is what testing.T and rapid.T have in common.
type reporter interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
}

// checkAgainstTwin fails unless l holds just the words, in a graph that is as
// large as the twin's and has its strings.
func checkAgainstTwin(t reporter, l *Lexicon, words [][]tile.Tile) {
	t.Helper()
	dawg, gaddag := newTrie(), newTrie()
	wantWords, wantStrings := map[string]bool{}, map[string]bool{}
	for _, w := range words {
		s := ""
		for _, c := range w {
			s += string([]byte{byte(c)})
		}
		dawg.add(s)
		wantWords[s] = true
		for _, s := range gaddagStrings(w) {
			gaddag.add(s)
			wantStrings[s] = true
		}
	}
	gotWords, gotStrings := map[string]bool{}, map[string]bool{}
	graphStrings(l.Graph(), l.Graph().DAWG, "", gotWords)
	graphStrings(l.Graph(), l.Graph().GADDAG, "", gotStrings)
	if !maps.Equal(gotWords, wantWords) {
		t.Errorf("the DAWG has %d words, not the %d given", len(gotWords), len(wantWords))
	}
	if !maps.Equal(gotStrings, wantStrings) {
		t.Errorf("the GADDAG has %d strings, not the %d of the definition", len(gotStrings), len(wantStrings))
	}
	if l.Len() != len(wantWords) {
		t.Errorf("Len is %d of %d words", l.Len(), len(wantWords))
	}
	register := map[string]int{}
	dawg.merge(register)
	gaddag.merge(register)
	if got := len(l.Graph().Nodes) - 1; got != len(register) {
		t.Errorf("%d nodes, the minimal automaton has %d", got, len(register))
	}
	checkMinimal(t, l.Graph())
	if err := l.Graph().check(l.Alphabet().All(), l.Len(), l.LongestWord()); err != nil {
		t.Error(err)
	}
}

// checkMinimal fails if two nodes are equal, or if a node is out of reach.
func checkMinimal(t reporter, g *Graph) {
	t.Helper()
	type content struct {
		arcs, accepts uint32
		children      [32]uint32
	}
	seen := make(map[content]int, len(g.Nodes))
	reached := make([]bool, len(g.Nodes))
	reached[0], reached[g.DAWG], reached[g.GADDAG] = true, true, true
	for n := len(g.Nodes) - 1; n >= 0; n-- {
		if !reached[n] {
			t.Errorf("node %d is out of reach", n)
			return
		}
		node := g.Nodes[n]
		c := content{arcs: node.Arcs, accepts: node.Accepts}
		for i, child := range g.Children[node.Base:][:bits.OnesCount32(node.Arcs)] {
			c.children[i] = child
			reached[child] = true
		}
		if m, ok := seen[c]; ok {
			t.Errorf("nodes %d and %d are equal", n, m)
			return
		}
		seen[c] = n
	}
}

func TestBuildAgainstTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, letters := range []int{1, 2, 3, 8, 26} {
		for _, n := range []int{1, 2, 10, 100, 1000} {
			words := randomWords(rng, letters, n)
			l, err := New("test", tile.English(), words)
			if err != nil {
				t.Fatal(err)
			}
			checkAgainstTwin(t, l, words)
		}
	}
}

// Words of a language share more than random ones do.
func TestBuildAgainstTwinOnEnglish(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	var words [][]tile.Tile
	for w := range mustOpen(t).Words() {
		if rng.IntN(100) == 0 {
			words = append(words, slices.Clone(w))
		}
	}
	l, err := New("test", tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	checkAgainstTwin(t, l, words)
}

func TestBuildProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.IntRange(1, 26).Draw(t, "letters")
		word := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, letters), func(i int) tile.Tile { return tile.Tile(i) }), minWordLen, MaxWordLen)
		words := rapid.SliceOfN(word, 1, 20).Draw(t, "words")
		l, err := New("test", tile.English(), words)
		if err != nil {
			t.Fatal(err)
		}
		checkAgainstTwin(t, l, words)
	})
}

// The example of the documentation, spelled out.
func TestGADDAGOfOneWord(t *testing.T) {
	g := mustNew(t, "care").Graph()
	got := map[string]bool{}
	graphStrings(g, g.GADDAG, "", got)
	want := map[string]bool{"\x05\x12\x01\x03": true, "\x12\x01\x03\x00\x05": true, "\x01\x03\x00\x12\x05": true, "\x03\x00\x01\x12\x05": true}
	if !maps.Equal(got, want) { // ERAC, RAC@E, AC@RE, C@ARE
		t.Errorf("strings %v", got)
	}
}
