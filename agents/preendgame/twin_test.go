package preendgame

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// twin goes through all orders of the unseen tiles, equal tiles told apart, and
// solves each endgame by plain minimax over the naive generator. It remembers
// what it did with a position, and nothing else. It gives up after so many nodes.
type twin struct {
	t      *testing.T
	d      *enginetest.Dictionary
	lex    *lexicon.Lexicon
	policy *movegen.Evaluation
	values map[string]int32
	chosen map[string]engine.Move
	nodes  int
}

// worths is what every move of the seat to move comes to, and of how many
// orders. It is nil if the twin gave up.
func (w *twin) worths(p *engine.Position, moves []movegen.Valued) (all []worth, dealt int64) {
	v := p.View(p.Seat())
	unseen, other := v.Unseen(), 1-v.Seat()
	held := v.RackLen(other)
	all = make([]worth, len(moves))
	for order := range permutations(unseen.AppendTiles(nil)) {
		var racks [2]tile.Rack
		racks[other] = tile.RackOf(order[:held]...)
		dealt++
		for i := range moves {
			var q engine.Position
			if err := v.Arrange(&q, racks[:], order[held:]); err != nil {
				w.t.Fatal(err)
			}
			spread, ok := w.play(&q, moves[i].Move)
			if !ok {
				return nil, 0
			}
			all[i].add(of(spread, 1))
		}
	}
	return all, dealt
}

// play is the final spread of the mover after a move.
func (w *twin) play(p *engine.Position, m engine.Move) (int32, bool) {
	seat := p.Seat()
	p.Play(m)
	for p.End() == engine.EndNone && p.BagLen() > 0 {
		key := fmt.Sprintf("%s %d %d", notation.AppendCGP(nil, p), p.Seat(), p.View(0).Passes())
		if _, ok := w.chosen[key]; !ok {
			g, err := movegen.New(p.Rules(), w.lex)
			if err != nil {
				w.t.Fatal(err)
			}
			w.chosen[key] = g.Best(nil, p.View(p.Seat()), w.policy, 1)[0].Move
		}
		p.Play(w.chosen[key])
	}
	if p.End() != engine.EndNone {
		return p.Spread(seat), true
	}
	v, ok := w.value(p)
	if p.Seat() != seat {
		v = -v
	}
	return v, ok
}

// value is the final spread of the seat to move, with an empty bag.
func (w *twin) value(p *engine.Position) (int32, bool) {
	key := fmt.Sprintf("%s %d %d", notation.AppendCGP(nil, p), p.Seat(), p.View(0).Passes())
	if v, ok := w.values[key]; ok {
		return v, true
	}
	if w.nodes--; w.nodes < 0 {
		return 0, false
	}
	best, seat := int32(-1<<30), p.Seat()
	for _, m := range w.d.Moves(p) {
		p.Play(m.Move)
		v := p.Spread(seat)
		if p.End() == engine.EndNone {
			after, ok := w.value(p)
			if !ok {
				p.Undo()
				return 0, false
			}
			v = -after
		}
		p.Undo()
		best = max(best, v)
	}
	w.values[key] = best
	return best, true
}

// permutations visits all orders of the tiles, in place.
func permutations(tiles []tile.Tile) func(yield func([]tile.Tile) bool) {
	return func(yield func([]tile.Tile) bool) {
		var from func(i int) bool
		from = func(i int) bool {
			if i == len(tiles) {
				return yield(tiles)
			}
			for j := i; j < len(tiles); j++ {
				tiles[i], tiles[j] = tiles[j], tiles[i]
				more := from(i + 1)
				tiles[i], tiles[j] = tiles[j], tiles[i]
				if !more {
					return false
				}
			}
			return true
		}
		from(0)
	}
}

// randomRules draws the rules of the end.
func randomRules(rng *rand.Rand, board string) engine.Rules {
	rules, _ := engine.BuiltinRules(board)
	rules.RackSize = 2 + rng.IntN(2)
	rules.BingoBonus = int32(rng.IntN(20))
	rules.EndScoring = engine.EndScoring(rng.IntN(3))
	rules.MaxScorelessTurns = 2 + rng.IntN(5)
	rules.ZeroPlayResets = rng.IntN(2) == 0
	if rng.IntN(4) == 0 {
		rules.EndByPasses = 1 + rng.IntN(2)
	}
	return rules
}

