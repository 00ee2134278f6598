package measure

import "quadword/engine"

// Whole is a first place that is not shared: shares of it are counted in
// twelfths, for 12 can be shared by 1, 2, 3 and 4.
const Whole = 12

// FirstPlaces is each seat's share of the first place, in twelfths. The lists
// are by seat: totals, totals before racks were settled, and how often the
// seat's agent failed. Of a game that was forfeited a seat whose agent failed has
// no share.
func FirstPlaces(tie engine.TieBreak, scores, beforeEnd, faults []int32, forfeited bool) (share [engine.MaxSeats]int64) {
	ahead := func(a, b int) bool {
		if scores[a] != scores[b] || tie == engine.TieDraw {
			return scores[a] > scores[b]
		}
		return beforeEnd[a] > beforeEnd[b]
	}
	var room [engine.MaxSeats]int
	firsts := room[:0]
	for seat := range scores {
		switch {
		case forfeited && faults[seat] > 0: // out of the contest
		case len(firsts) == 0 || ahead(seat, firsts[0]):
			firsts = append(firsts[:0], seat)
		case !ahead(firsts[0], seat):
			firsts = append(firsts, seat)
		}
	}
	for _, seat := range firsts {
		share[seat] = Whole / int64(len(firsts))
	}
	return share
}

// BestOther is the best of all scores but that of one seat.
func BestOther(scores []int32, but int) int32 {
	best, found := int32(0), false
	for seat, s := range scores {
		if seat != but && (!found || s > best) {
			best, found = s, true
		}
	}
	return best
}
