package experiments

import (
	"context"
	"fmt"
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
		if there, err := leave.Load(file, t.Rules.TileSet); err == nil {
			t.SHA256 = there.SHA256()
			done.Add(boards)
			continue
		} else if _, statErr := os.Stat(file); statErr == nil {
			return err // it is there and damaged
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		table, _, err := s.plan(t, o.Workers).Train(ctx, file+".partial", func() { done.Add(1) })
		if err != nil {
			return fmt.Errorf("table %s: %w", t.File, err)
		}
		if err := writeWhole(file, table.WriteKLV2); err != nil {
			return err
		}
		if err := os.Remove(file + ".partial"); err != nil {
			return err
		}
		t.SHA256 = table.SHA256()
	}
	return nil
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
