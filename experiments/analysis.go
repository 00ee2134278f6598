package experiments

import (
	"context"
	"fmt"
	"slices"

	"quadword/experiments/analysis"
	"quadword/experiments/document"
	"quadword/sim/dataset"
)

// checkAnalyses tells what is wrong with the analyses that a spec asks for.
func (s *Spec) checkAnalyses() error {
	for i, name := range s.Analysis {
		if _, err := analysis.Find(name); err != nil {
			return err
		}
		if slices.Contains(s.Analysis[:i], name) {
			return fmt.Errorf("analysis: %s is there twice", name)
		}
	}
	return nil
}

// analyses are the sections of the analyses that the spec asks for, of the runs
// of all cells in a folder.
func (d *Design) analyses(ctx context.Context, dir string, o *Options) ([]document.Section, error) {
	if len(d.Spec.Analysis) == 0 {
		return nil, nil
	}
	var runs []analysis.Run
	for i, c := range d.Cells {
		r, err := dataset.Open(d.folder(dir, i))
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", d.Spec.Label(c), err)
		}
		r.Sums = true // a damaged part is an error and no figures
		runs = append(runs, analysis.Run{Label: d.Spec.Label(c), Levels: c.Levels, Reader: r})
	}
	var all []document.Section
	for _, name := range d.Spec.Analysis {
		a, err := analysis.Find(name)
		if err != nil {
			return nil, err
		}
		sections, err := a.Sections(ctx, runs, o.Workers)
		if err != nil {
			return nil, fmt.Errorf("analysis %s: %w", name, err)
		}
		all = append(all, sections...)
	}
	return all, nil
}
