package report

import (
	"sync"

	"quadword/sim"
	"quadword/sim/dataset"
)

// Sink is a sim.Sink that counts the games of a match and keeps nothing else.
// For the same games its report is that of Read.
type Sink struct {
	match *sim.Match

	mu    sync.Mutex
	tally tally
}

// NewSink counts the games of a match.
func NewSink(match *sim.Match) *Sink {
	return &Sink{match: match, tally: tally{tieBreak: match.Rules.TieBreak}}
}

// Part counts the games of a part.
func (s *Sink) Part(_ int64, games []sim.Record) error {
	part := tally{tieBreak: s.match.Rules.TieBreak}
	for g := range s.match.Rows(games) {
		if err := part.add(gameOf(g)); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.merge(&part)
	return nil
}

// Report is what the parts counted so far show of a run, which is in that
// state.
func (s *Sink) Report(spec dataset.Spec, state dataset.State) *Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tally.report(&spec, state)
}
