package endgame

// ahead is a hint that is laid before the mover's play instead of after it.
// Two plays that leave each other alone can be laid in either order, so the
// plays that both sides have after the hint are found once for all moves that
// it answers, and only what the move changes is found for each.
type ahead struct {
	play play // of no tiles if none is laid
	mark mark
}

// serves tells whether a hint can be laid ahead of a play of the mover. It must
// not go out, or the game would be over before that play. And the clock must
// be full after either, which a pass is against, and a rule by which plays of
// no points leave it running.
func (a *ahead) serves(s *Solver, p, hint *play) bool {
	if hint == nil || p.N == 0 || !s.rules.ZeroPlayResets {
		return false
	}
	held := s.sides[s.mover^1].rack.Len() + int(a.play.N)
	return int(hint.N) < held
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
// that the play is worth no more than alpha, and gives a bound of that. It does
// what try does with the window alpha..alpha+1, for this one reply.
func (a *ahead) refutes(s *Solver, p *play, alpha int32, depth int) (value int32, sure, yes bool) {
	beta := p.Score - alpha // as the other sees it
	clock := s.clock
	s.take(p)
	s.clock = s.canonical(s.full)
	key := a.keyBefore(s)
	if e, found := s.table.find(key); found && e.info.depth() >= min(depth, whole) && e.decides(beta-1, beta) {
		value, sure, yes = p.Score-e.value, e.info.depth() == whole, e.value >= beta
	} else if before := s.nodes; !s.spent() {
		value, sure = a.answer(s, p, beta, depth-1)
		if value >= beta && !s.stopped {
			s.table.store(key, value, a.play.hash, reached(depth, sure), atLeast, s.nodes-before)
			value, yes = p.Score-value, true
		}
	}
	s.give(p)
	s.clock = clock
	return value, sure, yes
}

// answer is what the hint is worth to the other after the play, which is taken
// but not laid, or a bound on either side of beta.
func (a *ahead) answer(s *Solver, p *play, beta int32, depth int) (value int32, sure bool) {
	s.mover ^= 1
	alpha := a.play.Score - beta // as the mover sees it
	key := s.key()
	e, found := s.table.find(key)
	if found && e.info.depth() >= min(depth, whole) && e.decides(alpha, alpha+1) {
		value, sure = e.value, e.info.depth() == whole
	} else {
		value, sure, _ = s.look(p, key, e, found, alpha, alpha+1, depth, nil)
	}
	s.mover ^= 1
	return a.play.Score - value, sure
}

// keyBefore is the key of the position before the hint is played.
func (a *ahead) keyBefore(s *Solver) uint64 {
	you := &s.sides[s.mover]
	used := a.used(you)
	s.hash -= a.play.hash
	you.held += used
	key := s.key()
	you.held -= used
	s.hash += a.play.hash
	return key
}

// used is the tiles of the hint.
func (a *ahead) used(d *side) (used counts) {
	for _, t := range a.play.Tiles[:a.play.N] {
		used += d.one[t.FromRack()]
	}
	return used
}
