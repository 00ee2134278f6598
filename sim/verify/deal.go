package verify

import (
	"math/bits"
	"slices"

	"quadword/engine/tile"
)

// The streams of a run, which are part of the format of a dataset. The last
// part of a key says what the stream is for.
const (
	forBag       = 0 // (seed, deal, forBag) shuffles the bag
	forExchanges = 1 // (seed, deal, forExchanges) gives the exchange seed
)

// random is SplitMix64 (Steele, Lea and Flood 2014).
type random struct{ state uint64 }

const gamma = 0x9e3779b97f4a7c15

func scramble(z uint64) uint64 {
	z ^= z >> 30
	z *= 0xbf58476d1ce4e5b9
	z ^= z >> 27
	z *= 0x94d049bb133111eb
	return z ^ z>>31
}

// newRandom is the stream of a key: from the number of parts on, each part is
// xored onto the next output of the generator; the state is one more output.
func newRandom(key ...uint64) random {
	r := random{uint64(len(key))}
	for _, part := range key {
		r.state = r.next() ^ part
	}
	return random{r.next()}
}

func (r *random) next() uint64 {
	r.state += gamma
	return scramble(r.state)
}

// below is uniform over 0..n-1: the upper half of a 128-bit product, unless
// the lower half is among the 2^64 mod n values that would make some results
// more frequent than others (Lemire 2019).
func (r *random) below(n int) int {
	unfair := -uint64(n) % uint64(n) // 2^64 mod n
	for {
		if hi, lo := bits.Mul64(r.next(), uint64(n)); lo >= unfair {
			return int(hi)
		}
	}
}

// appendOrder appends the bag of a deal as it is shuffled (Fisher and Yates,
// from the last place down): count[k] tiles of each kind k, blanks first, in
// order of their numbers before the shuffle.
func appendOrder(dst []tile.Tile, count []int, seed uint64, deal int64) []tile.Tile {
	first := len(dst)
	for kind, n := range count {
		for range n {
			dst = append(dst, tile.Tile(kind))
		}
	}
	tiles := dst[first:]
	r := newRandom(seed, uint64(deal), forBag)
	for left := len(tiles); left > 1; left-- {
		i := r.below(left)
		tiles[i], tiles[left-1] = tiles[left-1], tiles[i]
	}
	return dst
}

// exchangeStream places the tiles of a seat's n-th exchange, n from 0.
func exchangeStream(seed uint64, deal int64, seat, n int) random {
	r := newRandom(seed, uint64(deal), forExchanges)
	return newRandom(r.next(), uint64(seat), uint64(n))
}

// bag is the tiles not yet drawn, in order. It has two ends: with two seats
// the second one draws from the back.
type bag []tile.Tile

func (b *bag) draw(back bool) tile.Tile {
	if last := len(*b) - 1; back {
		t := (*b)[last]
		*b = (*b)[:last]
		return t
	}
	t := (*b)[0]
	*b = (*b)[1:]
	return t
}

// putBack returns a tile: it joins at the seat's own end and changes places
// with a tile that is drawn from all, itself included.
func (b *bag) putBack(t tile.Tile, back bool, r *random) {
	end := 0
	if back {
		end = len(*b)
	}
	*b = slices.Insert(*b, end, t)
	i := r.below(len(*b))
	(*b)[end], (*b)[i] = (*b)[i], (*b)[end]
}

// hand is a multiset of tiles, counted by kind, the blank 0.
type hand [tile.Kinds]int

func (h *hand) size() int {
	n := 0
	for _, k := range h {
		n += k
	}
	return n
}
