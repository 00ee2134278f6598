package stats

import (
	"fmt"
	"math"
)

// Model is the scale on which the hypotheses of an SPRT are.
type Model int

const (
	Logistic   Model = iota // the mean score, as logistic Elo
	Normalized              // the mean score in deviations, as normalised Elo
)

// SPRT asks whether the first agent is Elo0 or Elo1 stronger, and takes no more
// deals than it must (Wald 1947). The distribution over the cells is not known,
// so each hypothesis is given the likeliest one that it allows: a generalised
// test, GSPRT (Van den Bergh). Its error rates are Alpha and Beta if it is read
// after every deal and are lower if it is read after whole parts, by which it
// overshoots its bounds. No correction is made for this: it would make the
// test shorter and the error rates depend on the size of the parts.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1
	Alpha      float64 // the probability of accepting Elo1 where Elo0 is true
	Beta       float64 // the probability of accepting Elo0 where Elo1 is true
	Model      Model
}

// Check says what is wrong with a test.
func (s SPRT) Check() error {
	switch {
	case !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo0, 0) || math.IsInf(s.Elo1, 0):
		return fmt.Errorf("sprt: hypotheses %v and %v, expected two numbers, the lower first", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Beta > 0 && s.Alpha+s.Beta < 1):
		return fmt.Errorf("sprt: error rates %v and %v, expected two above 0 and below 1 together", s.Alpha, s.Beta)
	case s.Model != Logistic && s.Model != Normalized:
		return fmt.Errorf("sprt: model %d, expected Logistic or Normalized", s.Model)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which Elo0 and Elo1 are accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR is the logarithm of how much likelier the counts are by Elo1 than by Elo0,
// rounded to a millionth so that no machine decides by its last bit. It is 0
// without deals, and NaN if no distribution is found for one of the hypotheses,
// which then decides nothing.
func (s SPRT) LLR(c Counts) float64 {
	cells := c.cells()
	if cells.total() == 0 {
		return 0
	}
	cells = cells.regular()
	w0, ok0 := s.fit(&cells, s.Elo0)
	w1, ok1 := s.fit(&cells, s.Elo1)
	if !ok0 || !ok1 {
		return math.NaN()
	}
	return math.Round(cells.ratio(w1, w0)*1e6) / 1e6
}

func (s SPRT) fit(c *cells, points float64) (w [5]float64, ok bool) {
	if s.Model == Normalized {
		return c.deviating(points / normalized * math.Sqrt(c.games))
	}
	return c.scoring(ScoreOf(points))
}

// Decision is what a test has come to.
type Decision int

const (
	Continue Decision = iota
	AcceptElo0
	AcceptElo1
)

func (d Decision) String() string {
	return [...]string{"continue", "accept elo0", "accept elo1"}[d]
}

// MarshalText writes a decision into JSON.
func (d Decision) MarshalText() ([]byte, error) {
	return []byte(d.String()), nil
}

// Sequential is a test in progress. It looks after each whole part, in the order
// of the parts, in whatever order they arrive: so it stops at the same pair for
// any number of workers. Parts behind the one at which it stopped do not count.
type Sequential[C Addable[C]] struct {
	sprt    SPRT
	waiting map[int]C // parts that came before their turn
	state   State[C]
}

// Addable is Pentanomial or Trinomial.
type Addable[C any] interface {
	Counts
	Plus(C) C
}

// State is what a test has seen and come to.
type State[C any] struct {
	Decision Decision `json:"decision"`
	LLR      float64  `json:"llr"`   // the last that could be computed
	Lower    float64  `json:"lower"` // the LLR at which elo0 is accepted
	Upper    float64  `json:"upper"` // the LLR at which elo1 is accepted
	Parts    int      `json:"parts"` // that count, from part 0 on
	Counts   C        `json:"counts"`
}

// NewSequential begins a test.
func NewSequential[C Addable[C]](s SPRT) (*Sequential[C], error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	q := &Sequential[C]{sprt: s, waiting: map[int]C{}}
	q.state.Lower, q.state.Upper = s.Bounds()
	return q, nil
}

// Add takes a part, which is counted from 0 and whole, and says what the test has
// come to.
func (q *Sequential[C]) Add(part int, counts C) (State[C], error) {
	if q.state.Decision != Continue {
		return q.state, nil
	}
	if _, twice := q.waiting[part]; twice || part < q.state.Parts {
		return q.state, fmt.Errorf("sprt: part %d comes twice", part)
	}
	q.waiting[part] = counts
	for q.state.Decision == Continue {
		next, here := q.waiting[q.state.Parts]
		if !here {
			break
		}
		delete(q.waiting, q.state.Parts)
		q.state.Parts++
		q.state.Counts = q.state.Counts.Plus(next)
		llr := q.sprt.LLR(q.state.Counts)
		if math.IsNaN(llr) {
			continue
		}
		q.state.LLR = llr
		switch {
		case llr >= q.state.Upper:
			q.state.Decision = AcceptElo1
		case llr <= q.state.Lower:
			q.state.Decision = AcceptElo0
		}
	}
	return q.state, nil
}

// State is what the test has come to.
func (q *Sequential[C]) State() State[C] {
	return q.state
}

// Estimate is an estimate of what counted, such as Elo, with the warning that
// play stopped, or goes on, by what was seen.
func (q *Sequential[C]) Estimate(of func(Counts, float64) Estimate, level float64) Estimate {
	return of(q.state.Counts, level).With(StoppingBias)
}
