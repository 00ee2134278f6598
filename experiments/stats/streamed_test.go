package stats

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// streamed visits the observations of a regression, all in one buffer.
func streamed(r Regression) Streamed {
	return Streamed{r.Columns, func(yield func(Observation) bool) {
		x := make([]float64, len(r.Columns))
		for i, row := range r.X {
			copy(x, row)
			if !yield(Observation{r.Deals[i], x, r.Y[i]}) {
				return
			}
			for j := range x {
				x[j] = math.NaN() // nobody may keep it
			}
		}
	}}
}

// randomRegression has columns as lanes of a board have: a constant, levels,
// and figures far from 0.
func randomRegression(rng *rand.Rand, deals int) Regression {
	r := Regression{Columns: []string{"constant", "one", "two", "bag", "spread"}}
	for deal := range int64(deals) {
		shared := rng.NormFloat64() * 20
		for range 1 + rng.IntN(6) {
			level, bag := rng.IntN(3), float64(rng.IntN(180))
			row := []float64{1, 0, 0, bag, math.Round(bag/3 + 100*rng.NormFloat64())}
			if level > 0 {
				row[level] = 1
			}
			y := 30 + 7*row[1] - 4*row[2] + bag/5 - row[4]/10 + shared + 40*rng.NormFloat64()
			r.X, r.Y, r.Deals = append(r.X, row), append(r.Y, math.Round(y)), append(r.Deals, deal)
		}
	}
	return r
}

// Streamed says what Regression says.
func TestStreamed(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for range 20 {
		r := randomRegression(rng, 8+rng.IntN(60))
		want, err := r.Fit()
		if err != nil {
			t.Fatal(err)
		}
		got, err := streamed(r).Fit()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Columns, want.Columns) || !alike(got.Sigma, want.Sigma) {
			t.Fatalf("%q, %v; expected %q, %v", got.Columns, got.Sigma, want.Columns, want.Sigma)
		}
		for _, weights := range [][]float64{{1, 0, 0, 0, 0}, {0, 1, -1, 0, 0}, {1, 0.3, 0.2, 90, 12}} {
			a, _ := got.Contrast(weights, 0.95)
			b, _ := want.Contrast(weights, 0.95)
			if !alike(a.Value, b.Value) || !alike(a.SE, b.SE) || !alike(a.Low, b.Low) || a.N != b.N || a.DF != b.DF {
				t.Errorf("%v: %+v, expected %+v", weights, a, b)
			}
		}
	}
}

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-8*max(1, math.Abs(b)) }

// Of columns that determine each other the earlier stay, and the fit is that of
// those alone.
func TestStreamedDependent(t *testing.T) {
	r := randomRegression(rand.New(rand.NewPCG(73, 74)), 40)
	want, err := r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	more := r
	more.Columns = []string{"nothing", "constant", "one", "two", "zero", "bag", "spread", "sum"}
	more.X = nil
	for _, x := range r.X {
		more.X = append(more.X, []float64{0, x[0], x[1], x[2], x[0] - x[1] - x[2], x[3], x[4], 2*x[3] - x[4] + x[1]})
	}
	got, err := streamed(more).Fit()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Columns, want.Columns) {
		t.Fatalf("columns %q, expected %q", got.Columns, want.Columns)
	}
	for _, column := range want.Columns {
		a, err := got.Coefficient(column, 0.95)
		b, _ := want.Coefficient(column, 0.95)
		if err != nil || !alike(a.Value, b.Value) || !alike(a.SE, b.SE) {
			t.Errorf("%s: %+v, %v, expected %+v", column, a, err, b)
		}
	}
	if _, err := got.Coefficient("sum", 0.95); err == nil {
		t.Error("a column that others determine has a coefficient")
	}
}

func TestStreamedBad(t *testing.T) {
	rows := func(o ...Observation) iter.Seq[Observation] { return slices.Values(o) }
	for _, test := range []struct {
		name string
		rows iter.Seq[Observation]
		want string
	}{
		{"none", rows(), "without observations"},
		{"short", rows(Observation{0, []float64{1}, 2}), "row 0 has 1 values, expected 2"},
		{"order", rows(Observation{3, []float64{1, 2}, 2}, Observation{2, []float64{1, 2}, 2}), "deal 2 is behind deal 3"},
		{"nan", rows(Observation{0, []float64{1, math.NaN()}, 2}), "observation 0 is not finite"},
		{"infinite", rows(Observation{0, []float64{1, 1}, 2}, Observation{0, []float64{1, 1}, math.Inf(1)}), "observation 1 is not finite"},
		{"zero", rows(Observation{0, []float64{0, 0}, 2}), "every column is 0"},
	} {
		if _, err := (Streamed{[]string{"a", "b"}, test.rows}).Fit(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %s", test.name, err, test.want)
		}
	}
	// One deal, or no more observations than columns: coefficients, but no error.
	f, err := Streamed{[]string{"a", "b"}, rows(Observation{0, []float64{1, 0}, 2}, Observation{1, []float64{1, 1}, 5})}.Fit()
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := f.Coefficient("b", 0.95); !alike(e.Value, 3) || !math.IsNaN(e.SE) {
		t.Errorf("%+v", e)
	}
}
