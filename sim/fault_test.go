package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// flaky decides as another agent does but for the turns at which it fails.
type flaky struct {
	agents.Agent
	fails func(engine.View) bool
	how   func(context.Context, engine.View, agents.Decision) (agents.Decision, error)
}

func (f flaky) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (agents.Decision, error) {
	d, err := f.Agent.Choose(ctx, v, rng)
	if err == nil && f.fails(v) {
		return f.how(ctx, v, d)
	}
	return d, err
}

// now and then is at about one turn in twelve, as far as the board tells.
func nowAndThen(v engine.View) bool { return v.BoardHash()%12 == 5 }

// flakyMatch is a match of the first agent, which fails, and the others, which
// do not.
func flakyMatch(t testing.TB, m *Match, fails func(engine.View) bool, how func(context.Context, engine.View, agents.Decision) (agents.Decision, error)) *Match {
	t.Helper()
	prepared := m.Players[0].Prepared
	m.Players[0].Prepared.Make = func(env *agents.Env) (agents.Agent, error) {
		a, err := prepared.Make(env)
		return flaky{a, fails, how}, err
	}
	return m
}

// ownText is what an agent may panic with.
type ownText struct{ text string }

func (o ownText) String() string { return o.text }

// without a text of its own, and with an address in it.
type noText struct{ p *int }

// failings are ways to fail that do not take time.
var failings = []struct {
	reason    Reason
	how, text string // text is a part of what the fault says
	do        func(v engine.View, d agents.Decision) (agents.Decision, error)
}{
	{Panicked, "text", "out of luck?[2J", func(engine.View, agents.Decision) (agents.Decision, error) { panic("out of \n luck\x1b[2J") }},
	{Panicked, "error", "out of luck", func(engine.View, agents.Decision) (agents.Decision, error) { panic(errors.New("out of luck")) }},
	{Panicked, "stringer", "own words", func(engine.View, agents.Decision) (agents.Decision, error) { panic(ownText{"own words"}) }},
	{Panicked, "number", "42", func(engine.View, agents.Decision) (agents.Decision, error) { panic(42) }},
	{Panicked, "nothing", "nil", func(engine.View, agents.Decision) (agents.Decision, error) { panic(nil) }},
	{Panicked, "an address", "a value of type sim.noText", func(engine.View, agents.Decision) (agents.Decision, error) { panic(noText{new(int)}) }},
	{Panicked, "long", strings.Repeat("long ", 40), func(engine.View, agents.Decision) (agents.Decision, error) {
		panic("\xff" + strings.Repeat("long ", 1000))
	}},
	{Panicked, "index", "runtime error: index out of range [7] with length 0", func(v engine.View, _ agents.Decision) (agents.Decision, error) {
		var none []agents.Decision
		return none[7], nil
	}},
	{Panicked, "nil", "nil pointer", func(v engine.View, _ agents.Decision) (agents.Decision, error) {
		var none *agents.Decision
		return *none, nil
	}},
	{Panicked, "Goexit", "its goroutine ended", func(engine.View, agents.Decision) (agents.Decision, error) {
		runtime.Goexit()
		panic("not here")
	}},
	{Erred, "error", "lost my glasses", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		return d, errors.New("lost my glasses")
	}},
	{Erred, "cancelled by itself", "context canceled", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		return d, context.Canceled
	}},
	{Illegal, "not on the rack", "exchange ZZZZZZZ: ", func(v engine.View, d agents.Decision) (agents.Decision, error) {
		tiles := make([]tile.Tile, 7)
		for i := range tiles {
			tiles[i] = 26
		}
		return agents.Decision{Move: engine.NewExchange(tiles...)}, nil
	}},
	{Illegal, "no word", "play ", func(v engine.View, d agents.Decision) (agents.Decision, error) {
		// A row of the rack's tiles through a corner of the board would not
		// touch. One tile beside the first one on the board does.
		for row := range v.Board().Dim() {
			for col := range v.Board().Dim() {
				if v.Board().Occupied(row, col) && row > 0 && !v.Board().Occupied(row-1, col) {
					return noWord(v, row-1, col), nil
				}
			}
		}
		m := engine.Move{Kind: engine.Play, Row: 7, Col: 7, Len: 7, N: 7} // the first play
		rack := v.Rack()
		copy(m.Tiles[:], rack.AppendTiles(nil))
		for i := range m.Tiles[:7] {
			if m.Tiles[i] == tile.Blank {
				m.Tiles[i] = tile.BlankBit | 26
			}
		}
		return agents.Decision{Move: m}, nil
	}},
	{Illegal, "a pass with tiles", "a pass has no tiles", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Move.Kind, d.Move.N = engine.Pass, 1
		return d, nil
	}},
	{Illegal, "no kind of move", "unknown kind", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Move.Kind = 77
		return d, nil
	}},
	{Illegal, "a chance", "win probability 1.5, expected 0 to 1", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.WinProb = agents.Some(1.5)
		return d, nil
	}},
	{Illegal, "no number", "standard error NaN", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.StandardError = agents.Some(math.NaN())
		return d, nil
	}},
	{Illegal, "never", "with probability 0", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Probability = agents.Some(0.0)
		return d, nil
	}},
	{Illegal, "a second best alone", "and none of the best", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		return agents.Decision{Move: d.Move, RunnerUp: agents.Some[int32](1)}, nil
	}},
	{Illegal, "-1 nodes", "-1 nodes", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Nodes = agents.Some[int64](-1)
		return d, nil
	}},
	{Illegal, "0 candidates", "0 candidates", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Candidates = agents.Some[int32](0)
		return d, nil
	}},
	{Illegal, "more than asked for", "3 candidates, where 2 were", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Compared = make([]agents.Compared, 3)
		return d, nil
	}},
	{Illegal, "an impossible candidate", "candidate 1: 200 tiles", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Compared = []agents.Compared{{Move: engine.Move{Kind: 9, N: 200}}}
		return d, nil
	}},
	{Illegal, "points", "candidate 1: 1 points, expected 0", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Compared = []agents.Compared{{Score: 1}}
		return d, nil
	}},
	{Illegal, "twice", "candidate 2: it stands there twice", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Compared = make([]agents.Compared, 2)
		return d, nil
	}},
	{Illegal, "not among them", "is not among the candidates", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		if d.Move.Kind == engine.Pass {
			panic("choose another seed")
		}
		d.Compared = make([]agents.Compared, 1)
		return d, nil
	}},
	{Illegal, "a mean without end", "candidate 1: mean +Inf", func(_ engine.View, d agents.Decision) (agents.Decision, error) {
		d.Move = engine.Move{}
		d.Compared = []agents.Compared{{Mean: agents.Some(math.Inf(1))}}
		return d, nil
	}},
}

