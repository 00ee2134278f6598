package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"quadword/experiments/effects"
	"quadword/experiments/report"
)

func (a *app) reportCommand() *cobra.Command {
	var json, board bool
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "sum up a run: who won, by how much, how games went and ended",
		Long: `Report sums up the run in a folder, by agent and by seat: games, wins, draws,
losses, and means per game with their standard errors, for which the deal is the
unit. A game counts once for each seat that an agent had in it.

With --effects it reads all moves, too, and tells what happened on the board:
which squares were used and earned, what premium squares added, how often words
counted several times, how plays went with the turn and the bag, and how scores,
spreads, lengths, bingos and vowels were distributed.`,
		Example: `  quadword report results/first
  quadword report results/first --effects
  quadword report results/first --json`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := report.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if !board {
				return a.printReport(r, json)
			}
			e, err := effects.Read(cmd.Context(), args[0], runtime.GOMAXPROCS(0))
			if err != nil {
				return err
			}
			if json {
				return a.printJSON(withEffects{r, e})
			}
			if err := r.WriteText(a.out); err != nil {
				return err
			}
			fmt.Fprintln(a.out)
			return e.WriteText(a.out)
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&board, "effects", false, "also what happened on the board")
	return cmd
}

// withEffects is the fields of a report, and the effects beside them.
type withEffects struct {
	*report.Report
	Effects *effects.Effects `json:"effects"`
}

func (a *app) printReport(r *report.Report, json bool) error {
	if json {
		return a.printJSON(r)
	}
	return r.WriteText(a.out)
}
