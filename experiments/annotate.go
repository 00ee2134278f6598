package experiments

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"quadword/agents"
	"quadword/experiments/annotate"
	"quadword/sim"
	"quadword/sim/dataset"
)

// annotator is the agent by whose evaluation the run of a cell is annotated.
func annotator(c *Cell) (agents.Spec, error) {
	if c.Annotate == "" {
		return agents.Spec{}, nil
	}
	by, err := agents.Parse(c.Annotate)
	if err == nil {
		err = annotate.CheckBy(by)
	}
	return by, err
}

// canAnnotate tells why the run that a plan plays in a cell could not be
// annotated, such as for a file that is not there. It is better told before the
// games than after them.
func canAnnotate(c *Cell, plan *sim.Plan) error {
	by, err := annotator(c)
	if err == nil && c.Annotate != "" {
		_, err = by.Prepare(agents.Game{Rules: &plan.Rules, Lexicon: plan.Lexicon, Locate: plan.Locate})
	}
	if err != nil {
		return fmt.Errorf("annotate: %w", err)
	}
	return nil
}

// annotateAll annotates the runs of all cells, which are complete, if the spec
// asks for it. What is annotated already stays.
func (d *Design) annotateAll(ctx context.Context, dir string, o *Options) error {
	if d.Spec.Annotate == "" {
		return nil
	}
	progress := &annotate.Progress{}
	defer o.follow("games annotated", progress.Games.Load, d.Games())()
	for i := range d.Cells {
		before := progress.Games.Load()
		if err := d.annotate(ctx, dir, i, progress, o); err != nil {
			return fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
		}
		progress.Games.Store(before + d.CellGames(i)) // some were there, or a test ended the cell
	}
	return nil
}

// annotate annotates the run of a cell. Annotations are no part of the run, so
// those that an earlier form of the spec asked for are replaced.
func (d *Design) annotate(ctx context.Context, dir string, cell int, progress *annotate.Progress, o *Options) error {
	by, err := annotator(&d.Cells[cell])
	if err != nil {
		return err
	}
	summary, err := annotate.Run(ctx, d.folder(dir, cell), annotate.Options{
		By: by, Lexicon: d.plans[cell].Lexicon, Version: o.Version, Workers: o.Workers, Force: true,
		Locate: d.locate(dir), Progress: progress,
	})
	if err != nil {
		return err
	}
	for _, note := range summary.Notes {
		o.note("cell %s: annotations: %s", d.Spec.Label(d.Cells[cell]), note)
	}
	return nil
}

// timeAnnotating is the seconds that it takes to annotate a game of a plan while
// others are annotated beside it. It has the annotator play some into a folder
// that goes away, since who played hardly matters and others may take long. What a
// run costs however long it is, such as to load tables, is not in it.
func timeAnnotating(ctx context.Context, plan sim.Plan, by agents.Spec, o *Options) (float64, error) {
	dir, err := os.MkdirTemp("", "quadword-trial-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	const each = 12 // games of a worker
	plan.Agents, plan.Paired, plan.SPRT = []agents.Spec{by}, false, nil
	plan.Games, plan.PartGames = int64(each*o.Workers), each
	match, err := plan.Match(o.Workers)
	if err != nil {
		return 0, err
	}
	run, err := dataset.Create(filepath.Join(dir, "run"), o.Version, plan.Spec(match))
	if err != nil {
		return 0, err
	}
	err = match.Run(ctx, sim.NewWriter(run, match, false), &sim.Progress{})
	if err == nil {
		err = run.Finish(dataset.Complete)
	}
	if err != nil {
		return 0, err
	}
	var took [2]time.Duration // with all to do, and with nothing
	for i := range took {
		started := time.Now()
		if _, err := annotate.Run(ctx, run.Dir(), annotate.Options{
			By: by, Lexicon: plan.Lexicon, Version: o.Version, Workers: o.Workers, Locate: plan.Locate,
		}); err != nil {
			return 0, err
		}
		took[i] = time.Since(started)
	}
	return max(0, took[0]-took[1]).Seconds() / float64(match.Schedule.Games()), nil
}
