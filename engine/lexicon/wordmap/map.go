package wordmap

import (
	"math/bits"

	"quadword/engine/memory"
	"quadword/engine/tile"
)

// Map holds the tables of one word list. It is immutable.
type Map struct {
	Keys *Keys

	words, longest int
	of             [MaxLen + 1]Words // by length
	runs           []Run
	runSlots       uint64
}

// Words is the tables of the words of one length. What is asked most, short
// words, is so kept together, where the caches hold it.
//
// A table is searched from the slot of a key on, upwards to the first free
// slot, which is there: beyond its slots a table has room for what is pushed
// over its end, and one more.
type Words struct {
	filter []uint64
	words  []Entry
	tails  []uint64 // beside words, if they are longer than HeadLen
	slots  uint64   // of words
	holes  []uint32
	hslots uint64 // of holes
	set    uint8  // bits of a set of letters in holes
}

// Entry is the head of a word, with the lowest bits of its key above; 0 is a
// free slot.
type Entry uint64

const (
	headBits = LetterBits * HeadLen
	headMask = 1<<headBits - 1
)

// Run is what may surround a string of letters.
type Run struct {
	key           uint64 // never 0 where there is a run
	Before, After uint32 // letters that precede or follow it somewhere inside a word
	Front, Back   uint32 // letters that make a word of it, put before or behind
}

// Longest is the length of the longest word.
func (m *Map) Longest() int { return m.longest }

// Len is the number of words.
func (m *Map) Len() int { return m.words }

// Bytes is the memory of the tables.
func (m *Map) Bytes() int {
	n := memory.Size[Run](len(m.runs))
	for i := range m.of {
		w := &m.of[i]
		n += memory.Size[uint64](len(w.filter)) + memory.Size[Entry](len(w.words)) +
			memory.Size[uint64](len(w.tails)) + memory.Size[uint32](len(w.holes))
	}
	return n
}

// pack moves the tables into one piece of memory.
func (m *Map) pack() {
	a := memory.NewArena(m.Bytes())
	for i := range m.of {
		w := &m.of[i]
		w.filter, w.words, w.holes = memory.Copy(a, w.filter), memory.Copy(a, w.words), memory.Copy(a, w.holes)
		if w.tails != nil {
			w.tails = memory.Copy(a, w.tails)
		}
	}
	m.runs = memory.Copy(a, m.runs)
}

// OfLength is the words of a length of at most MaxLen.
func (m *Map) OfLength(n int) *Words { return &m.of[n] }

// scale maps a key to one of so many slots, in the order of the keys.
func scale(key, slots uint64) uint64 {
	hi, _ := bits.Mul64(key, slots)
	return hi
}

// MayHave is false if a multiset certainly makes no word, as it is for most
// that make none.
func (w *Words) MayHave(key uint64) bool {
	f := w.filter[scale(key, uint64(len(w.filter)))]
	return f>>(key>>6&63)&(f>>(key>>12&63))&1 != 0
}

// Passing asks MayHave for key plus each of up to 64 keys: bit i for the i-th.
// The answers come too irregularly to branch on, and so it does not.
func (w *Words) Passing(key uint64, keys []uint64) (mask uint64) {
	filter := w.filter
	for i, k := range keys {
		k += key
		f := filter[scale(k, uint64(len(filter)))]
		mask |= f >> (k >> 6 & 63) & (f >> (k >> 12 & 63)) & 1 << (i & 63)
	}
	return mask
}

// Slot is where the search for the words of a multiset begins.
func (w *Words) Slot(key uint64) int { return int(scale(key, w.slots)) }

// At is the entry in a slot. The words of a multiset are among those from its
// slot up to the first free one: their entries are the NewEntry of their heads
// and the key, as is that of one in sixteen others.
func (w *Words) At(slot int) Entry { return w.words[slot] }

// NewEntry is the entry of a head and a key.
func NewEntry(head, key uint64) Entry { return Entry(head&headMask | key<<headBits) }

// Head is the head of the word.
func (e Entry) Head() uint64 { return uint64(e) & headMask }

// Tail is the tail of the word in a slot.
func (w *Words) Tail(slot int) uint64 {
	if w.tails == nil {
		return 0
	}
	return w.tails[slot]
}

// Completing is the set of letters that make a word when added to a multiset;
// it may hold letters that do not.
func (w *Words) Completing(key uint64) uint32 {
	for slot := scale(key, w.hslots); ; slot++ {
		e := w.holes[slot]
		if e == 0 {
			return 0
		}
		if e>>(w.set&31) == w.tag(key) {
			return e << 1 & (2<<(w.set&31) - 2)
		}
	}
}

// tag is what holes keep of a key.
func (w *Words) tag(key uint64) uint32 { return uint32(key) & (1<<((32-w.set)&31) - 1) }

// Expect has memory bring what the search for the words of a key begins with,
// and does not wait for it.
func (w *Words) Expect(key uint64) { memory.Prefetch(&w.words[scale(key, w.slots)]) }

// ExpectHole does so for Completing.
func (w *Words) ExpectHole(key uint64) { memory.Prefetch(&w.holes[scale(key, w.hslots)]) }

// Has tells whether the list has a word, of at most MaxLen letters.
func (m *Map) Has(word []tile.Tile) bool {
	head, tail := Pack(word)
	key := m.Keys.Key(head, tail)
	w := &m.of[len(word)]
	if !w.MayHave(key) {
		return false
	}
	for slot := w.Slot(key); ; slot++ {
		e := w.At(slot)
		if e == 0 {
			return false
		}
		if e.Head() == head && w.Tail(slot) == tail {
			return true
		}
	}
}

// Run is what may surround a string of letters, if it is a word or a single
// letter.
func (m *Map) Run(run []tile.Tile) (Run, bool) {
	key := m.Keys.runKey(run)
	r := m.findRun(key)
	return *r, r.key != 0
}

// findRun is the entry of a key, or the free one that ends the search for it.
func (m *Map) findRun(key uint64) *Run {
	for slot := scale(key, m.runSlots); ; slot++ {
		if r := &m.runs[slot]; r.key == key || r.key == 0 {
			return r
		}
	}
}
