package stats

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a value and how sure it is. NaN is what is not known.
type Estimate struct {
	Value     float64
	Low, High float64 // the interval
	SE        float64 // standard error, between deals
	Level     float64 // of the interval, such as 0.95
	DF        float64 // degrees of freedom of SE
	N         int     // deals
	Warnings  []Warning
}

// Warning is a reason to doubt an estimate.
type Warning string

const (
	FewDeals       Warning = "fewer than 30 deals: the interval is rough"
	FewDifferences Warning = "fewer than 10 deals ended differently for the two agents: the interval is rough"
	NoInformation  Warning = "the two agents never differed: nothing was learned"
	AllAlike       Warning = "every deal ended alike: there is no spread to estimate a standard error from"
	NoDeals        Warning = "no deals"
	UnequalCells   Warning = "cells are of unequal size"
	StoppingBias   Warning = "play stopped by what was seen: the estimate is biased away from the hypothesis that lost, and its interval is too narrow"
	Separated      Warning = "some agents never lost, or never won, against the others: their ratings are held finite by half a win and half a loss that were not played"
	FewClusters    Warning = "no more deals than coefficients: standard errors are too small"
)

// enough is the number of deals below which FewDeals is said. From 30 on,
// intervals of skewed figures cover about what they say.
const enough = 30

// With is the estimate with more warnings, each said once.
func (e Estimate) With(warnings ...Warning) Estimate {
	e.Warnings = slices.Clone(e.Warnings)
	for _, w := range warnings {
		if !slices.Contains(e.Warnings, w) {
			e.Warnings = append(e.Warnings, w)
		}
	}
	return e
}

// P is the two-sided p-value of a true value of null.
func (e Estimate) P(null float64) float64 {
	if math.IsNaN(e.SE) || !(e.DF > 0) {
		return math.NaN()
	}
	return 2 * studentCDF(-math.Abs(e.Value-null)/e.SE, e.DF)
}

// Scaled is the estimate in units of 1/factor; a negative factor swaps the ends
// of the interval.
func (e Estimate) Scaled(factor float64) Estimate {
	e.Value *= factor
	e.Low, e.High = e.Low*factor, e.High*factor
	if factor < 0 {
		e.Low, e.High = e.High, e.Low
	}
	e.SE *= math.Abs(factor)
	return e
}

// student is an estimate whose interval is Student's. An SE of 0 is none: the
// deals did not differ, which says nothing about the next.
func student(value, se, df float64, n int, level float64) Estimate {
	e := Estimate{value, math.NaN(), math.NaN(), se, level, df, n, nil}
	switch {
	case n == 0:
		e.Value, e.SE, e.DF = math.NaN(), math.NaN(), math.NaN()
		return e.With(NoDeals)
	case n == 1 || !(df > 0):
		e.SE, e.DF = math.NaN(), math.NaN()
	case se == 0:
		e.SE = math.NaN()
		e = e.With(AllAlike)
	default:
		half := float64(quantile(level, df) * se)
		e.Low, e.High = value-half, value+half
	}
	if n < enough {
		e = e.With(FewDeals)
	}
	return e
}

// quantile is how many standard errors an interval reaches to either side.
func quantile(level, df float64) float64 {
	if !(level > 0 && level < 1) || !(df > 0) {
		return math.NaN()
	}
	p := 0.5 + level/2
	if df > normal {
		return distuv.UnitNormal.Quantile(p)
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(p)
}

func studentCDF(t, df float64) float64 {
	if df > normal {
		return distuv.UnitNormal.CDF(t)
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.CDF(t)
}

// normal is the number of degrees of freedom from which Student's distribution
// is the normal one to seven digits.
const normal = 1e7

// figures is Estimate as JSON has it.
type figures struct {
	Value    *float64  `json:"value"`
	Low      *float64  `json:"low"`
	High     *float64  `json:"high"`
	SE       *float64  `json:"se"`
	Level    *float64  `json:"level"`
	DF       *float64  `json:"df"`
	N        int       `json:"n"`
	Warnings []Warning `json:"warnings"`
}

// MarshalJSON writes ten digits, null for what is not known or infinite.
func (e Estimate) MarshalJSON() ([]byte, error) {
	warnings := e.Warnings
	if warnings == nil {
		warnings = []Warning{}
	}
	return json.Marshal(figures{
		known(e.Value), known(e.Low), known(e.High), known(e.SE), known(e.Level), known(e.DF), e.N, warnings,
	})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var f figures
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	*e = Estimate{orNaN(f.Value), orNaN(f.Low), orNaN(f.High), orNaN(f.SE), orNaN(f.Level), orNaN(f.DF), f.N, f.Warnings}
	return nil
}

// known is x to ten digits, nil if it is no number that JSON has.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	if err != nil {
		return nil // x is so close to the largest number that it rounds beyond it
	}
	return &r
}

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}
