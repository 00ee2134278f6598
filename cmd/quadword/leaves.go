package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"quadword/agents/leave"
	"quadword/agents/leave/builtin"
	"quadword/engine/tile"
)

// leavesFlags are the flags of `leaves`.
type leavesFlags struct {
	tileSet, out string
	number       int
	json         bool
}

func (a *app) leavesCommand() *cobra.Command {
	var f leavesFlags
	cmd := &cobra.Command{
		Use:   "leaves FILE [LEAVE...]",
		Short: "look up what the tiles kept on a rack are worth",
		Long: `Leaves prints what leaves are worth, in points, by a table of leave values: a
KLV2 file, a file of lines leave,value whose name ends in .csv, or one of those
that are built in: builtin-standard, builtin-super and builtin-super-doubled, by
which agents play, and synthetic, which is for benchmarks. Without a LEAVE it sums the table up: the value of every
single tile, and the best and the worst leaves. With --out it writes the table
to a file, in the one form or the other.`,
		Example: `  quadword leaves builtin-standard AEINST '?S' q
  quadword leaves leaves.klv2 -n 20
  quadword leaves leaves.klv2 --out leaves.csv`,
		Args: func(cmd *cobra.Command, args []string) error { return takes(1, max(1, len(args)))(cmd, args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("out") {
				return a.leavesWrite(&f, args[0], args[1:])
			}
			return a.leaves(&f, args[0], args[1:])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.tileSet, "tile-set", "", "whose leaves they are: standard, super, doubled or a file (default standard, or a built-in table's own)")
	flags.IntVarP(&f.number, "number", "n", 10, "how many of the best and of the worst leaves to list")
	flags.StringVar(&f.out, "out", "", "file to write instead: .klv2 for a KLV2, .csv for a leave a line")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// leavesReport is what `leaves --json` prints without a LEAVE.
type leavesReport struct {
	Name    string       `json:"name"`
	TileSet string       `json:"tile_set"`
	SHA256  string       `json:"sha256"`
	Leaves  int          `json:"leaves"` // that the tile set holds
	Tiles   []leaveValue `json:"tiles"`  // every single one
	Best    []leaveValue `json:"best"`   // the best first
	Worst   []leaveValue `json:"worst"`  // the worst first: ByValue from its end
}

type leaveValue struct {
	Leave string  `json:"leave"`
	Value float64 `json:"value"` // in points
}

// leaves looks leaves up, or sums the table up if there are none to look up.
func (a *app) leaves(f *leavesFlags, file string, texts []string) error {
	if f.number < 1 {
		return usagef("-n %d: it takes one or more", f.number)
	}
	set, err := f.set(file)
	if err != nil {
		return err
	}
	asked, err := heldLeaves(set, texts)
	if err != nil {
		return err
	}
	table, err := openLeaves(file, set)
	if err != nil {
		return err
	}
	if len(asked) == 0 {
		r := overview(table, f.number)
		if f.json {
			return a.printJSON(r)
		}
		return r.writeText(a.out)
	}
	values := make([]leaveValue, len(asked))
	for i, l := range asked {
		values[i] = inPoints(set, leave.Valued{Leave: l, Value: table.Value(&l)})
	}
	if f.json {
		return a.printJSON(values)
	}
	return writeTable(a.out, leaveRows("leave", values))
}

// set is the tile set of a table.
func (f *leavesFlags) set(table string) (*tile.Set, error) {
	name := f.tileSet
	if name == "" {
		name = "standard"
		if g, builtin := builtin.Named(table); builtin {
			name = g.TileSet
		}
	}
	set, err := tile.LoadSet(name)
	return set, asUsage(err)
}

// heldLeaves reads leaves that a tile set has to hold.
func heldLeaves(set *tile.Set, texts []string) ([]tile.Rack, error) {
	bag := set.Counts()
	var leaves []tile.Rack
	for _, text := range texts {
		l, err := leave.Parse(set.Alphabet, text)
		if err != nil {
			return nil, usageError{err}
		}
		for _, t := range l.AppendTiles(nil) {
			if l.Count(t) > bag.Count(t) {
				return nil, usagef("leave %q: more %c than the %d of tile set %s", text, set.Alphabet.RackRune(t), bag.Count(t), set.Name)
			}
		}
		leaves = append(leaves, l)
	}
	return leaves, nil
}

// openLeaves is the built-in table of that name, or else that in the file of
// that name. A name that is none is an error of usage; a file that is damaged
// is not.
func openLeaves(nameOrFile string, set *tile.Set) (*leave.Table, error) {
	if nameOrFile == "synthetic" {
		return leave.Synthetic(set), nil
	}
	if g, ok := builtin.Named(nameOrFile); ok {
		return g.Load(set)
	}
	t, err := leave.Load(nameOrFile, set)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%w: expected a table that is built in, or a file (KLV2, or .csv)", err)
	}
	return t, err
}

func overview(t *leave.Table, n int) *leavesReport {
	set, all := t.Set(), t.ByValue()
	r := &leavesReport{Name: t.Name(), TileSet: set.Name, SHA256: t.SHA256(), Leaves: len(all)}
	for l, value := range t.All() {
		if l.Len() > 1 {
			break
		}
		r.Tiles = append(r.Tiles, inPoints(set, leave.Valued{Leave: l, Value: value}))
	}
	for i := range min(n, len(all)) {
		r.Best = append(r.Best, inPoints(set, all[i]))
		r.Worst = append(r.Worst, inPoints(set, all[len(all)-1-i]))
	}
	return r
}

func inPoints(set *tile.Set, v leave.Valued) leaveValue {
	return leaveValue{set.Alphabet.RackText(v.Leave), float64(v.Value) / 1000}
}

func (r *leavesReport) writeText(w io.Writer) error {
	fmt.Fprintf(w, "table     %s\ntile set  %s\nsha256    %s\nleaves    %d\n\n", r.Name, r.TileSet, r.SHA256, r.Leaves)
	if err := writeTable(w, leaveRows("tile", r.Tiles)); err != nil {
		return err
	}
	fmt.Fprintln(w)
	rows := leaveRows("best", r.Best)
	for i, row := range leaveRows("worst", r.Worst) {
		rows[i] = append(rows[i], row...)
	}
	return writeTable(w, rows)
}

// leaveRows is a table of leaves under a heading. All values have three
// decimals, so that the points stand below each other.
func leaveRows(heading string, values []leaveValue) [][]string {
	rows := [][]string{{heading, "value"}}
	for _, v := range values {
		rows = append(rows, []string{v.Leave, fmt.Sprintf("%.3f", v.Value)})
	}
	return rows
}

// leavesWrite writes a table to a file.
func (a *app) leavesWrite(f *leavesFlags, file string, texts []string) error {
	if len(texts) > 0 {
		return usagef("leaves to look up or --out, not both")
	}
	var write func(*leave.Table, io.Writer) error
	switch ext := strings.ToLower(filepath.Ext(f.out)); ext {
	case ".klv2":
		write = (*leave.Table).WriteKLV2
	case ".csv":
		write = (*leave.Table).WriteCSV
	default:
		return usagef("--out %q: expected a name that ends in .klv2 or .csv", f.out)
	}
	if sameFile(file, f.out) || sameFile(f.tileSet, f.out) {
		return usagef("--out %s is a file that is read: expected another one", f.out)
	}
	set, err := f.set(file)
	if err != nil {
		return err
	}
	table, err := openLeaves(file, set)
	if err != nil {
		return err
	}
	if err := writeWhole(f.out, func(w io.Writer) error { return write(table, w) }); err != nil {
		return err
	}
	written := writtenLeaves{File: f.out}
	for range table.All() {
		written.Leaves++
	}
	if f.json {
		return a.printJSON(written)
	}
	_, err = fmt.Fprintf(a.out, "%s: %d leaves\n", written.File, written.Leaves)
	return err
}

// writtenLeaves is what `leaves --out FILE --json` prints.
type writtenLeaves struct {
	File   string `json:"file"`
	Leaves int    `json:"leaves"`
}
