package builtin

import "quadword/engine/movegen"

// Late is what comes to the value of a play by how many tiles are left in the
// bag after it, in thousandths of a point: element i of i-7 of them, so that
// the first seven are plays that empty the bag and do not fill the rack. To
// leave one or two, which the opponent must draw to empty the bag, is worth
// points, and to empty it oneself costs some. README.md says how it was
// measured.
func (g Game) Late() []int32 {
	if g.Board == "super" {
		return []int32{0, -1800, 1400, -3400, -4900, -7700, -11500, -7500, 6200, 6000, 2700, -100, -2100, -2200, -2500}
	}
	return []int32{0, -1000, 1900, -500, -4200, -6900, -9900, -5700, 4800, 3700, 2100, -700, -2000, -2600, -1300}
}

// Fade is how much less a leave is worth at the end of the bag than at its
// beginning, see movegen.Evaluation. README.md says how it was measured.
func (g Game) Fade() int32 { return 224 }

// Opening is what comes to a play on the empty board, see movegen.Evaluation; on
// the super board it was not found to help. README.md says how it was measured.
func (g Game) Opening() movegen.Opening {
	if g.Board == "super" {
		return movegen.Opening{}
	}
	return movegen.Opening{Play: -5000, Tile: -1000, Vowel: -700}
}
