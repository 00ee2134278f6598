package endgame

import (
	"slices"

	"quadword/engine/movegen"
)

// rootMove is a move of the position to be solved.
type rootMove struct {
	play play  // of no tiles: the pass
	most int32 // what it is worth at most, by the last iteration
	at   int   // its place in the last order
}

func (m *rootMove) scored() movegen.Scored {
	return m.play.Scored
}

// solve searches deeper and deeper until a search has come to no leaf that
// was not the end of the game.
func (s *Solver) solve() (res Result) {
	me, you := &s.sides[0], &s.sides[1]
	for lane := range 2 * s.dim {
		e := me.now().lane[lane]
		for i := e.from; i < e.to; i++ {
			s.root = append(s.root, rootMove{play: me.plays[i]})
		}
	}
	s.root = append(s.root, rootMove{})
	for i := range s.root {
		m := &s.root[i]
		m.most = m.play.Score - (me.points - m.play.face)
		if int(m.play.N) == me.rack.Len() {
			m.most = m.play.Score + s.out(you.points)
		}
	}
	slices.SortFunc(s.root, func(a, b rootMove) int {
		if a.most != b.most {
			return int(b.most - a.most)
		}
		x, y := a.scored(), b.scored()
		return x.Compare(&y)
	})
	res = Result{Move: s.root[0].scored().Move, Score: s.root[0].play.Score, Value: s.root[0].most}
	for depth := 1; ; depth++ {
		if depth > 3 {
			depth = 1000
		}
		value, sure := s.iterate(depth)
		if s.stopped {
			break
		}
		m := s.root[0].scored()
		res.Move, res.Score, res.Value, res.Exact, res.Depth = m.Move, m.Score, value, sure, depth
		if sure {
			s.breakTies(&res)
			break
		}
	}
	res.Nodes = s.nodes
	return res
}

// iterate searches all moves to a depth and puts the best one first.
func (s *Solver) iterate(depth int) (best int32, sure bool) {
	best, sure = -infinite, true
	for i := range s.root {
		m := &s.root[i]
		v, w := int32(0), false
		if i == 0 {
			v, w, _ = s.try(&m.play, -infinite, infinite, depth-1, nil)
		} else {
			v, w, _ = s.try(&m.play, best, best+1, depth-1, nil)
			if v > best && !s.stopped {
				v, w, _ = s.try(&m.play, best, infinite, depth-1, nil)
			}
		}
		if s.stopped {
			return best, false
		}
		sure = sure && w
		m.most = v
		if v > best {
			best = v
			moved := *m
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = moved
		}
	}
	return best, sure
}

// breakTies looks for the first move, in the order of movegen.Scored.Compare,
// that is worth as much as the best.
func (s *Solver) breakTies(res *Result) {
	best := s.root[0].scored()
	var ties []rootMove
	for _, m := range s.root[1:] {
		x := m.scored()
		if m.most >= res.Value && x.Compare(&best) < 0 {
			ties = append(ties, m)
		}
	}
	slices.SortFunc(ties, func(a, b rootMove) int {
		x, y := a.scored(), b.scored()
		return x.Compare(&y)
	})
	for i := range ties {
		v, _, _ := s.try(&ties[i].play, res.Value-1, res.Value, 1<<20, nil)
		if s.stopped {
			return
		}
		if v >= res.Value {
			m := ties[i].scored()
			res.Move, res.Score = m.Move, m.Score
			return
		}
	}
}
