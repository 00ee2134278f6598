package endgame

// candidate is a move to be searched.
type candidate struct {
	order int32 // the greatest is searched first
	most  int32 // what it is worth at most
	at    int32 // in side.plays; -1 is the pass
}

// promise is the measure by which plays are tried: the points, less what the
// tiles kept cost if the other goes out next. Twice their points took a tenth
// fewer nodes than once, for all ways to settle racks.
func (d *side) promise(p *play) int32 { return p.Score - 2*(d.points-p.face) }

// gather appends the candidates of the mover that may be worth more than
// alpha. It returns the best value, and its move, of what needs no search: of
// going out, and of the bounds of moves that are left out.
//
// A move is worth at most what it leaves if the other then goes out with a
// play that it does not disturb. That decides most moves of late positions
// without looking at them.
func (s *Solver) gather(alpha, beta int32, first uint64) (best int32, move uint64) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	me.renew(s)
	if me.held == 0 {
		you.renew(s)
		return s.idle(you), passHash
	}
	best, move = -infinite, noMove
	if at := me.bestOut(s); at >= 0 {
		best, move = me.plays[at].Score+s.out(you.points), me.plays[at].hash
		if best >= beta {
			return best, move
		}
		alpha = max(alpha, best)
	}
	you.renew(s)
	s.findReplies()
	for _, e := range me.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			if me.used[i] == me.held {
				continue // goes out
			}
			p := &me.plays[i]
			c := candidate{at: i}
			c.order, c.most = s.judge(p)
			if c.most <= alpha {
				best = max(best, c.most)
				continue
			}
			if p.hash&(1<<moveBits-1) == first {
				c.order = infinite
			}
			s.candidates = append(s.candidates, c)
		}
	}
	pass := candidate{at: -1}
	pass.order, pass.most = s.judge(&play{})
	switch {
	case pass.most <= alpha:
		return max(best, pass.most), move
	case first == passHash:
		pass.order = infinite
	}
	s.candidates = append(s.candidates, pass)
	return best, move
}

// judge is the order of a move that does not go out, and a bound of what it is
// worth.
func (s *Solver) judge(p *play) (order, most int32) {
	me, r := &s.sides[s.mover], &s.replies
	order, most = me.promise(p), infinite
	if r.n == 0 {
		return order, most
	}
	i, ok := s.bestReply(p)
	switch {
	case !r.out && ok:
		order -= r.gain[i]
	case !r.out:
		order -= r.gain[r.n-1]
	case ok && !s.after(s.clock, p).over():
		most = p.Score - r.gain[i] - s.out(me.points-p.face)
		order = most
	}
	return order, most
}

// bestOut is the play of the highest score that goes out, -1 for none.
func (d *side) bestOut(s *Solver) (at int32) {
	at = -1
	for _, e := range d.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			if d.used[i] == d.held && (at < 0 || d.plays[i].Score > d.plays[at].Score) {
				at = i
			}
		}
	}
	return at
}

// idle is what is won by a mover whose rack was empty when the position was
// set up: to pass is to go out, unless the game has ended before.
func (s *Solver) idle(you *side) int32 {
	if s.rules.EndWhenStuck && you.none(s) {
		return you.points
	}
	return s.out(you.points)
}

// none tells whether a side, whose lists are up to date, has no play.
func (d *side) none(s *Solver) bool {
	for _, e := range d.now().lane[:2*s.dim] {
		if e.from < e.to {
			return false
		}
	}
	return true
}

// pick brings the candidate that comes first to the front.
func pick(c []candidate) {
	best := 0
	for i := range c {
		if c[i].order > c[best].order {
			best = i
		}
	}
	c[0], c[best] = c[best], c[0]
}
