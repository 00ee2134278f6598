package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/sim"
	"quadword/sim/dataset"
)

// flaky decides as another agent does but for some turns, at which it fails
// in one of three ways.
type flaky struct{ agents.Agent }

func (f flaky) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (agents.Decision, error) {
	d, err := f.Agent.Choose(ctx, v, rng)
	switch v.BoardHash() % 60 {
	case 1:
		panic("no idea")
	case 2:
		return d, errors.New("no answer")
	case 3:
		d.Move = engine.Move{Kind: engine.Exchange}
	}
	return d, err
}

// makeFlaky has the first agent of a match fail.
func makeFlaky(m *sim.Match) {
	prepared := m.Players[0].Prepared
	m.Players[0].Prepared.Make = func(env *agents.Env) (agents.Agent, error) {
		a, err := prepared.Make(env)
		return flaky{a}, err
	}
}

// TestFailures verifies runs in which an agent fails, under rules drawn at
// random.
func TestFailures(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	runs := uint64(30)
	if testing.Short() {
		runs = 16
	}
	for seed := range runs {
		plan, names := anyPlan(t, rand.New(rand.NewPCG(seed, 2)))
		plan.OnFault = []sim.OnFault{sim.Forfeit, sim.Pass}[seed%2]
		dir := playRunWith(t, plan, makeFlaky, names...)
		if r := verifyRun(t, dir, plan.Lexicon, Options{}); r.Fault != nil {
			t.Errorf("plan %d: %v", seed, r.Fault)
		}
		for g, err := range dataset.Rows[dataset.GameRow](open(t, dir), dataset.GamesTable) {
			if err != nil {
				t.Fatal(err)
			}
			if g.Fault.Valid {
				seen[string(plan.OnFault)+" "+g.Fault.V]++
			}
		}
	}
	for _, what := range []string{"forfeit panic", "forfeit error", "forfeit illegal", "pass panic", "pass error", "pass illegal"} {
		if seen[what] == 0 {
			t.Errorf("no %s: %v", what, seen)
		}
	}
}

// TestForfeit: the first place is between the others, whatever the loser has.
func TestForfeit(t *testing.T) {
	g := newGame(&rules{Rules: dataset.Rules{Seats: 4}}, trie{})
	for _, c := range []struct {
		scores []int
		seat   int
		want   []int
	}{
		{[]int{10, 10, 20, 5}, 2, []int{0, 1}},
		{[]int{10, 10, 20, 5}, 0, []int{2}},
		{[]int{7, 7, 7, 7}, 3, []int{0, 1, 2}},
		{[]int{-5, 0, -5, -5}, 1, []int{0, 2, 3}},
	} {
		for _, tie := range []string{draw, beforeRacks} {
			g.TieBreak, g.scores, g.seat = tie, c.scores, c.seat
			g.forfeit()
			if got := g.first(); !slices.Equal(got, c.want) {
				t.Errorf("%v, seat %d forfeits: %v are first, want %v", c.scores, c.seat, got, c.want)
			}
		}
	}
}

// failuresRun is a run in which the agent greedy fails now and then.
func failuresRun(t *testing.T, policy sim.OnFault) (sim.Plan, string) {
	plan := damagedPlan(t)
	plan.OnFault = policy
	return plan, playRunWith(t, plan, makeFlaky, "greedy", "random")
}

