package analysis

import (
	"fmt"
	"math"
	"slices"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
)

// deviation is a standard deviation of a game in normalised Elo.
const deviation = 800 / math.Ln10

// roughRatio is said of a ratio in which one of the two differences in strength
// is less than three standard errors: nothing linear is right there.
const roughRatio stats.Warning = "the agents of one of the two runs are hardly told apart: the ratio is rough"

// strengthSection says how much a game of each run tells about which of its two
// agents is better.
func strengthSection(runs []luckRun) (document.Section, error) {
	table := document.Table{
		Name:    "games",
		Caption: "How much a game tells about who is better",
		Columns: []document.Column{
			labelColumn(),
			{Name: "agents", Heading: "agents", Meaning: "the first, of whom the figures are, and the second"},
			{Name: "win", Heading: "wins", Unit: "%", Meaning: "share of the games that the first agent wins, draws half"},
			{Name: "nelo", Heading: "normalised Elo", Meaning: "of the first agent over the second, from the pairs"},
			{Name: "information", Heading: "information a game", Meaning: "square of the first agent's lead in standard deviations of a game: by so much each game adds to the square of how many standard errors the lead is"},
			{Name: "needed", Heading: "games needed", Unit: "games", Meaning: "after which the lead is two standard errors: 4 / information a game"},
			{Name: "ratio", Heading: "one game here", Unit: "games of the first run", Meaning: "how many games of the first run tell as much: ratio of the information of a game"},
			{Name: "forfeited", Heading: "forfeited", Unit: "games", Meaning: "games in which an agent failed, whose pairs are left out"},
		},
		Notes: []string{"The two agents differ by something else in each run, so this compares games together with what strength is worth in them."},
	}
	var plotted []plots.Row
	var first match
	for i, r := range runs {
		m := matchOf(&r)
		if i == 0 {
			first = m
		}
		nelo := stats.NormalizedElo(m.counts, level)
		information := squared(nelo.Scaled(1 / deviation))
		row := []document.Cell{
			document.Text(r.Label), document.Text(r.first + " : " + r.second),
			document.Estimate(stats.WinRate(m.counts, level), 2).InPercent(), document.Interval(nelo, 1),
			document.Interval(information, 5), document.Number(4/information.Value, 0),
		}
		if i == 0 {
			row = append(row, document.Number(1, 2))
		} else {
			ratio, err := m.over(&first)
			if err != nil {
				return document.Section{}, r.wrap(err)
			}
			row = append(row, document.Interval(ratio, 2))
			plotted = append(plotted, plots.Row{Label: r.Label, Estimate: ratio})
		}
		table.Rows = append(table.Rows, append(row, document.Count(r.forfeited)))
	}
	s := document.Section{
		Name: "luck-games", Heading: "What a game tells",
		Text: []string{"How many games it takes to see who is better falls with the square of the lead, measured in standard deviations of a game as pairs leave them. " +
			"The ratio of these squares says how many games of the one kind a game of the other is worth."},
		Tables: []document.Table{table},
	}
	if len(plotted) > 0 {
		one := 1.0
		plot := plots.Intervals{Label: fmt.Sprintf("games of %s that one game is worth", runs[0].Label), Rows: plotted, Reference: &one, Decimals: 2}
		s.Plots = append(s.Plots, plot.Plot("luck-games", "Games of the first run that tell as much as one game", "The ratio for each other run with its interval of 95 %; the line is at 1."))
	}
	return s, nil
}

// match is the pairs of a run that were played to their ends.
type match struct {
	counts stats.Pentanomial
	deals  []int64
	points []int64 // of the first agent in each deal, in halves of a game: 0 to 4
	stream string  // what the order of the bag comes from
}

// matchOf gathers the whole pairs of a run.
func matchOf(r *luckRun) (m match) {
	s := &r.Manifest.Spec
	m.stream = fmt.Sprintf("seed %d of %v", s.Seed, s.TileSet.Tiles)
	for _, d := range r.deals {
		if d.games != 2 {
			continue
		}
		m.counts[d.points]++
		m.deals, m.points = append(m.deals, d.deal), append(m.points, d.points)
	}
	return m
}

// over is the information of a game of m in units of that of o.
//
// The logarithm of the squared lead t = (mean - 1/2)/σ is linear to first order
// in the deals: the influence of one that scores x, with z = (x - mean)/σ, is
//
//	2/t · (z - t/2·(z² - 1)),
//
// whose variance is the one in stats.NormalizedElo. So the difference of two
// logarithms is a contrast of means by deal, with what the runs have in common
// where they play the same deals, and its exponential is the ratio.
func (m *match) over(o *match) (stats.Estimate, error) {
	stream := [2]string{m.stream, o.stream}
	if stream[0] != stream[1] || !slices.Equal(m.deals, o.deals) {
		stream = [2]string{"first", "second"}
	}
	e, err := stats.Contrast([]stats.Cell{
		{Values: m.logarithms(), Stream: stream[0]}, {Values: o.logarithms(), Stream: stream[1]},
	}, []float64{1, -1}, level)
	if err != nil {
		return e, err
	}
	e.Value, e.Low, e.High = math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High)
	e.SE *= e.Value
	for _, c := range []stats.Pentanomial{m.counts, o.counts} {
		if n := stats.NormalizedElo(c, level); !(math.Abs(n.Value) >= 3*n.SE) {
			e = e.With(roughRatio)
		}
		e = e.With(stats.NormalizedElo(c, level).Warnings...)
	}
	return e, nil
}

// logarithms are values by deal whose mean is the logarithm of the squared lead
// and whose spread is that of its influence. They are NaN if the agents never
// differed.
func (m *match) logarithms() []float64 {
	sum, squares := int64(0), int64(0)
	for _, p := range m.points {
		sum += p
		squares += p * p
	}
	n := float64(len(m.points))
	mean := float64(sum) / n
	σ := math.Sqrt(max(0, float64(squares)/n-float64(mean*mean)))
	t := (mean - 2) / (σ * math.Sqrt(n/(n-1)))
	values := make([]float64, len(m.points))
	for i, p := range m.points {
		z := (float64(p) - mean) / σ
		values[i] = float64(2*math.Log(math.Abs(t))) + float64(2/t*(z-float64(t/2*(float64(z*z)-1))))
	}
	return values
}

// squared is the square of an estimate that is at least 0 as a rule. An interval
// with 0 in it begins at 0.
func squared(e stats.Estimate) stats.Estimate {
	low, high := e.Low*e.Low, e.High*e.High
	if e.Low < 0 && e.High > 0 {
		low, high = 0, max(low, high)
	} else if low > high {
		low, high = high, low
	}
	e.SE *= 2 * math.Abs(e.Value)
	e.Value, e.Low, e.High = float64(e.Value*e.Value), low, high
	return e
}
