package wordmap

import (
	"cmp"
	"errors"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"quadword/engine/tile"
)

// Build makes the tables of a word list: distinct words of 2 to MaxLen letters
// in order. It fails only for lists whose keys clash, which no choice of words
// is known to bring about.
func Build(words iter.Seq[[]tile.Tile]) (*Map, error) {
	m := &Map{Keys: newKeys()}
	var list []packed
	var byLength [MaxLen + 1][]packed
	var letters tile.Tile
	for w := range words {
		head, tail := Pack(w)
		p := packed{m.Keys.Key(head, tail), head, tail}
		list = append(list, p)
		byLength[len(w)] = append(byLength[len(w)], p)
		m.longest = max(m.longest, len(w))
		letters = max(letters, slices.Max(w))
	}
	m.words = len(list)
	var sound [len(byLength) + 1]bool
	var all sync.WaitGroup
	all.Go(func() { sound[len(byLength)] = m.buildRuns(list) })
	for n := range byLength {
		all.Go(func() { sound[n] = m.of[n].build(n, byLength[n], m.Keys, uint8(letters)) })
	}
	all.Wait()
	if slices.Contains(sound[:], false) {
		return nil, errors.New("two different words have one key")
	}
	m.pack()
	return m, nil
}

// packed is a word with the key of its letters.
type packed struct{ key, head, tail uint64 }

func (p *packed) len() int {
	return (bits.Len64(p.head)+LetterBits-1)/LetterBits + (bits.Len64(p.tail)+LetterBits-1)/LetterBits
}

// sameLetters tells whether two words are made of the same letters.
func sameLetters(a, b *packed) bool {
	var count [tile.Kinds]int
	for i := range MaxLen {
		count[Letter(a.head, a.tail, i)]++
		count[Letter(b.head, b.tail, i)]--
	}
	return count == [tile.Kinds]int{}
}

// The room in the tables. A fuller table makes for longer searches, an emptier
// one is less in the caches.
const (
	slotsPerWord  = 2.0
	slotsPerHole  = 2.0
	slotsPerRun   = 1.75
	filterPerWord = 17.0 / 64 // numbers of 64 bits
)

// spread gives ascending keys their slots in a table: each the one it is
// scaled to, or the next that is free. size is that of the table with room for
// what is pushed over the end, and a free slot.
func spread(n int, slots uint64, key func(i int) uint64) (at []int, size int) {
	at = make([]int, n)
	next := 0
	for i := range at {
		at[i] = max(next, int(scale(key(i), slots)))
		next = at[i] + 1
	}
	return at, max(next, int(slots)) + 1
}

// slotsFor is the slots that a table of n entries has.
func slotsFor(n int, each float64) uint64 { return uint64(float64(n)*each) + 1 }

// build makes the tables of words of a length. It is false if two words of
// different letters have one key.
func (w *Words) build(length int, list []packed, keys *Keys, letters uint8) bool {
	slices.SortFunc(list, func(a, b packed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.head, b.head), cmp.Compare(a.tail, b.tail))
	})
	w.slots, w.set = slotsFor(len(list), slotsPerWord), letters
	at, size := spread(len(list), w.slots, func(i int) uint64 { return list[i].key })
	w.words = make([]Entry, size)
	if length > HeadLen {
		w.tails = make([]uint64, size)
	}
	classes := 0 // of words made of the same letters
	var sets []letterSet
	for i := range list {
		p := &list[i]
		w.words[at[i]] = NewEntry(p.head, p.key)
		if w.tails != nil {
			w.tails[at[i]] = p.tail
		}
		if i > 0 && p.key == list[i-1].key {
			if !sameLetters(p, &list[i-1]) {
				return false
			}
			continue
		}
		classes++
		for j := range length {
			t := Letter(p.head, p.tail, j)
			sets = append(sets, letterSet{p.key - keys.Letter[t], 1 << t})
		}
	}
	w.filter = make([]uint64, slotsFor(classes, filterPerWord))
	for i := range list {
		key := list[i].key
		w.filter[scale(key, uint64(len(w.filter)))] |= 1<<(key>>6&63) | 1<<(key>>12&63)
	}
	w.buildHoles(sets)
	return true
}

// letterSet is a multiset of letters and what completes it.
type letterSet struct {
	key uint64
	set uint32
}

// buildHoles enters the sets. A key's search ends at the first entry with its
// tag, so a key that comes upon another's adds its letters to those: a set too
// large is harmless.
func (w *Words) buildHoles(sets []letterSet) {
	slices.SortFunc(sets, func(a, b letterSet) int { return cmp.Compare(a.key, b.key) })
	n := 0
	for i, s := range sets {
		if i > 0 && s.key == sets[n-1].key {
			sets[n-1].set |= s.set
			continue
		}
		sets[n] = s
		n++
	}
	sets = sets[:n]
	w.hslots = slotsFor(n, slotsPerHole)
	_, size := spread(n, w.hslots, func(i int) uint64 { return sets[i].key })
	w.holes = make([]uint32, size)
	for _, s := range sets {
		slot := scale(s.key, w.hslots)
		for w.holes[slot] != 0 && w.holes[slot]>>w.set != w.tag(s.key) {
			slot++
		}
		w.holes[slot] |= w.tag(s.key)<<w.set | s.set>>1
	}
}

// buildRuns enters the words and the single letters, and what surrounds them
// inside the words of the list. As that is in order, what lies within the
// letters that a word has in common with the one before was seen there. It is
// false if two of them have one key.
func (m *Map) buildRuns(words []packed) bool {
	keys := make([]uint64, 0, len(words)+tile.Kinds)
	var letters [MaxLen]tile.Tile
	for i := range words {
		keys = append(keys, m.Keys.runKey(words[i].unpack(&letters)))
	}
	for t := tile.Tile(1); t < tile.Kinds; t++ {
		keys = append(keys, m.Keys.runKey([]tile.Tile{t}))
	}
	slices.Sort(keys)
	if keys[0] == 0 || len(slices.Compact(slices.Clone(keys))) < len(keys) {
		return false
	}
	m.runSlots = slotsFor(len(keys), slotsPerRun)
	at, size := spread(len(keys), m.runSlots, func(i int) uint64 { return keys[i] })
	m.runs = make([]Run, size)
	for i, key := range keys {
		m.runs[at[i]].key = key
	}

	var last [MaxLen]tile.Tile
	for i := range words {
		w := words[i].unpack(&letters)
		n, common := len(w), 0
		for common < n && w[common] == last[common] {
			common++
		}
		for from := range w {
			var key uint64
			for to := from; to < n && to-from < n-1; to++ {
				key += m.Keys.Run[to-from][w[to]]
				if to+1 < common {
					continue
				}
				r := m.findRun(key)
				if r.key == 0 {
					continue
				}
				if from > 0 {
					r.Before |= 1 << w[from-1]
				}
				if to+1 < n {
					r.After |= 1 << w[to+1]
				}
				switch {
				case from == 1 && to+1 == n:
					r.Front |= 1 << w[0]
				case from == 0 && to+2 == n:
					r.Back |= 1 << w[to+1]
				}
			}
		}
		last = [MaxLen]tile.Tile{}
		copy(last[:], w)
	}
	return true
}

// unpack is the letters of a word, in the space given.
func (p *packed) unpack(space *[MaxLen]tile.Tile) []tile.Tile {
	n := p.len()
	for i := range n {
		space[i] = Letter(p.head, p.tail, i)
	}
	return space[:n]
}
