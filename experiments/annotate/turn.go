package annotate

import (
	"context"
	"fmt"

	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// annotator annotates the games of a part, one after another.
type annotator struct {
	*replay.Game
	generator *movegen.Generator
	eval      *movegen.Evaluation
	luck      *luck // nil if leaves have no value
	moves     []movegen.Valued
}

// part annotates a part of a run.
func (a *annotator) part(ctx context.Context, run *dataset.Reader, p dataset.Part, w *dataset.AnnotationWriter, progress *Progress) error {
	var rows []dataset.AnnotationRow
	game := func() error {
		if len(rows) == 0 {
			return nil
		}
		progress.Games.Add(1)
		progress.Turns.Add(int64(len(rows)))
		err := w.Game(rows)
		rows = rows[:0]
		return err
	}
	for r, err := range dataset.PartRows[replay.Row](run, dataset.MovesTable, p) {
		if err != nil {
			return err
		}
		if r.GameID != a.ID() {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := game(); err != nil {
				return err
			}
		}
		row, err := a.turn(r)
		if err != nil {
			return fmt.Errorf("run %s, %s: game %d, turn %d: %w", run.Dir, p.Name, r.GameID, r.Turn, err)
		}
		rows = append(rows, row)
	}
	return game()
}

// turn annotates a turn and makes its move.
func (a *annotator) turn(r *replay.Row) (dataset.AnnotationRow, error) {
	row := dataset.AnnotationRow{GameID: r.GameID, DealID: r.DealID, Turn: r.Turn, Seat: r.Seat}
	m, err := a.Move(r)
	if err != nil {
		return row, err
	}
	p := a.Position()
	v := p.View(p.Seat())
	chosen, err := a.look(&row, v, &m)
	if err != nil {
		return row, err
	}
	if chosen.Score != r.Score {
		return row, fmt.Errorf("it scored %d, by the rules it is %d", r.Score, chosen.Score)
	}
	if r.Fault.Valid { // the pass is none that an agent chose
		row.ChosenEquity, row.EquityLoss, row.ChosenRank = dataset.Null[int32]{}, dataset.Null[int32]{}, dataset.Null[int32]{}
	}

	leave, unseen, used := v.Rack(), v.Unseen(), m.Used()
	leave.RemoveAll(&used)
	p.PlayScored(m, r.Score)
	if drawn := tile.RackOf(p.Drawn(p.Turns() - 1)...); a.luck != nil && drawn.Len() > 0 {
		// An exchange draws before it puts back: what it gives away is not unseen.
		row.DrawLuck = dataset.Some(a.luck.of(&leave, &drawn, &unseen))
	}
	return row, nil
}

// look fills in all but the luck of the draw, which comes after the move.
func (a *annotator) look(row *dataset.AnnotationRow, v engine.View, m *engine.Move) (*movegen.Valued, error) {
	a.moves = a.generator.AllValued(a.moves[:0], v, a.eval)
	chosen := a.count(row, m, v.Rules().RackSize)
	if chosen == nil {
		return nil, fmt.Errorf("its move is none that lexicon %s allows", a.generator.Lexicon().Name())
	}
	a.choice(row, chosen)
	board := survey(a.generator, v)
	row.Anchors, row.HookSquares, row.OpenTW, row.OpenQW = board.anchors, board.hooks, board.tw, board.qw
	return chosen, nil
}

// count fills in what the moves show by themselves, and finds one of them.
func (a *annotator) count(row *dataset.AnnotationRow, m *engine.Move, full int) (found *movegen.Valued) {
	for i := range a.moves {
		o := &a.moves[i]
		if o.Move == *m {
			found = o
		}
		if o.Kind != engine.Pass && (!row.BestEquity.Valid || o.Equity > row.BestEquity.V) {
			row.BestEquity = dataset.Some(o.Equity)
		}
		if o.Kind != engine.Play {
			continue
		}
		row.Plays++
		if int(o.N) == full {
			row.BingoPlays++
		}
		if !row.BestScore.Valid || o.Score > row.BestScore.V {
			row.BestScore = dataset.Some(o.Score)
		}
	}
	return found
}

// choice fills in how good the move was that was chosen.
func (a *annotator) choice(row *dataset.AnnotationRow, chosen *movegen.Valued) {
	rank := int32(1)
	for i := range a.moves {
		if a.moves[i].Compare(chosen) < 0 {
			rank++
		}
	}
	row.ChosenRank = dataset.Some(rank)
	switch {
	case chosen.Kind != engine.Pass:
		row.ChosenEquity = dataset.Some(chosen.Equity)
		row.EquityLoss = dataset.Some(row.BestEquity.V - chosen.Equity)
	case len(a.moves) == 1:
		row.EquityLoss = dataset.Some(int32(0))
	}
}
