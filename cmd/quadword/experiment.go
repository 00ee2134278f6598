package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadword/experiments"
)

// experimentFlags are the flags of `experiment`.
type experimentFlags struct {
	out                 string
	resume              bool
	games               int64
	seed                uint64
	workers             int
	list, dryRun        bool
	quiet, json         bool
	gamesGiven, hasSeed bool
}

func (a *app) experimentCommand() *cobra.Command {
	var f experimentFlags
	cmd := &cobra.Command{
		Use:   "experiment FILE.toml",
		Short: "answer a question: play what its file asks for and write the report",
		Long: `Experiment takes a question from its file to its answer. The file, or the name of
a built-in experiment, says what varies (agents, boards, tile sets, rules, word
lists), how many games each combination plays, and what is compared. Runs, the
tables that agents of the experiment need, and the report go into the folder of
--out. Deal k is the same in all cells that have one tile set.

What is complete stays, whatever stops an experiment; the same command with
--resume goes on and ends with the same files.`,
		Example: `  quadword experiment --list
  quadword experiment plural-claim --dry-run
  quadword experiment plural-claim --out results/runs/plural-claim
  quadword experiment mine.toml --out results/runs/mine --resume`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.gamesGiven, f.hasSeed = cmd.Flags().Changed("games"), cmd.Flags().Changed("seed")
			switch {
			case f.list && len(args) > 0:
				return usagef("--list shows the built-in experiments and takes no file")
			case f.list:
				return a.listExperiments(&f)
			case len(args) == 0:
				return usagef("no experiment: give a file or the name of a built-in one (--list shows them)")
			}
			return a.experiment(cmd.Context(), &f, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "new folder for the runs and the report")
	flags.BoolVar(&f.resume, "resume", false, "go on with the experiment in the folder of --out")
	flags.Int64Var(&f.games, "games", 0, "games of each lineup in each cell (default as the file says)")
	flags.Uint64Var(&f.seed, "seed", 0, "what every random choice comes from (default as the file says)")
	flags.IntVar(&f.workers, "workers", 0, "games played at the same time (default one for each core)")
	flags.BoolVar(&f.list, "list", false, "show the built-in experiments")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show the cells, their games and about how long it takes, and do nothing")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// listedExperiment is what --list says of one.
type listedExperiment struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Question string `json:"question"`
	Cells    int    `json:"cells"`
	Games    int64  `json:"games"` // of each lineup in each cell
}

func (a *app) listExperiments(f *experimentFlags) error {
	all, err := experiments.Builtin()
	if err != nil {
		return err
	}
	var list []listedExperiment
	rows := [][]string{{"experiment", "cells", "games a cell"}}
	for _, s := range all {
		cells, err := s.Cells()
		if err != nil {
			return err
		}
		list = append(list, listedExperiment{s.Name(), s.Title, strings.TrimSpace(s.Question), len(cells), s.Games})
		rows = append(rows, []string{s.Name(), strconv.Itoa(len(cells)), strconv.FormatInt(s.Games, 10)})
	}
	if f.json {
		return a.printJSON(list)
	}
	if err := writeTable(a.out, rows); err != nil {
		return err
	}
	for _, e := range list {
		fmt.Fprintf(a.out, "\n%s: %s\n", e.Name, e.Title)
	}
	return nil
}

// experiment runs an experiment, or only shows it.
func (a *app) experiment(ctx context.Context, f *experimentFlags, name string) error {
	spec, err := experiments.Load(name)
	if err != nil {
		return usageError{err}
	}
	if f.gamesGiven {
		if f.games < 1 {
			return usagef("--games %d: expected 1 or more", f.games)
		}
		spec.Games = f.games
	}
	if f.hasSeed {
		spec.Seed = f.seed
	}
	workers, err := workerCount(f.workers)
	if err != nil {
		return err
	}
	o := &experiments.Options{
		Workers: workers, Version: version, Resume: f.resume, Lexicon: openLexicon,
		Note: func(text string) { fmt.Fprintf(a.stderr, "quadword: %s\n", text) },
	}
	if !f.quiet {
		o.Follow = a.follow
	}
	design, err := spec.Design(o)
	if err != nil {
		if _, usage := errors.AsType[usageError](err); usage || ctx.Err() == nil {
			err = usageError{fmt.Errorf("experiment %s: %w", spec.Name(), err)}
		}
		return err
	}
	if f.dryRun {
		return a.dryRun(ctx, f, design, o)
	}
	if f.out == "" {
		return usagef("no --out: it names a new folder for the runs and the report")
	}
	doc, err := design.Run(ctx, f.out, o)
	if _, exists := errors.AsType[*experiments.ExistsError](err); exists {
		return usageError{err}
	}
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("experiment %s is interrupted: %w; the same command with --resume goes on", spec.Name(), err)
	}
	if err != nil {
		return err
	}
	if f.json {
		return doc.WriteJSON(a.out)
	}
	if err := doc.WriteText(a.out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "\nThe report is in %s as report.html, report.md and report.json, the runs are in its folder runs.\n", f.out)
	return err
}

// dryRun shows what an experiment would do.
func (a *app) dryRun(ctx context.Context, f *experimentFlags, d *experiments.Design, o *experiments.Options) error {
	trial, err := d.Trial(ctx, o)
	if err != nil {
		return err
	}
	plan := dryRun{Name: d.Spec.Name(), Games: d.Games(), Tables: len(d.Tables),
		TrainingSeconds: trial.Training.Seconds(), PlayingSeconds: trial.Playing.Seconds(), AnnotatingSeconds: trial.Annotating.Seconds()}
	rows := [][]string{{"cell", "agents", "games"}}
	for i, c := range d.Cells {
		games := d.CellGames(i)
		plan.Cells = append(plan.Cells, dryCell{d.Spec.Label(c), c.Agents, games})
		rows = append(rows, []string{d.Spec.Label(c), strings.Join(c.Agents, " "), strconv.FormatInt(games, 10)})
	}
	if f.json {
		return a.printJSON(plan)
	}
	if err := writeTable(a.out, rows); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\n%d cells, %d games, about %s on this machine", len(d.Cells), plan.Games, about(trial.Playing))
	if d.Spec.Annotate != "" {
		fmt.Fprintf(a.out, "; about %s more to annotate them", about(trial.Annotating))
	}
	if plan.Tables > 0 {
		fmt.Fprintf(a.out, "; %d tables to train before, about %s", plan.Tables, about(trial.Training))
	}
	fmt.Fprintln(a.out)
	return nil
}

// dryRun is --dry-run as JSON. The times are those of this machine.
type dryRun struct {
	Name            string    `json:"name"`
	Cells           []dryCell `json:"cells"`
	Games           int64     `json:"games"`
	Tables          int       `json:"tables"`
	TrainingSeconds float64   `json:"training_seconds"`
	PlayingSeconds  float64   `json:"playing_seconds"`
	// AnnotatingSeconds is 0 if the experiment asks for no annotations.
	AnnotatingSeconds float64 `json:"annotating_seconds"`
}

type dryCell struct {
	Cell   string   `json:"cell"`
	Agents []string `json:"agents"`
	Games  int64    `json:"games"`
}

// about is a time without the digits that an estimate does not have.
func about(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}
