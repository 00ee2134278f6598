package builtin

import (
	"slices"

	"quadword/engine"
	"quadword/engine/movegen"
)

// Late is what comes to the value of a play by how many tiles are left in the
// bag after it, in thousandths of a point: element i if i-7 tiles are left, less
// than none where the bag is emptied and the rack not filled. To leave one or
// two, which the opponent must draw to empty the bag, is worth points, and to
// empty it oneself costs some. README.md says how it was measured.
func (g Game) Late() []int32 {
	if g.Board == "super" {
		return []int32{0, -1800, 1400, -3400, -4900, -7700, -11500, -7500, 6200, 6000, 2700, -100, -2100, -2200, -2500}
	}
	return []int32{0, -1000, 1900, -500, -4200, -6900, -9900, -5700, 4800, 3700, 2100, -700, -2000, -2600, -1300}
}

// Fade is how much less a leave is worth at the end of the bag than at its
// beginning, see movegen.Evaluation. README.md says how it was measured.
func (g Game) Fade() int32 { return 224 }

// Opening is what comes to a play on the empty board, see movegen.Evaluation. It
// was measured on the standard board; on the super board it was not found to
// help, and for others nothing is known. README.md says how it was measured.
func Opening(layout *engine.Layout) movegen.Opening {
	standard, _ := engine.BuiltinLayout("standard")
	if !slices.Equal(standard.Rows(), layout.Rows()) {
		return movegen.Opening{}
	}
	return movegen.Opening{Play: -5000, Tile: -1000, Vowel: -700}
}
