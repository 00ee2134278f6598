package winprob

import (
	"math"

	"quadword/agents/winprob"
)

// deciles is the number of ranges of predictions: 0-10 %, 10-20 %, ...
const deciles = 10

// Calibration compares what a table predicts with what happened, on deals that
// it was not made from.
type Calibration struct {
	Method  string  `json:"method"`
	States  int64   `json:"states"`
	LogLoss float64 `json:"log_loss"` // mean, in nats
	Largest float64 `json:"largest"`  // difference of a decile, in percentage points
	Deciles []Bin   `json:"deciles"`
	Phases  []Phase `json:"phases"`
}

// Phase is the states with so many unseen tiles.
type Phase struct {
	From    int   `json:"from"`
	To      int   `json:"to"`
	Deciles []Bin `json:"deciles"`
}

// Bin is the states whose prediction is in a range: from a percentage up to,
// but not including, ten more. All figures are percentages; the standard error
// is that of the difference. What cannot be told is absent: means of no states,
// and a standard error of fewer than two deals.
type Bin struct {
	From       int      `json:"from"`
	States     int64    `json:"states"`
	Predicted  *float64 `json:"predicted"`  // mean
	Observed   *float64 `json:"observed"`   // share of wins, a draw counting half
	Difference *float64 `json:"difference"` // observed - predicted
	SE         *float64 `json:"se"`
}

// scorer gathers the calibration of a table.
type scorer struct {
	method string
	table  *winprob.Table
	bounds []int            // the last number of unseen tiles of each phase
	bins   [][deciles]tally // of all states, and then of each phase
	// By prediction: from it follows the log loss, without a logarithm a state.
	predicted [winprob.One + 1]cell
}

func newScorer(method string, table *winprob.Table) *scorer {
	s := &scorer{method: method, table: table}
	rack, full := table.Game().RackSize, table.Unseen()
	for _, bound := range []int{rack, 2 * rack, 30, 60, 100, 150} {
		if bound < full {
			s.bounds = append(s.bounds, bound)
		}
	}
	s.bounds = append(s.bounds, full)
	s.bins = make([][deciles]tally, 1+len(s.bounds))
	return s
}

// add adds a state. Those of a deal come one after another.
func (s *scorer) add(x *state) {
	p := int64(s.table.P(int32(x.spread), x.unseen, x.onTurn))
	s.predicted[p].states++
	s.predicted[p].halves += x.halves
	decile := min(p*deciles/winprob.One, deciles-1)
	phase := 1
	for s.bounds[phase-1] < x.unseen {
		phase++
	}
	s.bins[0][decile].add(x, p)
	s.bins[phase][decile].add(x, p)
}

// tally gathers the states of a bin. All sums but those over deals are exact,
// in units of 1/winprob.One.
type tally struct {
	states, predicted, observed int64

	// Of each deal Y is the sum of observed - predicted and N the states.
	deals      int64
	yy, yn, nn float64

	run, deal int64 // at hand
	y, n      int64
}

func (t *tally) add(s *state, predicted int64) {
	if s.deal != t.deal || s.run != t.run {
		t.closeDeal()
		t.run, t.deal = s.run, s.deal
	}
	observed := s.halves * winprob.One / 2
	t.states++
	t.predicted += predicted
	t.observed += observed
	t.n++
	t.y += observed - predicted
}

// closeDeal ends the deal at hand. The products are whole numbers, which
// leaves nothing for a fused multiply-add to round differently.
func (t *tally) closeDeal() {
	if t.n == 0 {
		return
	}
	t.deals++
	t.yy += float64(t.y * t.y)
	t.yn += float64(t.y * t.n)
	t.nn += float64(t.n * t.n)
	t.y, t.n = 0, 0
}

// bin is the figures. The difference is a ratio of sums over deals, R = ΣY/ΣN,
// and its standard error that of a ratio with the deals as clusters (Cochran,
// Sampling Techniques, 1977, section 6.3), as in package report.
func (t *tally) bin(decile int) Bin {
	t.closeDeal()
	b := Bin{From: decile * 100 / deciles, States: t.states}
	if t.states == 0 {
		return b
	}
	n := float64(t.states)
	percent := func(sum int64) *float64 { return new(100 * float64(sum) / (n * winprob.One)) }
	b.Predicted, b.Observed = percent(t.predicted), percent(t.observed)
	b.Difference = percent(t.observed - t.predicted)
	if t.deals > 1 {
		d, r := float64(t.deals), float64(t.observed-t.predicted)/n
		squares := t.yy - float64(2*r*t.yn) + float64(r*r*t.nn)
		b.SE = new(100 * math.Sqrt(d/(d-1)*max(squares, 0)) / (n * winprob.One))
	}
	return b
}

// calibration is the figures of all states added.
func (s *scorer) calibration() *Calibration {
	c := &Calibration{Method: s.method, LogLoss: s.logLoss()}
	for i := range s.bins {
		var bins []Bin
		for decile := range deciles {
			bins = append(bins, s.bins[i][decile].bin(decile))
		}
		if i == 0 {
			c.Deciles = bins
			continue
		}
		from := 1
		if i > 1 {
			from = s.bounds[i-2] + 1
		}
		c.Phases = append(c.Phases, Phase{from, s.bounds[i-1], bins})
	}
	for _, b := range c.Deciles {
		c.States += b.States
		if b.Difference != nil {
			c.Largest = max(c.Largest, math.Abs(*b.Difference))
		}
	}
	return c
}

// logLoss is the mean of -log of the probability that was given to what
// happened, a draw being half a win and half a loss; to six decimals, which do
// not depend on how a machine computes a logarithm.
func (s *scorer) logLoss() float64 {
	sum, states := 0.0, int64(0)
	for p, c := range s.predicted {
		if c.states == 0 {
			continue
		}
		win := float64(p) / winprob.One
		sum -= float64(float64(c.halves) * math.Log(win))
		sum -= float64(float64(2*c.states-c.halves) * math.Log(1-win))
		states += c.states
	}
	if states == 0 {
		return 0
	}
	return math.Round(sum/float64(2*states)*1e6) / 1e6
}
