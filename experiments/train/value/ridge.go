package value

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"quadword/agents/value"
)

// design is the columns of a regression: the figures that vary, each divided by
// its standard deviation, and the constant.
type design struct {
	figures []value.Figure
	columns []int     // the figures, by column
	mean    []float64 // by figure, in its steps
	sd      []float64 // by figure, in its steps; 1 for the constant
	prior   []float64 // by figure: the weight of a step by static equity, in points
}

// newDesign takes the figures that vary in the given moments. A figure that
// does not, such as 4W squares on a board without any, gets no weight.
func newDesign(figures []value.Figure, m *moments) design {
	d := design{
		figures: figures, mean: make([]float64, len(figures)),
		sd: make([]float64, len(figures)), prior: make([]float64, len(figures)),
	}
	n := m.product(0, 0)
	for i, f := range figures {
		d.prior[i] = f.Feature.Prior / float64(f.Scale())
		d.mean[i] = m.product(0, i) / n
		d.sd[i] = math.Sqrt(max(m.product(i, i)/n-float64(d.mean[i]*d.mean[i]), 0))
		if i == 0 {
			d.sd[i] = 1
		}
		// What rounding leaves of a variance that is 0 is far below this.
		if d.sd[i] > 1e-6*math.Abs(d.mean[i]) {
			d.columns = append(d.columns, i)
		}
	}
	return d
}

// normal is the left side of the normal equations, in columns, without a
// penalty.
func (d *design) normal(m *moments) *mat.SymDense {
	a := mat.NewSymDense(len(d.columns), nil)
	for r, i := range d.columns {
		for c := r; c < len(d.columns); c++ {
			j := d.columns[c]
			a.SetSym(r, c, m.product(i, j)/d.sd[i]/d.sd[j])
		}
	}
	return a
}

// ridge minimises the squared error plus the penalty times the squared
// distance of the weights from their priors, in standard deviations of their
// figures. The constant is free. It gives the weights of a step of each figure.
func (d *design) ridge(m *moments, penalty float64) ([]float64, error) {
	k, spread := len(d.columns), m.size-1
	right := mat.NewVecDense(k, nil)
	for r, i := range d.columns {
		rest := m.product(i, spread) // with the final spread less what the priors say of it
		for _, j := range d.columns {
			rest -= float64(m.product(i, j) * d.prior[j])
		}
		right.SetVec(r, rest/d.sd[i])
	}
	chol, err := penalised(d.normal(m), penalty)
	if err != nil {
		return nil, err
	}
	var x mat.VecDense
	if err := chol.SolveVecTo(&x, right); err != nil {
		return nil, err
	}
	weights := make([]float64, len(d.figures))
	for r, i := range d.columns {
		weights[i] = d.prior[i] + x.AtVec(r)/d.sd[i]
	}
	return weights, nil
}

var errSingular = errors.New("the weights are not determined: there are too few games")

// penalised decomposes a matrix with the penalty on its diagonal, but for the
// constant.
func penalised(a *mat.SymDense, penalty float64) (*mat.Cholesky, error) {
	for r := 1; r < a.SymmetricDim(); r++ {
		a.SetSym(r, r, a.At(r, r)+penalty)
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil, errSingular
	}
	return &chol, nil
}

// line fits the final spread by one figure that is a weighted sum of others:
// a constant and a slope, by least squares. It gives the weights of a step of
// each figure.
func line(m *moments, weights []float64) []float64 {
	n, spread := m.product(0, 0), m.size-1
	var t, tt, y, ty float64
	for i, w := range weights {
		if w == 0 {
			continue
		}
		t += float64(w * m.product(0, i))
		ty += float64(w * m.product(i, spread))
		for j, v := range weights {
			if v != 0 {
				tt += float64(float64(w*v) * m.product(i, j))
			}
		}
	}
	y = m.product(0, spread)
	slope := 0.0
	if variance := tt - float64(t*t)/n; variance > 0 {
		slope = (ty - float64(t*y)/n) / variance
	}
	fit := make([]float64, len(weights))
	for i, w := range weights {
		fit[i] = float64(slope * w)
	}
	fit[0] += (y - float64(slope*t)) / n
	return fit
}

// squaredError is the sum of the squared errors of predictions by weights.
func squaredError(m *moments, weights []float64) float64 {
	spread := m.size - 1
	sum := m.product(spread, spread)
	for i, w := range weights {
		if w == 0 {
			continue
		}
		sum -= float64(2 * w * m.product(i, spread))
		for j, v := range weights {
			if v != 0 {
				sum += float64(float64(w*v) * m.product(i, j))
			}
		}
	}
	return sum
}

// penalties are the penalties that are tried. 1 is the weight of one row of
// data; each is about three times the one before.
func penalties() []float64 {
	return []float64{1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000}
}

// choosePenalty is the penalty with the least squared error when each fold of
// deals but the one held out is predicted from the others. Of equal ones it is
// the greatest.
func (d *design) choosePenalty(byFold []*moments) (best float64, err error) {
	least := math.Inf(1)
	for _, penalty := range penalties() {
		sum := 0.0
		for out := 1; out < folds; out++ {
			weights, err := d.ridge(without(byFold, 0, out), penalty)
			if err != nil {
				return 0, err
			}
			sum += squaredError(byFold[out], weights)
		}
		if sum <= least {
			best, least = penalty, sum
		}
	}
	return best, nil
}

// without merges the moments of all folds but some.
func without(byFold []*moments, out ...int) *moments {
	m := newMoments(byFold[0].size - 1)
	for f, of := range byFold {
		if !slices.Contains(out, f) {
			m.merge(of)
		}
	}
	return m
}
