package wordmap_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/engine/lexicon"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

func build(t testing.TB, words [][]tile.Tile) *wordmap.Map {
	t.Helper()
	m, err := wordmap.Build(slices.Values(words))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func openWords(t testing.TB) [][]tile.Tile {
	t.Helper()
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var words [][]tile.Tile
	for w := range lex.Words() {
		words = append(words, slices.Clone(w))
	}
	return words
}

// sorted is the letters of a word in order, as a key of the slow twin.
func sorted(word []tile.Tile) string {
	w := slices.Clone(word)
	slices.Sort(w)
	return text(w)
}

func text(word []tile.Tile) string { return tile.English().Text(word) }

func key(m *wordmap.Map, letters []tile.Tile) uint64 {
	var k uint64
	for _, t := range letters {
		k += m.Keys.Letter[t]
	}
	return k
}

// found is the words of a multiset as the map has them.
func found(m *wordmap.Map, letters []tile.Tile) []string {
	k := key(m, letters)
	c := m.Find(k, m.Slot(k))
	var words []string
	for i := range c.Count() {
		head, tail := m.Word(c, i)
		if i == 0 && (head != c.First || tail != m.Tail(c)) {
			return []string{"the first word is another"}
		}
		var w []tile.Tile
		for j := 0; wordmap.Letter(head, tail, j) != 0; j++ {
			w = append(w, wordmap.Letter(head, tail, j))
		}
		words = append(words, text(w))
	}
	slices.Sort(words)
	return words
}

// TestFindIsExact compares all multisets of words, and as many that are none,
// with a map from sorted letters to words.
func TestFindIsExact(t *testing.T) {
	words := openWords(t)
	m := build(t, words)
	if m.Len() != len(words) || m.Longest() != 21 {
		t.Fatalf("%d words, the longest of %d letters", m.Len(), m.Longest())
	}
	twin := map[string][]string{}
	for _, w := range words {
		twin[sorted(w)] = append(twin[sorted(w)], text(w))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	misses, passed := 0, 0
	for _, w := range words {
		want := twin[sorted(w)]
		if m.MayHave(key(m, w)) != 1 {
			t.Fatalf("the filter turns %s away", text(w))
		}
		if got := found(m, w); !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", text(w), got, want)
		}
		other := slices.Clone(w)
		other[rng.IntN(len(other))] = tile.Tile(1 + rng.IntN(26))
		if _, ok := twin[sorted(other)]; ok {
			continue
		}
		misses++
		passed += int(m.MayHave(key(m, other)))
		if got := found(m, other); got != nil {
			t.Fatalf("%s: %v, want nothing", text(other), got)
		}
	}
	if 20*passed > misses {
		t.Errorf("the filter lets %d of %d pass that make no word", passed, misses)
	}
}

// TestCompletingIsExact asks for every word less one of its letters.
func TestCompletingIsExact(t *testing.T) {
	words := openWords(t)
	m := build(t, words)
	twin := map[string]uint32{}
	for _, w := range words {
		s := slices.Clone(w)
		slices.Sort(s)
		for i := range s {
			rest := text(slices.Delete(slices.Clone(s), i, i+1))
			twin[rest] |= 1 << s[i]
		}
	}
	for rest, want := range twin {
		letters, err := tile.English().ParseWord(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Completing(key(m, letters), len(letters)+1); got != want {
			t.Fatalf("%s: %b, want %b", rest, got, want)
		}
	}
	if m.Completing(key(m, []tile.Tile{17, 17, 17}), 4) != 0 {
		t.Error("QQQ is completed to a word")
	}
}

// TestAroundIsExact compares all strings inside the words of a sample, and
// strings that are in none, with the sample read through.
func TestAroundIsExact(t *testing.T) {
	all := openWords(t)
	rng := rand.New(rand.NewPCG(2, 2))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	words := all[:20_000]
	slices.SortFunc(words, slices.Compare)
	m := build(t, words)
	type sides struct{ before, after uint32 }
	twin := map[string]sides{}
	for _, w := range words {
		for from := range w {
			for to := from + 1; to <= len(w); to++ {
				s := twin[text(w[from:to])]
				if from > 0 {
					s.before |= 1 << w[from-1]
				}
				if to < len(w) {
					s.after |= 1 << w[to]
				}
				twin[text(w[from:to])] = s
			}
		}
	}
	for run, want := range twin {
		letters, _ := tile.English().ParseWord(nil, run)
		before, after := m.Around(m.Keys.RunKey(letters))
		if (sides{before, after}) != want {
			t.Fatalf("%s: %b, %b, want %b, %b", run, before, after, want.before, want.after)
		}
	}
	for range 10_000 {
		run := make([]tile.Tile, 1+rng.IntN(8))
		for i := range run {
			run[i] = tile.Tile(1 + rng.IntN(26))
		}
		before, after := m.Around(m.Keys.RunKey(run))
		if (sides{before, after}) != twin[text(run)] {
			t.Fatalf("%s: %b, %b", text(run), before, after)
		}
	}
}

// TestSmallLists has tables of a few slots and words of the greatest length.
func TestSmallLists(t *testing.T) {
	long := strings.Repeat("ab", wordmap.MaxLen/2)
	for _, list := range []string{"aa", "aa ab ba", "cat act tac a" + long[1:], long} {
		var words [][]tile.Tile
		for _, w := range strings.Fields(list) {
			letters, err := tile.English().ParseWord(nil, w)
			if err != nil {
				t.Fatal(err)
			}
			words = append(words, letters)
		}
		slices.SortFunc(words, slices.Compare)
		m := build(t, slices.CompactFunc(words, slices.Equal))
		for _, w := range words {
			if got := found(m, w); !slices.Contains(got, text(w)) {
				t.Errorf("%s: %v", text(w), got)
			}
		}
		if got := found(m, []tile.Tile{26, 26}); got != nil {
			t.Errorf("ZZ: %v", got)
		}
	}
}

// TestLargestAlphabet has words of the letters with the highest numbers.
func TestLargestAlphabet(t *testing.T) {
	const z, y = tile.MaxLetters, tile.MaxLetters - 1
	words := [][]tile.Tile{{1, y}, {1, z}, {y, z, z}, {z, 1, y, z, z, y, 1, 2, z}}
	m := build(t, words)
	for _, w := range words {
		for i := range w {
			rest := slices.Delete(slices.Clone(w), i, i+1)
			if m.Completing(key(m, rest), len(w))>>w[i]&1 == 0 {
				t.Errorf("%v is not completed by %d", rest, w[i])
			}
		}
		if k := key(m, w); m.MayHave(k) != 1 || m.Find(k, m.Slot(k)).Count() == 0 {
			t.Errorf("%v is not found", w)
		}
	}
	if got := m.Completing(key(m, []tile.Tile{1}), 2); got != 1<<y|1<<z {
		t.Errorf("1 is completed by %b", got)
	}
	before, after := m.Around(m.Keys.RunKey([]tile.Tile{z}))
	if want := uint32(1<<1 | 1<<2 | 1<<y | 1<<z); before != want {
		t.Errorf("before the last letter: %b, want %b", before, want)
	}
	if want := uint32(1<<1 | 1<<y | 1<<z); after != want {
		t.Errorf("after the last letter: %b, want %b", after, want)
	}
}

func TestPack(t *testing.T) {
	word := make([]tile.Tile, wordmap.MaxLen)
	for i := range word {
		word[i] = tile.Tile(1 + (7*i)%30)
	}
	for n := range len(word) + 1 {
		head, tail := wordmap.Pack(word[:n])
		for i := range word {
			want := tile.Tile(0)
			if i < n {
				want = word[i]
			}
			if got := wordmap.Letter(head, tail, i); got != want {
				t.Fatalf("%d letters: letter %d is %d, want %d", n, i, got, want)
			}
		}
	}
}

func decode(b []byte) (*wordmap.Map, bool) {
	return wordmap.Decode(bytes.NewReader(b), int64(len(b)))
}

func TestEncodeDecode(t *testing.T) {
	words := openWords(t)[:5000]
	m := build(t, words)
	b := m.Encode()
	if !bytes.Equal(b, build(t, words).Encode()) {
		t.Error("the same words give other bytes")
	}
	d, ok := decode(b)
	if !ok || !bytes.Equal(d.Encode(), b) || d.Bytes() != m.Bytes() {
		t.Fatal("decoding does not give the map back")
	}
	for _, w := range words {
		if !slices.Contains(found(d, w), text(w)) {
			t.Fatalf("%s is lost", text(w))
		}
	}
	for _, n := range []int{0, 7, 55, 56, len(b) / 2, len(b) - 1} {
		if _, ok := decode(b[:n]); ok {
			t.Errorf("the first %d bytes pass for a map", n)
		}
	}
}

// FuzzDecode: whatever passes for a map can be searched.
func FuzzDecode(f *testing.F) {
	word := func(s string) []tile.Tile {
		letters, _ := tile.English().ParseWord(nil, s)
		return letters
	}
	m, err := wordmap.Build(slices.Values([][]tile.Tile{word("aa"), word("ab"), word("cab"), word("cabs")}))
	if err != nil {
		f.Fatal(err)
	}
	b := m.Encode()
	f.Add(b)
	f.Add(b[:60])
	f.Add(make([]byte, 56))
	full := slices.Clone(b)
	for i := 56; i+8 <= len(full); i += 8 {
		binary.LittleEndian.PutUint64(full[i:], 1<<40|0x41)
	}
	f.Add(full)
	f.Fuzz(func(t *testing.T, b []byte) {
		m, ok := decode(b)
		if !ok {
			return
		}
		for k := range uint64(64) {
			k *= 0x9e3779b97f4a7c15
			m.MayHave(k)
			c := m.Find(k, m.Slot(k))
			for i := range c.Count() {
				m.Word(c, i)
			}
			m.Completing(k, 5)
			m.Completing(k, 12)
			m.Around(k)
		}
	})
}
