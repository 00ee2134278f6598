package agents

import (
	"context"
	"math/rand/v2"

	"quadword/engine"
	"quadword/engine/movegen"
)

// greedy takes the highest score, whatever it leaves on the rack or opens on
// the board. Without a play it exchanges as many tiles as it may, and passes
// last, as the order of moves has it.
type greedy struct {
	generator *movegen.Generator
	moves     []movegen.Scored
}

func newGreedy(Game, Values) (Maker, error) {
	return func(e *Env) (Agent, error) {
		g, err := e.Generator(e.Lexicon)
		return &greedy{generator: g}, err
	}, nil
}

func (a *greedy) Choose(_ context.Context, v engine.View, _ *rand.Rand) (Decision, error) {
	a.moves = a.generator.All(a.moves[:0], v)
	best, second := bestTwo(a.moves)
	d := Decision{Move: best.Move, Equity: Some(best.Score * 1000)}
	if second != nil {
		d.RunnerUp = Some(second.Score * 1000)
	}
	return d, nil
}

// bestTwo are the first two moves in the order of movegen.Scored.Compare;
// second is nil if there is one move only.
func bestTwo(moves []movegen.Scored) (best, second *movegen.Scored) {
	for i := range moves {
		switch m := &moves[i]; {
		case best == nil || m.Compare(best) < 0:
			best, second = m, best
		case second == nil || m.Compare(second) < 0:
			second = m
		}
	}
	return best, second
}
