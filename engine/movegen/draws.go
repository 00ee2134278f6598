package movegen

import (
	"quadword/engine"
	"quadword/engine/tile"
)

// Draws corrects the values of leaves for the tiles that there are to draw. A
// table of leaves means the tiles of a full bag, less the leave; by the middle
// of a game what is unseen is something else.
//
// To first order, a leave S that draws d tiles is worth more by
//
//	d * sum over tiles x of (p(x) - q(x)) * (value(S+x) - value(S))
//
// where p(x) is the share of x among the unseen tiles and q(x) that among the
// tiles which a table means. And to the accuracy of pairs value(S+x) is
// value(S) + value(x) + the sum over tiles y of S of (value(xy) - value(x) -
// value(y)), so that one figure for each kind of tile on the rack is all that
// a turn has to work out.
type Draws struct {
	lone [tile.Kinds]int32             // value(x)
	pair [tile.Kinds][tile.Kinds]int32 // value(xy) - value(x) - value(y)
}

// trust is the part of the correction that is made, in 64ths. Paired matches
// on the standard board put the best at three quarters: half and the whole of
// it win 0.3 % fewer games.
const trust = 48

// NewDraws draws the correction from the leaves it is to correct.
func NewDraws(leaves []int32, ranking *tile.Ranking, set *tile.Set) *Draws {
	d, full := &Draws{}, set.Counts()
	value := func(tiles ...tile.Tile) int32 {
		leave := tile.RackOf(tiles...)
		rank, _ := ranking.Rank(&leave)
		return leaves[rank]
	}
	kinds := tile.Tile(set.Alphabet.Len() + 1)
	for x := range kinds {
		d.lone[x] = value(x)
	}
	for x := range kinds {
		for y := range kinds {
			if both := tile.RackOf(x, y); full.Contains(&both) {
				d.pair[x][y] = value(x, y) - d.lone[x] - d.lone[y]
			}
		}
	}
	return d
}

// drift is the correction of a turn, in thousandths of a point for each tile
// drawn: what comes to every leave, and for each tile kept, by its kind.
type drift struct {
	all  int32
	kept [tile.Kinds]int32
	most int32 // tiles that can be drawn
	full int32 // tiles of a full rack
}

// turn is the correction of what a rack leaves in the position of a view.
func (d *Draws) turn(v engine.View, rack *tile.Rack) drift {
	const one = 1 << 20
	unseen, set := v.Unseen(), v.Rules().TileSet
	meant := set.Counts()
	meant.RemoveAll(rack) // not all of it, if it is one that nobody can hold
	kinds := set.Alphabet.Len() + 1
	var more [tile.Kinds]int64 // shares
	for x := range tile.Tile(kinds) {
		more[x] = int64(unseen.Count(x)*one/unseen.Len() - meant.Count(x)*one/meant.Len())
	}
	sum := func(values *[tile.Kinds]int32) int32 {
		s := int64(0)
		for x, share := range more[:kinds] {
			s += share * int64(values[x])
		}
		return int32(s * trust / 64 / one)
	}
	r := drift{all: sum(&d.lone), most: int32(v.BagLen()), full: int32(v.Rules().RackSize)}
	for y := range tile.Tile(kinds) {
		if rack.Count(y) > 0 {
			r.kept[y] = sum(&d.pair[y])
		}
	}
	return r
}

// of is the correction of a leave of so many tiles with that sum of kept.
func (r *drift) of(size, kept int32) int32 {
	return min(r.full-size, r.most) * (r.all + kept)
}
