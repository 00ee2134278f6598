package experiments

import (
	"slices"

	"quadword/experiments/stats"
)

// compared is a comparison with its figures.
type compared struct {
	comparison Comparison
	outcomes   []int        // which of the experiment's
	rows       [][]contrast // by outcome: for each combination within, each level
}

// contrast is a level in one of the combinations within which levels are
// compared.
type contrast struct {
	within     []string // levels of the factors that it is within
	level      string
	mean       stats.Estimate
	difference stats.Estimate // from the level that the others are against, which has none
	p          float64        // corrected by Holm over the comparison; NaN for that level
	reference  bool
}

// compare makes a comparison. Means and differences average over the factors
// that are not named.
func (f *figures) compare(c Comparison) (*compared, error) {
	s := f.design.Spec
	result := &compared{comparison: c}
	names := c.Outcomes
	if len(names) == 0 {
		names = s.Outcomes
	}
	for i := range f.outcomes {
		if slices.Contains(names, f.outcomes[i].text) {
			result.outcomes = append(result.outcomes, i)
		}
	}
	of := func(factor string) int { return slices.Index(s.factorNames(), factor) }
	factor := of(c.Factor)
	for _, o := range result.outcomes {
		var rows []contrast
		for _, within := range s.combinations(c.Within) {
			in := func(level string) []float64 {
				return f.average(func(cell *Cell) bool {
					for i, name := range c.Within {
						if cell.Levels[of(name)] != within[i] {
							return false
						}
					}
					return cell.Levels[factor] == level
				})
			}
			against := in(c.Against)
			for _, l := range s.Factors[factor].Level {
				row := contrast{within: within, level: l.Name, reference: l.Name == c.Against}
				weights := in(l.Name)
				var err error
				if row.mean, err = f.contrast(o, weights); err != nil {
					return nil, err
				}
				if !row.reference {
					for i := range weights {
						weights[i] -= against[i]
					}
					if row.difference, err = f.contrast(o, weights); err != nil {
						return nil, err
					}
				}
				rows = append(rows, row)
			}
		}
		result.rows = append(result.rows, rows)
	}
	result.correct()
	return result, nil
}

// correct sets the p-values of all differences of a comparison.
func (c *compared) correct() {
	var p []float64
	for _, rows := range c.rows {
		for _, r := range rows {
			if !r.reference {
				p = append(p, r.difference.P(0))
			}
		}
	}
	p = stats.Holm(p)
	for _, rows := range c.rows {
		for i := range rows {
			if !rows[i].reference {
				rows[i].p, p = p[0], p[1:]
			}
		}
	}
}

// combinations crosses the levels of some factors.
func (s *Spec) combinations(factors []string) [][]string {
	all := [][]string{{}}
	for _, name := range factors {
		var next [][]string
		for _, c := range all {
			for _, l := range s.factor(name).Level {
				next = append(next, append(slices.Clone(c), l.Name))
			}
		}
		all = next
	}
	return all
}
