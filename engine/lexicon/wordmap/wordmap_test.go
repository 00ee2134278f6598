package wordmap_test

import (
	"bytes"
	"encoding/binary"
	"math/bits"
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
	of := m.OfLength(len(letters))
	var words []string
	for slot := of.Slot(k); of.At(slot) != 0; slot++ {
		head, tail := of.At(slot).Head(), of.Tail(slot)
		if of.At(slot) != wordmap.NewEntry(head, k) || m.Keys.Key(head, tail) != k {
			continue
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
		if !m.OfLength(len(w)).MayHave(key(m, w)) {
			t.Fatalf("the filter turns %s away", text(w))
		}
		if got := found(m, w); !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", text(w), got, want)
		}
		if !m.Has(w) {
			t.Fatalf("%s is not there", text(w))
		}
		other := slices.Clone(w)
		other[rng.IntN(len(other))] = tile.Tile(1 + rng.IntN(26))
		if _, ok := twin[sorted(other)]; ok {
			continue
		}
		misses++
		if k := key(m, other); m.OfLength(len(other)).MayHave(k) {
			passed++
			if m.OfLength(len(other)).Passing(k-5, []uint64{4, 5})&2 == 0 {
				t.Fatalf("%s passes alone and not with another", text(other))
			}
		} else if m.OfLength(len(other)).Passing(k-5, []uint64{4, 5})&2 != 0 {
			t.Fatalf("%s passes with another and not alone", text(other))
		}
		if got := found(m, other); got != nil || m.Has(other) {
			t.Fatalf("%s: %v, %t, want nothing", text(other), got, m.Has(other))
		}
	}
	if 20*passed > misses {
		t.Errorf("the filter lets %d of %d pass that make no word", passed, misses)
	}
}

// TestCompleting asks for every word less one of its letters, and for some
// multisets that nothing completes. The letters that a table gives beyond
// those that are right are few.
func TestCompleting(t *testing.T) {
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
	right, wrong := 0, 0
	check := func(letters []tile.Tile, want uint32) {
		got := m.OfLength(len(letters) + 1).Completing(key(m, letters))
		if got&want != want || got>>27 != 0 || got&1 != 0 {
			t.Fatalf("%s: %b, want %b", text(letters), got, want)
		}
		right += bits.OnesCount32(want)
		wrong += bits.OnesCount32(got &^ want)
	}
	for rest, want := range twin {
		letters, err := tile.English().ParseWord(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		check(letters, want)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for _, w := range words {
		other := slices.Clone(w)[1:]
		other[rng.IntN(len(other))] = tile.Tile(1 + rng.IntN(26))
		check(other, twin[sorted(other)])
	}
	if 20*wrong > right {
		t.Errorf("%d letters are right and %d are not", right, wrong)
	}
}

// TestRunsAreExact compares all strings inside the words of a sample, and
// strings that are in none, with the sample read through.
func TestRunsAreExact(t *testing.T) {
	all := openWords(t)
	rng := rand.New(rand.NewPCG(2, 2))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	words := all[:20_000]
	slices.SortFunc(words, slices.Compare)
	m := build(t, words)
	type sides struct {
		known                      bool
		before, after, front, back uint32
	}
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
				if from == 1 && to == len(w) {
					s.front |= 1 << w[0]
				}
				if from == 0 && to == len(w)-1 {
					s.back |= 1 << w[to]
				}
				s.known = s.known || to-from == len(w) || to-from == 1
				twin[text(w[from:to])] = s
			}
		}
	}
	check := func(run []tile.Tile) {
		t.Helper()
		want := twin[text(run)]
		if !want.known && len(run) > 1 {
			want = sides{}
		}
		want.known = want.known || len(run) == 1
		r, ok := m.Run(run)
		if got := (sides{ok, r.Before, r.After, r.Front, r.Back}); got != want {
			t.Fatalf("%s: %v, want %v", text(run), got, want)
		}
	}
	for run := range twin {
		letters, _ := tile.English().ParseWord(nil, run)
		check(letters)
	}
	for range 10_000 {
		run := make([]tile.Tile, 1+rng.IntN(8))
		for i := range run {
			run[i] = tile.Tile(1 + rng.IntN(26))
		}
		check(run)
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
			if m.OfLength(len(w)).Completing(key(m, rest))>>w[i]&1 == 0 {
				t.Errorf("%v is not completed by %d", rest, w[i])
			}
		}
		if !m.OfLength(len(w)).MayHave(key(m, w)) || !m.Has(w) {
			t.Errorf("%v is not found", w)
		}
	}
	if got := m.OfLength(2).Completing(key(m, []tile.Tile{1})); got != 1<<y|1<<z {
		t.Errorf("1 is completed by %b", got)
	}
	r, ok := m.Run([]tile.Tile{z})
	if want := uint32(1<<1 | 1<<2 | 1<<y | 1<<z); !ok || r.Before != want {
		t.Errorf("before the last letter: %b, want %b", r.Before, want)
	}
	if want := uint32(1<<1 | 1<<y | 1<<z); r.After != want {
		t.Errorf("after the last letter: %b, want %b", r.After, want)
	}
	if r.Front != 1<<1 || r.Back != 0 {
		t.Errorf("the last letter is a word behind %b and before %b", r.Front, r.Back)
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

// headerBytes is the numbers before the tables.
const headerBytes = 8 * (2 + 6*(wordmap.MaxLen+1) + 2)

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
	for _, n := range []int{0, 7, headerBytes - 1, headerBytes, len(b) / 2, len(b) - 1} {
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
	f.Add(b[:headerBytes+4])
	f.Add(make([]byte, headerBytes))
	full := slices.Clone(b)
	for i := headerBytes; i+8 <= len(full); i += 8 {
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
			for n := range wordmap.MaxLen + 1 {
				of := m.OfLength(n)
				of.MayHave(k)
				for slot := of.Slot(k); of.At(slot) != 0; slot++ {
					of.Tail(slot)
				}
				of.Expect(k)
				of.ExpectHole(k)
				of.Passing(k, []uint64{0, k})
				of.Completing(k)
				m.Has(make([]tile.Tile, n))
			}
		}
		for x := range tile.Tile(tile.Kinds) {
			m.Run([]tile.Tile{x, 3})
		}
	})
}
