package analysis

import (
	"context"
	"fmt"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// The points that seat two is given in the table: 0 to maxKomi by komiStep.
const (
	maxKomi  = 60
	komiStep = 5
)

// komiRun is what is kept of a run: a game of each deal.
type komiRun struct {
	spreads   []int32 // of the first seat
	results   stats.Trinomial
	forfeited int64
	next      int64 // the deals that were read are below
}

// komi tells how many points make the second seat even.
//
// The first seat wins with a spread above the points that the second is given.
// Draws being half, it wins half of the games if the second is given the median
// of its spread, whatever the distribution: so the komi that makes seats even is
// a median, and its interval is one of order statistics. The mean is what the
// move is worth in points, which is another figure where spreads are skewed.
func komi(ctx context.Context, runs []Run, workers int) ([]document.Section, error) {
	even := document.Table{
		Name:    "even",
		Caption: "Points that make the second seat even",
		Columns: []document.Column{
			labelColumn(),
			{Name: "games", Heading: "games", Meaning: "one of each deal, without those that were forfeited"},
			{Name: "komi", Heading: "komi", Unit: "points", Meaning: "median of the first seat's final spread; the interval is from one order statistic to another and holds at least as often as it says"},
			{Name: "spread", Heading: "mean spread", Unit: "points", Meaning: "mean of the first seat's final spread"},
			{Name: "win", Heading: "first seat wins", Unit: "%", Meaning: "share of the games, draws half, as they were played"},
			{Name: "forfeited", Heading: "forfeited", Unit: "games", Meaning: "games in which an agent failed, which are left out"},
		},
	}
	given := document.Table{
		Name:    "given",
		Caption: "What the first seat wins if the second is given points",
		Columns: []document.Column{{Name: "points", Heading: "given", Unit: "points", Meaning: "that are added to the second seat's score"}},
		Notes:   []string{"Equal totals count half, whatever breaks ties in the run. Nobody played for these points: the games are those that were played without."},
	}
	for k := 0; k <= maxKomi; k += komiStep {
		given.Rows = append(given.Rows, []document.Cell{document.Count(int64(k))})
	}
	plot := plots.Lines{XLabel: "points given to the second seat", YLabel: "first seat wins, %", Percent: true}
	for i := range runs {
		r := &runs[i]
		k, err := readKomi(ctx, r, workers)
		if err != nil {
			return nil, err
		}
		spreads := make([]float64, len(k.spreads))
		for j, s := range k.spreads {
			spreads[j] = float64(s)
		}
		even.Rows = append(even.Rows, []document.Cell{
			document.Text(r.Label), document.Count(int64(len(k.spreads))),
			document.Interval(stats.Median(spreads, level), 1), document.Estimate(stats.Mean(spreads, level), 2),
			document.Estimate(stats.WinRate(k.results, level), 2).InPercent(), document.Count(k.forfeited),
		})
		line := plots.Line{Label: r.Label}
		for j := range given.Rows {
			points := int32(j * komiStep)
			e := stats.WinRate(k.given(points), level)
			given.Rows[j] = append(given.Rows[j], document.Estimate(e, 2).InPercent())
			line.X, line.Y = append(line.X, float64(points)), append(line.Y, e)
		}
		given.Columns = append(given.Columns, document.Column{
			Name: part("run", i), Heading: r.Label, Unit: "%", Meaning: "share of the games that the first seat wins, draws half: " + r.Label,
		})
		plot.Lines = append(plot.Lines, line)
	}
	plot.Lines = append(plot.Lines, evenLine())
	return []document.Section{{
		Name: "komi", Heading: "Points that make the second seat even",
		Text:   []string{"Who moves first gains something by it. The second seat is even if it is given the median of the first seat's spread: then the first wins half of the games."},
		Tables: []document.Table{even, given},
		Plots: []document.Plot{plot.Plot("komi-given", "What the first seat wins if the second is given points",
			"Share of games that the first seat wins, for each run, falling with the points that the second seat is given; the bands are intervals of 95 %.")},
	}}, nil
}

// evenLine is where both seats win the same.
func evenLine() plots.Line {
	e := stats.Estimate{Value: 0.5, Low: 0.5, High: 0.5}
	return plots.Line{Label: "even", X: []float64{0, maxKomi}, Y: []stats.Estimate{e, e}}
}

// given is how the games end if the second seat is given points.
func (k *komiRun) given(points int32) (t stats.Trinomial) {
	for _, s := range k.spreads {
		switch {
		case s > points:
			t[2]++
		case s == points:
			t[1]++
		default:
			t[0]++
		}
	}
	return t
}

// komiGame is what is read of a game.
type komiGame struct {
	GameID    int64               `parquet:"game_id"`
	DealID    int64               `parquet:"deal_id"`
	Spread    int32               `parquet:"spread"`
	Winner    dataset.Null[int32] `parquet:"winner"`
	EndReason string              `parquet:"end_reason"`
}

// add adds a game, whose deal is behind all others.
func (k *komiRun) add(g *komiGame) error {
	if g.DealID < k.next {
		return fmt.Errorf("game %d is another one of deal %d, or the deal is behind a later one", g.GameID, g.DealID)
	}
	k.next = g.DealID + 1
	switch {
	case g.EndReason == forfeit:
		k.forfeited++
		return nil
	case !g.Winner.Valid:
		k.results[1]++
	case g.Winner.V == 0:
		k.results[2]++
	default:
		k.results[0]++
	}
	k.spreads = append(k.spreads, g.Spread)
	return nil
}

// readKomi reads a run.
func readKomi(ctx context.Context, r *Run, workers int) (*komiRun, error) {
	if err := r.twoSeats(); err != nil {
		return nil, err
	}
	if n := r.gamesPerDeal(); n != 1 {
		return nil, r.wrap(fmt.Errorf("each deal is played %d times, expected once: komi takes an agent against itself, or paired = false", n))
	}
	all := &komiRun{}
	err := eachPart(ctx, r, workers, func(p dataset.Part) ([]komiGame, error) {
		var games []komiGame
		err := rows(ctx, r, dataset.GamesTable, p, func(g *komiGame) error {
			games = append(games, *g)
			return nil
		})
		return games, err
	}, func(games []komiGame) error {
		for i := range games {
			if err := all.add(&games[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}
