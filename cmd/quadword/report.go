package main

import (
	"github.com/spf13/cobra"

	"quadword/experiments/report"
)

func (a *app) reportCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "sum up a run: who won, by how much, how games went and ended",
		Long: `Report sums up the run in a folder, by agent and by seat: games, wins, draws,
losses, and means per game with their standard errors, for which the deal is the
unit. A game counts once for each seat that an agent had in it.`,
		Example: `  quadword report results/first
  quadword report results/first --json`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := report.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return a.printReport(r, json)
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	return cmd
}

func (a *app) printReport(r *report.Report, json bool) error {
	if json {
		return a.printJSON(r)
	}
	return r.WriteText(a.out)
}
