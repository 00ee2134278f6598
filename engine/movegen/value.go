package movegen

import (
	"cmp"
	"math"

	"quadword/engine"
	"quadword/engine/tile"
)

// Evaluation is how a move is valued without looking ahead: its points and
// what it leaves. All values are in thousandths of a point.
//
// While the bag holds tiles a move is worth its points and the value of the
// leave, corrected for what is unseen and how much of the game is left, and for
// what the play itself does to the bag or the empty board. With an empty bag the tiles kept are no promise but a burden: a play
// that goes out earns what the rules give for the other racks, any other
// leaves its tiles to be paid for, and gives the others another turn.
type Evaluation struct {
	// Leaves are the values of leaves by rank; nil if all are worth nothing.
	Leaves  []int32
	Ranking *tile.Ranking
	// Fade is how much less, in 1024ths, a leave is worth when the bag is as
	// good as empty than when it is full; in between it is in proportion to the
	// tiles drawn. There are fewer turns to come that a leave could serve.
	Fade int32
	// Draws corrects them for the tiles that are unseen; nil: not at all.
	Draws *Draws
	// Late comes to the value of a play by the tiles that are left in the bag
	// after it, drawn in thought: element i if they are i-tile.FullRack, so
	// that below this place the bag is emptied and the rack is not full.
	// Behind its end it is 0.
	Late []int32
	// Opening comes to the value of plays on the empty board.
	Opening Opening
	// PointsOnly takes the points alone, also with an empty bag.
	PointsOnly bool
}

// lateTurn is what it costs not to go out when the bag is empty, beside the
// tiles kept: 10 points, the field's customary figure.
const lateTurn = 10_000

// PassEquity is the equity of a pass: below that of any other move, since a
// pass is a last resort.
const PassEquity = math.MinInt32

// Valued is a move with its value.
type Valued struct {
	Scored
	Equity int32 // thousandths of a point
}

// Compare puts the better move first: by equity, then as Scored.Compare. It is
// 0 for equal moves only.
func (v *Valued) Compare(o *Valued) int {
	if v.Equity != o.Equity {
		return cmp.Compare(o.Equity, v.Equity)
	}
	return v.Scored.Compare(&o.Scored)
}

// valuer values what is kept of one rack.
type valuer struct {
	eval     *Evaluation
	set      *tile.Set
	bagEmpty bool
	out      int32 // for going out
	kept     int32 // for each point of the tiles kept, if the bag is empty

	worth   int32 // of a leave's value, in 1024ths
	drift   Drift
	full    int32                     // tiles of a full rack
	most    int32                     // tiles that can be drawn
	late    [engine.MaxRack + 1]int32 // of a play, by tiles placed: Late, and Opening but for its vowels
	opening opening
}

// newValuer readies an evaluation of the moves that a rack has in the position
// of a view.
func newValuer(e *Evaluation, v engine.View, rack *tile.Rack) valuer {
	r := v.Rules()
	val := valuer{eval: e, set: r.TileSet, bagEmpty: v.BagLen() == 0}
	switch {
	case e.PointsOnly:
		return val
	case !val.bagEmpty:
		val.worth = worth(e.Fade, v.BagLen(), r.TileSet.Len()-r.Seats*r.RackSize)
		if e.Draws != nil {
			unseen := v.Unseen()
			val.drift = e.Draws.Drift(r.TileSet, rack, &unseen)
			val.full, val.most = int32(r.RackSize), int32(v.BagLen())
		}
		for placed := range val.late {
			if at := v.BagLen() - placed + tile.FullRack; placed > 0 && 0 <= at && at < len(e.Late) {
				val.late[placed] = e.Late[at]
			}
		}
		if e.Opening != (Opening{}) && v.Board().Laid() == 0 {
			for placed := range val.late {
				val.late[placed] += e.Opening.Play + int32(placed)*e.Opening.Tile
			}
			val.opening = opening{e.Opening, r}
		}
		return val
	}
	unseen := v.Unseen()
	others := 1000 * r.TileSet.RackPoints(&unseen)
	each := others / int32(r.Seats-1)
	switch r.EndScoring {
	case engine.EndBox: // they lose it, each his own, and we gain it all
		val.out, val.kept = others+each, 2000
	case engine.EndDouble:
		val.out, val.kept = 2*others, 2000
	case engine.EndDeduct:
		val.out, val.kept = each, 1000
	}
	return val
}

// leave is the value of keeping some of the tiles of a rack.
func (val *valuer) leave(kept *tile.Rack) int32 {
	switch {
	case val.eval.PointsOnly:
		return 0
	case !val.bagEmpty:
		if val.eval.Leaves == nil {
			return 0
		}
		rank, ok := val.eval.Ranking.Rank(kept)
		if !ok {
			return 0
		}
		return val.of(val.eval.Leaves[rank]) + val.drift.Of(kept, int(val.drawn(int32(kept.Len()))))
	case kept.Len() == 0:
		return val.out
	default:
		return -lateTurn - val.kept*val.set.RackPoints(kept)
	}
}

