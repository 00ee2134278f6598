package preendgame

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	// playedShare is the part of the nodes, in eighths, that may go into static
	// play-outs of all candidates.
	playedShare = 2
	// leastNodes is what the search of an endgame is given at least: with fewer
	// it seldom finishes its first look.
	leastNodes = 30
	// block is how many deals a candidate is played in at a time: the board after
	// it is worked out once for all of them.
	block = 8
	// candidateNodes is how many nodes there must be for each candidate: fewer of
	// them, by static evaluation, are compared with less, so that all are
	// played out in some deals.
	candidateNodes = 256
	// finalists are told apart by their spread.
	finalists = 2
)

// compare ranks the candidates by successive halving (Karnin, Koren and Somekh,
// "Almost optimal exploration in multi-armed bandits", 2013): all of them by
// static play-outs, then the better half by who wins the endgames, with more
// nodes for each, and so on. What is left at the end and wins as much is told
// apart by the spread.
func (s *Solver) compare(ctx context.Context) error {
	alive, budget := len(s.candidates), s.opts.Nodes
	if budget == 0 {
		return s.round(ctx, solved, alive, math.MaxInt64)
	}
	if alive == 1 {
		return nil
	}
	alive = int(min(int64(alive), max(finalists, budget/candidateNodes)))
	if err := s.round(ctx, played, alive, budget*playedShare/8); err != nil {
		return err
	}
	for last := false; !last; {
		alive = min(half(alive), s.possible(alive))
		last = alive <= finalists
		until := s.player.nodes + (budget-s.player.nodes)/roundsFrom(alive)
		if err := s.round(ctx, won, alive, until); err != nil {
			return err
		}
	}
	if alive = s.tied(s.possible(alive)); alive > 1 {
		if err := s.round(ctx, solved, alive, budget); err != nil {
			return err
		}
	}
	return s.finish(ctx, budget)
}

// finish spends what is left on those that were left behind, and on the spreads
// of all that win as much as the best. What it finds counts if all of it is found,
// since candidates of which more is known than of others do not compare.
func (s *Solver) finish(ctx context.Context, budget int64) error {
	all := len(s.candidates)
	for _, to := range [...]level{won, solved} {
		s.before = append(s.before[:0], s.candidates...)
		n := all
		if to == solved {
			n = s.tied(s.possible(all))
		}
		// The fewer endgames are open, the more nodes each of them is given.
		open := s.open(n, to)
		for more := true; more && open > 0 && s.player.nodes < budget; {
			if err := s.round(ctx, to, n, budget); err != nil {
				return err
			}
			before := open
			open = s.open(n, to)
			more = open < before
		}
		if open > 0 {
			copy(s.candidates, s.before)
			return nil
		}
		s.rank(all)
	}
	return nil
}

// open is in how many deals the first so many candidates, but for those that are
// out, have not come to a level.
func (s *Solver) open(n int, to level) (deals int64) {
	for i := range s.candidates[:n] {
		c := &s.candidates[i]
		for deal := range s.deals {
			if !c.out && s.cell(c, deal).level < to {
				deals++
			}
		}
	}
	return deals
}

// half is how many of so many candidates go on.
func half(n int) int { return max(finalists, (n+1)/2) }

// roundsFrom is how many rounds are to come if so many candidates are left, with
// that of the spread.
func roundsFrom(alive int) int64 {
	rounds := int64(2)
	for ; alive > finalists; alive = half(alive) {
		rounds++
	}
	return rounds
}

