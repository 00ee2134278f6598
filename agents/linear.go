package agents

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"

	"quadword/agents/value"
	"quadword/engine"
	"quadword/engine/movegen"
)

// linear plays the move of which a linear model (package value) expects most,
// among the best by static equity. It does so with an empty bag, too: what the
// rules give for going out is among the figures, and over 5,000 pairs of games
// on the standard board to play the end by static equity was no better (worse
// by 0.1 ± 0.04 points a game).
type linear struct {
	generator  *movegen.Generator
	extractor  *value.Extractor
	eval       *movegen.Evaluation
	model      *value.Model
	win        bool // choose by the result and not by the spread
	candidates int  // 0: all

	valued []movegen.Valued
	scored []movegen.Scored
}

// newLinear reads the model and the leaves that it weighs.
func newLinear(game Game, values Values) (Prepared, error) {
	eval, err := newEvaluation(game, values["leaves"], corrections{unseen: true}) // as an Extractor values leaves
	if err != nil {
		return Prepared{}, err
	}
	model, err := linearModel(game, values["model"])
	if err != nil {
		return Prepared{}, err
	}
	tables := append([]Table{{model.Name(), model.SHA256()}}, eval.tables...)
	candidates, _ := strconv.Atoi(values["candidates"]) // 0 for all, see candidateCount
	game.Lexicon.WordMap()                              // made before the first game
	return Prepared{Tables: tables, Notes: eval.notes, Make: func(e *Env) (Agent, error) {
		g, err := e.Generator(e.Lexicon)
		return &linear{
			generator: g, extractor: value.NewExtractor(e.Rules, e.Lexicon, eval.leaves), eval: eval.Evaluation,
			model: model, win: values["objective"] == "win", candidates: candidates,
		}, err
	}}, nil
}

// linearModel is the built-in model for the board, or that in a file.
func linearModel(game Game, name string) (*value.Model, error) {
	if name == "builtin" {
		return value.Builtin(game.Rules.Layout.Name, game.Rules.TileSet)
	}
	return value.Load(game.file(name), game.Rules.TileSet)
}

// candidateCount checks the parameter `candidates`.
func candidateCount(text string) error {
	if text != "all" && between(1, 1_000_000)(text) != nil {
		return errors.New("expected a whole number from 1 to 1000000, or all")
	}
	return nil
}

func objective(text string) error {
	if text != "spread" && text != "win" {
		return errors.New("expected spread or win")
	}
	return nil
}

func (a *linear) Choose(_ context.Context, v engine.View, _ *rand.Rand) (Decision, error) {
	moves := a.moves(v)
	a.extractor.Begin(v)
	best, second := choice{}, choice{}
	for i := range moves {
		c := a.value(&moves[i])
		switch {
		case best.move == nil || c.better(&best):
			best, second = c, best
		case second.move == nil || c.better(&second):
			second = c
		}
	}
	d := Decision{Move: best.move.Move, Candidates: Some(int32(len(moves)))}
	if best.move.Kind == engine.Pass {
		return d, nil // a pass has no value: it is what is left
	}
	a.tell(&d, v, &best, &second)
	return d, nil
}

// tell says of a decision what was thought.
func (a *linear) tell(d *Decision, v engine.View, best, second *choice) {
	figures := a.extractor.Figures(best.move)
	before := 1000 * v.Spread()
	d.Equity = Some(a.model.Spread(figures).Thousandths() - before)
	if a.win {
		d.WinProb = Some(a.model.Win(figures).Probability(a.extractor.Unseen()))
	} else if second.move != nil {
		d.RunnerUp = Some(second.value.Thousandths() - before)
	}
	if a.eval.Leaves != nil && v.BagLen() > 0 {
		d.Leave = Some(a.extractor.Leave())
	}
}

// moves are the moves that are compared. A pass is among them only if there is
// no other: the model has seen passes of those alone who had to.
func (a *linear) moves(v engine.View) []movegen.Scored {
	a.scored = a.scored[:0]
	if a.candidates == 0 {
		a.scored = a.generator.All(a.scored, v)
	} else {
		a.valued = a.generator.Best(a.valued[:0], v, a.eval, a.candidates)
		for i := range a.valued {
			a.scored = append(a.scored, a.valued[i].Scored)
		}
	}
	kept := a.scored[:0]
	for _, m := range a.scored {
		if m.Kind != engine.Pass {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return append(kept, movegen.Scored{})
	}
	return kept
}

// choice is a move with what the model expects of it.
type choice struct {
	move  *movegen.Scored
	value value.Prediction
}

func (a *linear) value(m *movegen.Scored) choice {
	figures := a.extractor.Figures(m)
	if a.win {
		return choice{m, a.model.Win(figures)}
	}
	return choice{m, a.model.Spread(figures)}
}

func (c *choice) better(o *choice) bool {
	if c.value != o.value {
		return c.value > o.value
	}
	return c.move.Compare(o.move) < 0
}
