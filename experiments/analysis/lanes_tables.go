package analysis

import (
	"fmt"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
)

// section says what was found of a run.
func (l *laneRun) section(name, label string) (document.Section, error) {
	worth, plotted, err := l.worthTable()
	if err != nil {
		return document.Section{}, err
	}
	opened, answers, err := l.openedTable()
	if err != nil {
		return document.Section{}, err
	}
	if l.leftOut > 0 {
		worth.Notes = append(worth.Notes, fmt.Sprintf("%d games in which an agent failed are left out.", l.leftOut))
	}
	top := squareNames[l.kinds[0]]
	text := []string{
		fmt.Sprintf("Of %d games, %d turns. A square is open if it is empty and a play could cover it were every word good. "+
			"What is told is worth to the player to move: in the points of this turn, and in what the spread gains from this turn to the end, which takes in what the other seat makes of the board afterwards.", l.games, len(l.turns)),
		"The first table only observes. Openness goes along with other things: it holds the bag, the spread, the anchors, the other kind of premium squares and the agents fixed, and nothing else, so a part of what it shows may belong to what made the board open.",
		"The comparison of openings is closer to a cause: it sets turns before which the other seat's play made more squares open against those before which it did not, on boards that were alike before that play, after plays of equal points and tiles. " +
			"An agent that values a play by its points and its leave does not look at what it opens. But what a play opens still goes along with where it lies, the anchors it adds and the leave it keeps, so it is what a play that opens squares gives away and not what the square alone does.",
	}
	figures := plots.Intervals{Label: "points for the player to move", Rows: append(plotted, answers...), Reference: new(float64), Decimals: 2}
	return document.Section{
		Name: name, Heading: "What an open " + top + " square is worth: " + label, Text: text,
		Tables: []document.Table{worth, l.coveredTable(), opened},
		Plots: []document.Plot{figures.Plot(name, "What open squares are worth to the player to move: "+label,
			"What open squares add to the points of the turn and to the spread until the end, each with its interval of 95 %; the line is at 0.")},
	}, nil
}

const (
	nowMeaning   = "what it adds to the points of this turn"
	toEndMeaning = "what it adds to the mover's final spread less the spread before the move"
)

// levelName is a level of open squares.
func levelName(kind, level int) string {
	least, name := levels[kind][level], squareNames[kind]
	if level == len(levels[kind])-1 {
		return fmt.Sprintf("%d or more %s open", least, name)
	}
	switch most := levels[kind][level+1] - 1; {
	case most == 0:
		return "no " + name + " open"
	case most == least:
		return fmt.Sprintf("%d %s open", least, name)
	default:
		return fmt.Sprintf("%d to %d %s open", least, most, name)
	}
}

// atLevel tells whether squares of a kind are open to a level, on a board that
// is not empty.
func (t *laneTurn) atLevel(kind, level int) bool {
	return !t.empty && levelOf(kind, t.open[kind]) == level
}

// worthTable is what open squares go along with.
func (l *laneRun) worthTable() (document.Table, []plots.Row, error) {
	top := l.kinds[0]
	t := document.Table{Name: "worth", Caption: "What the player to move has of open squares", Columns: []document.Column{
		{Name: "open", Heading: "open", Meaning: "squares that a play could cover before the move; each: by the number of squares"},
		{Name: "turns", Heading: "turns", Meaning: "of this kind, without those on the empty board"},
		{Name: "now", Heading: "this turn", Unit: "points", Meaning: nowMeaning + ", beside the row without a figure"},
		{Name: "to_end", Heading: "to the end", Unit: "points", Meaning: toEndMeaning + ", beside the row without a figure"},
	}, Notes: []string{
		"By least squares with errors by deal, holding fixed the tiles in the bag (by tens), the spread, the number of anchors, the other kind of squares and the agent.",
	}}
	byLevel, byNumber := l.byLevel(), l.byNumber()
	var fits [4]stats.Fit
	for i, f := range []struct {
		model laneModel
		y     func(*laneTurn) float64
	}{{byLevel, pointsNow}, {byLevel, pointsToEnd}, {byNumber, pointsNow}, {byNumber, pointsToEnd}} {
		var err error
		if fits[i], err = l.fit(f.model, f.y); err != nil {
			return t, nil, err
		}
	}
	var plotted []plots.Row
	add := func(what, column string, now, toEnd stats.Fit, of count) {
		a, b := coefficient(now, column, of), coefficient(toEnd, column, of)
		t.Rows = append(t.Rows, []document.Cell{document.Text(what), document.Count(int64(of.turns)), document.Interval(a, 2), document.Interval(b, 2)})
		plotted = append(plotted, plots.Row{Label: what + ": this turn", Estimate: a}, plots.Row{Label: what + ": to the end", Estimate: b})
	}
	base := l.base(top)
	for level := range levels[top] {
		switch of := l.count(func(at int) bool { return l.turns[at].atLevel(top, level) }); {
		case level == base:
			t.Rows = append(t.Rows, []document.Cell{document.Text(levelName(top, level)), document.Count(int64(of.turns)), {}, {}})
		case of.turns > 0:
			add(levelName(top, level), levelColumn(top, level, "now"), fits[0], fits[1], of)
		}
	}
	for _, kind := range l.kinds {
		add("each "+squareNames[kind], squareNames[kind], fits[2], fits[3], l.count(func(at int) bool { return !l.turns[at].empty }))
	}
	return t, plotted, nil
}

