package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadword/experiments/stats"
)

// The exact ratio of a report and the one of package stats are the same figure,
// also where the deals are of unequal size and some say nothing.
func TestRatioIsThatOfStats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for deals := range 60 {
		var r ratio
		var y, n []float64
		for range deals {
			seen := rng.Int64N(5)
			var total int64
			for range seen {
				total += 1500 + rng.Int64N(300)
			}
			r.add(total, seen)
			y, n = append(y, float64(total)/12), append(n, float64(seen))
		}
		if r.deals == 0 {
			continue
		}
		mean, se := r.mean(12)
		e, err := stats.Ratio(y, n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if e.N != int(r.deals) || math.Abs(e.Value-mean) > 1e-12*mean {
			t.Errorf("mean is %v of %d deals, that of stats %v of %d", mean, r.deals, e.Value, e.N)
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
