package wordmap

import (
	"encoding/binary"
	"io"

	"quadword/engine/memory"
)

// Version numbers what Build makes and Encode writes. It rises with any change
// of keys, tables or their order.
const Version = 3

// Encode is the tables as bytes, all numbers little-endian: the number of
// words and the longest length; the sizes of the tables for each length and
// that of the runs; then the tables one after another.
func (m *Map) Encode() []byte {
	b := make([]byte, 0, m.Bytes()+8*(4+6*len(m.of)))
	le := binary.LittleEndian
	b = le.AppendUint64(b, uint64(m.words))
	b = le.AppendUint64(b, uint64(m.longest))
	for i := range m.of {
		w := &m.of[i]
		for _, n := range []uint64{uint64(len(w.filter)), uint64(len(w.words)), w.slots, uint64(len(w.holes)), w.hslots, uint64(w.set)} {
			b = le.AppendUint64(b, n)
		}
	}
	b = le.AppendUint64(b, uint64(len(m.runs)))
	b = le.AppendUint64(b, m.runSlots)
	for i := range m.of {
		w := &m.of[i]
		for _, v := range w.filter {
			b = le.AppendUint64(b, v)
		}
		for _, v := range w.words {
			b = le.AppendUint64(b, uint64(v))
		}
		for _, v := range w.tails {
			b = le.AppendUint64(b, v)
		}
		for _, v := range w.holes {
			b = le.AppendUint32(b, v)
		}
	}
	for _, r := range m.runs {
		b = le.AppendUint64(b, r.key)
		for _, set := range [4]uint32{r.Before, r.After, r.Front, r.Back} {
			b = le.AppendUint32(b, set)
		}
	}
	return b
}

// Decode reads what Encode wrote, n bytes. Whatever the bytes are, a Map that
// is accepted can be asked anything: its searches end, and stay inside the
// tables.
func Decode(in io.Reader, n int64) (*Map, bool) {
	r := reader{in: in, left: n}
	m := &Map{Keys: newKeys()}
	m.words, m.longest = int(r.number(n)), int(r.number(MaxLen))
	var sizes [len(m.of)]struct{ filter, words, tails, holes int }
	var total int64
	for i := range m.of {
		w, s := &m.of[i], &sizes[i]
		s.filter, s.words = int(r.number(n)), int(r.number(n))
		w.slots = r.number(int64(s.words) - 1)
		s.holes = int(r.number(n))
		w.hslots = r.number(int64(s.holes) - 1)
		w.set = uint8(r.number(31))
		if i > HeadLen {
			s.tails = s.words
		}
		if s.filter == 0 {
			return nil, false
		}
		total += 8*int64(s.filter+s.words+s.tails) + 4*int64(s.holes)
	}
	runs := int(r.number(n))
	m.runSlots = r.number(int64(runs) - 1)
	if r.bad || r.left != total+runBytes*int64(runs) {
		return nil, false
	}
	size := memory.Size[Run](runs)
	for i := range sizes {
		s := &sizes[i]
		size += memory.Size[uint64](s.filter) + memory.Size[Entry](s.words) + memory.Size[uint64](s.tails) + memory.Size[uint32](s.holes)
	}
	a := memory.NewArena(size)
	for i := range m.of {
		w, s := &m.of[i], &sizes[i]
		w.filter = table(&r, a, s.filter, 8, binary.LittleEndian.Uint64)
		w.words = table(&r, a, s.words, 8, func(b []byte) Entry { return Entry(binary.LittleEndian.Uint64(b)) })
		if s.tails > 0 {
			w.tails = table(&r, a, s.tails, 8, binary.LittleEndian.Uint64)
		}
		w.holes = table(&r, a, s.holes, 4, binary.LittleEndian.Uint32)
		if r.bad || w.words[s.words-1] != 0 || w.holes[s.holes-1] != 0 {
			return nil, false
		}
	}
	m.runs = table(&r, a, runs, runBytes, decodeRun)
	return m, !r.bad && m.runs[runs-1].key == 0
}

const runBytes = 24

func decodeRun(b []byte) Run {
	le := binary.LittleEndian
	return Run{le.Uint64(b), le.Uint32(b[8:]), le.Uint32(b[12:]), le.Uint32(b[16:]), le.Uint32(b[20:])}
}

// reader takes numbers from a stream. After an error all numbers are 0.
type reader struct {
	in   io.Reader
	left int64 // bytes
	bad  bool
	buf  [runBytes << 10]byte
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

// number reads a number of at most most.
func (r *reader) number(most int64) uint64 {
	v := binary.LittleEndian.Uint64(r.fill(8))
	if most < 0 || v > uint64(most) {
		r.bad = true
		return 0
	}
	return v
}

// table reads n entries of so many bytes.
func table[T any](r *reader, a *memory.Arena, n, size int, decode func([]byte) T) []T {
	t := memory.Take[T](a, n)
	for rest := t; len(rest) > 0 && !r.bad; {
		part := rest[:min(len(rest), len(r.buf)/size)]
		b := r.fill(size * len(part))
		for i := range part {
			part[i] = decode(b[size*i:])
		}
		rest = rest[len(part):]
	}
	return t
}
