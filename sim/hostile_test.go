package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/tile"
)

// pointerError has a text only if it is no nil pointer.
type pointerError struct{ text string }

func (e *pointerError) Error() string { return e.text }

// wildError panics when it is asked for its text.
type wildError struct{ value any }

func (e wildError) Error() string { panic(e.value) }

// lastError ends the goroutine of whoever asks for its text.
type lastError struct{}

func (lastError) Error() string {
	runtime.Goexit()
	return ""
}

// hostile are ways to fail that make it hard to tell so.
var hostile = []struct {
	name   string
	reason Reason
	text   string
	do     func() error
}{
	{"a nil pointer", Erred, "a value of type *sim.pointerError", func() error { return (*pointerError)(nil) }},
	{"no text", Erred, "a value of type sim.wildError", func() error { return wildError{"oh"} }},
	{"no text inside", Erred, "a value of type *errors.joinError", func() error { return errors.Join(wildError{"oh"}) }},
	{"a text that ends", Panicked, "its goroutine ended", func() error { return lastError{} }},
	{"panics with a nil pointer", Panicked, "a value of type *sim.pointerError", func() error { panic((*pointerError)(nil)) }},
	{"panics without a text", Panicked, "a value of type sim.wildError", func() error { panic(wildError{noText{new(int)}}) }},
	{"panics without a text twice", Panicked, "a value of type sim.wildError", func() error { panic(wildError{wildError{"oh"}}) }},
	{"panics with a text that ends", Panicked, "its goroutine ended", func() error { panic(lastError{}) }},
	{"panics at length", Panicked, "so so", func() error { panic(strings.Repeat("so ", 1<<22)) }},
	{"panics while it panics", Panicked, "second", func() error {
		defer func() { panic("second") }()
		panic("first")
	}},
	{"ends while it panics", Panicked, "its goroutine ended", func() error {
		defer runtime.Goexit()
		panic("first")
	}},
	{"panics while it ends", Panicked, "its goroutine ended", func() error {
		defer func() { panic("first") }()
		runtime.Goexit()
		return nil
	}},
}

// TestHostileFaults: whatever an agent fails with, the record tells of it in
// the same words from any number of workers.
func TestHostileFaults(t *testing.T) {
	before := runtime.NumGoroutine()
	for i, c := range hostile {
		if testing.Short() && i%4 > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var want map[int64][]Record
			for _, workers := range []int{1, 3} {
				m := flakyMatch(t, newMatch(t, "standard", 8, workers, "greedy", "random"), nowAndThen,
					func(_ context.Context, _ engine.View, d agents.Decision) (agents.Decision, error) { return d, c.do() })
				m.OnFault = Pass
				var got gather
				if err := m.Run(t.Context(), &got, new(Progress)); err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got.parts
				}
				if !reflect.DeepEqual(got.parts, want) {
					t.Errorf("%d workers have other records than 1", workers)
				}
			}
			faults := 0
			for _, part := range want {
				for _, rec := range part {
					for _, f := range rec.Faults {
						faults++
						if f.Reason != c.reason || !strings.Contains(f.Text, c.text) || len(f.Text) > maxFaultText {
							t.Fatalf("fault %+v, want %s: %s", f, c.reason, c.text)
						}
					}
				}
			}
			if faults < 3 {
				t.Errorf("%d faults", faults)
			}
		})
	}
	flat(t, before)
}

// TestLateIsLate: how an agent ends once it was told to stop makes no
// difference. It was too slow. And it is told, and not left behind at once.
func TestLateIsLate(t *testing.T) {
	for name, end := range map[string]func(){
		"exits": runtime.Goexit, "panics": func() { panic("told to stop") }, "returns": func() {},
	} {
		m := flakyMatch(t, newMatch(t, "standard", 2, 1, "random", "greedy"), func(v engine.View) bool { return v.Turns() >= 4 },
			func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
				<-ctx.Done()
				time.Sleep(50 * time.Millisecond) // more than a tick
				end()
				return d, nil
			})
		m.OnFault, m.MoveTimeout, m.grace = Forfeit, 240*time.Millisecond, 500*time.Millisecond
		var away atomic.Int64
		w := m.worker(&away)
		defer w.close()
		for i := range 2 {
			rec, err := w.game(t.Context(), m.Schedule.Game(0, i))
			if n := away.Load(); n != 0 {
				t.Errorf("%s: %d agents are left behind", name, n)
			}
			if err != nil || len(rec.Faults) != 1 || rec.Faults[0].Reason != TimedOut {
				t.Errorf("%s: faults %+v, error %v", name, rec.Faults, err)
			}
		}
	}
}

