package agents

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"quadword/agents/preendgame"
	"quadword/engine"
	"quadword/engine/movegen"
)

// preending plays the moves of a game of two while the bag holds its last tiles
// by going through all draws (package preendgame), and leaves all others to
// another agent.
type preending struct {
	Agent
	solver *preendgame.Solver
	told   int // of the candidates
}

// preendgameParam is how long it may search.
func preendgameParam(nodes string) Param {
	return Param{
		Name: "preendgame", Default: nodes,
		Meaning: "in a game of two, positions searched for a move when the bag holds 1 to 4 tiles, over as much of what they may be as that suffices for; off: none",
		Check:   nodesOrOff,
	}
}

// withPreendgame has an agent play before the endgame by search, if the
// parameter says so. The policy is what moves are chosen by until the bag is
// empty.
func withPreendgame(p Prepared, game Game, policy *movegen.Evaluation, nodes string) Prepared {
	if nodes == "off" {
		return p
	}
	if r := game.Rules; r.Seats != 2 || r.MinBagToExchange <= preendgame.MostBag {
		p.Notes = append(p.Notes, "nothing is searched before the endgame: that is for games of two without exchanges there")
		return p
	}
	before := p.Make
	p.Make = func(e *Env) (Agent, error) {
		a, err := before(e)
		if err != nil {
			return nil, err
		}
		g, err := e.Generator(game.Lexicon)
		if err != nil {
			return nil, err
		}
		s, err := preendgame.New(game.Rules, g, preendgame.Options{Policy: policy, Nodes: int64(number(nodes))})
		return &preending{a, s, e.Candidates}, err
	}
	return p
}

func (a *preending) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (Decision, error) {
	if preendgame.Check(v) != nil {
		return a.Agent.Choose(ctx, v, rng)
	}
	r, err := a.solver.Solve(ctx, v)
	if err != nil {
		return Decision{}, err
	}
	best := &r.Candidates[0]
	d := Decision{Move: best.Move, Nodes: Some(r.Nodes)}
	// Of moves that no nodes were left for nothing is known; they come last.
	looked := slices.IndexFunc(r.Candidates, func(c preendgame.Candidate) bool { return c.Arrangements == 0 })
	if looked < 0 {
		looked = len(r.Candidates)
	}
	if looked == 0 {
		return d, nil
	}
	d.Candidates = Some(int32(looked))
	d.WinProb = Some(best.WinProb())
	d.Equity = Some(thousandths(best.MeanSpread()) - 1000*v.Spread())
	for i := range r.Candidates[:min(a.told, looked)] {
		c := &r.Candidates[i]
		told := Compared{
			Move: c.Move, Score: c.Score,
			Mean: Some(c.WinProb()), WinProb: Some(c.WinProb()), Spread: Some(thousandths(c.MeanSpread())),
			Visits: Some(int32(c.Arrangements)),
		}
		if c.Kind != engine.Pass {
			told.Equity = Some(c.Equity)
		}
		d.Compared = append(d.Compared, told)
	}
	return d, nil
}

func thousandths(points float64) int32 { return int32(math.Round(1000 * points)) }

// Preendgame is the solver that the agent equity plays with, of so many nodes for
// a position, and what a user should know of its tables.
func Preendgame(game Game, nodes int64) (*preendgame.Solver, []string, error) {
	eval, err := newEvaluation(game, "builtin", corrections{true, true, true})
	if err != nil {
		return nil, nil, err
	}
	g, err := movegen.New(game.Rules, game.Lexicon)
	if err != nil {
		return nil, nil, err
	}
	s, err := preendgame.New(game.Rules, g, preendgame.Options{Policy: eval.Evaluation, Nodes: nodes})
	return s, eval.notes, err
}
