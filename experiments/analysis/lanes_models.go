package analysis

import (
	"fmt"
	"math"

	"quadword/experiments/stats"
)

// levels are the levels that open squares of a kind are taken in: the least
// number of each. Boards have many more triple-word squares than others.
var levels = [squareKinds][]int{triple: {0, 2, 4, 6, 8}, quadruple: {0, 1, 2, 3, 4}}

// levelOf is the level that a number of open squares is in.
func levelOf(kind int, open int16) int {
	level := 0
	for i, least := range levels[kind] {
		if int(open) >= least {
			level = i
		}
	}
	return level
}

// bagBin is how many tiles of the bag are taken together. An empty bag is a bin
// of its own.
const bagBin = 10

// laneModel is a way to explain turns.
type laneModel struct {
	columns []string
	// fill gives the columns of a turn, in x that is all 0; false: the turn is
	// none of those that are explained.
	fill func(x []float64, at int) bool
}

// fit explains a figure of the turns.
func (l *laneRun) fit(m laneModel, y func(*laneTurn) float64) (stats.Fit, error) {
	x := make([]float64, len(m.columns))
	return stats.Streamed{Columns: m.columns, Rows: func(yield func(stats.Observation) bool) {
		l.each(func(deal int64, at int) bool {
			clear(x)
			return !m.fill(x, at) || yield(stats.Observation{Deal: deal, X: x, Y: y(&l.turns[at])})
		})
	}}.Fit()
}

// What is explained. A turn that is no play makes 0 points.
func pointsNow(t *laneTurn) float64   { return float64(t.score) }
func pointsToEnd(t *laneTurn) float64 { return float64(t.gain) }

func covers(kind int) func(*laneTurn) float64 {
	return func(t *laneTurn) float64 {
		if t.covered[kind] > 0 {
			return 1
		}
		return 0
	}
}

// controls are the columns of what goes along with open squares: the bag by
// tens, the spread, who moves. Columns that a run does not need, such as the bag
// at the end, are left out by the fit, as long as they are before those that
// are asked for.
func (l *laneRun) controls() []string {
	columns := []string{"constant", "spread"}
	for i := range l.agents {
		columns = append(columns, fmt.Sprintf("agent %d", i+1))
	}
	for bin := range (l.tiles+bagBin-1)/bagBin + 1 {
		columns = append(columns, fmt.Sprintf("bag bin %d", bin))
	}
	return columns
}

// control fills the columns of controls and returns how many they are.
func (l *laneRun) control(x []float64, t *laneTurn) int {
	x[0], x[1] = 1, float64(t.spread)
	x[2+t.agent] = 1
	bags := 2 + len(l.agents)
	x[bags+(int(t.bag)+bagBin-1)/bagBin] = 1
	return bags + (l.tiles+bagBin-1)/bagBin + 1
}

// levelColumns are a column for each level of open squares of a kind.
func levelColumns(kind int, when string) (columns []string) {
	for i := range levels[kind] {
		columns = append(columns, levelColumn(kind, i, when))
	}
	return columns
}

func levelColumn(kind, level int, when string) string {
	return fmt.Sprintf("%s open %s, level %d", squareNames[kind], when, level)
}

// base is the level that the others are compared with: the lowest of which
// there are turns.
func (l *laneRun) base(kind int) int {
	lowest := len(levels[kind]) - 1
	for i := range l.turns {
		if t := &l.turns[i]; !t.empty {
			lowest = min(lowest, levelOf(kind, t.open[kind]))
		}
	}
	return lowest
}

// byLevel explains turns by how many squares are open of the highest kind that
// the board has, as levels beside the base, and of the other kind, as a number.
// On the empty board none are.
func (l *laneRun) byLevel() laneModel {
	m := laneModel{columns: append(l.controls(), "anchors")}
	for _, kind := range l.kinds[1:] {
		m.columns = append(m.columns, squareNames[kind])
	}
	top := l.kinds[0]
	base := l.base(top)
	m.columns = append(m.columns, levelColumns(top, "now")...)
	m.fill = func(x []float64, at int) bool {
		t := &l.turns[at]
		x = x[l.control(x, t):]
		x[0] = float64(t.anchors)
		for i, kind := range l.kinds[1:] {
			x[1+i] = float64(t.open[kind])
		}
		if level := levelOf(top, t.open[top]); level != base {
			x[len(l.kinds)+level] = 1
		}
		return !t.empty
	}
	return m
}

