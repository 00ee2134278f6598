package winprob

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"quadword/agents/winprob"
)

// at makes points of states and wins at the spreads 0, 1, ...
func at(of ...[2]int64) (points []point) {
	for s, p := range of {
		points = append(points, point{p[0], p[1], p[0] * int64(s)})
	}
	return points
}

func TestIsotonic(t *testing.T) {
	for _, c := range []struct{ points, want []point }{
		{at([2]int64{4, 1}, [2]int64{4, 2}, [2]int64{4, 3}), at([2]int64{4, 1}, [2]int64{4, 2}, [2]int64{4, 3})},
		// 3/4 before 1/4: together 4/8.
		{at([2]int64{4, 3}, [2]int64{4, 1}, [2]int64{4, 4}), []point{{8, 4, 4}, {4, 4, 8}}},
		// The last one pulls all down: 2/4, 3/4 and 0/12 are 5/20.
		{at([2]int64{4, 2}, [2]int64{4, 3}, [2]int64{12, 0}), []point{{20, 5, 28}}},
		// Equal means are one block.
		{at([2]int64{2, 1}, [2]int64{4, 2}), []point{{6, 3, 4}}},
		{at([2]int64{1, 0}), []point{{1, 0, 0}}},
	} {
		if got := isotonic(c.points); !slices.Equal(got, c.want) {
			t.Errorf("%v becomes %v, want %v", c.points, got, c.want)
		}
	}
}

// Isotonic regression has a closed form: at each point the largest of the
// smallest means of the stretches that hold it (Robertson et al. 1988).
func TestIsotonicIsMaxMin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []point
		for s := range rapid.IntRange(1, 12).Draw(t, "points") {
			n := rapid.Int64Range(1, 9).Draw(t, "states")
			points = append(points, point{n, rapid.Int64Range(0, n).Draw(t, "won"), n * int64(s)})
		}
		mean := func(from, to int) float64 {
			var sum point
			for _, p := range points[from : to+1] {
				sum.states += p.states
				sum.won += p.won
			}
			return sum.mean()
		}
		var got []float64
		block, left := 0, int64(0)
		blocks := isotonic(points)
		for _, p := range points {
			if left == 0 {
				left = blocks[block].states
				block++
			}
			left -= p.states
			got = append(got, blocks[block-1].mean())
		}
		for i := range points {
			want := 0.0
			for from := range i + 1 {
				least := 1.0
				for to := i; to < len(points); to++ {
					least = min(least, mean(from, to))
				}
				want = max(want, least)
			}
			if math.Abs(got[i]-want) > 1e-12 {
				t.Fatalf("%v: %v at %d, want %v", points, got[i], i, want)
			}
		}
	})
}

func TestCentred(t *testing.T) {
	// Centres 1 and 3, and a last one at 5.5 with two states.
	blocks := []point{{4, 1, 4}, {2, 1, 6}, {2, 2, 11}}
	want := []float64{0.25, 0.25, 0.25, 0.375, 0.5, 0.5 + 0.5/2.5, 0.5 + 1/2.5, 1, 1}
	for i, got := range centred(blocks, -1, 7) {
		if math.Abs(got-want[i]) > 1e-15 {
			t.Errorf("spread %d: %v, want %v", i-1, got, want[i])
		}
	}
}

func TestSmoothed(t *testing.T) {
	curve := []float64{0, 0, 0, 9, 9}
	for width, want := range map[int][]float64{
		0: curve,
		1: {0, 0, 2.25, 6.75, 9},
		2: {0, 1, 3, 6, 8}, // weights 1, 2, 3, 2, 1 of 9
	} {
		if got := smoothed(curve, width); !slices.Equal(got, want) {
			t.Errorf("width %d: %v, want %v", width, got, want)
		}
	}
}

func TestKnots(t *testing.T) {
	for _, c := range []struct {
		rack, to int
		want     []int
	}{
		{7, 93, []int{1, 2, 4, 7, 8, 12, 18, 27, 40, 60, 92, 93}},
		{7, 193, []int{1, 2, 4, 7, 8, 12, 18, 27, 40, 60, 90, 135, 192, 193}},
		{7, 7, []int{1, 2, 4, 7}},
		{7, 8, []int{1, 2, 4, 7, 8}},
		{1, 1, []int{1, 2}},
		{1, 3, []int{1, 2, 3}},
		{10, 2, []int{1, 2}},
	} {
		if got := knots(c.rack, c.to); !slices.Equal(got, c.want) {
			t.Errorf("rack %d, to %d: %v, want %v", c.rack, c.to, got, c.want)
		}
	}
}

func TestExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-700, 700).Draw(t, "x")
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 1e-14*want {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
	})
	if exp(0) != 1 || exp(1e9) != exp(700) || exp(-1e9) != exp(-700) {
		t.Error("the ends")
	}
}

// The lines of games that are as the model says are found again.
func TestLogistic(t *testing.T) {
	c := madeUp(1000, 100)
	l := logistic{counts: c, onTurn: true, from: 1, to: 93, knots: knots(7, 93)}
	lines, err := l.fit()
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range lines {
		want := odds(true, i+1, 0)
		if math.Abs(got.level-want.level) > 0.01 || math.Abs(got.slope/want.slope-1) > 0.01 {
			t.Errorf("%d unseen: %v, want %v", i+1, got, want)
		}
		if p := got.p(0); math.Abs(p-1/(1+math.Exp(-0.3))) > 0.003 {
			t.Errorf("%d unseen: P(win) %v at 0", i+1, p)
		}
	}
	// Without any states it is what ridge pulls to.
	l = logistic{counts: newCounts(tiny, 10), onTurn: true, from: 1, to: 3, knots: []int{1, 3}}
	if lines, err = l.fit(); err != nil || lines[2] != (line{0, 1 / scale(3)}) {
		t.Errorf("%v, %v", lines, err)
	}
}

// Gradient and Hessian are those of the loss.
func TestLossDerivatives(t *testing.T) {
	l := logistic{counts: madeUp(10, 60), onTurn: false, from: 1, to: 20, knots: []int{1, 7, 20}, total: 100}
	x := []float64{0.5, -0.2, 0.1, 0.7, 1.3, 1}
	n := len(x)
	grad, hess := make([]float64, n), mat.NewSymDense(n, nil)
	l.loss(x, grad, hess)
	const h = 1e-5
	for i := range x {
		up, down := slices.Clone(x), slices.Clone(x)
		up[i] += h
		down[i] -= h
		gUp, gDown := make([]float64, n), make([]float64, n)
		slope := (l.loss(up, gUp, nil) - l.loss(down, gDown, nil)) / (2 * h)
		if math.Abs(slope-grad[i]) > 1e-6*(1+math.Abs(slope)) {
			t.Errorf("gradient %d is %v, want %v", i, grad[i], slope)
		}
		for j := range x {
			if want := (gUp[j] - gDown[j]) / (2 * h); math.Abs(want-hess.At(i, j)) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("Hessian %d %d is %v, want %v", i, j, hess.At(i, j), want)
			}
		}
	}
}

func TestWindow(t *testing.T) {
	c := newCounts(winprob.Game{Tiles: 100, RackSize: 7}, 1)
	for unseen, want := range map[int]int{1: 0, 7: 0, 8: 0, 9: 1, 12: 4, 30: 10, 60: 20, 80: 13, 93: 0} {
		if got := c.window(unseen); got != want {
			t.Errorf("%d unseen: %d, want %d", unseen, got, want)
		}
	}
}

func TestPoints(t *testing.T) {
	c := newCounts(winprob.Game{Tiles: 31, RackSize: 7}, 10) // 24 unseen
	*at1(c, 16, 0) = cell{5, 6}
	*at1(c, 9, 3) = cell{2, 3}   // the window of 16 is 5, and does not reach it
	*at1(c, 11, 5) = cell{4, 2}  // weight 1 of 6, stretched to 5·√(16/11) = 6.03
	*at1(c, 20, 10) = cell{1, 2} // weight 2, to 10·√(16/20) = 8.9
	prior := make([]float64, 21)
	for i := range prior {
		prior[i] = float64(i) / 20
	}
	for i, got := range c.points(true, 16, prior) {
		want := point{states: 6, won: 6 * int64(i) * 500}
		want.states *= winprob.One
		switch i - 10 {
		case 0:
			want.states += 6 * 5 * winprob.One
			want.won += 6 * 3 * winprob.One
		case 6:
			want.states += 4 * winprob.One
			want.won += 1 * winprob.One
		case 9:
			want.states += 2 * winprob.One
			want.won += 2 * winprob.One
		}
		want.spreads = want.states * int64(i-10)
		if got != want {
			t.Errorf("spread %d: %+v, want %+v", i-10, got, want)
		}
	}
}

// at1 is the cell of the player on turn.
func at1(c *counts, unseen, spread int) *cell { return &c.row(true, unseen)[c.spread+spread] }

