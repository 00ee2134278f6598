package wordmap

import (
	"math/rand/v2"

	"quadword/engine/tile"
)

// MaxLen bounds the length of a word.
const MaxLen = 24

// Keys are the constants that keys are sums of.
type Keys struct {
	Letter [tile.Kinds]uint64         // of a multiset; 0 for the blank
	Run    [MaxLen][tile.Kinds]uint64 // of a string, by place counted from its left end
}

// newKeys makes the same constants always: a cached Map holds keys.
func newKeys() *Keys {
	rng := rand.New(rand.NewPCG(0x5175616477, 0x6f7264))
	k := &Keys{}
	for t := 1; t < tile.Kinds; t++ {
		k.Letter[t] = rng.Uint64()
		for place := range k.Run {
			k.Run[place][t] = rng.Uint64()
		}
	}
	return k
}

// A word is packed with five bits a letter: the first HeadLen in one number,
// the first letter lowest, the rest in another. HeadLen letters are compared
// with a board at once.
const (
	LetterBits = 5
	HeadLen    = 12
	letterMask = 1<<LetterBits - 1
)

// Pack packs a word.
func Pack(word []tile.Tile) (head, tail uint64) {
	for i, t := range word {
		if i < HeadLen {
			head |= uint64(t.Letter()) << (LetterBits * i)
		} else {
			tail |= uint64(t.Letter()) << (LetterBits * (i - HeadLen))
		}
	}
	return head, tail
}

// Letter is the i-th letter of a packed word, 0 beyond its end.
func Letter(head, tail uint64, i int) tile.Tile {
	if i < HeadLen {
		return tile.Tile(head >> (LetterBits * i & 63) & letterMask)
	}
	return tile.Tile(tail >> (LetterBits * (i - HeadLen) & 63) & letterMask)
}

// Key is the key of a packed word's letters.
func (k *Keys) Key(head, tail uint64) uint64 {
	var key uint64
	for ; head != 0; head >>= LetterBits {
		key += k.Letter[head&letterMask]
	}
	for ; tail != 0; tail >>= LetterBits {
		key += k.Letter[tail&letterMask]
	}
	return key
}

// runKey is the key of a string of letters.
func (k *Keys) runKey(run []tile.Tile) uint64 {
	var key uint64
	for i, t := range run {
		key += k.Run[i][t.Letter()&(tile.Kinds-1)]
	}
	return key
}
