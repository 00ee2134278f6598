package movegen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// state is what a generator knows of the board.
type state struct {
	Hash  uint64
	Laid  int
	Lanes []lane
}

func stateOf(g *Generator) state {
	return state{g.hash, g.laid, append([]lane(nil), g.lanes[:2*g.dim]...)}
}

func sameState(t *testing.T, what string, got, want state) {
	t.Helper()
	if got.Hash != want.Hash || got.Laid != want.Laid || !slices.Equal(got.Lanes, want.Lanes) {
		t.Fatalf("%s (-want +got):\n%s", what, cmp.Diff(want, got, cmp.AllowUnexported(lane{})))
	}
}

// rebuilt is the state of a generator that sees the board for the first time.
func rebuilt(t *testing.T, rules *engine.Rules, lex *lexicon.Lexicon, b *engine.Board) state {
	g := newGenerator(t, rules, lex)
	g.Rebuild(b)
	return stateOf(g)
}

// randomGame plays random moves to the end; each sees every position.
func randomGame(rng *rand.Rand, rules *engine.Rules, g *Generator, each func(*engine.Position)) {
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	p := engine.NewGame(rules, order, rng.Uint64())
	var moves []Scored
	for p.End() == engine.EndNone {
		moves = g.All(moves[:0], p.View(p.Seat()))
		each(p)
		p.Play(moves[rng.IntN(len(moves))].Move)
	}
	each(p)
}

func TestFollowIsRebuild(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		rng := rand.New(rand.NewPCG(5, 5))
		g, sometimes := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
		for range 3 {
			randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
				want := rebuilt(t, rules, lex, p.Board())
				g.Follow(p.View(0))
				sameState(t, "after each turn", stateOf(g), want)
				if rng.IntN(4) == 0 {
					sometimes.Follow(p.View(1))
					sameState(t, "after several turns", stateOf(sometimes), want)
				}
			})
		}
	}
}

func TestFollowFindsItsWayBack(t *testing.T) {
	// A generator that is led to other boards and games in between.
	lex := enginetest.OpenLexicon(t)
	rules := builtin(t, "super")
	rng := rand.New(rand.NewPCG(6, 6))
	g := newGenerator(t, rules, lex)
	few := enginetest.NewDictionary(lex.Words()).Sample(rng, 2000)
	var games [2][]engine.Board
	for i := range games {
		randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
			games[i] = append(games[i], *p.Board())
			g.Follow(p.View(0))
			sameState(t, "a game", stateOf(g), rebuilt(t, rules, lex, p.Board()))
			if rng.IntN(5) == 0 {
				q := enginetest.RandomPosition(rng, rules, few, enginetest.Options{Stage: enginetest.EmptyBag})
				g.Follow(q.View(0))
				sameState(t, "another board", stateOf(g), rebuilt(t, rules, lex, q.Board()))
			}
		})
	}
}

func TestUndoIsExact(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		rng := rand.New(rand.NewPCG(7, 7))
		g := newGenerator(t, rules, lex)
		var moves []Scored
		randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
			if p.End() != engine.EndNone {
				return
			}
			g.Follow(p.View(p.Seat()))
			var before []state
			depth := 1 + rng.IntN(4)
			for range depth {
				before = append(before, stateOf(g))
				moves = g.Plays(moves[:0], p.Rack(p.Seat()))
				moves = append(moves, Scored{Move: engine.Move{Kind: engine.Pass}})
				m := moves[rng.IntN(len(moves))].Move
				g.Play(m)
				p.Play(m)
				sameState(t, "after play", stateOf(g), rebuilt(t, rules, lex, p.Board()))
				if p.End() != engine.EndNone {
					break
				}
			}
			for i := len(before) - 1; i >= 0; i-- {
				g.Undo()
				p.Undo()
				sameState(t, "after undo", stateOf(g), before[i])
			}
		})
	}
}

func TestNoAllocation(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, want := range enginetest.Golden("super")[:20] {
		p := want.Position()
		g := newGenerator(t, p.Rules(), lex)
		moves := g.All(nil, p.View(0))
		best := moves[0].Move
		n := testing.AllocsPerRun(20, func() {
			moves = g.All(moves[:0], p.View(0))
			g.Play(best)
			g.Undo()
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", want.CGP, n)
		}
	}
}

// TestOtherGames compares with the oracle where nothing is as in the
// published games: a board without symmetry and with its start off the
// middle, other rack sizes and bonuses, more seats, many blanks.
func TestOtherGames(t *testing.T) {
	d, err := enginetest.ParseDictionary(tile.English(), "AA\nAB\nABA\nBA\nBAA\nABBA\nBABA\nAABAB\nBABAB\nABABABABAB\n")
	if err != nil {
		t.Fatal(err)
	}
	lex := enginetest.LexiconOf(t, d)
	rows := []tile.Row{{Letter: tile.BlankRune, Count: 12}}
	for i := range 26 {
		n := 0
		if i < 2 {
			n = 30
		}
		rows = append(rows, tile.Row{Letter: rune('A' + i), Count: n, Points: 1 + 3*i, Vowel: i == 0})
	}
	set, err := tile.NewSet("ab", rows)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := engine.ReadLayout(strings.NewReader("start 2B\n~.'..-.\n.......\n\"...=..\n....^..\n.......\n..-....\n=.....'\n"), "small")
	if err != nil {
		t.Fatal(err)
	}
	for size := 1; size <= engine.MaxRack; size++ {
		rules := engine.DefaultRules(layout, set)
		rules.RackSize, rules.BingoBonus, rules.MinBagToExchange = size, int32(10*size), 1
		rules.Seats = 2 + size%3
		if err := rules.Validate(); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(8, uint64(size)))
		g := newGenerator(t, &rules, lex)
		for range 2 {
			randomGame(rng, &rules, newGenerator(t, &rules, lex), func(p *engine.Position) {
				if p.End() == engine.EndNone && p.Turns()%3 == 0 {
					checkAll(t, g, d, p)
				}
			})
		}
	}
}

func TestNewNeedsOneAlphabet(t *testing.T) {
	a, err := tile.NewAlphabet([]rune("ABC"))
	if err != nil {
		t.Fatal(err)
	}
	word, _ := a.ParseWord(nil, "cab")
	lex, err := lexicon.New("abc", a, [][]tile.Tile{word})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(builtin(t, "standard"), lex); err == nil || !strings.Contains(err.Error(), "abc") {
		t.Errorf("error %v, want one that names the lexicon", err)
	}
}

func TestExchanges(t *testing.T) {
	a := tile.English()
	for _, c := range []struct {
		rack       string
		most, want int
	}{
		{"ABCDEFG", 7, 127}, {"AAAAAAA", 7, 7}, {"AABBCC?", 7, 53}, {"ABCDEFG", 1, 7},
		{"ABCDEFG", 2, 28}, {"ABCDEFG", 0, 0}, {"", 7, 0}, {"??", 7, 2},
	} {
		rack, err := a.ParseRack(c.rack)
		if err != nil {
			t.Fatal(err)
		}
		moves := AppendExchanges(nil, &rack, c.most)
		seen := map[engine.Move]bool{}
		for _, m := range moves {
			used := m.Used()
			if seen[m.Move] || int(m.N) > c.most || m.N == 0 || !rack.Contains(&used) || m.Score != 0 {
				t.Errorf("%s: %v", c.rack, m)
			}
			seen[m.Move] = true
		}
		if len(moves) != c.want {
			t.Errorf("%s, at most %d: %d exchanges, want %d", c.rack, c.most, len(moves), c.want)
		}
	}
}
