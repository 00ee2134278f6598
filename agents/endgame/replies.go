package endgame

import "math/bits"

// maxReplies is how many replies of the other side are kept in mind: a move
// that disturbs them all is rare. Each has a bit in a byte.
const maxReplies = 4

// replies are the best plays that the other side has: those that go out, or if
// there are none, those that promise most. The best comes first.
type replies struct {
	n    int
	out  bool
	at   [maxReplies]int32 // in side.plays
	gain [maxReplies]int32 // the points of a play that goes out, or what it promises
}

// findReplies lists the replies of the other side.
func (s *Solver) findReplies() {
	r, you := &s.replies, &s.sides[s.mover^1]
	r.n, r.out = 0, true
	if you.held == 0 {
		return
	}
	lanes := you.now().lane[:2*s.dim]
	for _, e := range lanes {
		for i := e.from; i < e.to; i++ {
			if you.used[i] == you.held {
				r.add(i, you.plays[i].Score)
			}
		}
	}
	if r.n > 0 {
		s.watch()
	} else {
		r.out = false
		for _, e := range lanes {
			for i := e.from; i < e.to; i++ {
				r.add(i, you.promise(&you.plays[i]))
			}
		}
	}
}

func (r *replies) add(at, gain int32) {
	i := r.n
	if i == maxReplies {
		i--
		if gain <= r.gain[i] {
			return
		}
	} else {
		r.n++
	}
	for ; i > 0 && r.gain[i-1] < gain; i-- {
		r.at[i], r.gain[i] = r.at[i-1], r.gain[i-1]
	}
	r.at[i], r.gain[i] = at, gain
}

// bestReply is the place of the best reply that a play of the mover leaves
// alone, of those that are watched.
func (s *Solver) bestReply(p *play) (i int, ok bool) {
	left := uint8(1)<<s.replies.n - 1
	at, step := s.square(int(p.lane), 0), 1
	if int(p.lane) >= s.dim {
		step = squareRow
	}
	for set := p.filled; set != 0; set &= set - 1 {
		left &^= s.watched[at+step*bits.TrailingZeros32(set)]
	}
	return bits.TrailingZeros8(left), left != 0
}

// watch marks the squares that the replies depend on.
func (s *Solver) watch() {
	clear(s.watched[:])
	r, you := &s.replies, &s.sides[s.mover^1]
	for k := range r.n {
		s.needs(&you.plays[r.at[k]], func(lane, c int) { s.watched[s.square(lane, c)] |= 1 << k })
	}
}

// needs visits the squares that a play depends on: another play that fills
// none of them leaves it as it is, points and all. These are the squares that
// it fills, the two beyond the ends of its main word, and the two beyond the
// ends of each cross word, or of the tile alone where there is none.
func (s *Solver) needs(p *play, visit func(lane, c int)) {
	lane := int(p.lane)
	before, behind := run(s.occupied[lane]|p.filled, bits.TrailingZeros32(p.filled))
	visit(lane, before)
	visit(lane, behind)
	for set := p.filled; set != 0; set &= set - 1 {
		c := bits.TrailingZeros32(set)
		visit(lane, c)
		across, at := s.cross(lane, c)
		before, behind := run(s.occupied[across], at)
		visit(across, before)
		visit(across, behind)
	}
}

// run is the empty squares before and behind the run of tiles that a tile on
// square c is part of; they may be off the board.
func run(occupied uint32, c int) (before, behind int) {
	before = bits.Len32(^occupied&(1<<c-1)) - 1 // bit 0 is never occupied
	return before, c + 1 + bits.TrailingZeros32(^occupied>>(c+1))
}

// Squares of the board are numbered with a border around them, squareRow to a
// row.
const (
	squareRow  = 32
	squareRows = 24 + 2
)

// square is the number of a square of a lane.
func (s *Solver) square(lane, c int) int {
	if lane < s.dim {
		return (lane+1)*squareRow + c
	}
	return c*squareRow + lane - s.dim + 1
}
