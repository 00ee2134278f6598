package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quadword/sim/dataset"
)

// Every measure of every subject is what its twin makes of whole rows, deal by
// deal, on both boards, for two seats and for three, and for any number of
// workers.
func TestCollectAgainstWholeRows(t *testing.T) {
	for _, c := range []struct {
		board  string
		seats  int
		games  int64
		agents []string
	}{
		{"standard", 2, 12, []string{"greedy", "random"}},
		{"super", 2, 10, []string{"greedy"}},
		{"super", 3, 12, []string{"greedy", "random", "equity"}},
	} {
		t.Run(fmt.Sprint(c.board, c.seats), func(t *testing.T) {
			t.Parallel()
			run := played(t, c.board, c.seats, c.games, c.agents...)
			wanted := wants(run)
			got, err := Collect(t.Context(), run, 1, wanted...)
			if err != nil {
				t.Fatal(err)
			}
			want := twin(t, run, wanted)
			for i := range got.Columns {
				if diff := cmp.Diff(want.Columns[i], got.Columns[i], cmpopts.IgnoreTypes(Wanted{})); diff != "" {
					t.Errorf("%s of %s: %s", wanted[i].Measure.Name, wanted[i].Subject, diff)
				}
			}
			if diff := cmp.Diff(want.Deals, got.Deals); diff != "" {
				t.Error(diff)
			}
			for _, workers := range []int{2, 7} {
				same, err := Collect(t.Context(), run, workers, wanted...)
				if diff := cmp.Diff(got, same, cmpopts.IgnoreTypes(Wanted{})); diff != "" || err != nil {
					t.Errorf("%d workers: %v %s", workers, err, diff)
				}
			}
			// A measure by itself, so that no other has read its columns for it.
			for i, w := range wanted {
				if i > 0 && wanted[i-1].Measure.Name == w.Measure.Name {
					continue // one subject will do
				}
				alone, err := Collect(t.Context(), run, 2, w)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(got.Columns[i], alone.Columns[0], cmpopts.IgnoreTypes(Wanted{})); diff != "" {
					t.Errorf("%s of %s alone: %s", w.Measure.Name, w.Subject, diff)
				}
			}
		})
	}
}

// twin collects figures game by game from whole rows.
func twin(t *testing.T, run *dataset.Reader, wanted []Wanted) *Table {
	t.Helper()
	by := naives(run)
	table := newTable(wanted)
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(table.Deals); n == 0 || table.Deals[n-1] != g.DealID {
			table.Deals = append(table.Deals, g.DealID)
			for i := range table.Columns {
				table.Columns[i].Y = append(table.Columns[i].Y, 0)
				table.Columns[i].N = append(table.Columns[i].N, 0)
			}
		}
		last := len(table.Deals) - 1
		for i, w := range wanted {
			var of []int
			for seat, agent := range g.Agent {
				switch {
				case w.Subject == OfAll(), w.Subject == OfAgent(agent), w.Subject == OfSeat(seat):
					of = append(of, seat)
				}
			}
			f := by[w.Measure.Name]
			if f == nil {
				t.Fatalf("measure %s has no twin", w.Measure.Name)
			}
			if len(of) == 0 {
				continue
			}
			y, n := f(g, of)
			if w.Subject == OfAll() && strings.Contains(w.Measure.Meaning, "by all seats together") {
				n = 1
			}
			table.Columns[i].Y[last] += int64(y*float64(w.Measure.Scale) + 0.5*sign(y))
			table.Columns[i].N[last] += int64(n)
		}
	}
	return table
}

func sign(y float64) float64 {
	if y < 0 {
		return -1
	}
	return 1
}

