package movegen

import (
	"math/bits"

	"quadword/engine/tile"
)

// A search that plays and undoes many moves need not find all plays again
// after each: those of a lane depend on that lane alone, and a play changes
// few lanes.

// Lanes is the number of lanes of the board: its rows, then its columns.
func (g *Generator) Lanes() int { return 2 * g.dim }

// PlaysIn appends the plays of a set of lanes, bit l for lane l, in order of
// the lanes. Those of all lanes are Plays: a play of one tile that makes words
// in two lanes is in its row only.
func (g *Generator) PlaysIn(dst []Scored, rack *tile.Rack, lanes uint64) []Scored {
	if rack.Len() == 0 {
		return dst
	}
	s := &g.search
	s.begin(g, rack, dst)
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes)
		if anchors := g.anchors(l); anchors != 0 {
			s.lane(g, l, anchors)
		}
	}
	return s.end()
}

// Changed is a set of lanes, bit l for lane l: in all others a rack has the
// same plays as before the last Play. The rack's tiles are among those of the
// mask, bit t for letter t, as in tile.Rack.Mask but with every letter if it
// holds a blank; fewer letters change fewer lanes.
func (g *Generator) Changed(letters uint32) (lanes uint64) {
	last := g.undoTo[len(g.undoTo)-1]
	if last.laid == 0 && g.laid > 0 {
		return 1<<(2*g.dim) - 1
	}
	for i := last.changes; i < len(g.undo); i++ {
		was := &g.undo[i]
		ln := &g.lanes[was.lane]
		// A square that no tile of the rack fits, neither before nor now, has
		// no part in a play.
		if ln.letter[was.square] != 0 || (was.cross|ln.cross[was.square])&letters != 0 {
			lanes |= 1 << was.lane
		}
	}
	return lanes
}
