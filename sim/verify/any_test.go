package verify

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// oddBoard is small, has every premium, and does not start in its middle.
const oddBoard = `start 4F
~..'=..".
.-.."..^.
..^..'...
'...-..=.
=...~..'.
."..'..".
..^..'...
.-.."..^.
.~.'=..".
`

// oddTiles has many blanks and a letter of two bytes. What blanks and C are
// worth is left open.
const oddTiles = `?,9,%d,0
A,8,1,1
B,3,3,0
Ä,6,1,1
C,4,%d,0
E,8,0,1
S,6,0,0
T,5,0,0
`

// oddWords are up to 900 words of two to five of those letters.
func oddWords(t testing.TB, set *tile.Set, rng *rand.Rand) *lexicon.Lexicon {
	words := make([][]tile.Tile, 50+rng.IntN(850))
	for i := range words {
		words[i] = make([]tile.Tile, 2+rng.IntN(4)*rng.IntN(2))
		for j := range words[i] {
			words[i][j] = tile.Tile(1 + rng.IntN(set.Alphabet.Len()))
		}
	}
	lex, err := lexicon.New("odd", set.Alphabet, words)
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

// anyPlan is a plan of a few games under rules drawn at random, with the
// agents that play them.
func anyPlan(t testing.TB, rng *rand.Rand) (sim.Plan, []string) {
	rules, lex := rulesOf(t, []string{"standard", "super"}[rng.IntN(2)], nil), small(t)
	if rng.IntN(2) == 0 {
		set, err := tile.ReadSet(strings.NewReader(fmt.Sprintf(oddTiles, rng.IntN(2), rng.IntN(2))), "odd")
		if err != nil {
			t.Fatal(err)
		}
		rules.TileSet, lex = set, oddWords(t, set, rng)
		if rng.IntN(3) > 0 {
			if rules.Layout, err = engine.ReadLayout(strings.NewReader(oddBoard), "odd"); err != nil {
				t.Fatal(err)
			}
		}
	} else if rng.IntN(2) == 0 {
		rules.TileSet, _ = tile.BuiltinSet([]string{"standard", "super", "doubled"}[rng.IntN(3)])
	}
	rules.Seats = 2 + rng.IntN(3)
	if rng.IntN(2) == 0 {
		rules.RackSize = 1 + rng.IntN(10)
	}
	rules.BingoBonus = int32(rng.IntN(3) * 25)
	rules.MinBagToExchange = 1 + rng.IntN(10)
	rules.EndScoring = engine.EndScoring(rng.IntN(3))
	rules.TieBreak = engine.TieBreak(rng.IntN(2))
	rules.MaxScorelessTurns = rng.IntN(12)
	rules.ZeroPlayResets = rng.IntN(2) == 0
	rules.EndByPasses = rng.IntN(4)
	rules.EndWhenStuck = rng.IntN(2) == 0

	agents := []string{"greedy", "random", "greedy", "random"}[:rules.Seats]
	if rng.IntN(4) == 0 {
		agents = agents[:1]
	}
	return sim.Plan{
		Rules: rules, Lexicon: lex, Seed: rng.Uint64(),
		Paired: len(agents) > 1 && rng.IntN(3) > 0, Positions: rng.IntN(2) == 0,
		Games: int64(rules.Seats * (1 + rng.IntN(2))), PartGames: 1 + rng.Int64N(6),
	}, agents
}

// TestAnyRules plays and verifies runs under rules drawn at random, and makes
// sure that they came to every kind of end.
func TestAnyRules(t *testing.T) {
	t.Parallel()
	runs := uint64(40)
	if testing.Short() {
		runs = 20
	}
	ends := map[string]int{}
	for seed := range runs {
		plan, agents := anyPlan(t, rand.New(rand.NewPCG(seed, 1)))
		dir := playRun(t, plan, agents...)
		if r := verifyRun(t, dir, plan.Lexicon, Options{}); r.Fault != nil {
			t.Errorf("plan %d: %v", seed, r.Fault)
		}
		for g, err := range dataset.Rows[dataset.GameRow](open(t, dir), dataset.GamesTable) {
			if err != nil {
				t.Fatal(err)
			}
			ends[g.EndReason]++
			if !g.Winner.Valid {
				ends["shared"]++
			}
		}
	}
	for _, end := range []string{out, scoreless, passes, stuck, "shared"} {
		if ends[end] == 0 {
			t.Errorf("no game ended %s: %v", end, ends)
		}
	}
}
