package endgame

import (
	"slices"

	"quadword/engine/movegen"
)

// rootMove is a move of the position to be solved.
type rootMove struct {
	play play  // of no tiles: the pass
	most int32 // what it is worth at most, by the last search
}

func (m *rootMove) compare(o *rootMove) int { return m.play.Scored.Compare(&o.play.Scored) }

// The first searches are shallow and look for a good order of moves. On
// self-play endgames a third one saved 5 % of the nodes of the last search and
// took half of the time.
const (
	shallow = 2
	endless = 1 << 20
)

// solve searches the position, deeper and deeper, until no leaf was anything
// but the end of a game. The moves that are best are told apart last.
func (s *Solver) solve() Result {
	res := s.deepen(-infinite, infinite)
	if res.Exact {
		best := s.firstOf(res.Value)
		res.Move, res.Score, res.Nodes = best.Move, best.Score, s.nodes
	}
	return res
}

// deepen is solve for a value between alpha and beta; of one outside it finds a
// bound. Which of the best moves it finds is left to chance.
func (s *Solver) deepen(alpha, beta int32) Result {
	s.listMoves()
	first := &s.root[0]
	res := Result{Move: first.play.Move, Score: first.play.Score, Value: first.most}
	for depth := 1; ; depth++ {
		if depth > shallow {
			depth = endless
		}
		value, sure := s.iterate(depth, alpha, beta)
		if s.stopped && (res.Searched || value == -infinite) {
			break
		}
		best := &s.root[0].play
		res.Move, res.Score, res.Value, res.Exact, res.Searched = best.Move, best.Score, value, sure, true
		if sure || s.stopped {
			break
		}
	}
	res.Nodes = s.nodes
	return res
}

// listMoves lists all moves of the mover by what they promise.
func (s *Solver) listMoves() {
	me, you := &s.sides[s.mover], &s.sides[s.mover^1]
	me.renew(s)
	you.renew(s) // once, and not after each of the moves
	s.root = append(s.root[:0], rootMove{})
	for _, e := range me.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			s.root = append(s.root, rootMove{play: me.plays[i]})
		}
	}
	for i := range s.root {
		m := &s.root[i]
		m.most = me.promise(&m.play)
		if int(m.play.N) == me.rack.Len() {
			m.most = m.play.Score + s.out(you.points)
		}
	}
	slices.SortFunc(s.root, func(a, b rootMove) int {
		if a.most != b.most {
			return int(b.most - a.most)
		}
		return a.compare(&b)
	})
}

// iterate searches the moves to a depth, until one reaches beta, and puts the
// best one first.
func (s *Solver) iterate(depth int, alpha, beta int32) (best int32, sure bool) {
	best, sure = -infinite, true
	for i := 0; i < len(s.root) && best < beta; i++ {
		m := &s.root[i]
		from, to := max(alpha, best), beta
		if i > 0 {
			to = from + 1
		}
		v, w, _ := s.try(&m.play, from, to, depth-1, nil)
		if v >= to && v < beta && !s.stopped {
			v, w, _ = s.try(&m.play, from, beta, depth-1, nil)
		}
		if s.stopped {
			return best, false
		}
		m.most = v
		sure = w && (sure || v >= beta)
		if v > best {
			best = v
			moved := *m
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = moved
		}
	}
	return best, sure
}

// firstOf is the first move, in the order of movegen.Scored.Compare, that is
// worth the value of the best: the answer depends neither on the order of the
// search nor on the size of the table. If the budget runs out it is the best
// one that is known.
func (s *Solver) firstOf(value int32) movegen.Scored {
	best := s.root[0]
	slices.SortFunc(s.root, func(a, b rootMove) int { return a.compare(&b) })
	for i := range s.root {
		m := &s.root[i]
		if m.compare(&best) >= 0 || s.stopped {
			break
		}
		if m.most < value {
			continue
		}
		if v, _, _ := s.try(&m.play, value-1, value, endless, nil); v >= value && !s.stopped {
			return m.play.Scored
		}
	}
	return best.play.Scored
}
