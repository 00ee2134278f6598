package agents

import (
	"context"
	"fmt"
	"math/rand/v2"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/lexicon"
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
	return preparedStatic(game, evaluation{Evaluation: &movegen.Evaluation{PointsOnly: true}}), nil
}

// newEquity values a move by its score and the tiles it keeps, and with an
// empty bag by what the rules give for going out.
func newEquity(game Game, values Values) (Prepared, error) {
	eval, err := newEvaluation(game, values["leaves"], correctionsOf(values))
	if err != nil {
		return Prepared{}, err
	}
	temperature, err := parseTemperature(values["temperature"])
	if err != nil {
		return Prepared{}, err
	}
	words, err := knownWords(game, values["lexicon"])
	if err != nil {
		return Prepared{}, err
	}
	if words != game.Lexicon {
		eval.tables = append(eval.tables, Table{words.Name(), words.SHA256()})
		game.Lexicon = words
	}
	p := preparedStatic(game, eval)
	if temperature > 0 {
		p.Make = func(e *Env) (Agent, error) {
			g, err := e.Generator(words)
			return &tempered{static{env: e, generator: g, eval: eval.Evaluation}, temperature}, err
		}
	}
	p = withPreendgame(p, game, eval.Evaluation, values["preendgame"])
	return withEndgame(p, game, values["endgame"]), nil
}

// EquityWith is the agent equity with its defaults and a table of its own, for
// those who have it in memory.
func EquityWith(game Game, table *leave.Table) Prepared {
	eval := evaluation{Evaluation: &movegen.Evaluation{}}
	eval.use(game, table, corrections{true, true, true})
	return preparedStatic(game, eval)
}

// preparedStatic has the word map made before the first game.
func preparedStatic(game Game, eval evaluation) Prepared {
	game.Lexicon.WordMap()
	return Prepared{Tables: eval.tables, Notes: eval.notes, Evaluation: eval.Evaluation, Make: func(e *Env) (Agent, error) {
		g, err := e.Generator(game.Lexicon)
		return &static{env: e, generator: g, eval: eval.Evaluation}, err
	}}
}

// knownWords is the lexicon of a player who knows those of a file, or all of
// the game's. He knows no others: what he plays must be good.
func knownWords(game Game, file string) (*lexicon.Lexicon, error) {
	if file == "game" {
		return game.Lexicon, nil
	}
	words, err := lexicon.Open(game.file(file), game.Rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		return nil, err
	}
	for word := range words.Words() {
		if !game.Lexicon.Has(word) {
			return nil, fmt.Errorf("lexicon %s has %s, which is not in that of the game, %s: expected some of its words",
				file, words.Alphabet().Text(word), game.Lexicon.Name())
		}
	}
	return words, nil
}

func (a *static) Choose(_ context.Context, v engine.View, _ *rand.Rand) (Decision, error) {
	n := 1
	if a.env.RunnerUp {
		n = 2
	}
	a.moves = a.generator.Best(a.moves[:0], v, a.eval, n)
	d := a.decision(v, 0)
	if len(a.moves) > 1 && d.Equity.Valid && a.moves[1].Kind != engine.Pass {
		d.RunnerUp = Some(a.moves[1].Equity)
	}
	return d, nil
}

// decision is the choice of the i-th of the moves found.
func (a *static) decision(v engine.View, i int) Decision {
	m := &a.moves[i]
	d := Decision{Move: m.Move}
	if m.Kind == engine.Pass {
		return d // a pass has no value: it is what is left
	}
	d.Equity = Some(m.Equity)
	if a.env.RunnerUp && a.eval.Leaves != nil && v.BagLen() > 0 {
		rack := v.Rack()
		d.Leave = Some(a.eval.Leave(v, &rack, &m.Move))
	}
	return d
}
