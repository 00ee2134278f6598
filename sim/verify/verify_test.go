package verify

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	builtin "quadword/engine/lexicon/open"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// smallList is about 3,000 words of the built-in list: every short one, so
// that boards fill up, and a few of the others.
var smallList = sync.OnceValues(func() (*lexicon.Lexicon, error) {
	z, err := gzip.NewReader(strings.NewReader(builtin.List()))
	if err != nil {
		return nil, err
	}
	var words [][]tile.Tile
	lines := bufio.NewScanner(z)
	for n := 0; lines.Scan(); n++ {
		if word := lines.Text(); len(word) <= 3 || n%150 == 0 {
			w, err := tile.English().ParseWord(nil, word)
			if err != nil {
				return nil, err
			}
			words = append(words, w)
		}
	}
	return lexicon.New("small", tile.English(), words)
})

func small(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	lex, err := smallList()
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

// rulesOf are the rules of a built-in game with some changes.
func rulesOf(t testing.TB, board string, change func(*engine.Rules)) engine.Rules {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no board %s", board)
	}
	if change != nil {
		change(&rules)
	}
	return rules
}

// playRun plays a run of some agents into a new folder.
func playRun(t testing.TB, plan sim.Plan, names ...string) string {
	t.Helper()
	return playRunWith(t, plan, func(*sim.Match) {}, names...)
}

// playRunWith does so with a change of the match.
func playRunWith(t testing.TB, plan sim.Plan, change func(*sim.Match), names ...string) string {
	t.Helper()
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	m, err := plan.Match(2)
	if err != nil {
		t.Fatal(err)
	}
	change(m)
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", plan.Spec(m))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context(), sim.NewWriter(run, m, plan.Positions), &sim.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return dir
}

// verifyRun checks a run with a word list, whatever list the run names.
func verifyRun(t testing.TB, dir string, lex *lexicon.Lexicon, opts Options) Report {
	t.Helper()
	opts.Lexicon = func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return lex, nil }
	opts.Workers = max(opts.Workers, 1)
	report, err := Run(context.Background(), dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func open(t testing.TB, dir string) *dataset.Reader {
	t.Helper()
	r, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRuns verifies runs as they are commonly played, a few games of each.
func TestRuns(t *testing.T) {
	t.Parallel()
	for _, run := range []struct {
		name   string
		board  string
		change func(*engine.Rules)
		agents []string
		paired bool
	}{
		{"pairs on the standard board", "standard", nil, []string{"greedy", "random"}, true},
		{"pairs on the super board", "super", nil, []string{"greedy", "random"}, true},
		{"self-play", "super", nil, []string{"greedy"}, false},
		{"unpaired", "standard", nil, []string{"random", "greedy"}, false},
		{"three seats", "standard", func(r *engine.Rules) { r.Seats = 3 }, []string{"greedy", "random", "random"}, true},
		{"four seats", "super", func(r *engine.Rules) { r.Seats = 4; r.EndScoring = engine.EndDouble }, []string{"random", "greedy", "random", "greedy"}, true},
		{"doubled tile set", "super", func(r *engine.Rules) { r.TileSet, _ = tile.BuiltinSet("doubled") }, []string{"greedy"}, false},
		{"racks of five, house exchanges", "standard", func(r *engine.Rules) { r.RackSize = 5; r.MinBagToExchange = 1 }, []string{"random", "greedy"}, true},
		{"stuck", "standard", func(r *engine.Rules) { r.EndWhenStuck = true; r.EndScoring = engine.EndDeduct }, []string{"greedy"}, false},
	} {
		t.Run(run.name, func(t *testing.T) {
			plan := sim.Plan{
				Rules: rulesOf(t, run.board, run.change), Lexicon: small(t), Seed: 7,
				Games: 12, Paired: run.paired, PartGames: 5, Positions: true,
			}
			dir := playRun(t, plan, run.agents...)
			r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2})
			var games, moves int64
			parts := open(t, dir).Manifest.Parts
			for _, p := range parts {
				games += p.Games
				moves += p.Moves
			}
			want := Report{State: dataset.Complete, RunParts: len(parts), Parts: len(parts), Games: games, Moves: moves}
			if r != want {
				t.Errorf("%+v, want %+v; fault: %v", r, want, r.Fault)
			}
		})
	}
}

