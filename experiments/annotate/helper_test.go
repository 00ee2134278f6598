package annotate

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// sample is about 4,000 words, which the slow generator can do with: every short
// one, so that boards fill up, and a few of the others, more of seven letters.
var sample = sync.OnceValue(func() *enginetest.Dictionary {
	lex, err := lexicon.Open("open", mustRules("standard").TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		panic(err)
	}
	return enginetest.NewDictionary(func(yield func([]tile.Tile) bool) {
		n := 0
		for word := range lex.Words() {
			if n++; (len(word) <= 3 || n%150 == 0 || len(word) == 7 && n%25 == 0) && !yield(word) {
				return
			}
		}
	})
})

func mustRules(board string) *engine.Rules {
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		panic(board)
	}
	return &rules
}

func mustParse(t testing.TB, spec string) agents.Spec {
	t.Helper()
	s, err := agents.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plan is what a run of these tests is asked to do, of few games.
func plan(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon, games int64, names ...string) sim.Plan {
	t.Helper()
	p := sim.Plan{Rules: *rules, Lexicon: lex, Games: games, Seed: 5, PartGames: 2, RunnerUp: true, Paired: len(names) > 1, OnFault: sim.Forfeit}
	for _, name := range names {
		p.Agents = append(p.Agents, mustParse(t, name))
	}
	return p
}

// play plays a plan, after change of its match, and gives the folder.
func play(t testing.TB, p sim.Plan, change func(*sim.Match)) string {
	t.Helper()
	match, err := p.Match(2)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(match)
	}
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", p.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	if err := match.Run(t.Context(), sim.NewWriter(run, match, false), &sim.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return dir
}

// failing is an agent that fails at some turns.
type failing struct {
	agents.Agent
	at func(engine.View) bool
}

func (f failing) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (agents.Decision, error) {
	d, err := f.Agent.Choose(ctx, v, rng)
	if err == nil && f.at(v) {
		err = context.DeadlineExceeded
	}
	return d, err
}

// fails has the first player of a match fail at some turns.
func fails(at func(engine.View) bool) func(*sim.Match) {
	return func(m *sim.Match) {
		make := m.Players[0].Prepared.Make
		m.Players[0].Prepared.Make = func(e *agents.Env) (agents.Agent, error) {
			a, err := make(e)
			return failing{a, at}, err
		}
	}
}

// annotated annotates a run and reads what was written.
func annotated(t testing.TB, dir string, o Options) []dataset.AnnotationRow {
	t.Helper()
	if _, err := Run(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	run.Sums = true
	var rows []dataset.AnnotationRow
	for row, err := range dataset.Rows[dataset.AnnotationRow](run, dataset.AnnotationsTable) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, *row)
	}
	return rows
}

// turns visits the turns of a run, with the position before each, which is the
// caller's until the next.
func turns(t testing.TB, dir string, rules *engine.Rules, visit func(*replay.Row, *engine.Position, engine.Move)) {
	t.Helper()
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := replay.New(rules, run.Manifest.Spec.Seed)
	for r, err := range dataset.Rows[replay.Row](run, dataset.MovesTable) {
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.Move(r)
		if err != nil {
			t.Fatal(err)
		}
		visit(r, g.Position(), m)
		g.Position().Play(m)
	}
}

// evaluation is that of an agent in a game.
func evaluation(t testing.TB, spec string, rules *engine.Rules, lex *lexicon.Lexicon) *movegen.Evaluation {
	t.Helper()
	p, err := mustParse(t, spec).Prepare(agents.Game{Rules: rules, Lexicon: lex})
	if err != nil {
		t.Fatal(err)
	}
	return p.Evaluation
}
