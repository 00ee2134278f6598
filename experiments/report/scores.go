package report

import (
	"maps"
	"slices"
)

// Scores counts games by score, in bins that have a lower edge each that is a
// multiple of Width. The first begins at From.
type Scores struct {
	From   int64   `json:"from"`
	Width  int64   `json:"width"`
	Counts []int64 `json:"counts"`
}

// binWidth is fine enough for the score of a game, whose standard deviation is
// some 60 points and more.
const binWidth = 20

// scores counts games by bin.
type scores map[int64]int64

func (s *scores) add(score int64) {
	bin := score / binWidth
	if score < 0 && score%binWidth != 0 {
		bin-- // rounded down and not towards 0
	}
	s.count(bin, 1)
}

func (s *scores) count(bin, n int64) {
	if *s == nil {
		*s = scores{}
	}
	(*s)[bin] += n
}

func (s *scores) merge(o scores) {
	for bin, n := range o {
		s.count(bin, n)
	}
}

// counted are the counts from the least bin to the greatest; nil if there are
// none. A score is a 32-bit number, yet one that is far out would make millions of
// bins: then there are none either.
func (s scores) counted() *Scores {
	const bins = 1000
	if len(s) == 0 {
		return nil
	}
	keys := slices.Sorted(maps.Keys(s))
	least, most := keys[0], keys[len(keys)-1]
	if most-least >= bins {
		return nil
	}
	c := &Scores{From: least * binWidth, Width: binWidth, Counts: make([]int64, most-least+1)}
	for bin, n := range s {
		c.Counts[bin-least] = n
	}
	return c
}
