package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	table "quadword/agents/winprob"
	"quadword/experiments/train/winprob"
	"quadword/sim/dataset"
)

// trainWinprobFlags are the flags of `train winprob`.
type trainWinprobFlags struct {
	trainingGames
	spread int
	plot   string
}

func (a *app) trainWinprobCommand() *cobra.Command {
	var f trainWinprobFlags
	cmd := &cobra.Command{
		Use:   "winprob [RUN...] --out FILE",
		Short: "make a table of P(win) by spread, unseen tiles and turn",
		Long: `Winprob makes a table of how likely a game of two is to be won, a draw counting
half, given the spread, the number of tiles that the player does not see, and
whether it is his turn. It prints how well a table that was made from three
quarters of the deals predicts the others, and how well a logistic regression
alone does; the table that it writes is made from all deals.

It takes runs of one game, or else plays games itself first, so that one command
makes a table again.`,
		Example: `  quadword train winprob --agent equity --games 200000 --out standard.csv.gz --plot standard.svg
  quadword train winprob results/first results/second --out mine.csv --json`,
		RunE: func(cmd *cobra.Command, runs []string) error {
			if err := f.checkFlags(); err != nil {
				return err
			}
			if len(runs) > 0 && cmd.Flags().Changed("lexicon") {
				return usagef("--lexicon is for games to be played; the games of %s are there", runs[0])
			}
			return a.withRuns(cmd.Context(), cmd, &f.trainingGames, runs, func(runs []*dataset.Reader) error {
				return a.trainWinprob(cmd.Context(), &f, runs)
			})
		},
	}
	f.register(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.spread, "spread", 0, "the largest spread of the table (default 400, or 600 for a set of over 120 tiles)")
	flags.StringVar(&f.out, "out", "", "file to write: .csv, or .csv.gz to have it packed")
	flags.StringVar(&f.plot, "plot", "", "file for a plot of the calibration and of the table (.svg)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// checkFlags looks at what can be wrong before games are played.
func (f *trainWinprobFlags) checkFlags() error {
	switch {
	case f.out == "":
		return usagef("--out is missing: it names the file of the table")
	case !hasSuffix(f.out, ".csv") && !hasSuffix(f.out, ".csv.gz"):
		return usagef("--out %q: expected a name that ends in .csv or .csv.gz", f.out)
	case f.plot != "" && !hasSuffix(f.plot, ".svg"):
		return usagef("--plot %q: expected a name that ends in .svg", f.plot)
	case f.spread < 0 || f.spread > table.MaxSpread:
		return usagef("--spread %d: expected 1 to %d", f.spread, table.MaxSpread)
	case f.game.rules.Seats != 2:
		return usagef("--seats %d: the table is for games of 2", f.game.rules.Seats)
	}
	return errors.Join(inFolder("--out", f.out), inFolder("--plot", f.plot))
}

// inFolder checks that a file can be where it is to be written.
func inFolder(flag, file string) error {
	dir := filepath.Dir(file)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usagef("%s %s: there is no folder %s", flag, file, dir)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return usagef("%s %s: that is a folder", flag, file)
	}
	return nil
}

// hasSuffix tells whether a file name ends so, in either case.
func hasSuffix(name, suffix string) bool { return strings.HasSuffix(strings.ToLower(name), suffix) }

func (a *app) trainWinprob(ctx context.Context, f *trainWinprobFlags, runs []*dataset.Reader) error {
	if _, err := oneGame(runs); err != nil {
		return err
	}
	t, err := winprob.Train(ctx, runs, f.spread)
	if err != nil {
		return err
	}
	write := t.Table.WriteCSV
	if hasSuffix(f.out, ".gz") {
		write = t.Table.WriteGzip
	}
	if err := writeWhole(f.out, write); err != nil {
		return err
	}
	if f.plot != "" {
		if err := writeWhole(f.plot, t.WriteSVG); err != nil {
			return err
		}
	}
	if f.json {
		return a.printJSON(t)
	}
	return t.WriteText(a.out)
}
