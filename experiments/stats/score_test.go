package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// near fails unless got is want up to tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) && got != want {
		t.Errorf("%s is %.12g, expected %.12g ±%g", what, got, want, tolerance)
	}
}

func half(e Estimate) float64 { return (e.High - e.Low) / 2 }

// The expected figures are those that fastchess (MIT licence) publishes as
// regression values of its estimators, to two decimals. Its intervals are plain
// normal ones.
func TestScoresPublished(t *testing.T) {
	for _, c := range []struct {
		counts                                Counts
		elo, error, nelo, nerror, superiority float64
	}{
		{Trinomial{89, 123, 76}, math.NaN(), math.NaN(), -20.76, 40.13, 0.1553},
		{Trinomial{96, 111, 136}, 40.70, 30.43, 49.77, 36.77, 0.9960},
		{Trinomial{356, 0, 34}, math.NaN(), math.NaN(), -508.44, math.NaN(), math.NaN()},
		{Pentanomial{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1.0000},
		{Pentanomial{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96, 0.0505},
		{Pentanomial{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 2.65, math.NaN()},
	} {
		check := func(what string, got, want float64) {
			t.Helper()
			if !math.IsNaN(want) {
				near(t, what, got, want, 0.01*math.Abs(want))
			}
		}
		e, n := Elo(c.counts, 0.95), NormalizedElo(c.counts, 0.95)
		check("elo", e.Value, c.elo)
		check("elo error", half(e), c.error)
		check("normalised elo", n.Value, c.nelo)
		// The published error takes σ for known, so it lacks a factor that is
		// near 1 for small differences.
		if !math.IsNaN(c.nerror) {
			near(t, "normalised elo error", half(n), c.nerror, 0.04*c.nerror)
		}
		if !math.IsNaN(c.superiority) {
			near(t, "superiority", Superiority(c.counts).P, c.superiority, 0.001)
		}
	}
}

// From Elo's table of expected scores (Elo 1978, section 2.11, logistic): 100
// points are 0.64, 200 are 0.76, 400 are 10 to 1.
func TestEloOfScore(t *testing.T) {
	near(t, "score of 100", ScoreOf(100), 0.640065, 1e-6)
	near(t, "score of 200", ScoreOf(200), 0.759747, 1e-6)
	near(t, "score of -400", ScoreOf(-400), 1.0/11, 1e-12)
	for _, e := range []float64{-800, -3, 0, 12.5, 400} {
		near(t, "elo", EloOf(ScoreOf(e)), e, 1e-9)
	}
	near(t, "elo of 1", EloOf(1), math.Inf(1), 0)
	near(t, "elo of 0", EloOf(0), math.Inf(-1), 0)
}

// Without draws a likelihood interval of unpaired games is that of a binomial:
// the two roots of 2·(k·ln(k/n/p) + (n-k)·ln((1-k/n)/(1-p))) = q.
func TestWinRateIsBinomial(t *testing.T) {
	e := WinRate(Trinomial{70, 0, 30}, 0.95)
	q := quantile(0.95, 99)
	for _, p := range []float64{e.Low, e.High} {
		near(t, "deviance", 2*(30*math.Log(0.3/p)+70*math.Log(0.7/(1-p))), q*q, 2e-2)
	}
	near(t, "se", e.SE, math.Sqrt(0.3*0.7/99), 1e-12)
}

func TestScoreExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, c := range map[string]struct {
		counts   Counts
		value    float64
		elo      float64
		low      float64 // of the win rate, to 0.001
		high     float64
		warnings []Warning
	}{
		"nothing":    {Pentanomial{}, nan, nan, nan, nan, []Warning{NoDeals}},
		"one":        {Pentanomial{0, 0, 0, 0, 1}, 1, inf, nan, nan, []Warning{AllAlike, FewDeals}},
		"one tie":    {Pentanomial{0, 0, 1}, 0.5, 0, nan, nan, []Warning{NoInformation, FewDeals}},
		"all wins":   {Pentanomial{0, 0, 0, 0, 200}, 1, inf, math.Exp(-1.972 * 1.972 / 400), 1, []Warning{AllAlike}},
		"all losses": {Pentanomial{200}, 0, -inf, 0, 1 - math.Exp(-1.972*1.972/400), []Warning{AllAlike}},
		"all ties":   {Pentanomial{0, 0, 200}, 0.5, 0, math.Exp(-1.972*1.972/400) / 2, 1 - math.Exp(-1.972*1.972/400)/2, []Warning{NoInformation}},
		"few differ": {Pentanomial{0, 3, 100, 4}, 0.5 + 0.25/107, math.NaN(), math.NaN(), math.NaN(), []Warning{FewDifferences}},
	} {
		t.Run(name, func(t *testing.T) {
			e := WinRate(c.counts, 0.95)
			near2 := func(what string, got, want float64) {
				t.Helper()
				if math.IsNaN(want) != math.IsNaN(got) || !math.IsNaN(want) && math.Abs(got-want) > 0.001 {
					t.Errorf("%s is %v, expected %v", what, got, want)
				}
			}
			near2("value", e.Value, c.value)
			if name != "few differ" {
				near2("low", e.Low, c.low)
				near2("high", e.High, c.high)
				if x := Elo(c.counts, 0.95); x.Value != c.elo && !(math.IsNaN(x.Value) && math.IsNaN(c.elo)) {
					t.Errorf("elo is %v, expected %v", x.Value, c.elo)
				}
				if n := NormalizedElo(c.counts, 0.95); !math.IsNaN(n.Value) || !math.IsNaN(n.Low) {
					t.Errorf("normalised elo is %v of deals without spread", n)
				}
				if !math.IsNaN(e.SE) {
					t.Errorf("standard error is %v without spread", e.SE)
				}
			}
			for _, w := range c.warnings {
				if !warns(e, w) || !warns(NormalizedElo(c.counts, 0.95), w) {
					t.Errorf("warnings are %q, expected %q", e.Warnings, w)
				}
			}
		})
	}
	if w := WinRate(Pentanomial{20, 20, 20, 20, 20}, 0.95).Warnings; len(w) != 0 {
		t.Errorf("a plain match has warnings %q", w)
	}
	if p := Superiority(Pentanomial{0, 0, 500}).P; !math.IsNaN(p) {
		t.Errorf("superiority of agents that never differed is %v", p)
	}
}

func warns(e Estimate, w Warning) bool {
	for _, v := range e.Warnings {
		if v == w {
			return true
		}
	}
	return false
}

// Binomial tables: 8 of 10 has P(X ≥ 9) = 11/1024 and P(X = 8) = 45/1024.
func TestSignTest(t *testing.T) {
	s := SignTest(Pentanomial{1, 1, 50, 3, 5})
	near(t, "p", s.P, 2*(11.0+45.0/2)/1024, 1e-12)
	if s.N != 10 {
		t.Errorf("n is %d, expected the 10 pairs that differ", s.N)
	}
	near(t, "p of equals", SignTest(Trinomial{7, 3, 7}).P, 1, 0)
	if p := SignTest(Trinomial{0, 9, 0}).P; !math.IsNaN(p) {
		t.Errorf("p of nothing but draws is %v", p)
	}
	exact := SignTest(Trinomial{499000, 0, 501000 - 1}).P
	normal := 2 * studentCDF(-1999/math.Sqrt(999999), math.Inf(1))
	near(t, "p of a million", exact, normal, 1e-5)
}

// counts draws some, of every size.
func pentanomials() *rapid.Generator[Pentanomial] {
	return rapid.Custom(func(t *rapid.T) (p Pentanomial) {
		top := rapid.SampledFrom([]uint64{1, 3, 100, 10_000, 1 << 40, math.MaxUint64}).Draw(t, "top")
		for i := range p {
			p[i] = rapid.Uint64Range(0, top).Draw(t, "n")
			if rapid.Bool().Draw(t, "empty") {
				p[i] = 0
			}
		}
		return p
	})
}

func TestScoreProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pentanomials().Draw(t, "counts")
		for name, of := range map[string]func(Counts, float64) Estimate{"win rate": WinRate, "elo": Elo, "normalised elo": NormalizedElo} {
			e, s := of(p, 0.95), of(p.Swapped(), 0.95)
			about := 0.0
			if name == "win rate" {
				about = 1
			}
			same := func(what string, a, b float64) {
				if name == "elo" && min(math.Abs(a), math.Abs(b)) > 3600 && a*b > 0 {
					return // a win rate within 1e-9 of 1 has few digits left
				}
				if math.IsNaN(a) != math.IsNaN(b) || !math.IsNaN(a) && a != b && math.Abs(a-b) > 1e-4*(1+math.Abs(a)) {
					t.Errorf("%s: %s is %v, swapped %v", name, what, a, b)
				}
			}
			same("value", e.Value, about-s.Value)
			same("low", e.Low, about-s.High)
			same("high", e.High, about-s.Low)
			same("se", e.SE, s.SE)
			if e.N >= 2 && !(e.Low <= e.Value && e.Value <= e.High) && !math.IsNaN(e.Value) {
				t.Errorf("%s: %v is outside of %v to %v", name, e.Value, e.Low, e.High)
			}
			if wide := of(p, 0.99); wide.High < e.High || wide.Low > e.Low {
				t.Errorf("%s: 99 %% are narrower than 95 %%", name)
			}
		}
		// A likelihood of 10^12 deals has few digits behind the point.
		tolerance := 1e-6
		if slices.Max(p[:]) > 1e9 {
			tolerance = 0.05
		}
		if a, b := Superiority(p).P, Superiority(p.Swapped()).P; math.Abs(a+b-1) > tolerance {
			t.Errorf("superiority is %v, swapped %v", a, b)
		}
		if a, b := SignTest(p).P, SignTest(p.Swapped()).P; a != b && !math.IsNaN(a) || a > 1 || a < 0 {
			t.Errorf("sign test is %v, swapped %v", a, b)
		}
		three := Trinomial{p[0], p[1], p[2]}
		WinRate(three, 0.95)
		NormalizedElo(three, 0.95)
		Superiority(three)
		SignTest(three)
	})
}

// A match ten times as long has an interval that is narrower by the root of ten.
func TestScoreScale(t *testing.T) {
	short, long := Pentanomial{100, 20, 300, 30, 150}, Pentanomial{1000, 200, 3000, 300, 1500}
	for _, of := range []func(Counts, float64) Estimate{WinRate, Elo, NormalizedElo} {
		a, b := of(short, 0.95), of(long, 0.95)
		near(t, "value", a.Value, b.Value, 1e-2*math.Abs(b.Value))
		near(t, "width", half(a)/half(b), math.Sqrt(10), 0.01)
	}
	if sum := short.Plus(short.Swapped()); sum != (Pentanomial{250, 50, 600, 50, 250}) {
		t.Errorf("sum is %v", sum)
	}
}
