package value

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLogitByHand has a constant alone: with 3 wins of 4 its weight is the
// logarithm of 3.
func TestLogitByHand(t *testing.T) {
	l := logit{make([]float64, 1), make([]float64, 1), make([]float64, 1)}
	for range 8 {
		s := newSlopes(1)
		for _, result := range []float64{1, 1, 0.5, 0.5} { // a draw is half a win
			s.add(l.weights, []int{0}, []float64{1}, result)
		}
		if _, err := l.step(s); err != nil {
			t.Fatal(err)
		}
	}
	near(t, "weight", l.weights, []float64{math.Log(3)}, 1e-12)
}

// TestLogit compares slopes with differences of the likelihood, and where the
// steps end with a gradient of 0.
func TestLogit(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const n = 400
	type row struct {
		index  []int
		input  []float64
		result float64
	}
	var rows []row
	for range n {
		r := row{index: []int{0, 2}, input: []float64{1, rng.NormFloat64()}}
		if rng.IntN(2) == 0 {
			r = row{index: []int{0, 1, 2}, input: []float64{1, rng.NormFloat64(), rng.NormFloat64()}}
		}
		z := 0.3 + r.input[1]
		if 1/(1+math.Exp(-z)) > rng.Float64() {
			r.result = 1
		}
		rows = append(rows, r)
	}
	l := logit{[]float64{0.1, -0.2, 0.3}, []float64{0, 1, 2}, []float64{0, 5, 7}}
	slopesAt := func(w []float64) *slopes {
		whole := newSlopes(3)
		for from := 0; from < n; from += 150 {
			part := newSlopes(3)
			for _, r := range rows[from:min(from+150, n)] {
				part.add(w, r.index, r.input, r.result)
			}
			whole.merge(part)
		}
		return whole
	}
	likelihood := func(w []float64) float64 {
		sum := 0.0
		for _, r := range rows {
			z := 0.0
			for i, at := range r.index {
				z += w[at] * r.input[i]
			}
			p := 1 / (1 + math.Exp(-z))
			sum += r.result*math.Log(p) + (1-r.result)*math.Log(1-p)
		}
		return sum
	}
	const h = 1e-5
	at := slopesAt(l.weights)
	for i := range 3 {
		up, down := append([]float64(nil), l.weights...), append([]float64(nil), l.weights...)
		up[i] += h
		down[i] -= h
		if want := (likelihood(up) - likelihood(down)) / (2 * h); math.Abs(at.gradient[i]-want) > 1e-4 {
			t.Errorf("gradient %d is %v, want %v", i, at.gradient[i], want)
		}
		a, b := slopesAt(up), slopesAt(down)
		for j := i; j < 3; j++ {
			if want := -(a.gradient[j] - b.gradient[j]) / (2 * h); math.Abs(at.curvature[i*3+j]-want) > 1e-4 {
				t.Errorf("curvature %d, %d is %v, want %v", i, j, at.curvature[i*3+j], want)
			}
		}
	}
	length := 1.0
	for range 8 {
		var err error
		if length, err = l.step(slopesAt(l.weights)); err != nil {
			t.Fatal(err)
		}
	}
	if length > 1e-12 {
		t.Errorf("the last step went %v", length)
	}
	for i, g := range slopesAt(l.weights).gradient {
		if g -= l.penalty[i] * (l.weights[i] - l.prior[i]); math.Abs(g) > 1e-9 {
			t.Errorf("at the end gradient %d is %v", i, g)
		}
	}
}

func TestLoss(t *testing.T) {
	var l loss
	l.add(0.75, 1)   // -log 0.75
	l.add(0.75, 0)   // -log 0.25
	l.add(0.75, 0.5) // half of each
	near(t, "loss", []float64{l.log, l.square}, []float64{-1.5 * (math.Log(0.75) + math.Log(0.25)), 0.0625 + 0.5625 + 0.0625}, 1e-14)
	l.add(1, 0)
	if math.IsInf(l.log, 0) {
		t.Error("a sure prediction that is wrong is infinitely bad")
	}
}
