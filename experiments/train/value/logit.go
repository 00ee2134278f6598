package value

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"quadword/agents/value"
)

// logit is a logistic regression of the result by penalised Newton steps, each
// of which takes one pass through the samples. Its inputs are weighted sums of
// figures over the square root of the unseen tiles.
type logit struct {
	weights []float64 // by input
	// penalty times the squared distance of a weight from prior, halved, is
	// what minus the log likelihood is raised by; both by input.
	prior, penalty []float64
}

// slopes are the sums over a pass: the gradient of the log likelihood of the
// training deals, and minus its second derivatives, upper triangle by rows.
type slopes struct {
	gradient, curvature []float64
}

func newSlopes(inputs int) *slopes {
	return &slopes{make([]float64, inputs), make([]float64, inputs*inputs)}
}

// add adds a sample with its inputs, of which only those in index are not 0.
func (s *slopes) add(weights []float64, index []int, input []float64, result float64) {
	z := 0.0
	for i, at := range index {
		z += float64(weights[at] * input[i])
	}
	p := value.Logistic(z)
	residual, variance := result-p, float64(p*(1-p))
	for i, at := range index {
		s.gradient[at] += float64(residual * input[i])
		scaled := float64(variance * input[i])
		row := s.curvature[at*len(s.gradient):]
		for j := i; j < len(index); j++ {
			row[index[j]] += float64(scaled * input[j])
		}
	}
}

func (s *slopes) merge(o *slopes) {
	for i, v := range o.gradient {
		s.gradient[i] += v
	}
	for i, v := range o.curvature {
		s.curvature[i] += v
	}
}

// step takes a Newton step and gives its length: the greatest change of a
// weight.
func (l *logit) step(s *slopes) (float64, error) {
	n := len(l.weights)
	gradient := mat.NewVecDense(n, nil)
	for i, w := range l.weights {
		gradient.SetVec(i, s.gradient[i]-float64(l.penalty[i]*(w-l.prior[i])))
	}
	chol, err := l.information(s)
	if err != nil {
		return 0, err
	}
	var change mat.VecDense
	if err := chol.SolveVecTo(&change, gradient); err != nil {
		return 0, err
	}
	length := 0.0
	for i := range l.weights {
		l.weights[i] += change.AtVec(i)
		length = max(length, math.Abs(change.AtVec(i)))
	}
	return length, nil
}

// information is the second derivatives with the penalty, decomposed.
func (l *logit) information(s *slopes) (*mat.Cholesky, error) {
	n := len(l.weights)
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, s.curvature[i*n+j])
		}
		a.SetSym(i, i, a.At(i, i)+l.penalty[i])
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil, errSingular
	}
	return &chol, nil
}
