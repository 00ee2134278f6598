package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The differences in sleep that Student took his t from (The Probable Error of a
// Mean, Biometrika 6, 1908): mean 1.58, t = 4.06 with 9 degrees of freedom.
func TestDifferenceStudent(t *testing.T) {
	laevo := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	dextro := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	e, err := Difference(laevo, dextro, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", e.Value, 1.58, 1e-12)
	near(t, "t", e.Value/e.SE, 4.0621, 1e-4)
	near(t, "p", e.P(0), 0.002833, 1e-6)
	near(t, "low", e.Low, 0.7001142, 1e-7)
	near(t, "high", e.High, 2.4598858, 1e-7)
	if _, err := Difference(laevo, dextro[1:], 0.95); err == nil {
		t.Error("deals that are not the same have a difference")
	}
	same, _ := Difference(laevo, laevo, 0.95)
	if !warns(same, NoInformation) || !math.IsNaN(same.SE) || !math.IsNaN(same.Low) || same.Value != 0 {
		t.Errorf("no difference is %v", same)
	}
}

func TestMeanFew(t *testing.T) {
	if e := Mean(nil, 0.95); !warns(e, NoDeals) || !math.IsNaN(e.Value) {
		t.Errorf("mean of nothing is %v", e)
	}
	if e := Mean([]float64{3}, 0.95); e.Value != 3 || !math.IsNaN(e.SE) || !math.IsNaN(e.Low) || !warns(e, FewDeals) {
		t.Errorf("mean of one is %v", e)
	}
	if e := Mean([]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 0.95); !warns(e, AllAlike) || !math.IsNaN(e.SE) {
		t.Errorf("mean of equals is %v", e)
	}
	if e := Mean(make([]float64, 29), 0.95); !warns(e, FewDeals) {
		t.Errorf("warnings of 29 deals are %q", e.Warnings)
	}
	x := make([]float64, 30)
	x[0] = 1
	if e := Mean(x, 0.95); len(e.Warnings) != 0 {
		t.Errorf("warnings of 30 deals are %q", e.Warnings)
	}
}

// A ratio with the same number everywhere is a mean; it does not depend on the
// order of the deals nor on those that say nothing, and it scales.
func TestRatioProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.Float64Range(-1000, 1000), 2, 40).Draw(t, "y")
		n := make([]float64, len(y))
		per := make([]float64, len(y))
		for i := range n {
			n[i] = 4
			per[i] = y[i] / 4
		}
		e, err := Ratio(y, n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		m := Mean(per, 0.95)
		close := func(what string, a, b float64) {
			if math.IsNaN(a) != math.IsNaN(b) || math.Abs(a-b) > 1e-9*(1+math.Abs(b)) {
				t.Errorf("%s is %v, expected %v", what, a, b)
			}
		}
		close("value", e.Value, m.Value)
		if m.SE > 1e-9 {
			close("se", e.SE, m.SE)
		}
		for i := range n {
			n[i] = float64(rapid.IntRange(1, 5).Draw(t, "n"))
		}
		e, _ = Ratio(y, n, 0.95)
		z, _ := Ratio(append([]float64{0}, y...), append([]float64{0}, n...), 0.95)
		if e.N != z.N || e.Value != z.Value || e.SE != z.SE && !math.IsNaN(e.SE) {
			t.Errorf("a deal that says nothing changes %v to %v", e, z)
		}
	})
	if _, err := Ratio([]float64{1}, nil, 0.95); err == nil {
		t.Error("deals that are not the same have a ratio")
	}
	if _, err := Ratio([]float64{1}, []float64{-1}, 0.95); err == nil {
		t.Error("a negative number of observations is taken")
	}
	if e, _ := Ratio([]float64{1, 5}, []float64{1, 2}, 0.95); !warns(e, UnequalCells) {
		t.Errorf("warnings of unequal deals are %q", e.Warnings)
	}
}

func TestCoverageOfMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	covers(t, "mean", simulations, func(int) (Estimate, float64) {
		x := make([]float64, 60)
		for i := range x {
			x[i] = 100*rng.NormFloat64() + 40*rng.ExpFloat64()
		}
		return Mean(x, 0.95), 40
	})
	// What a deal adds to each of its observations makes them depend on each other.
	covers(t, "ratio", simulations, func(int) (Estimate, float64) {
		y, n := make([]float64, 80), make([]float64, 80)
		for i := range y {
			n[i] = float64(1 + rng.IntN(4))
			deal := 10 * rng.NormFloat64()
			for range int(n[i]) {
				y[i] += 30 + deal + 10*rng.NormFloat64()
			}
		}
		e, err := Ratio(y, n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		return e, 30
	})
}
