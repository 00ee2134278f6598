package endgame

const (
	infinite = 1 << 29 // more than any value

	// Hashes of moves; that of a play is what it adds to the board's. noMove
	// looks in the table like one play of 4,096, which is then tried first for
	// no reason.
	passHash = 0
	noMove   = 1<<moveBits - 1
)

// try is what a move is worth to the mover, by a search of so many turns after
// it, and whether that holds to the end of the game; outside of alpha..beta it
// is a bound. A play of no tiles is the pass. The hint, if there is one, is a
// play of the other after it. try returns the best answer found, by its hash.
func (s *Solver) try(p *play, alpha, beta int32, depth int, hint *play) (value int32, sure bool, answer uint64) {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	if me.rack.Len() == int(p.N) {
		return p.Score + s.out(you.points), true, noMove
	}
	clock := s.clock
	next := s.after(clock, p)
	if next.over() {
		return p.Score + you.points - (me.points - p.face), true, noMove
	}
	s.take(p)
	s.clock = s.canonical(next)
	key := s.key()
	e, found := s.table.find(key)
	alpha, beta = p.Score-beta, p.Score-alpha // as the other sees it
	if found && e.info.depth() >= min(depth, whole) && e.decides(alpha, beta) {
		value, sure, answer = e.value, e.info.depth() == whole, noMove
	} else {
		value, sure, answer = s.look(p, key, e, found, alpha, beta, depth, hint)
	}
	s.give(p)
	s.clock = clock
	return p.Score - value, sure, answer
}

// look lays a play that is taken already, searches the position, and notes the
// result. The entry is what the table has of the position, if it was found.
func (s *Solver) look(p *play, key uint64, e entry, found bool, alpha, beta int32, depth int, hint *play) (value int32, sure bool, move uint64) {
	first := uint64(noMove)
	if found {
		first = e.info.move()
	}
	before := s.nodes
	m := s.lay(p)
	value, sure, move = s.search(alpha, beta, depth, first, hint)
	s.lift(p, m)
	if !s.stopped {
		s.table.store(key, value, move, reached(depth, sure), boundOf(value, alpha, beta), s.nodes-before)
	}
	return value, sure, move
}

// reached is the depth of a result for the table.
func reached(depth int, sure bool) int {
	if sure {
		return whole
	}
	return max(min(depth, deepest), 0)
}

// patience is after how many nodes the search asks whether it is to end, a
// power of two: some milliseconds.
const patience = 256

// spent counts a node and tells whether there was none left to look into.
func (s *Solver) spent() bool {
	if s.limit > 0 && s.nodes == s.limit {
		s.stopped = true
	} else if s.nodes%patience == 0 {
		select {
		case <-s.done:
			s.stopped = true
		default:
		}
	}
	if !s.stopped {
		s.nodes++
	}
	return s.stopped
}

// search is negamax with null windows for all but the first move (principal
// variation search; Marsland and Campbell, "Parallel search of strongly
// ordered game trees", 1982). The hint is tried first, then the move with the
// hash that is given, then the others in order. At depth 0 and below only one
// move is followed, so that leaves are games played to the end.
func (s *Solver) search(alpha, beta int32, depth int, first uint64, hint *play) (best int32, sure bool, move uint64) {
	if s.spent() {
		return 0, false, noMove
	}
	best, sure, move = -infinite, true, noMove
	if depth <= 0 {
		hint = nil
	}
	if hint != nil {
		best, sure, _ = s.try(hint, alpha, beta, depth-1, nil)
		move = hint.hash
		if best >= beta || s.stopped {
			return best, sure, move
		}
	}
	base := len(s.candidates)
	if b, m := s.gather(max(alpha, best), beta, first); b > best {
		best, move = b, m
	}
	var hints hints
	var ahead ahead
	if depth > 0 && len(s.candidates) > base {
		hints.begin(s)
	}
	if len(s.candidates) == base+1 {
		depth++ // a forced move is no choice
	}
	for i := base; best < beta && i < len(s.candidates); i++ {
		pick(s.candidates[i:])
		c := s.candidates[i]
		from, to := max(alpha, best), beta
		if c.most <= from {
			best = max(best, c.most)
			continue
		}
		if depth <= 0 && i > base {
			sure = false
			break
		}
		var p play
		if c.at >= 0 {
			p = s.sides[s.mover].plays[c.at]
		}
		if hint != nil && hint.hash == p.hash {
			continue
		}
		if i > base || hint != nil {
			to = from + 1
		}
		h := hints.after(s, &p)
		if i > base && depth > 1 && ahead.serves(s, &p, h) {
			ahead.enter(s, h)
			v, w, yes := ahead.refutes(s, &p, from, depth-1)
			if s.stopped {
				break
			}
			if yes {
				sure = sure && w
				if v > best {
					best, move = v, p.hash
				}
				continue
			}
		}
		ahead.leave(s)
		v, w, answer := s.try(&p, from, to, depth-1, h)
		if v >= to && v < beta && !s.stopped {
			v, w, answer = s.try(&p, from, beta, depth-1, h)
		}
		if s.stopped {
			break
		}
		if v <= from {
			hints.answered(s, answer)
		}
		sure = w && (sure || v >= beta)
		if v > best {
			best, move = v, p.hash
		}
	}
	ahead.leave(s)
	s.candidates = s.candidates[:base]
	return best, sure, move
}
