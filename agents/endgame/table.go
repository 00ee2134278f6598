package endgame

import (
	"math/bits"

	"quadword/engine/memory"
)

// entry is what is known of a position: a bound of what its mover still wins,
// and the move that proved it.
type entry struct {
	key   uint64
	value int32
	info  info
}

// info packs, from the low bits up: 12 of the best move's hash, 6 of the depth
// searched, 2 of the kind of bound, 6 of the work (a logarithm of the nodes),
// 6 of the generation (0 for an empty entry).
type info uint32

// bound is what a value in the table says of the true one.
type bound uint8

const (
	atMost bound = iota + 1
	atLeast
	exactly
)

const (
	// whole is the depth of a value that holds to the end of the game.
	whole = 63
	// deepest is the greatest depth of any other.
	deepest = whole - 1

	moveBits    = 12
	generations = 1 << 6
	bucket      = 4 // entries of 16 bytes: a cache line
)

func newInfo(move uint64, depth int, b bound, work int, generation uint32) info {
	return info(move&(1<<moveBits-1)) | info(depth)<<12 | info(b)<<18 | info(work)<<20 | info(generation)<<26
}

func (i info) move() uint64       { return uint64(i & (1<<moveBits - 1)) }
func (i info) depth() int         { return int(i >> 12 & 63) }
func (i info) bound() bound       { return bound(i >> 18 & 3) }
func (i info) work() int          { return int(i >> 20 & 63) }
func (i info) generation() uint32 { return uint32(i >> 26) }

// decides tells whether the value settles a search with this window.
func (e *entry) decides(alpha, beta int32) bool {
	switch e.info.bound() {
	case exactly:
		return true
	case atLeast:
		return e.value >= beta
	default:
		return e.value <= alpha
	}
}

// boundOf is what the result of a search with a window says.
func boundOf(value, alpha, beta int32) bound {
	switch {
	case value <= alpha:
		return atMost
	case value >= beta:
		return atLeast
	default:
		return exactly
	}
}

// table is a transposition table: an entry may stand in any place of the
// bucket that its key points to, and the one with the least work gives way.
//
// All 64 bits of a key are compared. Two positions of one search have the same
// key by chance only: with n positions looked up among m in the table the odds
// are n*m/2^64, which is one in a million for ten million positions in a table
// of a million entries.
type table struct {
	entries    []entry
	generation uint32
}

// begin forgets everything, mostly without touching the memory, so that a
// search depends on nothing that was searched before it.
func (t *table) begin(entries int) {
	t.generation++
	if len(t.entries) != entries {
		t.entries, t.generation = memory.Make[entry](entries), 1
	} else if t.generation == generations {
		clear(t.entries)
		t.generation = 1
	}
}

// bucket is the entries that may hold a key.
func (t *table) bucket(key uint64) []entry {
	n := uint64(len(t.entries))
	at, _ := bits.Mul64(key, n)
	at &^= bucket - 1
	return t.entries[at:min(at+bucket, n)]
}

func (t *table) find(key uint64) (e entry, ok bool) {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].info.generation() == t.generation {
			return b[i], true
		}
	}
	return entry{}, false
}

// store keeps a value that took so many nodes.
func (t *table) store(key uint64, value int32, move uint64, depth int, bnd bound, nodes int64) {
	b := t.bucket(key)
	victim, least := 0, 1<<30
	for i := range b {
		work := b[i].info.work()
		switch {
		case b[i].info.generation() != t.generation:
			work = -1
		case b[i].key == key:
			work = -2
		}
		if work < least {
			victim, least = i, work
		}
	}
	b[victim] = entry{key, value, newInfo(move, min(depth, whole), bnd, min(bits.Len64(uint64(nodes)), 63), t.generation)}
}
