package effects

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
	"quadword/sim/dataset"
)

// TestAnyPlay lays plays that rows may claim, whatever they are. Each is an
// error or points that the squares earn to the point, and never a panic.
func TestAnyPlay(t *testing.T) {
	rules, _ := engine.BuiltinRules("super")
	number := rapid.OneOf(rapid.Int32Range(5, 12), rapid.Int32Range(-1, 22), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32}))
	text := rapid.OneOf(rapid.StringMatching(`[A-Za-z]{1,7}`), rapid.StringN(0, 8, -1))
	laid := 0
	rapid.Check(t, func(t *rapid.T) {
		b := newBoard(&rules)
		for range rapid.IntRange(1, 8).Draw(t, "plays") {
			m := move{
				Placed: dataset.Some(text.Draw(t, "placed")), Down: dataset.Some(rapid.Bool().Draw(t, "down")),
				Row: dataset.Some(number.Draw(t, "row")), Col: dataset.Some(number.Draw(t, "col")),
			}
			m.TilesPlayed, m.TilesThrough = int32(len(m.Placed.V)), 0
			if rapid.IntRange(0, 7).Draw(t, "odd") == 0 {
				m.TilesPlayed, m.TilesThrough = number.Draw(t, "tiles"), number.Draw(t, "through")
			}
			if err := b.play(&m); err == nil {
				t.Fatal("a play is worth what its row does not say")
			}
			if len(b.cells) == 0 || len(b.cells) != int(m.TilesPlayed)+int(m.TilesThrough) || b.main == 0 {
				continue
			}
			laid++
			earned, added := int64(0), int64(0)
			for _, e := range b.earned {
				earned += e.points
			}
			for _, halves := range b.premiums {
				added += halves
			}
			if earned != int64(b.main+b.cross) || added != 2*int64(b.main+b.cross-b.plain) {
				t.Fatalf("squares earn %d of %d, premium squares add %d halves of %d", earned, b.main+b.cross, added, b.main+b.cross-b.plain)
			}
		}
	})
	if laid < 20 {
		t.Errorf("only %d plays were laid", laid)
	}
}
