package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The exact sums and Ratio are the same figure,
// also where the deals are of unequal size and some say nothing.
func TestSumsAreRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for deals := range 60 {
		var r Sums
		var y, n []float64
		for range deals {
			seen := rng.Int64N(5)
			var total int64
			for range seen {
				total += 1500 + rng.Int64N(300)
			}
			r.Add(total, seen)
			y, n = append(y, float64(total)/12), append(n, float64(seen))
		}
		if r.Deals == 0 {
			continue
		}
		mean, se := r.Mean(12)
		e, err := Ratio(y, n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if e.N != int(r.Deals) || math.Abs(e.Value-mean) > 1e-12*mean {
			t.Errorf("mean is %v of %d deals, that of stats %v of %d", mean, r.Deals, e.Value, e.N)
		}
		switch {
		case se == nil:
			if !math.IsNaN(e.SE) {
				t.Errorf("there is no standard error, that of stats is %v", e.SE)
			}
		case math.Abs(e.SE-*se) > 1e-9**se:
			t.Errorf("standard error is %v, that of stats %v", *se, e.SE)
		}
	}
}

func TestSumsUnequalDeals(t *testing.T) {
	var r Sums
	for _, d := range [][2]int64{{3, 1}, {0, 0}, {4, 2}, {11, 3}} {
		r.Add(d[0], d[1])
	}
	// R = 18/6; the residuals are 0, -2 and 2: SE² = 3/2 · 8 / 6².
	mean, se := r.Mean(1)
	if want := math.Sqrt(1.0 / 3); mean != 3 || math.Abs(*se-want) > 1e-15 {
		t.Errorf("%g ± %g, not 3 ± %g", mean, *se, want)
	}
}
