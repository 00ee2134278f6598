package effects

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadword/engine"
	"quadword/sim/dataset"
)

// TestAnyPlay lays plays that rows may claim, whatever they are. Each is an
// error or points that the squares earn to the point, and never a panic.
func TestAnyPlay(t *testing.T) {
	rules, _ := engine.BuiltinRules("super")
	rng := rand.New(rand.NewPCG(7, 7))
	number := func() int32 {
		if rng.IntN(20) == 0 {
			return []int32{math.MinInt32, -1, 0, 21, 22, math.MaxInt32}[rng.IntN(6)]
		}
		return rng.Int32N(21)
	}
	laid, multiplied := 0, 0
	for range 500 {
		b := newBoard(&rules)
		for range 12 {
			text := make([]rune, 1+rng.IntN(7))
			for i := range text {
				text[i] = rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz"[rng.IntN(32)])
				if rng.IntN(200) == 0 {
					text[i] = []rune{'?', 'É', 0xFFFD, '1'}[rng.IntN(4)]
				}
			}
			m := move{
				Placed: dataset.Some(string(text)), Down: dataset.Some(rng.IntN(2) == 0),
				Row: dataset.Some(number()), Col: dataset.Some(number()), TilesPlayed: int32(len(text)),
			}
			if rng.IntN(4) == 0 {
				m.TilesThrough = number()
			}
			if rng.IntN(20) == 0 {
				m.TilesPlayed = number()
			}
			if err := b.play(&m); err == nil {
				t.Fatalf("%+v is worth what its row does not say", m)
			}
			if len(b.cells) == 0 || len(b.cells) != int(m.TilesPlayed)+int(m.TilesThrough) || b.main == 0 {
				continue
			}
			laid++
			if b.cross > 0 && b.wordMultiplier > 1 {
				multiplied++
			}
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
	}
	if laid < 1000 || multiplied < 10 {
		t.Errorf("only %d plays were laid, %d of them with cross words and multiplied", laid, multiplied)
	}
}
