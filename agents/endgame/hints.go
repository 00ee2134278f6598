package endgame

import "math/bits"

// maxHints is how many hints are kept; 1 takes 2 % more nodes and 3 take more
// time.
const maxHints = 2

// hints are plays of the other side that answered moves of this position well.
// If a move leaves one alone, it is a play after it as well and most often
// answers that move too, which can then be seen before any plays are found.
type hints [maxHints]hint

type hint struct {
	play  play    // of no tiles if there is none
	needs squares // that it depends on
}

// squares is a set of squares of the board: bit c of element r for square
// number r*squareRow+c.
type squares [squareRows]uint32

// begin takes the replies for hints.
func (h *hints) begin(s *Solver) {
	for i := range min(maxHints, s.replies.n) {
		h[i].set(s, &s.sides[s.mover^1].plays[s.replies.at[i]])
	}
}

func (h *hint) set(s *Solver, p *play) {
	h.play, h.needs = *p, squares{}
	s.needs(p, func(lane, c int) {
		at := s.square(lane, c)
		h.needs[at/squareRow] |= 1 << (at % squareRow)
	})
}

// after is a hint that is a play after the mover's, or nil.
func (h *hints) after(s *Solver, p *play) *play {
	for i := range h {
		if h[i].play.N > 0 && !h[i].needs.meet(s, p) {
			return &h[i].play
		}
	}
	return nil
}

// meet tells whether a play fills one of the squares.
func (q *squares) meet(s *Solver, p *play) bool {
	if int(p.lane) < s.dim {
		return q[p.lane+1]&p.filled != 0
	}
	column := int(p.lane) - s.dim + 1
	for set := p.filled; set != 0; set &= set - 1 {
		if q[bits.TrailingZeros32(set)]>>column&1 != 0 {
			return true
		}
	}
	return false
}

// answered makes the play with this hash the first hint, if it is a play on
// the board of now.
func (h *hints) answered(s *Solver, hash uint64) {
	if hash == passHash || hash == noMove || hash == h[0].play.hash {
		return
	}
	for i := range h {
		if h[i].play.hash == hash {
			h[0], h[i] = h[i], h[0]
			return
		}
	}
	you := &s.sides[s.mover^1]
	for _, e := range you.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			if you.plays[i].hash == hash {
				copy(h[1:], h[:])
				h[0].set(s, &you.plays[i])
				return
			}
		}
	}
}
