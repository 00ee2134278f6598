package sprt

import (
	"fmt"
	"sync"

	"quadword/experiments/stats"
	"quadword/sim"
	"quadword/sim/dataset"
)

// Models are the names of the scales of a test.
var models = map[string]stats.Model{"logistic": stats.Logistic, "normalized": stats.Normalized}

// Check says what is wrong with a test as a manifest states it.
func Check(s *dataset.SPRT) error {
	_, err := read(s)
	return err
}

func read(s *dataset.SPRT) (stats.SPRT, error) {
	model, known := models[s.Model]
	if !known {
		return stats.SPRT{}, fmt.Errorf("sprt: unknown model %q: expected one of logistic, normalized", s.Model)
	}
	test := stats.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: s.Alpha, Beta: s.Beta, Model: model}
	return test, test.Check()
}

// Test is the test of a run. Its methods may be called from several goroutines.
type Test struct {
	spec    *dataset.Spec
	perDeal int // games of a deal

	mu       sync.Mutex
	sequence sequence
}

// New begins the test that a spec states.
func New(spec *dataset.Spec) (*Test, error) {
	if spec.SPRT == nil {
		return nil, fmt.Errorf("sprt: the run has no test")
	}
	test, err := read(spec.SPRT)
	if err != nil {
		return nil, err
	}
	if spec.Rules.Seats != 2 || len(spec.Agents) != 2 || spec.Agents[0].Spec == spec.Agents[1].Spec {
		return nil, fmt.Errorf("sprt: %d seats and %d agents: expected two different agents on two seats", spec.Rules.Seats, len(spec.Agents))
	}
	t := &Test{spec: spec, perDeal: 1}
	if spec.Paired {
		t.perDeal = 2
		t.sequence, err = newPairs(test)
	} else {
		t.sequence, err = newGames(test)
	}
	return t, err
}

// Begin begins the test of a run, if its spec states one, with the parts that are
// there, and has the match end by it. run may be nil; without a test the result
// is nil.
func Begin(spec *dataset.Spec, match *sim.Match, run *dataset.Reader) (*Test, error) {
	if spec.SPRT == nil {
		return nil, nil
	}
	test, err := New(spec)
	if err == nil && run != nil {
		err = test.Read(run)
	}
	if err == nil {
		match.Stop = test.Stop(match)
	}
	return test, err
}

// Read takes the parts that a run has.
func (t *Test) Read(run *dataset.Reader) error {
	for _, p := range run.Manifest.Parts {
		deals, err := t.count(rowsOf(run, p))
		if err == nil {
			err = t.add(int64(p.Number), deals)
		}
		if err != nil {
			return fmt.Errorf("run %s: %s: %w", run.Dir, p.Name, err)
		}
	}
	return nil
}

// Parts is after how many parts the test of a run has ended it, by the games that
// it has, or else how many parts from the first on it has without a gap.
func Parts(run *dataset.Reader) (parts int64, over bool, err error) {
	t, err := New(&run.Manifest.Spec)
	if err == nil {
		err = t.Read(run)
	}
	if err != nil {
		return 0, false, err
	}
	parts, over = t.Seen()
	return parts, over, nil
}

// Seen is how many parts, from the first on without a gap, the test has looked
// at, and whether it has come to a decision with the last of them.
func (t *Test) Seen() (parts int64, over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sequence.seen()
}

func (t *Test) add(part int64, deals [cells]uint64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sequence.add(int(part), deals)
}

// Stop is what ends a match by the test.
func (t *Test) Stop(match *sim.Match) sim.Stop { return stop{t, match} }

type stop struct {
	*Test
	match *sim.Match
}

// Part takes a part that was played.
func (s stop) Part(number int64, games []sim.Record) error {
	deals, err := s.count(recordsOf(s.match, games))
	if err != nil {
		return err
	}
	return s.add(number, deals)
}

// sequence is a test of pairs or of games.
type sequence interface {
	add(part int, deals [cells]uint64) error
	seen() (parts int64, over bool)
	fill(*Outcome)
}

type (
	pairs struct {
		*stats.Sequential[stats.Pentanomial]
	}
	games struct {
		*stats.Sequential[stats.Trinomial]
	}
)

func newPairs(s stats.SPRT) (pairs, error) {
	q, err := stats.NewSequential[stats.Pentanomial](s)
	return pairs{q}, err
}

func newGames(s stats.SPRT) (games, error) {
	q, err := stats.NewSequential[stats.Trinomial](s)
	return games{q}, err
}

func (p pairs) add(part int, deals [cells]uint64) error {
	_, err := p.Add(part, deals)
	return err
}

func (g games) add(part int, deals [cells]uint64) error {
	_, err := g.Add(part, stats.Trinomial(deals[:3]))
	return err
}

func (p pairs) seen() (int64, bool) { return seen(p.State()) }
func (g games) seen() (int64, bool) { return seen(g.State()) }

func seen[C any](s stats.State[C]) (int64, bool) {
	return int64(s.Parts), s.Decision != stats.Continue
}

func (p pairs) fill(o *Outcome) {
	s := p.State()
	fill(o, p.Sequential, s, s.Counts[:])
}

func (g games) fill(o *Outcome) {
	s := g.State()
	fill(o, g.Sequential, s, s.Counts[:])
}
