package value

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"quadword/agents/value"
)

// The Newton steps: so many for the lines through one figure, and so many for
// all weights, which start close to where they end.
const (
	lineSteps = 5
	fullSteps = 4
)

// Passes is how often Fit goes through all games: once for the moments, once
// for each Newton step, and once for the errors.
const Passes = 1 + lineSteps + fullSteps + 1

// converged is how far a further Newton step may go, in logits for a standard
// deviation of a figure: far less than any standard error.
const converged = 1e-4

// Fit fits a model and says how well it predicts. The name is that of the
// model. The games read so far, all passes together, are counted in games.
func Fit(ctx context.Context, s *Source, name string, games *atomic.Int64) (*value.Model, *Report, error) {
	f := fitter{ctx: ctx, source: s, games: games, figures: value.Figures(s.Rules.TileSet)}
	for _, step := range []func() error{f.spread, f.lines, f.result, f.errors} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	m, err := value.New(name, s.Rules.TileSet, f.millionths())
	if err != nil {
		return nil, nil, err
	}
	return m, f.report(m), nil
}

// fitter is a fit on its way. Vectors by figure are for a step of each.
type fitter struct {
	ctx     context.Context
	source  *Source
	games   *atomic.Int64
	figures []value.Figure

	// By the moments.
	design   design
	byFold   []*moments
	train    *moments
	penalty  float64
	weights  []float64 // of the spread, by figure
	variance float64   // of the training rows about the prediction
	spreads  []predictor

	// By Newton steps.
	results []predictor // each a figure and a line through it, in logits
	full    logit       // by column of the design

	ends *ends
}

// predictor predicts by weights, by figure.
type predictor struct {
	name    string
	weights []float64
	line    *logit // through the weighted sum, where it is one of the result
}

// spread fits the final spread. Its pass, the first, compares the files of the
// runs with their sums.
func (f *fitter) spread() error {
	f.byFold = newFolds(len(f.figures))
	f.compareSums(true)
	defer f.compareSums(false)
	err := pass(f.ctx, f.source, f.games,
		func() []*moments { return newFolds(len(f.figures)) },
		func(m []*moments, s *sample) {
			if s != nil {
				m[s.fold].add(s)
			}
		},
		func(m []*moments) {
			for i := range m {
				f.byFold[i].merge(m[i])
			}
		})
	if err != nil {
		return err
	}
	f.train = without(f.byFold, 0)
	for i, m := range f.byFold {
		if m.product(0, 0) == 0 {
			return fmt.Errorf("no game in part %d of the %d that the deals are split into: there are too few games", i+1, folds)
		}
	}
	f.design = newDesign(f.figures, f.train)
	if f.penalty, err = f.design.choosePenalty(f.byFold); err != nil {
		return err
	}
	if f.weights, err = f.design.ridge(f.train, f.penalty); err != nil {
		return err
	}
	f.variance = squaredError(f.train, f.weights) / f.train.product(0, 0)
	f.spreads = []predictor{
		{name: "spread", weights: line(f.train, f.spreadAlone())},
		{name: "spread and equity", weights: line(f.train, f.design.prior)},
		{name: "model", weights: f.weights},
	}
	return nil
}

func (f *fitter) compareSums(compare bool) {
	for _, run := range f.source.Runs {
		run.Sums = compare
	}
}

func newFolds(figures int) []*moments {
	m := make([]*moments, folds)
	for i := range m {
		m[i] = newMoments(figures)
	}
	return m
}

// spreadAlone are weights that see the spread before the move alone.
func (f *fitter) spreadAlone() []float64 {
	weights := make([]float64, len(f.figures))
	for i, figure := range f.figures {
		if figure.Name == "spread" {
			weights[i] = 1
		}
	}
	return weights
}

