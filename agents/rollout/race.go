package rollout

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// Objective is what a candidate is to be best at.
type Objective uint8

const (
	Win    Objective = iota // the probability of winning
	Spread                  // the spread
	Mixed                   // the probability of winning, a point of spread counting as mixedPoint of it
)

// mixedPoint is what a point of spread adds to the probability of winning, in
// 1/winprob.One, in a mixed objective: enough to choose by where the game is
// all but decided, and little where it is not, as there a point is worth some
// ten times as much.
const mixedPoint = 3

// of is what an outcome is worth: hundredths of a point, or 1/winprob.One.
func (o Objective) of(out Outcome) int32 {
	switch o {
	case Spread:
		return roundDiv(out.Spread, 10)
	case Mixed:
		return out.Win + roundDiv(mixedPoint*(out.Spread/10), 100)
	default:
		return out.Win
	}
}

// Sampling is how samples are divided among candidates.
type Sampling uint8

const (
	// TopTwo gives them to the candidate that leads and to the one that is
	// hardest to tell from it (top-two sampling for the identification of the
	// best arm; Russo, "Simple Bayesian algorithms for best-arm
	// identification", 2020; the challenger as in Jourdan et al., "Top two
	// algorithms revisited", 2022).
	TopTwo Sampling = iota
	// RoundRobin gives every candidate the same.
	RoundRobin
)

// Race divides samples among candidates.
type Race struct {
	Objective  Objective
	Sampling   Sampling
	Iterations int // samples of a candidate on average
	// Confidence is how sure it must be that the leader is the best for the
	// race to end before all samples are used up; 0: it never does.
	Confidence float64
}

// batch is how many samples a candidate gets at a time: the board after it is
// worked out once for all of them.
const batch = 8

// least is how many samples every candidate gets before any is compared.
const least = 4 * batch

// Candidate is a move and what its samples came to.
type Candidate struct {
	movegen.Valued
	Visits int
	spread int64 // sums of the outcomes
	win    int64
	values []int32 // of the objective, by sample
	sum    int64   // of the values

	mean float64 // as its standing is judged, see Racer.rank
	like int     // index of the first candidate that is the same play but for the order of its tiles
}

// Spread is the mean spread in thousandths of a point.
func (c *Candidate) Spread() float64 { return float64(c.spread) / float64(c.Visits) }

// WinProb is the mean probability of winning.
func (c *Candidate) WinProb() float64 { return float64(c.win) / float64(c.Visits) / winprob.One }

// Mean is the mean of the objective: in points if that is the spread, else a
// probability.
func (c *Candidate) Mean(o Objective) float64 {
	return float64(c.sum) / float64(c.Visits) / o.unit()
}

// StandardError is that of Mean.
func (c *Candidate) StandardError(o Objective) float64 {
	var squares int64
	for _, v := range c.values {
		squares += int64(v) * int64(v)
	}
	if c.Visits < 2 {
		return math.Inf(1)
	}
	n := float64(c.Visits)
	return math.Sqrt(max(0, deviations(c.sum, squares, n))/n/(n-1)) / o.unit()
}

// deviations is the sum of the squared deviations from the mean of n numbers, of
// which the sum and that of the squares are given. No product is added to before
// it is rounded, so every processor has the same.
func deviations(sum, squares int64, n float64) float64 {
	s := float64(sum)
	return float64(squares) - float64(s/n*s)
}

// unit is how many steps of what is summed make one of what is told.
func (o Objective) unit() float64 {
	if o == Spread {
		return 100
	}
	return winprob.One
}

// Sampler plays a candidate out in one of the samples, as a Roller does.
type Sampler interface {
	Sample(m *movegen.Valued, sample int) Outcome
}

// Racer runs races, keeping its memory from one to the next.
type Racer struct {
	race       Race
	sampler    Sampler
	thresholds [64]float64 // of the evidence, by bit length of the samples so far
	logs       []float64   // of the samples of a candidate, by batches

	candidates []Candidate
	used       int // samples
}

// NewRacer is a Racer of such samples.
func NewRacer(race Race, s Sampler) *Racer {
	x := &Racer{race: race, sampler: s}
	for i := range x.thresholds {
		// Rounded, since the last bit of a logarithm is the processor's.
		x.thresholds[i] = rounded(math.Log((float64(i)+1)/(1-race.Confidence)), 1024)
	}
	return x
}

func rounded(x, steps float64) float64 { return math.Round(x*steps) / steps }

// Run compares moves and returns them, the best first. What is returned is good
// until the next race.
func (x *Racer) Run(ctx context.Context, moves []movegen.Valued) ([]Candidate, error) {
	x.begin(moves)
	budget := x.race.Iterations * len(moves)
	for x.used < budget {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if x.race.Sampling == RoundRobin || x.candidates[len(moves)-1].Visits < least {
			x.round(budget)
		} else {
			x.duel(budget)
		}
		if x.candidates[len(moves)-1].Visits >= least && x.decided() {
			break
		}
	}
	x.rank()
	return x.candidates, nil
}

// begin enters the candidates, in order.
func (x *Racer) begin(moves []movegen.Valued) {
	x.used = 0
	old := x.candidates[:cap(x.candidates)]
	x.candidates = x.candidates[:0]
	for i, m := range moves {
		c := Candidate{Valued: m, like: i}
		if i < len(old) {
			c.values = old[i].values[:0]
		}
		for j := range x.candidates {
			if alike(&m.Move, &x.candidates[j].Move) {
				c.like = x.candidates[j].like
				break
			}
		}
		x.candidates = append(x.candidates, c)
	}
}

