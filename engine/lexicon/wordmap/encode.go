package wordmap

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// Version numbers what Build makes and Encode writes. It rises with any change
// of keys, tables or their order.
const Version = 2

// Encode is the tables as bytes, all numbers little-endian: the longest word,
// the lengths of the tables, and the tables one after another.
func (m *Map) Encode() []byte {
	b := make([]byte, 0, m.Bytes()+64)
	u64 := binary.LittleEndian.AppendUint64
	for _, n := range []int{m.longest, len(m.heads), len(m.exact), len(m.filter), len(m.short.entries), len(m.long.entries), len(m.runs)} {
		b = u64(b, uint64(n))
	}
	for _, table := range [][]uint64{m.heads, m.tails, m.filter, m.short.entries, m.long.entries} {
		for _, v := range table {
			b = u64(b, v)
		}
	}
	for _, c := range m.exact {
		b = u64(u64(b, c.First), uint64(c.ref)<<32|uint64(c.tag))
	}
	for _, r := range m.runs {
		b = u64(u64(b, r.key), uint64(r.After)<<32|uint64(r.Before))
	}
	return b
}

// Decode reads what Encode wrote, n bytes. Whatever the bytes are, a Map that
// is accepted can be asked anything: its searches end, and stay inside the
// tables.
func Decode(in io.Reader, n int64) (*Map, bool) {
	r := reader{in: in, left: n}
	m := &Map{Keys: newKeys()}
	m.longest = r.length(1, MaxLen)
	words, exact, filter := r.length(16, n), r.length(16, n), r.length(8, n)
	short, long, runs := r.length(8, n), r.length(8, n), r.length(16, n)
	if r.bad || r.left != int64(8*(2*words+filter+short+long)+16*(exact+runs)) {
		return nil, false
	}
	for _, t := range []struct {
		size  int
		shift *uint8
	}{
		{exact, &m.exactShift}, {filter, &m.filterShift},
		{short, &m.short.shift}, {long, &m.long.shift}, {runs, &m.runShift},
	} {
		if t.size < 2 || t.size&(t.size-1) != 0 {
			return nil, false
		}
		*t.shift = uint8(64 - bits.TrailingZeros(uint(t.size)))
	}
	m.heads, m.tails, m.filter = r.table(words), r.table(words), r.table(filter)
	m.short.entries, m.long.entries = r.table(short), r.table(long)
	m.exact, m.runs = make([]Class, exact), make([]Run, runs)
	adviseHuge(m.exact)
	adviseHuge(m.runs)
	sound, freeClass, freeRun := true, false, false
	r.pairs(exact, func(i int, first, second uint64) {
		c := Class{first, uint32(second), uint32(second >> 32)}
		freeClass = freeClass || c.ref == 0
		sound = sound && (c.ref == 0 || c.Count() > 0 && int(c.ref>>countBits)+c.Count() <= words)
		m.exact[i] = c
	})
	r.pairs(runs, func(i int, key, sets uint64) {
		freeRun = freeRun || key == 0
		m.runs[i] = Run{key, uint32(sets), uint32(sets >> 32)}
	})
	return m, !r.bad && sound && freeClass && freeRun && hasFree(m.short.entries) && hasFree(m.long.entries)
}

func hasFree(entries []uint64) bool {
	for _, e := range entries {
		if e == 0 {
			return true
		}
	}
	return false
}

// reader takes numbers from a stream. After an error all numbers are 0.
type reader struct {
	in   io.Reader
	left int64 // bytes
	bad  bool
	buf  [1 << 13]byte
}

// fill reads the next n bytes, at most the size of the buffer.
func (r *reader) fill(n int) []byte {
	b := r.buf[:n]
	if _, err := io.ReadFull(r.in, b); err != nil {
		r.bad = true
		clear(b)
	}
	r.left -= int64(n)
	return b
}

// length reads a number of entries of so many bytes, which together are at
// most most bytes.
func (r *reader) length(bytes int, most int64) int {
	v := binary.LittleEndian.Uint64(r.fill(8))
	if v > uint64(most)/uint64(bytes) {
		r.bad = true
		return 0
	}
	return int(v)
}

// table reads n numbers.
func (r *reader) table(n int) []uint64 {
	t := make([]uint64, n)
	adviseHuge(t)
	for rest := t; len(rest) > 0 && !r.bad; {
		part := rest[:min(len(rest), len(r.buf)/8)]
		b := r.fill(8 * len(part))
		for i := range part {
			part[i] = binary.LittleEndian.Uint64(b[8*i:])
		}
		rest = rest[len(part):]
	}
	return t
}

// pairs reads n pairs of numbers.
func (r *reader) pairs(n int, each func(i int, first, second uint64)) {
	for i := 0; i < n && !r.bad; {
		b := r.fill(16 * min(n-i, len(r.buf)/16))
		for ; len(b) > 0; b = b[16:] {
			each(i, binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]))
			i++
		}
	}
}
