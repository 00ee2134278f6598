package lexicon

import (
	"cmp"
	"math/bits"

	"quadword/engine/tile"
)

// MaxWordLen is the length of the longest word that is kept. No lane of any
// board is longer than 21 squares, and 24 letters of five bits fill two words
// of memory evenly.
const MaxWordLen = 2 * lettersPerHalf

const (
	letterBits     = 5
	lettersPerHalf = 12
	topLetter      = letterBits * (lettersPerHalf - 1) // shift of the first letter of a half
	letterMask     = 1<<letterBits - 1
)

// packed is a string of 0 to MaxWordLen letters: the first lettersPerHalf in
// hi and the others in lo, each half with its first letter at topLetter.
// Letters are numbered from 1, so zeros mark the end, and packed strings
// compare as the strings do, prefixes first.
type packed struct{ hi, lo uint64 }

// pack packs letters, of which there are at most MaxWordLen.
func pack(word []tile.Tile) packed {
	var p packed
	for i, t := range word {
		if shift := topLetter - letterBits*i; shift >= 0 {
			p.hi |= uint64(t) << shift
		} else {
			p.lo |= uint64(t) << (shift + letterBits*lettersPerHalf)
		}
	}
	return p
}

// letter is the i-th letter, counted from 0.
func (p packed) letter(i int) int {
	if i < lettersPerHalf {
		return int(p.hi >> (topLetter - letterBits*i) & letterMask)
	}
	return int(p.lo >> (topLetter + letterBits*(lettersPerHalf-i)) & letterMask)
}

// len is the number of letters.
func (p packed) len() int {
	if p.lo != 0 {
		return MaxWordLen - bits.TrailingZeros64(p.lo)/letterBits
	}
	if p.hi != 0 {
		return lettersPerHalf - bits.TrailingZeros64(p.hi)/letterBits
	}
	return 0
}

// prepend is p with a letter before it. The last of MaxWordLen letters would
// be lost.
func (p packed) prepend(letter int) packed {
	return packed{
		hi: p.hi>>letterBits | uint64(letter)<<topLetter,
		lo: p.lo>>letterBits | p.hi&letterMask<<topLetter,
	}
}

// commonPrefix is the number of letters at the start that p and q share, for
// p and q that are not equal.
func (p packed) commonPrefix(q packed) int {
	const unused = 64 - letterBits*lettersPerHalf
	if x := p.hi ^ q.hi; x != 0 {
		return (bits.LeadingZeros64(x) - unused) / letterBits
	}
	return lettersPerHalf + (bits.LeadingZeros64(p.lo^q.lo)-unused)/letterBits
}

func (p packed) compare(q packed) int {
	if c := cmp.Compare(p.hi, q.hi); c != 0 {
		return c
	}
	return cmp.Compare(p.lo, q.lo)
}
