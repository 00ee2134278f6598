package measure

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadword/experiments/stats"
)

// The mean of an influence and its ordinary standard error are the ratio and
// that of the ratio estimator.
func TestInfluenceIsRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, empty := range []int{0, 7} { // deals that say nothing
		for range 50 {
			c := Column{Wanted: Wanted{Measure: Measure{Scale: 12}}}
			deals := 2 + rng.IntN(40)
			for range deals {
				n := 1 + rng.Int64N(30)
				c.Y, c.N = append(c.Y, n*rng.Int64N(1000)-200), append(c.N, n)
			}
			c.Y, c.N = append(c.Y, make([]int64, empty)...), append(c.N, make([]int64, empty)...)
			want, err := c.Ratio(0.95)
			if err != nil {
				t.Fatal(err)
			}
			got := stats.Mean(c.Influence(), 0.95)
			if math.Abs(got.Value-want.Value) > 1e-9*math.Abs(want.Value) {
				t.Errorf("mean %v, the ratio is %v", got.Value, want.Value)
			}
			correction := func(deals int) float64 { return math.Sqrt(float64(deals) / float64(deals-1)) }
			se := want.SE * correction(deals+empty) / correction(deals)
			if math.Abs(got.SE-se) > 1e-9*se {
				t.Errorf("standard error %v, that of the ratio is %v", got.SE, se)
			}
		}
	}
}

// Worked out by hand: R = 18/6, the residuals of three deals are 0, -2 and 2.
func TestInfluenceKnown(t *testing.T) {
	z := Influence([]int64{36, 48, 132}, []int64{1, 2, 3}, 12)
	for i, want := range []float64{3, 2, 4} {
		if math.Abs(z[i]-want) > 1e-14 {
			t.Errorf("deal %d: %v, want %v", i, z[i], want)
		}
	}
	for _, z := range Influence([]int64{0, 0}, []int64{0, 0}, 1) {
		if !math.IsNaN(z) {
			t.Errorf("nothing was seen, and the influence is %v", z)
		}
	}
	if len(Influence(nil, nil, 1)) != 0 {
		t.Error("no deals have an influence")
	}
}
