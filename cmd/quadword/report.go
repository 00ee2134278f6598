package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"quadword/experiments/document"
	"quadword/experiments/effects"
	"quadword/experiments/report"
)

func (a *app) reportCommand() *cobra.Command {
	var json, board bool
	var html, markdown string
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "sum up a run: who won, by how much, how games went and ended",
		Long: `Report sums up the run in a folder, by agent and by seat: games, wins, draws,
losses, and means per game with their standard errors, for which the deal is the
unit. A game counts once for each seat that an agent had in it. How strong the
agents are it tells with intervals: win rate and Elo of two, ratings of more.

With --effects it reads all moves, too, and tells what happened on the board:
which squares were used and earned, what premium squares added, how often words
counted several times, how plays went with the turn and the bag, and how scores,
spreads, lengths, bingos and vowels were distributed.

--html writes the report with plots as one page that needs no network;
--markdown writes it for GitHub, with the plots in a folder beside the file. With
--effects both have the board as heat maps, and plots over turns and the bag.`,
		Example: `  quadword report results/first
  quadword report results/first --effects
  quadword report results/first --json
  quadword report results/first --html first.html --markdown first.md
  quadword report results/first --effects --html first.html`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := report.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			doc, both := r.Document(), withEffects{Report: r}
			if board {
				if both.Effects, err = effects.Read(cmd.Context(), args[0], runtime.GOMAXPROCS(0)); err != nil {
					return err
				}
				doc.Sections = append(doc.Sections, both.Effects.Sections()...)
			}
			if err := saveDocument(doc, html, markdown); err != nil {
				return err
			}
			switch {
			case json:
				return a.printJSON(both)
			case !board:
				return r.WriteText(a.out)
			}
			if err := r.WriteText(a.out); err != nil {
				return err
			}
			fmt.Fprintln(a.out)
			return both.Effects.WriteText(a.out)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&json, "json", false, "print JSON")
	flags.BoolVar(&board, "effects", false, "also what happened on the board")
	flags.StringVar(&html, "html", "", "write a page with plots to `FILE`")
	flags.StringVar(&markdown, "markdown", "", "write Markdown to `FILE`, and its plots to a folder beside it")
	return cmd
}

// withEffects is the fields of a report, and the effects beside them if they
// were asked for.
type withEffects struct {
	*report.Report
	Effects *effects.Effects `json:"effects,omitempty"`
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
