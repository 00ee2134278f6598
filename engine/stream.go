package engine

import (
	"math/bits"

	"quadword/engine/tile"
)

// Stream is the source of every random choice that belongs to a deal:
// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014). It is written out here, and not taken from a library,
// because a dataset must be the same bytes for ever: no release of a library
// may change how a bag is shuffled.
type Stream struct{ state uint64 }

const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio

// Mix is SplitMix64's finaliser: a bijection of 64 bits in which every input
// bit changes every output bit with probability about one half.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// NewStream is the stream of a key, such as (seed, deal). Different keys,
// also of different lengths, give independent streams: the state is folded as
// state = Mix(state + golden) ^ part, from the number of parts on, and mixed
// once more at the end.
func NewStream(key ...uint64) Stream {
	state := uint64(len(key))
	for _, part := range key {
		state = Mix(state+golden) ^ part
	}
	return Stream{Mix(state + golden)}
}

// Uint64 is the next 64 bits.
func (s *Stream) Uint64() uint64 {
	s.state += golden
	return Mix(s.state)
}

// Below is uniform over 0..n-1 for n >= 1, without bias (Lemire, "Fast random
// integer generation in an interval", 2019).
func (s *Stream) Below(n int) int {
	hi, lo := bits.Mul64(s.Uint64(), uint64(n))
	if lo < uint64(n) {
		for threshold := -uint64(n) % uint64(n); lo < threshold; {
			hi, lo = bits.Mul64(s.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// Shuffle puts tiles into a uniformly random order (Fisher and Yates, from
// the last place down; the tile for place i comes from Below(i+1)).
func (s *Stream) Shuffle(tiles []tile.Tile) {
	for i := len(tiles) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		tiles[i], tiles[j] = tiles[j], tiles[i]
	}
}
