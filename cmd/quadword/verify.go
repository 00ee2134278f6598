package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/sprt"
	"quadword/sim/dataset"
	"quadword/sim/verify"
)

// verifyFlags are the flags of `verify`.
type verifyFlags struct {
	lexicon     string
	replay      int
	workers     int
	quiet, json bool
}

func (a *app) verifyCommand() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify RUN",
		Short: "deal and replay every game of a run by the rules alone",
		Long: `Verify deals every rack of a run again from its seed and replays every game by
the rules and the word list alone, sharing no code with what played and wrote
it: scores, words, tiles, ends of games, numbers of rows, checksums, and that a run
with a sequential test ends where the test says. Of annotations it checks that they
are whole and of this run, not what they say. It names the first game and turn that
is wrong, and the exit status is then 1.`,
		Example: `  quadword verify results/first
  quadword verify results/first --replay-agents 20`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.verify(cmd.Context(), &f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.lexicon, "lexicon", "", "file of the word list of the run, if it is not built in")
	flags.IntVar(&f.replay, "replay-agents", 0, "let the agents decide so many games again, with the files that the run names for them")
	flags.IntVar(&f.workers, "workers", 0, "parts checked at the same time (default one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

func (a *app) verify(ctx context.Context, f *verifyFlags, dir string) error {
	workers, err := workerCount(f.workers)
	if err != nil {
		return err
	}
	if f.replay < 0 {
		return usagef("--replay-agents %d: it takes none or more", f.replay)
	}
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		return err
	}
	var games int64
	for _, p := range m.Parts {
		games += p.Games
	}
	progress, stop := &verify.Progress{}, func() {}
	if !f.quiet {
		stop = a.follow("games", progress.Games.Load, games)
	}
	r, err := verify.Run(ctx, dir, verify.Options{
		Lexicon: f.open, Workers: workers, ReplayAgents: f.replay, Progress: progress, Stop: sprt.Parts,
	})
	stop()
	switch {
	case err != nil:
		return err
	case f.json && r.Fault != nil:
		if err := a.printJSON(r); err != nil && !readerGone(err) {
			return err
		}
		return errSaid
	case f.json:
		return a.printJSON(r)
	case r.Fault != nil:
		return fmt.Errorf("run %s: %w", dir, r.Fault)
	}
	fmt.Fprintf(a.out, "%s: all right: %d games, %d moves in %d parts", dir, r.Games, r.Moves, r.Parts)
	if r.Candidates > 0 {
		fmt.Fprintf(a.out, ", %d candidates", r.Candidates)
	}
	if r.Annotations > 0 {
		fmt.Fprintf(a.out, ", %d annotations", r.Annotations)
	}
	if r.Replayed > 0 {
		fmt.Fprintf(a.out, ", %d games decided again", r.Replayed)
	}
	fmt.Fprintln(a.out)
	if r.State != dataset.Complete {
		state := map[dataset.State]string{
			dataset.Running:     "is being written, or its process died",
			dataset.Interrupted: "was interrupted",
			dataset.Failed:      "failed",
		}[r.State]
		a.warn("the run %s: it has %d of %d parts", state, r.Parts, r.RunParts)
	}
	return nil
}

// open opens the word list that a run names. Only a built-in one is found by
// its name alone.
func (f *verifyFlags) open(name string, alphabet *tile.Alphabet) (*lexicon.Lexicon, error) {
	if f.lexicon != "" {
		return openLexicon(f.lexicon, alphabet)
	}
	if name != "open" {
		return nil, usagef("the run was played with lexicon %s, which is not built in: give its file as --lexicon", name)
	}
	return openLexicon(name, alphabet)
}
