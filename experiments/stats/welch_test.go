package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What R says of the sleep of Student's ten patients, as in its help of t.test:
// t.test(extra ~ group, data = sleep), t = -1.8608, df = 17.776, p = 0.07939.
func TestWelchSleep(t *testing.T) {
	first := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	second := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	e, err := Welch(first, second, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", e.Value, -1.58, 1e-12)
	near(t, "t", e.Value/e.SE, -1.8608, 5e-5)
	near(t, "df", e.DF, 17.776, 5e-4)
	near(t, "p", e.P(0), 0.07939, 5e-6)
	near(t, "low", e.Low, -3.3654832, 5e-8)
	near(t, "high", e.High, 0.2054832, 5e-8)
	if e.N != 20 || !warns(e, FewDeals) {
		t.Errorf("%d deals, warnings %q", e.N, e.Warnings)
	}
	swapped, _ := Welch(second, first, 0.95)
	if swapped.Value != -e.Value || swapped.SE != e.SE || swapped.DF != e.DF || swapped.Low != -e.High {
		t.Errorf("swapped it is %+v, not the negative of %+v", swapped, e)
	}
}

func TestWelchFew(t *testing.T) {
	for _, c := range [][2][]float64{{nil, {1}}, {{1}, nil}, {nil, nil}} {
		if _, err := Welch(c[0], c[1], 0.95); err == nil {
			t.Errorf("%v and %v have a difference", c[0], c[1])
		}
	}
	if e, err := Welch([]float64{3}, []float64{1, 2, 3}, 0.95); err != nil || e.Value != 1 || !math.IsNaN(e.SE) || !math.IsNaN(e.Low) {
		t.Errorf("one against three is %+v, %v", e, err)
	}
	if e, err := Welch([]float64{0.1, 0.1, 0.1}, []float64{0.3, 0.3}, 0.95); err != nil || !warns(e, AllAlike) || !math.IsNaN(e.SE) {
		t.Errorf("without spread it is %+v, %v", e, err)
	}
	// One side without spread leaves the other's.
	e, err := Welch([]float64{0.1, 0.1, 0.1}, []float64{1, 2, 3, 6}, 0.95)
	m := Mean([]float64{1, 2, 3, 6}, 0.95)
	if err != nil || math.Abs(e.SE-m.SE) > 1e-12 || math.Abs(e.DF-3) > 1e-9 {
		t.Errorf("%+v, want the error of %+v", e, m)
	}
	x := make([]float64, 40)
	x[0] = 1
	if e, _ := Welch(x, x, 0.95); len(e.Warnings) != 0 || e.Value != 0 {
		t.Errorf("%+v", e)
	}
	if e, _ := Welch(x, x[:29], 0.95); !warns(e, FewDeals) {
		t.Errorf("warnings %q", e.Warnings)
	}
}

// Deals of unequal number and spread.
func TestCoverageOfWelch(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	covers(t, "welch", simulations, func(int) (Estimate, float64) {
		a, b := make([]float64, 60), make([]float64, 35)
		for i := range a {
			a[i] = 3 + 10*rng.NormFloat64()
		}
		for i := range b {
			b[i] = 1 + 40*rng.NormFloat64()
		}
		e, err := Welch(a, b, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		return e, 2
	})
}
