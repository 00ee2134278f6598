package agents

import (
	"context"
	"math/rand/v2"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// What montecarlo tells of the moves that it compared: as much as it knows, of
// as many as it is asked for.
func TestCompared(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	p := engine.NewGame(&rules, order, 1)
	for _, c := range []struct {
		spec           string
		asked, told    int
		errors, chance bool // it knows the standard error, the probability of winning
	}{
		{"montecarlo:candidates=4,iterations=4", 0, 0, true, true},
		{"montecarlo:candidates=4,iterations=4", 3, 3, true, true},
		{"montecarlo:candidates=4,iterations=4", 9, 4, true, true},
		{"montecarlo:candidates=4,iterations=4,objective=win", 1, 1, true, true},
		{"montecarlo:candidates=4,iterations=4,objective=spread", 4, 4, true, false},
		{"montecarlo:candidates=4,iterations=1", 4, 4, false, true},
		{"montecarlo:candidates=1,iterations=4", 3, 0, false, false},
		{"equity", 3, 0, false, false},
	} {
		spec, err := Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := spec.Prepare(Game{Rules: &rules, Lexicon: lex})
		if err != nil {
			t.Fatal(err)
		}
		env := NewEnv(&rules, lex)
		env.Candidates = c.asked
		a, err := prepared.Make(env)
		if err != nil {
			t.Fatal(err)
		}
		d, err := a.Choose(context.Background(), p.View(0), rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Compared) != c.told || (d.Compared == nil) != (c.told == 0) {
			t.Errorf("%s: %d asked for, %d told", c.spec, c.asked, len(d.Compared))
		}
		if d.StandardError.Valid != c.errors || d.WinProb.Valid != c.chance {
			t.Errorf("%s: the decision is %+v", c.spec, d)
		}
		for i, m := range d.Compared {
			if (m.Move == d.Move) != (i == 0) || !m.Equity.Valid || !m.Mean.Valid || !m.Spread.Valid || m.Visits.V < 1 ||
				m.StandardError.Valid != c.errors || m.WinProb.Valid != c.chance {
				t.Errorf("%s: candidate %d: %+v", c.spec, i, m)
			}
			if i == 0 && (m.WinProb != d.WinProb || m.StandardError != d.StandardError || m.Spread.V != d.Equity.V) { // the game is at 0:0
				t.Errorf("%s: the best is %+v, the decision %+v", c.spec, m, d)
			}
		}
	}
}
