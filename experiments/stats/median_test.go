package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The orders are those of the tables of the sign test: of n trials of 1/2, at
// most r-1 successes have a probability of at most 2.5 % (Conover 1999, table
// A3), so an interval of 95 % reaches from the r-th to the (n+1-r)-th.
func TestMedianOrders(t *testing.T) {
	for _, test := range []struct{ n, r int }{
		{1, 0}, {5, 0}, {6, 1}, {8, 1}, {9, 2}, {10, 2}, {12, 3}, {15, 4}, {20, 6}, {25, 8}, {30, 10}, {50, 18}, {100, 40},
	} {
		x := make([]float64, test.n)
		for i := range x {
			x[i] = float64(test.n - i) // the r-th smallest is r
		}
		e := Median(x, 0.95)
		low, high := float64(test.r), float64(test.n+1-test.r)
		if test.r == 0 {
			low, high = math.NaN(), math.NaN()
		}
		if !same(e.Low, low) || !same(e.High, high) || e.Value != float64(test.n+1)/2 || e.N != test.n {
			t.Errorf("n = %d: %v [%v, %v], expected %v [%v, %v]", test.n, e.Value, e.Low, e.High, float64(test.n+1)/2, low, high)
		}
	}
	if e := Median(nil, 0.95); !math.IsNaN(e.Value) || e.Warnings[0] != NoDeals {
		t.Errorf("of nothing: %+v", e)
	}
	if e := Median([]float64{1, 2, 3}, 0.95); e.Value != 2 || e.Warnings[0] != FewDeals {
		t.Errorf("of three: %+v", e)
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// TestMedianOrderSlow finds the order by adding up binomials.
func TestMedianOrderSlow(t *testing.T) {
	for n := 1; n <= 400; n++ {
		for _, level := range []float64{0.5, 0.9, 0.95, 0.99} {
			want, below := 0, 0.0
			for r := 1; r <= n/2; r++ {
				l, _ := math.Lgamma(float64(n + 1))
				a, _ := math.Lgamma(float64(r))
				b, _ := math.Lgamma(float64(n - r + 2))
				below += math.Exp(l - a - b - float64(n)*math.Ln2) // P(B = r-1)
				if below <= (1-level)/2 {
					want = r
				}
			}
			if got := orderOf(n, level); got != want {
				t.Errorf("n = %d, level %v: order %d, expected %d", n, level, got, want)
			}
		}
	}
}

// TestMedianCovers tries it on a skewed distribution and on one of few whole
// numbers: the true median is in the interval at least as often as it says, and
// of continuous figures hardly more often.
func TestMedianCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const n, times = 101, 4000
	skewed, whole := 0, 0
	for range times {
		a, b := make([]float64, n), make([]float64, n)
		for i := range n {
			a[i] = rng.ExpFloat64()
			b[i] = math.Floor(3 * rng.Float64()) // 0, 1, 2
		}
		if e := Median(a, 0.95); e.Low <= math.Ln2 && math.Ln2 <= e.High {
			skewed++
		}
		if e := Median(b, 0.95); e.Low <= 1 && 1 <= e.High {
			whole++
		}
	}
	if share := float64(skewed) / times; share < 0.945 || share > 0.97 {
		t.Errorf("skewed: covers %v", share)
	}
	if share := float64(whole) / times; share < 0.945 {
		t.Errorf("whole numbers: covers %v", share)
	}
}
