package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quadword/agents"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/document"
	"quadword/experiments/sprt"
	"quadword/sim"
	"quadword/sim/dataset"
)

// Options say how an experiment is run. None of them changes its answer.
type Options struct {
	Workers int
	Version string // of the program, for the manifests
	Resume  bool   // go on with the experiment that is in the folder
	// Lexicon opens a word list by its name.
	Lexicon func(name string, a *tile.Alphabet) (*lexicon.Lexicon, error)
	// Follow shows how many of all boards or games are done until the function
	// it returns is called; nil: nothing is shown.
	Follow func(what string, done func() int64, all int64) (stop func())
	Note   func(text string) // tells what a user should know; nil: nobody
}

func (o *Options) follow(what string, done func() int64, all int64) (stop func()) {
	if o.Follow == nil || all == 0 {
		return func() {}
	}
	return o.Follow(what, done, all)
}

func (o *Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

const (
	// partGames and deepPartGames are how many games are lost to an
	// interruption, of agents that only look at the position and of others.
	partGames     = sim.DefaultPartGames
	deepPartGames = 16
	// moveTimeout is for agents that never come back.
	moveTimeout = 10 * time.Minute
)

// Design is an experiment that is ready to be run: everything that its file
// names was found and makes sense.
type Design struct {
	Spec   *Spec
	Cells  []Cell
	Tables []*Table // in the order in which they are first needed
	Words  []*WordList
	plans  []sim.Plan
}

// Design reads what the spec names and checks every cell. Its errors are about
// what was asked for.
func (s *Spec) Design(o *Options) (*Design, error) {
	cells, err := s.Cells()
	if err != nil {
		return nil, err
	}
	d := &Design{Spec: s, Cells: cells}
	words := map[string]*lexicon.Lexicon{} // by name and alphabet
	for i := range d.Cells {
		c := &d.Cells[i]
		plan, err := d.plan(c, words, o)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", s.Label(*c), err)
		}
		d.plans = append(d.plans, plan)
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	return d, nil
}

// plan is what is played in a cell.
func (d *Design) plan(c *Cell, words map[string]*lexicon.Lexicon, o *Options) (sim.Plan, error) {
	s := d.Spec
	rules, err := s.rules(&c.Settings)
	if err != nil {
		return sim.Plan{}, err
	}
	p := sim.Plan{
		Rules: rules, Games: s.Games, Seed: s.Seed, PartGames: partGames,
		OnFault: sim.Forfeit, MoveTimeout: moveTimeout, SPRT: s.SPRT.stated(),
	}
	name := "open"
	if c.Lexicon != "" && c.Lexicon != name {
		name = s.file(c.Lexicon)
	}
	key := name + "\x00" + rules.TileSet.Alphabet.String()
	if words[key] == nil {
		if words[key], err = o.Lexicon(name, rules.TileSet.Alphabet); err != nil {
			return p, err
		}
	}
	p.Lexicon = words[key]
	if d.Tables, err = s.tables(d.Tables, c, &p.Rules, p.Lexicon); err != nil {
		return p, err
	}
	if d.Words, err = s.wordLists(d.Words, c, p.Lexicon); err != nil {
		return p, err
	}
	var names []string
	for _, text := range c.Agents {
		spec, err := agents.Parse(text)
		if err != nil {
			return p, err
		}
		if spec.LooksAhead() {
			p.PartGames = deepPartGames
		}
		p.Agents = append(p.Agents, spec)
		names = append(names, spec.String())
	}
	if _, err := annotator(c); err != nil {
		return p, fmt.Errorf("annotate: %w", err)
	}
	p.Paired = len(names) > 0 && !sim.SelfPlay(names)
	given(&p.Paired, c.Paired)
	_, err = p.Schedule()
	return p, err
}

// Games are those of all cells.
func (d *Design) Games() int64 {
	n := int64(0)
	for i := range d.plans {
		n += d.CellGames(i)
	}
	return n
}

// CellGames are those of a cell, at most if a test ends it.
func (d *Design) CellGames(cell int) int64 {
	schedule, _ := d.plans[cell].Schedule() // Design has seen that there is one
	return schedule.Games()
}

// gamesOf are the games of so many deals of a cell.
func (d *Design) gamesOf(cell, deals int) int64 {
	schedule, _ := d.plans[cell].Schedule()
	return int64(deals) * int64(schedule.GamesPerDeal())
}

// Run trains the tables, plays the cells, annotates their runs and writes the
// report in a folder, which is new or empty unless the experiment that is there
// is gone on with. Whatever stops it, what was whole stays.
func (d *Design) Run(ctx context.Context, dir string, o *Options) (doc *document.Document, err error) {
	leave, err := d.begin(dir, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, leave()) }()
	if err := d.writeWords(dir); err != nil {
		return nil, err
	}
	if err := d.Spec.train(ctx, dir, d.Tables, o); err != nil {
		return nil, err
	}
	if err := d.playAll(ctx, dir, o); err != nil {
		return nil, err
	}
	if err := d.annotateAll(ctx, dir, o); err != nil {
		return nil, err
	}
	if doc, err = d.Report(ctx, dir, o); err != nil {
		return nil, err
	}
	if err := errors.Join(
		writeWhole(filepath.Join(dir, "report.json"), doc.WriteJSON),
		doc.SaveMarkdown(filepath.Join(dir, "report.md")),
		doc.SaveHTML(filepath.Join(dir, "report.html")),
	); err != nil {
		return nil, err
	}
	return doc, d.finish(dir, o)
}

