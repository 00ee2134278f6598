package document

import (
	"math"
	"strconv"
	"strings"

	"quadword/experiments/stats"
)

// Cell is what stands in a row under a column. Its zero value is what is not
// known.
type Cell struct {
	kind     kind
	text     string
	count    int64
	decimals int
	percent  bool
	estimate stats.Estimate // Value alone for a number; Value, N and Warnings for a test
}

type kind int

const (
	missing kind = iota
	text
	count
	number
	estimate // value ±se
	interval // value [low, high]
	test     // a probability
)

// Text is words. Empty ones are not known.
func Text(s string) Cell {
	if clean(s) == "" {
		return Cell{}
	}
	return Cell{kind: text, text: s}
}

// Count is a whole number.
func Count(n int64) Cell { return Cell{kind: count, count: n} }

// Number is a figure whose error is not known, or that has none.
func Number(x float64, decimals int) Cell {
	return Cell{kind: number, decimals: decimals, estimate: stats.Estimate{Value: x}}
}

// Percent is a share, 0.25 for 25 %.
func Percent(share float64, decimals int) Cell { return Number(share, decimals).InPercent() }

// Estimate is shown with its standard error, as value ±se.
func Estimate(e stats.Estimate, decimals int) Cell {
	return Cell{kind: estimate, decimals: decimals, estimate: e}
}

// Interval is an estimate that is shown with its interval, as value [low, high].
func Interval(e stats.Estimate, decimals int) Cell {
	return Cell{kind: interval, decimals: decimals, estimate: e}
}

// Test is the probability that a test ended with. One too small, or too near to
// 1, for its decimals is shown as <0.001 or >0.999, and never as what cannot be.
func Test(t stats.Test, decimals int) Cell {
	return Cell{kind: test, decimals: decimals, estimate: stats.Estimate{Value: t.P, N: t.N, Warnings: t.Warnings}}
}

// InPercent is a number, an estimate or a test that is a share and shown in
// percent. JSON keeps the share.
func (c Cell) InPercent() Cell {
	c.percent = true
	return c
}

// estimates says that the cell has an n and may have warnings.
func (c Cell) estimates() bool { return c.kind == estimate || c.kind == interval || c.kind == test }

// show is the cell for people, without its warnings. The unit is that of its
// column.
func (c Cell) show(unit string) string {
	var s string
	switch e := c.shown(); c.kind {
	case missing:
		return "-"
	case text:
		return clean(c.text)
	case count:
		return strconv.FormatInt(c.count, 10)
	case number:
		s = fixed(e.Value, c.decimals)
	case estimate:
		s = fixed(e.Value, c.decimals)
		if known(e.SE) && known(e.Value) {
			s += " ±" + fixed(e.SE, c.decimals)
		}
	case interval:
		s = fixed(e.Value, c.decimals)
		if !math.IsNaN(e.Value) && (!math.IsNaN(e.Low) || !math.IsNaN(e.High)) {
			s += " [" + fixed(e.Low, c.decimals) + ", " + fixed(e.High, c.decimals) + "]"
		}
	case test:
		s = probability(e.Value, c.top(), c.decimals)
	}
	if c.percent && unit != "%" && s != "-" {
		s += " %"
	}
	return s
}

// top is what a probability of 1 is shown as.
func (c Cell) top() float64 {
	if c.percent {
		return 100
	}
	return 1
}

// shown is the estimate to ten digits, in percent if it is shown so.
func (c Cell) shown() stats.Estimate {
	e := c.estimate
	for _, x := range []*float64{&e.Value, &e.Low, &e.High, &e.SE} {
		*x = digits(float64(digits(*x) * c.top()))
	}
	return e
}

// probability is p with decimals, where top is certainty.
func probability(p, top float64, decimals int) string {
	s := fixed(p, decimals)
	least := math.Pow10(-decimals)
	switch {
	case p > 0 && s == fixed(0, decimals):
		return "<" + fixed(least, decimals)
	case p < top && s == fixed(top, decimals):
		return ">" + fixed(top-least, decimals)
	}
	return s
}

// fixed is x with decimals, "-" if it is not known. There is no negative zero.
func fixed(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	s := strconv.FormatFloat(x, 'f', max(0, decimals), 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// digits is x to ten digits, which is what JSON has of it.
func digits(x float64) float64 {
	if !known(x) {
		return x
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	if err != nil {
		return x // so close to the largest number that it rounds beyond it
	}
	return r
}

func known(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// String is the cell as it is shown.
func (c Cell) String() string { return c.show("") }
