package movegen

import (
	"math/bits"
	"slices"

	"quadword/engine"
	"quadword/engine/lexicon/wordmap"
	"quadword/engine/tile"
)

// Best appends the best n moves by an evaluation, best first, or all if there
// are fewer. They are the first n of All in the order of Valued.Compare.
func (g *Generator) Best(dst []Valued, v engine.View, e *Evaluation, n int) []Valued {
	return g.bestMoves(dst, v, v.Rack(), e, want{moves: n})
}

// BestWith is Best with another rack in the place of the seat's own.
func (g *Generator) BestWith(dst []Valued, v engine.View, rack tile.Rack, e *Evaluation, n int) []Valued {
	return g.bestMoves(dst, v, rack, e, want{moves: n})
}

// Within appends all moves that are at most margin, in thousandths of a point,
// worse than the best, best first.
func (g *Generator) Within(dst []Valued, v engine.View, e *Evaluation, margin int32) []Valued {
	return g.bestMoves(dst, v, v.Rack(), e, want{margin: margin})
}

func (g *Generator) bestMoves(dst []Valued, v engine.View, rack tile.Rack, e *Evaluation, want want) []Valued {
	if g.finder == nil && !g.slow {
		g.finder, g.slow = newFinder(g)
	}
	if g.slow {
		return g.bestOfAll(dst, v, rack, e, want)
	}
	val := newValuer(e, v, &rack)
	// The values of the leaves are on their way while the board is followed.
	g.finder.rack.set(&rack, g.finder.ranking, g.rules.TileSet, g.all, g.finder.words.Keys, &val)
	g.Follow(v)
	return g.finder.find(g, dst, &val, v.MaxExchange(), want)
}

// finder finds the best moves without looking at most of the others. It
// bounds what each span can yield, takes the spans from the highest bound
// down, and stops where no bound reaches what it has found. A span that is
// taken is split by sub-rack, each with its own tighter bound, and only for
// those that pass is the word map asked which words there are.
//
// All bounds are cut with a strict comparison. So every move that equals the
// best is seen, and the order of moves alone decides between equals.
type finder struct {
	words   *wordmap.Map
	ranking *tile.Ranking
	spans   spanMap
	rack    rackState

	queue   queue
	asked   memo
	pending probes
	holes   [fillAt]hole
	nholes  int
	place   placement
	opening opening

	found found
}

// newFinder is a finder for a generator's games, or slow if they are beyond
// what it can pack.
func newFinder(g *Generator) (f *finder, slow bool) {
	words := g.lexicon.WordMap()
	if words == nil || !fits(g.rules) {
		return nil, true
	}
	f = &finder{words: words, ranking: tile.NewRanking(g.rules.TileSet)}
	f.spans = spanMap{words: words, longest: min(words.Longest(), g.dim)}
	f.spans.bonus[g.rules.RackSize] = g.rules.BingoBonus
	lanes := make([]spanLane, 2*g.dim)
	for l := range lanes {
		f.spans.lanes[l].spanLane = &lanes[l]
		f.spans.touchLane(l)
	}
	return f, false
}

// find is one search, with the rack that is set.
func (f *finder) find(g *Generator, dst []Valued, val *valuer, mostExchanged int, want want) []Valued {
	f.found.begin(dst, want)
	f.opening = val.opening
	s := &f.rack
	s.sort(f.ranking, g.all, val)
	f.exchanges(mostExchanged, val)
	if s.tiles > 0 {
		f.asked.begin()
		f.ownWords()
		f.queue.begin()
		for l := range 2 * g.dim {
			f.bound(g, l)
		}
		if debug {
			f.checkState(g)
		}
		f.queue.fill(f.found.cut)
		f.expand(g)
	}
	return f.found.end()
}

