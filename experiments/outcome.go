package experiments

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"quadword/agents"
	"quadword/experiments/measure"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// outcome is what is measured in each cell: a measure of all seats together, of
// an agent or of a seat.
type outcome struct {
	text    string // as the spec has it
	measure measure.Measure
	agent   int // by its place in the cell, from 1; 0: none is meant
	seat    int // from 0; -1: none is meant
}

// ofWhom is how an outcome says of whom it is: "win of agent 1".
var ofWhom = regexp.MustCompile(`^(\S+)(?: of (agent|seat) (\d))?$`)

// parseOutcome reads an outcome. Errors list what there is.
func parseOutcome(text string) (outcome, error) {
	o := outcome{text: text, seat: -1}
	match := ofWhom.FindStringSubmatch(text)
	if match == nil {
		return o, fmt.Errorf("outcome %q: expected a measure, as in \"score\", \"win of agent 1\" or \"spread of seat 0\"", text)
	}
	var err error
	if o.measure, err = measure.Find(match[1]); err != nil {
		return o, fmt.Errorf("outcome %q: %w", text, err)
	}
	kind := measure.All
	switch n, _ := strconv.Atoi(match[3]); match[2] {
	case "agent":
		if o.agent, kind = n, measure.Agent; n == 0 {
			return o, fmt.Errorf("outcome %q: the agents of a cell are counted from 1", text)
		}
	case "seat":
		o.seat, kind = n, measure.Seat
	}
	if !o.measure.Has(kind) {
		return o, fmt.Errorf("outcome %q: %s cannot be taken of %s, but of %v", text, o.measure.Name, kind, o.measure.Kinds)
	}
	return o, nil
}

// outcomes are those of the experiment and of its comparisons, each once.
func (s *Spec) outcomes() ([]outcome, error) {
	texts := append([]string{}, s.Outcomes...)
	for _, c := range s.Compare {
		texts = append(texts, c.Outcomes...)
	}
	seen := map[string]bool{}
	var all []outcome
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		o, err := parseOutcome(text)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// of is of whom an outcome is in a cell.
func (o *outcome) of(c *Cell) (measure.Subject, error) {
	switch {
	case o.agent > len(c.Agents):
		return measure.Subject{}, fmt.Errorf("outcome %q: the cell has %d agents", o.text, len(c.Agents))
	case o.agent > 0:
		spec, err := agents.Parse(c.Agents[o.agent-1])
		return measure.OfAgent(spec.String()), err
	case o.seat >= 0:
		return measure.OfSeat(o.seat), nil
	}
	return measure.OfAll(), nil
}

// share tells whether an outcome is shown in percent.
func (o *outcome) share() bool { return o.measure.Unit == "share" }

// words is what the outcome is called.
func (o *outcome) words() string { return strings.ReplaceAll(o.text, "_", " ") }

// name is a key for the outcome.
func (o *outcome) name() string { return strings.ReplaceAll(o.text, " ", "_") }

// figures are the outcomes of all cells, deal by deal.
type figures struct {
	design   *Design
	outcomes []outcome
	deals    []int          // of each cell
	cells    [][]stats.Cell // by outcome and cell
}

// measure takes the figures of the runs in a folder.
func (d *Design) measure(ctx context.Context, dir string, o *Options) (*figures, error) {
	f := &figures{design: d}
	var err error
	if f.outcomes, err = d.Spec.outcomes(); err != nil {
		return nil, err
	}
	f.cells = make([][]stats.Cell, len(f.outcomes))
	for i := range d.Cells {
		var wanted []measure.Wanted
		for j := range f.outcomes {
			subject, err := f.outcomes[j].of(&d.Cells[i])
			if err != nil {
				return nil, fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
			}
			wanted = append(wanted, measure.Wanted{Measure: f.outcomes[j].measure, Subject: subject})
		}
		run, err := dataset.Open(d.folder(dir, i))
		if err != nil {
			return nil, err
		}
		table, err := measure.Collect(ctx, run, o.Workers, wanted...)
		if err != nil {
			return nil, err
		}
		f.deals = append(f.deals, len(table.Deals))
		stream := d.stream(i, len(table.Deals))
		sample, unit := d.sample(i)
		for j := range table.Columns {
			f.cells[j] = append(f.cells[j], stats.Cell{Values: table.Columns[j].Influence(), Stream: stream, Sample: sample, Unit: unit})
		}
	}
	return f, nil
}

// stream is what cells have in common that have the same deals: the seed is
// that of the experiment, so it is the tile set. Cells of another number of
// deals, which are paired or not, are treated as if they shared none.
func (d *Design) stream(cell, deals int) string {
	set := d.plans[cell].Rules.TileSet
	return fmt.Sprint(set.Rows(), deals)
}

// sample is the random factor of a cell: the sample, which is of one table if
// tables are trained in it, and the unit in it. Both are empty if the
// experiment has no random factor.
func (d *Design) sample(cell int) (sample, unit string) {
	c := &d.Cells[cell]
	var fixed []string
	for i, level := range c.Levels {
		if d.Spec.Factors[i].Random {
			unit = path.Join(unit, level)
		} else {
			fixed = append(fixed, level)
		}
	}
	if unit == "" {
		return "", ""
	}
	for _, t := range d.Tables {
		for _, agent := range c.Agents {
			if strings.Contains(agent, t.File) {
				sample += strings.TrimSuffix(t.File, fmt.Sprintf("-%d.klv2", t.Seed)) + " "
			}
		}
	}
	if sample == "" {
		sample = strings.Join(fixed, " ")
	}
	return sample, unit
}

// level is the confidence of all intervals.
const level = 0.95

// contrast is a weighted sum of cells' means of an outcome.
func (f *figures) contrast(outcome int, weights []float64) (stats.Estimate, error) {
	e, err := stats.Contrast(f.cells[outcome], weights, level)
	return f.doubt(e), err
}

// mean is the mean of a cell.
func (f *figures) mean(outcome, cell int) stats.Estimate {
	return f.doubt(stats.Mean(f.cells[outcome][cell].Values, level))
}

// doubt warns of an estimate if play stopped by what was seen.
func (f *figures) doubt(e stats.Estimate) stats.Estimate {
	if f.design.Spec.SPRT != nil {
		e = e.With(stats.StoppingBias)
	}
	return e
}

// average gives the cells that are wanted equal weights, which add up to 1.
func (f *figures) average(wanted func(c *Cell) bool) []float64 {
	weights := make([]float64, len(f.design.Cells))
	n := 0.0
	for i := range weights {
		if wanted(&f.design.Cells[i]) {
			weights[i] = 1
			n++
		}
	}
	for i := range weights {
		weights[i] /= n
	}
	return weights
}
