package lexicon

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// checkLexicon fails unless l is sound and comes out again the same as text
// and as KWG.
func checkLexicon(t *testing.T, l *Lexicon) {
	t.Helper()
	if err := l.graph.check(l.alphabet.All(), l.Len(), l.LongestWord()); err != nil {
		t.Fatal(err)
	}
	checkMinimal(t, l.Graph())
	for w := range l.Words() {
		if !l.Has(w) || len(w) < minWordLen || len(w) > l.LongestWord() {
			t.Fatalf("word %v", w)
		}
	}
	checkPlainSet(t, l)
	var text, kwg bytes.Buffer
	if err := l.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := l.WriteKWG(&kwg); err != nil {
		t.Fatal(err)
	}
	for _, s := range []source{{raw: text.Bytes()}, {raw: kwg.Bytes(), kwg: true}} {
		again, err := s.build(l.alphabet)
		if err != nil {
			t.Fatal(err)
		}
		if again.SHA256() != l.SHA256() {
			t.Fatalf("kwg %v: another fingerprint", s.kwg)
		}
	}
}

// checkPlainSet compares the answers of l, and of its word map, with those of a
// plain set: of all words, and of what differs from them in one letter.
func checkPlainSet(t *testing.T, l *Lexicon) {
	t.Helper()
	set := map[string]bool{}
	var words [][]tile.Tile
	for w := range l.Words() {
		w = slices.Clone(w)
		words = append(words, w)
		set[l.alphabet.Text(w)] = true
	}
	if len(set) != l.Len() {
		t.Fatalf("%d words, Len is %d", len(set), l.Len())
	}
	m := l.WordMap()
	ask := func(w []tile.Tile) {
		want := set[l.alphabet.Text(w)]
		if l.Has(w) != want || len(w) <= wordmap.MaxLen && len(w) > 0 && m.Has(w) != want {
			t.Fatalf("%s: Has is %v, of the map %v, want %v", l.alphabet.Text(w), l.Has(w), m.Has(w), want)
		}
	}
	for i, w := range words[:min(len(words), 200)] {
		ask(w)
		if len(w) > minWordLen {
			ask(w[:len(w)-1])
			ask(w[1:])
		}
		other := slices.Clone(w)
		other[i%len(w)] = tile.Tile(1 + i%l.alphabet.Len())
		ask(other)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"ate\neat\r\nTEA\n", "\ufeff\n\n ab \n", "a b", "é", "\xff", strings.Repeat("ab", 20) + "\nab\n"} {
		f.Add([]byte(s), false)
		f.Add(gzipped(f, []byte(s)), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		s := source{raw: data, gzip: zipped}
		if l, err := s.build(tile.English()); err == nil {
			checkLexicon(t, l)
		}
	})
}

func FuzzKWG(f *testing.F) {
	for _, words := range [][]string{{"aa"}, {"ate", "eat", "tea"}, {"care", "cares", "scare", "scares"}} {
		f.Add(mustKWG(f, mustNew(f, words...)))
	}
	f.Add(kwgOfLengths(30, 2, 29))
	f.Add(kwgNodes(2|last, last, tileA|3|last, tileA|accepts|2|last))
	f.Fuzz(func(t *testing.T, data []byte) {
		list := wordList{alphabet: tile.English()}
		if err := list.addKWG(data); err != nil || len(list.words) > 1000 {
			return // a few nodes can hold millions of words, which take their time to build
		}
		if l, err := list.lexicon("test"); err == nil {
			checkLexicon(t, l)
		}
	})
}

// FuzzCache writes any tables under a header and a checksum that are right, so
// that only the structure can give them away.
func FuzzCache(f *testing.F) {
	for _, l := range []*Lexicon{mustNew(f, "aa"), mustNew(f, "ate", "eat", "tea"), mustNew(f, "care", "cares", "scare", "scares")} {
		nodes := l.encode()[blobHeader:]
		children := nodes[8*len(l.graph.Nodes):]
		f.Add(uint32(l.words), uint32(l.longest), l.graph.DAWG, l.graph.GADDAG, nodes[:len(nodes)-len(children)], children)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, words, longest, dawg, gaddag uint32, nodes, children []byte) {
		nodes, children = nodes[:len(nodes)/8*8], children[:len(children)/4*4]
		payload := make([]byte, blobSHA)
		for _, n := range []uint32{words, longest, 0, dawg, gaddag, uint32(len(nodes) / 8), uint32(len(children) / 4)} {
			payload = binary.LittleEndian.AppendUint32(payload, n)
		}
		payload = append(append(payload, nodes...), children...)
		if err := os.WriteFile(filepath.Join(dir, "blob"), append(appendHeader(nil, len(payload), sumOf("blob").add(payload)), payload...), 0o644); err != nil {
			t.Fatal(err)
		}
		payload, ok := cache{dir}.load("blob")
		if !ok {
			t.Fatal("a blob with the right checksum is not found")
		}
		l, ok := decode(payload, "test", tile.English())
		if !ok {
			return
		}
		g := l.Graph()
		for n := range g.Nodes {
			for letter := range tile.Tile(tile.Kinds) {
				if child := g.Child(uint32(n), letter); child != 0 && int(child) >= n {
					t.Fatalf("child %d of node %d", child, n)
				}
			}
		}
		count := 0
		for w := range l.Words() {
			if count++; !l.Has(w) || len(w) > l.LongestWord() {
				t.Fatalf("word %v", w)
			}
			if count == 100_000 {
				return
			}
		}
		if count != l.Len() {
			t.Fatalf("%d words, Len is %d", count, l.Len())
		}
	})
}
