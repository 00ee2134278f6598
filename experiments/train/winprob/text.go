package winprob

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteText writes the calibration for people, and what was made.
func (t *Training) WriteText(w io.Writer) error {
	g := &t.Game
	fmt.Fprintf(w, "%d games on %d deals: board %s, tile set %s, lexicon %s, agents %s\n",
		t.Games, t.Deals, g.Board, g.TileSet, g.Lexicon, g.Agents)
	fmt.Fprintf(w, "Calibration on the %d deals held out, of a table made from the others:\n\n", t.HeldOut)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "P(win) %\tstates\tpredicted %\tobserved %\tdifference\t")
	for _, b := range t.Calibration.Deciles {
		fmt.Fprintf(out, "%s\t%d\t%s\t%s\t%s\t\n", b.name(), b.States, fixed("%.2f", b.Predicted), fixed("%.2f", b.Observed), b.difference())
	}
	out.Flush() // an error comes again with the next Flush

	fmt.Fprintln(w, "\nThe differences, in points, by P(win) % and by tiles unseen:")
	fmt.Fprint(out, "\nunseen\t")
	for _, b := range t.Calibration.Deciles {
		fmt.Fprintf(out, "%s\t", b.name())
	}
	for _, p := range t.Calibration.Phases {
		fmt.Fprintf(out, "\n%d-%d\t", p.From, p.To)
		for _, b := range p.Deciles {
			fmt.Fprintf(out, "%s\t", b.difference())
		}
	}
	fmt.Fprintln(out)
	out.Flush()

	fmt.Fprintln(out, "\nmethod\tlog loss\tlargest difference\t")
	for _, c := range []*Calibration{&t.Calibration, &t.Baseline} {
		fmt.Fprintf(out, "%s\t%.6f\t%.2f\t\n", c.Method, c.LogLoss, c.Largest)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n± is the standard error, by deal.\nThe table, from all deals: 1 to %d tiles unseen, spreads to ±%d, sha256 %s\n", t.Unseen, t.Spread, t.SHA256)
	return err
}

// name is the range of predictions: "10-20".
func (b *Bin) name() string { return fmt.Sprintf("%d-%d", b.From, b.From+100/deciles) }

// difference is observed - predicted with its standard error: "-0.12 ±0.30".
func (b *Bin) difference() string {
	text := fixed("%+.2f", b.Difference)
	if b.SE != nil {
		text += fmt.Sprintf(" ±%.2f", *b.SE)
	}
	return text
}

// fixed is a figure that may be absent.
func fixed(format string, v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf(format, *v)
}