// round brings the first so many candidates to a level in every deal, until so
// many nodes are used, and ranks them. Each endgame is given what is
// left of these, divided by the deals to come.
func (s *Solver) round(ctx context.Context, to level, alive int, until int64) error {
	p := &s.player
	todo := s.open(alive, to)
	step := block
	if to == played {
		step = 1 // however few nodes there are, all are to meet as many deals
	}
	for from := 0; from < len(s.deals); from += step {
		end := min(from+step, len(s.deals))
		for i := range s.candidates[:alive] {
			c := &s.candidates[i]
			p.generator.Follow(s.view)
			for deal := from; deal < end; deal++ {
				if c.out || s.cell(c, deal).level >= to {
					continue
				}
				if p.nodes >= until {
					s.rank(alive)
					return nil
				}
				p.limit = max(leastNodes, (until-p.nodes)/todo)
				todo--
				if err := s.raise(ctx, c, deal, to); err != nil {
					return err
				}
			}
		}
		s.covered = max(s.covered, end)
		if to != solved {
			s.bound(alive)
		}
	}
	s.rank(alive)
	return nil
}

// raise brings a candidate to a level in a deal, or as near as it gets.
func (s *Solver) raise(ctx context.Context, c *Candidate, deal int, to level) error {
	cell, p := s.cell(c, deal), &s.player
	if cell.level == unknown && to == won {
		if err := s.raise(ctx, c, deal, played); err != nil {
			return err
		}
	}
	p.level = to
	w, reached, err := p.play(ctx, s.view, &c.Scored, &s.deals[deal])
	if err != nil {
		return err
	}
	if cell.level < won {
		cell.wins = w.wins
	}
	if to != won {
		cell.spread = w.spread
	}
	cell.level = max(cell.level, reached)
	return nil
}

// bound bounds what candidates win by what is certain, and tells which of them
// are out.
func (s *Solver) bound(alive int) {
	best := int64(0)
	for i := range s.candidates[:alive] {
		c := &s.candidates[i]
		c.least, c.most = 0, 0
		for deal := range s.deals {
			cell := s.cell(c, deal)
			if cell.level >= won {
				c.least += cell.wins
				c.most += cell.wins
			} else {
				c.most += 2 * s.each * s.deals[deal].ways
			}
		}
		best = max(best, c.least)
	}
	for i := range s.candidates[:alive] {
		s.candidates[i].out = s.candidates[i].most < best
	}
}

// rank orders the first so many candidates, the best first, those that are out
// last.
func (s *Solver) rank(alive int) {
	s.bound(alive)
	for i := range s.candidates[:alive] {
		c := &s.candidates[i]
		c.Arrangements, c.Wins, c.Spread, c.Exact = 0, 0, 0, s.covered == len(s.deals)
		for deal := range s.deals[:s.covered] {
			cell := s.cell(c, deal)
			c.Exact = c.Exact && cell.level == solved
			if cell.level > unknown {
				c.Arrangements += s.each * s.deals[deal].ways
				c.Wins += cell.wins
				c.Spread += cell.spread
			}
		}
	}
	slices.SortFunc(s.candidates[:alive], func(a, b Candidate) int {
		switch {
		case a.out != b.out:
			if a.out {
				return 1
			}
			return -1
		case a.Wins != b.Wins:
			return cmp.Compare(b.Wins, a.Wins)
		case a.Spread != b.Spread:
			return cmp.Compare(b.Spread, a.Spread)
		default:
			return a.Valued.Compare(&b.Valued)
		}
	})
}

// possible is how many of the first so many candidates, which are ranked, are
// not out.
func (s *Solver) possible(alive int) int {
	for alive > 1 && s.candidates[alive-1].out {
		alive--
	}
	return alive
}

// tied is how many of them win as much as the first one.
func (s *Solver) tied(alive int) int {
	n := 1
	for n < alive && s.candidates[n].Wins == s.candidates[0].Wins {
		n++
	}
	return n
}

// certain tells whether no other candidate can be better than the first.
func (s *Solver) certain() bool {
	first := &s.candidates[0]
	s.bound(len(s.candidates))
	for i := range s.candidates[1:] {
		c := &s.candidates[1+i]
		if c.most > first.least || c.most == first.least && !(first.Exact && c.Exact) {
			return false
		}
	}
	return true
}