// TestUnfinished verifies runs that are not complete, as far as they go.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	plan := sim.Plan{Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Games: 12, Seed: 3, PartGames: 4}
	dir := playRun(t, plan, "greedy")
	for _, c := range []struct {
		state dataset.State
		fault string
	}{
		{dataset.Running, ""},
		{dataset.Interrupted, ""},
		{dataset.Failed, ""},
		{dataset.Complete, "manifest.json, parts: the rules give 3 parts, the file says 2: the run is said to be complete"},
	} {
		// The third part is there, but not listed: its run died in between.
		editManifest(t, dir, func(m *dataset.Manifest) { m.State, m.Parts = c.state, m.Parts[:2] })
		r := verifyRun(t, dir, plan.Lexicon, Options{})
		if fault := said(r.Fault); fault != c.fault {
			t.Errorf("%s: fault %q, want %q", c.state, fault, c.fault)
		}
		if c.fault == "" && (r.State != c.state || r.Parts != 2 || r.RunParts != 3 || r.Games != 8) {
			t.Errorf("%s: %+v", c.state, r)
		}
	}
}

func said(f *Fault) string {
	if f == nil {
		return ""
	}
	return f.Error()
}

// TestReplayAgents has the agents decide again, first as they did and then
// with one thought changed that the rules cannot see through.
func TestReplayAgents(t *testing.T) {
	t.Parallel()
	plan := sim.Plan{Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Games: 6, Paired: true, Seed: 11, PartGames: 4}
	dir := playRun(t, plan, "greedy", "random")
	if r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2, ReplayAgents: 4}); r.Fault != nil || r.Replayed != 4 {
		t.Errorf("%+v, fault: %v", r, r.Fault)
	}
	if r := verifyRun(t, dir, plan.Lexicon, Options{ReplayAgents: 100}); r.Fault != nil || r.Replayed != 6 {
		t.Errorf("%+v, fault: %v", r, r.Fault)
	}

	parts := readParts(t, dir)
	row := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID == 3 && m.Turn > 6 && m.Equity.Valid })
	want := fmt.Sprintf("moves/part-00000.parquet, game 3, turn %d, equity: the rules give %d, the file says %d: the agent decides otherwise when it is asked again",
		row.Turn, row.Equity.V, row.Equity.V+1000)
	row.Equity.V += 1000
	dir = writeParts(t, open(t, dir).Manifest, parts)
	if r := verifyRun(t, dir, plan.Lexicon, Options{}); r.Fault != nil {
		t.Errorf("without replay: %v", r.Fault)
	}
	if r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2, ReplayAgents: 6}); said(r.Fault) != want || r.Replayed != 3 {
		t.Errorf("%d replayed, fault %v, want %s", r.Replayed, r.Fault, want)
	}
}

// TestErrors: what keeps a run from being checked is no fault of the run.
func TestErrors(t *testing.T) {
	plan := sim.Plan{Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Games: 2, Seed: 1, PartGames: 1}
	dir := playRun(t, plan, "greedy")
	lex := func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return plan.Lexicon, nil }
	if _, err := Run(t.Context(), t.TempDir(), Options{Lexicon: lex, Workers: 1}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without a run: %v", err)
	}
	if _, err := Run(t.Context(), dir, Options{Lexicon: lex}); err == nil {
		t.Error("no workers, no error")
	}
	missing := errors.New("no such list")
	if _, err := Run(t.Context(), dir, Options{Workers: 1, Lexicon: func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return nil, missing }}); !errors.Is(err, missing) {
		t.Errorf("a list that cannot be opened: %v", err)
	}
	enough := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(enough)
	if _, err := Run(ctx, dir, Options{Lexicon: lex, Workers: 1}); !errors.Is(err, enough) {
		t.Errorf("a context that is done: %v", err)
	}
}

// TestWall: the check shares no code with what it checks.
func TestWall(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"quadword/engine/tile", "quadword/engine/lexicon", "quadword/sim/dataset"}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "replay.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			imported, _ := strconv.Unquote(i.Path.Value)
			if strings.HasPrefix(imported, "quadword/") && !slices.Contains(allowed, imported) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
		text, _ := os.ReadFile(name)
		for _, word := range []string{"EngineRules", "tile.NewSet", "tile.RackOf", "FromRack", "IsBlank"} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s uses %s", name, word)
			}
		}
	}
}