// Known answers, worked out by hand: two games of one deal, and one of another.
func TestKnownAnswers(t *testing.T) {
	hook := play("CATS", "S", 0, 6)
	hook.BackHook, hook.TilesThrough, hook.Rack = dataset.Some("S"), 3, "AEINRST"
	across := play("TO", "To", 1, 4)
	across.BackHook, across.CrossWords, across.Words = dataset.Some("s"), 1, []string{"To", "CATs"}
	big := play("QUIXOTE", "QUIXOTE", 0, 300)
	big.Bingo, big.BingoPoints, big.WordMultiplier, big.QW, big.TW = true, 50, 12, 1, 1
	big.Rack = "AAEIOUU"
	exchange := dataset.MoveRow{Action: "exchange", Exchanged: dataset.Some("VVU"), Rack: "?BCDFGH", Drawn: "ABC"}
	pass := dataset.MoveRow{Action: "pass", Rack: "E"}
	ab, ba := [2]string{"a", "b"}, [2]string{"b", "a"}
	games := []dataset.Game{
		byHand(0, 0, ab, [2]int32{310, 290}, hook, across, big, exchange),
		byHand(1, 0, ba, [2]int32{300, 300}, pass),
		byHand(2, 3, ab, [2]int32{100, 400}),
	}
	games[0].DrawnCounts[1][0], games[0].DrawnCounts[1][17] = 2, 1 // blanks and a Q
	games[0].RackLeft[1] = "QZ?"
	run := written(t, nil, games[:2], games[2:])
	for _, c := range []struct {
		measure string
		subject Subject
		y, n    []int64
	}{
		{"score", OfAll(), []int64{1200, 500}, []int64{4, 2}},
		{"score", OfAgent("a"), []int64{610, 100}, []int64{2, 1}},
		{"score", OfSeat(1), []int64{590, 400}, []int64{2, 1}},
		{"win", OfAgent("a"), []int64{12 + 6, 0}, []int64{2, 1}},
		{"first_seat_win", OfAll(), []int64{18, 0}, []int64{2, 1}},
		{"first_seat_spread", OfAll(), []int64{20, -300}, []int64{2, 1}},
		{"winning_spread", OfAll(), []int64{20, 300}, []int64{2, 1}},
		{"turns", OfAll(), []int64{5, 0}, []int64{2, 1}},
		{"spread", OfAgent("b"), []int64{-20, 300}, []int64{2, 1}},
		{"s_hook_share", OfAll(), []int64{2, 0}, []int64{3, 0}},
		{"s_tile_hook_share", OfAll(), []int64{1, 0}, []int64{3, 0}},
		{"s_hook_points", OfAgent("b"), []int64{4, 0}, []int64{1, 0}},
		{"s_play_share", OfAgent("a"), []int64{1, 0}, []int64{2, 0}},
		{"bingo_share", OfSeat(0), []int64{1, 0}, []int64{2, 0}},
		{"bingo_points_share", OfAll(), []int64{50, 0}, []int64{310, 0}},
		{"blank_share", OfAll(), []int64{1, 0}, []int64{3, 0}},
		{"two_letter_share", OfAll(), []int64{1, 0}, []int64{4, 0}},
		{"word_length", OfAll(), []int64{4 + 2 + 7, 0}, []int64{3, 0}},
		{"x12_words", OfAll(), []int64{1, 0}, []int64{2, 1}},
		{"x12_words", OfAgent("a"), []int64{1, 0}, []int64{2, 1}},
		{"high_words", OfSeat(1), []int64{0, 0}, []int64{2, 1}},
		{"qw_per_game", OfAll(), []int64{1, 0}, []int64{2, 1}},
		{"exchange_share", OfAll(), []int64{1, 0}, []int64{5, 0}},
		{"tiles_per_exchange", OfAll(), []int64{3, 0}, []int64{1, 0}},
		{"points_per_turn", OfAll(), []int64{310, 0}, []int64{5, 0}},
		{"scoreless_share", OfSeat(0), []int64{1, 0}, []int64{3, 0}},
		{"vowel_share", OfAll(), []int64{3 + 7, 0}, []int64{7 + 7 + 6, 0}}, // AEI, AAEIOUU, none of six consonants
		{"no_vowel_share", OfAgent("b"), []int64{1, 0}, []int64{1, 0}},
		{"many_vowels_share", OfAgent("a"), []int64{1, 0}, []int64{2, 0}},
		{"rack_left_points", OfAll(), []int64{20, 0}, []int64{4, 2}},
		{"blanks_drawn", OfAgent("b"), []int64{2, 0}, []int64{2, 1}},
		{"points_drawn", OfAgent("b"), []int64{10, 0}, []int64{2, 1}},
		{"out_share", OfAll(), []int64{3, 2}, []int64{4, 2}},
	} {
		m, err := Find(c.measure)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Collect(t.Context(), run, 2, Wanted{m, c.subject})
		if err != nil {
			t.Fatal(err)
		}
		want := &Table{Deals: []int64{0, 3}, Columns: []Column{{Y: c.y, N: c.n}}}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(Wanted{})); diff != "" {
			t.Errorf("%s of %s: %s", c.measure, c.subject, diff)
		}
	}
}

