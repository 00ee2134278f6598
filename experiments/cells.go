package experiments

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"quadword/engine"
	"quadword/engine/tile"
)

// Cell is a combination of levels, one of each factor, and what is played
// there.
type Cell struct {
	Levels []string // by factor, in the order of the spec
	Settings
	Annotate string // the agent by which the run is annotated; "" if it is not
}

// maxCells bounds the cells of an experiment, each of which is a run.
const maxCells = 10_000

// Cells crosses the factors: the levels of the last one vary fastest. Without
// factors there is one cell.
func (s *Spec) Cells() ([]Cell, error) {
	cells := []Cell{{}}
	for i := range s.Factors {
		f := &s.Factors[i]
		if len(cells)*len(f.Level) > maxCells {
			return nil, fmt.Errorf("factor %s makes more than %d cells", f.Name, maxCells)
		}
		var crossed []Cell
		for _, c := range cells {
			for _, l := range f.Level {
				crossed = append(crossed, Cell{Levels: append(slices.Clone(c.Levels), l.Name)})
			}
		}
		cells = crossed
	}
	for i := range cells {
		if err := s.settle(&cells[i]); err != nil {
			return nil, fmt.Errorf("cell %s: %w", s.Label(cells[i]), err)
		}
	}
	return cells, nil
}

// settle gives a cell its settings: those of the game, in which its levels
// make their changes, in the order of the factors.
func (s *Spec) settle(c *Cell) error {
	c.Settings = s.Game
	var pairs []string
	for i, name := range c.Levels {
		f := &s.Factors[i]
		j := slices.IndexFunc(f.Level, func(l Level) bool { return l.Name == name })
		c.Settings.change(&f.Level[j].Settings)
		pairs = append(pairs, "{"+f.Name+"}", name)
	}
	fill := strings.NewReplacer(pairs...)
	c.Agents = slices.Clone(c.Agents)
	for i := range c.Agents {
		c.Agents[i] = fill.Replace(c.Agents[i])
	}
	c.Annotate = fill.Replace(s.Annotate)
	for _, rule := range []**string{&c.EndScoring, &c.TieBreak} {
		if *rule != nil {
			*rule = new(fill.Replace(**rule))
		}
	}
	c.Board, c.TileSet, c.Lexicon = fill.Replace(c.Board), fill.Replace(c.TileSet), fill.Replace(c.Lexicon)
	for _, text := range append([]string{c.Board, c.TileSet, c.Lexicon, c.Annotate}, c.Agents...) {
		if strings.ContainsAny(text, "{}") {
			return fmt.Errorf("%q: expected the name of a factor in braces, of %s", text, strings.Join(s.factorNames(), ", "))
		}
	}
	return nil
}

// askers are the agents of a cell, also the one that annotates: what may ask for
// files that the experiment makes.
func (c *Cell) askers() (all []*string) {
	for i := range c.Agents {
		all = append(all, &c.Agents[i])
	}
	return append(all, &c.Annotate)
}

// change takes over what another one sets.
func (a *Settings) change(b *Settings) {
	if b.Agents != nil {
		a.Agents = b.Agents
	}
	set(&a.Board, b.Board)
	set(&a.TileSet, b.TileSet)
	set(&a.Lexicon, b.Lexicon)
	set(&a.Paired, b.Paired)
	set(&a.Seats, b.Seats)
	set(&a.RackSize, b.RackSize)
	set(&a.BingoBonus, b.BingoBonus)
	set(&a.MinBagToExchange, b.MinBagToExchange)
	set(&a.EndScoring, b.EndScoring)
	set(&a.TieBreak, b.TieBreak)
	set(&a.MaxScorelessTurns, b.MaxScorelessTurns)
	set(&a.ZeroPlayResets, b.ZeroPlayResets)
	set(&a.EndByPasses, b.EndByPasses)
	set(&a.EndWhenStuck, b.EndWhenStuck)
}

// set sets a unless b is the zero value, which stands for nothing said.
func set[T comparable](a *T, b T) {
	var none T
	if b != none {
		*a = b
	}
}

// Label is what a cell is called: its levels, with a space between.
func (s *Spec) Label(c Cell) string {
	if len(c.Levels) == 0 {
		return "all"
	}
	return strings.Join(c.Levels, " ")
}

// Folder is the folder of a cell's run inside that of the experiment, in the
// way of Hive, which DuckDB reads as columns: runs/tiles=super/table=1.
func (s *Spec) Folder(c Cell) string {
	folder := runsFolder
	if len(c.Levels) == 0 {
		return path.Join(folder, "all")
	}
	for i, level := range c.Levels {
		folder = path.Join(folder, s.Factors[i].Name+"="+level)
	}
	return folder
}

const runsFolder = "runs"

// rules are the rules that settings name.
func (s *Spec) rules(set *Settings) (engine.Rules, error) {
	layout, err := s.board(set.Board)
	if err != nil {
		return engine.Rules{}, err
	}
	name := set.TileSet
	if name == "" {
		if name = "standard"; slices.Contains(engine.LayoutNames(), layout.Name) {
			name = layout.Name
		}
	}
	tiles, err := s.tiles(name)
	if err != nil {
		return engine.Rules{}, err
	}
	r := engine.DefaultRules(layout, tiles)
	given(&r.Seats, set.Seats)
	given(&r.RackSize, set.RackSize)
	given(&r.BingoBonus, set.BingoBonus)
	given(&r.MinBagToExchange, set.MinBagToExchange)
	given(&r.MaxScorelessTurns, set.MaxScorelessTurns)
	given(&r.ZeroPlayResets, set.ZeroPlayResets)
	given(&r.EndByPasses, set.EndByPasses)
	given(&r.EndWhenStuck, set.EndWhenStuck)
	if set.EndScoring != nil {
		if r.EndScoring, err = engine.ParseEndScoring(*set.EndScoring); err != nil {
			return r, err
		}
	}
	if set.TieBreak != nil {
		if r.TieBreak, err = engine.ParseTieBreak(*set.TieBreak); err != nil {
			return r, err
		}
	}
	return r, r.Validate()
}

func given[T any](a *T, b *T) {
	if b != nil {
		*a = *b
	}
}

// board is the board of a name: one of the spec's, a built-in one, the
// standard one for none, or a file.
func (s *Spec) board(name string) (*engine.Layout, error) {
	if name == "" {
		name = "standard"
	}
	for i := range s.Boards {
		if s.Boards[i].Name == name {
			return s.Boards[i].layout()
		}
	}
	if layout, ok := engine.BuiltinLayout(name); ok {
		return layout, nil
	}
	return engine.LoadLayout(s.file(name))
}

// tiles is the tile set of a name: one of the spec's, a built-in one, or a
// file.
func (s *Spec) tiles(name string) (*tile.Set, error) {
	for i := range s.TileSets {
		if s.TileSets[i].Name == name {
			return s.TileSets[i].set()
		}
	}
	if set, ok := tile.BuiltinSet(name); ok {
		return set, nil
	}
	return tile.LoadSet(s.file(name))
}

// file is where a file that a spec names lies: beside the spec, unless that is
// built in or the name is absolute.
func (s *Spec) file(name string) string {
	if s.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}
