package agents

import (
	"context"
	"math/rand/v2"
	"slices"

	"quadword/engine"
	"quadword/engine/movegen"
)

// random chooses uniformly among all legal moves: plays, exchanges and the
// pass. They are put in order first, so that the choice does not depend on
// the order in which they were found.
type random struct {
	generator *movegen.Generator
	moves     []movegen.Scored
}

func newRandom(Game, Values) (Prepared, error) {
	return Prepared{Make: func(e *Env) (Agent, error) {
		g, err := e.Generator(e.Lexicon)
		return &random{generator: g}, err
	}}, nil
}

func (a *random) Choose(_ context.Context, v engine.View, rng *rand.Rand) (Decision, error) {
	a.moves = a.generator.All(a.moves[:0], v)
	slices.SortFunc(a.moves, func(x, y movegen.Scored) int { return x.Move.Compare(&y.Move) })
	n := len(a.moves)
	stream := engine.NewStream(rng.Uint64()) // rng.IntN may change with a release of Go
	return Decision{
		Move:        a.moves[stream.Below(n)].Move,
		Probability: Some(1 / float64(n)),
		Candidates:  Some(int32(n)),
	}, nil
}
