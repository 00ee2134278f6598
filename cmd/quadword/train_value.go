package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"quadword/agents/leave"
	"quadword/agents/leave/builtin"
	"quadword/engine"
	"quadword/experiments/train/value"
	"quadword/sim/dataset"
)

// trainValueFlags are the flags of `train value`.
type trainValueFlags struct {
	trainingGames
	leaves string
}

func (a *app) trainValueCommand() *cobra.Command {
	var f trainValueFlags
	cmd := &cobra.Command{
		Use:   "value [RUN...] --out FILE",
		Short: "fit a linear model of what a move is worth",
		Long: `Value fits a linear model that predicts the final spread and the result from
figures of a move and of what it leaves: its score, the tiles kept, the board,
the bag. The agent linear plays by it. It prints how far the predictions are off
on deals that had no part in the fit, and what each figure weighs, with standard
errors by deal.

It takes runs of one game, or else plays games itself first, so that one command
makes a model again. Games of one agent against itself are best: where a
stronger one meets a weaker, a figure that tells who is who passes for one that
wins. Moves that were chosen with some chance (equity:temperature=...) show more
of what a figure does than those that an agent always takes.`,
		Example: `  quadword train value --agent equity:temperature=2 --games 40000 --out model.csv
  quadword train value results/first results/second --leaves leaves.klv2 --out model.csv --json`,
		RunE: func(cmd *cobra.Command, runs []string) error {
			if f.out == "" {
				return usagef("--out is missing: it names the file of the model")
			}
			if err := errors.Join(inFolder("--out", f.out), f.leavesThere()); err != nil {
				return err
			}
			return a.withRuns(cmd.Context(), cmd, &f.trainingGames, runs, func(runs []*dataset.Reader) error {
				return a.trainValue(cmd.Context(), &f, runs)
			})
		},
	}
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.leaves, "leaves", "builtin", "the leave values that the model weighs, those that the agent is to have: builtin, a file (KLV2, or .csv), synthetic, or none")
	flags.StringVar(&f.out, "out", "", "file to write, a line for each figure (CSV)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// leavesThere sees a mistyped name before games are played.
func (f *trainValueFlags) leavesThere() error {
	if _, ok := builtin.Named(f.leaves); ok || slices.Contains([]string{"builtin", "synthetic", "none"}, f.leaves) {
		return nil
	}
	if _, err := os.Stat(f.leaves); err != nil {
		return usagef("--leaves %s: there is no such file; expected one, or builtin, synthetic or none", f.leaves)
	}
	return nil
}

func (a *app) trainValue(ctx context.Context, f *trainValueFlags, runs []*dataset.Reader) error {
	s := value.Source{Runs: runs}
	var err error
	if s.Rules, err = oneGame(runs); err != nil {
		return err
	}
	if s.Lexicon, err = f.wordsOf(runs[0], s.Rules); err != nil {
		return err
	}
	if s.Leaves, err = f.openLeaves(s.Rules); err != nil {
		return err
	}
	if s.Workers, err = workerCount(f.workers); err != nil {
		return err
	}
	var games int64
	for _, run := range runs {
		for _, p := range run.Manifest.Parts {
			games += p.Games
		}
	}
	var read atomic.Int64
	stop := func() {}
	if !f.quiet {
		stop = a.follow("games", read.Load, value.Passes*games)
	}
	model, report, err := value.Fit(ctx, &s, f.out, &read)
	stop()
	if err != nil {
		return err
	}
	if err := writeWhole(f.out, func(w io.Writer) error { return model.Write(w) }); err != nil {
		return err
	}
	if f.json {
		return a.printJSON(report)
	}
	return report.WriteText(a.out)
}

// openLeaves is the table of leaves that is asked for, nil for none. That which
// is built in is the one that agents take for a game.
func (f *trainValueFlags) openLeaves(rules *engine.Rules) (*leave.Table, error) {
	switch f.leaves {
	case "none":
		return nil, nil
	case "builtin":
		game, _, ok := builtin.For(rules.Layout, rules.TileSet)
		if !ok {
			return nil, usagef("no leave values are built in for the letters of tile set %s: give a file as --leaves, or none", rules.TileSet.Name)
		}
		return game.Load(rules.TileSet)
	}
	return openLeaves(f.leaves, rules.TileSet)
}
