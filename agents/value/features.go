package value

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/tile"
)

// Feature is a row of the table: one figure of a move, or several of a kind.
type Feature struct {
	Name    string
	Unit    string
	Meaning string
	// Scale is how many steps of the integer that is computed make one unit:
	// 1000 for points that are counted in thousandths. 0 stands for 1.
	Scale int32
	// Prior is the weight that the feature has by static equity, in points of
	// spread per unit. A fit is drawn towards it where the games do not say
	// otherwise.
	Prior float64

	// of names the figures of a feature that has several, each appended to
	// its name; nil for one.
	of func(*tile.Set) []string
	// figures computes them into dst, which is zero and as long as they are.
	figures func(s *situation, dst []int32)
}

// Features is the table. To add a feature is to add a row and its function.
//
// Static equity is in it: the score, the value of the leave and, with an empty
// bag, what the rules give for going out, with the weights that movegen gives
// them as their priors. All other features say where it is wrong.
func Features() []Feature {
	return []Feature{
		{Name: "constant", Meaning: "1", figures: constant},
		{Name: "spread", Unit: "points", Meaning: "spread before the move", Prior: 1, figures: spread},
		{Name: "score", Unit: "points", Meaning: "score of the move", Prior: 1, figures: score},
		{Name: "lead_late", Unit: "points", Meaning: "spread after the move times the share of all tiles that have left the bag before it", Scale: 10, figures: leadLate},
		{Name: "leave", Unit: "points", Meaning: "value of the tiles kept by the table of leaves, corrected for the tiles that are unseen, 0 with an empty bag", Scale: 1000, Prior: 1, figures: leaveValue},
		{Name: "leave_late", Unit: "points", Meaning: "the same times the share of all tiles that have left the bag", Scale: 1000, figures: leaveLate},
		{Name: "keep", Unit: "tiles", Meaning: "tiles of this kind kept, 0 with an empty bag", of: kinds, figures: keep},
		{Name: "duplicates", Unit: "tiles", Meaning: "letters kept beside the first of their kind", figures: duplicates},
		{Name: "imbalance", Unit: "tiles", Meaning: "vowels kept less consonants, squared", figures: imbalance},
		{Name: "pool_balance", Unit: "tiles", Meaning: "vowels kept less consonants, times the share of vowels among the unseen tiles less that in the tile set; 0 where there is a table of leaves, whose correction says it", Scale: 1000, figures: poolBalance},
		{Name: "q_alone", Unit: "tiles", Meaning: "a Q kept without a U, where the alphabet has both", figures: qAlone},
		{Name: "drawn", Unit: "tiles", Meaning: "tiles drawn after the move", figures: drawn},
		{Name: "exchange", Meaning: "1 for an exchange", figures: exchange},
		{Name: "pass", Meaning: "1 for a pass", figures: pass},
		{Name: "bag", Unit: "tiles", Meaning: "tiles in the bag after the move", figures: bag},
		{Name: "bag_left", Meaning: "1 if this many tiles are left in the bag after the move, which did not begin with an empty one", of: fewTiles, figures: bagLeft},
		{Name: "unseen", Unit: "percent", Meaning: "share of this kind among the tiles not seen before the move", Scale: 10, of: kinds, figures: unseen},
		{Name: "empty_board", Meaning: "1 if no tile lies on the board after the move", figures: emptyBoard},
		{Name: "hooks", Unit: "squares", Meaning: "squares after the move, by row and by column, beside tiles across the lane where a letter makes a word with them", figures: hooks},
		{Name: "hook_tiles", Unit: "squares", Meaning: "the hooks, each times the share of the unseen tiles that fit", Scale: 100, figures: hookTiles},
		{Name: "dead", Unit: "squares", Meaning: "the same where no letter does", figures: dead},
		{Name: "room", Unit: "squares", Meaning: "empty squares after the move, by row and by column, that a play of a whole rack could cover", figures: room},
		{Name: "near", Unit: "squares", Meaning: "the same on premium squares of this kind for a play of 3 tiles", of: premiumKinds, figures: near},
		{Name: "far", Unit: "squares", Meaning: "the same on premium squares of this kind for a whole rack and not for 3 tiles", of: premiumKinds, figures: far},
		{Name: "out", Unit: "points", Meaning: "what going out adds to the spread by settling the racks", Prior: 1, figures: out},
		{Name: "points_kept", Unit: "points", Meaning: "face value of the tiles kept with an empty bag", Prior: -2, figures: pointsKept},
		{Name: "not_out", Meaning: "1 if tiles are kept with an empty bag", Prior: -10, figures: notOut},
	}
}

func constant(_ *situation, dst []int32) { dst[0] = 1 }

func spread(s *situation, dst []int32) { dst[0] = s.spread }

func score(s *situation, dst []int32) { dst[0] = s.score }

func leaveValue(s *situation, dst []int32) { dst[0] = s.leave }

func leaveLate(s *situation, dst []int32) {
	dst[0] = int32(int64(s.leave) * int64(s.set.Len()-s.bagAfter) / int64(s.set.Len()))
}

func leadLate(s *situation, dst []int32) {
	gone := int64(s.set.Len() - s.bagBefore)
	dst[0] = int32(10 * int64(s.spread+s.score) * gone / int64(s.set.Len()))
}

