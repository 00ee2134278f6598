package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// played is a game of two or more seats in which little happens.
func played(id, deal int64, agents []string, scores ...int32) *game {
	n := len(agents)
	return &game{
		GameID: id, DealID: deal, Agent: agents, Score: scores, ScoreBeforeEnd: make([]int32, n),
		SeatTurns: make([]int32, n), Bingos: make([]int32, n), Exchanges: make([]int32, n), Passes: make([]int32, n),
		EndReason: "out", Faults: make([]int32, n),
	}
}

// two pairs of games, the first with a draw in it.
func twoPairs() []*game {
	ab, ba := []string{"a", "b"}, []string{"b", "a"}
	games := []*game{
		played(0, 0, ab, 400, 350), played(1, 0, ba, 380, 380),
		played(2, 1, ab, 300, 310), played(3, 1, ba, 290, 450),
	}
	games[0].Turns, games[1].Turns, games[2].Turns, games[3].Turns = 20, 22, 24, 26
	games[0].Bingos, games[3].Bingos = []int32{2, 0}, []int32{0, 3}
	games[2].Passes, games[2].Exchanges, games[2].SeatTurns = []int32{1, 0}, []int32{0, 4}, []int32{12, 12}
	games[3].EndReason = "scoreless"
	return games
}

// The figures below are worked out by hand: with two games of each agent in
// both deals, a mean is that of the two deals' means m and m', and its standard
// error |m - m'|/2.
func TestKnownAnswers(t *testing.T) {
	var tally tally
	for _, g := range twoPairs() {
		if err := tally.add(g); err != nil {
			t.Fatal(err)
		}
	}
	spec := dataset.Spec{Games: 4, Lineups: [][]int{{0, 1}}}
	got := tally.report(&spec, dataset.Complete)
	// The points of a are 1 + 1/2 in the first pair and 0 + 1 in the second.
	pairs := stats.Pentanomial{0, 0, 1, 1, 0}
	elo, normalized := stats.Elo(pairs, 0.95), stats.NormalizedElo(pairs, 0.95)
	want := &Report{
		State: dataset.Complete, Planned: 4, Games: 4, Deals: 2,
		Agents: map[string]Figures{
			"a": {
				Games: 4, Wins: 2, Draws: 1, Losses: 1, Deals: 2,
				Scores:  &Scores{300, 20, []int64{1, 0, 0, 0, 1, 1, 0, 1}}, // 300, 380, 400, 450
				WinRate: 0.625, WinRateSE: new(0.125),                      // 0.75 and 0.5
				MeanScore: 382.5, ScoreSE: new(7.5), // 390 and 375
				MeanSpread: 50, SpreadSE: new(25.0), // 25 and 75
				Turns: 3, TurnsSE: new(3.0), // 0 and 6
				Bingos: 1.25, BingosSE: new(0.25), // 1 and 1.5
				Exchanges: 0, ExchangesSE: new(0.0),
				Passes: 0.25, PassesSE: new(0.25), // 0 and 0.5
			},
			"b": {
				Games: 4, Wins: 1, Draws: 1, Losses: 2, Deals: 2,
				Scores:  &Scores{280, 20, []int64{1, 1, 0, 1, 0, 1}}, // 290, 310, 350, 380
				WinRate: 0.375, WinRateSE: new(0.125),
				MeanScore: 332.5, ScoreSE: new(32.5), // 365 and 300
				MeanSpread: -50, SpreadSE: new(25.0),
				Turns: 3, TurnsSE: new(3.0),
				Bingos: 0, BingosSE: new(0.0),
				Exchanges: 1, ExchangesSE: new(1.0),
				Passes: 0, PassesSE: new(0.0),
			},
		},
		Seats: []Figures{
			{
				Games: 4, Wins: 1, Draws: 1, Losses: 2, Deals: 2,
				WinRate: 0.375, WinRateSE: new(0.375), // 0.75 and 0
				MeanScore: 342.5, ScoreSE: new(47.5), // 390 and 295
				MeanSpread: -30, SpreadSE: new(55.0), // 25 and -85
				Turns: 3, TurnsSE: new(3.0),
				Bingos: 0.5, BingosSE: new(0.5),
				Exchanges: 0, ExchangesSE: new(0.0),
				Passes: 0.25, PassesSE: new(0.25),
			},
			{
				Games: 4, Wins: 2, Draws: 1, Losses: 1, Deals: 2,
				WinRate: 0.625, WinRateSE: new(0.375),
				MeanScore: 372.5, ScoreSE: new(7.5), // 365 and 380
				MeanSpread: 30, SpreadSE: new(55.0),
				Turns: 3, TurnsSE: new(3.0),
				Bingos: 0.75, BingosSE: new(0.75),
				Exchanges: 1, ExchangesSE: new(1.0),
				Passes: 0, PassesSE: new(0.0),
			},
		},
		EndReasons: map[string]int64{"out": 3, "scoreless": 1},
		Faults:     map[string]int64{}, FaultShare: new(0.0),
		TurnsPerGame: new(23.0), TurnsSE: new(2.0), // 21 and 25
		Strength: Strength{
			Pairs: []Pair{{
				First: "a", Second: "b", Pentanomial: &pairs, WinRate: stats.WinRate(pairs, 0.95),
				Elo: &elo, NormalizedElo: &normalized, Superiority: &Superiority{stats.Superiority(pairs)},
			}},
			Ratings: []Rating{},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Parts may be merged in any order, and a deal counts once.
func TestMerge(t *testing.T) {
	games := twoPairs()
	var whole, merged, first, second tally
	for i, g := range games {
		part := &first
		if i >= 2 {
			part = &second
		}
		for _, t := range []*tally{&whole, part} {
			t.add(g)
		}
	}
	merged.merge(&second)
	merged.merge(&first)
	spec := dataset.Spec{}
	if diff := cmp.Diff(whole.report(&spec, ""), merged.report(&spec, "")); diff != "" {
		t.Error(diff)
	}
}

// A first place is shared under the rules in force, and what is shared sums to
// one.
func TestFirstPlaces(t *testing.T) {
	for _, c := range []struct {
		name           string
		tie            engine.TieBreak
		scores, before []int32
		want           [engine.MaxSeats]int64 // in twelfths
	}{
		{"one", engine.TieDraw, []int32{1, 3, 2}, []int32{9, 0, 0}, [4]int64{0, 12, 0}},
		{"two of three", engine.TieDraw, []int32{3, 1, 3}, []int32{2, 1, 1}, [4]int64{6, 0, 6}},
		{"all of four", engine.TieDraw, []int32{-5, -5, -5, -5}, []int32{0, 0, 0, 0}, [4]int64{3, 3, 3, 3}},
		{"before the racks", engine.TieBeforeRacks, []int32{3, 3, 1}, []int32{1, 2, 9}, [4]int64{0, 12, 0}},
		{"alike before the racks too", engine.TieBeforeRacks, []int32{1, 3, 3, 3}, []int32{9, 2, 2, 1}, [4]int64{0, 6, 6, 0}},
		{"three", engine.TieDraw, []int32{7, 7, 7}, []int32{1, 2, 3}, [4]int64{4, 4, 4}},
	} {
		g := played(0, 0, make([]string, len(c.scores)), c.scores...)
		g.ScoreBeforeEnd = c.before
		tally := tally{tieBreak: c.tie}
		if got := tally.first(g); got != c.want {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}

// An agent that plays against itself sits on every seat.
func TestSelfPlay(t *testing.T) {
	var tally tally
	tally.add(played(0, 0, []string{"a", "a", "a"}, 5, 5, 2))
	tally.add(played(1, 1, []string{"a", "a", "a"}, 5, 3, 4))
	f := tally.report(&dataset.Spec{}, "").Agents["a"]
	if f.Games != 6 || f.Wins != 1 || f.Draws != 2 || f.Losses != 3 || f.WinRate != 1.0/3 || *f.WinRateSE != 0 {
		t.Errorf("%+v", f)
	}
}

func TestNoGames(t *testing.T) {
	var tally tally
	r := tally.report(&dataset.Spec{}, dataset.Interrupted)
	if r.TurnsPerGame != nil || len(r.Agents) != 0 || r.Games != 0 {
		t.Errorf("%+v", r)
	}
}

func TestBadRow(t *testing.T) {
	bad := played(7, 0, []string{"a", "b"}, 1, 2)
	bad.Bingos = bad.Bingos[:1]
	var tally tally
	if tally.add(bad) == nil || tally.add(played(0, 0, []string{"a"}, 1)) == nil {
		t.Error("a row whose lists do not fit is counted")
	}
}

// Who forfeits has lost, whatever the score, and the share of games in which
// agents failed is told by how and by whom.
func TestFaults(t *testing.T) {
	abc := []string{"a", "b", "c"}
	games := []*game{
		played(0, 0, abc, 90, 50, 50), // the leader forfeits: the others share
		played(1, 1, abc, 90, 50, 40), // a and c fail, and pass
		played(2, 2, abc, 90, 50, 60), // a forfeits
		played(3, 3, abc, 90, 50, 60),
		played(4, 4, abc, 90, 50, 60), // b and c fail and pass, c twice
	}
	games[0].EndReason, games[0].Faults, games[0].Fault = "forfeit", []int32{1, 0, 0}, dataset.Some("panic")
	games[1].Faults, games[1].Fault = []int32{1, 0, 1}, dataset.Some("illegal")
	games[2].EndReason, games[2].Faults, games[2].Fault = "forfeit", []int32{1, 0, 0}, dataset.Some("timeout")
	games[4].Faults, games[4].Fault = []int32{0, 1, 2}, dataset.Some("illegal")
	var all, merged, part tally
	for _, g := range games {
		for _, t := range []*tally{&all, &part} {
			t.add(g)
		}
	}
	merged.merge(&part)
	for _, tally := range []*tally{&all, &merged} {
		r := tally.report(&dataset.Spec{}, dataset.Complete)
		if r.FaultGames != 4 || *r.FaultShare != 0.8 ||
			cmp.Diff(r.Faults, map[string]int64{"panic": 1, "illegal": 2, "timeout": 1}) != "" {
			t.Errorf("%d games, %v of them, %v", r.FaultGames, *r.FaultShare, r.Faults)
		}
		for name, want := range map[string]Figures{
			"a": {Wins: 3, Losses: 2, FaultGames: 3},
			"b": {Draws: 1, Losses: 4, FaultGames: 1},
			"c": {Wins: 1, Draws: 1, Losses: 3, FaultGames: 2},
		} {
			f := r.Agents[name]
			if got := (Figures{Wins: f.Wins, Draws: f.Draws, Losses: f.Losses, FaultGames: f.FaultGames}); got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
		var text strings.Builder
		r.WriteText(&text)
		const want = "agents failed in 4 (80.00 %): illegal 2 (40.00 %), panic 1 (20.00 %), timeout 1 (20.00 %); by agent a 3 (60.00 %), c 2 (40.00 %), b 1 (20.00 %)\n"
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s\nwant %s", &text, want)
		}
	}
}
