package wordmap

import (
	"unsafe"

	"quadword/engine/tile"
)

// ShortLen is the longest word of the table for short words. It keeps what
// racks with a blank ask for most, words with one letter of the board at most,
// in a table that fits a cache.
const ShortLen = 8

// Map holds the tables of one word list. It is immutable.
type Map struct {
	Keys    *Keys
	longest int

	heads, tails []uint64 // packed words; those of equal letters side by side
	// A table has two slots at least, so a shift is at most 63; told so by a
	// mask, the compiler needs no instructions for larger ones.
	exact       []Class
	exactShift  uint8
	filter      []uint64
	filterShift uint8
	short, long maskTable
	runs        []Run
	runShift    uint8
}

// Class is the words made of the same letters. Count is 0 for an empty slot.
type Class struct {
	First uint64 // head of the first word
	tag   uint32 // lower half of the key
	ref   uint32 // place of the first word << countBits | number of words
}

const (
	countBits = 6
	maxClass  = 1<<countBits - 1
)

// Run is what may surround a string of letters inside a word.
type Run struct {
	key           uint64 // never 0 where there is a run
	Before, After uint32 // letters, as masks
}

// maskTable maps keys to sets of letters: an entry is the lower bits of the
// key above the set, 0 if empty. Two keys that agree in all bits looked at
// share their sets, which is harmless: a set is a hint that exact decides.
type maskTable struct {
	entries []uint64
	shift   uint8
}

const (
	setBits = tile.MaxLetters + 1 // letters count from 1
	setMask = 1<<setBits - 1
)

// Longest is the length of the longest word.
func (m *Map) Longest() int { return m.longest }

// Len is the number of words.
func (m *Map) Len() int { return len(m.heads) }

// Bytes is the memory of the tables.
func (m *Map) Bytes() int {
	return 8*(len(m.heads)+len(m.tails)+len(m.filter)+len(m.short.entries)+len(m.long.entries)) +
		len(m.exact)*int(unsafe.Sizeof(Class{})) + len(m.runs)*int(unsafe.Sizeof(Run{}))
}

// MayHave is 1 if a multiset may make a word and 0 if it certainly makes none,
// which is so for most that make none. It is a number because the answers come
// too irregularly to branch on.
func (m *Map) MayHave(key uint64) uint64 {
	bits := uint64(1)<<(key>>6&63) | uint64(1)<<(key>>12&63)
	missing := bits &^ m.filter[key>>(m.filterShift&63)]
	return (missing - 1) &^ missing >> 63 // the borrow of 0-1
}

// Slot is where the search for a key in the table of classes begins. Taking
// the slots of many keys, then their first classes, and only then looking at
// them lets the memory answer all at once.
func (m *Map) Slot(key uint64) uint32 { return uint32(key >> (m.exactShift & 63)) }

// ClassAt is the class in a slot.
func (m *Map) ClassAt(slot uint32) *Class { return &m.exact[slot] }

// Find is the class of a key, given the slot where its search begins; its
// Count is 0 if no word is made of these letters.
func (m *Map) Find(key uint64, slot uint32) *Class {
	c := &m.exact[slot]
	for c.ref != 0 && c.tag != uint32(key) {
		slot = (slot + 1) & uint32(len(m.exact)-1)
		c = &m.exact[slot]
	}
	return c
}

// Is tells whether the class is that of a key, as far as its tag says.
func (c *Class) Is(key uint64) bool { return c.ref != 0 && c.tag == uint32(key) }

// Tag is the part of the key that the class keeps.
func (c *Class) Tag() uint32 { return c.tag }

// Count is the number of words of a class.
func (c *Class) Count() int { return int(c.ref & maxClass) }

// Word is the i-th word of a class, packed.
func (m *Map) Word(c *Class, i int) (head, tail uint64) {
	at := int(c.ref>>countBits) + i
	return m.heads[at], m.tails[at]
}

// Tail is the tail of the first word of a class.
func (m *Map) Tail(c *Class) uint64 { return m.tails[c.ref>>countBits] }

// Completing is the set of letters that make a word of length letters when
// added to a multiset; it may hold letters that do not.
func (m *Map) Completing(key uint64, length int) uint32 {
	if length <= ShortLen {
		return m.short.find(key)
	}
	return m.long.find(key)
}

// Peek loads what Completing will look at first and returns some of it. Peeking
// for many keys before completing one lets the memory answer all at once.
func (m *Map) Peek(key uint64, length int) uint64 {
	if length <= ShortLen {
		return m.short.entries[key>>(m.short.shift&63)]
	}
	return m.long.entries[key>>(m.long.shift&63)]
}

func (t *maskTable) find(key uint64) uint32 {
	for slot := key >> (t.shift & 63); ; slot = (slot + 1) & uint64(len(t.entries)-1) {
		e := t.entries[slot]
		if e == 0 {
			return 0
		}
		if e>>setBits == key&(1<<(64-setBits)-1) {
			return uint32(e & setMask)
		}
	}
}

// Around is what may come before and after the string of letters with this
// key inside some word: no letter, if it is part of none.
func (m *Map) Around(runKey uint64) (before, after uint32) {
	for slot := runKey >> (m.runShift & 63); ; slot = (slot + 1) & uint64(len(m.runs)-1) {
		r := &m.runs[slot]
		if r.key == runKey {
			return r.Before, r.After
		}
		if r.key == 0 {
			return 0, 0
		}
	}
}

// RunKey is the key of a string of letters.
func (k *Keys) RunKey(run []tile.Tile) uint64 {
	var key uint64
	for i, t := range run {
		key += k.Run[i][t.Letter()&(tile.Kinds-1)]
	}
	return key
}