// TestDamagedFailures rewrites runs with one thing wrong in what they tell of
// agents that failed.
func TestDamagedFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("one check after another, which the race detector makes slow and learns nothing from")
	}
	t.Parallel()
	plan, forfeits := failuresRun(t, sim.Forfeit)
	_, passes := failuresRun(t, sim.Pass)
	runs := map[sim.OnFault]string{sim.Forfeit: forfeits, sim.Pass: passes}
	failedTurn := func(t *testing.T, parts []part) *dataset.MoveRow {
		return find(t, parts, func(m *dataset.MoveRow) bool { return m.Fault.Valid && m.Turn > 2 })
	}
	forfeitedGame := func(t *testing.T, parts []part) *dataset.GameRow {
		for i := range parts {
			for j := range parts[i].games {
				if g := &parts[i].games[j]; g.EndReason == forfeited && g.Turns > 2 {
					return g
				}
			}
		}
		t.Fatal("no such game")
		return nil
	}
	for _, c := range []struct {
		name   string
		policy sim.OnFault
		damage func(*testing.T, []part)
		table  string
		column string
	}{
		{"a reason that is none", sim.Pass, func(t *testing.T, p []part) { failedTurn(t, p).Fault.V = "tired" }, movesTable, "fault"},
		{"no text", sim.Pass, func(t *testing.T, p []part) { failedTurn(t, p).FaultText = dataset.Null[string]{} }, movesTable, "fault_text"},
		{"a text alone", sim.Pass, func(t *testing.T, p []part) { failedTurn(t, p).Fault = dataset.Null[string]{} }, movesTable, "fault_text"},
		{"no mark", sim.Pass, func(t *testing.T, p []part) {
			m := failedTurn(t, p)
			m.Fault, m.FaultText = dataset.Null[string]{}, dataset.Null[string]{}
		}, gamesTable, "faults"},
		{"a thought", sim.Pass, func(t *testing.T, p []part) { failedTurn(t, p).Equity = dataset.Some[int32](0) }, movesTable, "equity"},
		{"a play", sim.Pass, func(t *testing.T, p []part) {
			m := find(t, p, func(m *dataset.MoveRow) bool { return m.Action == playing })
			m.Fault, m.FaultText = dataset.Some("panic"), dataset.Some("oh")
		}, movesTable, "fault"},
		{"an exchange", sim.Pass, func(t *testing.T, p []part) {
			m := find(t, p, func(m *dataset.MoveRow) bool { return m.Action == exchanging })
			m.Fault, m.FaultText = dataset.Some("panic"), dataset.Some("oh")
			m.Equity, m.LeaveValue, m.RunnerUpEquity = dataset.Null[int32]{}, dataset.Null[int32]{}, dataset.Null[int32]{}
			m.MoveProbability, m.Candidates = dataset.Null[float64]{}, dataset.Null[int32]{}
		}, movesTable, "fault"},
		{"a pass where games are forfeited", sim.Forfeit, func(t *testing.T, p []part) {
			m := find(t, p, func(m *dataset.MoveRow) bool { return m.Action == playing })
			m.Fault, m.FaultText = dataset.Some("panic"), dataset.Some("oh")
		}, movesTable, "fault"},
		{"another first reason", sim.Pass, func(t *testing.T, p []part) {
			for i := range p {
				for j := range p[i].games {
					if g := &p[i].games[j]; g.Fault.Valid {
						g.Fault.V = "timeout"
						return
					}
				}
			}
		}, gamesTable, "fault"},
		{"no reason", sim.Forfeit, func(t *testing.T, p []part) { forfeitedGame(t, p).Fault.V = "" }, gamesTable, "fault"},
		{"nothing said", sim.Forfeit, func(t *testing.T, p []part) {
			g := forfeitedGame(t, p)
			g.Fault, g.FaultText = dataset.Null[string]{}, dataset.Null[string]{}
		}, movesTable, "game_id"},
		{"the other seat", sim.Forfeit, func(t *testing.T, p []part) {
			g := forfeitedGame(t, p)
			g.Faults[0], g.Faults[1] = g.Faults[1], g.Faults[0]
		}, gamesTable, "faults"},
		{"the loser wins", sim.Forfeit, func(t *testing.T, p []part) {
			g := forfeitedGame(t, p)
			g.Winner.V = 1 - g.Winner.V
		}, gamesTable, "winner"},
		{"racks settled", sim.Forfeit, func(t *testing.T, p []part) { forfeitedGame(t, p).OutBonus[0]++ }, gamesTable, "out_bonus"},
		{"an end", sim.Forfeit, func(t *testing.T, p []part) { forfeitedGame(t, p).EndReason = out }, gamesTable, "end_reason"},
		{"a label", sim.Forfeit, func(t *testing.T, p []part) {
			g := forfeitedGame(t, p)
			find(t, p, func(m *dataset.MoveRow) bool { return m.GameID == g.GameID && m.Turn == 1 }).Result = dataset.Some(0.0)
		}, movesTable, "result"},
		{"a game that ended by itself", sim.Forfeit, func(t *testing.T, p []part) {
			for i := range p {
				for j := range p[i].games {
					if g := &p[i].games[j]; g.EndReason != forfeited {
						g.Fault, g.FaultText = dataset.Some("panic"), dataset.Some("oh")
						return
					}
				}
			}
			t.Fatal("no such game")
		}, gamesTable, "fault"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := runs[c.policy]
			parts := readParts(t, dir)
			c.damage(t, parts)
			m := open(t, dir).Manifest
			f := verifyRun(t, writeParts(t, m, parts), plan.Lexicon, Options{}).Fault
			if f == nil || f.Column != c.column || f.Part[:5] != c.table[:5] {
				t.Errorf("fault %v, want one of %s.%s", f, c.table, c.column)
			}
		})
	}
	dir := runs[sim.Forfeit]
	m := open(t, dir).Manifest
	for _, limit := range []string{"", "soon", "-5s", "0", "60s", "1000h0m0.1s", "9999999h"} {
		m := open(t, dir).Manifest
		m.Spec.MoveTimeout = limit
		if f := verifyRun(t, writeParts(t, m, readParts(t, dir)), plan.Lexicon, Options{}).Fault; f == nil || f.Column != "spec.move_timeout" {
			t.Errorf("move_timeout %q: %v", limit, f)
		}
	}
	for _, policy := range []string{"", "abort", "shrug"} {
		m.Spec.OnFault = policy
		want := map[string]string{"abort": "game_id"}[policy]
		if want == "" {
			want = "spec.on_fault"
		}
		if f := verifyRun(t, writeParts(t, m, readParts(t, dir)), plan.Lexicon, Options{}).Fault; f == nil || f.Column != want {
			t.Errorf("on_fault %q: %v", policy, f)
		}
	}
}

