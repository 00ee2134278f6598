package winprob

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// line is the log-odds of winning as a function of the spread.
type line struct{ level, slope float64 }

// p is P(win) at a spread. Its bits are the same on every machine.
func (l line) p(spread int) float64 {
	return 1 / (1 + exp(-(l.level + float64(l.slope*float64(spread)))))
}

// logistic is a logistic regression of the result on the spread, for the states
// of one turn, from one number of unseen tiles to another. With u tiles unseen
//
//	log-odds = level(u) + slope(u) · s/(8√u)
//
// where level and slope are linear between a few knots, so that they are smooth
// in u. The points that a tile will bring are about independent of each other,
// wherefore what is still to come spreads as √u and the slope hardly changes.
type logistic struct {
	counts   *counts
	onTurn   bool
	from, to int
	knots    []int
	total    float64 // states
}

// ridge pulls level and slope at each knot to 0 and 1, as strongly as about one
// state would. It decides where there are no states.
const ridge = 1.0

// precision is that of the parameters. Far less than a table shows, and far
// more than what the last bits of the optimizer's sums do, in which machines
// with and without fused multiply-add differ.
const precision = 1e-6

// fit returns the lines by unseen tiles, from l.from on.
func (l *logistic) fit() ([]line, error) {
	for u := l.from; u <= l.to; u++ {
		for _, c := range l.counts.row(l.onTurn, u) {
			l.total += float64(c.states)
		}
	}
	l.total = max(l.total, 1)
	start := make([]float64, 2*len(l.knots))
	for k := range l.knots {
		start[len(l.knots)+k] = 1
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return l.loss(x, nil, nil) },
		Grad: func(grad, x []float64) { l.loss(x, grad, nil) },
		Hess: func(hess *mat.SymDense, x []float64) { l.loss(x, nil, hess) },
	}
	settings := &optimize.Settings{GradientThreshold: 1e-11, Converger: optimize.NeverTerminate{}, MajorIterations: 1000}
	result, err := optimize.Minimize(problem, start, settings, &optimize.Newton{Linesearcher: &optimize.Backtracking{}})
	// Where the bits of a float end, a line search may find nothing better: what
	// counts is that the gradient is gone.
	if result == nil || result.Gradient == nil || !(floats.Norm(result.Gradient, math.Inf(1)) < 1e-8) {
		if err == nil {
			err = fmt.Errorf("it ended with %v", result.Status)
		}
		return nil, fmt.Errorf("logistic regression: no minimum was found: %w", err)
	}
	x := result.X
	for i := range x {
		x[i] = math.Round(x[i]/precision) * precision
	}
	var lines []line
	for u := l.from; u <= l.to; u++ {
		line := l.line(x, u)
		line.slope = max(line.slope, 0) // a handful of games may have it otherwise
		lines = append(lines, line)
	}
	return lines, nil
}

// hat is between which two knots a number of unseen tiles is, and how far from
// the first to the second.
func (l *logistic) hat(unseen int) (k int, share float64) {
	for k+2 < len(l.knots) && l.knots[k+1] <= unseen {
		k++
	}
	return k, float64(unseen-l.knots[k]) / float64(l.knots[k+1]-l.knots[k])
}

// scale is the points of spread that are worth 1 in log-odds at a slope of 1.
func scale(unseen int) float64 { return 8 * math.Sqrt(float64(unseen)) }

func (l *logistic) line(x []float64, unseen int) line {
	k, share := l.hat(unseen)
	between := func(y []float64) float64 { return float64((1-share)*y[k]) + float64(share*y[k+1]) }
	n := len(l.knots)
	return line{between(x[:n]), between(x[n:]) / scale(unseen)}
}

// loss is the mean log loss at x, levels and then slopes, with what ridge adds;
// gradient and Hessian are filled in where they are asked for.
func (l *logistic) loss(x, grad []float64, hess *mat.SymDense) float64 {
	n := len(l.knots)
	sum := l.ridge(x, grad, hess)
	for u := l.from; u <= l.to; u++ {
		m := l.moments(l.line(x, u), u)
		sum += m.loss
		k, share := l.hat(u)
		at := [4]int{k, k + 1, n + k, n + k + 1} // what the line depends on
		weight := [4]float64{1 - share, share, 1 - share, share}
		for i, a := range at {
			if grad != nil {
				grad[a] += weight[i] * m.first[i/2] / l.total
			}
			for j, b := range at[:i+1] {
				if hess != nil {
					hess.SetSym(a, b, hess.At(a, b)+weight[i]*weight[j]*m.second[i/2+j/2]/l.total)
				}
			}
		}
	}
	return sum / l.total
}

// ridge begins a loss, with its gradient and Hessian.
func (l *logistic) ridge(x, grad []float64, hess *mat.SymDense) (sum float64) {
	if hess != nil {
		hess.Zero()
	}
	for i, v := range x {
		d := v
		if i >= len(l.knots) {
			d-- // a slope
		}
		sum += ridge * d * d / 2
		if grad != nil {
			grad[i] = ridge * d / l.total
		}
		if hess != nil {
			hess.SetSym(i, i, ridge/l.total)
		}
	}
	return sum
}

// moments is the loss of states, and its derivatives by level and slope in the
// units of the parameters: first by each of them, second by the number of times
// that the slope is in it.
type moments struct {
	loss   float64
	first  [2]float64
	second [3]float64
}

// moments sums up the states of a number of unseen tiles.
func (l *logistic) moments(line line, unseen int) (m moments) {
	for i, c := range l.counts.row(l.onTurn, unseen) {
		if c.states == 0 {
			continue
		}
		spread := float64(i - l.counts.spread)
		z := spread / scale(unseen)
		odds := line.level + line.slope*spread
		states, won := float64(c.states), float64(c.halves)/2
		p := 1 / (1 + math.Exp(-odds))
		m.loss += states*softplus(odds) - won*odds
		r, v := states*p-won, states*p*(1-p)
		m.first[0] += r
		m.first[1] += r * z
		m.second[0] += v
		m.second[1] += v * z
		m.second[2] += v * z * z
	}
	return m
}

// softplus is log(1 + exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// exp is math.Exp to within some units in the last place, without assembly and
// without fused multiply-add: a table is made of its values. Up to ±700, beyond
// which it is as there.
func exp(x float64) float64 {
	x = min(max(x, -700), 700)
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // of the logarithm of 2
	k := math.Round(x / math.Ln2)
	r := float64(x-float64(k*high)) - float64(k*low) // |r| <= log(2)/2
	sum := 1.0
	for n := 14.0; n > 0; n-- {
		sum = 1 + float64(sum*r)/n
	}
	return math.Ldexp(sum, int(k))
}
