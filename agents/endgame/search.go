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
// is a bound. A nil play is the pass.
func (s *Solver) try(p *play, alpha, beta int32, depth int) (value int32, sure bool) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	var pass play
	clock := s.clock
	next := s.after(clock, p == nil, 0)
	if p != nil {
		next = s.after(clock, false, p.Score)
	} else {
		p = &pass
	}
	if me.points == p.face && me.rack.Len() == int(p.N) {
		return p.Score + s.out(you.points), true
	}
	if next.over() {
		return p.Score + you.points - (me.points - p.face), true
	}
	s.take(p)
	s.clock = s.canonical(next)
	key := s.key(s.clock)
	e, found := s.table.find(key)
	alpha, beta = p.Score-beta, p.Score-alpha
	if found && (e.info.depth() == whole || e.info.depth() >= depth) && usable(e, alpha, beta) {
		value, sure = e.value, e.info.depth() == whole
	} else {
		move := uint64(1 << moveBits)
		if found {
			move = e.info.move()
		}
		before := s.nodes
		var best uint64
		var m mark
		if p != &pass {
			m = s.lay(p)
		}
		value, best, sure = s.search(alpha, beta, depth, move)
		if p != &pass {
			s.lift(p, m)
		}
		if !s.stopped {
			bnd := exactly
			if value <= alpha {
				bnd = atMost
			} else if value >= beta {
				bnd = atLeast
			}
			d := depth
			if sure {
				d = whole
			}
			s.table.store(key, value, best, max(min(d, whole), 0), bnd, s.nodes-before)
		}
	}
	s.clock = clock
	s.give(p)
	return p.Score - value, sure
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
func (s *Solver) search(alpha, beta int32, depth int, first uint64) (best int32, bestMove uint64, sure bool) {
	s.nodes++
	if s.opts.Nodes > 0 && s.nodes > s.opts.Nodes {
		s.stopped = true
		return 0, 0, false
	}
	base := len(s.candidates)
	best, bestMove = s.gather(alpha, beta, first)
	sure = true
	me := &s.sides[s.mover]
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
		var p *play
		hash := uint64(0)
		if c.at >= 0 {
			play := me.plays[c.at]
			p, hash = &play, play.hash
		}
		var v int32
		var whole bool
		d := depth - 1
		if len(s.candidates) == base+1 {
			d = depth // a forced move
		}
		if i == base {
			v, whole = s.try(p, a, beta, d)
		} else {
			v, whole = s.try(p, a, a+1, d)
			if v > a && v < beta {
				v, whole = s.try(p, a, beta, d)
			}
		}
		if s.stopped {
			break
		}
		if v >= beta {
			sure = whole
		} else {
			sure = sure && whole
		}
		if v > best {
			best, bestMove = v, hash
		}
	}
	s.candidates = s.candidates[:base]
	return best, bestMove & (1<<moveBits - 1), sure
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

// gather appends the candidates of the mover that may be worth more than
// alpha. It returns the best value and move of those that need no search, or
// the greatest bound of those that were left out.
func (s *Solver) gather(alpha, beta int32, first uint64) (best int32, move uint64) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	best = -infinite
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
	for _, e := range me.lanes[:2*s.dim] {
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
			order := p.Score - left
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
	if o.n > 0 && !s.after(s.clock, true, 0).over() {
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
