package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// luck tells how much of a game is decided by the deal, of the runs that play a
// deal several times, and how much a game tells about who is better, of those in
// which two agents meet in pairs. A run may be both.
func luck(ctx context.Context, runs []Run, workers int) ([]document.Section, error) {
	var replicated, paired []luckRun
	for i := range runs {
		r := &runs[i]
		if err := r.twoSeats(); err != nil {
			return nil, err
		}
		if r.gamesPerDeal() < 2 {
			continue
		}
		l, err := readLuck(ctx, r, workers)
		if err != nil {
			return nil, err
		}
		replicated = append(replicated, l)
		if l.first != "" {
			paired = append(paired, l)
		}
	}
	if len(replicated) == 0 {
		return nil, errors.New("no run plays a deal several times: luck takes paired games, or more agents than seats")
	}
	deals, err := dealSection(replicated)
	if err != nil {
		return nil, err
	}
	sections := []document.Section{deals}
	if len(paired) > 0 {
		games, err := strengthSection(paired)
		if err != nil {
			return nil, err
		}
		sections = append(sections, games)
	}
	return sections, nil
}

// luckRun is what is kept of a run.
type luckRun struct {
	*Run
	first, second string // its agents, if they are two that meet in pairs
	deals         []luckDeal
	forfeited     int64 // games
}

// luckDeal is what is kept of a deal: its games without those that were
// forfeited.
type luckDeal struct {
	deal         int64
	games        int64
	sum, squares int64 // of the first seat's spread
	points       int64 // of the first agent, in halves of a game
}

// luckGame is what is read of a game.
type luckGame struct {
	GameID    int64               `parquet:"game_id"`
	DealID    int64               `parquet:"deal_id"`
	Agent     []string            `parquet:"agent"`
	Spread    int32               `parquet:"spread"`
	Winner    dataset.Null[int32] `parquet:"winner"`
	EndReason string              `parquet:"end_reason"`
}

// readLuck reads a run.
func readLuck(ctx context.Context, r *Run, workers int) (luckRun, error) {
	l := luckRun{Run: r}
	if s := &r.Manifest.Spec; s.Paired && len(s.Agents) == 2 && s.Agents[0].Spec != s.Agents[1].Spec {
		l.first, l.second = s.Agents[0].Spec, s.Agents[1].Spec
	}
	err := eachPart(ctx, r, workers, func(p dataset.Part) (luckRun, error) {
		part := luckRun{first: l.first}
		return part, rows(ctx, r, dataset.GamesTable, p, part.add)
	}, func(part luckRun) error {
		if n := len(l.deals); n > 0 && len(part.deals) > 0 && part.deals[0].deal <= l.deals[n-1].deal {
			return fmt.Errorf("deal %d is behind deal %d", part.deals[0].deal, l.deals[n-1].deal)
		}
		l.deals = append(l.deals, part.deals...)
		l.forfeited += part.forfeited
		return nil
	})
	return l, err
}

// add adds a game, of the last deal or a later one.
func (l *luckRun) add(g *luckGame) error {
	n := len(l.deals)
	if n == 0 || l.deals[n-1].deal != g.DealID {
		if n > 0 && g.DealID < l.deals[n-1].deal {
			return fmt.Errorf("game %d: deal %d is behind deal %d", g.GameID, g.DealID, l.deals[n-1].deal)
		}
		l.deals = append(l.deals, luckDeal{deal: g.DealID})
		n++
	}
	if g.EndReason == forfeit {
		l.forfeited++
		return nil
	}
	d := &l.deals[n-1]
	d.games++
	d.sum += int64(g.Spread)
	d.squares += int64(g.Spread) * int64(g.Spread)
	if l.first == "" {
		return nil
	}
	seat := slices.Index(g.Agent, l.first)
	switch {
	case seat < 0 || len(g.Agent) != 2:
		return fmt.Errorf("game %d of %q: %s is not one of two", g.GameID, g.Agent, l.first)
	case !g.Winner.Valid:
		d.points++
	case int(g.Winner.V) == seat:
		d.points += 2
	}
	return nil
}

// components are the parts of the variance of the first seat's spread.
type components struct {
	between, within float64 // points²; between may be below 0, where it is none
	share           float64 // of the deal
}

