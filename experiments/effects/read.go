package effects

import (
	"context"
	"fmt"

	"quadword/experiments/measure"
	"quadword/sim/dataset"
)

// Read counts the run in a folder, as far as it has come, several parts at the
// same time.
func Read(ctx context.Context, dir string, workers int) (*Effects, error) {
	run, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	run.Sums = true // a damaged part is an error and no figures
	e, err := read(ctx, run, workers)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", dir, err)
	}
	return e, nil
}

func read(ctx context.Context, run *dataset.Reader, workers int) (*Effects, error) {
	rules, err := run.Manifest.Spec.EngineRules()
	if err != nil {
		return nil, err
	}
	all, last := newTally(rules), int64(-1)
	err = dataset.EachPart(ctx, run, workers, func(ctx context.Context, p dataset.Part) (*tally, error) {
		t := newTally(rules)
		for g, err := range dataset.PartGamesOf[game, move](run, p) {
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err == nil {
				err = t.add(&g.Row, g.Moves)
			}
			if err != nil {
				return nil, err
			}
		}
		t.closeDeal()
		return t, nil
	}, func(part *tally) error {
		if part.games == 0 {
			return nil
		}
		if part.first <= last {
			return fmt.Errorf("deal %d comes after deal %d, in another part", part.first, last)
		}
		last = part.deal
		all.merge(part)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all.effects(), nil
}

// effects is what the closed deals show.
func (t *tally) effects() *Effects {
	l := t.rules.Layout
	dim := l.Dim()
	e := &Effects{
		Games: t.games, Deals: t.deals, Turns: t.turns, Plays: t.plays,
		Board:  Board{l.Name, l.Rows()},
		ByTurn: phases(t.byTurn, turnBounds), ByBag: phases(t.byBag, bagBounds),
		Score: t.score.distribution("points"), Spread: t.spread.distribution("points"), Length: t.length.distribution("turns"),
		LeadChanges: t.leadChanges.distribution("turns"), Comeback: t.comeback.distribution("points"), Bingos: t.bingos.distribution("turns"),
		Vowels: t.vowelsHeld.distribution("tiles"), Turnover: t.turnover.distribution("tiles"), WordLength: t.wordLength.distribution("letters"),
		Opening:     Opening{t.opening.win.figure(measure.Whole), t.opening.spread.figure(1)},
		Calibration: t.calibration.figures(),
		Premiums:    []Premium{}, Multipliers: []Multiplier{},
		layout: l, seats: t.rules.Seats,
		turnGroups: phases(t.turnGroups, t.groups.turnBounds), bagGroups: phases(t.bagGroups, t.groups.bagBounds),
	}
	var squares [kinds]int
	for at, kind := range t.kinds {
		s := Square{Row: at / dim, Col: at % dim, Premium: kindName(kind)}
		s.Used, s.Points = figure(&t.used[at], 1), figure(&t.points[at], 1)
		e.Squares = append(e.Squares, s)
		if t.folds != nil && t.folds[at] == at {
			s.Used, s.Points = figure(&t.foldedUsed[at], 1), figure(&t.foldedPoints[at], 1)
			e.Folded = append(e.Folded, s)
		}
		if kind >= 0 {
			squares[kind]++
		}
	}
	for kind, n := range squares {
		if n > 0 {
			e.Premiums = append(e.Premiums, Premium{
				Kind: kindName(kind), Squares: n, Used: t.kindUsed[kind].figure(1),
				Points: t.kindPoints[kind].figure(2), Share: t.kindShare[kind].figure(2),
			})
		}
	}
	for i := range t.multipliers {
		if m := &t.multipliers[i]; m.points.sums.N > 0 {
			e.Multipliers = append(e.Multipliers, Multiplier{t.times[i], m.perGame.figure(1), m.share.figure(1), m.points.figure(1)})
		}
	}
	return e
}
