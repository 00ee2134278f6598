package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/spf13/cobra"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim"
	"quadword/sim/dataset"
)

// benchFlags are the flags of `bench`.
type benchFlags struct {
	boards, agents         []string
	lexicon                string
	games                  int64
	seed                   uint64
	workers                int
	rollouts               int
	dataset, bestTwo       bool
	json                   bool
	cpuProfile, memProfile string
}

// staticAgents are the agents that play hundreds of games a second.
func staticAgents() (names []string) {
	for _, k := range agents.Kinds() {
		if !k.LooksAhead {
			names = append(names, k.Name)
		}
	}
	return names
}

// benchReport is what `bench --json` prints.
type benchReport struct {
	Results        []benchResult `json:"results"`
	StartupSeconds float64       `json:"startup_seconds"` // from the start of the process to the first game
	TableBytes     int           `json:"table_bytes"`     // memory of the lexicon's tables, shared by all workers
}

// benchResult is one cell: an agent against itself on a board.
type benchResult struct {
	Board          string  `json:"board"`
	Agent          string  `json:"agent"`
	Workers        int     `json:"workers"`
	Games          int64   `json:"games"`
	GamesPerSecond float64 `json:"games_per_second"`
	TurnsPerSecond float64 `json:"turns_per_second"`
	MeanScore      float64 `json:"mean_score"`
	TurnsPerGame   float64 `json:"turns_per_game"`
	Hash           string  `json:"hash"` // sha256 over the scores of all games, in order
}

func (a *app) benchCommand() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "measure games per second by board and agent",
		Long: `Bench plays each agent against itself on each board and prints the speed. The
seed is fixed, so two builds play the same games as long as their hashes are
equal. Counting the games and their hash is not on the clock.

With --rollouts it times a decision of the agent montecarlo instead, from a
position early in a game, on one core: 15 candidates, two plies after each, so
many samples of each candidate, and then as many of these as it takes to be
confident.`,
		Example: `  quadword bench --workers 1
  quadword bench --board super --agent greedy --games 1000 --json
  quadword bench --rollouts 1000`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("rollouts") {
				for _, other := range []string{"agent", "games", "seed", "workers", "best-two", "dataset", "cpuprofile", "memprofile"} {
					if cmd.Flags().Changed(other) {
						return usagef("--rollouts times decisions of montecarlo on one core, and no games: --%s is not for it", other)
					}
				}
				return a.benchRollouts(cmd.Context(), &f)
			}
			return a.bench(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.boards, "board", engine.LayoutNames(), "a board, with its own tile set; give it again for each")
	flags.StringArrayVar(&f.agents, "agent", staticAgents(), "an agent; give it again for each")
	flags.StringVar(&f.lexicon, "lexicon", "open", "open or a file")
	flags.Int64Var(&f.games, "games", 500, "games for each board and agent")
	flags.Uint64Var(&f.seed, "seed", 1, "what every random choice comes from")
	flags.IntVar(&f.workers, "workers", 0, "games at the same time, on so many cores (default all)")
	flags.IntVar(&f.rollouts, "rollouts", 0, "time decisions of so many samples of each candidate, and no games")
	flags.BoolVar(&f.bestTwo, "best-two", false, "have agents find their second best move too, as --dataset does")
	flags.BoolVar(&f.dataset, "dataset", false, "write a dataset to a temporary folder, to see what that costs")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.StringVar(&f.cpuProfile, "cpuprofile", "", "write a CPU profile to this file")
	flags.StringVar(&f.memProfile, "memprofile", "", "write a profile of allocations to this file")
	flags.MarkHidden("cpuprofile")
	flags.MarkHidden("memprofile")
	return cmd
}

