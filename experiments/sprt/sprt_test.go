package sprt

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/stats"
	"quadword/sim"
	"quadword/sim/dataset"
	"quadword/sim/verify"
)

// plan is a match of ten parts of 8 games, which is decided on the way.
func plan(t testing.TB, paired bool, test dataset.SPRT) *planned {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	p := &sim.Plan{Rules: rules, Lexicon: enginetest.OpenLexicon(t), Games: 80, Paired: paired, Seed: 5, PartGames: 8, OnFault: sim.Forfeit, SPRT: &test}
	leaves := filepath.Join(t.TempDir(), "leaves.csv") // a table that takes no time to read
	if err := os.WriteFile(leaves, []byte("leave,value\n?,25\nS,8\nE,2\nR,1\nQ,-7\nV,-5\nU,-5\nI,-2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"equity:leaves=" + leaves, "greedy"} {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Agents = append(p.Agents, spec)
	}
	match, err := p.Match(1)
	if err != nil {
		t.Fatal(err)
	}
	return &planned{p, match}
}

// planned is a plan and its match, whose agents are readied once.
type planned struct {
	*sim.Plan
	match *sim.Match
}

// resume plays a run, or goes on with it, until so many parts are written.
func resume(ctx context.Context, p *planned, dir string, workers, parts int) error {
	match := *p.match
	match.Workers = workers
	spec := p.Spec(p.match)
	run, err := dataset.Resume(ctx, dir, "test", spec)
	if err != nil {
		return err
	}
	m := run.Manifest()
	test, err := New(&spec)
	if err == nil {
		err = test.Read(&dataset.Reader{Dir: dir, Manifest: &m})
	}
	if err != nil {
		return err
	}
	match.Stop = test.Stop(&match)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	writer := sim.NewWriter(run, &match, false)
	err = match.Run(ctx, sinkFunc(func(number int64, games []sim.Record) error {
		if parts--; parts < 0 {
			cancel()
			return context.Canceled
		}
		return writer.Part(number, games)
	}), &sim.Progress{})
	if err != nil {
		return errors.Join(run.Finish(dataset.Interrupted), err)
	}
	seen, _ := test.Seen()
	return errors.Join(run.Drop(seen), run.Finish(dataset.Complete))
}

type sinkFunc func(int64, []sim.Record) error

func (f sinkFunc) Part(number int64, games []sim.Record) error { return f(number, games) }

func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func open(t testing.TB, dir string) *dataset.Reader {
	t.Helper()
	r, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func check(t testing.TB, dir string, lex *lexicon.Lexicon) *verify.Fault {
	t.Helper()
	r, err := verify.Run(t.Context(), dir, verify.Options{
		Workers: 1, Stop: Parts,
		Lexicon: func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return lex, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Fault
}

var tests = []struct {
	name     string
	paired   bool
	test     dataset.SPRT
	decision string
	parts    int64
}{
	{"pairs for H0", true, dataset.SPRT{Elo0: 30, Elo1: 130, Alpha: 0.05, Beta: 0.05, Model: "logistic"}, AcceptedH0, 0},
	{"normalised pairs for H1", true, dataset.SPRT{Elo0: -200, Elo1: -70, Alpha: 0.01, Beta: 0.05, Model: "normalized"}, AcceptedH1, 0},
	{"games for H0", false, dataset.SPRT{Elo0: 30, Elo1: 130, Alpha: 0.05, Beta: 0.05, Model: "logistic"}, AcceptedH0, 0},
	{"undecided", false, dataset.SPRT{Elo0: -0.2, Elo1: 0.2, Alpha: 0.05, Beta: 0.05, Model: "logistic"}, Undecided, 10},
}

// TestRuns: a run ends where its test says, with the same bytes for any number of
// workers and however often it was stopped; and verify says so.
func TestRuns(t *testing.T) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			p := plan(t, c.paired, c.test)
			dir := filepath.Join(t.TempDir(), "run")
			if err := resume(t.Context(), p, dir, 1, 1000); err != nil {
				t.Fatal(err)
			}
			want, m := files(t, dir), open(t, dir).Manifest
			if f := check(t, dir, p.Lexicon); f != nil {
				t.Error(f)
			}
			o, err := Read(open(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(o)
			if o.Decision != c.decision || o.Parts != int64(len(m.Parts)) || c.parts != 0 && o.Parts != c.parts || c.parts == 0 && (o.Parts < 3 || o.Parts == 10) {
				t.Errorf("%s with %d parts, want %s", o.Decision, o.Parts, c.decision)
			}
			twin(t, o, open(t, dir))
			for _, workers := range []int{2, 8} {
				dir := filepath.Join(t.TempDir(), "run")
				if err := resume(t.Context(), p, dir, workers, 1000); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, files(t, dir)); diff != "" {
					t.Errorf("%d workers: %s", workers, diff)
				}
			}
			// Stopped after each number of parts, and after each again.
			for _, stops := range []int64{1, o.Parts - 1} {
				dir := filepath.Join(t.TempDir(), "run")
				for err := context.Canceled; err != nil; {
					err = resume(t.Context(), p, dir, 3, int(stops))
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
				}
				if stops == 1 { // one that was stopped is right as far as it goes
					on := filepath.Join(t.TempDir(), "run")
					if err := resume(t.Context(), p, on, 3, 2); !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
					if f := check(t, on, p.Lexicon); f != nil {
						t.Error(f)
					}
				}
				if diff := cmp.Diff(want, files(t, dir)); diff != "" {
					t.Errorf("stopped every %d parts: %s", stops, diff)
				}
				// Once more, of a run that is complete.
				if err := resume(t.Context(), p, dir, 2, 0); err != nil || cmp.Diff(want, files(t, dir)) != "" {
					t.Errorf("resumed though it is complete: %v", err)
				}
			}
		})
	}
}

// twin counts the deals of a run in a plain way and goes through the test.
func twin(t *testing.T, o *Outcome, run *dataset.Reader) {
	t.Helper()
	spec := run.Manifest.Spec
	halves := map[int64]int{} // of the first agent, by deal
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		for seat, agent := range g.Agent {
			last := 0.0
			for _, m := range g.Moves {
				if int(m.Seat) == seat {
					last = m.Result.V
				}
			}
			if agent == spec.Agents[0].Spec {
				halves[g.DealID] += int(2 * last)
			}
		}
	}
	partDeals := spec.PartGames
	if spec.Paired {
		partDeals /= 2
	}
	test, err := read(spec.SPRT)
	if err != nil {
		t.Fatal(err)
	}
	lower, upper := test.Bounds()
	counts := make([]uint64, len(o.Counts))
	for deal := range int64(len(halves)) {
		counts[halves[deal]]++
		if (deal+1)%partDeals != 0 {
			continue
		}
		var llr float64
		if spec.Paired {
			llr = test.LLR(stats.Pentanomial(counts))
		} else {
			llr = test.LLR(stats.Trinomial(counts))
		}
		last := deal+1 == int64(len(halves))
		if decided := llr <= lower || llr >= upper; decided && !last || last && (llr != o.LLR || decided != (o.Decision != Undecided)) {
			t.Errorf("after %d deals the ratio is %v, in %s", deal+1, llr, o)
		}
	}
	if !slices.Equal(counts, o.Counts) {
		t.Errorf("counts %v, want %v", o.Counts, counts)
	}
}

