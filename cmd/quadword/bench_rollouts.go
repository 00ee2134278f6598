package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
)

// benchPositions are where decisions by rollouts are timed: an early turn with a
// rack of seven and nothing odd about it.
var benchPositions = map[string]string{
	"standard": "15/15/15/15/15/7VODKA3/7AE6/15/15/15/15/15/15/15/15 EINRTVW/ 34/36 0",
	"super":    "21/21/21/21/21/21/21/21/10VODKA6/10AE9/21/21/21/21/21/21/21/21/21/21/21 EINRTVW/ 34/36 0",
}

// benchRollout is what `bench --rollouts --json` prints of a board: a decision
// among 15 candidates, two plies after each, on one core.
type benchRollout struct {
	Board             string  `json:"board"`
	Agent             string  `json:"agent"`
	Samples           int64   `json:"samples"`
	Seconds           float64 `json:"seconds"`
	RolloutsPerSecond float64 `json:"rollouts_per_second"`
}

// benchRollouts times decisions with every sample played, and with those that it
// takes to be confident.
func (a *app) benchRollouts(ctx context.Context, f *benchFlags) error {
	if f.rollouts < 1 || f.rollouts > 1_000_000 {
		return usagef("--rollouts %d: expected 1 to 1000000 samples of a candidate", f.rollouts)
	}
	var all []benchRollout
	var words *lexicon.Lexicon
	for _, board := range f.boards {
		if err := oneOf("board", board, engine.LayoutNames()); err != nil {
			return err
		}
		rules, _ := engine.BuiltinRules(board)
		if words == nil {
			var err error
			if words, err = openLexicon(f.lexicon, rules.TileSet.Alphabet); err != nil {
				return err
			}
		}
		for _, rest := range []string{"sampling=round-robin,confidence=off", "confidence=0.99"} {
			r, err := timeDecision(ctx, &rules, words, fmt.Sprintf("montecarlo:iterations=%d,%s", f.rollouts, rest))
			if err != nil {
				return err
			}
			all = append(all, r)
			if !f.json {
				fmt.Fprintf(a.out, "%-10s %-60s %8d samples %8.3f s %9.0f rollouts/s\n", r.Board, r.Agent, r.Samples, r.Seconds, r.RolloutsPerSecond)
				if err := a.out.Flush(); err != nil {
					return err
				}
			}
		}
	}
	if f.json {
		return a.printJSON(all)
	}
	return nil
}

// timeDecision times one decision, after one that warms the memory up.
func timeDecision(ctx context.Context, rules *engine.Rules, words *lexicon.Lexicon, text string) (r benchRollout, err error) {
	c, err := notation.ParseCGP(benchPositions[rules.Layout.Name], rules)
	if err != nil {
		return r, err
	}
	p, err := engine.NewPosition(rules, c.Setup, 0)
	if err != nil {
		return r, err
	}
	spec, err := agents.Parse(text)
	if err != nil {
		return r, err
	}
	prepared, err := spec.Prepare(agents.Game{Rules: rules, Lexicon: words})
	if err != nil {
		return r, err
	}
	agent, err := prepared.Make(agents.NewEnv(rules, words))
	if err != nil {
		return r, err
	}
	choose := func(seed uint64) (agents.Decision, error) {
		return agent.Choose(ctx, p.View(p.Seat()), rand.New(rand.NewPCG(seed, 1)))
	}
	if _, err = choose(1); err != nil {
		return r, err
	}
	started := time.Now()
	d, err := choose(2)
	if err != nil {
		return r, err
	}
	seconds := time.Since(started).Seconds()
	return benchRollout{
		Board: rules.Layout.Name, Agent: spec.String(), Samples: d.Nodes.V,
		Seconds: seconds, RolloutsPerSecond: float64(d.Nodes.V) / seconds,
	}, nil
}
