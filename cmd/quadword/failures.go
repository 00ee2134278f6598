package main

import (
	"sync"

	"quadword/sim"
)

// shownFailures is how many turns at which an agent failed a run tells of. The
// dataset has them all.
const shownFailures = 5

// failures gathers what there is to tell of agents that failed.
type failures struct {
	mu    sync.Mutex
	count int
	first []*sim.FaultError
}

// add takes note of a turn at which an agent failed.
func (f *failures) add(e *sim.FaultError) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count++; len(f.first) < shownFailures {
		f.first = append(f.first, e)
	}
}

// tell tells of the first ones, which of several workers found, and where the
// first panic came from.
func (f *failures) tell(a *app) {
	stack := false
	for _, e := range f.first {
		a.warn("%v", e)
		if !stack && len(e.Stack) > 0 {
			a.warn("%s", e.Stack)
			stack = true
		}
	}
	if more := f.count - len(f.first); more > 0 {
		a.warn("agents failed at %d turns more", more)
	}
}
