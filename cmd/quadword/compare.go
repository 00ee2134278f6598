package main

import (
	"github.com/spf13/cobra"

	"quadword/experiments/compare"
)

func (a *app) compareCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "compare RUN RUN",
		Short: "set two runs side by side: what differs, by how much, how sure it is",
		Long: `Compare tells in what two runs differ, an agent or a parameter of one, the board,
a rule, the words, and what became of it: for each figure its value in either run
and the second less the first, with an interval and a p-value that is adjusted for
the rows of its table. The tables are those of the games, of all seats together, of
each agent that is in both runs, and of the agent that each run has alone, if there
is one in either.

Runs of one seed, one tile set and as many seats have the same deals: the difference
is then taken deal by deal, over those that both have, and most of the luck of the
tiles goes out of it. Else the deals are taken for independent ones.`,
		Example: `  quadword compare results/first results/second
  quadword compare results/first results/second --json`,
		Args: takes(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := compare.Runs(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			if json {
				return a.printJSON(r)
			}
			return r.WriteText(a.out)
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	return cmd
}
