package report

import (
	"context"
	"fmt"

	"quadword/engine"
	"quadword/experiments/sprt"
	"quadword/sim/dataset"
)

// Read sums up the run in a folder, as far as it has come. It reads one game
// at a time and keeps who came in in which place, 16 bytes a game up to a
// million, so a run of any length takes little memory.
func Read(ctx context.Context, dir string) (*Report, error) {
	run, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	run.Sums = true // a damaged part is an error and no figures
	var t tally
	if t.tieBreak, err = engine.ParseTieBreak(run.Manifest.Spec.Rules.TieBreak); err != nil {
		return nil, fmt.Errorf("run %s: %w", dir, err)
	}
	for g, err := range dataset.Rows[game](run, dataset.GamesTable) {
		if err == nil {
			err = t.add(g)
		}
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", dir, err)
		}
		if t.games%1000 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	r := t.report(&run.Manifest.Spec, run.Manifest.State)
	if run.Manifest.Spec.SPRT != nil {
		run.Sums = false // they were compared just now
		outcome, err := sprt.Read(run)
		if err != nil {
			return nil, err
		}
		// Of parts behind the end it could not be said that they belong to it.
		if n := int64(len(run.Manifest.Parts)); run.Manifest.State == dataset.Complete && outcome.Parts != n {
			return nil, fmt.Errorf("run %s: its manifest says that it is complete, and lists %d parts; its test ends it behind %d", dir, n, outcome.Parts)
		}
		r.Tested(outcome)
	}
	if run.Manifest.State == dataset.Complete && r.Games != r.Planned {
		return nil, fmt.Errorf("run %s: its manifest says that it is complete, and lists %d games of %d", dir, r.Games, r.Planned)
	}
	return r, nil
}
