package value

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"quadword/agents/value"
)

// bins is the number of bands of predicted probability in a calibration.
const bins = 10

// ends are the sums of the last pass: what standard errors come from, on the
// training deals, and how wrong predictions of the result are on those held
// out.
type ends struct {
	// By deal of training: the gradients of the deal at hand, and the sums of
	// their outer products.
	deals         int64
	spread, win   []float64
	spreads, wins *mat.SymDense
	curvature     *slopesOf
	columns       columns

	heldDeals int64
	held      float64 // rows
	loss      []loss  // by predictor of the result
	bands     [bins]band
	band      [bins]float64 // residuals of the deal at hand
	inDeal    int           // samples of the deal at hand; negative if it is held out
}

type loss struct{ log, square float64 }

// band is what was predicted between two probabilities.
type band struct{ n, predicted, observed, squares float64 }

func (f *fitter) newEnds() *ends {
	k := len(f.design.columns)
	return &ends{
		spread: make([]float64, k), win: make([]float64, k),
		spreads: mat.NewSymDense(k, nil), wins: mat.NewSymDense(k, nil),
		curvature: f.newSlopesOf(), loss: make([]loss, len(f.results)+1),
	}
}

// errors goes through the games once more and looks at how the weights err.
func (f *fitter) errors() error {
	f.ends = f.newEnds()
	err := pass(f.ctx, f.source, f.games, f.newEnds,
		func(e *ends, s *sample) {
			switch {
			case s == nil:
				e.closeDeal()
			case s.fold == 0:
				e.addHeld(f, s)
			default:
				e.addTraining(f, s)
			}
		}, f.ends.merge)
	if err != nil {
		return err
	}
	again := logit{append([]float64(nil), f.full.weights...), f.full.prior, f.full.penalty}
	switch length, err := again.step(f.ends.curvature.slopes); {
	case err != nil:
		return err
	case !(length < converged):
		return fmt.Errorf("the weights of the result still move by %.1e after %d steps: there are too few games", length, fullSteps)
	}
	return nil
}

func (e *ends) addTraining(f *fitter, s *sample) {
	e.inDeal++
	e.curvature.add(f, s)
	p := value.Logistic(f.logit(s))
	root := 1 / math.Sqrt(float64(s.unseen))
	residual := float64(s.spread) - dot(f.weights, s.figures)
	e.columns.of(&f.design, s, 1)
	for j, c := range e.columns.index {
		e.spread[c] += float64(residual * e.columns.input[j])
		e.win[c] += float64(float64((s.result-p)*root) * e.columns.input[j])
	}
}

// logit is what the full model says of the result.
func (f *fitter) logit(s *sample) float64 {
	sum := 0.0
	for c, i := range f.design.columns {
		sum += float64(f.full.weights[c] * float64(s.figures[i]) / f.design.sd[i])
	}
	return sum / math.Sqrt(float64(s.unseen))
}

func (e *ends) addHeld(f *fitter, s *sample) {
	e.inDeal--
	e.held++
	root := 1 / math.Sqrt(float64(s.unseen))
	for i, r := range f.results {
		z := float64(r.line.weights[0]*root) + float64(float64(r.line.weights[1]*dot(r.weights, s.figures))*root)
		e.loss[i].add(value.Logistic(z), s.result)
	}
	p := value.Logistic(f.logit(s))
	e.loss[len(f.results)].add(p, s.result)
	b := min(int(p*bins), bins-1)
	e.bands[b].n++
	e.bands[b].predicted += p
	e.bands[b].observed += s.result
	e.band[b] += s.result - p
}

// add adds a prediction. A result between 0 and 1 is a draw, part win, part
// loss.
func (l *loss) add(p, result float64) {
	const least = 1e-12 // keeps a sure prediction that is wrong finite
	l.log -= float64(result*math.Log(max(p, least))) + float64((1-result)*math.Log(max(1-p, least)))
	l.square += float64((result - p) * (result - p))
}

func (e *ends) closeDeal() {
	switch {
	case e.inDeal > 0:
		e.deals++
		e.spreads.SymRankOne(e.spreads, 1, mat.NewVecDense(len(e.spread), e.spread))
		e.wins.SymRankOne(e.wins, 1, mat.NewVecDense(len(e.win), e.win))
		clear(e.spread)
		clear(e.win)
	case e.inDeal < 0:
		e.heldDeals++
		for b, r := range e.band {
			e.bands[b].squares += float64(r * r)
		}
		e.band = [bins]float64{}
	}
	e.inDeal = 0
}

func (e *ends) merge(o *ends) {
	e.deals += o.deals
	e.heldDeals += o.heldDeals
	e.held += o.held
	e.spreads.AddSym(e.spreads, o.spreads)
	e.wins.AddSym(e.wins, o.wins)
	e.curvature.merge(o.curvature.slopes)
	for i, l := range o.loss {
		e.loss[i].log += l.log
		e.loss[i].square += l.square
	}
	for i, b := range o.bands {
		e.bands[i].n += b.n
		e.bands[i].predicted += b.predicted
		e.bands[i].observed += b.observed
		e.bands[i].squares += b.squares
	}
}
