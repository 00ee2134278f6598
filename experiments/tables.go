package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"quadword/agents"
	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/experiments/train/leaves"
)

// trained is how an agent asks for leave values that the experiment makes: the
// number is the seed of the training.
var trained = regexp.MustCompile(`leaves=trained-(\d{1,9})\b`)

const tablesFolder = "tables"

// Table is a table of leave values that an experiment trains.
type Table struct {
	File   string // inside the folder of the experiment
	Rules  *engine.Rules
	Seed   uint64
	SHA256 string // once it is there

	words *lexicon.Lexicon
}

// Generations is the boards of the generations, with commas between.
func (l Leaves) String() string {
	var parts []string
	for _, n := range l.Generations {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ",")
}

// tables makes out which tables the agents of a cell ask for, and puts the names
// of the files in their place. Cells of the same game share them.
func (s *Spec) tables(known []*Table, c *Cell, rules *engine.Rules, words *lexicon.Lexicon) ([]*Table, error) {
	for _, asker := range c.askers() {
		var failed error
		text := *asker
		*asker = trained.ReplaceAllStringFunc(text, func(match string) string {
			seed, err := strconv.ParseUint(trained.FindStringSubmatch(match)[1], 10, 64)
			if err != nil {
				failed = err
				return match
			}
			at := slices.IndexFunc(known, func(t *Table) bool { return t.Seed == seed && sameGame(t.Rules, rules) && t.words == words })
			if at < 0 {
				at = len(known)
				known = append(known, &Table{File: tableFile(known, rules, seed), Rules: rules, Seed: seed, words: words})
			}
			return "leaves=" + known[at].File
		})
		if failed != nil {
			return nil, fmt.Errorf("agent %q: %w", text, failed)
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	if len(s.Leaves.Generations) == 0 {
		return nil, fmt.Errorf("agent %q: the experiment does not say how leaves are trained: expected generations in [leaves]", c.Agents[0])
	}
	return known, nil
}

// sameGame tells whether a table that is trained for the one is trained for the
// other.
func sameGame(a, b *engine.Rules) bool {
	x, y := *a, *b
	x.Layout, x.TileSet, y.Layout, y.TileSet = nil, nil, nil, nil
	return x == y && a.Layout.Name == b.Layout.Name && slices.Equal(a.Layout.Rows(), b.Layout.Rows()) &&
		a.TileSet.Name == b.TileSet.Name && slices.Equal(a.TileSet.Rows(), b.TileSet.Rows())
}

// tableFile is a name for a table that no other one has.
func tableFile(known []*Table, rules *engine.Rules, seed uint64) string {
	game := rules.Layout.Name
	if rules.TileSet.Name != game {
		game += "-" + rules.TileSet.Name
	}
	for n := 1; ; n++ {
		name := game
		if n > 1 {
			name += fmt.Sprintf("-rules%d", n) // other rules or words
		}
		file := path.Join(tablesFolder, fmt.Sprintf("%s-%d.klv2", name, seed))
		if !slices.ContainsFunc(known, func(t *Table) bool { return t.File == file }) {
			return file
		}
	}
}

// plan is how a table is trained.
func (s *Spec) plan(t *Table, workers int) *leaves.Plan {
	p := &leaves.Plan{
		Rules: t.Rules, Lexicon: t.words, Seed: t.Seed, Method: leaves.Census,
		Generations: s.Leaves.Generations, Forced: 1, Workers: workers,
	}
	p.Least, p.Most = leaves.Boards(t.Rules.TileSet)
	return p
}

// train makes the tables that are not there yet. A training that was
// interrupted goes on after its last whole generation.
func (s *Spec) train(ctx context.Context, dir string, tables []*Table, o *Options) error {
	boards := int64(0)
	for _, n := range s.Leaves.Generations {
		boards += int64(n)
	}
	var done atomic.Int64
	stop := o.follow("boards", done.Load, boards*int64(len(tables)))
	defer stop()
	for _, t := range tables {
		file := filepath.Join(dir, filepath.FromSlash(t.File))
		plan, partial := s.plan(t, o.Workers), file+".partial"
		sum, err := trainedBy(plan, file)
		if err == nil {
			done.Add(boards)
		} else {
			if other, differs := errors.AsType[*leaves.OtherError](err); differs {
				return &ExistsError{dir, "another experiment: " + t.File + ": " + other.Error()}
			}
			if !errors.Is(err, fs.ErrNotExist) {
				o.note("table %s is trained again: %v", t.File, err)
			}
			if sum, err = trainTo(ctx, plan, file, partial, func() { done.Add(1) }); err != nil {
				return fmt.Errorf("table %s: %w", t.File, err)
			}
		}
		if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		t.SHA256 = sum
	}
	return nil
}

// origin is the file beside a table that says what it was trained from.
func origin(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".json" }

// trainedBy gives the sha256 of the table in a file if it is the one that a plan
// trains, and otherwise an error.
func trainedBy(plan *leaves.Plan, file string) (string, error) {
	f, err := os.Open(origin(file))
	if err != nil {
		return "", err
	}
	defer f.Close()
	want, err := plan.ReadOrigin(f)
	if err != nil {
		return "", err
	}
	table, err := leave.Load(file, plan.Rules.TileSet)
	if err != nil {
		return "", err
	}
	if table.SHA256() != want {
		return "", errors.New("it is damaged: the sha256 is another")
	}
	return want, nil
}

// trainTo trains the table of a plan into a file, the checkpoint in another.
func trainTo(ctx context.Context, plan *leaves.Plan, file, partial string, done func()) (string, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return "", err
	}
	table, report, err := plan.Train(ctx, partial, done)
	if err != nil {
		return "", err
	}
	if err := writeWhole(file, table.WriteKLV2); err != nil {
		return "", err
	}
	err = writeWhole(origin(file), func(w io.Writer) error { return plan.WriteOrigin(w, report) })
	return table.SHA256(), err
}

// standIn is an agent that has the built-in table in the place of one that is
// yet to be trained, and all words in that of a list that is yet to be made.
func (d *Design) standIn(text string) (agents.Spec, error) {
	for _, t := range d.Tables {
		text = strings.ReplaceAll(text, "leaves="+t.File, "leaves=builtin")
	}
	for _, l := range d.Words {
		text = strings.ReplaceAll(text, "lexicon="+l.File, "lexicon=game")
	}
	return agents.Parse(text)
}