// ownWords finds the highest value of what is kept by sub-racks that may be
// words by themselves, for the bounds of spans without letters of the board. A
// sub-rack with a blank nearly always is one.
func (f *finder) ownWords() {
	s := &f.rack
	for k := 2; k <= s.tiles; k++ {
		c := &s.size[k]
		best := int32(never)
		for mask := f.passing(f.words.OfLength(k), 0, uint8(k)); mask != 0; mask &= mask - 1 {
			best = max(best, c.values[bits.TrailingZeros64(mask)])
		}
		for _, v := range c.values[c.plain:c.n] {
			best = max(best, v)
		}
		s.best[2*k] = best
	}
}

// exchanges offers every exchange of up to so many tiles that may be wanted.
func (f *finder) exchanges(most int, val *valuer) {
	if most == 0 {
		return
	}
	s := &f.rack
	cut := f.found.cut
	if f.found.want.moves == 1 {
		// Only those that equal the best can be it.
		for k := 1; k <= min(most, s.tiles); k++ {
			cut = max(cut, s.best[2*k+1]-val.late[k])
		}
	}
	for i := 1; i < s.n; i++ {
		q := &s.sub[i]
		value := q.value - val.late[q.size] // the bag stays as it is
		if value < max(cut, f.found.cut) || int(q.size) > most {
			continue
		}
		m := engine.Move{Kind: engine.Exchange, N: q.size}
		given := s.rackOf(i)
		given.AppendTiles(m.Tiles[:0])
		f.found.offer(Valued{Scored{m, 0}, value})
	}
}

// bound renews the spans of a lane if it must and queues those that may yield
// one of the moves wanted.
func (f *finder) bound(g *Generator, l int) {
	if f.spans.lanes[l].dirty != 0 {
		f.spans.renew(g, l)
	}
	sl := f.spans.lanes[l].spanLane
	if sl.n == 0 {
		return
	}
	s := &f.rack
	// Squares that no tile of the rack fits.
	var bad uint32
	for set := sl.bound; set != 0; set &= set - 1 {
		c := lowest(set)
		fits := sl.allowed[c&(laneLen-1)] & s.mask
		bad |= (1 ^ notZero(fits)) << (c & 31)
	}
	f.queue.scan(sl, uint16(l)<<8, bad, s, f.found.cut)
}

// expand takes spans from the queue while they may yield something.
func (f *finder) expand(g *Generator) {
	for {
		id, ok := f.queue.pop(f.found.cut)
		if !ok {
			break
		}
		f.open(g, id)
	}
	f.fillHoles(g)
	f.resolve(g)
}

// found is the moves found so far, as many as are wanted, best first.
type found struct {
	want  want
	cut   int32 // moves below it are not wanted
	moves []Valued
	start int // where they begin: what is before is the caller's
}

func (f *found) begin(dst []Valued, want want) {
	f.want, f.cut, f.moves, f.start = want, PassEquity+1, dst, len(dst)
}

// offer takes a move in if it is wanted.
func (f *found) offer(m Valued) {
	if m.Equity < f.cut {
		return
	}
	moves := f.moves[f.start:]
	if f.want.moves > 0 && len(moves) == f.want.moves {
		if m.Compare(&moves[len(moves)-1]) >= 0 {
			return
		}
		moves = moves[:len(moves)-1]
	}
	at := len(moves)
	for at > 0 && m.Compare(&moves[at-1]) < 0 {
		at--
	}
	f.moves = slices.Insert(f.moves[:f.start+len(moves)], f.start+at, m)
	moves = f.moves[f.start:]
	switch {
	case f.want.moves == 0:
		f.cut = int32(max(int64(moves[0].Equity)-int64(f.want.margin), PassEquity+1))
	case len(moves) == f.want.moves:
		f.cut = moves[len(moves)-1].Equity
	}
}

// end adds the pass, if it is wanted, and gives the list back.
func (f *found) end() []Valued {
	pass := Valued{Scored{Move: engine.Move{Kind: engine.Pass}}, PassEquity}
	if n := len(f.moves) - f.start; n < f.want.moves || n == 0 {
		f.moves = append(f.moves, pass)
	}
	moves := f.moves
	n := f.want.keep(moves[f.start:])
	f.moves = nil
	return moves[:f.start+n]
}
