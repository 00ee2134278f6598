package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim"
	"quadword/sim/dataset"
)

// trainingGames are the flags by which a command that trains plays its own
// games, unless it is given runs. One command then makes a table again.
type trainingGames struct {
	simFlags
	played []string // the flags that are of no use with runs
}

func (t *trainingGames) register(cmd *cobra.Command) {
	t.game.register(cmd, "standard", "standard, super or a file")
	flags := cmd.Flags()
	flags.StringArrayVar(&t.agents, "agent", nil, "a player of the games, as name or name:key=value,key=value; give it again for each")
	flags.Int64Var(&t.games, "games", 0, fmt.Sprintf("games of each lineup (default %d)", defaultGames))
	flags.Uint64Var(&t.seed, "seed", 1, "what every random choice comes from")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "lexicon" {
			t.played = append(t.played, f.Name)
		}
	})
	flags.IntVar(&t.workers, "workers", 0, "games played, and parts read, at the same time (default one for each core)")
	flags.BoolVar(&t.quiet, "quiet", false, "show no progress")
}

// check refuses flags that would be without effect.
func (t *trainingGames) check(cmd *cobra.Command, runs []string) error {
	if len(runs) == 0 && len(t.agents) == 0 {
		return usagef("no games: give a RUN, or --agent to play some")
	}
	for _, name := range t.played {
		if len(runs) > 0 && cmd.Flags().Changed(name) {
			return usagef("--%s is for games to be played; the games of %s are there", name, runs[0])
		}
	}
	return nil
}

// play plays the games that the flags ask for into a folder.
func (a *app) play(ctx context.Context, cmd *cobra.Command, t *trainingGames, dir string) error {
	plan, err := t.plan(cmd)
	if err != nil {
		return err
	}
	workers, err := workerCount(t.workers)
	if err != nil {
		return err
	}
	plan.PartGames = sim.DefaultPartGames
	match, err := plan.Match(workers)
	if err != nil {
		return usageError{err}
	}
	a.tell(match)
	run, err := dataset.Create(dir, version, plan.Spec(match))
	if err != nil {
		return err
	}
	progress, stop := &sim.Progress{}, func() {}
	if !t.quiet {
		stop = a.follow("games", progress.Games.Load, match.Schedule.Games())
	}
	err = match.Run(ctx, sim.NewWriter(run, match, false), progress)
	stop()
	finished := run.Finish(endState(ctx, err))
	if err != nil {
		return fmt.Errorf("%s after %d of %d games: %w", endState(ctx, err), progress.Games.Load(), match.Schedule.Games(), err)
	}
	return finished
}

// withRuns opens the runs to train on, or plays one and removes it afterwards,
// and hands them on.
func (a *app) withRuns(ctx context.Context, cmd *cobra.Command, t *trainingGames, dirs []string, train func([]*dataset.Reader) error) error {
	if err := t.check(cmd, dirs); err != nil {
		return err
	}
	if len(dirs) == 0 {
		dir, err := os.MkdirTemp("", "quadword-train-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		dirs = []string{filepath.Join(dir, "run")}
		if err := a.play(ctx, cmd, t, dirs[0]); err != nil {
			return err
		}
	}
	var runs []*dataset.Reader
	for _, dir := range dirs {
		run, err := dataset.Open(dir)
		if err != nil {
			return err
		}
		if run.Manifest.State != dataset.Complete {
			a.warn("run %s is %s: it is taken as far as it goes", dir, run.Manifest.State)
		}
		runs = append(runs, run)
	}
	a.warnOfShared(runs)
	return train(runs)
}

// warnOfShared tells of runs that have the same deals.
func (a *app) warnOfShared(runs []*dataset.Reader) {
	for i, run := range runs {
		for _, other := range runs[:i] {
			if run.Manifest.Spec.Seed == other.Manifest.Spec.Seed {
				a.warn("runs %s and %s have the same seed and so the same deals: their games count as more than they are in standard errors", other.Dir, run.Dir)
			}
		}
	}
}

// oneGame checks that runs are of one game: the same board, tile set, words and
// rules. It gives the rules.
func oneGame(runs []*dataset.Reader) (*engine.Rules, error) {
	first := &runs[0].Manifest.Spec
	for _, run := range runs[1:] {
		spec := &run.Manifest.Spec
		what := ""
		switch {
		case spec.Board.Start != first.Board.Start || !slices.Equal(spec.Board.Rows, first.Board.Rows):
			what = "boards"
		case !slices.Equal(spec.TileSet.Tiles, first.TileSet.Tiles):
			what = "tile sets"
		case spec.Lexicon.SHA256 != first.Lexicon.SHA256:
			what = "lexicons"
		case spec.Rules != first.Rules:
			what = "rules"
		default:
			continue
		}
		return nil, usagef("runs %s and %s have different %s: expected runs of one game", runs[0].Dir, run.Dir, what)
	}
	rules, err := first.EngineRules()
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", runs[0].Dir, err)
	}
	return rules, nil
}

// wordsOf opens the word list of runs, by its name if it is built in, else as
// --lexicon says.
func (t *trainingGames) wordsOf(run *dataset.Reader, rules *engine.Rules) (*lexicon.Lexicon, error) {
	spec := run.Manifest.Spec.Lexicon
	if t.game.lexicon == "open" && spec.Name != "open" {
		return nil, usagef("run %s was played with lexicon %s, which is not built in: give its file as --lexicon", run.Dir, spec.Name)
	}
	l, err := t.game.words(rules.TileSet.Alphabet)
	if err == nil && l.SHA256() != spec.SHA256 {
		err = usagef("lexicon %s is not the one that run %s was played with", t.game.lexicon, run.Dir)
	}
	return l, err
}
