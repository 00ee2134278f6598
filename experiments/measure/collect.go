package measure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// Wanted is a figure that is asked for: a measure of a subject.
type Wanted struct {
	Measure Measure `json:"measure"`
	Subject Subject `json:"subject"`
}

// Column is a figure deal by deal: in the i-th deal of its table Y[i] was
// observed in N[i] observations.
type Column struct {
	Wanted
	Y, N []int64
}

// Table is figures of the deals of a run. Equal deals of runs that have one
// tile set, rack size and number of seats draw from the same order of the bag if
// the runs have the same seed.
type Table struct {
	Deals   []int64  // deal_id, ascending
	Columns []Column // in the order that was asked for
}

// Ratio is the figure Σy/Σn with its standard error between deals.
func (c *Column) Ratio(level float64) (stats.Estimate, error) {
	y, n := make([]float64, len(c.Y)), make([]float64, len(c.N))
	for i := range c.Y {
		y[i], n[i] = float64(c.Y[i])/float64(c.Measure.Scale), float64(c.N[i])
	}
	return stats.Ratio(y, n, level)
}

// Collect takes figures of a run, as far as it has come, deal by deal. It reads
// part by part, several at the same time, and of the moves table only the
// columns that the measures take; the figures are the same for any number of
// workers. A measure that has no such subject, and a subject that the run has
// not, are errors. To have damage found that can be decoded, set run.Sums.
func Collect(ctx context.Context, run *dataset.Reader, workers int, wanted ...Wanted) (*Table, error) {
	t, err := collect(ctx, run, workers, wanted)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.Dir, err)
	}
	return t, nil
}

func collect(ctx context.Context, run *dataset.Reader, workers int, wanted []Wanted) (*Table, error) {
	spec := &run.Manifest.Spec
	var moves []string
	for _, w := range wanted {
		if err := w.check(spec); err != nil {
			return nil, err
		}
		moves = append(moves, w.Measure.moves...)
	}
	if len(moves) > 0 {
		moves = append(moves, "seat")
	}
	slices.Sort(moves)
	moves = slices.Compact(moves)

	all := newTable(wanted)
	err := dataset.EachPart(ctx, run, workers, func(ctx context.Context, p dataset.Part) (*Table, error) {
		return readPart(ctx, run, p, wanted, moves)
	}, all.append)
	return all, err
}

// check tells whether the figure can be taken of a run.
func (w *Wanted) check(spec *dataset.Spec) error {
	s := w.Subject
	switch {
	case w.Measure.of == nil:
		return fmt.Errorf("measure %q was not made by this package", w.Measure.Name)
	case !w.Measure.Has(s.Kind):
		return fmt.Errorf("measure %s cannot be taken of %s: it has subjects of kind %v", w.Measure.Name, s, w.Measure.Kinds)
	case s.Kind == Seat && (s.Seat < 0 || s.Seat >= spec.Rules.Seats):
		return fmt.Errorf("measure %s of seat %d: the seats are 0 to %d", w.Measure.Name, s.Seat, spec.Rules.Seats-1)
	case s.Kind == Agent && !slices.ContainsFunc(spec.Agents, func(a dataset.Agent) bool { return a.Spec == s.Agent }):
		var names []string
		for _, a := range spec.Agents {
			names = append(names, a.Spec)
		}
		return fmt.Errorf("measure %s of agent %q: the agents are %s", w.Measure.Name, s.Agent, strings.Join(names, ", "))
	}
	return nil
}

// readPart takes the figures of a part.
func readPart(ctx context.Context, run *dataset.Reader, p dataset.Part, wanted []Wanted, columns []string) (*Table, error) {
	s, err := newSheet(&run.Manifest.Spec)
	if err != nil {
		return nil, err
	}
	t := newTable(wanted)
	add := func(g *game, moves []move) error {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := s.fill(g, moves); err != nil {
			return err
		}
		return t.game(s)
	}
	if len(columns) == 0 {
		for g, err := range dataset.PartRows[game](run, dataset.GamesTable, p) {
			if err == nil {
				err = add(g, nil)
			}
			if err != nil {
				return nil, err
			}
		}
		return t, nil
	}
	for g, err := range dataset.PartGamesOf[game, move](run, p, columns...) {
		if err == nil {
			err = add(&g.Row, g.Moves)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

func newTable(wanted []Wanted) *Table {
	t := &Table{Columns: make([]Column, len(wanted))}
	for i, w := range wanted {
		t.Columns[i].Wanted = w
	}
	return t
}

// game adds a game. The games of a deal come one after another.
func (t *Table) game(s *sheet) error {
	deal := s.game.DealID
	last := len(t.Deals) - 1
	if last < 0 || t.Deals[last] != deal {
		if err := t.follows(deal); err != nil {
			return err
		}
		last++
		t.Deals = append(t.Deals, deal)
		for i := range t.Columns {
			c := &t.Columns[i]
			c.Y, c.N = append(c.Y, 0), append(c.N, 0)
		}
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Measure.add(s, c.Subject, &c.Y[last], &c.N[last])
	}
	return nil
}

// append adds the deals of the next part.
func (t *Table) append(next *Table) error {
	if len(next.Deals) == 0 {
		return nil
	}
	if err := t.follows(next.Deals[0]); err != nil {
		return err
	}
	t.Deals = append(t.Deals, next.Deals...)
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Y, c.N = append(c.Y, next.Columns[i].Y...), append(c.N, next.Columns[i].N...)
	}
	return nil
}

// follows tells whether a deal may come after those that are there.
func (t *Table) follows(deal int64) error {
	if n := len(t.Deals); n > 0 && deal <= t.Deals[n-1] {
		return fmt.Errorf("deal %d comes after deal %d: deals are in order and each in one place", deal, t.Deals[n-1])
	}
	return nil
}
