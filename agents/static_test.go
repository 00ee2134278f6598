package agents

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// seated is an agent at a position, and its view of it.
func seated(t *testing.T, name, cgp string, lex *lexicon.Lexicon) (Agent, engine.View) {
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
	prepared, err := spec.Prepare(Game{Rules: &rules, Lexicon: lex})
	if err != nil {
		t.Fatal(err)
	}
	env := NewEnv(&rules, lex)
	env.RunnerUp = true
	a, err := prepared.Make(env)
	if err != nil {
		t.Fatal(err)
	}
	return a, p.View(0)
}

// decide lets an agent choose at a position.
func decide(t *testing.T, name, cgp string, lex *lexicon.Lexicon) (Decision, string) {
	t.Helper()
	a, v := seated(t, name, cgp, lex)
	d, err := a.Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return d, string(notation.AppendMove(nil, tile.English(), v.Board(), &d.Move))
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
	prepared, err := newRandom(Game{Rules: &rules, Lexicon: lex}, nil)
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

// TestKnownWords: a player who knows fewer words plays none of the others, and
// a list with a word that is not the game's is refused.
func TestKnownWords(t *testing.T) {
	lex := smallLexicon(t, "cab cabs aa qi")
	file := filepath.Join(t.TempDir(), "few.txt")
	write := func(words string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(words), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("aa\ncab\n")
	if _, got := decide(t, "equity:leaves=none", emptyBoard+" ABCIQSV/ 0/0 0", lex); got != "H7 QI" {
		t.Errorf("with all words %s", got)
	}
	if _, got := decide(t, "equity:leaves=none,lexicon="+file, emptyBoard+" ABCIQSV/ 0/0 0", lex); got != "H6 CAB" {
		t.Errorf("without QI %s", got)
	}
	write("aa\nzz\n")
	spec, err := Parse("equity:lexicon=" + file)
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := engine.BuiltinRules("standard")
	if _, err := spec.Prepare(Game{Rules: &rules, Lexicon: lex}); err == nil || !strings.Contains(err.Error(), "ZZ") || !strings.Contains(err.Error(), file) {
		t.Errorf("a word that is not the game's: %v", err)
	}
}

// TestEquityParams: what a parameter may be, and which tables an agent says it
// reads.
func TestEquityParams(t *testing.T) {
	for _, bad := range []string{"unseen=yes", "temperature=-1", "temperature=NaN", "temperature=1e9", "temperature=0.0001", "temperature=", "leaves=", "lexicon="} {
		if _, err := Parse("equity:" + bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	lex := smallLexicon(t, "aa")
	doubled, _ := tile.BuiltinSet("doubled")
	ten, err := tile.NewSet("ten", append(doubled.Rows()[:26], tile.Row{Letter: 'Z', Count: 10, Points: 3}))
	if err != nil {
		t.Fatal(err)
	}
	other, err := tile.NewSet("other", []tile.Row{{Letter: '?', Count: 2}, {Letter: 'Ä', Count: 40, Points: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spec, board string
		set         *tile.Set
		table, note string
	}{
		{"equity", "standard", nil, "builtin-standard", ""},
		{"equity", "super", nil, "builtin-super", ""},
		{"equity", "super", doubled, "builtin-super-doubled", ""},
		{"equity", "standard", doubled, "builtin-super-doubled", "no built-in leave values for board standard with tile set doubled: those for board super with tile set doubled stand in"},
		{"equity", "super", ten, "builtin-super-doubled", "board super with tile set ten: those for board super with tile set doubled stand in"},
		{"equity", "standard", other, "", "no built-in leave values for the letters of tile set other: every leave is worth 0"},
		{"equity:leaves=none", "super", ten, "", ""},
		{"equity:leaves=synthetic", "standard", nil, "synthetic", ""},
	} {
		rules, _ := engine.BuiltinRules(c.board)
		words := lex
		if c.set != nil {
			rules.TileSet = c.set
		}
		if c.set == other {
			if words, err = lexicon.New("ä", other.Alphabet, [][]tile.Tile{{1, 1}}); err != nil {
				t.Fatal(err)
			}
		}
		spec, err := Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		p, err := spec.Prepare(Game{Rules: &rules, Lexicon: words})
		if err != nil {
			t.Fatal(err)
		}
		var tables []string
		for _, table := range p.Tables {
			tables = append(tables, table.Name)
		}
		if got := strings.Join(tables, " "); got != c.table || !strings.Contains(strings.Join(p.Notes, "; "), c.note) || (c.note == "") != (len(p.Notes) == 0) {
			t.Errorf("%s on %s, %s: table %q, notes %q", c.spec, c.board, rules.TileSet.Name, got, p.Notes)
		}
	}
}

// An agent that is said to value moves statically has an evaluation, and no
// other.
func TestStatic(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	lex := smallLexicon(t, "aa ab")
	for _, k := range Kinds() {
		spec, err := Parse(k.Name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := spec.Prepare(Game{Rules: &rules, Lexicon: lex})
		if err != nil {
			t.Fatal(err)
		}
		if spec.Static() != k.Static || k.Static != (p.Evaluation != nil) {
			t.Errorf("%s: static is %v, its evaluation %v", k.Name, k.Static, p.Evaluation)
		}
	}
	spec, err := Parse("equity:temperature=2,endgame=100,preendgame=100,leaves=none")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := spec.Prepare(Game{Rules: &rules, Lexicon: lex}); err != nil || p.Evaluation == nil || p.Evaluation.Leaves != nil {
		t.Errorf("%+v, %v", p.Evaluation, err)
	}
}
