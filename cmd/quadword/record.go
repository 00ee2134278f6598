package main

import (
	"context"
	"errors"
	"fmt"

	"quadword/experiments/report"
	"quadword/experiments/sprt"
	"quadword/sim"
	"quadword/sim/dataset"
)

// recorder is where the games of a match go, and how they are summed up in
// the end.
type recorder struct {
	sink   sim.Sink
	there  int64    // games that need not be played
	notes  []string // what a user should know of a run that is gone on with
	finish func(dataset.State) (*report.Report, error)
}

// count counts the games of a match and writes nothing.
func count(plan *sim.Plan, match *sim.Match) (recorder, error) {
	spec, sink := plan.Spec(match), report.NewSink(match)
	test, err := sprt.Begin(&spec, match, nil)
	return recorder{sink: sink, finish: func(state dataset.State) (*report.Report, error) {
		r := sink.Report(spec, state)
		if test != nil {
			r.Tested(test.Outcome())
		}
		return r, nil
	}}, err
}

// record writes a dataset and sums up what it holds; without --out it counts
// the games as they come.
func record(ctx context.Context, f *simFlags, plan *sim.Plan, match *sim.Match) (recorder, error) {
	if f.out == "" {
		return count(plan, match)
	}
	run, err := openRun(ctx, f, plan.Spec(match))
	if err != nil {
		return recorder{}, err
	}
	rec := recorder{sink: sim.NewWriter(run, match, plan.Positions), notes: run.Notes()}
	m := run.Manifest()
	for _, p := range m.Parts {
		rec.there += p.Games
	}
	test, err := sprt.Begin(&m.Spec, match, &dataset.Reader{Dir: f.out, Manifest: &m})
	if err != nil {
		return recorder{}, errors.Join(err, run.Finish(m.State))
	}
	switch {
	case m.State == dataset.Complete && (test == nil || over(test) || int64(len(m.Parts)) == m.Spec.Parts()):
		rec.notes = append(rec.notes, fmt.Sprintf("run %s is complete: nothing is left to play", f.out))
	case len(m.Parts) > 0:
		rec.notes = append(rec.notes, fmt.Sprintf("run %s goes on: %d of %s%d parts are there", f.out, len(m.Parts), atMost(plan), match.Schedule.Parts()))
	}
	rec.finish = func(state dataset.State) (*report.Report, error) {
		var dropped error
		if state == dataset.Complete && test != nil {
			parts, _ := test.Seen()
			dropped = run.Drop(parts)
		}
		if err := errors.Join(dropped, run.Finish(state)); err != nil {
			return nil, err
		}
		return report.Read(context.WithoutCancel(ctx), f.out)
	}
	return rec, nil
}

// openRun begins the run that the flags ask for or goes on with it. A folder
// that holds something else is an error of usage.
func openRun(ctx context.Context, f *simFlags, spec dataset.Spec) (run *dataset.Run, err error) {
	if f.resume {
		run, err = dataset.Resume(ctx, f.out, version, spec)
	} else {
		run, err = dataset.Create(f.out, version, spec)
	}
	_, exists := errors.AsType[*dataset.ExistsError](err)
	_, differs := errors.AsType[*dataset.DiffersError](err)
	if exists || differs {
		err = usageError{err}
	}
	return run, err
}
