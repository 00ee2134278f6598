package endgame

import "math/bits"

// infinite is more than any value.
const infinite = 1 << 29

// candidate is a move to be searched.
type candidate struct {
	order int32 // the greatest is searched first
	most  int32 // what it is worth at most
	at    int32 // in side.plays; -1 is the pass
}

// try is what a move is worth to the mover, by a search of so many turns after
// it, and whether that holds to the end of the game. Outside of alpha..beta it
// is a bound. A play of no tiles is the pass. The reply, if there is one, is a
// legal play of the other after it, to be tried first; try returns the best
// one that was found, by its hash.
func (s *Solver) try(p *play, alpha, beta int32, depth int, reply *play) (value int32, sure bool, best uint64) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	if me.rack.Len() == int(p.N) {
		return p.Score + s.out(you.points), true, 0
	}
	clock := s.clock
	next := s.after(clock, p)
	if next.over() {
		return p.Score + you.points - (me.points - p.face), true, 0
	}
	s.take(p)
	s.clock = s.canonical(next)
	key := s.key(s.clock)
	e, found := s.table.find(key)
	alpha, beta = p.Score-beta, p.Score-alpha
	if found && e.info.depth() >= min(depth, whole) && usable(e, alpha, beta) {
		value, sure = e.value, e.info.depth() == whole
	} else {
		move := uint64(noMove)
		if found {
			move = e.info.move()
			if reply != nil && reply.hash&(1<<moveBits-1) != move {
				reply = nil
			}
		}
		before := s.nodes
		m := s.lay(p)
		value, best, sure = s.search(alpha, beta, depth, move, reply)
		s.lift(p, m)
		if !s.stopped {
			bnd := exactly
			if value <= alpha {
				bnd = atMost
			} else if value >= beta {
				bnd = atLeast
			}
			d := max(min(depth, deepest), 0)
			if sure {
				d = whole
			}
			s.table.store(key, value, best, d, bnd, s.nodes-before)
		}
	}
	s.clock = clock
	s.give(p)
	return p.Score - value, sure, best
}

// usable tells whether what is known of a position decides it in a window.
func usable(e entry, alpha, beta int32) bool {
	switch e.info.bound() {
	case exactly:
		return true
	case atLeast:
		return e.value >= beta
	}
	return e.value <= alpha
}

// search is negamax with principal variation search.
func (s *Solver) search(alpha, beta int32, depth int, first uint64, reply *play) (best int32, bestMove uint64, sure bool) {
	s.nodes++
	if s.opts.Nodes > 0 && s.nodes > s.opts.Nodes {
		s.stopped = true
		return 0, noMove, false
	}
	best, sure = -infinite, true
	bestMove = noMove
	if reply != nil && depth > 0 {
		best, sure, _ = s.try(reply, alpha, beta, depth-1, nil)
		bestMove = reply.hash
		if best >= beta || s.stopped {
			return best, bestMove, sure
		}
	}
	base := len(s.candidates)
	if b, m := s.gather(max(alpha, best), beta, first); b > best {
		best, bestMove = b, m
	}
	me := &s.sides[s.mover]
	var hint hint
	for i := base; best < beta && i < len(s.candidates); i++ {
		pick(s.candidates[i:])
		c := s.candidates[i]
		a := max(alpha, best)
		if c.most <= a {
			best = max(best, c.most)
			continue
		}
		if depth <= 0 && i > base {
			sure = false
			break
		}
		var p play
		if c.at >= 0 {
			p = me.plays[c.at]
		}
		if reply != nil && reply.hash == p.hash {
			continue
		}
		d := depth - 1
		if len(s.candidates) == base+1 {
			d = depth // a forced move
		}
		b := beta
		if i > base || reply != nil {
			b = a + 1
		}
		h := hint.after(s, &p)
		v, whole, answer := s.try(&p, a, b, d, h)
		if v > a && v < beta && b < beta && !s.stopped {
			v, whole, answer = s.try(&p, a, beta, d, h)
		}
		if s.stopped {
			break
		}
		if v >= beta {
			sure = whole
		} else {
			sure = sure && whole
			if v <= a {
				hint.set(s, answer)
			}
		}
		if v > best {
			best, bestMove = v, p.hash
		}
	}
	s.candidates = s.candidates[:base]
	return best, bestMove, sure
}

// hint is a play of the other that answered a move well.
type hint struct {
	play play
	on   squares // what it depends on
}

// set makes the answer with a hash the hint, if it is a play on the board of
// now.
func (h *hint) set(s *Solver, hash uint64) {
	if hash == noMove || hash == 0 || hash == h.play.hash {
		return
	}
	d := &s.sides[s.mover^1]
	for _, e := range d.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			if d.plays[i].hash == hash {
				h.play = d.plays[i]
				h.on = s.dependsOn(&h.play)
				return
			}
		}
	}
}

// after is the play if it is one after a move of the mover too.
func (h *hint) after(s *Solver, p *play) *play {
	if h.play.N == 0 || p.N > 0 && h.on.filledBy(s, p) {
		return nil
	}
	return &h.play
}

// noMove stands for no move in the table. A play has it by chance at most; it
// is then tried first for no reason.
const noMove = 1<<moveBits - 1

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

// gather appends the candidates of the mover that may be worth more than
// alpha. It returns the best value and move of those that need no search, or
// the greatest bound of those that were left out.
func (s *Solver) gather(alpha, beta int32, first uint64) (best int32, move uint64) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	best = -infinite
	me.renew(s)
	you.renew(s)
	if me.held == 0 { // by a position set up so
		return s.out(you.points), 0
	}
	s.findOuts(s.mover)
	if o := &s.outs[s.mover]; o.n > 0 {
		best, move = o.gain[0]+s.out(you.points), me.plays[o.at[0]].hash
		if best >= beta {
			return best, move
		}
		alpha = max(alpha, best)
	}
	s.findOuts(s.mover ^ 1)
	o := &s.outs[s.mover^1]
	if o.n > 0 {
		s.watch(s.mover ^ 1)
	}
	all := uint8(1<<o.n - 1)
	for _, e := range me.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			used := me.used[i]
			if !me.held.holds(used) || used == me.held {
				continue
			}
			p := &me.plays[i]
			most := int32(infinite)
			left := me.points - p.face
			if o.n > 0 && !s.stalls(p.Score) {
				if free := all &^ s.disturbed(p); free != 0 {
					most = p.Score - o.gain[bits.TrailingZeros8(free)] - s.out(left)
				}
			}
			if most <= alpha {
				best = max(best, most)
				continue
			}
			order := p.Score - 2*left
			if most < infinite {
				order = most
			}
			if p.hash&(1<<moveBits-1) == first {
				order = infinite
			}
			s.candidates = append(s.candidates, candidate{order, most, i})
		}
	}
	most := int32(infinite)
	if o.n > 0 && !s.after(s.clock, &play{}).over() {
		most = -o.gain[0] - s.out(me.points)
	}
	if most <= alpha {
		best = max(best, most)
	} else {
		order := -me.points
		if first == 0 {
			order = infinite
		}
		s.candidates = append(s.candidates, candidate{order, most, -1})
	}
	return best, move
}
