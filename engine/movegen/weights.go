package movegen

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/tile"
)

// weights are the numbers that the face values of the tiles placed are
// multiplied with, in descending order, packed 16 bits each, the largest
// lowest.
type weights struct{ first, second uint64 }

// dot is the sum of the products of weights and scores, the largest with the
// largest: by the rearrangement inequality as much as tiles of these scores
// can earn on squares of these weights. Field 3 of the product of two words
// gathers the products of fields that add up to 3, which are those of equal
// place as scores are packed the other way round; fields above run off the
// top, and those below must not carry, see fits.
func (w weights) dot(s scores) int32 {
	return int32(w.first*s.first>>48) + int32(w.second*s.second>>48)
}

// maxField bounds what may gather in one of the lower fields.
const maxField = 1<<16 - 1

// append adds a weight not above the others as the n-th.
func (w *weights) append(n int, v uint64) {
	// The shift of one of the two is out of range, which leaves nothing.
	w.first |= v << uint(16*n-16)
	w.second |= v << uint(16*n-80)
}

// insert puts a weight in its place in the order. Which that is, is as good as
// random, so it does not branch on it.
func (w *weights) insert(v uint64) {
	const (
		each = 0x0001_0001_0001_0001
		top  = each << 15
	)
	// The fields that are not below v, each as one bit. None is 1<<15 or more,
	// see fits, so no field borrows from another.
	at := uint(bits.OnesCount64(((w.first|top)-v*each)&top)) * 16
	pushed := v // what comes into second: v, or what it pushes out of first
	if at < 64 {
		pushed = w.first >> 48
	}
	low := uint64(1)<<at - 1
	w.first = w.first&low | v<<at | w.first&^low<<16
	at = uint(bits.OnesCount64(((w.second|top)-pushed*each)&top)) * 16 & 63
	low = uint64(1)<<at - 1
	w.second = w.second&low | pushed<<at | w.second&^low<<16
}

// fits tells whether a game is within what packed numbers hold. Every known
// one is, by far; a board of many 4W or tiles of 100 points may not be.
func fits(r *engine.Rules) bool {
	if r.RackSize > maxFast || r.TileSet.Points(tile.Blank) != 0 {
		return false
	}
	var face int32
	for t := range tile.Tile(r.TileSet.Alphabet.Len() + 1) {
		face = max(face, r.TileSet.Points(t))
	}
	dim := r.Layout.Dim()
	for lane := range 2 * dim {
		multiplier, cross, letter := int32(1), int32(0), int32(1)
		for i := range dim {
			row, col := lane, i
			if lane >= dim {
				row, col = i, lane-dim
			}
			multiplier = min(multiplier*r.Layout.Word(row, col), 1<<16)
			cross += r.Layout.Word(row, col)
			letter = max(letter, r.Layout.Letter(row, col))
		}
		weight := multiplier*letter + engine.MaxMultiplier*engine.MaxMultiplier
		fixed := int32(dim)*face*(multiplier+cross) + r.BingoBonus
		if multiplier > 255 || 4*weight*face > maxField || fixed > maxField {
			return false
		}
	}
	return true
}
