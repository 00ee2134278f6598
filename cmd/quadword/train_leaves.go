package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"quadword/engine/tile"
	"quadword/experiments/train/leaves"
)

// trainLeavesFlags are the flags of `train leaves`.
type trainLeavesFlags struct {
	game                gameFlags
	method, generations string
	unlaid              string
	forced              int
	pairs               int64
	seed                uint64
	out                 string
	resume, quiet, json bool
	workers             int
}

// The generations of a training unless others are asked for. In the first few
// the values still change by points, and few boards show how; the last one
// decides. A census of either takes six to ten minutes on two quiet cores: a board
// takes longer the more tiles there are.
const (
	defaultBoards = "60,60,60,60,80,120,2600"
	largeBoards   = "30,30,30,30,40,60,600" // of tile sets of more than largeSet tiles
	defaultPlayed = "100000,100000,200000"
	largeSet      = 150
)

// defaultGenerations are those of a method and a tile set.
func defaultGenerations(m leaves.Method, set *tile.Set) string {
	switch {
	case m == leaves.SelfPlay:
		return defaultPlayed
	case set.Len() > largeSet:
		return largeBoards
	default:
		return defaultBoards
	}
}

func (a *app) trainLeavesCommand() *cobra.Command {
	var f trainLeavesFlags
	cmd := &cobra.Command{
		Use:   "leaves --out FILE.klv2",
		Short: "make a table of leave values",
		Long: `Leaves makes a table of what the tiles kept on a rack are worth, from nothing but
the rules and the words: generation after generation, each from the values of
the one before.

The census values every rack that may be drawn on boards from the middle of
games; selfplay takes the racks of games as they come and forces the rare ones.
After each generation the table so far is kept in FILE.klv2.partial, from which
--resume goes on; the generation that was interrupted begins again.`,
		Example: `  quadword train leaves --out standard.klv2
  quadword train leaves --board super --tile-set doubled --seed 7 --out doubled.klv2
  quadword train leaves --method selfplay --generations 50000,50000 --out selfplay.klv2`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.trainLeaves(cmd, &f) },
	}
	f.game.register(cmd, "standard", "standard, super or a file")
	flags := cmd.Flags()
	flags.StringVar(&f.method, "method", string(leaves.Census), "census or selfplay")
	flags.StringVar(&f.generations, "generations", "", "boards (census) or games (selfplay) of each generation (default "+defaultBoards+", of more than "+strconv.Itoa(largeSet)+" tiles "+largeBoards+", selfplay "+defaultPlayed+")")
	flags.StringVar(&f.unlaid, "unlaid", "", "census: so many tiles are not on the boards, the racks among them, as in 25-90 (default 25 to 90 % of the tile set)")
	flags.IntVar(&f.forced, "forced", 1, "selfplay: every rack is seen so often at least")
	flags.Int64Var(&f.pairs, "pairs", 500, "pairs of games that each generation plays against the one before, for the report; 0 for none")
	flags.Uint64Var(&f.seed, "seed", 1, "what every random choice comes from")
	flags.StringVar(&f.out, "out", "", "file for the table, .klv2")
	flags.BoolVar(&f.resume, "resume", false, "go on after the last generation that was finished, if a training was interrupted")
	flags.IntVar(&f.workers, "workers", 0, "boards or games at the same time (default one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	return cmd
}

func (a *app) trainLeaves(cmd *cobra.Command, f *trainLeavesFlags) error {
	plan, err := f.plan(cmd)
	if err != nil {
		return err
	}
	if err := inFolder("--out", f.out); err != nil {
		return err
	}
	partial := f.out + ".partial"
	if _, err := os.Stat(partial); err == nil && !f.resume {
		return usagef("%s is of a training that was interrupted: --resume goes on with it; remove it to begin again", partial)
	}
	total := int64(0)
	for _, n := range plan.Generations {
		total += int64(n)
	}
	var done atomic.Int64
	stop := func() {}
	if !f.quiet {
		stop = a.follow(plan.Method.Unit(), done.Load, total)
	}
	table, report, err := plan.Train(cmd.Context(), partial, func() { done.Add(1) })
	stop()
	if err != nil {
		return f.interrupted(cmd.Context(), partial, err)
	}
	if err := writeWhole(f.out, table.WriteKLV2); err != nil {
		return err
	}
	if err := os.Remove(partial); err != nil {
		return err
	}
	if f.json {
		return a.printJSON(report)
	}
	if err := writeTraining(a.out, report); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "\nThe table is in %s, sha256 %s.\n", f.out, report.SHA256)
	return err
}