// noWord puts a tile of the rack above a tile on the board, as a word that is
// none whatever the letters: many times over.
func noWord(v engine.View, row, col int) agents.Decision {
	b, rack := v.Board(), v.Rack()
	tiles := rack.AppendTiles(nil)
	m := engine.Move{Kind: engine.Play, Dir: engine.Down, Col: uint8(col), N: 0}
	first := row
	for first > 0 && int(m.N) < len(tiles)-1 && !b.Occupied(first-1, col) {
		first--
		m.N++
	}
	m.N++
	m.Row = uint8(first)
	for i := range m.N {
		if m.Tiles[i] = tiles[i]; tiles[i] == tile.Blank {
			m.Tiles[i] = tile.BlankBit | 17
		}
	}
	last := first
	for last+1 < b.Dim() && (last < row || b.Occupied(last+1, col)) {
		last++
	}
	m.Len = uint8(last - first + 1)
	return agents.Decision{Move: m}
}

// TestFaults has an agent fail in every way under every policy.
func TestFaults(t *testing.T) {
	for i, c := range failings {
		if testing.Short() && i%6 > 0 {
			continue
		}
		t.Run(string(c.reason)+"/"+c.how, func(t *testing.T) {
			how := func(_ context.Context, v engine.View, d agents.Decision) (agents.Decision, error) { return c.do(v, d) }
			match := func(policy OnFault) *Match {
				m := flakyMatch(t, newMatch(t, "standard", 8, 2, "greedy", "random"), nowAndThen, how)
				m.OnFault, m.Candidates = policy, 2
				return m
			}
			err := match("").Run(context.Background(), nil, new(Progress))
			fault, ok := errors.AsType[*FaultError](err)
			want := strings.Join(strings.Fields(c.text), " ")
			if !ok || fault.Reason != c.reason || !strings.Contains(fault.Text, want) || len(fault.Text) > maxFaultText {
				t.Fatalf("error %v, want %s, %s", err, c.reason, c.text)
			}
			for _, part := range []string{"seed 1, deal ", ", agent greedy at ", string(c.reason) + ": "} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %v does not say %q", err, part)
				}
			}
			if (c.reason == Panicked && c.how != "Goexit") != strings.Contains(string(fault.Stack), "fault_test.go") {
				t.Errorf("stack %s", fault.Stack)
			}
			for _, policy := range []OnFault{Forfeit, Pass} {
				checkFaulty(t, match(policy), c.reason, want)
			}
		})
	}
}