// TestTampered: a part more than there should be and a part less are faults, and
// resuming the run makes it good.
func TestTampered(t *testing.T) {
	c := tests[0]
	p := plan(t, c.paired, c.test)
	dir := filepath.Join(t.TempDir(), "run")
	if err := resume(t.Context(), p, dir, 1, 1000); err != nil {
		t.Fatal(err)
	}
	want := files(t, dir)
	parts := len(open(t, dir).Manifest.Parts)
	for _, more := range []int{-1, 1} {
		dir := filepath.Join(t.TempDir(), "run")
		match := *p.match
		match.Workers = 2
		run, err := dataset.Create(dir, "test", p.Spec(p.match))
		if err != nil {
			t.Fatal(err)
		}
		writer := sim.NewWriter(run, &match, false)
		err = match.Run(t.Context(), sinkFunc(func(number int64, games []sim.Record) error {
			if number >= int64(parts+more) {
				return nil
			}
			return writer.Part(number, games)
		}), &sim.Progress{})
		if err = errors.Join(err, run.Finish(dataset.Complete)); err != nil {
			t.Fatal(err)
		}
		if f := check(t, dir, p.Lexicon); f == nil || f.Column != "parts" || !strings.Contains(f.Why, "sequential test") {
			t.Errorf("%+d parts: fault %v", more, f)
		}
		if err := resume(t.Context(), p, dir, 2, 1000); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, files(t, dir)); diff != "" {
			t.Errorf("%+d parts, resumed: %s", more, diff)
		}
	}
}

