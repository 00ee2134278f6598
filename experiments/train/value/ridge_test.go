package value

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"quadword/agents/value"
)

// figures are four figures, of which the second and the last have priors.
func figures() []value.Figure {
	return []value.Figure{
		{Name: "constant", Feature: value.Feature{Name: "constant"}},
		{Name: "spread", Feature: value.Feature{Name: "spread", Prior: 1}},
		{Name: "room", Feature: value.Feature{Name: "room"}},
		{Name: "leave", Feature: value.Feature{Name: "leave", Prior: 1, Scale: 1000}},
	}
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > tolerance*math.Max(1, math.Abs(want[i])) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

// TestRidgeByHand has a constant and one figure x with the prior 0, in four
// rows: x = -1, -1, 1, 1 and y = 0, 2, 6, 8. The mean is 4, the standard
// deviation of x is 1, and x'y = 12, so with the penalty 2 the weight is
// 12/(4+2).
func TestRidgeByHand(t *testing.T) {
	var rows []sample
	for i, y := range []int32{0, 2, 6, 8} {
		rows = append(rows, sample{figures: []int32{1, []int32{-1, -1, 1, 1}[i]}, spread: y})
	}
	m := momentsOf(rows)
	all := figures()
	d := newDesign([]value.Figure{all[0], all[2]}, m)
	for penalty, want := range map[float64]float64{0: 3, 2: 2, 8: 1} {
		weights, err := d.ridge(m, penalty)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "weights", weights, []float64{4, want}, 1e-12)
	}
	// With the prior 1 it is drawn there: 1 + (12-4)/(4+2).
	d = newDesign([]value.Figure{all[0], all[1]}, m)
	weights, err := d.ridge(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "weights", weights, []float64{4, 1 + 8.0/6}, 1e-12)
	// 4 ± 3 misses by 1 each time; 4 alone by 4, 2, 2, 4.
	if got := squaredError(m, []float64{4, 3}); math.Abs(got-4) > 1e-12 {
		t.Errorf("squared error %v", got)
	}
	if got := squaredError(m, []float64{4, 0}); math.Abs(got-40) > 1e-12 {
		t.Errorf("squared error %v", got)
	}
	near(t, "line", line(m, []float64{0, 2}), []float64{4, 3}, 1e-12)
}

// TestRidge holds the gradient at the weights to 0: that of the squared error,
// summed over the rows, against that of the penalty.
func TestRidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rows := samples(rng, 2000)
	m := momentsOf(rows)
	d := newDesign(figures(), m)
	const penalty = 500
	weights, err := d.ridge(m, penalty)
	if err != nil {
		t.Fatal(err)
	}
	for i := range weights {
		gradient := 0.0
		if i > 0 {
			gradient = -penalty * (weights[i] - d.prior[i]) * d.sd[i]
		}
		for _, r := range rows {
			gradient += (float64(r.spread) - dot(weights, r.figures)) * float64(r.figures[i]) / d.sd[i]
		}
		if math.Abs(gradient) > 1e-5 {
			t.Errorf("the gradient by figure %d is %v", i, gradient)
		}
	}
	// The squared error from the moments is that of the rows.
	sum := 0.0
	for _, r := range rows {
		e := float64(r.spread) - dot(weights, r.figures)
		sum += e * e
	}
	near(t, "squared error", []float64{squaredError(m, weights)}, []float64{sum}, 1e-9)

	// Without a penalty it finds the truth, with a great one it stays by equity.
	if weights, err = d.ridge(m, 0); err != nil {
		t.Fatal(err)
	}
	near(t, "no penalty", weights[1:3], []float64{0.5, -20}, 0.1)
	if weights, err = d.ridge(m, 1e12); err != nil {
		t.Fatal(err)
	}
	near(t, "great penalty", weights[1:], []float64{1, 0, 0.001}, 1e-4)
}

// TestChoosePenalty has the final spread follow equity in one case, where the
// greatest penalty is best, and stray from it in another.
func TestChoosePenalty(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rows := samples(rng, 3000)
	choose := func() float64 {
		byFold := newFolds(4)
		for i := range rows {
			byFold[rows[i].fold].add(&rows[i])
		}
		for _, m := range byFold {
			m.spill()
		}
		d := newDesign(figures(), without(byFold, 0))
		penalty, err := d.choosePenalty(byFold)
		if err != nil {
			t.Fatal(err)
		}
		return penalty
	}
	if got := choose(); got > 30 {
		t.Errorf("penalty %v where equity is wrong", got)
	}
	for i := range rows {
		r := &rows[i]
		r.spread = r.figures[1] + r.figures[3]/1000 + int32(rng.NormFloat64()*40)
	}
	if got := choose(); got < 10_000 {
		t.Errorf("penalty %v where equity is right", got)
	}
	// What is held out has no say.
	want := choose()
	for i := range rows {
		if rows[i].fold == 0 {
			rows[i].spread = int32(rng.IntN(1000))
		}
	}
	if got := choose(); got != want {
		t.Errorf("penalty %v by what is held out, %v before", got, want)
	}
}

// TestConstantFigures gives no weight to figures that do not vary.
func TestConstantFigures(t *testing.T) {
	rows := samples(rand.New(rand.NewPCG(7, 8)), 300)
	for i := range rows {
		rows[i].figures[2], rows[i].figures[3] = 0, 123_457
	}
	m := momentsOf(rows)
	d := newDesign(figures(), m)
	weights, err := d.ridge(m, 1)
	if err != nil || len(d.columns) != 2 || weights[2] != 0 || weights[3] != 0 {
		t.Errorf("columns %v, weights %v, %v", d.columns, weights, err)
	}
}

// TestStandardErrors simulates deals of which each has a luck of its own: the
// errors of a slope have the spread that is said of them. Were the rows the
// unit, it would be far too small.
func TestStandardErrors(t *testing.T) {
	const runs, deals, each = 600, 80, 5
	rng := rand.New(rand.NewPCG(9, 10))
	inside := 0
	for range runs {
		var rows []sample
		for deal := range deals {
			x, luck := int32(rng.IntN(201))-100, rng.NormFloat64()*60
			for range each {
				y := int32(math.Round(1000 + 2*float64(x) + luck + rng.NormFloat64()*20))
				rows = append(rows, sample{deal: int64(deal), figures: []int32{1, x}, spread: y})
			}
		}
		m := momentsOf(rows)
		all := figures()
		d := newDesign([]value.Figure{all[0], all[2]}, m)
		weights, err := d.ridge(m, 1)
		if err != nil {
			t.Fatal(err)
		}
		outer := mat.NewSymDense(2, nil)
		for deal := range deals {
			gradient := mat.NewVecDense(2, nil)
			for _, r := range rows[deal*each : (deal+1)*each] {
				e := float64(r.spread) - dot(weights, r.figures)
				gradient.SetVec(0, gradient.AtVec(0)+e)
				gradient.SetVec(1, gradient.AtVec(1)+e*float64(r.figures[1])/d.sd[1])
			}
			outer.SymRankOne(outer, 1, gradient)
		}
		chol, err := penalised(d.normal(m), 1)
		if err != nil {
			t.Fatal(err)
		}
		se := standardErrors(chol, outer, deals)[1] / d.sd[1]
		if math.Abs(weights[1]-2) < 1.96*se {
			inside++
		}
	}
	if rate := float64(inside) / runs; rate < 0.92 || rate > 0.97 {
		t.Errorf("intervals hold the truth in %.1f %% of runs", 100*rate)
	}
}
