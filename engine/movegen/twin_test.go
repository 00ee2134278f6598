package movegen

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// What is tested here against an oracle is tested on both boards.
var boards = []string{"standard", "super"}

func builtin(t testing.TB, board string) *engine.Rules {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no rules %s", board)
	}
	return &rules
}

func newGenerator(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon) *Generator {
	t.Helper()
	g, err := New(rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// positions yields n random positions: the turns of random games, every
// other one with a rack of 1 to 7 tiles and 0 to 4 blanks as far as the tile
// set has them, and now and then one with a small or an empty bag.
func positions(rng *rand.Rand, rules *engine.Rules, d *enginetest.Dictionary, n int) iter.Seq[*engine.Position] {
	set := rules.TileSet.Counts()
	return func(yield func(*engine.Position) bool) {
		i := 0
		next := func(p *engine.Position) bool {
			i++
			return yield(p) && i < n
		}
		for {
			for _, stage := range []enginetest.Stage{enginetest.SmallBag, enginetest.EmptyBag} {
				if !next(enginetest.RandomPosition(rng, rules, d, enginetest.Options{Stage: stage})) {
					return
				}
			}
			for p := range enginetest.Walk(rng, rules, d) {
				if i%2 == 0 {
					size := rules.RackSize - rng.IntN(3)*rng.IntN(4)
					rack := tile.RackOf(make([]tile.Tile, min(size, rng.IntN(5), set.Count(tile.Blank)))...)
					for rack.Len() < size {
						rack.Add(tile.Tile(1 + rng.IntN(rules.TileSet.Alphabet.Len())))
					}
					if q, err := enginetest.SwapRack(p, rack, rng.Uint64()); err == nil {
						p = q
					}
				}
				if !next(p) {
					return
				}
			}
		}
	}
}

// checkAll compares the moves of a position with the oracle's.
func checkAll(t *testing.T, g *Generator, d *enginetest.Dictionary, p *engine.Position) {
	t.Helper()
	got := g.All(nil, p.View(p.Seat()))
	var want []Scored
	for _, m := range d.Moves(p) {
		want = append(want, Scored(m))
	}
	compare := func(a, b Scored) int { return a.Compare(&b) }
	slices.SortFunc(got, compare)
	slices.SortFunc(want, compare)
	if slices.Equal(got, want) {
		return
	}
	show := func(m Scored) string {
		return fmt.Sprintf("%s %d", notation.AppendMove(nil, tile.English(), p.Board(), &m.Move), m.Score)
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(want) || i < len(got) && compare(got[i], want[i]) < 0:
			t.Fatalf("%s: %s is not in the oracle's list, or twice", notation.AppendCGP(nil, p), show(got[i]))
		case i >= len(got) || got[i] != want[i]:
			t.Fatalf("%s: %s is missing", notation.AppendCGP(nil, p), show(want[i]))
		}
	}
}

// twin compares All with the oracle on n random positions of each board. The
// positions are laid with the words of few, which is quicker.
func twin(t *testing.T, all, few *enginetest.Dictionary, lex *lexicon.Lexicon, seed uint64, n int) {
	for _, board := range boards {
		t.Run(board, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			rules := builtin(t, board)
			g := newGenerator(t, rules, lex)
			for p := range positions(rng, rules, few, n) {
				checkAll(t, g, all, p)
			}
		})
	}
}

func TestAllIsTheOraclesOnTheFullList(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	all := enginetest.NewDictionary(lex.Words())
	few := all.Sample(rand.New(rand.NewPCG(1, 2)), 3000)
	twin(t, all, few, lex, 3, fullPositions)
}

func TestAllIsTheOraclesOnRandomLists(t *testing.T) {
	all := enginetest.NewDictionary(enginetest.OpenLexicon(t).Words())
	const lists = 10
	for list := range uint64(lists) {
		few := all.Sample(rand.New(rand.NewPCG(4, list)), 3000)
		twin(t, few, few, enginetest.LexiconOf(t, few), list, 2000/lists)
	}
}

// TestAllGolden compares with what another engine found in 400 positions.
func TestAllGolden(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		g := newGenerator(t, builtin(t, board), lex)
		golden := enginetest.Golden(board)
		if len(golden) != 200 {
			t.Fatalf("%d golden positions of the %s board", len(golden), board)
		}
		for _, want := range golden {
			p := want.Position()
			g.Follow(p.View(0))
			plays := g.Plays(nil, p.Rack(0))
			d := notation.DigestPlays(p.Rules(), p.Board(), func(yield func(engine.Move, int32) bool) {
				for _, m := range plays {
					if !yield(m.Move, m.Score) {
						return
					}
				}
			})
			if d.SHA256 != want.SHA256 || d.Plays != want.Plays || d.ScoreSum != want.ScoreSum {
				t.Errorf("%s: %+v, want %d plays with %s", want.CGP, d, want.Plays, want.SHA256)
			}
		}
	}
}
