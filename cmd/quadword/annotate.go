package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"quadword/agents"
	"quadword/experiments/annotate"
	"quadword/sim/dataset"
)

// annotateFlags are the flags of `annotate`.
type annotateFlags struct {
	by, lexicon        string
	force, quiet, json bool
	workers            int
}

func (a *app) annotateCommand() *cobra.Command {
	var f annotateFlags
	cmd := &cobra.Command{
		Use:   "annotate RUN",
		Short: "take a second look at every turn of a run: plays, equity lost, luck of the draw",
		Long: `Annotate replays the games of a run and writes a table beside the others, a row
for each turn: how many plays there were and which was best, what the move that
was made cost, how open the board was, how lucky the draw (quadword columns
annotations says what each column means). Moves are valued by the static
evaluation of the agent that --by names, whoever made them.

The run itself is not changed. What its manifest lists is annotated, also of a
run that was stopped; parts that are annotated already stay, so the same command
goes on after an interruption or when more has been played. Annotations that were
made by another evaluation are only replaced with --force.`,
		Example: `  quadword annotate results/first
  quadword annotate results/first --by equity:leaves=mine.klv2 --force`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.annotate(cmd.Context(), &f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.by, "by", "equity", "the agent whose evaluation values the moves: equity or greedy, with parameters as in quadword sim")
	flags.StringVar(&f.lexicon, "lexicon", "", "file of the word list of the run, if it is not built in")
	flags.BoolVar(&f.force, "force", false, "replace annotations that were made otherwise")
	flags.IntVar(&f.workers, "workers", 0, "parts annotated at the same time (default one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

func (a *app) annotate(ctx context.Context, f *annotateFlags, dir string) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		return err
	}
	rules, err := m.Spec.EngineRules()
	if err != nil {
		return fmt.Errorf("run %s: %w", dir, err)
	}
	words := verifyFlags{lexicon: f.lexicon}
	if o.Lexicon, err = words.open(m.Spec.Lexicon.Name, rules.TileSet.Alphabet); err != nil {
		return err
	}
	var games int64
	for _, p := range m.Parts {
		games += p.Games
	}
	stop := func() {}
	if !f.quiet {
		stop = a.follow("games", o.Progress.Games.Load, games)
	}
	s, err := annotate.Run(ctx, dir, o)
	stop()
	if ctx.Err() != nil && err != nil {
		err = fmt.Errorf("interrupted after %d of %d games: %w; the same command goes on", o.Progress.Games.Load(), games, err)
	}
	if _, otherwise := errors.AsType[*dataset.AnnotatedError](err); otherwise {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	for _, note := range s.Notes {
		fmt.Fprintf(a.stderr, "quadword: %s\n", note)
	}
	if f.json {
		return a.printJSON(s)
	}
	fmt.Fprintf(a.out, "%s: annotated by %s: %d games, %d turns in %d parts", dir, s.By, s.Games, s.Turns, s.Parts)
	if s.Kept > 0 {
		fmt.Fprintf(a.out, ", of which %d were there", s.Kept)
	}
	fmt.Fprintln(a.out)
	if s.State != dataset.Complete {
		a.warn("the run is not complete: when more of it has been played the same command annotates the rest")
	}
	return nil
}

// options reads the flags that need no run. Its errors are errors of usage.
func (f *annotateFlags) options() (annotate.Options, error) {
	o := annotate.Options{Version: version, Force: f.force, Progress: &annotate.Progress{}}
	var err error
	if o.By, err = agents.Parse(f.by); err != nil {
		return o, usagef("--by: %w", err)
	}
	if err := annotate.CheckBy(o.By); err != nil {
		return o, usagef("--by: %w", err)
	}
	o.Workers, err = workerCount(f.workers)
	return o, err
}
