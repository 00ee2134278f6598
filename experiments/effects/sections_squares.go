package effects

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/experiments/plots"
)

const foldedCaption = ", a square and its mirror image in the diagonal together"

func (e *Effects) squaresSection() document.Section {
	s := document.Section{
		Name: "squares", Heading: "Squares",
		Text: []string{
			e.counted(),
			"A square is used if a tile is laid on it. It earns what its tile counts in each word that a play forms, new or not, letter and word premiums included; " +
				"so all squares together earn all points but the bonuses for bingos.",
		},
		Tables: []document.Table{e.bestSquares()},
		Plots:  []document.Plot{e.usedPlot("squares-used", "", e.Squares), e.pointsPlot("squares-points", "", e.Squares)},
	}
	if e.Folded != nil {
		s.Text = append(s.Text, "Of plays that are alike in value and score the engine takes the one across before the one down, "+
			"which says nothing of the game. Folded along the diagonal, a square and its mirror image have the mean of both.")
		s.Plots = []document.Plot{
			e.usedPlot("squares-used-folded", foldedCaption, e.Folded), s.Plots[0],
			e.pointsPlot("squares-points-folded", foldedCaption, e.Folded), s.Plots[1],
		}
	}
	return s
}

// listed is the number of squares that a table has.
const listed = 12

// bestSquares are those that earn most, folded where that can be.
func (e *Effects) bestSquares() document.Table {
	squares, caption := e.Squares, "The squares that earn most"
	if e.Folded != nil {
		squares, caption = e.Folded, caption+foldedCaption
	}
	t := document.Table{Name: "squares", Caption: caption, Columns: []document.Column{
		{Name: "square", Heading: "square", Meaning: "row and column, and those of the mirror image"},
		{Name: "premium", Heading: "premium"},
		{Name: "points", Heading: "points a game", Meaning: "what tiles on the square counted in words, per game; of a square and its mirror image the mean"},
		{Name: "used", Heading: "used", Unit: "%", Meaning: "share of games in which a tile was laid on the square"},
	}}
	best := slices.Clone(squares)
	slices.SortStableFunc(best, func(a, b Square) int { return cmp.Compare(*b.Points.Value, *a.Points.Value) })
	for _, s := range best[:min(listed, len(best))] {
		name := engine.SquareName(s.Row, s.Col)
		if e.Folded != nil && s.Row != s.Col {
			name += " " + engine.SquareName(s.Col, s.Row)
		}
		t.Rows = append(t.Rows, []document.Cell{document.Text(name), document.Text(s.Premium), s.Points.mean(2), s.Used.share(1)})
	}
	return t
}

func (e *Effects) usedPlot(name, caption string, squares []Square) document.Plot {
	p := plots.Board{Label: "% of games in which a tile is laid on the square", High: 1, Percent: true, Decimals: 1}
	return e.heatMap(name, "How often squares are used"+caption, p, squares, func(s *Square) float64 { return *s.Used.Value })
}

func (e *Effects) pointsPlot(name, caption string, squares []Square) document.Plot {
	p := plots.Board{Label: "points that the square earns in a game", Decimals: 1}
	return e.heatMap(name, "What squares earn"+caption, p, squares, func(s *Square) float64 { return *s.Points.Value })
}

// heatMap draws a figure of each square, and for squares of one side of the
// diagonal that of their mirror images. A scale without an end goes from 0 to what
// one square in forty is above, for a few squares that earn much more than others
// would leave one colour for all the rest.
func (e *Effects) heatMap(name, caption string, p plots.Board, squares []Square, of func(*Square) float64) document.Plot {
	dim := e.layout.Dim()
	p.Layout, p.Values = e.layout, make([]float64, dim*dim)
	least, most := &squares[0], &squares[0]
	for i := range squares {
		s := &squares[i]
		x := of(s)
		if len(squares) < dim*dim {
			p.Values[s.Col*dim+s.Row] = x
		}
		p.Values[s.Row*dim+s.Col] = x
		if x < of(least) {
			least = s
		}
		if x > of(most) {
			most = s
		}
	}
	plot := caption + "."
	if p.High == 0 {
		sorted := slices.Sorted(slices.Values(p.Values))
		p.High = nice(sorted[len(sorted)-1-len(sorted)/40])
		if of(most) > p.High {
			plot += fmt.Sprintf(" Squares above %s have its colour, too.", document.Number(p.High, p.Decimals))
		}
	}
	show := func(s *Square) string {
		c := document.Number(of(s), p.Decimals)
		if p.Percent {
			c = c.InPercent()
		}
		return fmt.Sprintf("%s on %s", c, engine.SquareName(s.Row, s.Col))
	}
	return p.Plot(name, plot, fmt.Sprintf("%s, on board %s: from %s to %s", caption, e.Board.Name, show(least), show(most)))
}

// nice is the least number from x on that has one or two digits besides zeros and
// can be halved, for the end of a scale.
func nice(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return unit * 2 * math.Ceil(x/unit/2-1e-9)
}

func (e *Effects) premiumsSection() document.Section {
	t := document.Table{
		Name: "premiums", Caption: "Premium squares, by kind",
		Columns: []document.Column{
			{Name: "kind", Heading: "premium"},
			{Name: "squares", Heading: "squares", Meaning: "of the kind on the board"},
			{Name: "used", Heading: "used", Unit: "%", Meaning: "share of them that a tile was laid on by the end of a game"},
			{Name: "points", Heading: "points a game", Meaning: "that squares of the kind added, all together, to the points of plays"},
			{Name: "share", Heading: "share of points", Unit: "%", Meaning: "of all points of plays, bonuses for bingos included"},
		},
		Notes: []string{"Letter premiums are counted before word premiums. Where word premiums of several kinds multiply a word, each gets the mean of what it adds when the smaller come first and when the larger do."},
	}
	for _, p := range e.Premiums {
		t.Rows = append(t.Rows, []document.Cell{document.Text(p.Kind), document.Count(int64(p.Squares)), p.Used.share(1), p.Points.mean(2), p.Share.share(2)})
	}
	s := document.Section{Name: "premiums", Heading: "Premium squares"}
	if len(t.Rows) == 0 {
		s.Text = []string{"The board has no premium squares."}
	} else {
		s.Tables = []document.Table{t}
	}
	s.Tables = append(s.Tables, e.multipliersTable()...)
	return s
}

// multipliersTable is none without plays.
func (e *Effects) multipliersTable() []document.Table {
	if len(e.Multipliers) == 0 {
		return nil
	}
	t := document.Table{
		Name: "multipliers", Caption: "How many times main words count",
		Columns: []document.Column{
			{Name: "times", Heading: "word counts", Meaning: "the product of the word premiums that a play covers; only those that came up"},
			{Name: "per_game", Heading: "plays a game", Meaning: "of all seats"},
			{Name: "share", Heading: "share of plays", Unit: "%"},
			{Name: "points", Heading: "points", Meaning: "of such a play, with cross words and bonus"},
		},
	}
	for _, m := range e.Multipliers {
		t.Rows = append(t.Rows, []document.Cell{document.Text(fmt.Sprintf("x%d", m.Multiplier)), m.PerGame.mean(4), m.Share.share(3), m.Points.mean(1)})
	}
	return []document.Table{t}
}