// checkFaulty plays a match in which the agent greedy fails, and looks at its
// records.
func checkFaulty(t *testing.T, m *Match, reason Reason, text string) {
	t.Helper()
	var told sync.Map
	m.Faulted = func(e *FaultError) { told.Store([2]int64{e.Game.ID, int64(e.Turn)}, e.Fault) }
	var got gather
	if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
		t.Fatal(err)
	}
	faults, games := 0, 0
	for _, part := range got.parts {
		for _, rec := range part {
			games++
			for i, f := range rec.Faults {
				faults++
				if f.Reason != reason || !strings.Contains(f.Text, text) || m.Players[rec.Seats[f.Seat]].Name != "greedy" {
					t.Fatalf("fault %+v", f)
				}
				if e, ok := told.LoadAndDelete([2]int64{rec.ID, int64(f.Turn)}); !ok || e != f {
					t.Errorf("told of %v, not of %v", e, f)
				}
				switch {
				case m.OnFault == Forfeit && (f.Turn != len(rec.Turns) || i > 0):
					t.Fatalf("the game goes on: %+v", f)
				case m.OnFault == Pass && !reflect.DeepEqual(rec.Turns[f.Turn], agents.Decision{}):
					t.Fatalf("turn %+v, want a pass", rec.Turns[f.Turn])
				}
			}
			if len(rec.Faults) == 0 || games > 3 {
				continue
			}
			again, err := m.Replay(context.Background(), rec.Game)
			if err != nil || !reflect.DeepEqual(again, rec) {
				t.Fatalf("game %d comes out otherwise: %v", rec.ID, err)
			}
		}
	}
	if games != 8 || faults < 3 {
		t.Errorf("%d games with %d faults", games, faults)
	}
}

// TestFaultBytes: agents that fail change nothing in how the files depend on
// the number of workers, and every row says what it should.
func TestFaultBytes(t *testing.T) {
	for _, policy := range []OnFault{Forfeit, Pass} {
		for _, board := range []string{"standard", "super"} {
			if testing.Short() && board == "super" {
				continue
			}
			var want map[string]string
			for _, workers := range []int{1, 5} {
				plan := planOf(t, 0, "random", "greedy")
				plan.Rules, _ = engine.BuiltinRules(board)
				plan.OnFault, plan.Games, plan.PartGames = policy, 16, 6
				got := runFilesWith(t, plan, workers, func(m *Match) {
					flakyMatch(t, m, nowAndThen, func(_ context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
						return failings[v.BoardHash()/12%uint64(len(failings))].do(v, d)
					})
				})
				if want == nil {
					want = got
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %d workers write other bytes than 1", policy, board, workers)
				}
			}
		}
	}
}