// variance is the analysis of variance of the spread by deal, in which the i-th
// deal counts times[i] times (Searle, Casella and McCulloch, Variance
// Components, 1992, section 3.6): with D deals and N games, n of a deal,
//
//	within  = Σ (y - mean of the deal)² / (N - D)
//	between = (Σ n·(mean of the deal - mean)² / (D-1) - within) / n₀,  n₀ = (N - Σn²/N) / (D-1)
//	share   = between / (between + within), the intraclass correlation
//
// Every deal has two games or more. If no two games differ, all are 0.
func variance(deals []luckDeal, times []int) (c components) {
	var d, n, nn, sum int64
	var between, squares float64 // of the deals' means, and of all
	for i := range deals {
		x, t := &deals[i], int64(times[i])
		d += t
		n += t * x.games
		nn += t * x.games * x.games
		sum += t * x.sum
		mean := float64(t) * float64(x.sum) * float64(x.sum) / float64(x.games)
		between += mean
		squares += float64(t*x.squares) - mean
	}
	all, more := float64(n), float64(d-1)
	between -= float64(sum) * float64(sum) / all
	n0 := (all - float64(nn)/all) / more
	c.within = squares / float64(n-d)
	c.between = (between/more - c.within) / n0
	if total := c.between + c.within; total > 0 {
		c.share = c.between / total
	}
	return c
}

// bootstrap is that of all figures without a formula.
var bootstrap = stats.Bootstrap{Resamples: 2000, Seed: 1}

// dealSection says how much of the spread the deal decides.
func dealSection(runs []luckRun) (document.Section, error) {
	table := document.Table{
		Name:    "deals",
		Caption: "How much of the first seat's spread the deal decides",
		Columns: []document.Column{
			labelColumn(),
			{Name: "deals", Heading: "deals", Meaning: "that were played twice or more"},
			{Name: "games", Heading: "games", Meaning: "on these deals"},
			{Name: "between", Heading: "between deals", Unit: "points²", Meaning: "variance between deals: what the order of the bag and the seats make"},
			{Name: "within", Heading: "within deals", Unit: "points²", Meaning: "variance between games of one deal: what the players and the board make of it"},
			{Name: "share", Heading: "deal's share", Unit: "%", Meaning: "share of the variance that is between deals: the intraclass correlation"},
			{Name: "forfeited", Heading: "forfeited", Unit: "games", Meaning: "games in which an agent failed, which are left out"},
		},
		Notes: []string{"Intervals are bootstrapped over deals. Where the agents differ in strength, their difference is part of the variance within deals."},
	}
	var plotted []plots.Row
	for _, r := range runs {
		deals := slices.DeleteFunc(slices.Clone(r.deals), func(d luckDeal) bool { return d.games < 2 })
		if len(deals) < 2 {
			return document.Section{}, r.wrap(fmt.Errorf("%d deals that were played twice or more, expected 2", len(deals)))
		}
		games := int64(0)
		for _, d := range deals {
			games += d.games
		}
		row := []document.Cell{document.Text(r.Label), document.Count(int64(len(deals))), document.Count(games)}
		for _, of := range []func(components) float64{
			func(c components) float64 { return c.between },
			func(c components) float64 { return c.within },
			func(c components) float64 { return c.share },
		} {
			e, err := bootstrap.Estimate(len(deals), level, func(times []int) float64 { return of(variance(deals, times)) })
			if err != nil {
				return document.Section{}, r.wrap(err)
			}
			if len(row) < 5 {
				row = append(row, document.Interval(e, 0))
				continue
			}
			row = append(row, document.Interval(e, 1).InPercent())
			plotted = append(plotted, plots.Row{Label: r.Label, Estimate: e})
		}
		table.Rows = append(table.Rows, append(row, document.Count(r.forfeited)))
	}
	plot := plots.Intervals{Label: "share of the variance between deals, %", Rows: plotted, Percent: true, Decimals: 1}
	return document.Section{
		Name: "luck-deals", Heading: "What the deal decides",
		Text: []string{"A deal that is played several times by players of the same strength tells apart what the tiles decide from what comes of the game itself. " +
			"Thomas (arXiv:1107.2456, 2011) found with players of another program on the standard board that the order of the tiles accounts for about as much of the variance as what happens on the board."},
		Tables: []document.Table{table},
		Plots:  []document.Plot{plot.Plot("luck-deals", "Share of the variance of the spread that the deal decides", "The share for each run with its interval of 95 %.")},
	}, nil
}
