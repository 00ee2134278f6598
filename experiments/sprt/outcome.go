package sprt

import (
	"fmt"
	"math"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// Level is that of the intervals of an outcome.
const Level = 0.95

// What a test has come to.
const (
	AcceptedH0 = "H0 accepted" // elo0
	AcceptedH1 = "H1 accepted" // elo1
	Undecided  = "undecided"
)

// Outcome is what a test has come to.
type Outcome struct {
	Test   dataset.SPRT `json:"test"`
	First  string       `json:"first"` // the agent that the test is about
	Second string       `json:"second"`
	Paired bool         `json:"paired"`

	Decision string  `json:"decision"`
	LLR      float64 `json:"llr"`   // of elo1 against elo0
	Lower    float64 `json:"lower"` // the LLR at which H0, elo0, is accepted
	Upper    float64 `json:"upper"` // the LLR at which H1, elo1, is accepted

	Parts int64 `json:"parts"` // that count
	Deals int64 `json:"deals"` // in them
	Most  int64 `json:"most"`  // deals that would have been played
	// Counts are the deals by what the first agent scored in them, from nothing
	// to all, in steps of half a game: five of pairs, three of games.
	Counts []uint64 `json:"counts"`

	// The strength of the first agent by these deals. Each says that it is biased.
	WinRate       stats.Estimate `json:"win_rate"`
	Elo           stats.Estimate `json:"elo"`
	NormalizedElo stats.Estimate `json:"normalized_elo"`
}

// Outcome is what the test has come to by the parts it has looked at.
func (t *Test) Outcome() *Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := &Outcome{
		Test: *t.spec.SPRT, First: t.spec.Agents[0].Spec, Second: t.spec.Agents[1].Spec,
		Paired: t.spec.Paired, Most: t.spec.Deals,
	}
	t.sequence.fill(o)
	return o
}

// Read is the outcome of the test of a run.
func Read(run *dataset.Reader) (*Outcome, error) {
	t, err := New(&run.Manifest.Spec)
	if err == nil {
		err = t.Read(run)
	}
	if err != nil {
		return nil, err
	}
	return t.Outcome(), nil
}

func fill[C stats.Addable[C]](o *Outcome, q *stats.Sequential[C], s stats.State[C], counts []uint64) {
	o.Decision = map[stats.Decision]string{
		stats.Continue: Undecided, stats.AcceptElo0: AcceptedH0, stats.AcceptElo1: AcceptedH1,
	}[s.Decision]
	o.LLR, o.Lower, o.Upper = s.LLR, millionth(s.Lower), millionth(s.Upper)
	o.Parts, o.Counts = int64(s.Parts), counts
	for _, n := range counts {
		o.Deals += int64(n)
	}
	o.WinRate = q.Estimate(stats.WinRate, Level)
	o.Elo = q.Estimate(stats.Elo, Level)
	o.NormalizedElo = q.Estimate(stats.NormalizedElo, Level)
}

// millionth rounds a bound as stats.SPRT does the ratio, so that no machine shows
// other digits.
func millionth(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// String is the outcome in a line, as programs print it that run matches of chess
// engines: "SPRT logistic [0, 5]: LLR 2.95 [-2.94, 2.94] → H1 accepted after 600
// pairs; pentanomial [1 20 300 250 29]".
func (o *Outcome) String() string {
	what, counts := "games", "trinomial"
	if o.Paired {
		what, counts = "pairs", "pentanomial"
	}
	decision := fmt.Sprintf("%s after %d %s", o.Decision, o.Deals, what)
	if o.Decision == Undecided {
		decision += fmt.Sprintf(" of at most %d", o.Most)
	}
	return fmt.Sprintf("SPRT of %s against %s, %s Elo %v (H0) or %v (H1): LLR %.2f [%.2f, %.2f] → %s; %s %d",
		o.First, o.Second, o.Test.Model, o.Test.Elo0, o.Test.Elo1, o.LLR, o.Lower, o.Upper, decision, counts, o.Counts)
}
