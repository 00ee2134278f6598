// Package agenttest holds what every agent must live up to. It is imported by
// tests alone.
package agenttest

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
)

// told is how many of the moves that it compared an agent is asked to tell of.
const told = 2

// Conform plays games of an agent on both boards with 2 to 4 seats and checks
// at every turn that
//
//   - its move is legal, and its words are in the lexicon;
//   - it leaves the position as it was;
//   - it decides the same again, and as a newly made agent would, from the
//     same view and random source: nothing is carried over from turn to turn;
//   - it decides the same when the tiles it cannot see are others;
//   - what it says of its choice makes sense.
func Conform(t *testing.T, spec string, lex *lexicon.Lexicon) {
	for _, board := range []string{"standard", "super"} {
		for seats := 2; seats <= engine.MaxSeats; seats++ {
			rules, _ := engine.BuiltinRules(board)
			rules.Seats = seats
			c := conformance{t: t, spec: spec, rules: &rules, lex: lex, rng: rand.New(rand.NewPCG(uint64(seats), 77))}
			c.game()
		}
	}
}

type conformance struct {
	t     *testing.T
	spec  string
	rules *engine.Rules
	lex   *lexicon.Lexicon
	rng   *rand.Rand
}

// make is a new agent in an Env of its own.
func (c *conformance) make() agents.Agent {
	c.t.Helper()
	spec, err := agents.Parse(c.spec)
	if err != nil {
		c.t.Fatal(err)
	}
	prepared, err := spec.Prepare(agents.Game{Rules: c.rules, Lexicon: c.lex})
	if err != nil {
		c.t.Fatal(err)
	}
	env := agents.NewEnv(c.rules, c.lex)
	env.RunnerUp, env.Candidates = true, told
	a, err := prepared.Make(env)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *conformance) choose(a agents.Agent, v engine.View, seed uint64) agents.Decision {
	c.t.Helper()
	d, err := a.Choose(context.Background(), v, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

func (c *conformance) game() {
	t := c.t
	counts := c.rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	c.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	p := engine.NewGame(c.rules, order, c.rng.Uint64())
	agent, other := c.make(), c.make()
	for p.End() == engine.EndNone {
		v, seed := p.View(p.Seat()), c.rng.Uint64()
		cgp := string(notation.AppendCGP(nil, p))
		d := c.choose(agent, v, seed)
		if err := p.Check(&d.Move); err != nil {
			t.Fatalf("%s at %s: %v", c.spec, cgp, err)
		}
		if d.Move.Kind == engine.Play {
			for word := range p.Board().Words(&d.Move) {
				if !c.lex.Has(word) {
					t.Fatalf("%s at %s: %s is no word", c.spec, cgp, c.rules.TileSet.Alphabet.Text(word))
				}
			}
		}
		if after := string(notation.AppendCGP(nil, p)); after != cgp {
			t.Fatalf("%s changed the position from %s to %s", c.spec, cgp, after)
		}
		c.sensible(cgp, &d)
		if again := c.choose(agent, v, seed); !reflect.DeepEqual(d, again) {
			t.Fatalf("%s at %s decides %+v, asked again %+v", c.spec, cgp, d, again)
		}
		if p.Turns()%5 == 0 {
			c.hidden(cgp, other, v, seed)
		}
		p.Play(d.Move)
	}
}

// hidden compares decisions at positions that differ in nothing that the
// seat can see.
func (c *conformance) hidden(cgp string, agent agents.Agent, v engine.View, seed uint64) {
	var want agents.Decision
	for i := range 3 {
		var q engine.Position
		if err := v.Determinize(&q, c.rng, nil); err != nil {
			c.t.Fatal(err)
		}
		d := c.choose(agent, q.View(v.Seat()), seed)
		if i > 0 && !reflect.DeepEqual(d, want) {
			c.t.Fatalf("%s at %s decides %+v or %+v, as the hidden tiles are", c.spec, cgp, want, d)
		}
		want = d
		agent = c.make()
	}
}

func (c *conformance) sensible(cgp string, d *agents.Decision) {
	for what, p := range map[string]agents.Opt[float64]{"probability": d.Probability, "win probability": d.WinProb} {
		if p.Valid && !(p.V >= 0 && p.V <= 1) {
			c.t.Fatalf("%s at %s: %s %v", c.spec, cgp, what, p.V)
		}
	}
	if e := d.StandardError; e.Valid && !(e.V >= 0 && e.V <= math.MaxFloat64) {
		c.t.Fatalf("%s at %s: standard error %v", c.spec, cgp, e.V)
	}
	if d.Equity.Valid && d.RunnerUp.Valid && d.RunnerUp.V > d.Equity.V && !d.Probability.Valid { // unless by chance
		c.t.Fatalf("%s at %s: equity %d below the runner-up's %d", c.spec, cgp, d.Equity.V, d.RunnerUp.V)
	}
	if d.Candidates.Valid && d.Candidates.V < 1 {
		c.t.Fatalf("%s at %s: %d candidates", c.spec, cgp, d.Candidates.V)
	}
	chosen := 0
	for i := range d.Compared {
		if d.Compared[i].Move == d.Move {
			chosen++
			if e := d.Compared[i].StandardError; e != d.StandardError {
				c.t.Fatalf("%s at %s: standard error %v of the decision, %v of its move", c.spec, cgp, d.StandardError, e)
			}
		}
	}
	if n := len(d.Compared); n > 0 && (chosen != 1 || n > told || n > int(d.Candidates.V)) {
		c.t.Fatalf("%s at %s: chose among %+v, %d of which it tells, %d times", c.spec, cgp, d.Compared, n, chosen)
	}
}