// TestPassForFault: a turn that is a pass because the agent failed is like one
// that it passed: nothing else in the game is another, what the other seat
// draws from chance included.
func TestPassForFault(t *testing.T) {
	play := func(how func(context.Context, engine.View, agents.Decision) (agents.Decision, error)) (turns [][]agents.Decision, faults int) {
		m := flakyMatch(t, newMatch(t, "super", 8, 1, "greedy", "random"), nowAndThen, how)
		m.OnFault = Pass
		var got gather
		if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
			t.Fatal(err)
		}
		for number := range m.Schedule.Parts() {
			for _, rec := range got.parts[number] {
				turns = append(turns, rec.Turns)
				faults += len(rec.Faults)
			}
		}
		return turns, faults
	}
	want, _ := play(func(context.Context, engine.View, agents.Decision) (agents.Decision, error) {
		return agents.Decision{}, nil
	})
	got, faults := play(func(context.Context, engine.View, agents.Decision) (agents.Decision, error) { panic("oh") })
	if !reflect.DeepEqual(got, want) || faults < 5 {
		t.Errorf("other games with %d turns that are passes for an agent that failed", faults)
	}
}

// TestForfeitRows looks at the rows of games of three, of which one forfeits.
func TestForfeitRows(t *testing.T) {
	m := newMatch(t, "standard", 12, 1, "greedy")
	rules := *m.Rules
	rules.Seats = 3
	m.Rules, m.OnFault = &rules, Forfeit
	m.Schedule.Lineups, m.Schedule.PartDeals = [][]int{{0, 0, 0}}, 12
	flakyMatch(t, m, func(v engine.View) bool { return v.Turns() >= 6 && nowAndThen(v) },
		func(_ context.Context, v engine.View, d agents.Decision) (agents.Decision, error) { panic("oh") })
	var got gather
	if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
		t.Fatal(err)
	}
	forfeited, leading := 0, 0
	for game, moves := range m.Rows(got.parts[0]) {
		if game.EndReason != "forfeit" {
			if game.Fault.Valid || game.FaultText.Valid || !moves[0].Result.Valid || !moves[0].FinalSpread.Valid {
				t.Errorf("game %d: %+v", game.GameID, game)
			}
			continue
		}
		forfeited++
		loser := len(moves) % 3
		first := 0
		for seat := range 3 {
			if other := game.Score[first]; seat != loser && (first == loser || game.Score[seat] > other) {
				first = seat
			}
		}
		if game.Score[loser] > game.Score[first] {
			leading++
		}
		faults := make([]int32, 3)
		faults[loser] = 1
		want := dataset.GameRow{
			Winner: dataset.Some(int32(first)), OutBonus: make([]int32, 3), ScoreBeforeEnd: game.Score, Faults: faults,
			Fault: dataset.Some("panic"), FaultText: dataset.Some("oh"),
		}
		is := dataset.GameRow{
			Winner: game.Winner, OutBonus: game.OutBonus, ScoreBeforeEnd: game.ScoreBeforeEnd, Faults: game.Faults,
			Fault: game.Fault, FaultText: game.FaultText,
		}
		if !reflect.DeepEqual(is, want) {
			t.Errorf("game %d: %+v, want %+v", game.GameID, is, want)
		}
		for _, row := range moves {
			if row.Result.Valid || row.FinalSpread.Valid || row.Fault.Valid {
				t.Errorf("turn %+v", row)
			}
		}
	}
	if forfeited < 3 || leading < 1 {
		t.Errorf("%d games were forfeited, %d by who led", forfeited, leading)
	}
}

// TestTimeout has agents not come back, obeying their context or not.
func TestTimeout(t *testing.T) {
	for _, c := range []struct {
		name string
		how  func(ctx context.Context, release <-chan struct{})
	}{
		{"obeys", func(ctx context.Context, _ <-chan struct{}) { <-ctx.Done() }},
		{"deaf", func(_ context.Context, release <-chan struct{}) { <-release }},
		{"busy", func(_ context.Context, release <-chan struct{}) {
			for n := 0; ; n++ {
				select {
				case <-release:
					return
				default:
				}
			}
		}},
		{"panics in the end", func(_ context.Context, release <-chan struct{}) { <-release; panic("too late") }},
		{"exits in the end", func(_ context.Context, release <-chan struct{}) { <-release; runtime.Goexit() }},
	} {
		for _, policy := range []OnFault{Forfeit, Pass} {
			t.Run(c.name+"/"+string(policy), func(t *testing.T) {
				before := runtime.NumGoroutine()
				release := make(chan struct{})
				m := flakyMatch(t, newMatch(t, "standard", 4, 2, "random", "greedy"),
					func(v engine.View) bool { return v.Turns() == 6 || v.Turns() == 7 },
					func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
						c.how(ctx, release)
						return d, ctx.Err()
					})
				m.OnFault, m.MoveTimeout, m.grace = policy, 200*time.Millisecond, 5*time.Millisecond
				var got gather
				if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
					t.Fatal(err)
				}
				for _, games := range got.parts {
					for _, rec := range games {
						turn := 6
						if rec.Seats[0] != 0 {
							turn = 7
						}
						seat := turn % 2
						want := Fault{seat, turn, TimedOut, "no move within 200ms"}
						if len(rec.Faults) != 1 || rec.Faults[0] != want {
							t.Errorf("faults %+v, want %+v", rec.Faults, want)
						}
						if (policy == Forfeit) != (len(rec.Turns) == turn) {
							t.Errorf("%d turns", len(rec.Turns))
						}
					}
				}
				close(release)
				flat(t, before)
			})
		}
	}
}