func hookTiles(s *situation, dst []int32) {
	fit := 0
	for l := range 2 * s.after.dim {
		for h := s.after.hooks[l]; h != 0; h &= h - 1 {
			for set := s.after.fit[l][bits.TrailingZeros32(h)]; set != 0; set &= set - 1 {
				fit += s.unseen.Count(tile.Tile(bits.TrailingZeros32(set)))
			}
		}
	}
	dst[0] = int32(100 * fit / max(s.unseen.Len(), 1))
}

// kinds names the kinds of tiles, the blank first.
func kinds(set *tile.Set) []string {
	names := make([]string, set.Alphabet.Len()+1)
	for t := range names {
		names[t] = "_" + string(set.Alphabet.RackRune(tile.Tile(t)))
	}
	return names
}

func keep(s *situation, dst []int32) {
	if s.bagBefore > 0 {
		for t := range dst {
			dst[t] = int32(s.kept.Count(tile.Tile(t)))
		}
	}
}

func duplicates(s *situation, dst []int32) {
	if s.bagBefore > 0 {
		letters := s.kept.Mask() &^ (1 << tile.Blank)
		dst[0] = int32(s.kept.Len() - s.kept.Count(tile.Blank) - bits.OnesCount32(letters))
	}
}

func imbalance(s *situation, dst []int32) {
	if s.bagBefore > 0 {
		dst[0] = s.balance() * s.balance()
	}
}

func poolBalance(s *situation, dst []int32) {
	if s.bagBefore > 0 && !s.tabled {
		dst[0] = s.balance() * s.vowelSurplus
	}
}

// balance is the vowels kept less the consonants.
func (s *situation) balance() int32 {
	vowels := int32(0)
	for t := tile.Tile(1); int(t) <= s.set.Alphabet.Len(); t++ {
		if s.set.IsVowel(t) {
			vowels += int32(s.kept.Count(t))
		}
	}
	return 2*vowels - int32(s.kept.Len()-s.kept.Count(tile.Blank))
}

func qAlone(s *situation, dst []int32) {
	if s.bagBefore > 0 && s.q != 0 && s.u != 0 && s.kept.Count(s.u) == 0 {
		dst[0] = int32(s.kept.Count(s.q))
	}
}

func drawn(s *situation, dst []int32) { dst[0] = int32(s.drawn) }

func exchange(s *situation, dst []int32) {
	if s.move.Kind == engine.Exchange {
		dst[0] = 1
	}
}

func pass(s *situation, dst []int32) {
	if s.move.Kind == engine.Pass {
		dst[0] = 1
	}
}

func bag(s *situation, dst []int32) { dst[0] = int32(s.bagAfter) }

// fewTiles names the numbers of tiles that are few in a bag: the opponent may
// take them all.
func fewTiles(*tile.Set) []string {
	return []string{"_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7"}
}

func bagLeft(s *situation, dst []int32) {
	if s.bagBefore > 0 && s.bagAfter < len(dst) {
		dst[s.bagAfter] = 1
	}
}

// unseen is the same for all moves of a position and decides nothing, but without
// it the features of leaves would not mean what they say: tiles that are good to
// draw are good for the opponent, too, who holds some of them.
func unseen(s *situation, dst []int32) {
	for t := range dst {
		dst[t] = int32(1000 * s.unseen.Count(tile.Tile(t)) / max(s.unseen.Len(), 1))
	}
}

func emptyBoard(s *situation, dst []int32) {
	if s.after.board.Laid() == 0 {
		dst[0] = 1
	}
}

func hooks(s *situation, dst []int32) { dst[0] = s.after.count(&s.after.hooks) }

func dead(s *situation, dst []int32) { dst[0] = s.after.count(&s.after.dead) }

func (s *surface) count(masks *[maxLanes]uint32) (squares int32) {
	for l := range 2 * s.dim {
		squares += int32(bits.OnesCount32(masks[l]))
	}
	return squares
}

func room(s *situation, dst []int32) { dst[0] = s.after.count(&s.wide) }

// premiumKinds names the kinds of premium squares.
func premiumKinds(*tile.Set) []string {
	return []string{"_2L", "_3L", "_4L", "_2W", "_3W", "_4W"}
}

func near(s *situation, dst []int32) {
	for kind := range dst {
		for l := range 2 * s.after.dim {
			dst[kind] += int32(bits.OnesCount32(s.premiums[kind][l] & s.narrow[l]))
		}
	}
}

func far(s *situation, dst []int32) {
	for kind := range dst {
		for l := range 2 * s.after.dim {
			dst[kind] += int32(bits.OnesCount32(s.premiums[kind][l] & s.wide[l] &^ s.narrow[l]))
		}
	}
}

func out(s *situation, dst []int32) {
	if s.bagBefore > 0 || s.kept.Len() > 0 {
		return
	}
	others := s.set.RackPoints(&s.unseen)
	each := others / int32(s.rules.Seats-1)
	switch s.rules.EndScoring {
	case engine.EndBox: // they lose it, each his own, and we gain it all
		dst[0] = others + each
	case engine.EndDouble:
		dst[0] = 2 * others
	case engine.EndDeduct:
		dst[0] = each
	}
}

func pointsKept(s *situation, dst []int32) {
	if s.bagBefore == 0 {
		dst[0] = s.set.RackPoints(&s.kept)
	}
}

func notOut(s *situation, dst []int32) {
	if s.bagBefore == 0 && s.kept.Len() > 0 {
		dst[0] = 1
	}
}
