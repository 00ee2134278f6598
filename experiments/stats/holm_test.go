package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Examples that the authors of pingouin and stdlib publish with their versions
// (the second is also what R's p.adjust gives), and one by hand: of Holm's kind,
// 0.01, 0.015, 0.04 against 0.05/3, 0.05/2, 0.05/1 are all rejected.
func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.50, 0.003, 0.32, 0.054, 0.0003}, []float64{0.64, 0.012, 0.64, 0.162, 0.0015}},
		{[]float64{0.319, 0.201, 0.4, 0.374, 0.113}, []float64{0.957, 0.804, 0.957, 0.957, 0.565}},
		{[]float64{0.01, 0.04, 0.015}, []float64{0.03, 0.04, 0.03}},
		{[]float64{0.02, math.NaN(), 0.02}, []float64{0.04, math.NaN(), 0.04}},
		{nil, nil},
	} {
		got := Holm(c.p)
		for i := range c.want {
			if math.IsNaN(c.want[i]) && math.IsNaN(got[i]) {
				continue
			}
			near(t, "adjusted", got[i], c.want[i], 1e-12)
		}
	}
}

func TestHolmProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		a := Holm(p)
		for i := range p {
			if a[i] < p[i] || a[i] > 1 || a[i] > min(1, p[i]*float64(len(p)))+1e-12 {
				t.Errorf("%v is adjusted to %v among %d", p[i], a[i], len(p))
			}
			for j := range p {
				if p[i] < p[j] && a[i] > a[j] {
					t.Errorf("%v < %v are adjusted to %v > %v", p[i], p[j], a[i], a[j])
				}
			}
		}
	})
}

// Of a family of true hypotheses one is rejected in 5 % of the families, give or
// take 1.6 points in 2,000.
func TestHolmErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	wrong := 0
	for range simulations {
		p := make([]float64, 6)
		for i := range p {
			p[i] = rng.Float64()
		}
		for _, a := range Holm(p) {
			if a < 0.05 {
				wrong++
				break
			}
		}
	}
	rate := float64(wrong) / simulations
	t.Logf("%.2f %% of the families have a true hypothesis rejected", 100*rate)
	near(t, "families with an error", rate, 0.0488, 0.016)
}
