package agents

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// decide lets an agent choose at a position.
func decide(t *testing.T, name, cgp string, lex *lexicon.Lexicon) (Decision, string) {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	c, err := notation.ParseCGP(cgp, &rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(&rules, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := spec.Prepare(Game{&rules, lex})
	if err != nil {
		t.Fatal(err)
	}
	env := NewEnv(&rules, lex)
	env.RunnerUp = true
	a, err := prepared.Make(env)
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.Choose(context.Background(), p.View(0), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return d, string(notation.AppendMove(nil, tile.English(), p.Board(), &d.Move))
}

func smallLexicon(t *testing.T, words string) *lexicon.Lexicon {
	t.Helper()
	var list [][]tile.Tile
	for _, w := range strings.Fields(words) {
		letters, err := tile.English().ParseWord(nil, w)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, letters)
	}
	lex, err := lexicon.New("small", tile.English(), list)
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

const emptyBoard = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"

func TestGreedyTies(t *testing.T) {
	lex := smallLexicon(t, "cab cabs aa qi")
	for _, c := range []struct{ what, cgp, want string }{
		// 22 wherever (11 doubled), across and down: the upper row wins, then
		// the smaller column, so the down play that ends on the start square.
		{"highest score, then row, column", emptyBoard + " QIVVWWX/ 0/0 0", "H7 QI"},
		// AA twice: no letter premium in reach, 4 points from G8 or H7.
		{"same word", emptyBoard + " AAVVWWX/ 0/0 0", "H7 AA"},
		{"no play: exchange all", emptyBoard + " JKVVWWX/ 0/0 0", "exch JKVVWWX"},
	} {
		if _, got := decide(t, "greedy", c.cgp, lex); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestGreedyPrefersPlayToExchangeToPass(t *testing.T) {
	// Two blanks make a play of no points; it comes before any exchange.
	lex := smallLexicon(t, "aa")
	if d, got := decide(t, "greedy", emptyBoard+" ??JVVWW/ 0/0 0", lex); d.Move.Kind != engine.Play || d.Equity.V != 0 || got != "H7 aa" {
		t.Errorf("%s, equity %v", got, d.Equity)
	}
	d, got := decide(t, "greedy", emptyBoard+" JKQVVWW/ 0/0 0", lex)
	if got != "exch JKQVVWW" || !d.RunnerUp.Valid || d.RunnerUp.V != 0 {
		t.Errorf("%s, runner-up %v", got, d.RunnerUp)
	}
}

// TestRandomIsUniform compares how often each move is chosen with a uniform
// choice, by chi-square.
func TestRandomIsUniform(t *testing.T) {
	lex := smallLexicon(t, "aa ab ba")
	rules, _ := engine.BuiltinRules("standard")
	c, err := notation.ParseCGP(emptyBoard+" AB/ 0/0 0", &rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(&rules, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := newRandom(Game{&rules, lex}, nil)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := prepared.Make(NewEnv(&rules, lex))
	if err != nil {
		t.Fatal(err)
	}
	// AB and BA, two squares and two directions each; A, B, AB exchanged; pass.
	const moves, draws = 8 + 3 + 1, 12000
	rng := rand.New(rand.NewPCG(3, 3))
	seen := map[engine.Move]int{}
	for range draws {
		d, err := agent.Choose(context.Background(), p.View(0), rng)
		if err != nil {
			t.Fatal(err)
		}
		if d.Probability.V != 1.0/moves || d.Candidates.V != moves {
			t.Fatalf("probability %v of %v moves, want 1/%d", d.Probability, d.Candidates, moves)
		}
		seen[d.Move]++
	}
	chi2 := 0.0
	for _, n := range seen {
		chi2 += (float64(n) - draws/moves) * (float64(n) - draws/moves) / (draws / moves)
	}
	if len(seen) != moves || chi2 > 31.3 { // 0.1 % point of chi-square with 11 degrees of freedom
		t.Errorf("%d moves chosen, chi-square %.1f", len(seen), chi2)
	}
}
