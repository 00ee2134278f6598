package endgame

// clock is how many turns are left until a game ends without anyone going out.
type clock struct {
	scoreless int32 // scoreless turns
	passes    int32 // passes, if rounds of them end the game
}

// never is a clock that does not run out.
const never = 1 << 30

func (c clock) over() bool { return c.scoreless <= 0 || c.passes <= 0 }

// after is the clock after a play; a play of no tiles is the pass.
func (s *Solver) after(c clock, p *play) clock {
	switch {
	case p.N == 0:
		return clock{c.scoreless - 1, c.passes - 1}
	case s.stalls(p.Score):
		return clock{c.scoreless - 1, s.full.passes}
	}
	return s.full
}

// stalls tells whether a play of so many points counts as scoreless.
func (s *Solver) stalls(score int32) bool { return score == 0 && !s.rules.ZeroPlayResets }

// canonical is the clock that stands for all with the same value.
//
// While every play sets the count back, passes are worth something only to
// end the game. Let a and -b be what playing on is worth to the one who wants
// more and to the other, e the end of the game right now. With one turn left
// the mover has max(a, e), with two max(a, min(-b, e)), and with n > 2 turns
// this too, since x -> max(a, min(-b, x)) changes nothing when it is done
// twice. So two turns stand for any greater number.
//
// Plays that count as scoreless take tiles without points. With z of them on
// the racks the same argument, for each parity, holds from 2+2z turns on.
func (s *Solver) canonical(c clock) clock {
	if c.passes >= never {
		c.passes = never
	}
	z := int32(0)
	if !s.rules.ZeroPlayResets {
		z = s.sides[0].zeros + s.sides[1].zeros
	}
	switch {
	case z == 0:
		n := min(c.scoreless, c.passes, 2)
		return clock{n, n}
	case c.passes == never:
		if most := 2 + 2*z; c.scoreless > most+1 {
			c.scoreless = most + (c.scoreless-most)&1
		}
	}
	return c
}

// out is what going out wins while the other holds tiles of so many points.
func (s *Solver) out(points int32) int32 { return s.outTimes * points }