// TestTicksCount: what counts is the ticks that came, not the time that went
// by, in which the process may have been stopped.
func TestTicksCount(t *testing.T) {
	release, asked := make(chan struct{}), make(chan struct{})
	m := flakyMatch(t, newMatch(t, "standard", 2, 1, "random", "random"), func(v engine.View) bool { return v.Turns() == 2 },
		func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			asked <- struct{}{}
			<-release
			return d, ctx.Err()
		})
	m.OnFault, m.MoveTimeout = Forfeit, 80*time.Millisecond
	w := m.worker(new(atomic.Int64))
	w.watch.ticks.Stop()
	ticks := make(chan time.Time)
	w.watch.ticks = &time.Ticker{C: ticks}
	play := func(n int) (rec Record) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			var err error
			if rec, err = w.game(context.Background(), m.Schedule.Game(0, 0)); err != nil {
				t.Error(err)
			}
		}()
		<-asked
		for range n {
			ticks <- time.Now()
		}
		time.Sleep(2 * m.MoveTimeout)
		release <- struct{}{}
		<-done
		return rec
	}
	if w.watch.limit != 9 {
		t.Fatalf("a limit of %d ticks, want 8 and one", w.watch.limit)
	}
	if rec := play(9); rec.Faults != nil {
		t.Errorf("a tick from before and 8: %+v", rec.Faults)
	}
	if rec := play(10); len(rec.Faults) != 1 || rec.Faults[0].Turn != 2 {
		t.Errorf("a tick from before and 9: %+v", rec.Faults)
	}
	w.close()

	m.MoveTimeout = time.Hour
	if w := newWatch(m); w.limit != 3601 {
		t.Errorf("a limit of %d ticks for an hour, want one a second and one", w.limit)
	}
	m.MoveTimeout = 80 * time.Millisecond
	m.Workers = 10 * runtime.GOMAXPROCS(0)
	if w := newWatch(m); w.limit != 81 {
		t.Errorf("a limit of %d ticks with ten workers for each core, want 80 and one", w.limit)
	}
}

// flat waits until there are no more goroutines than there were.
func flat(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestDeafAgentsEndTheRun: there is an end to leaving agents behind.
func TestDeafAgentsEndTheRun(t *testing.T) {
	before, release := runtime.NumGoroutine(), make(chan struct{})
	m := flakyMatch(t, newMatch(t, "standard", 100, 8, "random", "random"), func(engine.View) bool { return true },
		func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			<-release
			return d, nil
		})
	m.OnFault, m.MoveTimeout, m.grace = Forfeit, 10*time.Millisecond, time.Millisecond
	err := m.Run(context.Background(), nil, new(Progress))
	if err == nil || !strings.Contains(err.Error(), "65 agents did not come back") {
		t.Errorf("error %v", err)
	}
	close(release)
	flat(t, before)
}

