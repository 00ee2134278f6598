package winprob

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"quadword/agents/winprob"
	"quadword/sim/dataset"
)

// runs are the runs that a table is made from.
type runs struct {
	readers []*dataset.Reader
	game    winprob.Game
	games   int64
}

// newRuns takes runs of one game for two.
func newRuns(readers []*dataset.Reader) (*runs, error) {
	if len(readers) == 0 {
		return nil, errors.New("no run")
	}
	r := &runs{readers: readers}
	var players []string
	for _, run := range readers {
		run.Sums = true // a damaged part is an error and no table
		spec := &run.Manifest.Spec
		if spec.Rules.Seats != 2 {
			return nil, fmt.Errorf("run %s: %d seats, expected 2", run.Dir, spec.Rules.Seats)
		}
		for _, a := range spec.Agents {
			players = append(players, a.Spec)
		}
		for _, part := range run.Manifest.Parts {
			r.games += part.Games
		}
	}
	slices.Sort(players)
	first := &readers[0].Manifest.Spec
	rules, err := first.EngineRules()
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", readers[0].Dir, err)
	}
	r.game = winprob.Game{
		Board: first.Board.Name, TileSet: first.TileSet.Name, Lexicon: first.Lexicon.Name,
		Agents: strings.Join(slices.Compact(players), " "),
		Tiles:  rules.TileSet.Len(), RackSize: rules.RackSize, BingoBonus: int(rules.BingoBonus),
		EndScoring: rules.EndScoring.String(), TieBreak: rules.TieBreak.String(),
	}
	return r, nil
}

// states is all states of all runs, those of a deal one after another. It stops
// at the first error, and when ctx is done. A state is good until the next one.
func (r *runs) states(ctx context.Context) iter.Seq2[*state, error] {
	return func(yield func(*state, error) bool) {
		for number, run := range r.readers {
			switch err := r.each(ctx, int64(number), run, yield); err {
			case nil:
			case errEnough:
				return
			default:
				yield(nil, err)
				return
			}
		}
	}
}

// errEnough ends an iteration whose caller wants no more.
var errEnough = errors.New("enough")

func (r *runs) each(ctx context.Context, number int64, run *dataset.Reader, yield func(*state, error) bool) error {
	rows := 0
	for m, err := range dataset.Rows[move](run, dataset.MovesTable) {
		if rows++; err == nil && rows%1000 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil && !m.Result.Valid {
			continue
		}
		var states [2]state
		if err == nil {
			states, err = m.states(number, r.game.Unseen())
		}
		if err != nil {
			return fmt.Errorf("run %s: %w", run.Dir, err)
		}
		if !yield(&states[0], nil) || !yield(&states[1], nil) {
			return errEnough
		}
	}
	return nil
}
