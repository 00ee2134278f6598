package report

import (
	"cmp"
	"maps"
	"slices"

	"quadword/engine"
)

// pair names two agents, the lesser name first.
type pair struct{ a, b string }

// contest is what two agents did against each other, by deal.
type contest struct {
	deals map[outcome]int64
	now   outcome // the deal at hand
}

// outcome is what the first of two agents had of a deal: points in halves, 2 for
// each time that it was placed before the other and 1 for a shared place, of as
// many meetings. Two copies of an agent in a game are two meetings.
type outcome struct{ halves, meetings int64 }

// places are those of the seats, 0 for the first; who shares one is as far ahead
// as the other. Who forfeits is behind all who do not.
func (t *tally) places(g *game) (places [engine.MaxSeats]int8) {
	out := func(seat int) bool { return g.EndReason == forfeit && g.Faults[seat] > 0 }
	ahead := func(a, b int) bool {
		switch {
		case out(a) || out(b):
			return out(b) && !out(a)
		case g.Score[a] != g.Score[b] || t.tieBreak == engine.TieDraw:
			return g.Score[a] > g.Score[b]
		}
		return g.ScoreBeforeEnd[a] > g.ScoreBeforeEnd[b]
	}
	for seat := range g.Score {
		for other := range g.Score {
			if ahead(other, seat) {
				places[seat]++
			}
		}
	}
	return places
}

// meet counts the meetings of a game.
func (t *tally) meet(g *game) {
	places := t.places(g)
	for i, a := range g.Agent {
		for j, b := range g.Agent {
			if a >= b {
				continue // of each two once, and no agent meets itself
			}
			if t.contests == nil {
				t.contests = map[pair]*contest{}
			}
			c := t.contests[pair{a, b}]
			if c == nil {
				c = &contest{deals: map[outcome]int64{}}
				t.contests[pair{a, b}] = c
			}
			c.now.meetings++
			c.now.halves += int64(1 + cmp.Compare(places[j], places[i]))
		}
	}
	t.finishes.add(g, places)
}

// closeDeal ends the deal at hand.
func (c *contest) closeDeal() {
	if c.now.meetings > 0 {
		c.deals[c.now]++
		c.now = outcome{}
	}
}

func (c *contest) merge(o *contest) {
	for what, n := range o.deals {
		c.deals[what] += n
	}
}

// sorted are the outcomes that were seen.
func (c *contest) sorted() []outcome {
	return slices.SortedFunc(maps.Keys(c.deals), func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.meetings, b.meetings), cmp.Compare(a.halves, b.halves))
	})
}

// most is the number of games up to which they are kept for the ratings: 16 bytes
// each, and some 60 more while these are computed.
const most = 1_000_000

// finishes are who came in in which place, game by game.
type finishes struct {
	games    []finish
	patterns []pattern
	numbers  map[pattern]int32
	dropped  bool // there were more games than are kept
}

// finish is a game, and which of the patterns it is one of.
type finish struct {
	deal    int64
	pattern int32
}

// pattern is the agents of a game and their places.
type pattern struct {
	seats  int
	agents [engine.MaxSeats]string
	places [engine.MaxSeats]int8
}

func (f *finishes) add(g *game, places [engine.MaxSeats]int8) {
	p := pattern{seats: len(g.Agent), places: places}
	copy(p.agents[:], g.Agent)
	f.keep(g.DealID, p)
}

func (f *finishes) keep(deal int64, p pattern) {
	if f.dropped {
		return
	}
	if len(f.games) == most {
		*f = finishes{dropped: true}
		return
	}
	n, known := f.numbers[p]
	if !known {
		if f.numbers == nil {
			f.numbers = map[pattern]int32{}
		}
		n = int32(len(f.patterns))
		f.numbers[p] = n
		f.patterns = append(f.patterns, p)
	}
	f.games = append(f.games, finish{deal, n})
}

func (f *finishes) merge(o *finishes) {
	if o.dropped {
		*f = finishes{dropped: true}
	}
	for _, g := range o.games {
		f.keep(g.deal, o.patterns[g.pattern])
	}
}
