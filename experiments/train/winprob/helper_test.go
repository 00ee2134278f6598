package winprob

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/sim/dataset"
)

// tiny is a game in which at most three tiles are unseen, of which a rack
// holds one.
var tiny = winprob.Game{Board: "b", TileSet: "t", Lexicon: "l", Agents: "a", Tiles: 4, RackSize: 1, BingoBonus: 50, EndScoring: "box", TieBreak: "draw"}

// odds are the log-odds of made-up games with u tiles unseen: those of a
// logistic distribution of what is still to come.
func odds(onTurn bool, unseen, spread int) line {
	level := 0.3
	if !onTurn {
		level = -0.3
	}
	return line{level, 1 / scale(unseen)}
}

// madeUp is counts of states of a standard game whose P(win) is that of odds:
// as many as possible at each spread up to a width.
func madeUp(states int64, width int) *counts {
	r, _ := engine.BuiltinRules("standard")
	game := winprob.Game{Board: "standard", TileSet: "standard", Tiles: r.TileSet.Len(), RackSize: r.RackSize}
	c := newCounts(game, 200)
	for _, onTurn := range []bool{true, false} {
		for u := 1; u <= game.Unseen(); u++ {
			row := c.row(onTurn, u)
			for s := -width; s <= width; s++ {
				won := int64(odds(onTurn, u, s).p(s)*float64(states) + 0.5)
				row[c.spread+s] = cell{states, 2 * won}
			}
		}
	}
	return c
}

// playedRun writes a run of made-up games: in each two turns, with the result
// drawn by how far the mover leads.
func playedRun(t testing.TB, deals int64, change func(*dataset.Spec, *dataset.MoveRow)) *dataset.Reader {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: "open", Words: 1, SHA256: "0000"},
		Agents:  []dataset.Agent{{Spec: "greedy", Name: "greedy"}, {Spec: "random", Name: "random"}},
		Lineups: [][]int{{0, 1}}, Seed: 1, Deals: deals, Games: deals, PartGames: deals,
	}
	spec.SetRules(&rules)
	change(&spec, &dataset.MoveRow{})
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "0", spec)
	if err != nil {
		t.Fatal(err)
	}
	part, err := run.Part(0)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for deal := range deals {
		game, moves := madeUpGame(deal, rng)
		for i := range moves {
			change(&dataset.Spec{}, &moves[i])
		}
		if err := part.Game(&game, moves); err != nil {
			t.Fatal(err)
		}
	}
	if err := part.Close(); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	reader, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

func madeUpGame(deal int64, rng *rand.Rand) (dataset.GameRow, []dataset.MoveRow) {
	game := dataset.GameRow{
		GameID: deal, DealID: deal, Board: "standard", TileSet: "standard", Lexicon: "open",
		Agent: []string{"greedy", "random"}, Score: []int32{0, 0}, ScoreBeforeEnd: []int32{0, 0}, RackLeft: []string{"", ""},
		OutBonus: []int32{0, 0}, SeatTurns: []int32{1, 1}, Bingos: []int32{0, 0}, Exchanges: []int32{0, 0}, Passes: []int32{0, 0},
		OpeningRack: []string{"AEINRST", "AEINRST"}, DrawnCounts: [][]int32{{}, {}}, Turns: 2, EndReason: "out",
	}
	moves := make([]dataset.MoveRow, 2)
	result := float64(rng.IntN(3)) / 2
	for i := range moves {
		moves[i] = dataset.MoveRow{
			GameID: deal, DealID: deal, Turn: int32(i), Seat: int32(i), Agent: "greedy", Action: "pass",
			Rack: "AEINRST", OpponentRack: dataset.Some("AEINRST"), BagBefore: 86 - 20*int32(i),
			ScoresBefore: []int32{0, 0}, ScoreBefore: int32(rng.IntN(40)), OpponentScoreBefore: int32(rng.IntN(40)),
			Result: dataset.Some(result),
		}
		result = 1 - result
	}
	return game, moves
}
