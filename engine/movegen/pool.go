package movegen

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/tile"
)

// PoolPlay is a play from a pool of tiles as Pool finds it: every tile that it
// places is taken for a real one.
type PoolPlay struct {
	N     int // tiles placed
	Tiles [engine.MaxRack]tile.Tile
	// Part is what each tile earns, in all words and with all premiums: a
	// blank in its place earns so much less.
	Part  [engine.MaxRack]int32
	Score int32 // in points, the bonus for a whole rack included
}

// Pool visits every play of up to most tiles that a rack drawn from the pool
// may make on the generator's board. A play is spelled once, with letters; it
// takes at least so many blanks as it has letters more than the pool, and the
// pool has so many. The PoolPlay is overwritten by the next one.
//
// It is how the plays of all racks at once are found: a rack is good for the
// plays whose tiles it holds (wolges does it so to make its leave values).
func (g *Generator) Pool(pool *tile.Rack, most int, visit func(*PoolPlay)) {
	s := &g.search
	s.begin(g, pool, nil)
	s.left, s.pool = min(most, pool.Len()), visit
	s.board(g)
	s.pool = nil
}

// recordPool hands a play over.
func (s *search) recordPool(first, last int, score int32) {
	squares := (uint32(2)<<last - uint32(1)<<first) &^ s.ln.occ
	wm := int32(1)
	for set := squares; set != 0; set &= set - 1 {
		wm *= int32(s.pr.word[bits.TrailingZeros32(set)&(laneLen-1)])
	}
	if s.n == s.rackSize {
		score += s.bonus
	}
	p := &s.poolPlay
	p.N = s.n
	for i := 0; squares != 0; squares &= squares - 1 {
		c := bits.TrailingZeros32(squares) & (laneLen - 1)
		t := s.placed[c]
		times := wm
		if s.ln.crossed>>c&1 != 0 {
			times += int32(s.pr.word[c])
		}
		x := t.Letter()
		p.Tiles[i] = x
		p.Part[i] = int32(s.points[x]-s.points[x|tile.BlankBit]) * int32(s.pr.letter[c]) * times
		if t != x {
			score += p.Part[i] // it was counted as a blank
		}
		i++
	}
	p.Score = score
	s.pool(p)
}
