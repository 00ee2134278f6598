package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"quadword/experiments/stats"
)

// WriteText writes the report for people: what differs in what was asked for, and
// a table of the games, of all seats, and of each agent.
func (r *Report) WriteText(out io.Writer) error {
	w := &strings.Builder{}
	heads := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, run := range r.Runs {
		games := fmt.Sprint(run.Games)
		if run.Games != run.Planned {
			games = fmt.Sprintf("%d of %d", run.Games, run.Planned)
		}
		fmt.Fprintf(heads, "%s\t%s\t%s games on %d deals, %s\n", [...]string{"first", "second"}[i], run.Dir, games, run.Deals, run.State)
	}
	fmt.Fprintln(heads)
	if len(r.Differences) > 0 {
		fmt.Fprintln(heads, "asked for\tfirst\tsecond")
	}
	for _, d := range brief(r.Differences) {
		fmt.Fprintf(heads, "%s\t%s\t%s\n", d.Field, short(d.First), short(d.Second))
	}
	if len(r.Differences) == 0 {
		fmt.Fprintln(heads, "They were asked for the same.")
	}
	heads.Flush()
	fmt.Fprintf(w, "\n%s\n", r.how())
	for _, t := range r.Tables {
		t.write(w)
	}
	fmt.Fprintf(w, "\n± is a standard error, by deal; [ ] the interval of %v %% of the second less the first; p is adjusted for the\n"+
		"rows of its table (Holm); ~ no difference could be told, = the two never differed.\n", 100*Level)
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
	_, err := io.WriteString(out, w.String())
	return err
}

// how says how the deals were compared.
func (r *Report) how() string {
	if !r.SameDeals {
		return "Their deals are not the same: intervals are Welch's."
	}
	text := fmt.Sprintf("%d deals are in both and compared one by one", r.Runs[0].Deals-r.Runs[0].LeftOut)
	var left []string
	for i, run := range r.Runs {
		if run.LeftOut > 0 {
			left = append(left, fmt.Sprintf("%d of the %s", run.LeftOut, [...]string{"first", "second"}[i]))
		}
	}
	if len(left) > 0 {
		text += "; left out are " + strings.Join(left, " and ")
	}
	return text + "."
}

// short is a value cut to what a line has room for.
func short(value string) string {
	const most = 60
	if utf8.RuneCountInString(value) > most {
		return string([]rune(value)[:most]) + "..."
	}
	return value
}

// write writes a table under its name.
func (t *Table) write(w io.Writer) {
	name := t.First
	if t.Second != t.First {
		name = "first " + t.First + ", second " + t.Second
	}
	fmt.Fprintf(w, "\n%s\n", name)
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(columns, "\tfirst\tsecond\tdifference\tp\t")
	for _, row := range t.Rows {
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\t\n", row.Figure+", "+row.Unit,
			row.value(row.First), row.value(row.Second), row.difference(), row.verdict())
	}
	columns.Flush()
}

// value is a figure of a run with its standard error, if it is known.
func (r *Row) value(e stats.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsNaN(e.SE):
		return fmt.Sprintf("%.*f", r.digits, e.Value)
	}
	return fmt.Sprintf("%.*f ±%.*f", r.digits, e.Value, r.digits, e.SE)
}

func (r *Row) difference() string {
	e := r.Difference
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsNaN(e.Low):
		return fmt.Sprintf("%+.*f", r.digits, e.Value)
	}
	return fmt.Sprintf("%+.*f [%+.*f, %+.*f]", r.digits, e.Value, r.digits, e.Low, r.digits, e.High)
}

// verdict is the p-value, behind ~ if no difference could be told.
func (r *Row) verdict() string {
	p := float64(r.PAdjusted)
	switch {
	case slices.Contains(r.Difference.Warnings, stats.NoInformation),
		r.Difference.Value == 0 && slices.Contains(r.Difference.Warnings, stats.AllAlike):
		return "="
	case math.IsNaN(p):
		return "?"
	case p < 0.0001:
		return "<0.0001"
	case r.Differs():
		return fmt.Sprintf("%.4f", p)
	}
	return fmt.Sprintf("~ %.4f", p)
}
