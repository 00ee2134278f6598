package main

import (
	"github.com/spf13/cobra"

	"quadword/experiments/document"
	"quadword/experiments/report"
)

func (a *app) reportCommand() *cobra.Command {
	var json bool
	var html, markdown string
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "sum up a run: who won, by how much, how games went and ended",
		Long: `Report sums up the run in a folder, by agent and by seat: games, wins, draws,
losses, and means per game with their standard errors, for which the deal is the
unit. A game counts once for each seat that an agent had in it. How strong the
agents are it tells with intervals: win rate and Elo of two, ratings of more.

--html writes the report with plots as one page that needs no network;
--markdown writes it for GitHub, with the plots in a folder beside the file.`,
		Example: `  quadword report results/first
  quadword report results/first --json
  quadword report results/first --html first.html --markdown first.md`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := report.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := saveDocument(r.Document(), html, markdown); err != nil {
				return err
			}
			return a.printReport(r, json)
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print JSON")
	cmd.Flags().StringVar(&html, "html", "", "write a page with plots to `FILE`")
	cmd.Flags().StringVar(&markdown, "markdown", "", "write Markdown to `FILE`, and its plots to a folder beside it")
	return cmd
}

// saveDocument writes a document to the files that were asked for.
func saveDocument(d document.Document, html, markdown string) error {
	if html != "" {
		if err := d.SaveHTML(html); err != nil {
			return err
		}
	}
	if markdown != "" {
		return d.SaveMarkdown(markdown)
	}
	return nil
}

func (a *app) printReport(r *report.Report, json bool) error {
	if json {
		return a.printJSON(r)
	}
	return r.WriteText(a.out)
}
