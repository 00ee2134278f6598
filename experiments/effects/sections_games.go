package effects

import (
	"fmt"

	"quadword/experiments/document"
	"quadword/experiments/plots"
)

func (e *Effects) distributionsSection() document.Section {
	t := document.Table{Name: "distributions", Caption: "Games in figures", Columns: []document.Column{
		{Name: "of", Heading: "of"},
		{Name: "unit", Heading: "unit"},
		{Name: "counted", Heading: "counted", Meaning: "how many there are of it"},
		{Name: "mean", Heading: "mean"},
		{Name: "p5", Heading: "5 %", Meaning: "what 5 % are at or below; points are counted twenty at a time"},
		{Name: "p50", Heading: "50 %", Meaning: "the median"},
		{Name: "p95", Heading: "95 %", Meaning: "what 95 % are at or below"},
	}}
	for _, d := range e.Distributions() {
		if len(d.Bins) > 0 {
			decimals := 3
			if d.Width > 1 {
				decimals = 1
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Text(d.Name), document.Text(d.Unit), document.Count(d.Mean.N), d.Mean.mean(decimals),
				document.Text(d.within(0.05)), document.Text(d.within(0.5)), document.Text(d.within(0.95)),
			})
		}
	}
	s := document.Section{
		Name: "distributions", Heading: "Scores, spreads and the like", Tables: []document.Table{t},
		Text: []string{"Score is that of each seat. The spread is that of seat 0, which moves first, against the best of the others. " +
			"The comeback is by how much the winner was behind at most, in games with one winner."},
	}
	for _, of := range []struct {
		Distribution
		name, caption, label, counted string
	}{
		{e.Score, "final-scores", "Final scores", "score", "scores"},
		{e.Spread, "spreads", "Spreads", "spread of seat 0, points", "games"},
		{e.Length, "lengths", "Lengths of games", "turns of all seats", "games"},
		{e.Bingos, "bingos", "Bingos", "bingos in a game, of all seats", "games"},
		{e.LeadChanges, "lead-changes", "Lead changes", "lead changes in a game", "games"},
		{e.Vowels, "vowels", "Vowels on full racks", "vowels on a rack of full size, before a move", "racks"},
	} {
		p := plots.Histogram{XLabel: of.label, Of: of.counted, Series: []plots.Distribution{of.drawn()}}
		s.Plots = append(s.Plots, p.Plot(of.name, of.caption+".", fmt.Sprintf("Distribution of %s: %d, their mean is %s", of.label, of.Mean.N, of.Mean.mean(2))))
	}
	return s
}

// drawable is the number of bins that a plot has room for.
const drawable = 50

// drawn is the distribution for a plot: if its bins are too many, several of them
// in one. What is counted is whole, so a bin begins half below its first value.
func (d *Distribution) drawn() plots.Distribution {
	if len(d.Bins) == 0 {
		return plots.Distribution{}
	}
	first, last := d.Bins[0].From/d.Width, d.Bins[len(d.Bins)-1].From/d.Width
	times := int64(1)
	for floor(last, times)-floor(first, times) >= drawable {
		times++
	}
	low := floor(first, times)
	width := times * d.Width
	all := plots.Distribution{From: float64(low*width) - 0.5, Width: float64(width), Counts: make([]int64, floor(last, times)-low+1)}
	for _, b := range d.Bins {
		all.Counts[floor(b.From/d.Width, times)-low] += b.N
	}
	return all
}

// floor is a/b, rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a < q*b {
		q--
	}
	return q
}

func (e *Effects) openingSection() document.Section {
	t := document.Table{Name: "opening", Caption: "The seat that moves first", Columns: []document.Column{
		{Name: "what", Heading: "what"},
		{Name: "value", Heading: "value"},
		{Name: "even", Heading: "even", Meaning: "the value if it did not matter who moves first"},
	}, Notes: []string{"A first place that k seats share counts 1/k. The spread is how many points the seat has more than the best of the others."}}
	add := func(what string, value, even document.Cell) {
		t.Rows = append(t.Rows, []document.Cell{document.Text(what), value, even})
	}
	add("first places", document.Interval(e.Opening.Win.Estimate(), 1).InPercent(), document.Percent(1/float64(e.seats), 1))
	add("spread, points", document.Interval(e.Opening.Spread.Estimate(), 1), evenSpread(e.seats))
	if len(e.ByTurn) > 0 && e.ByTurn[0].From == 0 {
		first := e.ByTurn[0]
		add("points of the first turn", document.Interval(first.Points.Estimate(), 1), document.Cell{})
		add("bingos on the first turn", document.Interval(first.Bingos.Estimate(), 1).InPercent(), document.Cell{})
	}
	return document.Section{Name: "opening", Heading: "Moving first", Tables: []document.Table{t}}
}

// evenSpread is the spread of each seat if all do alike. With more than two it is
// not known, for the best of the others is a maximum.
func evenSpread(seats int) document.Cell {
	if seats > 2 {
		return document.Cell{}
	}
	return document.Number(0, 0)
}

func (c *Calibration) section() document.Section {
	t := document.Table{Name: "calibration", Caption: "Estimates of agents before their moves, and what came of them", Columns: []document.Column{
		{Name: "estimate", Heading: "estimate", Unit: "%", Meaning: "of the probability of winning, from one number up to the other"},
		{Name: "moves", Heading: "moves"},
		{Name: "predicted", Heading: "predicted", Unit: "%", Meaning: "mean of the estimates"},
		{Name: "observed", Heading: "won", Unit: "%", Meaning: "games won; a shared first place of k counts 1/k"},
		{Name: "difference", Heading: "difference", Unit: "%", Meaning: "won less predicted, in percentage points"},
	}}
	p := plots.Calibration{XLabel: "predicted probability of winning", YLabel: "share of games won"}
	for i := range c.Bins {
		b := &c.Bins[i]
		if b.Predicted.N == 0 {
			continue
		}
		predicted, observed := b.Predicted.Estimate(), b.Observed.Estimate()
		t.Rows = append(t.Rows, []document.Cell{
			document.Text(fmt.Sprintf("%d-%d", b.From, b.To)), document.Count(b.Predicted.N),
			b.Predicted.share(1), b.Observed.share(1), document.Interval(b.Difference.Estimate(), 1).InPercent(),
		})
		p.Points = append(p.Points, plots.Prediction{Predicted: predicted.Value, Observed: observed})
	}
	return document.Section{
		Name: "calibration", Heading: "Predictions", Tables: []document.Table{t},
		Text: []string{fmt.Sprintf("Before %d moves of games that were played to their end, agents said how likely they win.", c.Moves)},
		Plots: []document.Plot{p.Plot("calibration", "How often those won who thought they would, with 95 % intervals. On the diagonal, predictions are right.",
			"Predicted probabilities of winning against the share of games won, as in the table")},
	}
}