// coveredTable is how often open squares are covered, and what that makes.
func (l *laneRun) coveredTable() document.Table {
	t := document.Table{Name: "covered", Caption: "How often open squares are covered", Columns: []document.Column{
		{Name: "open", Heading: "open", Meaning: "squares that a play could cover before the move"},
		{Name: "turns", Heading: "turns", Meaning: "of this kind, without those on the empty board"},
		{Name: "covered", Heading: "covered", Unit: "%", Meaning: "share of these turns at which a play covers one or more of the squares"},
		{Name: "points", Heading: "such plays", Unit: "points", Meaning: "mean points of the plays that cover one"},
		{Name: "others", Heading: "other turns", Unit: "points", Meaning: "mean points of the other turns, 0 of an exchange or a pass"},
	}}
	for _, kind := range l.kinds {
		for level := range levels[kind] {
			at := func(t *laneTurn) bool { return t.atLevel(kind, level) }
			turns := l.count(func(i int) bool { return at(&l.turns[i]) }).turns
			if turns == 0 {
				continue
			}
			does := func(t *laneTurn) bool { return at(t) && t.covered[kind] > 0 }
			points := func(t *laneTurn) int64 { return int64(t.score) }
			t.Rows = append(t.Rows, []document.Cell{
				document.Text(levelName(kind, level)), document.Count(int64(turns)),
				document.Estimate(l.mean(at, func(t *laneTurn) int64 { return int64(covers(kind)(t)) }), 2).InPercent(),
				document.Estimate(l.mean(does, points), 2),
				document.Estimate(l.mean(func(t *laneTurn) bool { return at(t) && !does(t) }, points), 2),
			})
		}
	}
	return t
}

// openedTable is what it gives the player to move that the play before opened
// squares.
func (l *laneRun) openedTable() (document.Table, []plots.Row, error) {
	t := document.Table{Name: "opened", Caption: "What the player to move has of a play before that opened squares", Columns: []document.Column{
		{Name: "opened", Heading: "opened", Meaning: "the other seat's play made more squares of this kind open than were before it"},
		{Name: "turns", Heading: "turns", Meaning: "after a play that did"},
		{Name: "others", Heading: "others", Meaning: "turns after a play that did not"},
		{Name: "covers", Heading: "covers one", Unit: "%", Meaning: "what it adds to the share of turns at which a play covers a square of this kind, in percentage points"},
		{Name: "now", Heading: "this turn", Unit: "points", Meaning: nowMeaning},
		{Name: "to_end", Heading: "to the end", Unit: "points", Meaning: toEndMeaning},
	}, Notes: []string{
		"By least squares with errors by deal, holding fixed what was before the play that opened: how many squares of each kind were open (as levels) and the anchors; its points and tiles; and the tiles in the bag (by tens), the spread and the agent. Only turns after a play, and not after the first.",
	}}
	model := l.byOpening()
	now, err := l.fit(model, pointsNow)
	if err != nil {
		return t, nil, err
	}
	toEnd, err := l.fit(model, pointsToEnd)
	if err != nil {
		return t, nil, err
	}
	all := l.count(l.answers)
	var plotted []plots.Row
	for _, kind := range l.kinds {
		covered, err := l.fit(model, covers(kind))
		if err != nil {
			return t, nil, err
		}
		column := openedColumn(kind)
		of := l.count(func(at int) bool { return l.answers(at) && l.opened(at, kind) })
		a, b := coefficient(now, column, of), coefficient(toEnd, column, of)
		t.Rows = append(t.Rows, []document.Cell{
			document.Text(squareNames[kind]), document.Count(int64(of.turns)), document.Count(int64(all.turns - of.turns)),
			document.Interval(coefficient(covered, column, of), 2).InPercent(), document.Interval(a, 2), document.Interval(b, 2),
		})
		what := "a " + squareNames[kind] + " was opened"
		plotted = append(plotted, plots.Row{Label: what + ": this turn", Estimate: a}, plots.Row{Label: what + ": to the end", Estimate: b})
	}
	return t, plotted, nil
}
