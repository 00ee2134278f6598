package stats

import (
	"math/rand/v2"
	"testing"
)

// TestCoverage simulates runs whose true mean is known: deals with a luck of
// their own, which all their games share, seen one to three times. An interval
// of 1.96 standard errors has to hold the truth in 95 % of them. Were the games
// the unit, it would in under 90 %.
func TestSumsCoverage(t *testing.T) {
	const runs, deals, truth = 4000, 150, 100.0
	rng := rand.New(rand.NewPCG(1, 2))
	clustered, naive := 0, 0
	for range runs {
		var byDeal, byGame Sums
		for range deals {
			luck, n := rng.NormFloat64()*30, int64(1+rng.IntN(3))
			var sum int64
			for range n {
				y := int64(truth*10 + (luck+rng.NormFloat64()*30)*10)
				sum += y
				byGame.Add(y, 1)
			}
			byDeal.Add(sum, n)
		}
		mean, se := byDeal.Mean(10)
		if truth > mean-1.96**se && truth < mean+1.96**se {
			clustered++
		}
		if mean, se := byGame.Mean(10); truth > mean-1.96**se && truth < mean+1.96**se {
			naive++
		}
	}
	if rate := float64(clustered) / runs; rate < 0.94 || rate > 0.96 {
		t.Errorf("intervals by deal hold the truth in %.1f %% of runs", 100*rate)
	}
	if rate := float64(naive) / runs; rate > 0.92 {
		t.Errorf("intervals by game hold the truth in %.1f %% of runs: the deals have no luck of their own", 100*rate)
	}
}
