package endgame

// ahead is a hint that is laid before the mover's play instead of after it.
// Two plays that leave each other alone can be laid in either order, so the
// plays that both sides have after the hint are found once for all moves that
// it answers, and only what the move changes is found for each.
type ahead struct {
	play play // of no tiles if none is laid
	mark mark
}

// enter lays a hint. The mover stays the same.
func (a *ahead) enter(s *Solver, hint *play) {
	if a.play.N > 0 && a.play.hash == hint.hash {
		return
	}
	a.leave(s)
	a.play = *hint
	s.mover ^= 1
	s.take(&a.play)
	a.mark = s.lay(&a.play)
	s.sides[0].renew(s)
	s.sides[1].renew(s)
}

// leave takes the hint back.
func (a *ahead) leave(s *Solver) {
	if a.play.N > 0 {
		s.lift(&a.play, a.mark)
		s.give(&a.play)
		s.mover ^= 1
		a.play.N = 0
	}
}

// refutes tells whether the hint that is laid answers a play of the mover so
// that it is worth no more than alpha, and what it then is worth at most. It
// is try with the window alpha..alpha+1, for the one move and the one reply.
func (a *ahead) refutes(s *Solver, p *play, alpha int32, depth int) (value int32, sure, yes bool) {
	you := &s.sides[s.mover^1]
	s.take(p)
	clock := s.clock
	s.clock = s.canonical(s.full)
	defer func() {
		s.clock = clock
		s.give(p)
	}()

	// The position after the play: the other holds the tiles of the hint yet.
	s.hash -= a.play.hash
	you.held += a.used(you)
	key := s.key()
	you.held -= a.used(you)
	s.hash += a.play.hash
	beta := p.Score - alpha // as the other sees it
	if e, found := s.table.find(key); found && e.info.depth() >= min(depth, whole) && e.decides(beta-1, beta) {
		return p.Score - e.value, e.info.depth() == whole, e.value >= beta
	}
	if s.spent() {
		return 0, false, false
	}
	before := s.nodes - 1

	// The position after the hint.
	s.mover ^= 1
	defer func() { s.mover ^= 1 }()
	most := a.play.Score - beta // as the mover sees it
	key2 := s.key()
	e, found := s.table.find(key2)
	if found && e.info.depth() >= min(depth-1, whole) && e.decides(most, most+1) {
		value, sure = e.value, e.info.depth() == whole
	} else {
		first := uint64(noMove)
		if found {
			first = e.info.move()
		}
		at := s.nodes
		m := s.lay(p)
		var answer uint64
		value, sure, answer = s.search(most, most+1, depth-1, first, nil)
		s.lift(p, m)
		if s.stopped {
			return 0, false, false
		}
		s.table.store(key2, value, answer, reached(depth-1, sure), boundOf(value, most, most+1), s.nodes-at)
	}
	value = a.play.Score - value
	if value < beta {
		return 0, false, false
	}
	s.table.store(key, value, a.play.hash, reached(depth, sure), atLeast, s.nodes-before)
	return p.Score - value, sure, true
}

// used is the tiles of the hint.
func (a *ahead) used(d *side) (used counts) {
	for _, t := range a.play.Tiles[:a.play.N] {
		used += d.one[t.FromRack()]
	}
	return used
}