// playAll plays the cells one after another, each with all workers.
func (d *Design) playAll(ctx context.Context, dir string, o *Options) error {
	progress := &sim.Progress{}
	defer o.follow("games", progress.Games.Load, d.Games())()
	for i := range d.Cells {
		if err := d.play(ctx, dir, i, progress, o); err != nil {
			return fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
		}
	}
	return nil
}

// play plays what is missing of a cell.
func (d *Design) play(ctx context.Context, dir string, cell int, progress *sim.Progress, o *Options) error {
	plan := d.plans[cell]
	plan.Locate = d.locate(dir)
	match, err := plan.Match(o.Workers)
	if err != nil {
		return err
	}
	if err := canAnnotate(&d.Cells[cell], &plan); err != nil {
		return err
	}
	for _, p := range match.Players {
		for _, note := range p.Notes {
			o.note("cell %s: %s: %s", d.Spec.Label(d.Cells[cell]), p.Name, note)
		}
	}
	folder := d.folder(dir, cell)
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		return err
	}
	spec := plan.Spec(match)
	run, err := dataset.Resume(ctx, folder, o.Version, spec)
	if err != nil {
		return err
	}
	before := progress.Games.Load()
	for _, p := range run.Manifest().Parts {
		progress.Games.Add(p.Games)
	}
	test, err := sprt.Begin(&spec, match, &dataset.Reader{Dir: folder, Manifest: new(run.Manifest())})
	if err != nil {
		return errors.Join(err, run.Finish(dataset.Failed))
	}
	match.Faulted = func(f *sim.FaultError) { o.note("cell %s: %v", d.Spec.Label(d.Cells[cell]), f) }
	err = match.Run(ctx, sim.NewWriter(run, match, false), progress)
	progress.Games.Store(before + d.CellGames(cell)) // a test may have ended it
	state := dataset.Complete
	switch {
	case err != nil && ctx.Err() != nil:
		state = dataset.Interrupted
	case err != nil:
		state = dataset.Failed
	case test != nil:
		parts, _ := test.Seen()
		err = run.Drop(parts)
	}
	return errors.Join(err, run.Finish(state))
}

// locate tells where a file lies that an agent names: in the folder of the
// experiment if that made it, or else beside the spec.
func (d *Design) locate(dir string) func(name string) string {
	return func(name string) string {
		if slices.ContainsFunc(d.Tables, func(t *Table) bool { return t.File == name }) ||
			slices.ContainsFunc(d.Words, func(l *WordList) bool { return l.File == name }) {
			return filepath.Join(dir, filepath.FromSlash(name))
		}
		return d.Spec.file(name)
	}
}

// folder is that of the run of a cell.
func (d *Design) folder(dir string, cell int) string {
	return filepath.Join(dir, filepath.FromSlash(d.Spec.Folder(d.Cells[cell])))
}
