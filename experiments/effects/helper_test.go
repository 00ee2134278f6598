package effects

import (
	"context"
	"path/filepath"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim"
	"quadword/sim/dataset"
)

// played plays a run of games, in several parts.
func played(t testing.TB, board string, seats int, games int64, names ...string) *dataset.Reader {
	t.Helper()
	rules, _ := engine.BuiltinRules(board)
	rules.Seats = seats
	return playedBy(t, rules, games, names...)
}

func playedBy(t testing.TB, rules engine.Rules, games int64, names ...string) *dataset.Reader {
	t.Helper()
	lex, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan := sim.Plan{Rules: rules, Lexicon: lex, Games: games, Seed: 5, PartGames: max(4, games/10), Paired: len(names) > 1}
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(2)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "0", plan.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	if err := match.Run(context.Background(), sim.NewWriter(run, match, false), new(sim.Progress)); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// written is a run of rows that are made by hand, a part for each list of
// games.
func written(t testing.TB, change func(*dataset.Spec), parts ...[]dataset.Game) *dataset.Reader {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: "open", Words: 1, SHA256: "0000"},
		Agents:  []dataset.Agent{{Spec: "a", Name: "a"}, {Spec: "b", Name: "b"}},
		Lineups: [][]int{{0, 1}}, Seed: 1, Deals: 9, Games: 9, PartGames: 9,
	}
	spec.SetRules(&rules)
	if change != nil {
		change(&spec)
	}
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "0", spec)
	if err != nil {
		t.Fatal(err)
	}
	for n, games := range parts {
		part, err := run.Part(n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if err := part.Game(&games[i].GameRow, games[i].Moves); err != nil {
				t.Fatal(err)
			}
		}
		if err := part.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

func open(t testing.TB, dir string) *dataset.Reader {
	t.Helper()
	r, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r.Sums = true
	return r
}

// byHand is a game of two seats in which nothing happens but for the moves
// given, each for the next seat.
func byHand(id, deal int64, agents [2]string, scores [2]int32, moves ...dataset.MoveRow) dataset.Game {
	two := func() []int32 { return []int32{0, 0} }
	g := dataset.Game{GameRow: dataset.GameRow{
		GameID: id, DealID: deal, Agent: agents[:], Score: scores[:], ScoreBeforeEnd: scores[:],
		RackLeft: []string{"", ""}, OutBonus: two(), SeatTurns: two(), Bingos: two(), Exchanges: two(), Passes: two(),
		OpeningRack: []string{"", ""}, DrawnCounts: [][]int32{make([]int32, 27), make([]int32, 27)},
		Spread: scores[0] - scores[1], Turns: int32(len(moves)), EndReason: "out", Faults: two(),
	}}
	for i, m := range moves {
		m.GameID, m.DealID, m.Turn, m.Seat, m.Agent = id, deal, int32(i), int32(i%2), agents[i%2]
		g.SeatTurns[m.Seat]++
		g.Moves = append(g.Moves, m)
	}
	return g
}
