package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestContrastOfOneStream is the paired difference.
func TestContrastOfOneStream(t *testing.T) {
	a, b := []float64{1, 4, 2, 8, 5}, []float64{2, 1, 3, 3, 4}
	want, _ := Difference(a, b, 0.95)
	got, err := Contrast([]Cell{{Values: a, Stream: "x"}, {Values: b, Stream: "x"}}, []float64{1, -1}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", got.Value, want.Value, 1e-12)
	near(t, "SE", got.SE, want.SE, 1e-12)
	near(t, "DF", got.DF, want.DF, 1e-9)
	near(t, "low", got.Low, want.Low, 1e-9)
}

// TestContrastOfTwoStreams is Welch's interval: Student's sleep data, by R's
// t.test(extra ~ group, sleep).
func TestContrastOfTwoStreams(t *testing.T) {
	a := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	b := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	got, err := Contrast([]Cell{{Values: a, Stream: "1"}, {Values: b, Stream: "2"}}, []float64{1, -1}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", got.Value, -1.58, 1e-12)
	near(t, "t", got.Value/got.SE, -1.8608, 5e-5)
	near(t, "DF", got.DF, 17.776, 5e-4)
	near(t, "low", got.Low, -3.3654832, 5e-7)
	near(t, "high", got.High, 0.2054832, 5e-7)
	near(t, "p", got.P(0), 0.07939, 5e-6)
}

// TestContrastOfSamples compares the variance with the mean squares of a two-way
// analysis of variance that was worked out by hand: three units by two deals,
// 1 3, 2 6, 6 6.
func TestContrastOfSamples(t *testing.T) {
	rows := [][]float64{{1, 3}, {2, 6}, {6, 6}}
	var cells []Cell
	var weights []float64
	for i, row := range rows {
		cells = append(cells, Cell{row, "x", "s", string(rune('a' + i))})
		weights = append(weights, 1.0/3)
	}
	got, err := Contrast(cells, weights, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", got.Value, 4, 1e-12)
	// Means of units 2, 4, 6, of deals 3, 5. Residuals 0 0, -1 1, 1 -1: mean
	// square 4/2 = 2. Between units: variance of the means 4, of their mean 4/3.
	// Between deals: variance 2, of the mean 1. In all 1 + 4/3 - 2/6 = 2.
	near(t, "SE", got.SE, math.Sqrt(2), 1e-12)
	near(t, "DF", got.DF, 4/(1.0+16.0/9/2+1.0/9/2), 1e-9)
}

// TestContrastCovers draws experiments of two samples of three trainings each,
// with deals of their own, and counts how often the interval has the truth.
func TestContrastCovers(t *testing.T) {
	for name, sd := range map[string]float64{"trainings differ": 2, "a little": 0.3, "not at all": 0} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 1))
			const deals, units = 60, 3
			hits, tries := 0, simulations
			for range tries {
				var cells []Cell
				var weights []float64
				for _, stream := range []string{"super", "doubled"} {
					luck := make([]float64, deals)
					for d := range luck {
						luck[d] = 5 * rng.NormFloat64()
					}
					for u := range units {
						x, own := make([]float64, deals), sd*rng.NormFloat64()
						for d := range x {
							x[d] = own + luck[d] + 4*rng.NormFloat64()
						}
						cells = append(cells, Cell{x, stream, stream, string(rune('a' + u))})
						w := 1.0 / units
						if stream == "doubled" {
							w = -w
						}
						weights = append(weights, w)
					}
				}
				e, err := Contrast(cells, weights, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				if e.Low <= 0 && 0 <= e.High {
					hits++
				}
			}
			// Where trainings hardly differ, what they are thought to differ by is
			// 0 or more, so the interval is rather too wide.
			if share := float64(hits) / float64(tries); share < 0.93 || share > 0.995 {
				t.Errorf("%.1f %% of the intervals have the truth", 100*share)
			} else {
				t.Logf("%.1f %%", 100*share)
			}
		})
	}
}

func TestContrastErrors(t *testing.T) {
	for want, c := range map[string]struct {
		cells   []Cell
		weights []float64
	}{
		"2 cells with 1 weights":           {make([]Cell, 2), []float64{1}},
		"cells of x have 2 and 1 deals":    {[]Cell{{Values: []float64{1, 2}, Stream: "x"}, {Values: []float64{1}, Stream: "x"}}, []float64{1, -1}},
		"sample s has one unit":            {[]Cell{{[]float64{1, 2}, "x", "s", "a"}}, []float64{1}},
		"units of sample s have 2 and 1 d": {[]Cell{{[]float64{1, 2}, "x", "s", "a"}, {[]float64{1}, "y", "s", "b"}}, []float64{1, 1}},
	} {
		if _, err := Contrast(c.cells, c.weights, 0.95); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// Cells in which the same was played do not differ, whatever rounding leaves of
// the sums: no error is known, and no interval.
func TestContrastOfEqualCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([][]float64, 3)
	for i := range values {
		for range 40 {
			values[i] = append(values[i], 187.3+100*rng.NormFloat64())
		}
	}
	for _, shift := range []float64{0, 1.0 / 7} {
		var cells []Cell
		var weights []float64
		for i, x := range values {
			other := make([]float64, len(x))
			for d := range x {
				other[d] = x[d] + shift
			}
			unit := string(rune('a' + i))
			cells = append(cells, Cell{x, "x", "s", unit}, Cell{other, "x", "r", unit})
			weights = append(weights, -1.0/3, 1.0/3)
		}
		// In the order of an experiment: one level after the other.
		order := []int{0, 2, 4, 1, 3, 5}
		var c []Cell
		var w []float64
		for _, i := range order {
			c, w = append(c, cells[i]), append(w, weights[i])
		}
		for i := range c {
			c[i].Sample = "" // the trainings are the same in both, as far as these deals show
		}
		e, err := Contrast(c, w, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(e.SE) || !math.IsNaN(e.P(0)) || math.Abs(e.Value-shift) > 1e-12 || shift == 0 && e.Value != 0 {
			t.Errorf("shift %v: %+v", shift, e)
		}
		if !slices.Contains(e.Warnings, AllAlike) {
			t.Errorf("shift %v: %v", shift, e.Warnings)
		}
		// Nor is one known where the members of two samples differ, but no more than
		// deals make them.
		for i := range c {
			c[i].Sample = []string{"s", "r"}[i/3]
		}
		if e, err = Contrast(c, w, 0.95); err != nil || !math.IsNaN(e.SE) && !(e.SE > 0.01) || math.IsInf(e.Low, 0) {
			t.Errorf("shift %v: %+v, %v", shift, e, err)
		}
		// With the cells of each unit in one sample, too.
		for i := range c {
			c[i].Sample = "s"
		}
		if e, err = Contrast(c, w, 0.95); err != nil || !math.IsNaN(e.SE) {
			t.Errorf("shift %v: %+v, %v", shift, e, err)
		}
	}
}
