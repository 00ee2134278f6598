package effects

import (
	"fmt"
	"slices"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
)

func (e *Effects) turnsSection() document.Section {
	s := document.Section{Name: "turns", Heading: "Turn by turn", Text: []string{"There are no turns."}}
	if len(e.turnGroups) > 0 {
		s.Text = []string{"Turns are counted from 0, through all seats. Those at the end are turns of long games alone."}
		s.Tables = []document.Table{phasesTable("turns", "Turns", document.Column{Name: "turn", Heading: "turn"}, e.turnGroups)}
		s.Plots = e.lines("turn", "turn", e.ByTurn, false)
	}
	return s
}

func (e *Effects) bagSection() document.Section {
	s := document.Section{Name: "bag", Heading: "By the bag", Text: []string{"There are no turns."}}
	if len(e.bagGroups) > 0 {
		s.Text = nil
		falling := slices.Clone(e.bagGroups)
		slices.Reverse(falling)
		s.Tables = []document.Table{phasesTable("bag", "Turns by the tiles in the bag, as it gets empty",
			document.Column{Name: "bag", Heading: "in the bag", Unit: "tiles", Meaning: "before the turn"}, falling)}
		s.Plots = e.lines("bag", "tiles in the bag", e.ByBag, true)
	}
	return s
}

func phasesTable(name, caption string, first document.Column, phases []Phase) document.Table {
	t := document.Table{Name: name, Caption: caption, Columns: []document.Column{
		first,
		{Name: "turns", Heading: "turns", Meaning: "in all games together"},
		{Name: "points", Heading: "points", Meaning: "of a turn, exchanges and passes being turns of 0 points"},
		{Name: "plays", Heading: "plays", Unit: "%", Meaning: "of turns"},
		{Name: "bingos", Heading: "bingos", Unit: "%", Meaning: "of turns"},
		{Name: "exchanges", Heading: "exchanges", Unit: "%", Meaning: "of turns"},
		{Name: "passes", Heading: "passes", Unit: "%", Meaning: "of turns"},
	}}
	for i := range phases {
		p := &phases[i]
		t.Rows = append(t.Rows, []document.Cell{
			document.Text(p.name()), document.Count(p.Points.N), p.Points.mean(2),
			p.Plays.share(2), p.Bingos.share(2), p.Exchanges.share(2), p.Passes.share(2),
		})
	}
	return t
}

// name is the range of a phase: 7, 0-3, 76+.
func (p *Phase) name() string {
	switch {
	case p.To == nil:
		return fmt.Sprintf("%d+", p.From)
	case *p.To > p.From:
		return fmt.Sprintf("%d-%d", p.From, *p.To)
	}
	return fmt.Sprint(p.From)
}

// lines are the points and the bingos of a turn over phases.
func (e *Effects) lines(by, label string, phases []Phase, falling bool) []document.Plot {
	points := plots.Lines{XLabel: label, YLabel: "points of a turn", Falling: falling, FromZero: true}
	bingos := plots.Lines{XLabel: label, YLabel: "% of turns that are bingos", Falling: falling, FromZero: true, Percent: true}
	points.Lines = []plots.Line{e.line(phases, func(p *Phase) Figure { return p.Points })}
	bingos.Lines = []plots.Line{e.line(phases, func(p *Phase) Figure { return p.Bingos })}
	note := " by the " + label + ", with intervals of 95 %."
	if len(points.Lines[0].X) < len(phases) {
		note += " What fewer than one deal in twenty came to is left out."
	}
	return []document.Plot{
		points.Plot("points-by-"+by, "Points of a turn"+note, "Points of a turn by the "+label+", "+ends(points.Lines[0], 1, false)),
		bingos.Plot("bingos-by-"+by, "Bingos"+note, "Share of turns that are bingos by the "+label+", "+ends(bingos.Lines[0], 2, true)),
	}
}

// line is a figure of the phases that enough deals came to, each at its middle.
func (e *Effects) line(phases []Phase, of func(*Phase) Figure) plots.Line {
	var l plots.Line
	for i := range phases {
		p := &phases[i]
		f := of(p)
		if p.To == nil || f.Deals*20 < e.Deals {
			continue
		}
		l.X = append(l.X, float64(p.From+*p.To)/2)
		l.Y = append(l.Y, f.Estimate())
	}
	return l
}

// ends says where a line begins and ends.
func ends(l plots.Line, decimals int, percent bool) string {
	if len(l.X) == 0 {
		return "which is not known"
	}
	show := func(e stats.Estimate) document.Cell {
		if percent {
			return document.Percent(e.Value, decimals)
		}
		return document.Number(e.Value, decimals)
	}
	last := len(l.X) - 1
	return fmt.Sprintf("from %s at %g to %s at %g", show(l.Y[0]), l.X[0], show(l.Y[last]), l.X[last])
}
