package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// modelFile is a model of these lines.
func modelFile(t *testing.T, lines string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "model.csv")
	if err := os.WriteFile(file, []byte("figure,spread,win\n"+lines), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// makeAgent is an agent of a spec, ready to choose.
func makeAgent(t *testing.T, name string, rules *engine.Rules, lex *lexicon.Lexicon) Agent {
	t.Helper()
	spec, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := spec.Prepare(Game{Rules: rules, Lexicon: lex})
	if err != nil {
		t.Fatal(err)
	}
	env := NewEnv(rules, lex)
	env.RunnerUp = true
	a, err := prepared.Make(env)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestLinearIsEquity plays by a model that is static equity: it decides as the
// agent equity does that has no eye for the end of the bag or the first play,
// also with an empty bag, but for rounding. With one candidate to choose from any
// model does.
func TestLinearIsEquity(t *testing.T) {
	const rounding = 30 // thousandths of a point
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		equity := makeAgent(t, "equity:leaves=synthetic,late=off,opening=off", &rules, lex)
		model := modelFile(t, "spread,1,0.17\nscore,1,0.17\nleave,1,0.17\nout,1,0.17\npoints_kept,-2,-0.34\nnot_out,-10,-1.7\n")
		all := makeAgent(t, "linear:leaves=synthetic,candidates=all,model="+model, &rules, lex)
		win := makeAgent(t, "linear:leaves=synthetic,candidates=5,objective=win,model="+model, &rules, lex)
		one := makeAgent(t, "linear:leaves=synthetic,candidates=1", &rules, lex)

		order, rng := rules.TileSet.Counts(), rand.New(rand.NewPCG(1, 2))
		tiles := order.AppendTiles(nil)
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		p := engine.NewGame(&rules, tiles, 1)
		for p.End() == engine.EndNone {
			v := p.View(p.Seat())
			want, a, b, c := choose(t, equity, v), choose(t, all, v), choose(t, win, v), choose(t, one, v)
			if c.Move != want.Move {
				t.Fatalf("%s, turn %d: one candidate is %+v, not %+v", board, p.Turns(), c.Move, want.Move)
			}
			for _, got := range []Decision{a, b} {
				close := want.RunnerUp.Valid && want.Equity.V-want.RunnerUp.V <= 2*rounding
				if got.Move != want.Move && !close {
					t.Fatalf("%s, turn %d: %+v, equity plays %+v", board, p.Turns(), got.Move, want.Move)
				}
				if d := got.Equity.V - want.Equity.V; d < -rounding || d > rounding || got.Equity.Valid != want.Equity.Valid {
					t.Fatalf("%s, turn %d: worth %v, by equity %v", board, p.Turns(), got.Equity, want.Equity)
				}
			}
			if d := a.RunnerUp.V - want.RunnerUp.V; d < -rounding || d > rounding || a.RunnerUp.Valid != want.RunnerUp.Valid {
				t.Fatalf("%s, turn %d: runner-up %v, by equity %v", board, p.Turns(), a.RunnerUp, want.RunnerUp)
			}
			if a.WinProb.Valid || b.WinProb.Valid != want.Equity.Valid || b.RunnerUp.Valid {
				t.Fatalf("%s, turn %d: win probability %v, %v, runner-up %v", board, p.Turns(), a.WinProb, b.WinProb, b.RunnerUp)
			}
			p.Play(want.Move)
		}
	}
}

func choose(t *testing.T, a Agent, v engine.View) Decision {
	t.Helper()
	d, err := a.Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLinearByHand weighs figures against each other.
func TestLinearByHand(t *testing.T) {
	lex := smallLexicon(t, "cab cabs aa qi")
	// CABS scores 16 wherever it lies and CAB 14; the upper row wins.
	cgp := emptyBoard + " ABCSVVW/ 7/5 0"
	for _, c := range []struct {
		lines, objective, want string
		equity                 int32
	}{
		{"score,1,0.1\nspread,1,0", "spread", "H5 CABS", 16_000},
		{"score,1,0.1\nspread,1,0\nkeep_S,1.999,0.5\n", "spread", "H5 CABS", 16_000},
		{"score,1,0.1\nspread,1,0\nkeep_S,2.001,0.5\n", "spread", "H6 CAB", 16_001},
		{"score,1,0.1\nspread,1,0\nkeep_S,1,0.5\n", "win", "H6 CAB", 15_000},
		{"exchange,50,1\nspread,1,0\nkeep_V,-1,0\n", "spread", "exch ABCSVVW", 50_000},
	} {
		d, got := decide(t, "linear:candidates=all,objective="+c.objective+",model="+modelFile(t, c.lines), cgp, lex)
		if got != c.want || d.Equity != Some(c.equity) {
			t.Errorf("%q: %s worth %v, want %s worth %d", c.lines, got, d.Equity, c.want, c.equity)
		}
	}
}

// TestLinearPasses only where there is nothing else, whatever a model says of
// passes.
func TestLinearPasses(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	for exchange, want := range map[int]engine.Kind{7: engine.Exchange, 1000: engine.Pass} {
		rules.MinBagToExchange = exchange
		order := rules.TileSet.Counts()
		p := engine.NewGame(&rules, order.AppendTiles(nil), 1)
		a := makeAgent(t, "linear:candidates=all,model="+modelFile(t, "pass,1000,1000\n"), &rules, smallLexicon(t, "zzzz"))
		d := choose(t, a, p.View(0))
		if d.Move.Kind != want || d.Equity.Valid != (want == engine.Exchange) || d.Candidates.V < 1 {
			t.Errorf("exchanges from %d tiles on: %+v", exchange, d)
		}
	}
}

func TestLinearParameters(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	lex := smallLexicon(t, "cab")
	for spec, want := range map[string]string{
		"linear:candidates=0":     "candidates=0: expected a whole number from 1 to 1000000, or all",
		"linear:candidates=few":   "candidates=few: expected a whole number",
		"linear:objective=luck":   "objective=luck: expected spread or win",
		"linear:model=":           "model=: a value is missing",
		"linear:model=nothing":    "model: open nothing: ",
		"linear:leaves=nothing":   "leave values: open nothing: ",
		"linear:model=BAD":        "line 2: unknown figure \"luck\"",
		"linear:candidates=5,x=1": "unknown key \"x\"",
	} {
		spec = strings.ReplaceAll(spec, "BAD", modelFile(t, "luck,1,1\n"))
		s, err := Parse(spec)
		if err == nil {
			_, err = s.Prepare(Game{Rules: &rules, Lexicon: lex})
		}
		if err == nil || !strings.HasPrefix(err.Error(), "agent linear") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	s, err := Parse("linear:leaves=synthetic")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(Game{Rules: &rules, Lexicon: lex})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintln(len(p.Tables), p.Tables[0].Name, p.Tables[1].Name); got != "2 builtin-standard synthetic\n" {
		t.Errorf("tables %s", got)
	}
}