// randomPosition is a position with so many tiles in the bag, close in points.
func randomPosition(t *testing.T, rng *rand.Rand, rules *engine.Rules, d *enginetest.Dictionary, bag int) *engine.Position {
	t.Helper()
	for {
		// Racks of another size and an empty bag, dealt again.
		wide := *rules
		wide.RackSize = rules.RackSize + (bag+1)/2
		o := enginetest.Options{Stage: enginetest.EmptyBag}
		if rng.IntN(2) == 0 {
			o.RackLen, o.Blanks = wide.RackSize, 1
		}
		p := enginetest.RandomPosition(rng, &wide, d, o)
		tiles := p.Rack(0).AppendTiles(p.Rack(1).AppendTiles(nil))
		if len(tiles) != 2*rules.RackSize+bag {
			continue
		}
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		s := engine.Setup{
			Board: *p.Board(), Racks: make([]tile.Rack, 2), Seat: rng.IntN(2), Scoreless: rng.IntN(2),
			Scores: []int32{int32(rng.IntN(20)), int32(rng.IntN(20))},
		}
		s.Racks[s.Seat] = tile.RackOf(tiles[:rules.RackSize]...)
		q, err := engine.NewPosition(rules, s, rng.Uint64())
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
}

// TestTwin compares with the twin.
func TestTwin(t *testing.T) {
	full := enginetest.NewDictionary(func(yield func([]tile.Tile) bool) {
		for w := range enginetest.OpenLexicon(t).Words() {
			if len(w) <= 4 && !yield(w) {
				return
			}
		}
	})
	for _, board := range []string{"standard", "super"} {
		t.Run(board, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			given, moved, passes, emptied, byBag := 0, 0, 0, 0, map[int]int{}
			for moved < twinPositions {
				d := full.Sample(rng, 500+rng.IntN(full.Len()-500))
				rules := randomRules(rng, board)
				policy := &movegen.Evaluation{Late: []int32{int32(rng.IntN(9000)), int32(rng.IntN(9000)), int32(rng.IntN(9000))}}
				w := twin{t: t, d: d, lex: enginetest.LexiconOf(t, d), policy: policy}
				for range 4 {
					bag := 1 + rng.IntN(MostBag)
					if bag > 2 {
						rules.RackSize = 2 // there are 720 orders of six tiles, and 5,040 of seven
					}
					p := randomPosition(t, rng, &rules, d, bag)
					w.values, w.chosen, w.nodes = map[string]int32{}, map[string]engine.Move{}, twinNodes
					if len(d.Moves(p)) < 4 {
						continue // little to choose from
					}
					first, ok := w.compare(p)
					if !ok {
						given++
						continue
					}
					moved++
					byBag[bag]++
					if first.Kind == engine.Pass {
						passes++
					} else if int(first.N) >= bag {
						emptied++
					}
				}
			}
			t.Logf("%d compared, by tiles in the bag %v, the twin gave up %d; best is a pass %d, empties the bag %d", moved, byBag, given, passes, emptied)
		})
	}
}

// compare holds solvers with and without a budget to the twin.
func (w *twin) compare(p *engine.Position) (best engine.Move, ok bool) {
	t := w.t
	t.Helper()
	g, err := movegen.New(p.Rules(), w.lex)
	if err != nil {
		t.Fatal(err)
	}
	v := p.View(p.Seat())
	cgp := fmt.Sprintf("%s (seat %d), rules %+v", notation.AppendCGP(nil, p), p.Seat(), *p.Rules())
	moves := g.Best(nil, v, w.policy, 1000)
	all, dealt := w.worths(p, moves)
	if all == nil {
		return engine.Move{}, false
	}
	// The twin tells the tiles of the other's rack apart in order, too.
	times := orders(v.RackLen(1 - v.Seat()))
	first := 0
	for i := range moves {
		if c := cmp.Or(cmp.Compare(all[i].wins, all[first].wins), cmp.Compare(all[i].spread, all[first].spread)); c > 0 {
			first = i
		}
	}
	same := func(c *Candidate) bool {
		i := slices.IndexFunc(moves, func(m movegen.Valued) bool { return m.Move == c.Move })
		return c.Wins*times == all[i].wins && c.Spread*times == all[i].spread && c.Arrangements*times == dealt
	}
	whole := mustSolve(t, g, v, Options{Policy: w.policy, Candidates: 1000})
	if !whole.Exact || len(whole.Candidates) != len(moves) || whole.Arrangements*times != dealt {
		t.Fatalf("%s: %d candidates of %d, %d arrangements, want %d/%d, exact %v", cgp, len(whole.Candidates), len(moves), whole.Arrangements, dealt, times, whole.Exact)
	}
	for i := range whole.Candidates {
		if c := &whole.Candidates[i]; !c.Exact || !same(c) {
			t.Fatalf("%s: %+v, want %+v", cgp, *c, all)
		}
	}
	if got := &whole.Candidates[0]; got.Move != moves[first].Move {
		t.Fatalf("%s: %+v, want %+v", cgp, got.Move, moves[first].Move)
	}
	for _, nodes := range []int64{1, 30, 300, 3000, 1 << 40} {
		res := mustSolve(t, g, v, Options{Policy: w.policy, Candidates: 1000, Nodes: nodes})
		got := &res.Candidates[0]
		if res.Exact {
			if got.Move != moves[first].Move {
				t.Fatalf("%s: %d nodes, exactly %+v, want %+v", cgp, nodes, got, moves[first])
			}
		} else if nodes == 1<<40 {
			t.Fatalf("%s: %d nodes do not suffice", cgp, nodes)
		}
		for i := range res.Candidates {
			if c := &res.Candidates[i]; c.Exact && c.Arrangements == whole.Arrangements && !same(c) {
				t.Fatalf("%s: %d nodes, %+v is not exact", cgp, nodes, *c)
			}
		}
	}
	return moves[first].Move, true
}

func mustSolve(t testing.TB, g *movegen.Generator, v engine.View, o Options) Result {
	t.Helper()
	s, err := New(v.Rules(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Solve(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
