package agents

import (
	"context"
	"errors"
	"math/rand/v2"

	"quadword/agents/endgame"
	"quadword/engine"
)

// ending plays the end of a game of two, when the bag is empty, by searching it
// to its end, and leaves all moves before that to another agent.
type ending struct {
	Agent
	solver *endgame.Solver
}

// endgameParam is how long it may search.
func endgameParam(nodes string) Param {
	return Param{
		Name: "endgame", Default: nodes,
		Meaning: "in a game of two, positions searched for a move when the bag is empty, of which a few thousand solve most endgames; off: none",
		Check:   nodesOrOff,
	}
}

// nodesOrOff checks a number of nodes, or off.
func nodesOrOff(text string) error {
	if text != "off" && between(1, 1_000_000_000)(text) != nil {
		return errors.New("expected a whole number from 1 to 1000000000, or off")
	}
	return nil
}

// endgameEntries is the size of the table of a search: 4 MiB for each agent. What
// is solved does not depend on it; a larger one may solve more within the nodes.
const endgameEntries = 1 << 18

// withEndgame has an agent play endgames by search, if the parameter says so.
func withEndgame(p Prepared, game Game, nodes string) Prepared {
	if nodes == "off" {
		return p
	}
	if game.Rules.Seats != 2 {
		p.Notes = append(p.Notes, "endgames are not searched: that is for games of two")
		return p
	}
	before := p.Make
	p.Make = func(e *Env) (Agent, error) {
		a, err := before(e)
		if err != nil {
			return nil, err
		}
		s, err := endgame.New(game.Rules, game.Lexicon, endgame.Options{Entries: endgameEntries, Nodes: int64(number(nodes))})
		return &ending{a, s}, err
	}
	return p
}

func (a *ending) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (Decision, error) {
	if v.BagLen() > 0 {
		return a.Agent.Choose(ctx, v, rng)
	}
	r, err := a.solver.Solve(ctx, v)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Move: r.Move, Equity: Some(1000 * r.Value), Nodes: Some(r.Nodes)}
	if r.Exact {
		d.WinProb = won(v.Rules(), r.FinalSpread)
	}
	return d, nil
}

// won is what a final spread wins of a game. It is not known of a tie that the
// points before the settlement break.
func won(rules *engine.Rules, spread int32) Opt[float64] {
	switch {
	case spread > 0:
		return Some(1.0)
	case spread < 0:
		return Some(0.0)
	case rules.TieBreak == engine.TieDraw:
		return Some(0.5)
	default:
		return Opt[float64]{}
	}
}
