package main

import "github.com/spf13/cobra"

// trainCommand groups the commands that make the tables agents read.
func (a *app) trainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "make the tables that agents evaluate by",
		Long: `Train makes the tables that agents evaluate by from games they play. The same
command with the same seed makes the same file, with any number of workers.`,
		Example: "  quadword train --help",
	}
	group(cmd, a.trainLeavesCommand(), a.trainValueCommand(), a.trainWinprobCommand())
	return cmd
}
