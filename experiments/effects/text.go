package effects

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteText writes the figures for people: maps of the squares, and tables of
// premium squares, word multipliers, turns, the bag and distributions. Means
// stand with their standard errors.
func (e *Effects) WriteText(w io.Writer) error {
	if e.Games == 0 {
		_, err := fmt.Fprintln(w, "no games, so nothing happened on the board")
		return err
	}
	fmt.Fprintf(w, "%d plays in %d turns of %d games on %d deals\n", e.Plays, e.Turns, e.Games, e.Deals)
	e.writeMap(w, "squares: % of games in which a tile is laid there", func(s *Square) *float64 { return s.Used.Value }, 100)
	e.writeMap(w, "squares: points earned there in 10 games", func(s *Square) *float64 { return s.Points.Value }, 10)
	if e.Folded != nil {
		fmt.Fprintln(w, "(above the diagonal a square and its mirror image together, below it each by itself)")
	}

	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\npremium\tsquares\tused %\tpoints a game\t% of points\t\n")
	for _, p := range e.Premiums {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t\n", p.Kind, p.Squares, p.Used.text(100, 2), p.Points.text(1, 2), p.Share.text(100, 2))
	}
	fmt.Fprint(t, "\nword counts\tplays a game\t% of plays\tpoints\t\n")
	for _, m := range e.Multipliers {
		fmt.Fprintf(t, "x%d\t%s\t%s\t%s\t\n", m.Multiplier, m.PerGame.text(1, 4), m.Share.text(100, 3), m.Points.text(1, 1))
	}
	writePhases(t, "turn", e.ByTurn)
	writePhases(t, "bag", e.ByBag)
	fmt.Fprint(t, "\nof\tunit\tmean\t5 %\t50 %\t95 %\t\n")
	for _, d := range e.Distributions() {
		if len(d.Bins) == 0 {
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t\n", d.Name, d.Unit, d.Mean.text(1, 2), d.within(0.05), d.within(0.5), d.within(0.95))
	}
	if e.Calibration != nil {
		fmt.Fprint(t, "\nwin %\tmoves\tpredicted\tobserved\tdifference\t\n")
		for _, b := range e.Calibration.Bins {
			if b.Predicted.N > 0 {
				fmt.Fprintf(t, "%d-%d\t%d\t%s\t%s\t%s\t\n", b.From, b.To, b.Predicted.N, b.Predicted.text(100, 1), b.Observed.text(100, 1), b.Difference.text(100, 1))
			}
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nwho moves first wins %s %% and is ahead by %s points in the end\n", e.Opening.Win.text(100, 1), e.Opening.Spread.text(1, 1))
	return err
}

// Named is a distribution and what it is of.
type Named struct {
	Name string
	Distribution
}

// Distributions lists all distributions, in the order of the fields.
func (e *Effects) Distributions() []Named {
	return []Named{
		{"score", e.Score}, {"spread of seat 0", e.Spread}, {"turns of a game", e.Length}, {"lead changes", e.LeadChanges},
		{"comeback", e.Comeback}, {"bingos of a game", e.Bingos}, {"vowels on a full rack", e.Vowels}, {"tiles drawn", e.Turnover},
		{"word length", e.WordLength},
	}
}

// writeMap writes a figure of each square: on and above the diagonal folded, if
// the board can be.
func (e *Effects) writeMap(w io.Writer, title string, of func(*Square) *float64, scale float64) {
	fmt.Fprintf(w, "\n%s\n", title)
	dim := len(e.Board.Rows)
	all := make([]*float64, dim*dim)
	for _, some := range [][]Square{e.Squares, e.Folded} {
		for i := range some {
			all[some[i].Row*dim+some[i].Col] = of(&some[i])
		}
	}
	for row := range dim {
		for col := range dim {
			fmt.Fprintf(w, "%4.0f", scale**all[row*dim+col])
		}
		fmt.Fprintln(w)
	}
}

func writePhases(w io.Writer, what string, all []Phase) {
	fmt.Fprintf(w, "\n%s\tturns\tpoints\tbingos %%\texchanges %%\tpasses %%\t\n", what)
	for _, p := range all {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t\n", p.name(), p.Points.N, p.Points.text(1, 2), p.Bingos.text(100, 2), p.Exchanges.text(100, 2), p.Passes.text(100, 2))
	}
}

// within is the bin that a share of the values is in or below.
func (d *Distribution) within(share float64) string {
	sum := int64(0)
	for _, b := range d.Bins {
		if sum += b.N; float64(sum) >= share*float64(d.Mean.N) {
			if d.Width == 1 {
				return fmt.Sprint(b.From)
			}
			return fmt.Sprintf("%d..%d", b.From, b.From+d.Width-1)
		}
	}
	return ""
}

// text is the value and its error, both times a scale.
func (f Figure) text(scale float64, digits int) string {
	switch {
	case f.Value == nil:
		return ""
	case f.SE == nil:
		return fmt.Sprintf("%.*f", digits, scale**f.Value)
	}
	return fmt.Sprintf("%.*f ±%.*f", digits, scale**f.Value, digits, scale**f.SE)
}
