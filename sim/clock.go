package sim

import "sync/atomic"

// clock shows from outside for how long an agent has been thinking about a
// turn, at the price of two atomic operations a turn. Whoever watches it may
// say that the turn is late, and then that it is abandoned. Only one of the
// two sides wins: stop tells the agent's side what was said.
//
// The state is the number of the turn, over all games, and its phase.
type clock struct{ state atomic.Int64 }

type phase int64

const (
	idle phase = iota
	thinking
	late
	abandoned
	phases
)

// start begins a turn. Whoever calls it owns the clock until then.
func (c *clock) start() {
	turn := c.state.Load()/int64(phases) + 1
	c.state.Store(turn*int64(phases) + int64(thinking))
}

// stop ends a turn and gives the phase that it was in. What is abandoned stays
// so.
func (c *clock) stop() phase {
	for {
		state := c.state.Load()
		turn, was := split(state)
		if was == abandoned || c.state.CompareAndSwap(state, turn*int64(phases)) {
			return was
		}
	}
}

// read is the turn at hand and its phase.
func (c *clock) read() (turn int64, now phase) { return split(c.state.Load()) }

// say puts a turn from one phase into the next, unless it is no longer in it.
func (c *clock) say(turn int64, from, to phase) bool {
	return c.state.CompareAndSwap(turn*int64(phases)+int64(from), turn*int64(phases)+int64(to))
}

func split(state int64) (turn int64, in phase) {
	return state / int64(phases), phase(state % int64(phases))
}