// of is what is left of a leave's value. It is within int32: no table has values
// above a million.
func (val *valuer) of(leave int32) int32 { return leave * val.worth / 1024 }

// worth is what is left of the value of leaves, in 1024ths, with so many tiles in
// a bag that once had full.
func worth(fade int32, bag, full int) int32 {
	if full == 0 {
		return 1024
	}
	return 1024 - fade*int32(full-min(bag, full))/int32(full)
}

// drawn is how many tiles are drawn to so many that are kept.
func (val *valuer) drawn(kept int32) int32 { return min(val.full-kept, val.most) }

// bestOfAll is the best moves by generating all of them, for games that the
// tables of the finder have no room for.
func (g *Generator) bestOfAll(dst []Valued, v engine.View, rack tile.Rack, e *Evaluation, want want) []Valued {
	var f found
	f.begin(dst, want)
	val := newValuer(e, v, &rack)
	g.moves = g.movesOf(g.moves[:0], v, &rack)
	for _, m := range g.moves {
		if m.Kind != engine.Pass {
			f.offer(Valued{m, val.equity(&m, &rack)})
		}
	}
	return f.end()
}

// AllValued is All with the value of each move by an evaluation, as Best has
// it: PassEquity of the pass. It looks at every move, for those who ask how many
// there are and where one of them stands.
func (g *Generator) AllValued(dst []Valued, v engine.View, e *Evaluation) []Valued {
	rack := v.Rack()
	g.moves = g.movesOf(g.moves[:0], v, &rack)
	val := newValuer(e, v, &rack)
	leaves := newSubLeaves(&val, &rack)
	for _, m := range g.moves {
		equity := int32(PassEquity)
		if m.Kind != engine.Pass {
			equity = val.with(&m, leaves.of(&m.Move))
		}
		dst = append(dst, Valued{m, equity})
	}
	return dst
}

// subLeaves is what the moves of a rack leave, valued once for each of the at
// most 2^10 sub-racks and not for each of its hundreds of moves.
type subLeaves struct {
	val    *valuer
	rack   *tile.Rack
	stride [tile.Kinds]int // the place of the sub-rack with one tile of a kind
	values []int32         // by place, the sum of the strides of the tiles used
	known  []bool
}

func newSubLeaves(val *valuer, rack *tile.Rack) subLeaves {
	s, n := subLeaves{val: val, rack: rack}, 1
	for t := range s.stride {
		s.stride[t] = n
		n *= rack.Count(tile.Tile(t)) + 1
	}
	s.values, s.known = make([]int32, n), make([]bool, n)
	return s
}

// of is the value of what a move leaves.
func (s *subLeaves) of(m *engine.Move) int32 {
	at := 0
	for _, t := range m.Tiles[:m.N] {
		at += s.stride[t.FromRack()&(tile.Kinds-1)]
	}
	if !s.known[at] {
		kept, used := *s.rack, m.Used()
		kept.RemoveAll(&used)
		s.values[at], s.known[at] = s.val.leave(&kept), true
	}
	return s.values[at]
}

// equity is the value of a play or an exchange with a rack.
func (val *valuer) equity(m *Scored, rack *tile.Rack) int32 {
	kept, used := *rack, m.Used()
	kept.RemoveAll(&used)
	return val.with(m, val.leave(&kept))
}

// with is the value of a play or an exchange by that of what it leaves.
func (val *valuer) with(m *Scored, leave int32) int32 {
	equity := 1000*m.Score + leave
	if m.Kind == engine.Play {
		equity += val.late[m.N] + val.opening.of(&m.Move)
	}
	return equity
}

// Leave is what Best thinks the tiles worth that a move of a rack keeps.
func (e *Evaluation) Leave(v engine.View, rack *tile.Rack, m *engine.Move) int32 {
	val := newValuer(e, v, rack)
	kept, used := *rack, m.Used()
	kept.RemoveAll(&used)
	return val.leave(&kept)
}

// want is how many of the best moves are asked for: so many, or all within a
// margin of the best.
type want struct {
	moves  int // 0: all within the margin
	margin int32
}

// keep is how many of the moves, in order, are wanted.
func (w want) keep(moves []Valued) int {
	if w.moves > 0 {
		return min(w.moves, len(moves))
	}
	n := 1
	for n < len(moves) && int64(moves[n].Equity) >= int64(moves[0].Equity)-int64(w.margin) {
		n++
	}
	return n
}

// Equity is the value that Best gives to a play or an exchange of a rack.
func (e *Evaluation) Equity(v engine.View, rack *tile.Rack, m *Scored) int32 {
	val := newValuer(e, v, rack)
	return val.equity(m, rack)
}