// TestComparedAreKept: what an agent does with its candidates after its turn
// does not reach the record.
func TestComparedAreKept(t *testing.T) {
	var mine [][]agents.Compared
	m := flakyMatch(t, newMatch(t, "standard", 2, 1, "random", "greedy"), func(engine.View) bool { return true },
		func(_ context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			for _, old := range mine {
				old[0] = agents.Compared{Move: engine.Move{Kind: 77, N: 200}}
			}
			c := agents.Compared{Move: d.Move}
			if d.Move.Kind == engine.Play {
				c.Score = v.Rules().Score(v.Board(), &d.Move).Total
			}
			d.Compared = []agents.Compared{c}
			mine = append(mine, d.Compared)
			return d, nil
		})
	m.Candidates = 1
	rec, err := m.Replay(t.Context(), m.Schedule.Game(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for turn, d := range rec.Turns {
		if len(d.Compared) > 0 && d.Compared[0].Move != d.Move {
			t.Errorf("turn %d: candidate %+v, want %+v", turn, d.Compared[0].Move, d.Move)
		}
	}
}

// TestComeBack: agents that come back after they were left behind take nothing
// any more, and there may be any number of them.
func TestComeBack(t *testing.T) {
	before := runtime.NumGoroutine()
	m := flakyMatch(t, newMatch(t, "standard", 2*maxLeft+20, 1, "random", "random"), func(engine.View) bool { return true },
		func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			<-ctx.Done()
			time.Sleep(20 * time.Millisecond)
			if rack := v.Rack(); rack.Count(tile.Blank) > 0 {
				runtime.Goexit()
			}
			return d, nil
		})
	m.OnFault, m.MoveTimeout, m.grace = Forfeit, 2*time.Millisecond, time.Millisecond
	if err := m.Run(t.Context(), nil, new(Progress)); err != nil {
		t.Error(err)
	}
	flat(t, before)
}

// wasteful draws some numbers before it fails, and after it has.
type wasteful struct {
	agents.Agent
	draws int
	told  *context.Context // the one it had when it failed last
}

func (a wasteful) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (agents.Decision, error) {
	if nowAndThen(v) {
		for range a.draws {
			rng.Uint64()
		}
		*a.told = ctx
		panic("oh")
	}
	return a.Agent.Choose(ctx, v, rng)
}

// TestWhatFailedIsGone: how far an agent came before it failed has no part in
// the rest of its game, and what it may have begun is told to end.
func TestWhatFailedIsGone(t *testing.T) {
	var want map[int64][]Record
	for _, draws := range []int{0, 5} {
		var told context.Context
		m := newMatch(t, "standard", 8, 1, "random", "greedy")
		prepared := m.Players[0].Prepared
		m.Players[0].Prepared.Make = func(env *agents.Env) (agents.Agent, error) {
			a, err := prepared.Make(env)
			return wasteful{a, draws, &told}, err
		}
		m.OnFault = Pass
		live := 0
		m.Faulted = func(*FaultError) {
			if told.Err() == nil {
				live++
			}
		}
		var got gather
		if err := m.Run(t.Context(), &got, new(Progress)); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got.parts
		}
		if !reflect.DeepEqual(got.parts, want) {
			t.Errorf("an agent that drew %d numbers before it failed plays on otherwise", draws)
		}
		if told == nil || live > 0 {
			t.Errorf("%d contexts of agents that failed are not done", live)
		}
	}
}
