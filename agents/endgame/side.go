package endgame

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// play is a play with what the search asks of it most.
type play struct {
	movegen.Scored
	face   int32  // points of its tiles
	lane   int32  // where it lies: a row, or dim and a column
	filled uint32 // bit c: it fills square c of the lane, counted from 1
	hash   uint64 // what it adds to that of the board
}

// counts is a multiset of tiles, five bits for each kind that a side held at
// the root. Four of them count, up to engine.MaxRack; the fifth is empty and
// takes the borrow when too many are subtracted.
type counts uint64

const (
	kindBits = 5
	borrows  = counts(0b10000 | 0b10000<<5 | 0b10000<<10 | 0b10000<<15 | 0b10000<<20 |
		0b10000<<25 | 0b10000<<30 | 0b10000<<35 | 0b10000<<40 | 0b10000<<45)
)

// holds tells whether c has all the tiles of d.
func (c counts) holds(d counts) bool { return ((c|borrows)-d)&borrows == borrows }

// side is a player: the tiles held, and the plays that they make on the board.
type side struct {
	rack    tile.Rack
	held    counts
	letters uint32 // letters that can be placed: all with a blank
	points  int32  // of the rack
	zeros   int32  // tiles on it that are worth nothing
	one     [tile.Kinds]counts

	// The plays of a lane were listed for a rack that held at least the tiles
	// of now, on a board on which the lane was as it is now unless it is
	// pending. They lie in the two lists side by side.
	pending uint64 // lanes whose plays must be found anew
	lists   []lists
	used    []counts
	plays   []play
}

// lists is where the plays of each lane lie. Every position that is looked
// into has its own, so that going back is forgetting.
type lists struct {
	lane [2 * engine.MaxDim]extent
	held counts // the tiles for which they were made
	was  int    // plays listed before
}

// extent is a part of a list.
type extent struct{ from, to int32 }

// now is the lists of this moment.
func (d *side) now() *lists { return &d.lists[len(d.lists)-1] }

// begin gives the side its rack at the root.
func (d *side) begin(s *Solver, rack tile.Rack) {
	d.rack, d.held = rack, 0
	kinds := 0
	for t := range tile.Tile(tile.Kinds) {
		d.one[t] = 0
		if n := rack.Count(t); n > 0 {
			d.one[t] = 1 << (kindBits * kinds)
			d.held += counts(n) * d.one[t]
			kinds++
		}
	}
	d.used, d.plays = d.used[:0], d.plays[:0]
	d.lists = append(d.lists[:0], lists{held: d.held})
	d.pending = 1<<(2*s.dim) - 1
	d.count(s)
}

// count brings what follows from the rack up to date.
func (d *side) count(s *Solver) {
	d.letters, d.points, d.zeros = 0, 0, 0
	for mask := d.rack.Mask(); mask != 0; mask &= mask - 1 {
		t := tile.Tile(bits.TrailingZeros32(mask))
		n := int32(d.rack.Count(t))
		d.points += n * s.points[t]
		if s.points[t] == 0 {
			d.zeros += n
		}
		d.letters |= 1 << t
		if t == tile.Blank {
			d.letters |= s.all
		}
	}
}

// renew brings the lists up to date: the plays of pending lanes are found, and
// if tiles are gone, plays that need them are left out.
func (d *side) renew(s *Solver) {
	before := d.now()
	if d.pending == 0 && before.held == d.held {
		return
	}
	d.lists = append(d.lists, lists{held: d.held, was: len(d.plays)})
	before, now := &d.lists[len(d.lists)-2], d.now()
	s.scored = s.gen.PlaysIn(s.scored[:0], &d.rack, d.pending)
	found := s.scored
	for lane := range 2 * s.dim {
		e := before.lane[lane]
		from := len(d.plays)
		switch {
		case d.pending>>lane&1 != 0:
			for len(found) > 0 && s.laneOf(&found[0].Move) == lane {
				d.add(s, &found[0], lane)
				found = found[1:]
			}
			e = extent{int32(from), int32(len(d.plays))}
		case before.held != d.held && e.from < e.to:
			for i := e.from; i < e.to; i++ {
				if d.held.holds(d.used[i]) {
					d.used = append(d.used, d.used[i])
					d.plays = append(d.plays, d.plays[i])
				}
			}
			e = extent{int32(from), int32(len(d.plays))}
		}
		now.lane[lane] = e
	}
	d.pending = 0
}

// forget goes back to so many lists.
func (d *side) forget(n int) {
	if n < len(d.lists) {
		was := d.lists[n].was
		d.lists, d.used, d.plays = d.lists[:n], d.used[:was], d.plays[:was]
	}
}

// laneOf is the lane in which a play lies.
func (s *Solver) laneOf(m *engine.Move) int {
	if m.Dir == engine.Across {
		return int(m.Row)
	}
	return s.dim + int(m.Col)
}

// add lists a play.
func (d *side) add(s *Solver, m *movegen.Scored, lane int) {
	p := play{Scored: *m, lane: int32(lane)}
	first := int(p.Col) + 1
	if p.Dir == engine.Down {
		first = int(p.Row) + 1
	}
	p.filled = (1<<p.Len - 1) << first &^ s.occupied[lane]
	var used counts
	set := p.filled
	for _, t := range p.Tiles[:p.N] {
		kind := t.FromRack()
		used += d.one[kind]
		p.face += s.points[kind]
		p.hash += s.squareHash(lane, bits.TrailingZeros32(set), t)
		set &= set - 1
	}
	d.used = append(d.used, used)
	d.plays = append(d.plays, p)
}

// squareHash is what a tile adds to the hash of the board.
func (s *Solver) squareHash(lane, c int, t tile.Tile) uint64 {
	row, col := lane, c-1
	if lane >= s.dim {
		row, col = c-1, lane-s.dim
	}
	return engine.SquareHash(s.dim, row, col, t)
}
