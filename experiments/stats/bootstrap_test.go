package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// law is the 15 law schools of Efron and Tibshirani 1993, table 3.1: LSAT, GPA.
func law() (x, y []float64) {
	return []float64{576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594},
		[]float64{3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96}
}

// correlation is that of x and y, which count times.
func correlation(x, y []float64) func(times []int) float64 {
	return func(times []int) float64 {
		var n, sx, sy float64
		for i, k := range times {
			n += float64(k)
			sx += float64(k) * x[i]
			sy += float64(k) * y[i]
		}
		var xx, xy, yy float64
		for i, k := range times {
			a, b := x[i]-sx/n, y[i]-sy/n
			xx += float64(k) * a * a
			xy += float64(k) * a * b
			yy += float64(k) * b * b
		}
		return xy / math.Sqrt(xx*yy)
	}
}

// Published for the law schools: r = 0.776, bootstrap standard error 0.13
// (section 6.3), and by BCa 0.33 to 0.94 or so at 95 %, lower at both ends than
// by percentiles, 0.46 to 0.96 (R's package bootstrap, DiCiccio and Efron 1996).
func TestBootstrapLaw(t *testing.T) {
	x, y := law()
	b := Bootstrap{Resamples: 20_000, Seed: 1}
	e, err := b.Estimate(len(x), 0.95, correlation(x, y))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "r", e.Value, 0.776, 5e-4)
	near(t, "se", e.SE, 0.13, 0.01)
	near(t, "BCa low", e.Low, 0.33, 0.03)
	near(t, "BCa high", e.High, 0.94, 0.01)
	b.Percentile = true
	p, err := b.Estimate(len(x), 0.95, correlation(x, y))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "percentile low", p.Low, 0.46, 0.02)
	near(t, "percentile high", p.High, 0.96, 0.01)
	// The acceleration by hand from the 15 correlations without one school.
	times := make([]int, len(x))
	near(t, "acceleration", acceleration(times, correlation(x, y)), -0.0757, 5e-4)
}

func TestBootstrapSeed(t *testing.T) {
	x, y := law()
	run := func(seed uint64) Estimate {
		e, err := Bootstrap{Resamples: 500, Seed: seed}.Estimate(len(x), 0.9, correlation(x, y))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	a, b, c := run(1), run(1), run(2)
	if a.Low != b.Low || a.High != b.High || a.SE != b.SE {
		t.Errorf("the same seed gives %v and %v", a, b)
	}
	if a.Low == c.Low && a.High == c.High {
		t.Errorf("another seed gives %v as well", c)
	}
}

func TestBootstrapFew(t *testing.T) {
	one := func([]int) float64 { return 7 }
	b := Bootstrap{Resamples: 100}
	for deals, want := range []Warning{NoDeals, FewDeals, AllAlike} {
		e, err := b.Estimate(deals, 0.95, one)
		if err != nil || !warns(e, want) || !math.IsNaN(e.Low) || !math.IsNaN(e.SE) {
			t.Errorf("%d deals: %v, %v, expected warning %q", deals, e, err, want)
		}
	}
	if _, err := b.Estimate(3, 0.95, func(times []int) float64 { return math.Sqrt(float64(times[0] - 1)) }); err == nil {
		t.Error("a resample without a value is taken")
	}
	if _, err := (Bootstrap{Resamples: 99}).Estimate(3, 0.95, one); err == nil {
		t.Error("99 resamples are taken")
	}
	if _, err := b.Estimate(3, 1, one); err == nil {
		t.Error("a level of 1 is taken")
	}
}

// Blocks leave out several deals at a time and find the same acceleration.
func TestBootstrapBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x := make([]float64, 5000)
	for i := range x {
		x[i] = rng.ExpFloat64()
	}
	mean := func(times []int) float64 {
		var sum, n float64
		for i, k := range times {
			sum += float64(k) * x[i]
			n += float64(k)
		}
		return sum / n
	}
	// Exponential figures have a skewness of 2, so a is 2 / (6·√5000).
	near(t, "acceleration", acceleration(make([]int, len(x)), mean), 2/(6*math.Sqrt(5000)), 0.0012)
}

func TestCoverageOfBootstrap(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, percentile := range []bool{false, true} {
		name := map[bool]string{false: "BCa", true: "percentile"}[percentile]
		covers(t, name, slow, func(i int) (Estimate, float64) {
			x, y := make([]float64, 100), make([]float64, 100)
			for i := range x {
				x[i] = rng.NormFloat64()
				y[i] = x[i] + rng.NormFloat64()
			}
			e, err := Bootstrap{Resamples: 1000, Seed: uint64(i), Percentile: percentile}.Estimate(100, 0.95, correlation(x, y))
			if err != nil {
				t.Fatal(err)
			}
			return e, math.Sqrt(0.5)
		})
	}
}