// play is a row of a play.
func play(word, placed string, blanks, score int32) dataset.MoveRow {
	if strings.ToUpper(placed) != placed {
		blanks = 1
	}
	return dataset.MoveRow{
		Action: "play", Word: dataset.Some(word), Placed: dataset.Some(placed), TilesPlayed: int32(len(placed)), BlanksPlayed: blanks,
		Score: score, WordMultiplier: 1, Words: []string{word}, FrontHook: dataset.Some(""), BackHook: dataset.Some(""),
	}
}

// What was asked for and cannot be is told, and so is a run that is damaged.
func TestBadWishes(t *testing.T) {
	game := func(id, deal int64) dataset.Game { return byHand(id, deal, [2]string{"a", "b"}, [2]int32{1, 2}) }
	run := written(t, nil, []dataset.Game{game(0, 0)})
	find := func(name string) Measure {
		m, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for text, w := range map[string]Wanted{
		"measure turns cannot be taken of seat 1: it has subjects of kind [all]":       {find("turns"), OfSeat(1)},
		"measure win cannot be taken of all: it has subjects of kind [agent seat]":     {find("win"), OfAll()},
		"measure score of seat 2: the seats are 0 to 1":                                {find("score"), OfSeat(2)},
		`measure score of agent "c": the agents are a, b`:                              {find("score"), OfAgent("c")},
		`measure "mine" was not made by this package`:                                  {Measure{Name: "mine", Kinds: []Kind{All}}, OfAll()},
		`measure score cannot be taken of all: it has subjects of kind [all agent ": `: {find("score"), Subject{Kind: "nobody"}},
	} {
		_, err := Collect(t.Context(), run, 1, w)
		text, _, _ = strings.Cut(text, ` ": `)
		if err == nil || !strings.Contains(err.Error(), text) || !strings.HasPrefix(err.Error(), "run "+run.Dir) {
			t.Errorf("%v, want %s", err, text)
		}
	}
	if _, err := Find("scores"); err == nil || !strings.Contains(err.Error(), `unknown measure "scores": expected one of win, spread, score, `) {
		t.Error(err)
	}

	score := Wanted{find("score"), OfAll()}
	turn := Wanted{find("turnover"), OfAll()}
	short := game(1, 1)
	short.Passes = nil
	seat := byHand(1, 1, [2]string{"a", "b"}, [2]int32{1, 2}, dataset.MoveRow{Action: "pass"})
	seat.Moves[0].Seat = 2
	tie := func(s *dataset.Spec) { s.Rules.TieBreak = "coin" }
	for text, run := range map[string]*dataset.Reader{
		"deal 0 comes after deal 1":                 written(t, nil, []dataset.Game{game(0, 1), game(1, 0)}),
		"deal 1 comes after deal 1":                 written(t, nil, []dataset.Game{game(0, 1)}, []dataset.Game{game(1, 1)}),
		"game 1: its lists are not of one length":   written(t, nil, []dataset.Game{game(0, 0), short}),
		"game 1, turn 0: seat 2 of 2":               written(t, nil, []dataset.Game{seat}),
		`unknown tie break "coin": expected one of`: written(t, tie, []dataset.Game{game(0, 0)}),
	} {
		for _, w := range [][]Wanted{{score, turn}, {turn}} {
			if _, err := Collect(t.Context(), run, 2, w...); err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%v, want %s", err, text)
			}
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("enough"))
	if _, err := Collect(ctx, run, 1, score); err == nil || !strings.Contains(err.Error(), "enough") {
		t.Error(err)
	}
}

// The table is whole: names are unique and in snake_case, and every measure
// says what it is and takes columns that there are.
func TestTable(t *testing.T) {
	seen, columns := map[string]bool{}, map[string]bool{}
	for _, c := range dataset.Columns() {
		columns[c.Name] = columns[c.Name] || c.Table == dataset.MovesTable
	}
	for _, m := range Measures() {
		if seen[m.Name] || m.Name != strings.ToLower(m.Name) || strings.ContainsAny(m.Name, " -") ||
			m.Unit == "" || m.Meaning == "" || len(m.Kinds) == 0 || m.Scale < 1 || m.of == nil {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
		for _, c := range m.moves {
			if !columns[c] {
				t.Errorf("%s takes the column %s, which there is not", m.Name, c)
			}
		}
		if m.once && (m.Has(Agent) || m.Has(Seat)) {
			t.Errorf("%s is of a whole game, and taken of %v", m.Name, m.Kinds)
		}
	}
}
