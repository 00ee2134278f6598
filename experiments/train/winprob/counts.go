package winprob

import "quadword/agents/winprob"

// counts is how often each state was seen and how often it was won. Its size
// does not depend on the number of games.
type counts struct {
	game   winprob.Game
	spread int    // beyond it a spread counts as the end of the range
	cells  []cell // by turn, unseen tiles and spread
}

// cell is the states of one kind.
type cell struct{ states, halves int64 }

func newCounts(game winprob.Game, spread int) *counts {
	return &counts{game, spread, make([]cell, 2*game.Unseen()*(2*spread+1))}
}

// row is the cells of all spreads, from -spread on.
func (c *counts) row(onTurn bool, unseen int) []cell {
	i, width := unseen-1, 2*c.spread+1
	if !onTurn {
		i += c.game.Unseen()
	}
	return c.cells[i*width : (i+1)*width]
}

func (c *counts) add(s *state) {
	spread := min(max(s.spread, -c.spread), c.spread)
	at := &c.row(s.onTurn, s.unseen)[c.spread+spread]
	at.states++
	at.halves += s.halves
}

// merge adds other counts of the same game and range.
func (c *counts) merge(o *counts) {
	for i, of := range o.cells {
		c.cells[i].states += of.states
		c.cells[i].halves += of.halves
	}
}