// TestOrder: parts may come in any order.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	spec := specOf(true)
	var want *Outcome
	parts := make([][cells]uint64, 40)
	for i := range parts {
		parts[i] = [cells]uint64{uint64(rng.IntN(3)), 1, uint64(rng.IntN(5)), 2, uint64(rng.IntN(5))}
	}
	for range 20 {
		test, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range rng.Perm(len(parts)) {
			if err := test.add(int64(i), parts[i]); err != nil {
				t.Fatal(err)
			}
		}
		got := test.Outcome()
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if want.Decision != AcceptedH1 || want.Parts == 40 {
		t.Errorf("%s: expected a decision on the way", want)
	}
	if !slices.Contains(want.Elo.Warnings, stats.StoppingBias) {
		t.Errorf("warnings %q", want.Elo.Warnings)
	}
}

func specOf(paired bool) *dataset.Spec {
	return &dataset.Spec{
		Rules: dataset.Rules{Seats: 2}, Agents: []dataset.Agent{{Spec: "a"}, {Spec: "b"}}, Paired: paired, Deals: 1000,
		SPRT: &dataset.SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05, Model: "logistic"},
	}
}

// TestString holds the line that a summary has.
func TestString(t *testing.T) {
	test, err := New(specOf(true))
	if err != nil {
		t.Fatal(err)
	}
	if err := test.add(0, [cells]uint64{1, 2, 3, 4, 5}); err != nil {
		t.Fatal(err)
	}
	if got, want := test.Outcome().String(), "SPRT of a against b, logistic Elo 0 (H0) or 30 (H1): LLR 0.77 [-2.94, 2.94] → undecided after 15 pairs of at most 1000; pentanomial [1 2 3 4 5]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if test, err = New(specOf(false)); err != nil {
		t.Fatal(err)
	}
	if err := test.add(0, [cells]uint64{100, 0, 900}); err != nil {
		t.Fatal(err)
	}
	if got := test.Outcome().String(); !strings.HasSuffix(got, " → H1 accepted after 1000 games; trinomial [100 0 900]") {
		t.Error(got)
	}
}

// TestErrors: what is no test, and games that are none of it.
func TestErrors(t *testing.T) {
	for want, change := range map[string]func(*dataset.Spec){
		"no test":                 func(s *dataset.Spec) { s.SPRT = nil },
		"hypotheses":              func(s *dataset.Spec) { s.SPRT.Elo1 = 0 },
		"error rates":             func(s *dataset.Spec) { s.SPRT.Alpha = 1 },
		`unknown model "linear"`:  func(s *dataset.Spec) { s.SPRT.Model = "linear" },
		"3 seats":                 func(s *dataset.Spec) { s.Rules.Seats = 3 },
		"1 agents":                func(s *dataset.Spec) { s.Agents = s.Agents[:1] },
		"two different agents on": func(s *dataset.Spec) { s.Agents[1] = s.Agents[0] },
	} {
		spec := specOf(true)
		change(spec)
		if _, err := New(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	test, err := New(specOf(true))
	if err != nil {
		t.Fatal(err)
	}
	ab := []string{"a", "b"}
	for want, games := range map[string][]game{
		"deal 3 has 1 games, expected 2": {{0, 3, ab, dataset.Some[int32](0)}, {1, 4, ab, dataset.Some[int32](0)}},
		"deal 4 has 1 games, expected 2": {{0, 3, ab, dataset.Some[int32](0)}, {1, 3, ab, dataset.Some[int32](0)}, {2, 4, ab, dataset.Some[int32](0)}},
		"winner 2":                       {{0, 3, ab, dataset.Some[int32](2)}},
		`["a" "c"]`:                      {{0, 3, []string{"a", "c"}, dataset.Some[int32](1)}},
		`["a"]`:                          {{0, 3, []string{"a"}, dataset.Some[int32](0)}},
	} {
		_, err := test.count(func(yield func(*game, error) bool) {
			for i := range games {
				if !yield(&games[i], nil) {
					return
				}
			}
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
