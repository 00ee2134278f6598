package agents

import (
	"fmt"

	"quadword/agents/leave"
	"quadword/agents/leave/builtin"
	"quadword/engine/movegen"
)

// evaluation is a static evaluation and where it comes from.
type evaluation struct {
	*movegen.Evaluation
	leaves *leave.Table // nil if every leave is worth 0
	tables []Table
	notes  []string
}

// leavesParam is the parameter of agents that value moves statically.
func leavesParam() Param {
	return Param{
		Name: "leaves", Default: "builtin", Check: notEmpty,
		Meaning: "builtin: the leave values made for the game, or for the one nearest to it; the name of a built-in table, as builtin-super; a file (KLV2, or CSV if its name ends in .csv); none: every leave is worth 0; synthetic: round figures made up for benchmarks",
	}
}

// unseenParam goes with it.
func unseenParam() Param {
	return Param{
		Name: "unseen", Default: "on", Check: onOff,
		Meaning: "correct the leave values for the tiles that are left to draw: on or off",
	}
}

// lateParam goes with it, too.
func lateParam() Param {
	return Param{
		Name: "late", Default: "on", Check: onOff,
		Meaning: "count leaves for less the fewer tiles are in the bag, and value how many a play leaves in it when these are few, unless leaves are worth 0: on or off",
	}
}

// openingParam goes with it, too.
func openingParam() Param {
	return Param{
		Name: "opening", Default: "on", Check: onOff,
		Meaning: "count what a play on the empty board opens to the other player, which is known for the standard board alone, unless leaves are worth 0: on or off",
	}
}

// corrections are those of these parameters that are on.
type corrections struct{ unseen, late, opening bool }

// correctionsOf reads them.
func correctionsOf(values Values) corrections {
	return corrections{values["unseen"] == "on", values["late"] == "on", values["opening"] == "on"}
}

// newEvaluation reads the leaves that are asked for.
func newEvaluation(game Game, leaves string, c corrections) (evaluation, error) {
	e := evaluation{Evaluation: &movegen.Evaluation{}}
	var err error
	set := game.Rules.TileSet
	switch leaves {
	case "none":
		return e, nil
	case "synthetic":
		e.leaves = leave.Synthetic(set)
	case "builtin":
		err = e.loadBuiltin(game)
	default:
		if own, ok := builtin.Named(leaves); ok {
			e.leaves, err = own.Load(set)
		} else {
			e.leaves, err = leave.Load(game.file(leaves), set)
		}
	}
	if err != nil || e.leaves == nil {
		return e, err
	}
	e.use(game, e.leaves, c)
	return e, nil
}

// loadBuiltin takes the built-in table that suits the game best, and says so
// if it is another game's.
func (e *evaluation) loadBuiltin(game Game) error {
	layout, set := game.Rules.Layout, game.Rules.TileSet
	own, exact, ok := builtin.For(layout, set)
	if !ok {
		e.notes = append(e.notes, fmt.Sprintf("no built-in leave values for the letters of tile set %s: every leave is worth 0", set.Name))
		return nil
	}
	if !exact {
		e.notes = append(e.notes, fmt.Sprintf("no built-in leave values for board %s with tile set %s: those for board %s with tile set %s stand in",
			layout.Name, set.Name, own.Board, own.TileSet))
	}
	var err error
	e.leaves, err = own.Load(set)
	return err
}

// use evaluates by a table.
func (e *evaluation) use(game Game, t *leave.Table, c corrections) {
	e.leaves = t
	e.Leaves, e.Ranking = t.Values(), t.Ranking()
	e.tables = append(e.tables, Table{t.Name(), t.SHA256()})
	if c.unseen {
		e.Draws = movegen.NewDraws(t.Values(), t.Ranking(), t.Set())
	}
	if c.late {
		if nearest, _, ok := builtin.For(game.Rules.Layout, game.Rules.TileSet); ok {
			e.Late, e.Fade = nearest.Late(), nearest.Fade()
		} else {
			e.notes = append(e.notes, fmt.Sprintf("nothing is known of the end of the bag for the letters of tile set %s: late is off", game.Rules.TileSet.Name))
		}
	}
	if c.opening {
		e.Opening = builtin.Opening(game.Rules.Layout)
	}
}