// byNumber explains turns by how many squares are open of each kind, as
// numbers.
func (l *laneRun) byNumber() laneModel {
	m := laneModel{columns: append(l.controls(), "anchors")}
	for _, kind := range l.kinds {
		m.columns = append(m.columns, squareNames[kind])
	}
	m.fill = func(x []float64, at int) bool {
		t := &l.turns[at]
		x = x[l.control(x, t):]
		x[0] = float64(t.anchors)
		for i, kind := range l.kinds {
			x[1+i] = float64(t.open[kind])
		}
		return !t.empty
	}
	return m
}

// openedColumn tells whether the play before opened squares of a kind.
func openedColumn(kind int) string { return "opened " + squareNames[kind] }

// opened tells whether more squares of a kind are open than before the last
// turn.
func (l *laneRun) opened(at, kind int) bool {
	return l.turns[at].open[kind] > l.turns[at-1].open[kind]
}

// answers tells whether a turn follows a play on a board that had tiles before
// that.
func (l *laneRun) answers(at int) bool { return l.turns[at].follows && !l.turns[at-1].empty }

// byOpening explains turns by whether the play before opened squares, beside how
// things stood before it, its points and its tiles.
func (l *laneRun) byOpening() laneModel {
	m := laneModel{columns: append(l.controls(), "anchors before", "points before", "tiles before")}
	for _, kind := range l.kinds {
		m.columns = append(m.columns, levelColumns(kind, "before")...)
	}
	for _, kind := range l.kinds {
		m.columns = append(m.columns, openedColumn(kind))
	}
	m.fill = func(x []float64, at int) bool {
		if !l.answers(at) {
			return false
		}
		before := &l.turns[at-1]
		x = x[l.control(x, &l.turns[at]):]
		x[0], x[1], x[2] = float64(before.anchors), float64(before.score), float64(before.tiles)
		x = x[3:]
		for _, kind := range l.kinds {
			x[levelOf(kind, before.open[kind])] = 1
			x = x[len(levels[kind]):]
		}
		for i, kind := range l.kinds {
			if l.opened(at, kind) {
				x[i] = 1
			}
		}
		return true
	}
	return m
}

// count is how many turns are of a kind, and of how many deals.
type count struct{ turns, deals int }

// count counts the turns that are of a kind.
func (l *laneRun) count(is func(at int) bool) (c count) {
	last := int64(-1)
	l.each(func(deal int64, at int) bool {
		if is(at) {
			c.turns++
			if deal != last {
				c.deals++
				last = deal
			}
		}
		return true
	})
	return c
}

// coefficient is that of a column: not known if the run has no such turns, or
// none that differ in nothing else, and rough if they are of few deals.
func coefficient(f stats.Fit, column string, of count) stats.Estimate {
	e, err := f.Coefficient(column, level)
	if err != nil {
		unknown := math.NaN()
		return stats.Estimate{Value: unknown, Low: unknown, High: unknown, SE: unknown, Level: level, DF: unknown, N: of.deals}
	}
	if of.deals < fewDeals {
		e = e.With(stats.FewDeals)
	}
	return e
}

// fewDeals is the number of deals from which on package stats trusts intervals.
const fewDeals = 30

// mean is that of figures of turns of a kind, by deal.
func (l *laneRun) mean(is func(*laneTurn) bool, of func(*laneTurn) int64) stats.Estimate {
	var s stats.Sums
	at := 0
	for _, d := range l.deals {
		sum, n := int64(0), int64(0)
		for ; at < d.end; at++ {
			if t := &l.turns[at]; is(t) {
				sum += of(t)
				n++
			}
		}
		s.Add(sum, n)
	}
	value, se := s.Mean(1)
	if se == nil {
		return stats.Student(value, math.NaN(), int(s.Deals), level)
	}
	return stats.Student(value, *se, int(s.Deals), level)
}