// bench measures all cells. The process is held to as many cores as there are
// workers, so that the collector works on their time.
func (a *app) bench(ctx context.Context, f *benchFlags) error {
	workers, err := workerCount(f.workers)
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	specs, err := parseAgents(f.agents)
	if err != nil {
		return err
	}
	cells, words, err := benchCells(f, specs, workers)
	if err != nil {
		return err
	}
	r := benchReport{TableBytes: words.Bytes() + words.WordMap().Bytes(), StartupSeconds: time.Since(a.started).Seconds()}
	stop, err := profile(f)
	if err != nil {
		return err
	}
	for _, c := range cells {
		one, err := c.measure(ctx, f.dataset)
		if err != nil {
			stop()
			return err
		}
		r.Results = append(r.Results, one)
		if !f.json {
			fmt.Fprintf(a.out, "%-10s %-12s %2d workers %6d games %9.1f games/s %9.0f turns/s %8.2f points %6.2f turns  %.12s\n",
				one.Board, one.Agent, one.Workers, one.Games, one.GamesPerSecond, one.TurnsPerSecond, one.MeanScore, one.TurnsPerGame, one.Hash)
			if err := a.out.Flush(); err != nil {
				stop()
				return err
			}
		}
	}
	if err := stop(); err != nil {
		return err
	}
	if f.json {
		return a.printJSON(r)
	}
	_, err = fmt.Fprintf(a.out, "start-up %.3f s, tables %.1f MB\n", r.StartupSeconds, float64(r.TableBytes)/1e6)
	return err
}

// cell is one measurement, ready to go.
type cell struct {
	plan  *sim.Plan
	match *sim.Match
}

// benchCells readies all cells before the first is measured, so that a wrong
// name costs no time.
func benchCells(f *benchFlags, specs []agents.Spec, workers int) (cells []cell, words *lexicon.Lexicon, err error) {
	for _, board := range f.boards {
		if err := oneOf("board", board, engine.LayoutNames()); err != nil {
			return nil, nil, err
		}
		rules, _ := engine.BuiltinRules(board)
		if words == nil { // the built-in tile sets have the same alphabet
			if words, err = openLexicon(f.lexicon, rules.TileSet.Alphabet); err != nil {
				return nil, nil, err
			}
		}
		for _, spec := range specs {
			c := cell{plan: &sim.Plan{
				Rules: rules, Lexicon: words, Agents: []agents.Spec{spec},
				Games: f.games, Seed: f.seed, PartGames: sim.DefaultPartGames,
				RunnerUp: f.bestTwo,
			}}
			if c.match, err = c.plan.Match(workers); err != nil {
				return nil, nil, usageError{err}
			}
			cells = append(cells, c)
		}
	}
	return cells, words, nil
}

// measure plays the games of a cell, and counts them when the clock stands.
func (c *cell) measure(ctx context.Context, write bool) (benchResult, error) {
	memory := newMemory(c.match)
	if write {
		dir, err := os.MkdirTemp("", "quadword-bench-")
		if err != nil {
			return benchResult{}, err
		}
		defer os.RemoveAll(dir)
		run, err := dataset.Create(filepath.Join(dir, "run"), version, c.plan.Spec(c.match))
		if err != nil {
			return benchResult{}, err
		}
		defer run.Finish(dataset.Complete) // before its folder is removed
		memory.next = sim.NewWriter(run, c.match, false)
	}
	var progress sim.Progress
	started := time.Now()
	if err := c.match.Run(ctx, memory, &progress); err != nil {
		return benchResult{}, err
	}
	seconds := time.Since(started).Seconds()

	games, turns := progress.Games.Load(), progress.Turns.Load()
	mean, hash := memory.recall()
	return benchResult{
		Board: c.plan.Rules.Layout.Name, Agent: c.plan.Agents[0].String(), Workers: c.match.Workers,
		Games: games, GamesPerSecond: float64(games) / seconds, TurnsPerSecond: float64(turns) / seconds,
		MeanScore: mean, TurnsPerGame: float64(turns) / float64(games), Hash: hash,
	}, nil
}

// profile begins the profiles that are asked for and returns what ends them.
func profile(f *benchFlags) (stop func() error, err error) {
	var cpu *os.File
	if f.cpuProfile != "" {
		if cpu, err = os.Create(f.cpuProfile); err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, err
		}
	}
	return func() error {
		if cpu != nil {
			pprof.StopCPUProfile()
			if err := cpu.Close(); err != nil {
				return err
			}
		}
		if f.memProfile == "" {
			return nil
		}
		mem, err := os.Create(f.memProfile)
		if err != nil {
			return err
		}
		defer mem.Close()
		return pprof.Lookup("allocs").WriteTo(mem, 0)
	}, nil
}
