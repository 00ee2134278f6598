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
	return g.bestMoves(dst, v, e, want{moves: n})
}

// Within appends all moves that are at most margin, in thousandths of a point,
// worse than the best, best first.
func (g *Generator) Within(dst []Valued, v engine.View, e *Evaluation, margin int32) []Valued {
	return g.bestMoves(dst, v, e, want{margin: margin})
}

func (g *Generator) bestMoves(dst []Valued, v engine.View, e *Evaluation, want want) []Valued {
	if g.finder == nil && !g.slow {
		g.finder, g.slow = newFinder(g)
	}
	if g.slow {
		return g.bestOfAll(dst, v, e, want)
	}
	g.Follow(v)
	rack := v.Rack()
	val := newValuer(e, v)
	return g.finder.find(g, dst, &rack, &val, v.MaxExchange(), want)
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
	slots   [len(probes{}.list)]int
	seen    uint64 // what loads ahead of use add up to, so that they are made
	place   placement

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
	f.place.id = noSpan
	for l := range 2 * g.dim {
		f.spans.touchLane(l)
	}
	return f, false
}

// find is one search.
func (f *finder) find(g *Generator, dst []Valued, rack *tile.Rack, val *valuer, mostExchanged int, want want) []Valued {
	f.found.begin(dst, want)
	s := &f.rack
	s.set(rack, f.ranking, g.rules.TileSet, g.all, f.words.Keys, val)
	f.exchanges(mostExchanged)
	if s.tiles > 0 {
		f.asked.begin()
		f.ownWords()
		f.queue.begin(f.found.cut)
		f.place.id = noSpan
		for l := range 2 * g.dim {
			f.bound(g, l)
		}
		if debug {
			f.checkState(g)
		}
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
		s.best[k][0] = best
	}
}

// exchanges offers every exchange of up to so many tiles that may be wanted.
func (f *finder) exchanges(most int) {
	if most == 0 {
		return
	}
	s := &f.rack
	cut := f.found.cut
	if f.found.want.moves == 1 {
		// Only those that equal the best can be it.
		for k := 1; k <= min(most, s.tiles); k++ {
			cut = max(cut, s.best[k][1])
		}
	}
	for i := 1; i < s.n; i++ {
		q := &s.sub[i]
		if q.value < max(cut, f.found.cut) || int(q.size) > most {
			continue
		}
		m := engine.Move{Kind: engine.Exchange, N: q.size}
		given := s.rackOf(i)
		given.AppendTiles(m.Tiles[:0])
		f.found.offer(Valued{Scored{m, 0}, q.value})
	}
}

// bound renews the spans of a lane if it must and queues those that may yield
// one of the moves wanted.
func (f *finder) bound(g *Generator, l int) {
	sl := &f.spans.lanes[l]
	if sl.dirty != 0 {
		f.spans.renew(g, l)
	}
	if sl.active == 0 {
		return
	}
	s := &f.rack
	// Squares that no tile of the rack fits.
	var bad uint32
	for set := sl.bound; set != 0; set &= set - 1 {
		c := lowest(set)
		if sl.allowed[c&(laneLen-1)]&s.mask == 0 {
			bad |= 1 << (c & 31)
		}
	}
	f.queue.scan(sl, uint16(l)<<8, bad, s, f.found.cut)
}

// expand takes spans from the queue while they may yield something.
func (f *finder) expand(g *Generator) {
	q := &f.queue
	for bucket := q.top; bucket >= 0; bucket-- {
		if q.upper(bucket) <= int64(f.found.cut) {
			break
		}
		for i := q.heads[bucket]; i != 0; i = q.entries[i].next {
			e := &q.entries[i]
			if e.bound >= f.found.cut {
				f.open(g, e.id)
			}
		}
		q.heads[bucket] = 0
	}
	f.fillHoles(g)
	f.resolve(g)
}

// queue orders spans by their bounds, in buckets of about half a point. Within
// a bucket the order does not matter enough to sort by.
type queue struct {
	base    int32 // the lower end of bucket 0, which is open below
	top     int   // the highest bucket in use, -1 if none
	heads   [buckets]uint16
	n       uint16            // of the last entry
	entries [maxEntries]entry // from 1 on; a link of 0 ends a list
}

const (
	buckets    = 1024
	bucketBits = 9 // 512 thousandths of a point

	// maxEntries is above 2*MaxDim lanes of MaxDim starts of 7 spans, and a
	// power of two.
	maxEntries = 8192
)

type entry struct {
	bound    int32
	id, next uint16
}

// noSpan is no id: those of spans are lane<<8 | start*spansPerStart + n.
const noSpan = ^uint16(0)

// begin empties the queue. Bounds are above cut, the worst move wanted so far
// if there are enough of them.
func (q *queue) begin(cut int32) {
	q.base = max(cut, -100_000)
	q.top = -1
	clear(q.heads[:])
	q.n = 0
}

// upper is above every bound in a bucket.
func (q *queue) upper(bucket int) int64 {
	if bucket == buckets-1 {
		return 1 << 40 // open
	}
	return int64(q.base) + int64(bucket+1)<<bucketBits
}

// scan queues the spans of a lane whose bound is not below cut. It is a
// function of its own so that its loop keeps to registers.
//
//go:noinline
func (q *queue) scan(sl *spanLane, lane uint16, bad uint32, s *rackState, cut int32) {
	scores := s.sub[s.n-1].scores // of the whole rack
	cut = max(cut, never/2)
	size := uint8(s.tiles)
	for starts := sl.active; starts != 0; starts &= starts - 1 {
		start := int(lowest(starts))
		first := start * spansPerStart
		spans := sl.span[first&(laneLen*spansPerStart-1):][:sl.count[start&(laneLen-1)]]
		for i := range spans {
			sp := &spans[i]
			// The spans of a start fill more and more squares.
			if sp.filled&bad != 0 || sp.tiles > size {
				break
			}
			w := sp.weights
			if w == (weights{}) {
				w = sl.weigh(first + i)
			}
			b := 1000*(int32(sp.fixed)+w.dot(scores)) + s.best[sp.tiles&7][sp.through&1]
			if b < cut {
				continue
			}
			bucket := min(max(int(b-q.base)>>bucketBits, 0), buckets-1)
			q.n++
			q.entries[q.n&(maxEntries-1)] = entry{b, lane | uint16(first+i), q.heads[bucket]}
			q.heads[bucket] = q.n
			q.top = max(q.top, bucket)
		}
	}
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