// alike tells whether two plays put the same tiles on the same squares in
// another order. They keep the same tiles and open much the same, so which of
// them leads need not be known for certain.
func alike(a, b *engine.Move) bool {
	if a.Kind != engine.Play || b.Kind != engine.Play || a.N != b.N || a.Len != b.Len ||
		a.Dir != b.Dir || a.Row != b.Row || a.Col != b.Col {
		return false
	}
	var counts [tile.Kinds]int8
	for i := range a.N {
		counts[a.Tiles[i].FromRack()]++
		counts[b.Tiles[i].FromRack()]--
	}
	return counts == [tile.Kinds]int8{}
}

// round gives every candidate a batch, or what the budget has left.
func (x *Racer) round(budget int) {
	each := min(batch, (budget-x.used)/len(x.candidates))
	if each == 0 {
		x.used = budget // less than one for each is no sample for any
		return
	}
	for i := range x.candidates {
		x.sample(&x.candidates[i], each)
	}
}

// duel gives a batch to the leader and to its challenger, or to one of them if
// the other has had more.
func (x *Racer) duel(budget int) {
	x.rank()
	leader, challenger := &x.candidates[0], x.challenger()
	a, b := leader.Visits, challenger.Visits
	if a <= b {
		x.sample(leader, min(batch, budget-x.used))
	}
	if b <= a {
		x.sample(challenger, min(batch, budget-x.used))
	}
}

// sample plays samples of a candidate.
func (x *Racer) sample(c *Candidate, n int) {
	if n <= 0 {
		return
	}
	for range n {
		o := x.sampler.Sample(&c.Valued, c.Visits)
		c.Visits++
		c.spread += int64(o.Spread)
		c.win += int64(o.Win)
		v := x.race.Objective.of(o)
		c.values = append(c.values, v)
		c.sum += int64(v)
	}
	x.used += n
}

// rank orders the candidates, the best first. A candidate with fewer samples
// than another is not judged by its own mean, since these samples may have been
// lucky for all, but by how it compares with the one of most samples in those.
func (x *Racer) rank() {
	most := &x.candidates[0]
	for i := range x.candidates {
		if x.candidates[i].Visits > most.Visits {
			most = &x.candidates[i]
		}
	}
	base := float64(most.sum) / float64(most.Visits)
	for i := range x.candidates {
		c := &x.candidates[i]
		var sum int64
		for j, v := range c.values {
			sum += int64(v) - int64(most.values[j])
		}
		c.mean = base + float64(sum)/float64(c.Visits)
	}
	slices.SortFunc(x.candidates, func(a, b Candidate) int {
		switch {
		case a.mean != b.mean:
			return descending(a.mean, b.mean)
		case a.Spread() != b.Spread(): // decided games differ in nothing else
			return descending(a.Spread(), b.Spread())
		default:
			return a.Valued.Compare(&b.Valued)
		}
	})
}

func descending(a, b float64) int {
	if a > b {
		return -1
	}
	return 1
}

// challenger is the candidate of which it is hardest to tell that the leader
// is better. What has had many samples must have the less evidence against it.
func (x *Racer) challenger() *Candidate {
	var hardest *Candidate
	least := math.Inf(1)
	for i := 1; i < len(x.candidates); i++ {
		c := &x.candidates[i]
		if c.like == x.candidates[0].like {
			continue
		}
		if e := x.evidence(c) + x.log(c.Visits); e < least {
			least, hardest = e, c
		}
	}
	if hardest == nil {
		return &x.candidates[min(1, len(x.candidates)-1)]
	}
	return hardest
}

// log is the logarithm of a number of samples, to the batch and rounded.
func (x *Racer) log(visits int) float64 {
	at := visits / batch
	for len(x.logs) <= at {
		x.logs = append(x.logs, rounded(math.Log(float64(max(1, len(x.logs)*batch))), 1024))
	}
	return x.logs[at]
}

// evidence is how much speaks for the leader against a candidate: half the
// square of the mean difference in standard errors, over the samples that both
// have had (the log-likelihood ratio of normal differences). It is 0 if the
// candidate is the better one there.
func (x *Racer) evidence(c *Candidate) float64 {
	leader := &x.candidates[0]
	n := min(leader.Visits, c.Visits)
	var sum, squares int64
	for i, v := range c.values[:n] {
		d := int64(leader.values[i] - v)
		sum += d
		squares += d * d
	}
	if sum <= 0 {
		return 0
	}
	s := float64(sum)
	return s / 2 * s / (deviations(sum, squares, float64(n)) + float64(n*quantum))
}

// quantum is added to the variance of differences, in the square of the
// smallest steps, so that a few equal ones are not taken for certainty.
const quantum = 100

// decided tells whether the leader is the best with the confidence that is
// asked for, or no candidate that could be makes a difference.
func (x *Racer) decided() bool {
	if x.race.Confidence == 0 {
		return false
	}
	x.rank()
	leader := &x.candidates[0]
	threshold := x.thresholds[bits.Len(uint(x.used))]
	for i := 1; i < len(x.candidates); i++ {
		c := &x.candidates[i]
		if c.like != leader.like && x.evidence(c) <= threshold && !x.same(c) {
			return false
		}
	}
	return true
}

// same tells whether a candidate and the leader came to the same in each of many
// samples.
func (x *Racer) same(c *Candidate) bool {
	leader := &x.candidates[0]
	n := min(leader.Visits, c.Visits)
	return n >= 2*least && slices.Equal(leader.values[:n], c.values[:n])
}
