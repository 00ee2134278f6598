package lexicon

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadword/engine/tile"
)

// openList is the embedded list, built once for all tests.
var openList = sync.OnceValues(func() (*Lexicon, error) {
	return Open("open", tile.English(), Options{NoCache: true})
})

func mustOpen(t testing.TB) *Lexicon {
	t.Helper()
	l, err := openList()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mustNew is the lexicon of words as text.
func mustNew(t testing.TB, words ...string) *Lexicon {
	t.Helper()
	l, err := New("test", tile.English(), tiles(t, words...))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func tiles(t testing.TB, words ...string) [][]tile.Tile {
	t.Helper()
	var list [][]tile.Tile
	for _, w := range words {
		word, err := tile.English().ParseWord(nil, w)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, word)
	}
	return list
}

// texts is all words as text.
func texts(l *Lexicon) []string {
	var list []string
	for w := range l.Words() {
		list = append(list, l.Alphabet().Text(w))
	}
	return list
}

// randomWords is n random words, shared out among few stems and endings so that
// there is something to share.
func randomWords(rng *rand.Rand, letters, n int) [][]tile.Tile {
	random := func(least, most int) []tile.Tile {
		w := make([]tile.Tile, least+rng.IntN(most-least+1))
		for i := range w {
			w[i] = tile.Tile(1 + rng.IntN(letters))
		}
		return w
	}
	var stems, endings [][]tile.Tile
	for range 1 + n/10 {
		stems = append(stems, random(2, 12))
		endings = append(endings, random(0, 12))
	}
	var words [][]tile.Tile
	for range n {
		words = append(words, slices.Concat(stems[rng.IntN(len(stems))], endings[rng.IntN(len(endings))]))
	}
	return words
}

func TestOpenList(t *testing.T) {
	l := mustOpen(t)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"name", l.Name(), "open"},
		{"sha256", l.SHA256(), "537f9bbf896ce841708f6a2ef96006f09c77b41e4f28e8caaaa1cef33db56c75"},
		{"words", l.Len(), 274_080},
		{"longest", l.LongestWord(), 21},
		{"dropped", l.Dropped(), 0},
		{"alphabet", l.Alphabet().String(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		// How large the graph is says that it is still minimal.
		{"nodes", len(l.Graph().Nodes), 604_041},
		{"children", len(l.Graph().Children), 1_253_221},
		{"bytes", l.Bytes(), 604_041*12 + 1_253_221*4},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if err := l.Graph().check(l.Alphabet().All(), l.Len(), l.LongestWord()); err != nil {
		t.Error(err)
	}
	checkMinimal(t, l.Graph())
}

func TestHas(t *testing.T) {
	l := mustNew(t, "care", "cares", "are", "aa", "zzz")
	for word, want := range map[string]bool{
		"CARE": true, "care": true, "cArE": true, "CARES": true, "AA": true, "ZZZ": true, "ARE": true,
		"": false, "C": false, "CA": false, "CAR": false, "ARES": false, "AAA": false, "CARESS": false, "ERAC": false, "ZZZZ": false,
	} {
		var tiles []tile.Tile
		for _, r := range word { // lower case is a blank here
			tl, _ := l.Alphabet().Tile(r)
			tiles = append(tiles, tl)
		}
		if l.Has(tiles) != want {
			t.Errorf("Has(%q) = %v", word, !want)
		}
	}
	a := tile.Tile(1)
	for _, word := range [][]tile.Tile{{0}, {a, 0}, {0, a, a}, {a, 0, a}, {a + 32, a}, {a, a + 32}, {a, 31}, {0xff, 0xff}, make([]tile.Tile, 100)} {
		if l.Has(word) {
			t.Errorf("Has(%v)", word)
		}
	}
}

func TestHasAgreesWithMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, letters := range []int{1, 2, 5, 26} {
		words := randomWords(rng, letters, 3000)
		l, err := New("test", tile.English(), words)
		if err != nil {
			t.Fatal(err)
		}
		set := map[string]bool{}
		for _, w := range words {
			set[l.Alphabet().Text(w)] = true
		}
		if got, want := texts(l), slices.Sorted(maps.Keys(set)); !slices.Equal(got, want) {
			t.Errorf("%d letters: %d words came out of %d", letters, len(got), len(want))
		}
		for range 100_000 {
			w := slices.Clone(words[rng.IntN(len(words))])
			switch i := rng.IntN(len(w)); rng.IntN(4) { // near misses
			case 0:
				w[i] = tile.Tile(1 + rng.IntN(letters))
			case 1:
				w = w[:i]
			case 2:
				w = append(w, w[i])
			case 3:
				w[i] |= tile.BlankBit
			}
			if got, want := l.Has(w), set[strings.ToUpper(l.Alphabet().Text(w))]; got != want {
				t.Fatalf("Has(%s) = %v", l.Alphabet().Text(w), got)
			}
		}
	}
}

func TestNew(t *testing.T) {
	long := strings.Repeat("a", MaxWordLen)
	l := mustNew(t, "tea", "tea", "eat", long, "ate", long+"a", long+"bcd", "eta")
	if got, want := texts(l), []string{strings.ToUpper(long), "ATE", "EAT", "ETA", "TEA"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
	if l.Len() != 5 || l.Dropped() != 2 || l.LongestWord() != MaxWordLen || l.Name() != "test" {
		t.Errorf("name %s, %d words, longest %d, %d dropped", l.Name(), l.Len(), l.LongestWord(), l.Dropped())
	}
	sum := sha256.Sum256([]byte(long + "\nate\neat\neta\ntea\n"))
	if l.SHA256() != hex.EncodeToString(sum[:]) {
		t.Error("the fingerprint is not that of the canonical list")
	}
	blank := tiles(t, "tea")
	blank[0][1] |= tile.BlankBit
	if l, err := New("test", tile.English(), blank); err != nil || !slices.Equal(texts(l), []string{"TEA"}) {
		t.Errorf("a blank in a word: %v, %v", l, err)
	}
	if !blank[0][1].IsBlank() {
		t.Error("New changed its argument")
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		words [][]tile.Tile
		want  string
	}{
		{nil, "lexicon test: no words"},
		{[][]tile.Tile{make([]tile.Tile, 25)}, "tile number 0 is no letter"},
		{[][]tile.Tile{slices.Repeat([]tile.Tile{1}, 25)}, "no words: all 1 have over 24 letters"},
		{[][]tile.Tile{{1, 2}, {1}}, "word 1: a word has 2 letters or more, not 1"},
		{[][]tile.Tile{{}}, "word 0: a word has 2 letters or more, not 0"},
		{[][]tile.Tile{{1, 27}}, "tile number 27 is no letter"},
		{[][]tile.Tile{{1, 40}}, "tile number 40 is no letter"},
	} {
		l, err := New("test", tile.English(), c.words)
		if l != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%v): %v, want %q", c.words, err, c.want)
		}
	}
}