// A table of games whose P(win) is known is near to it, by either method, and
// it has the properties that any table has.
func TestFit(t *testing.T) {
	c := madeUp(200, 150)
	for _, method := range []string{Isotonic, Logistic} {
		table, err := c.fit(method)
		if err != nil {
			t.Fatal(err)
		}
		for _, onTurn := range []bool{true, false} {
			for u := 1; u <= table.Unseen(); u++ {
				for s := -100; s <= 100; s++ {
					got, want := table.WinProb(int32(s), u, onTurn), odds(onTurn, u, s).p(s)
					if math.Abs(got-want) > 0.02 {
						t.Fatalf("%s, on turn %t, unseen %d, spread %d: %v, want %v", method, onTurn, u, s, got, want)
					}
				}
			}
		}
		checkTable(t, method, table)
	}
	if _, err := c.fit("magic"); err == nil {
		t.Error("there is a method called magic")
	}
}

func checkTable(t *testing.T, what string, table *winprob.Table) {
	t.Helper()
	for u := 1; u <= table.Unseen(); u++ {
		for s := -table.Spread(); s <= table.Spread(); s++ {
			own, other := table.P(int32(s), u, true), table.P(int32(-s), u, false)
			if own < 1 || own > winprob.One-1 || other < 1 || other > winprob.One-1 {
				t.Fatalf("%s, unseen %d, spread %d: %d, %d", what, u, s, own, other)
			}
			if u > table.Game().RackSize && own+other != winprob.One {
				t.Fatalf("%s, unseen %d, spread %d: %d and %d are no mirror", what, u, s, own, other)
			}
		}
	}
}

// Where nothing was seen the table is that of the logistic regression, and a
// few games that go against all others do not turn it round.
func TestFitFewStates(t *testing.T) {
	c := newCounts(winprob.Game{Tiles: 100, RackSize: 7}, 100)
	for range 10 {
		c.add(&state{onTurn: true, unseen: 40, spread: 90, halves: 0})
	}
	table, err := c.fit(Isotonic)
	if err != nil {
		t.Fatal(err)
	}
	checkTable(t, "few states", table)
	prior, err := c.fit(Logistic)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := table.P(0, 3, false), prior.P(0, 3, false); a != 5000 || b != 5000 {
		t.Errorf("%d and %d with nothing known", a, b)
	}
}

// Whatever was counted, however much it contradicts itself, a table comes of it.
func TestFitAnything(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rack := rapid.IntRange(1, 10).Draw(r, "rack")
		full := rapid.IntRange(1, 40).Draw(r, "unseen")
		c := newCounts(winprob.Game{Tiles: rack + full, RackSize: rack}, rapid.IntRange(1, 60).Draw(r, "spread"))
		for range rapid.IntRange(0, 20).Draw(r, "cells") {
			states := rapid.SampledFrom([]int64{1, 2, 30, 1000, 1_000_000}).Draw(r, "states")
			i := rapid.IntRange(0, len(c.cells)-1).Draw(r, "cell")
			c.cells[i] = cell{states, rapid.SampledFrom([]int64{0, states, 2 * states}).Draw(r, "halves")}
		}
		for _, method := range []string{Isotonic, Logistic} {
			table, err := c.fit(method)
			if err != nil {
				r.Fatal(err)
			}
			checkTable(t, method, table)
		}
	})
}

// With an empty bag the two players are told apart: what the one sees is no
// mirror of what the other sees.
func TestFitEmptyBag(t *testing.T) {
	c := newCounts(winprob.Game{Tiles: 100, RackSize: 7}, 20)
	for _, onTurn := range []bool{true, false} {
		for u := 1; u <= 7; u++ {
			for i := range c.row(onTurn, u) {
				c.row(onTurn, u)[i] = cell{1000, 1600}
			}
		}
	}
	table, err := c.fit(Isotonic)
	if err != nil {
		t.Fatal(err)
	}
	if own, other := table.P(0, 4, true), table.P(0, 4, false); own < 7900 || own > 8100 || other < 7900 || other > 8100 {
		t.Errorf("P(win) %d on turn and %d not, want 8000", own, other)
	}
}

// The opening is a single spread, and is predicted as it was seen though states
// that come soon after it are quite different.
func TestFitOpening(t *testing.T) {
	c := newCounts(winprob.Game{Tiles: 100, RackSize: 7}, 100)
	for u := 60; u < 93; u++ {
		for s := -40; s <= 40; s++ {
			*at1(c, u, s) = cell{1000, 1400}
		}
	}
	*at1(c, 93, 0) = cell{100_000, 103_000}
	table, err := c.fit(Isotonic)
	if err != nil {
		t.Fatal(err)
	}
	if p := table.P(0, 93, true); p < 5130 || p > 5170 {
		t.Errorf("P(win) %d at the opening, want 5150", p)
	}
	if p := table.P(0, 80, true); p < 6900 || p > 7100 {
		t.Errorf("P(win) %d with 80 unseen, want 7000", p)
	}
}
