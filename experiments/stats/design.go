package stats

import (
	"fmt"
	"slices"
	"strings"
)

// Coding is how the levels of a factor become columns.
type Coding int

const (
	Treatment Coding = iota // each level but the first against the first
	Sum                     // each level but the last against the mean of all
)

// Factor is what an experiment varies.
type Factor struct {
	Name   string
	Levels []string
	Coding Coding
}

// Design is a factorial experiment: a constant, the factors, and the interactions,
// each of which lists the names of its factors.
type Design struct {
	Factors      []Factor
	Interactions [][]string
}

// Columns are the names of the columns: "constant", "board=super",
// "board=super:tiles=doubled".
func (d Design) Columns() ([]string, error) {
	levels := make([]string, len(d.Factors))
	for i, f := range d.Factors {
		if len(f.Levels) < 2 {
			return nil, fmt.Errorf("design: factor %q has %d levels, expected 2 or more", f.Name, len(f.Levels))
		}
		levels[i] = f.Levels[0]
	}
	names, _, err := d.expand(levels)
	return names, err
}

// Row is the columns of a cell, which has a level of each factor.
func (d Design) Row(levels ...string) ([]float64, error) {
	_, row, err := d.expand(levels)
	return row, err
}

// Contrast is what the mean of cell a has more than that of cell b, as weights
// of the columns.
func (d Design) Contrast(a, b []string) ([]float64, error) {
	x, err := d.Row(a...)
	if err != nil {
		return nil, err
	}
	y, err := d.Row(b...)
	if err != nil {
		return nil, err
	}
	for i := range x {
		x[i] -= y[i]
	}
	return x, nil
}

func (d Design) expand(levels []string) (names []string, row []float64, err error) {
	if len(levels) != len(d.Factors) {
		return nil, nil, fmt.Errorf("design: %d levels for %d factors", len(levels), len(d.Factors))
	}
	names, row = []string{"constant"}, []float64{1}
	for i, f := range d.Factors {
		n, x, err := f.columns(levels[i])
		if err != nil {
			return nil, nil, err
		}
		names, row = append(names, n...), append(row, x...)
	}
	for _, crossed := range d.Interactions {
		n, x := []string{""}, []float64{1}
		for _, name := range crossed {
			i := slices.IndexFunc(d.Factors, func(f Factor) bool { return f.Name == name })
			if i < 0 {
				return nil, nil, fmt.Errorf("design: interaction %s: no factor %q", strings.Join(crossed, ":"), name)
			}
			fn, fx, err := d.Factors[i].columns(levels[i])
			if err != nil {
				return nil, nil, err
			}
			n, x = cross(n, fn, x, fx)
		}
		names, row = append(names, n...), append(row, x...)
	}
	return names, row, nil
}

// columns are those of a factor at a level.
func (f Factor) columns(level string) (names []string, x []float64, err error) {
	at := slices.Index(f.Levels, level)
	if at < 0 {
		return nil, nil, fmt.Errorf("design: factor %q has no level %q, expected one of %q", f.Name, level, f.Levels)
	}
	last := len(f.Levels) - 1
	for i, l := range f.Levels {
		v := 0.0
		switch {
		case f.Coding == Treatment && i == 0, f.Coding == Sum && i == last:
			continue
		case i == at:
			v = 1
		case f.Coding == Sum && at == last:
			v = -1
		}
		names, x = append(names, f.Name+"="+l), append(x, v)
	}
	return names, x, nil
}

// cross is all products.
func cross(a, b []string, x, y []float64) (names []string, products []float64) {
	for i := range a {
		for j := range b {
			names = append(names, strings.TrimPrefix(a[i]+":"+b[j], ":"))
			products = append(products, x[i]*y[j])
		}
	}
	return names, products
}