// interrupted says of an interruption what there is to go on from.
func (f *trainLeavesFlags) interrupted(ctx context.Context, partial string, err error) error {
	if _, stat := os.Stat(partial); ctx.Err() != nil && stat == nil {
		return fmt.Errorf("%w: --resume goes on from %s", err, partial)
	}
	return err
}

// plan makes a plan of the flags.
func (f *trainLeavesFlags) plan(cmd *cobra.Command) (*leaves.Plan, error) {
	if ext := strings.ToLower(filepath.Ext(f.out)); ext != ".klv2" {
		return nil, usagef("--out %q: expected a name that ends in .klv2", f.out)
	}
	rules, err := f.game.load()
	if err != nil {
		return nil, err
	}
	p := &leaves.Plan{Rules: &rules, Seed: f.seed, Method: leaves.Method(f.method), Forced: f.forced, Pairs: f.pairs}
	p.Least, p.Most = leaves.Boards(rules.TileSet)
	if f.unlaid != "" {
		if p.Least, p.Most, err = parseRange(f.unlaid); err != nil {
			return nil, err
		}
	}
	text := f.generations
	if !cmd.Flags().Changed("generations") {
		text = defaultGenerations(p.Method, rules.TileSet)
	}
	if p.Generations, err = parseCounts(text); err != nil {
		return nil, err
	}
	if p.Workers, err = workerCount(f.workers); err != nil {
		return nil, err
	}
	if f.pairs < 0 {
		return nil, usagef("--pairs %d: it takes 0 or more", f.pairs)
	}
	if err := p.Validate(); err != nil {
		return nil, usageError{err}
	}
	p.Lexicon, err = f.game.words(rules.TileSet.Alphabet)
	return p, err
}

// parseRange reads two numbers, as in 25-90.
func parseRange(text string) (least, most int, err error) {
	low, high, _ := strings.Cut(text, "-")
	least, errLow := strconv.Atoi(low)
	most, errHigh := strconv.Atoi(high)
	if errors.Join(errLow, errHigh) != nil {
		return 0, 0, usagef("--unlaid %s: expected two numbers of tiles, as in 25-90", text)
	}
	return least, most, nil
}

// parseCounts reads numbers with commas between.
func parseCounts(text string) ([]int, error) {
	var counts []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, usagef("--generations %s: expected numbers with commas between, as in %s", text, defaultBoards)
		}
		counts = append(counts, n)
	}
	return counts, nil
}

// writeTraining prints how a table came to be and what is in it.
func writeTraining(w io.Writer, r *leaves.Report) error {
	fmt.Fprintf(w, "%s on board %s with tile set %s, lexicon %s, seed %d\n\n", r.Method, r.Board, r.TileSet, r.Lexicon, r.Seed)
	rows := [][]string{{"generation", r.Method.Unit(), "rack", "change", "largest", "of", "wins against the last", "points a game"}}
	for i, g := range r.Generations {
		row := []string{
			strconv.Itoa(i + 1), strconv.Itoa(g.Units), fmt.Sprintf("%.2f", g.Rack),
			fmt.Sprintf("%.2f", g.Change), fmt.Sprintf("%+.2f", g.Largest), g.LargestOf, "-", "-",
		}
		if m := g.Match; m != nil {
			row[6] = fmt.Sprintf("%.1f %%%s", 100*m.WinRate, plusMinus(m.WinRateSE, 100))
			row[7] = fmt.Sprintf("%+.1f%s", m.Spread, plusMinus(m.SpreadSE, 1))
		}
		rows = append(rows, row)
	}
	if err := writeTable(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nrack: expected value of the best move with a rack drawn from nothing, in points;")
	fmt.Fprintln(w, "change: from the last generation, root of the mean square over all leaves; ±: standard error by deal")
	fmt.Fprintln(w)
	return writeTable(w, besides(
		valueRows("tile", r.Tiles),
		valueRows("two of a kind, beyond twice one", r.Duplicates),
		valueRows("Q and U", r.Q),
	))
}

func plusMinus(se *float64, factor float64) string {
	if se == nil {
		return ""
	}
	return fmt.Sprintf(" ±%.1f", factor*(*se))
}

func valueRows(heading string, values []leaves.Value) [][]string {
	rows := [][]string{{heading, "value"}}
	for _, v := range values {
		rows = append(rows, []string{v.Leave, fmt.Sprintf("%.2f", v.Value)})
	}
	return rows
}

// besides sets tables of two columns side by side.
func besides(tables ...[][]string) [][]string {
	var rows [][]string
	for i, t := range tables {
		for len(rows) < len(t) {
			rows = append(rows, make([]string, 2*i))
		}
		for j := range rows {
			cells := []string{"", ""}
			if j < len(t) {
				cells = t[j]
			}
			rows[j] = append(rows[j], cells...)
		}
	}
	return rows
}