// The graph depends on the set of words alone, not on their order.
func TestDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	words := randomWords(rng, 8, 3000)
	first, err := New("test", tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	words = append(words, words[:500]...)
	rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	second, err := New("test", tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := first.encode(), second.encode(); !slices.Equal(a, b) {
		t.Error("another order of the words gives another graph")
	}
}

func TestWordsStops(t *testing.T) {
	l := mustOpen(t)
	n := 0
	for range l.Words() {
		if n++; n == 1000 {
			break
		}
	}
	if n != 1000 {
		t.Errorf("%d words", n)
	}
}

// An alphabet may have up to 30 letters, outside ASCII too.
func TestLargestAlphabet(t *testing.T) {
	alphabet, err := tile.NewAlphabet([]rune("ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅÄ"))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	words := randomWords(rng, 30, 2000)
	l, err := New("test", alphabet, words)
	if err != nil {
		t.Fatal(err)
	}
	checkAgainstTwin(t, l, words)
	var text strings.Builder
	if err := l.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	list := wordList{alphabet: alphabet}
	if err := list.addText([]byte(strings.ToUpper(text.String()))); err != nil {
		t.Fatal(err)
	}
	again, err := list.lexicon("again")
	if err != nil || again.SHA256() != l.SHA256() {
		t.Errorf("written as text and read again: %v", err)
	}
}

func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	words := append(randomWords(rng, 3, 300), nil)
	words = append(words, randomWords(rng, 30, 300)...)
	for i, v := range words {
		p := pack(v)
		if p.len() != len(v) {
			t.Fatalf("len of %v is %d", v, p.len())
		}
		for j, l := range v {
			if p.letter(j) != int(l) {
				t.Fatalf("letter %d of %v is %d", j, v, p.letter(j))
			}
		}
		if len(v) < MaxWordLen && p.prepend(9) != pack(append([]tile.Tile{9}, v...)) {
			t.Fatalf("prepend to %v", v)
		}
		for _, w := range words[:i] {
			q := pack(w)
			if p.compare(q) != slices.Compare(v, w) {
				t.Fatalf("compare %v and %v", v, w)
			}
			common := 0
			for common < min(len(v), len(w)) && v[common] == w[common] {
				common++
			}
			if p != q && p.commonPrefix(q) != common {
				t.Fatalf("common prefix of %v and %v: %d", v, w, p.commonPrefix(q))
			}
		}
	}
}

func TestChild(t *testing.T) {
	g := mustOpen(t).Graph()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 10_000 {
		n := rng.Uint32N(uint32(len(g.Nodes)))
		i := g.Nodes[n].Base
		for l := range tile.Tile(tile.Kinds) {
			want := uint32(0)
			if g.Nodes[n].Arcs>>l&1 != 0 {
				want = g.Children[i]
				i++
			}
			if got := g.Child(n, l); got != want {
				t.Fatalf("child %d of node %d with arcs %v is %d, want %d", l, n, bits.OnesCount32(g.Nodes[n].Arcs), got, want)
			}
		}
	}
}

// Words that have little in common are refused before they fill the memory.
func TestLimits(t *testing.T) {
	words := []packed{pack([]tile.Tile{1, 2, 3}), pack([]tile.Tile{4, 5, 6}), pack([]tile.Tile{7, 8, 9})}
	if _, err := build(words, limits{paths: 9, nodes: 100}); err != nil {
		t.Error(err)
	}
	for want, most := range map[string]limits{"over 8 beginnings": {8, 100}, "over 7 nodes": {9, 7}} {
		if _, err := build(words, most); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