// lines fits the result by a constant and one weighted sum, for several.
func (f *fitter) lines() error {
	f.results = []predictor{
		{name: "spread", weights: f.spreadAlone()},
		{name: "spread and equity", weights: f.design.prior},
		{name: "model of the spread", weights: f.weights},
	}
	for i := range f.results {
		// 0.17 to a point is close: it is what a standard deviation of 10 points
		// times the root of the unseen tiles makes.
		f.results[i].line = &logit{weights: []float64{0, 0.17}, prior: make([]float64, 2), penalty: make([]float64, 2)}
	}
	for range lineSteps {
		sums := f.lineSlopes()
		err := pass(f.ctx, f.source, f.games, f.lineSlopes,
			func(sums []*slopes, s *sample) {
				if s == nil || s.fold == 0 {
					return
				}
				root := 1 / math.Sqrt(float64(s.unseen))
				for i, r := range f.results {
					input := [2]float64{root, float64(dot(r.weights, s.figures) * root)}
					sums[i].add(r.line.weights, []int{0, 1}, input[:], s.result)
				}
			},
			func(part []*slopes) {
				for i := range part {
					sums[i].merge(part[i])
				}
			})
		if err != nil {
			return err
		}
		for i, r := range f.results {
			if _, err := r.line.step(sums[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *fitter) lineSlopes() []*slopes {
	sums := make([]*slopes, len(f.results))
	for i := range sums {
		sums[i] = newSlopes(2)
	}
	return sums
}

// dot is a weighted sum of figures.
func dot(weights []float64, figures []int32) float64 {
	sum := 0.0
	for i, x := range figures {
		if x != 0 {
			sum += float64(weights[i] * float64(x))
		}
	}
	return sum
}

// result fits the result by all figures. The weights are drawn towards those
// of the spread, in logits, as strongly as those are drawn towards equity: a
// deviation that is as likely there is as likely here.
func (f *fitter) result() error {
	line := f.results[2].line.weights
	k := len(f.design.columns)
	f.full = logit{make([]float64, k), make([]float64, k), make([]float64, k)}
	for c, i := range f.design.columns {
		f.full.prior[c] = float64(line[1] * f.weights[i] * f.design.sd[i])
		f.full.penalty[c] = f.penalty / f.variance / float64(line[1]*line[1])
	}
	f.full.prior[0] += line[0]
	f.full.penalty[0] = 0
	copy(f.full.weights, f.full.prior)
	for range fullSteps {
		sum := newSlopes(k)
		err := pass(f.ctx, f.source, f.games,
			func() *slopesOf { return f.newSlopesOf() },
			func(part *slopesOf, s *sample) {
				if s != nil && s.fold != 0 {
					part.add(f, s)
				}
			},
			func(part *slopesOf) { sum.merge(part.slopes) })
		if err != nil {
			return err
		}
		if _, err := f.full.step(sum); err != nil {
			return err
		}
	}
	return nil
}

// slopesOf are slopes in columns of the design.
type slopesOf struct {
	*slopes
	columns
}

func (f *fitter) newSlopesOf() *slopesOf { return &slopesOf{slopes: newSlopes(len(f.design.columns))} }

func (p *slopesOf) add(f *fitter, s *sample) {
	p.of(&f.design, s, 1/math.Sqrt(float64(s.unseen)))
	p.slopes.add(f.full.weights, p.index, p.input, s.result)
}

// columns are the columns of a sample that are not 0.
type columns struct {
	index []int
	input []float64
}

// of takes the columns of a sample, each times a factor.
func (c *columns) of(d *design, s *sample, factor float64) {
	c.index, c.input = c.index[:0], c.input[:0]
	for at, i := range d.columns {
		if x := s.figures[i]; x != 0 {
			c.index = append(c.index, at)
			c.input = append(c.input, float64(x)/d.sd[i]*factor)
		}
	}
}

// winWeights are the weights of the result, by figure.
func (f *fitter) winWeights() []float64 {
	weights := make([]float64, len(f.figures))
	for c, i := range f.design.columns {
		weights[i] = f.full.weights[c] / f.design.sd[i]
	}
	return weights
}

// millionths are the weights of the model: of a unit of each figure.
func (f *fitter) millionths() []value.Weight {
	weights, win := make([]value.Weight, len(f.figures)), f.winWeights()
	for i, figure := range f.figures {
		unit := 1e6 * float64(figure.Scale())
		weights[i] = value.Weight{Spread: int64(math.Round(f.weights[i] * unit)), Win: int64(math.Round(win[i] * unit))}
	}
	return weights
}

// standardErrors are those of weights by column: the sandwich of the outer
// products of the deals' gradients (Liang and Zeger 1986) between the inverse
// of the curvature, with a factor for the number of deals.
func standardErrors(curvature *mat.Cholesky, outer *mat.SymDense, deals int64) []float64 {
	var half, all mat.Dense
	n := outer.SymmetricDim()
	errs := make([]float64, n)
	if deals < 2 || curvature.SolveTo(&half, outer) != nil || curvature.SolveTo(&all, half.T()) != nil {
		return errs
	}
	for i := range errs {
		errs[i] = math.Sqrt(max(all.At(i, i), 0) * float64(deals) / float64(deals-1))
	}
	return errs
}