// again has the agents of a run decide all games once more, with a change of
// the match, and gives the number of games that come out otherwise.
func again(t *testing.T, plan sim.Plan, dir string, change func(*sim.Match)) (otherwise int) {
	t.Helper()
	r := &run{Reader: open(t, dir), progress: &Progress{}}
	r.spec = &r.Manifest.Spec
	if f := r.prepare(); f != nil {
		t.Fatal(f)
	}
	match, err := r.match(plan.Lexicon, 1)
	if err != nil {
		t.Fatal(err)
	}
	change(match)
	for id := range match.Schedule.Games() {
		f, err := r.decideAgain(t.Context(), match, id)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil {
			otherwise++
		}
	}
	return otherwise
}

// TestFailAgain has agents decide games again in which one failed, of runs with
// candidates and without.
func TestFailAgain(t *testing.T) {
	t.Parallel()
	for _, policy := range []sim.OnFault{sim.Forfeit, sim.Pass} {
		for _, candidates := range []int{0, 3} {
			plan, dir := failuresRun(t, policy)
			if candidates > 0 {
				if testing.Short() {
					continue
				}
				plan.Candidates, plan.PartGames = candidates, 12
				dir = playRunWith(t, plan, makeFlaky, "montecarlo:candidates=5,iterations=2,plies=1,endgame=off,preendgame=off", "greedy")
			}
			sound := func(*sim.Match) {}
			if n := again(t, plan, dir, makeFlaky); n != 0 {
				t.Errorf("%s: %d games are decided otherwise", policy, n)
			}
			failed := 0
			parts := readParts(t, dir)
			for i := range parts {
				for j := range parts[i].games {
					if parts[i].games[j].Fault.Valid {
						failed++
					}
				}
			}
			// A sound agent does not fail as the rows say, and so a game that was
			// cut short and called forfeited is found out.
			if n := again(t, plan, dir, sound); n != failed || n < 3 {
				t.Errorf("%s: %d games are decided otherwise, want %d", policy, n, failed)
			}
			// But of a clock nobody knows.
			for i := range parts {
				for j := range parts[i].games {
					if g := &parts[i].games[j]; g.Fault.Valid {
						g.Fault.V = timeout
					}
				}
				for j := range parts[i].moves {
					if m := &parts[i].moves[j]; m.Fault.Valid {
						m.Fault.V = timeout
					}
				}
			}
			late := writeParts(t, open(t, dir).Manifest, parts)
			if n := again(t, plan, late, makeFlaky) + again(t, plan, late, sound); n != 0 {
				t.Errorf("%s: %d games that timed out are decided otherwise", policy, n)
			}
		}
	}
}

// sleepy waits until it is told that it is late, at some turns.
type sleepy struct{ agents.Agent }

func (s sleepy) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (agents.Decision, error) {
	if v.Turns() == 6 || v.Turns() == 7 {
		<-ctx.Done()
	}
	return s.Agent.Choose(ctx, v, rng)
}

// TestSlowAgain: an agent that was quick enough then and is too slow when it is
// asked again shows nothing of the rows behind that turn, but of those before.
func TestSlowAgain(t *testing.T) {
	t.Parallel()
	for _, policy := range []sim.OnFault{sim.Forfeit, sim.Pass} {
		plan := damagedPlan(t)
		plan.OnFault, plan.MoveTimeout = policy, 300*time.Millisecond
		dir := playRunWith(t, plan, func(*sim.Match) {}, "greedy", "random")
		for _, turn := range []int32{5, 8} {
			parts := readParts(t, dir)
			row := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID == 0 && m.Turn == turn })
			row.Nodes = dataset.Some[int64](77)
			r := &run{Reader: open(t, writeParts(t, open(t, dir).Manifest, parts)), progress: &Progress{}}
			r.spec = &r.Manifest.Spec
			if f := r.prepare(); f != nil {
				t.Fatal(f)
			}
			match, err := r.match(plan.Lexicon, 1)
			if err != nil {
				t.Fatal(err)
			}
			prepared := match.Players[0].Prepared
			match.Players[0].Prepared.Make = func(env *agents.Env) (agents.Agent, error) {
				a, err := prepared.Make(env)
				return sleepy{a}, err
			}
			f, err := r.decideAgain(t.Context(), match, 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := f != nil && f.Column == "nodes"; found != (turn < 6) || f != nil && !found {
				t.Errorf("%s, turn %d is wrong: %v", policy, turn, f)
			}
		}
	}
}
