package endgame

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/tile"
)

// mark is the state before a play, of both sides.
type mark struct {
	pending [2]uint64
	lists   [2]int
}

// take removes the tiles of a play from the mover's rack, and hands over the
// turn; give takes that back. Neither touches the board.
func (s *Solver) take(p *play) {
	d := &s.sides[s.mover]
	for _, t := range p.Tiles[:p.N] {
		kind := t.FromRack()
		d.rack.Remove(kind)
		d.held -= d.one[kind]
		if s.points[kind] == 0 {
			d.zeros--
		}
		if kind == tile.Blank && d.rack.Count(tile.Blank) == 0 {
			d.letters = d.rack.Mask()
		} else if d.rack.Count(kind) == 0 && d.rack.Count(tile.Blank) == 0 {
			d.letters &^= 1 << kind
		}
	}
	d.points -= p.face
	s.hash += p.hash
	s.mover ^= 1
}

func (s *Solver) give(p *play) {
	s.mover ^= 1
	s.hash -= p.hash
	d := &s.sides[s.mover]
	for _, t := range p.Tiles[:p.N] {
		kind := t.FromRack()
		d.rack.Add(kind)
		d.held += d.one[kind]
		if s.points[kind] == 0 {
			d.zeros++
		}
		d.letters |= 1 << kind
		if kind == tile.Blank {
			d.letters |= s.all
		}
	}
	d.points += p.face
}

// lay puts a play on the board and notes what it changes for both sides. A
// pass, of no tiles, changes nothing.
func (s *Solver) lay(p *play) (m mark) {
	for i := range s.sides {
		m.pending[i], m.lists[i] = s.sides[i].pending, len(s.sides[i].lists)
	}
	if p.N > 0 {
		s.gen.Play(p.Move)
		s.flip(p)
		for i := range s.sides {
			d := &s.sides[i]
			d.pending |= s.gen.Changed(d.letters)
		}
	}
	return m
}

// lift takes the play laid last off the board.
func (s *Solver) lift(p *play, m mark) {
	for i := range s.sides {
		d := &s.sides[i]
		d.pending = m.pending[i]
		d.forget(m.lists[i])
	}
	if p.N > 0 {
		s.flip(p)
		s.gen.Undo()
	}
}

// flip changes which squares of a play are occupied, in the lanes of both
// directions.
func (s *Solver) flip(p *play) {
	s.occupied[p.lane] ^= p.filled
	for set := p.filled; set != 0; set &= set - 1 {
		lane, c := s.cross(int(p.lane), bits.TrailingZeros32(set))
		s.occupied[lane] ^= 1 << c
	}
}

// cross is a square of a lane as a square of the lane across.
func (s *Solver) cross(lane, c int) (int, int) {
	if lane < s.dim {
		return s.dim + c - 1, lane + 1
	}
	return c - 1, lane - s.dim + 1
}

// key identifies the position: the board with its blanks, both racks, who is
// to move, and the clock, which must be canonical.
func (s *Solver) key() uint64 {
	k := s.hash
	k ^= engine.Mix(uint64(s.sides[0].held) + 0x9e3779b97f4a7c15)
	k ^= engine.Mix(uint64(s.sides[1].held) + 0xd1b54a32d192ed03)
	k ^= engine.Mix(uint64(s.clock.scoreless)<<33 ^ uint64(s.clock.passes)<<1 ^ uint64(s.mover) + 0x8cb92ba72f3d8dd7)
	return k
}