// TestStopsDeafAgents: a run that is stopped does not wait for ever for an
// agent that knows no context, whether there is a limit for a move or not.
func TestStopsDeafAgents(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Hour} {
		before, release := runtime.NumGoroutine(), make(chan struct{})
		asked := make(chan struct{}, 100)
		m := flakyMatch(t, newMatch(t, "standard", 4, 2, "random", "random"), func(engine.View) bool { return true },
			func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
				asked <- struct{}{}
				<-release
				return d, nil
			})
		m.OnFault, m.MoveTimeout, m.grace = Forfeit, limit, 5*time.Millisecond
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		done := make(chan error)
		go func() { done <- m.Run(ctx, nil, new(Progress)) }()
		<-asked
		cancel(cause)
		if err := <-done; err != cause {
			t.Errorf("error %v, want the cause", err)
		}
		close(release)
		flat(t, before)
	}
}

// TestStopsLateAgents does so while an agent that is late still has time to
// come back.
func TestStopsLateAgents(t *testing.T) {
	before, release := runtime.NumGoroutine(), make(chan struct{})
	isLate := make(chan struct{}, 100)
	m := flakyMatch(t, newMatch(t, "standard", 2, 1, "random", "random"), func(engine.View) bool { return true },
		func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			<-ctx.Done()
			isLate <- struct{}{}
			<-release
			return d, nil
		})
	m.OnFault, m.MoveTimeout, m.grace = Forfeit, 10*time.Millisecond, 300*time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- m.Run(ctx, nil, new(Progress)) }()
	<-isLate
	cancel()
	select {
	case err := <-done:
		if err != context.Canceled {
			t.Errorf("error %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the run does not end")
	}
	close(release)
	flat(t, before)
}

// TestStopIsNoFault: an agent that comes back early because the run is stopped
// has not failed.
func TestStopIsNoFault(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := flakyMatch(t, newMatch(t, "standard", 4, 1, "random", "random"), func(engine.View) bool { return true },
		func(ctx context.Context, v engine.View, d agents.Decision) (agents.Decision, error) {
			cancel()
			<-ctx.Done()
			return d, fmt.Errorf("half a search: %w", ctx.Err())
		})
	m.OnFault = Forfeit
	m.Faulted = func(e *FaultError) { t.Error(e) }
	var got gather
	if err := m.Run(ctx, &got, new(Progress)); err != context.Canceled || len(got.parts) > 0 {
		t.Errorf("error %v", err)
	}
}

// TestMakePanics: an agent that cannot be made loses no game, since there is
// none yet.
func TestMakePanics(t *testing.T) {
	m := newMatch(t, "standard", 4, 2, "greedy")
	m.OnFault = Forfeit
	m.Players[0].Make = func(*agents.Env) (agents.Agent, error) { panic("no tables") }
	err := m.Run(context.Background(), nil, new(Progress))
	if err == nil || !strings.Contains(err.Error(), "agent greedy: panic: no tables") || !strings.Contains(err.Error(), "fault_test.go") {
		t.Errorf("error %v", err)
	}
}

// TestRefereeTakesAnything: a move of random bytes is judged, not tripped
// over.
func TestRefereeTakesAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, board := range []string{"standard", "super"} {
		m := newMatch(t, board, 1, 1, "greedy")
		table, err := m.table(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		table.begin(m.Schedule.Game(0, 0))
		rec := Record{Game: m.Schedule.Game(0, 0)}
		for rec.Turns = nil; table.position.End() == engine.EndNone; {
			d, fault := table.ask(&rec)
			if fault != nil {
				t.Fatal(fault)
			}
			for range 2000 {
				bad := d
				for range 1 + rng.IntN(3) {
					v := uint8(rng.IntN(1 << (1 + rng.IntN(8))))
					switch move := &bad.Move; rng.IntN(7) {
					case 0:
						move.Kind = engine.Kind(v)
					case 1:
						move.Dir = engine.Dir(v)
					case 2:
						move.Row = v
					case 3:
						move.Col = v
					case 4:
						move.Len = v
					case 5:
						move.N = v
					case 6:
						move.Tiles[rng.IntN(len(move.Tiles))] = tile.Tile(v)
					}
				}
				if err := table.judge(&table.position, &bad); err == nil {
					if fault := table.fault(rec.Game, Illegal, ""); fault.CGP == "" {
						t.Error("no position")
					}
					table.position.Play(bad.Move) // which is legal by now
					table.position.Undo()
				}
			}
			table.move(d.Move)
		}
	}
}
