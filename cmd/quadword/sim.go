package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadword/agents"
	"quadword/experiments/sprt"
	"quadword/sim"
	"quadword/sim/dataset"
)

const (
	defaultGames = 1000
	// countedGames is a part where nothing is written: few, so that little is
	// lost to an interruption, and enough to make handing them over cheap.
	countedGames = 20
	// defaultMoveTimeout is for agents that never come back: the slowest of ours
	// decides within seconds.
	defaultMoveTimeout = 10 * time.Minute
)

// simFlags are the flags of `sim`.
type simFlags struct {
	game         gameFlags
	agents       []string
	games, pairs int64
	paired       bool
	seed         uint64
	partGames    int64
	positions    bool
	candidates   int
	onFault      string
	moveTimeout  time.Duration
	sprt         string
	out          string
	resume       bool
	workers      int
	quiet, json  bool
}

func (a *app) simCommand() *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:     "sim --agent SPEC...",
		Aliases: []string{"autoplay"},
		Short:   "play agents against each other and write what happened",
		Long: `Sim plays agents against each other and writes a dataset: one row for each
game and one for each move, in Parquet files (quadword columns says what they
hold). Without --out it plays and sums up, and writes nothing. With --candidates
a third table holds what agents that look ahead found of the moves they compared.

Of more agents than seats every subset that fills the seats is a lineup. Paired,
a lineup plays each deal in every rotation of its seats, so that luck falls on
both alike. The result depends on the seed, never on the number of workers.

An agent that fails at a turn, because it panics, returns an error or an illegal
move, or does not return within --move-timeout, loses that game and never costs
the run: --on-fault forfeit. With pass it passes and the game goes on, with abort
the run ends. Such games are marked in the dataset, and the report tells their
share. All but those that timed out are the same when they are played again.

With --sprt elo0=0,elo1=5 the run ends as soon as a sequential test can tell
whether the first of two agents is 0 or 5 Elo stronger than the second, wrong with
a probability of alpha=0.05 where it is 0 and of beta=0.05 where it is 5;
model=normalized takes both as normalised Elo. --games or --pairs is then the most
that is played. The test looks after each part, in the order of the parts, so the
run ends with the same pair for any number of workers; --part-games says how often.

Whatever stops a run (Ctrl-C, kill -9, a loss of power, a full disk), the parts
that were complete stay. The same command with --resume plays those that are
missing or damaged and ends with the files of a run that nothing disturbed. It
begins a run that is not there, does nothing to one that is finished, and
refuses one that was begun by another version of the program, with other words,
or by a command that differs in more than --workers, --quiet and --json.`,
		Example: `  quadword sim --board super --agent greedy --agent random --games 200 --out results/first
  quadword sim --board super --agent greedy --agent random --games 200 --out results/first --resume
  quadword sim --agent equity --agent greedy --pairs 20000 --sprt elo0=0,elo1=20 --part-games 100
  quadword sim --agent greedy --games 1000 --seed 7 --end-scoring double --json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := f.plan(cmd)
			if err != nil {
				return err
			}
			return a.sim(cmd.Context(), &f, plan)
		},
	}
	f.game.register(cmd, "standard", "standard, super or a file")
	flags := cmd.Flags()
	flags.StringArrayVar(&f.agents, "agent", nil, "a player, as name or name:key=value,key=value; give it again for each (quadword agents lists them)")
	flags.Int64Var(&f.games, "games", 0, fmt.Sprintf("games of each lineup, a multiple of its rotations if paired (default %d)", defaultGames))
	flags.Int64Var(&f.pairs, "pairs", 0, "deals of each lineup, each played in every rotation: --games and --paired in one")
	flags.BoolVar(&f.paired, "paired", false, "play each deal in every rotation of the seats (default unless all agents are the same)")
	flags.Uint64Var(&f.seed, "seed", 1, "what every random choice comes from")
	flags.StringVar(&f.out, "out", "", "new folder for the dataset")
	flags.BoolVar(&f.resume, "resume", false, "go on with the run in the folder of --out; the other flags must be those that it was begun with")
	flags.Int64Var(&f.partGames, "part-games", sim.DefaultPartGames, "about so many games make a part, the unit that an interruption loses")
	flags.BoolVar(&f.positions, "positions", false, "write the board before each move")
	flags.IntVar(&f.candidates, "candidates", 0, "write so many of the moves that an agent compared by looking ahead at each turn, the best first (default none)")
	flags.StringVar(&f.onFault, "on-fault", string(sim.Forfeit), "when an agent fails, its seat loses the game (forfeit) or passes (pass), or the run ends (abort)")
	flags.DurationVar(&f.moveTimeout, "move-timeout", defaultMoveTimeout, "the least that an agent gets for a turn before it has failed, such as 30s or 1h30m; 0 for no limit")
	flags.StringVar(&f.sprt, "sprt", "", "end the run when a test of the two agents is decided: elo0=NUMBER,elo1=NUMBER and perhaps alpha, beta, model=logistic or normalized")
	flags.IntVar(&f.workers, "workers", 0, "games played at the same time (default one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.json, "json", false, "print the summary as JSON, as quadword report does")
	return cmd
}

// plan makes a plan of the flags. Its errors are errors of usage, but for a
// lexicon that cannot be read.
func (f *simFlags) plan(cmd *cobra.Command) (*sim.Plan, error) {
	rules, err := f.game.load()
	if err != nil {
		return nil, err
	}
	specs, err := parseAgents(f.agents)
	if err != nil {
		return nil, err
	}
	if f.out == "" && cmd.Flags().Changed("out") {
		return nil, usagef("--out is empty: it names a new folder")
	}
	switch {
	case f.resume && f.out == "":
		return nil, usagef("--resume goes on with a dataset: give its folder as --out")
	case f.candidates < 0:
		return nil, usagef("--candidates %d: it takes one or more, or 0 for none", f.candidates)
	case f.candidates > 0 && f.out == "":
		return nil, usagef("--candidates asks for a table of a dataset: give --out as well")
	}
	p := &sim.Plan{
		Rules: rules, Agents: specs, Seed: f.seed, PartGames: f.partGames,
		Positions: f.positions, Candidates: f.candidates, MoveTimeout: f.moveTimeout,
	}
	if f.onFault != "" || cmd.Flags().Changed("on-fault") { // else it is a command without the flag
		if p.OnFault, err = sim.ParseOnFault(f.onFault); err != nil {
			return nil, usagef("--on-fault %w", err)
		}
	}
	flags := cmd.Flags()
	if flags.Changed("sprt") {
		if p.SPRT, err = sprt.Parse(f.sprt); err != nil {
			return nil, usagef("--sprt %w", err)
		}
	}
	if p.Paired = f.paired; !flags.Changed("paired") {
		p.Paired = !selfPlay(specs)
	}
	rotations := int64(1)
	if p.Paired {
		rotations = int64(rules.Seats)
	}
	switch games, pairs := flags.Changed("games"), flags.Changed("pairs"); {
	case games && pairs:
		return nil, usagef("--games and --pairs are two ways to say the same: give one")
	case pairs && flags.Changed("paired") && !f.paired:
		return nil, usagef("--pairs and --paired=false contradict each other")
	case pairs && f.pairs > 1e12:
		return nil, usagef("%d pairs: the most is 10^12", f.pairs)
	case pairs:
		p.Paired, p.Games = true, f.pairs*int64(rules.Seats)
	case games:
		p.Games = f.games
	default:
		p.Games = defaultGames / rotations * rotations
	}
	p.Lexicon, err = f.game.words(rules.TileSet.Alphabet)
	return p, err
}

// parseAgents reads the specs of one agent or more.
func parseAgents(texts []string) ([]agents.Spec, error) {
	if len(texts) == 0 {
		return nil, usagef("no agent: give --agent once or more, of %s", strings.Join(agentNames(), ", "))
	}
	specs := make([]agents.Spec, len(texts))
	for i, text := range texts {
		var err error
		if specs[i], err = agents.Parse(text); err != nil {
			return nil, usageError{err}
		}
	}
	return specs, nil
}

func selfPlay(specs []agents.Spec) bool {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.String()
	}
	return sim.SelfPlay(names)
}

// workerCount is the number of workers that a flag asks for.
func workerCount(flag int) (int, error) {
	if flag < 0 || flag > sim.MaxWorkers {
		return 0, usagef("%d workers: it takes 1 to %d, or 0 for one for each core", flag, sim.MaxWorkers)
	}
	if flag == 0 {
		return runtime.GOMAXPROCS(0), nil
	}
	return flag, nil
}

// sim plays a plan and prints what came of it, also if it was interrupted.
func (a *app) sim(ctx context.Context, f *simFlags, plan *sim.Plan) error {
	workers, err := workerCount(f.workers)
	if err != nil {
		return err
	}
	if f.out == "" && plan.SPRT == nil { // a test looks after each part
		plan.PartGames = min(plan.PartGames, countedGames)
	}
	match, err := plan.Match(workers)
	if err != nil {
		return usageError{err}
	}
	if n := match.Schedule.Parts(); f.out != "" && n > dataset.MaxParts {
		return usagef("%d parts: a dataset has at most %d, give a larger --part-games than %d", n, dataset.MaxParts, plan.PartGames)
	}
	a.tell(match)
	rec, err := record(ctx, f, plan, match)
	if err != nil {
		return err
	}
	for _, note := range rec.notes {
		fmt.Fprintf(a.stderr, "quadword: %s\n", note)
	}
	progress, stop := &sim.Progress{}, func() {}
	progress.Games.Store(rec.there)
	if !f.quiet {
		stop = a.follow("games", progress.Games.Load, match.Schedule.Games())
	}
	var failed failures
	match.Faulted = failed.add
	played := match.Run(ctx, rec.sink, progress)
	stop()
	failed.tell(a)
	r, err := rec.finish(endState(ctx, played))
	if played != nil {
		played = fmt.Errorf("%s after %d of %s%d games: %w", endState(ctx, played), progress.Games.Load(), atMost(plan), match.Schedule.Games(), played)
		if f.out != "" {
			played = fmt.Errorf("%w; the same command with --resume goes on", played)
		}
	}
	if err != nil || ctx.Err() == nil && played != nil {
		return errors.Join(played, err)
	}
	err = a.printReport(r, f.json)
	if !f.json {
		fmt.Fprintln(a.out, where(f.out))
	}
	if played != nil {
		return played // says more than that nobody read the report
	}
	return err
}

// tell tells what a user should know of the players of a match.
func (a *app) tell(match *sim.Match) {
	for _, p := range match.Players {
		for _, note := range p.Notes {
			a.warn("%s: %s", p.Name, note)
		}
	}
}

// where says where the games are.
func where(out string) string {
	if out == "" {
		return "The games are not written: --out FOLDER keeps them."
	}
	return "The games are in " + out + "."
}

// endState is the state of a run that ended with an error or nil.
func endState(ctx context.Context, err error) dataset.State {
	switch {
	case err == nil:
		return dataset.Complete
	case ctx.Err() != nil:
		return dataset.Interrupted
	}
	return dataset.Failed
}
