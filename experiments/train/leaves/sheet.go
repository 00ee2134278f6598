package leaves

import (
	"math"

	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// sheet is what every multiset of tiles scores on one board: the points of the
// best play that uses exactly these tiles, by their rank, and 0 where there is
// none, since tiles can always be exchanged.
type sheet struct {
	ranking *tile.Ranking
	id      [tile.Kinds]uint8 // of a kind in the order of the ranking
	points  []int16           // by rank

	pool   tile.Rack
	blanks int

	// The play at hand: its letters in the order of the ranking, of equal ones
	// first that which earns least.
	n       int
	letters [engine.MaxRack]letter
	// sum[k][i] is what the first i letters add to the rank if k of them are
	// blanks; only its differences between places behind k blanks mean it.
	sum [engine.MaxRack + 1][engine.MaxRack + 1]uint32
}

// letter is one of a play.
type letter struct {
	tile tile.Tile
	part int32 // what it earns
	// must: the pool has not so many, this one is a blank. follows: there is
	// an equal one before it, which becomes a blank before this one.
	must, follows bool
}

func newSheet(ranking *tile.Ranking) *sheet {
	s := &sheet{ranking: ranking, points: make([]int16, ranking.LenFull())}
	for id, t := range ranking.Order() {
		s.id[t] = uint8(id)
	}
	return s
}

// fill makes it the sheet of the generator's board for racks from a pool.
func (s *sheet) fill(g *movegen.Generator, pool *tile.Rack) {
	clear(s.points)
	s.pool, s.blanks = *pool, pool.Count(tile.Blank)
	g.Pool(pool, tile.FullRack, s.enter)
}

// enter writes a play down in all ways to play it, with real tiles and with
// blanks.
func (s *sheet) enter(p *movegen.PoolPlay) {
	s.sort(p)
	for k := range min(s.blanks, s.n) + 1 {
		sum := &s.sum[k]
		for i := k; i < s.n; i++ {
			sum[i+1] = sum[i] + s.ranking.Add(i+1-k, s.letters[i].tile)
		}
	}
	s.spell(0, 0, s.ranking.Offset(s.n), p.Score)
}

// sort takes the letters of a play.
func (s *sheet) sort(p *movegen.PoolPlay) {
	s.n = p.N
	for i := range p.N {
		l := letter{tile: p.Tiles[i], part: p.Part[i]}
		at := i
		for at > 0 && (s.id[s.letters[at-1].tile] > s.id[l.tile] || s.letters[at-1].tile == l.tile && s.letters[at-1].part > l.part) {
			s.letters[at] = s.letters[at-1]
			at--
		}
		s.letters[at] = l
	}
	same := 0 // letters from this one on that are equal
	for i := s.n - 1; i >= 0; i-- {
		l := &s.letters[i]
		same++
		l.follows = i > 0 && s.letters[i-1].tile == l.tile
		l.must = same > s.pool.Count(l.tile)
		if !l.follows {
			same = 0
		}
	}
}

// spell enters the ways to play the letters from i on. Before them are k
// blanks; rank is of the real tiles before them, and score of the whole play
// with these blanks.
func (s *sheet) spell(i, k int, rank uint32, score int32) {
	sum := &s.sum[k]
	for j := i; j < s.n; j++ {
		l := &s.letters[j]
		if k < s.blanks && (!l.follows || j == i && i > 0) {
			s.spell(j+1, k+1, rank+sum[j]-sum[i], score-l.part)
		}
		if l.must {
			return // a real tile in this place and blanks behind it: there is none
		}
	}
	rank += sum[s.n] - sum[i]
	for b := range k {
		rank += s.ranking.Add(s.n-b, tile.Blank)
	}
	if at := &s.points[rank]; score > int32(*at) {
		*at = int16(min(score, math.MaxInt16))
	}
}
