package agents

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// tinyGame is a game of few squares, tiles and words.
func tinyGame(t testing.TB) Game {
	t.Helper()
	layout, err := engine.ReadLayout(strings.NewReader(strings.Repeat(".....\n", 5)), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	set, err := tile.ReadSet(strings.NewReader("?,2,0,0\nA,12,1,1\nB,8,3,0\n"), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	var words [][]tile.Tile
	for _, s := range []string{"AA", "AB", "BA", "ABBA", "BAA", "BABA"} {
		w, err := set.Alphabet.ParseWord(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, w)
	}
	lex, err := lexicon.New("tiny", set.Alphabet, words)
	if err != nil {
		t.Fatal(err)
	}
	rules := engine.DefaultRules(layout, set)
	return Game{Rules: &rules, Lexicon: lex}
}

// costly tells whether a decision may take long: then it is not asked for.
func costly(v Values) bool {
	for key, most := range map[string]int{"iterations": 20, "inference": 20, "endgame": 500, "preendgame": 500} {
		if number(v[key]) > most || v[key] == "on" {
			return true
		}
	}
	return false
}

// FuzzPrepare: an agent that can be asked for plays a game, or says why not.
func FuzzPrepare(f *testing.F) {
	f.Add("greedy")
	f.Add("equity:leaves=synthetic,temperature=2.5,endgame=300,preendgame=300")
	f.Add("equity:leaves=none,unseen=off,late=off,opening=off,lexicon=spec.go")
	f.Add("linear:candidates=3,objective=win,leaves=none,model=spec.go")
	f.Add("montecarlo:candidates=3,plies=end,iterations=2,confidence=0.95,objective=win,sampling=round-robin,inference=9,endgame=off,preendgame=off,leaves=none")
	f.Add("montecarlo:candidates=1000,plies=1000,iterations=1,confidence=off,objective=spread,inference=off,endgame=1,preendgame=1")
	f.Add("champion:iterations=1,leaves=synthetic")
	game := tinyGame(f)
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := Parse(text)
		if err != nil || strings.Contains(text, "/") { // no file but those beside this one
			return
		}
		prepared, err := spec.Prepare(game)
		if err != nil {
			return
		}
		env := NewEnv(game.Rules, game.Lexicon)
		env.RunnerUp, env.Candidates = true, 2
		agent, err := prepared.Make(env)
		if err != nil {
			t.Fatalf("%s was prepared, but cannot be made: %v", spec, err)
		}
		if costly(spec.Values()) {
			return
		}
		counts := game.Rules.TileSet.Counts()
		p := engine.NewGame(game.Rules, counts.AppendTiles(nil), 1)
		for range 100 {
			if p.End() != engine.EndNone {
				return
			}
			d, err := agent.Choose(t.Context(), p.View(p.Seat()), rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			if err := p.Check(&d.Move); err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			p.Play(d.Move)
		}
		t.Fatalf("%s plays without end", spec)
	})
}
