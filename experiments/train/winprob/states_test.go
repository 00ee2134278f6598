package winprob

import (
	"context"
	"errors"
	"strings"
	"testing"

	"quadword/sim/dataset"
)

func TestStates(t *testing.T) {
	m := move{GameID: 5, DealID: 3, Turn: 2, Rack: "ÄB?", OpponentRack: dataset.Some("Ö"), BagBefore: 0, ScoreBefore: 100, OpponentScoreBefore: 130, Result: dataset.Some(1.0)}
	got, err := m.states(7, 93)
	want := [2]state{{7, 3, true, 1, -30, 2}, {7, 3, false, 3, 30, 0}}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	m.Result, m.BagBefore = dataset.Some(0.5), 10
	got, err = m.states(7, 93)
	want = [2]state{{7, 3, true, 11, -30, 1}, {7, 3, false, 13, 30, 1}}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if !got[0].heldOut() || (&state{deal: 4}).heldOut() {
		t.Error("every fourth deal is held out, from 3 on")
	}
}

func TestStatesRefuses(t *testing.T) {
	good := move{GameID: 5, DealID: 3, Turn: 2, Rack: "AB", OpponentRack: dataset.Some("C"), BagBefore: 1, Result: dataset.Some(1.0)}
	for want, change := range map[string]func(*move){
		"game 5, turn 2: 0 tiles unseen, expected 1 to 93":  func(m *move) { m.OpponentRack, m.BagBefore = dataset.Some(""), 0 },
		"game 5, turn 2: 94 tiles unseen, expected 1 to 93": func(m *move) { m.BagBefore = 92 },
		"game 5, turn 2: result 0.25, expected 0, 0.5 or 1": func(m *move) { m.Result.V = 0.25 },
		"game 5, turn 2: result -0.5, expected 0, 0.5 or 1": func(m *move) { m.Result.V = -0.5 },
		"game 5, turn 2: result 1.5, expected 0, 0.5 or 1":  func(m *move) { m.Result.V = 1.5 },
		"game 5, turn 2: -3 tiles unseen, expected 1 to 93": func(m *move) { m.BagBefore = -4 },
	} {
		m := good
		change(&m)
		if _, err := m.states(0, 93); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestCounts(t *testing.T) {
	c := newCounts(tiny, 2)
	for _, s := range []state{
		{onTurn: true, unseen: 1, spread: 2, halves: 2},
		{onTurn: true, unseen: 1, spread: 1000, halves: 1}, // counts as 2
		{onTurn: true, unseen: 3, spread: -2, halves: 1},
		{onTurn: false, unseen: 1, spread: -1000, halves: 0},
	} {
		c.add(&s)
	}
	c.merge(c)
	at := map[int]cell{4: {4, 6}, 10: {2, 2}, 15: {2, 0}} // five spreads a row, three rows a turn
	for i, got := range c.cells {
		if got != at[i] {
			t.Errorf("cell %d is %+v, want %+v", i, got, at[i])
		}
	}
}

func TestTrain(t *testing.T) {
	a := playedRun(t, 9, func(*dataset.Spec, *dataset.MoveRow) {})
	b := playedRun(t, 6, func(s *dataset.Spec, m *dataset.MoveRow) { m.ScoreBefore += 5000 })
	// Its only deal has the number of the next run's first one.
	c := playedRun(t, 1, func(*dataset.Spec, *dataset.MoveRow) {})
	got, err := Train(t.Context(), []*dataset.Reader{a, c, b}, 50)
	if err != nil {
		t.Fatal(err)
	}
	// Deals 3 and 7 of the first run and 3 of the last are held out.
	if got.Runs != 3 || got.Games != 16 || got.Deals != 16 || got.HeldOut != 3 || got.Spread != 50 || got.Unseen != 93 {
		t.Errorf("%+v", got)
	}
	if got.Calibration.States != 3*2*2 || got.Baseline.States != 12 {
		t.Errorf("%d and %d states", got.Calibration.States, got.Baseline.States)
	}
	if g := got.Table.Game(); g.Agents != "greedy random" || g.Board != "standard" || g.Lexicon != "open" || g.Tiles != 100 || g.RackSize != 7 || g.EndScoring != "box" || g.TieBreak != "draw" || g.BingoBonus != 50 {
		t.Errorf("%+v", g)
	}
	if got.SHA256 != got.Table.SHA256() {
		t.Errorf("%s", got.SHA256)
	}
	again, err := Train(t.Context(), []*dataset.Reader{a, c, b}, 50)
	if err != nil || again.SHA256 != got.SHA256 {
		t.Errorf("%v: %s, and %s before", err, again.SHA256, got.SHA256)
	}
	byDefault, err := Train(t.Context(), []*dataset.Reader{a}, 0)
	if err != nil || byDefault.Spread != 400 {
		t.Errorf("%v", err)
	}
}

// The calibration must not have seen the deals it is measured on, while the
// table has: other results on the deals held out change the table, and not what
// was predicted.
func TestTrainHoldsOut(t *testing.T) {
	train := func(flip bool) *Training {
		run := playedRun(t, 40, func(s *dataset.Spec, m *dataset.MoveRow) {
			if flip && m.DealID%4 == 3 {
				m.Result.V = 1 - m.Result.V
			}
		})
		got, err := Train(t.Context(), []*dataset.Reader{run}, 50)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	a, b := train(false), train(true)
	if a.SHA256 == b.SHA256 {
		t.Error("the table does not depend on the deals held out")
	}
	observed := false
	for i := range a.Calibration.Deciles {
		x, y := a.Calibration.Deciles[i], b.Calibration.Deciles[i]
		if x.States != y.States || x.States > 0 && *x.Predicted != *y.Predicted {
			t.Errorf("decile %d: the predictions depend on the deals held out", i)
		}
		observed = observed || x.States > 0 && *x.Observed != *y.Observed
	}
	if !observed {
		t.Error("what was observed is not of the deals held out")
	}
}

func TestTrainRefuses(t *testing.T) {
	plain := func(*dataset.Spec, *dataset.MoveRow) {}
	for _, c := range []struct {
		deals  int64
		spread int
		change func(*dataset.Spec, *dataset.MoveRow)
		want   string
	}{
		{8, 2001, plain, "spreads to 2001: expected 1 to 2000"},
		{8, -1, plain, "spreads to -1"},
		{3, 0, plain, "no deals to train on, or none to hold out: it takes 4 or more"},
		{8, 0, func(s *dataset.Spec, _ *dataset.MoveRow) { s.Rules.Seats = 3 }, ": 3 seats, expected 2"},
		{8, 0, func(_ *dataset.Spec, m *dataset.MoveRow) { m.Result.V = 0.1 }, ": game 0, turn 0: result 0.1"},
	} {
		_, err := Train(t.Context(), []*dataset.Reader{playedRun(t, c.deals, c.change)}, c.spread)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if _, err := Train(t.Context(), nil, 0); err == nil {
		t.Error("no error without runs")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := Train(ctx, []*dataset.Reader{playedRun(t, 1000, plain)}, 0); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
}
