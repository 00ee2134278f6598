package agents

import (
	"context"
	"math/rand/v2"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/movegen"
)

// static plays the best move by a static evaluation. It is all of greedy and
// equity: they differ in what they value.
type static struct {
	env       *Env
	generator *movegen.Generator
	eval      *movegen.Evaluation
	moves     []movegen.Valued
}

// newGreedy takes the highest score, whatever it leaves on the rack or opens
// on the board. Without a play it exchanges as many tiles as it may, and passes
// last, as the order of moves has it.
func newGreedy(game Game, _ Values) (Prepared, error) {
	return preparedStatic(game, &movegen.Evaluation{PointsOnly: true}), nil
}

// newEquity values a move by its score and the tiles it keeps, and with an
// empty bag by what the rules give for going out.
func newEquity(game Game, values Values) (Prepared, error) {
	eval := &movegen.Evaluation{}
	var table *leave.Table
	switch file := values["leaves"]; file {
	case "none":
		return preparedStatic(game, eval), nil
	case "synthetic":
		table = leave.Synthetic(game.Rules.TileSet)
	default:
		var err error
		if table, err = leave.Load(file, game.Rules.TileSet); err != nil {
			return Prepared{}, err
		}
	}
	eval.Leaves, eval.Ranking = table.Values(), table.Ranking()
	p := preparedStatic(game, eval)
	p.Tables = []Table{{table.Name(), table.SHA256()}}
	return p, nil
}

// preparedStatic has the word map made before the first game.
func preparedStatic(game Game, eval *movegen.Evaluation) Prepared {
	game.Lexicon.WordMap()
	return Prepared{Make: func(e *Env) (Agent, error) {
		g, err := e.Generator(e.Lexicon)
		return &static{env: e, generator: g, eval: eval}, err
	}}
}

func (a *static) Choose(_ context.Context, v engine.View, _ *rand.Rand) (Decision, error) {
	n := 1
	if a.env.RunnerUp {
		n = 2
	}
	a.moves = a.generator.Best(a.moves[:0], v, a.eval, n)
	best := &a.moves[0]
	d := Decision{Move: best.Move}
	if best.Kind == engine.Pass {
		return d, nil // a pass has no value: it is what is left
	}
	d.Equity = Some(best.Equity)
	if a.eval.Leaves != nil && v.BagLen() > 0 {
		d.Leave = Some(best.Equity - 1000*best.Score)
	}
	if len(a.moves) > 1 && a.moves[1].Kind != engine.Pass {
		d.RunnerUp = Some(a.moves[1].Equity)
	}
	return d, nil
}
