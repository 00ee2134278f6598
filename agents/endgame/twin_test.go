package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// twin is plain minimax over the naive generator and the engine's own
// positions: no table, no cuts, nothing kept from node to node. It gives up
// after so many nodes.
type twin struct {
	d     *enginetest.Dictionary
	nodes int
}

// value is the mover's final spread after best play. The second is false if
// the twin gave up.
func (t *twin) value(p *engine.Position) (int32, bool) {
	mover := p.Seat()
	best := int32(-infinite)
	for _, m := range t.d.Moves(p) {
		v, ok := t.after(p, m.Move, mover)
		if !ok {
			return 0, false
		}
		best = max(best, v)
	}
	return best, true
}

// after is the final spread of a seat after a move.
func (t *twin) after(p *engine.Position, m engine.Move, seat int) (int32, bool) {
	if t.nodes--; t.nodes < 0 {
		return 0, false
	}
	p.Play(m)
	defer p.Undo()
	if p.Rules().EndWhenStuck && p.End() == engine.EndNone && t.stuck(p) {
		p.EndStuck()
	}
	if p.End() != engine.EndNone {
		return p.Spread(seat), true
	}
	v, ok := t.value(p)
	if p.Seat() != seat {
		v = -v
	}
	return v, ok
}

// stuck tells whether neither seat has a play: the seat to move in p, nor the
// other, which is to move after a pass.
func (t *twin) stuck(p *engine.Position) bool {
	if len(t.d.Plays(p)) > 0 {
		return false
	}
	var other engine.Position
	rules := *p.Rules()
	rules.MaxScorelessTurns, rules.EndByPasses = 1000, 0
	racks := []tile.Rack{*p.Rack(0), *p.Rack(1)}
	q, err := engine.NewPosition(&rules, engine.Setup{Board: *p.Board(), Racks: racks, Seat: 1 - p.Seat()}, 0)
	if err != nil {
		panic(err)
	}
	other = *q
	return len(t.d.Plays(&other)) == 0
}

// first is the first move, in the order of movegen.Scored.Compare, that is
// worth the value.
func (t *twin) first(p *engine.Position, value int32) engine.Move {
	var moves []movegen.Scored
	for _, m := range t.d.Moves(p) {
		moves = append(moves, movegen.Scored{Move: m.Move, Score: m.Score})
	}
	slices.SortFunc(moves, func(a, b movegen.Scored) int { return a.Compare(&b) })
	for _, m := range moves {
		t.nodes = 1 << 30
		if v, _ := t.after(p, m.Move, p.Seat()); v == value {
			return m.Move
		}
	}
	panic("no move is worth the best")
}

// checkLine plays the line of a result, by the rules of a referee.
func (t *twin) checkLine(test *testing.T, p *engine.Position, res Result) {
	test.Helper()
	seat, line := p.Seat(), notation.AppendCGP(nil, p)
	for i, m := range res.Line {
		if p.End() != engine.EndNone {
			test.Fatalf("%s: %d moves, and the game is over after %d", line, len(res.Line), i)
		}
		p.Play(m)
		if p.Rules().EndWhenStuck && p.End() == engine.EndNone && t.stuck(p) {
			p.EndStuck()
		}
	}
	if p.End() == engine.EndNone || p.Spread(seat) != res.FinalSpread {
		test.Fatalf("%s, rules %+v: the line ends by %v with %d, want %d", line, *p.Rules(), p.End(), p.Spread(seat), res.FinalSpread)
	}
	for range res.Line {
		p.Undo()
	}
}

func text(p *engine.Position, m engine.Move) string {
	return string(notation.AppendMove(nil, p.Rules().TileSet.Alphabet, p.Board(), &m))
}

// randomRules draws the rules of the end.
func randomRules(rng *rand.Rand, board string) *engine.Rules {
	rules, _ := engine.BuiltinRules(board)
	if rng.IntN(3) == 0 {
		// Letters without points, for plays that score nothing.
		rows := rules.TileSet.Rows()
		for i := range rows {
			if rng.IntN(2) == 0 {
				rows[i].Points = 0
			}
		}
		set, err := tile.NewSet("cheap", rows)
		if err != nil {
			panic(err)
		}
		rules.TileSet = set
	}
	rules.RackSize = 1 + rng.IntN(4)
	rules.BingoBonus = int32(rng.IntN(20))
	rules.EndScoring = engine.EndScoring(rng.IntN(3))
	rules.MaxScorelessTurns = 1 + rng.IntN(6)
	rules.ZeroPlayResets = rng.IntN(2) == 0
	rules.EndByPasses = rng.IntN(3)
	rules.EndWhenStuck = rng.IntN(3) == 0
	return &rules
}

// TestTwin compares with the twin.
func TestTwin(t *testing.T) {
	// Short words, so that small racks have plays.
	full := enginetest.NewDictionary(func(yield func([]tile.Tile) bool) {
		for w := range enginetest.OpenLexicon(t).Words() {
			if len(w) <= 4 && !yield(w) {
				return
			}
		}
	})
	for _, board := range []string{"standard", "super"} {
		t.Run(board, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			solved, given, nodes, stuck, zero, passed := 0, 0, 0, 0, 0, 0
			for solved < twinPositions {
				d := full.Sample(rng, 500+rng.IntN(full.Len()-500))
				lex := enginetest.LexiconOf(t, d)
				rules := randomRules(rng, board)
				s := newSolver(t, rules, lex, Options{Entries: 1 + rng.IntN(1<<rng.IntN(16)), Line: true})
				for range 4 {
					blanks := min(rng.IntN(3), rules.RackSize)
					o := enginetest.Options{Stage: enginetest.EmptyBag}
					if blanks > 0 {
						o.RackLen, o.Blanks = min(rules.RackSize, blanks+rng.IntN(3)), blanks
					}
					p := enginetest.RandomPosition(rng, rules, d, o)
					w := twin{d, twinNodes}
					if rng.IntN(3) == 0 {
						// Passes count from before the solver is asked.
						if p.Play(engine.Move{}); p.End() != engine.EndNone || rules.EndWhenStuck && w.stuck(p) {
							p.Undo()
						}
					}
					want, ok := w.value(p)
					if !ok {
						given++
						continue
					}
					left := w.nodes
					spread := p.Spread(p.Seat())
					got, err := s.Solve(t.Context(), p.View(p.Seat()))
					if err != nil {
						t.Fatal(err)
					}
					if !got.Exact || got.FinalSpread != want || got.Value != want-spread {
						t.Fatalf("%s, rules %+v: value %d, want %d", notation.AppendCGP(nil, p), *rules, got.Value, want-spread)
					}
					if best := w.first(p, want); got.Move != best {
						t.Fatalf("%s, rules %+v: %s, want %s", notation.AppendCGP(nil, p), *rules, text(p, got.Move), text(p, best))
					}
					w.checkLine(t, p, got)
					solved++
					nodes += twinNodes - left
					if rules.EndWhenStuck {
						stuck++
					}
					if got.Move.Kind == engine.Pass {
						passed++
					} else if got.Score == 0 {
						zero++
					}
				}
			}
			t.Logf("%d solved in %d nodes, the twin gave up %d; stuck rule %d, best is a pass %d, a play of 0 points %d", solved, nodes, given, stuck, passed, zero)
		})
	}
}
