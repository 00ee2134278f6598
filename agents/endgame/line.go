package endgame

import "quadword/engine"

// line plays the game on from a result to its end, each move found as the
// first was, and takes all back. It ends early if the budget does.
func (s *Solver) line(res Result) (line []engine.Move) {
	type step struct {
		play  play
		mark  mark
		clock clock
	}
	var steps []step
	for {
		p := s.rootPlay(res.Move)
		line = append(line, p.Move)
		if s.sides[s.mover].rack.Len() == int(p.N) || s.after(s.clock, &p).over() {
			break
		}
		at := step{play: p, clock: s.clock}
		s.clock = s.after(s.clock, &p)
		s.take(&p)
		at.mark = s.lay(&p)
		steps = append(steps, at)
		if s.rules.EndWhenStuck && s.stuck() {
			break
		}
		if res = s.solve(); !res.Exact {
			break
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		at := &steps[i]
		s.lift(&at.play, at.mark)
		s.give(&at.play)
		s.clock = at.clock
	}
	return line
}

// rootPlay is a move of the list, which may be in any order.
func (s *Solver) rootPlay(m engine.Move) play {
	for i := range s.root {
		if s.root[i].play.Move == m {
			return s.root[i].play
		}
	}
	panic("endgame: the best move is not in the list")
}

// stuck tells whether neither side has a play.
func (s *Solver) stuck() bool {
	for i := range s.sides {
		s.sides[i].renew(s)
		if !s.sides[i].none(s) {
			return false
		}
	}
	return true
}
