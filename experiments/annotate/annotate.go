package annotate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// Options says how to annotate a run.
type Options struct {
	By      agents.Spec      // by whose evaluation moves are valued
	Lexicon *lexicon.Lexicon // that of the run
	Version string           // of the program
	Workers int              // parts annotated at the same time, 1 or more
	// Force makes annotations that are there and were made otherwise anew.
	Force bool
	// Locate tells where a file lies that a parameter of By names; nil: where
	// it says. The manifest has the name, as By has it.
	Locate   func(name string) string
	Progress *Progress // counts while Run is at work; may be nil
}

// Progress counts what has been annotated, parts that were there already not
// among it. It may be read at any time.
type Progress struct{ Games, Turns atomic.Int64 }

// Summary is what came of annotating a run.
type Summary struct {
	By    string        `json:"by"` // canonical spec
	State dataset.State `json:"state"`
	// Parts, games and turns of the run that are annotated by now.
	Parts int   `json:"parts"`
	Games int64 `json:"games"`
	Turns int64 `json:"turns"`
	Kept  int   `json:"parts_kept"` // parts that were annotated before

	Notes []string `json:"-"` // what a user should know of how the annotations were found
}

// Static lists the agents by whose evaluation a run can be annotated.
func Static() (names []string) {
	for _, k := range agents.Kinds() {
		if k.Static {
			names = append(names, k.Name)
		}
	}
	return names
}

// CheckBy tells why moves cannot be valued by an agent, or nil.
func CheckBy(by agents.Spec) error {
	if by.Static() {
		return nil
	}
	return fmt.Errorf("agent %s does not value every move by a static evaluation: expected one of %s", by.Name(), strings.Join(Static(), ", "))
}

// Run annotates the run in a folder, as far as it has come: what its manifest
// lists. Parts that are annotated already and whole are left as they are, so it
// goes on after an interruption and after more of the run has been played. The
// files do not depend on the number of workers.
//
// Parts are compared with their sums before they are read. A part that is
// damaged, a move that the words do not allow and points that the rules do not
// give are errors; the parts that were annotated by then stay.
func Run(ctx context.Context, dir string, o Options) (summary *Summary, err error) {
	if o.Workers < 1 {
		return nil, fmt.Errorf("%d workers: it takes one or more", o.Workers)
	}
	if err := CheckBy(o.By); err != nil {
		return nil, err
	}
	run, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	j, by, notes, err := prepare(run, &o)
	if err != nil {
		return nil, err
	}
	to, err := dataset.Annotate(ctx, dir, dataset.AnnotationsSpec{Version: o.Version, By: by, Lexicon: run.Manifest.Spec.Lexicon}, o.Force)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	j.to = to
	kept := len(to.Annotations().Parts)
	if err := j.run(ctx); err != nil {
		return nil, err
	}
	summary = &Summary{By: o.By.String(), State: to.Run().Manifest.State, Kept: kept, Notes: append(notes, to.Notes()...)}
	for _, p := range to.Run().Manifest.Parts {
		summary.Parts++
		summary.Games += p.Games
		summary.Turns += p.Moves
	}
	return summary, nil
}

// job is what the workers share.
type job struct {
	to       *dataset.Annotator
	rules    *engine.Rules
	lexicon  *lexicon.Lexicon
	eval     *movegen.Evaluation
	luck     *luck
	workers  int
	progress *Progress
}

// prepare readies the evaluation for the game of a run, and says what it is and
// what a user should know of it.
func prepare(run *dataset.Reader, o *Options) (*job, dataset.Agent, []string, error) {
	spec := &run.Manifest.Spec
	by := dataset.Agent{Spec: o.By.String(), Name: o.By.Name(), Parameters: o.By.Values()}
	rules, err := spec.EngineRules()
	if err != nil {
		return nil, by, nil, fmt.Errorf("run %s: %w", run.Dir, err)
	}
	if l := o.Lexicon; l.SHA256() != spec.Lexicon.SHA256 || int64(l.Len()) != spec.Lexicon.Words {
		return nil, by, nil, fmt.Errorf("run %s was played with lexicon %s of %d words with sha256 %s, and this is %s of %d with %s",
			run.Dir, spec.Lexicon.Name, spec.Lexicon.Words, spec.Lexicon.SHA256, l.Name(), l.Len(), l.SHA256())
	}
	prepared, err := o.By.Prepare(agents.Game{Rules: rules, Lexicon: o.Lexicon, Locate: o.Locate})
	if err != nil {
		return nil, by, nil, err
	}
	for _, t := range prepared.Tables {
		by.Tables = append(by.Tables, dataset.TableFile(t))
	}
	j := &job{
		rules: rules, lexicon: o.Lexicon, eval: prepared.Evaluation, luck: newLuck(prepared.Evaluation, rules.TileSet),
		workers: o.Workers, progress: o.Progress,
	}
	if j.progress == nil {
		j.progress = &Progress{}
	}
	return j, by, prepared.Notes, nil
}

// run annotates the parts that are left, several at a time, up to the first
// error.
func (j *job) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	left := j.to.Left()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(j.workers, len(left)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if i >= len(left) {
					return
				}
				if err := j.part(ctx, left[i]); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// part annotates a part.
func (j *job) part(ctx context.Context, p dataset.Part) error {
	g, err := movegen.New(j.rules, j.lexicon)
	if err != nil {
		return err
	}
	run := &dataset.Reader{Dir: j.to.Run().Dir, Manifest: j.to.Run().Manifest, Sums: true}
	w, err := j.to.Part(p)
	if err != nil {
		return err
	}
	defer w.Abort()
	a := annotator{Game: replay.New(j.rules, run.Manifest.Spec.Seed), generator: g, eval: j.eval, luck: j.luck}
	if err := a.part(ctx, run, p, w, j.progress); err != nil {
		return err
	}
	return w.Close()
}
