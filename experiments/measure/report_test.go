package measure_test

import (
	"math"
	"testing"

	"quadword/experiments/measure"
	"quadword/experiments/report"
	"quadword/experiments/stats"
)

// What a report says of an agent, a seat and a game, the measures say too, with
// the same errors.
func TestMeasuresAreThoseOfReport(t *testing.T) {
	run := measure.Played(t, "standard", 3, 18, "greedy", "random", "greedy")
	r, err := report.Read(t.Context(), run.Dir)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, s measure.Subject, value float64, se *float64) {
		t.Helper()
		m, err := measure.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := measure.Collect(t.Context(), run, 2, measure.Wanted{Measure: m, Subject: s})
		if err != nil {
			t.Fatal(err)
		}
		ratio, err := table.Columns[0].Ratio(0.95)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []stats.Estimate{ratio, stats.Mean(table.Columns[0].Influence(), 0.95)} {
			// Where no deal differs, package stats knows of no error.
			same := math.Abs(got.SE-*se) <= 1e-9 || math.IsNaN(got.SE) && *se < 1e-12
			if math.Abs(got.Value-value) > 1e-9 || !same {
				t.Errorf("%s of %s is %v ± %v, the report says %v ± %v", name, s, got.Value, got.SE, value, *se)
			}
		}
	}
	subjects := map[measure.Subject]report.Figures{}
	for name, f := range r.Agents {
		subjects[measure.OfAgent(name)] = f
	}
	for seat, f := range r.Seats {
		subjects[measure.OfSeat(seat)] = f
	}
	for s, f := range subjects {
		check("win", s, f.WinRate, f.WinRateSE)
		check("score", s, f.MeanScore, f.ScoreSE)
		check("spread", s, f.MeanSpread, f.SpreadSE)
		check("own_turns", s, f.Turns, f.TurnsSE)
		check("bingos", s, f.Bingos, f.BingosSE)
		check("exchanges", s, f.Exchanges, f.ExchangesSE)
		check("passes", s, f.Passes, f.PassesSE)
	}
	check("turns", measure.OfAll(), *r.TurnsPerGame, r.TurnsSE)
}
