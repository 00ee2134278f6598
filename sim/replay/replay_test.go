package replay

import (
	"path/filepath"
	"strings"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/sim"
	"quadword/sim/dataset"
)

// playRun plays games of three seats, in which there are exchanges and passes.
func playRun(t *testing.T, rules *engine.Rules) *dataset.Reader {
	t.Helper()
	plan := sim.Plan{Rules: *rules, Lexicon: enginetest.OpenLexicon(t), Games: 6, Seed: 9, PartGames: 3, Paired: true}
	for _, name := range []string{"greedy", "random", "random"} {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(1)
	if err != nil {
		t.Fatal(err)
	}
	run, err := dataset.Create(filepath.Join(t.TempDir(), "run"), "test", plan.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	if err := match.Run(t.Context(), sim.NewWriter(run, match, false), &sim.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	r, err := dataset.Open(run.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A replay comes to what the rows say: points, bags, totals, ends.
func TestReplay(t *testing.T) {
	rules, _ := engine.BuiltinRules("super")
	rules.Seats = 3
	r := playRun(t, &rules)
	g := New(&rules, r.Manifest.Spec.Seed)
	if g.ID() != -1 {
		t.Errorf("game %d before the first", g.ID())
	}
	kinds := map[string]int{}
	var moves []Row
	for row, err := range dataset.Rows[Row](r, dataset.MovesTable) {
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, *row)
	}
	for game, err := range r.Games() {
		if err != nil {
			t.Fatal(err)
		}
		for i := range game.Moves {
			want := &game.Moves[i]
			m, err := g.Move(&moves[0])
			moves = moves[1:]
			if err != nil {
				t.Fatal(err)
			}
			p := g.Position()
			if g.ID() != game.GameID || p.BagLen() != int(want.BagBefore) || p.Score(p.Seat()) != want.ScoreBefore || m.Kind.String() != want.Action {
				t.Fatalf("game %d, turn %d: %d in the bag, score %d, %s", g.ID(), i, p.BagLen(), p.Score(p.Seat()), m.Kind)
			}
			kinds[want.Action]++
			if score := p.Play(m); score != want.Score {
				t.Fatalf("game %d, turn %d: %d points, want %d", g.ID(), i, score, want.Score)
			}
		}
		for seat := range rules.Seats {
			if g.Position().Score(seat) != game.Score[seat] {
				t.Errorf("game %d: seat %d ends with %d, want %d", g.ID(), seat, g.Position().Score(seat), game.Score[seat])
			}
		}
	}
	if len(moves) > 0 || kinds["play"] == 0 || kinds["exchange"] == 0 || kinds["pass"] == 0 {
		t.Errorf("%d moves are left; %v", len(moves), kinds)
	}
}

// A row that is not the next of its game, or makes no legal move, is an error.
func TestReplayRefuses(t *testing.T) {
	rules, _ := engine.BuiltinRules("super")
	rules.Seats = 3
	r := playRun(t, &rules)
	none := dataset.Null[string]{}
	played := func(r *Row, row int32, tiles string) {
		r.Action, r.Row, r.Col, r.Down = "play", dataset.Some(row), dataset.Some(row), dataset.Some(false)
		r.Word, r.Placed = dataset.Some(tiles), dataset.Some(tiles)
	}
	for want, change := range map[string]func(*Row){
		"the turn is 4":             func(r *Row) { r.Turn++ },
		"of seat 1":                 func(r *Row) { r.Seat = 0 },
		"rack AAAAAAA, by the deal": func(r *Row) { r.Rack = "AAAAAAA" },
		"the turn is 0":             func(r *Row) { r.GameID = 77 },
		"expected a play, an exch":  func(r *Row) { r.Action = "resign" },
		"lacks its columns":         func(r *Row) { r.Action, r.Placed = "play", none },
		"expected up to 10 tiles":   func(r *Row) { played(r, 7, "ABCDEFGHIJK") },
		"placed \"A9\"":             func(r *Row) { played(r, 7, "A9") },
		"4 letters from row 256":    func(r *Row) { played(r, 256, "ABCD") },
		"3 letters from row -1":     func(r *Row) { played(r, -1, "ABC") },
		"are not all on the rack":   func(r *Row) { r.Action, r.Exchanged = "exchange", dataset.Some("JKQXZ??") },
		"an exchange of 11":         func(r *Row) { r.Action, r.Exchanged = "exchange", dataset.Some(strings.Repeat("A", 11)) },
	} {
		g := New(&rules, r.Manifest.Spec.Seed)
		for row, err := range dataset.Rows[Row](r, dataset.MovesTable) {
			if err != nil {
				t.Fatal(err)
			}
			if row.Turn == 4 {
				change(row)
			}
			m, err := g.Move(row)
			if g.Position().Turns() == 4 || err != nil {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want one with %q", err, want)
				}
				break
			}
			g.Position().PlayScored(m, row.Score)
		}
	}
}
