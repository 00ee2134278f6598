package endgame

import "math/bits"

// maxOuts is how many ways to go out are kept in mind: a move that disturbs
// them all is rare. Each has a bit in a byte.
const maxOuts = 8

// watchedLen is room for the squares of the board with a border, 32 a row.
const watchedLen = 26 * 32

// outs are the best ways of a side to go out with its next play, the highest
// score first.
type outs struct {
	n    int
	at   [maxOuts]int32 // in side.plays
	gain [maxOuts]int32 // points of the play
}

// findOuts lists the ways of a side to go out.
func (s *Solver) findOuts(side int) {
	o, d := &s.outs[side], &s.sides[side]
	o.n = 0
	if d.held == 0 {
		return
	}
	for _, e := range d.now().lane[:2*s.dim] {
		for i := e.from; i < e.to; i++ {
			if d.used[i] == d.held {
				o.add(i, d.plays[i].Score)
			}
		}
	}
}

func (o *outs) add(at, gain int32) {
	i := o.n
	if i == maxOuts {
		i--
		if gain <= o.gain[i] {
			return
		}
	} else {
		o.n++
	}
	for ; i > 0 && o.gain[i-1] < gain; i-- {
		o.at[i], o.gain[i] = o.at[i-1], o.gain[i-1]
	}
	o.at[i], o.gain[i] = at, gain
}

// watch marks the squares that the ways of a side to go out depend on: a play
// that fills none of them leaves the way as it is, points and all. These are
// the squares that are filled, the two beyond the ends of the main word, and
// those beyond the ends of each cross word.
func (s *Solver) watch(side int) {
	clear(s.watched[:])
	o, d := &s.outs[side], &s.sides[side]
	for k := range o.n {
		p, bit := &d.plays[o.at[k]], uint8(1)<<k
		lane := int(p.lane)
		lo, hi := run(s.occupied[lane]|p.filled, bits.TrailingZeros32(p.filled))
		s.watched[s.square(lane, lo)] |= bit
		s.watched[s.square(lane, hi)] |= bit
		for set := p.filled; set != 0; set &= set - 1 {
			c := bits.TrailingZeros32(set)
			s.watched[s.square(lane, c)] |= bit
			xl, xc := s.cross(lane, c)
			lo, hi := run(s.occupied[xl], xc)
			s.watched[s.square(xl, lo)] |= bit
			s.watched[s.square(xl, hi)] |= bit
		}
	}
}

// run is the squares before and after the run of tiles that square c would be
// part of.
func run(occupied uint32, c int) (before, after int) {
	below := ^occupied & (1<<c - 1) // bit 0 is never occupied
	before = bits.Len32(below) - 1
	above := ^occupied >> (c + 1)
	return before, c + 1 + bits.TrailingZeros32(above)
}

// square is the place of a square of a lane among the watched ones.
func (s *Solver) square(lane, c int) int {
	if lane < s.dim {
		return (lane+1)*32 + c
	}
	return c*32 + lane - s.dim + 1
}

// disturbed is which ways to go out, among those watched, a play may change.
func (s *Solver) disturbed(p *play) (set uint8) {
	at, step := s.square(int(p.lane), 0), 1
	if int(p.lane) >= s.dim {
		step = 32
	}
	for filled := p.filled; filled != 0; filled &= filled - 1 {
		set |= s.watched[at+step*bits.TrailingZeros32(filled)]
	}
	return set
}

// squares is a set of squares of the board: bit c of element r+1 for square c
// of row r, both with a border.
type squares [26]uint32

func (q *squares) add(s *Solver, lane, c int) {
	at := s.square(lane, c)
	q[at>>5] |= 1 << (at & 31)
}

// dependsOn is the squares that a play depends on, as watch has them.
func (s *Solver) dependsOn(p *play) (q squares) {
	lane := int(p.lane)
	lo, hi := run(s.occupied[lane]|p.filled, bits.TrailingZeros32(p.filled))
	q.add(s, lane, lo)
	q.add(s, lane, hi)
	for set := p.filled; set != 0; set &= set - 1 {
		c := bits.TrailingZeros32(set)
		q.add(s, lane, c)
		xl, xc := s.cross(lane, c)
		lo, hi := run(s.occupied[xl], xc)
		q.add(s, xl, lo)
		q.add(s, xl, hi)
	}
	return q
}

// filledBy tells whether a play fills one of the squares.
func (q *squares) filledBy(s *Solver, p *play) bool {
	if int(p.lane) < s.dim {
		return q[p.lane+1]&p.filled != 0
	}
	c := int(p.lane) - s.dim + 1
	for set := p.filled; set != 0; set &= set - 1 {
		if q[bits.TrailingZeros32(set)]>>c&1 != 0 {
			return true
		}
	}
	return false
}
