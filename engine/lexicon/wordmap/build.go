package wordmap

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"quadword/engine/tile"
)

// Build makes the tables of a word list: distinct words of 2 to MaxLen letters.
// It fails only for lists whose keys clash, which no choice of words is known
// to bring about.
func Build(words iter.Seq[[]tile.Tile]) (*Map, error) {
	m := &Map{Keys: newKeys()}
	var list []packed
	for w := range words {
		head, tail := Pack(w)
		list = append(list, packed{m.Keys.Key(head, tail), head, tail})
		m.longest = max(m.longest, len(w))
	}
	var runsDone sync.WaitGroup
	byText := slices.Clone(list)
	runsDone.Go(func() { m.buildRuns(byText) })
	err := m.buildClasses(list)
	runsDone.Wait()
	return m, err
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

// maxLoad is how full a table may be, in per cent. Above it the searches for
// keys that are not there, most of them, grow long.
const maxLoad = 75

// tableSize is the smallest power of two that holds n keys, and the shift that
// leaves the index of a key.
func tableSize(n int) (size int, shift uint8) {
	log := bits.Len(uint(n*100/maxLoad + 1))
	return 1 << log, uint8(64 - log)
}

func (m *Map) buildClasses(list []packed) error {
	slices.SortFunc(list, func(a, b packed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.head, b.head), cmp.Compare(a.tail, b.tail))
	})
	m.heads, m.tails = make([]uint64, len(list)), make([]uint64, len(list))
	classes := 0
	var short, long []letterSet
	for i := range list {
		w := &list[i]
		m.heads[i], m.tails[i] = w.head, w.tail
		if i > 0 && w.key == list[i-1].key {
			if !sameLetters(w, &list[i-1]) {
				return fmt.Errorf("two words of different letters have one key")
			}
			continue
		}
		classes++
		n := w.len()
		for j := range n {
			t := Letter(w.head, w.tail, j)
			s := letterSet{w.key - m.Keys.Letter[t], 1 << t}
			if n <= ShortLen {
				short = append(short, s)
			} else {
				long = append(long, s)
			}
		}
	}
	m.short, m.long = newMaskTable(short), newMaskTable(long)

	size, shift := tableSize(2 * classes) // a first look that decides is worth the room
	m.exact, m.exactShift = make([]Class, size), shift
	m.filter = make([]uint64, max(size/16, 2))
	m.filterShift = uint8(64 - bits.TrailingZeros(uint(len(m.filter))))
	for from, to := 0, 0; from < len(list); from = to {
		for to = from + 1; to < len(list) && list[to].key == list[from].key; to++ {
		}
		if to-from > maxClass {
			return fmt.Errorf("%d words are made of the same letters: the most is %d", to-from, maxClass)
		}
		m.addClass(&list[from], from, to-from)
	}
	return nil
}

// addClass enters n words from place on, all made of the letters of w.
func (m *Map) addClass(w *packed, place, n int) {
	slot := m.Slot(w.key)
	for m.exact[slot].ref != 0 {
		slot = (slot + 1) & uint32(len(m.exact)-1)
	}
	m.exact[slot] = Class{w.head, uint32(w.key), uint32(place)<<countBits | uint32(n)}
	m.filter[w.key>>(m.filterShift&63)] |= 1<<(w.key>>6&63) | 1<<(w.key>>12&63)
}

// letterSet is a multiset of letters and what completes it.
type letterSet struct {
	key uint64
	set uint32
}

// newMaskTable enters the sets, those of equal keys as one. In order of their
// keys they are entered from one end of the table to the other.
func newMaskTable(sets []letterSet) maskTable {
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
	size, shift := tableSize(n)
	t := maskTable{make([]uint64, size), shift}
	for _, s := range sets[:n] {
		tag := s.key & (1<<(64-setBits) - 1)
		slot := s.key >> shift
		for t.entries[slot] != 0 && t.entries[slot]>>setBits != tag {
			slot = (slot + 1) & uint64(size-1)
		}
		t.entries[slot] |= tag<<setBits | uint64(s.set)
	}
	return t
}

// buildRuns enters every string of letters inside a word that has a letter
// before or after it there. The words come in order, so what lies within the
// letters that a word has in common with the one before is entered already.
func (m *Map) buildRuns(words []packed) {
	used, most := 0, 0
	grow := func() {
		old := m.runs
		var size int
		size, m.runShift = tableSize(max(2*used, 64))
		m.runs, most = make([]Run, size), size*maxLoad/100
		for i := range old {
			if old[i].key != 0 {
				*m.run(old[i].key) = old[i]
			}
		}
	}
	grow()
	var letters, last [MaxLen]tile.Tile
	for i := range words {
		w := &words[i]
		n := w.len()
		common := 0
		for j := range n {
			letters[j] = Letter(w.head, w.tail, j)
			if common == j && letters[j] == last[j] {
				common++
			}
		}
		for from := range n {
			var key uint64
			for to := from; to < n && to-from < n-1; to++ {
				key += m.Keys.Run[to-from][letters[to]]
				if to+1 < common {
					continue
				}
				r := m.run(key)
				if r.key == 0 {
					if used == most {
						grow()
						r = m.run(key)
					}
					r.key = key
					used++
				}
				if from > 0 {
					r.Before |= 1 << letters[from-1]
				}
				if to+1 < n {
					r.After |= 1 << letters[to+1]
				}
			}
		}
		last = [MaxLen]tile.Tile{}
		copy(last[:], letters[:n])
	}
}

// run is the entry of a key, or the free one where it belongs.
func (m *Map) run(key uint64) *Run {
	slot := key >> m.runShift
	for m.runs[slot].key != 0 && m.runs[slot].key != key {
		slot = (slot + 1) & uint64(len(m.runs)-1)
	}
	return &m.runs[slot]
}
