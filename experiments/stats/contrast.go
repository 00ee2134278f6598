package stats

import (
	"fmt"
	"math"
	"slices"
)

// Cell is a figure of one cell of an experiment. Cells of one stream have the
// same deals in the same order, so what one deal does to them all cancels out
// where they are compared. Cells of different streams share nothing.
type Cell struct {
	Values []float64 // by deal
	Stream string
	// Sample and Unit are of a random factor, such as the trainings of a table:
	// a unit is a member of a sample, which stands for all that might have been
	// drawn. No Sample: the cell has none. The cells of a sample are of one
	// stream, and each of its units has the same weights as the others.
	Sample, Unit string
}

// Contrast is a weighted sum of the means of cells, such as the mean of some
// less the mean of others.
//
// Its variance has two sources. The deals of a stream are the units of the
// first,
//
//	Σ over streams of Var(Σ weight · value of a deal) / deals,
//
// and the members of each sample those of the second,
//
//	Σ over samples of Var(mean of a unit) / units - residual / (units · deals),
//
// where the residual is what an analysis of variance of units by deals leaves,
// which the first sum has already; where the difference is below 0 it is none.
// The degrees of freedom are Satterthwaite's (Biometrics Bulletin 2, 1946),
// and count all three mean squares. N is the deals of all streams.
func Contrast(cells []Cell, weights []float64, level float64) (Estimate, error) {
	if len(cells) != len(weights) {
		return Estimate{}, fmt.Errorf("contrast of %d cells with %d weights", len(cells), len(weights))
	}
	streams, samples := groups{}, groups{}
	for i, c := range cells {
		if weights[i] == 0 {
			continue
		}
		if err := streams.add(c.Stream, c.Stream, c.Values, weights[i]); err != nil {
			return Estimate{}, err
		}
		if c.Sample == "" {
			continue
		}
		if err := samples.add(c.Sample, c.Unit, c.Values, weights[i]); err != nil {
			return Estimate{}, err
		}
	}
	var value, deals, squares float64
	total := 0.0
	for _, s := range streams {
		x := s.units[0].values
		settle(x, s.rounding())
		e := Mean(x, level)
		value += e.Value
		deals += float64(len(x))
		v := float64(e.SE * e.SE)
		if math.IsNaN(e.SE) { // one deal, or all alike
			v = 0
		}
		total += v
		if len(x) > 1 {
			squares += float64(v*v) / float64(len(x)-1)
		}
	}
	for _, s := range samples {
		between, residual, err := s.variance()
		if err != nil {
			return Estimate{}, err
		}
		// What rounding leaves of members that do not differ is no variance.
		if least := s.rounding(); between.variance <= least*least && residual.variance <= least*least {
			continue
		}
		total += max(0, between.variance-residual.variance)
		squares += between.squares() + residual.squares()
	}
	df := math.NaN()
	switch {
	case total > 0 && squares > 0:
		df = float64(total*total) / squares
	case deals > 1:
		df = deals - float64(len(streams))
	}
	return student(value, math.Sqrt(total), df, int(deals), level), nil
}

// settle makes values alike that differ by rounding alone, as do those of cells
// in which the same was played: they would show an error where there is none to
// be known. Around 0 they are 0.
func settle(x []float64, rounding float64) {
	if len(x) == 0 || !(slices.Max(x)-slices.Min(x) <= rounding) {
		return
	}
	alike := x[0]
	if math.Abs(alike) <= rounding {
		alike = 0
	}
	for i := range x {
		x[i] = alike
	}
}

// group is a stream or a sample: the weighted values of each of its units, by
// deal. A stream is its own only unit.
type group struct {
	name  string
	units []unit
	size  float64 // sum over the cells of the largest |weight · value|
}

// rounding is more than the rounding of a few thousand cells adds up to, and far
// less than any figure means.
func (g *group) rounding() float64 { return 1e-12 * g.size }

type unit struct {
	name   string
	values []float64
}

// groups are in the order in which they came, so that sums have one too.
type groups []*group

// add adds the values of a cell to those of its unit.
func (g *groups) add(name, unitName string, values []float64, weight float64) error {
	var in *group
	for _, o := range *g {
		if o.name == name {
			in = o
		}
	}
	if in == nil {
		in = &group{name: name}
		*g = append(*g, in)
	}
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(float64(weight*v)))
	}
	in.size += largest
	for i := range in.units {
		if u := in.units[i]; u.name == unitName {
			if len(values) != len(u.values) {
				return fmt.Errorf("contrast: cells of %s have %d and %d deals, expected the same", name, len(u.values), len(values))
			}
			for d, v := range values {
				u.values[d] += float64(weight * v)
			}
			return nil
		}
	}
	u := unit{unitName, make([]float64, len(values))}
	for d, v := range values {
		u.values[d] = float64(weight * v)
	}
	in.units = append(in.units, u)
	return nil
}

// component is a mean square as a share of a variance, with its degrees of
// freedom.
type component struct{ variance, df float64 }

func (c component) squares() float64 {
	if !(c.df > 0) {
		return 0
	}
	return float64(c.variance*c.variance) / c.df
}

// variance is that of the sum over the units of a sample: the one that shows
// between their means, and the part of it that is the luck of the deals, which
// units differ in how they play.
func (g *group) variance() (between, residual component, err error) {
	units, deals := len(g.units), len(g.units[0].values)
	if units < 2 {
		return between, residual, fmt.Errorf("contrast: sample %s has one unit, so nothing tells how much they differ", g.name)
	}
	t, d := float64(units), float64(deals)
	ofUnit, ofDeal, all := make([]float64, units), make([]float64, deals), 0.0
	for i, u := range g.units {
		if len(u.values) != deals {
			return between, residual, fmt.Errorf("contrast: units of sample %s have %d and %d deals, expected the same", g.name, deals, len(u.values))
		}
		for j, v := range u.values {
			ofUnit[i] += v / d
			ofDeal[j] += v / t
		}
	}
	for _, m := range ofUnit {
		all += m / t
	}
	var b, r float64
	for i, u := range g.units {
		b += float64((ofUnit[i] - all) * (ofUnit[i] - all))
		for j, v := range u.values {
			e := v - ofUnit[i] - ofDeal[j] + all
			r += float64(e * e)
		}
	}
	// The sum of the units is t times their mean, so its variance is t times
	// that of one unit.
	between = component{t * b / (t - 1), t - 1}
	if deals > 1 {
		residual = component{t * r / ((t - 1) * (d - 1)) / d, (t - 1) * (d - 1)}
	}
	return between, residual, nil
}
