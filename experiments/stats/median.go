package stats

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Median is the median of a figure that each deal has once. Of an even number
// of deals it is the middle between the two in the middle.
//
// Its interval is from one order statistic to another, by the sign test that
// does not reject them (Conover, Practical Nonparametric Statistics, 3rd edition
// 1999, section 3.2; David and Nagaraja, Order Statistics, 2003, section 7.1):
// from the r-th smallest to the r-th largest, for the largest r with
//
//	P(B < r) ≤ (1-level)/2,  B binomial of n trials of 1/2.
//
// Nothing is assumed of the distribution, and the level is a lower bound, also
// where figures are whole numbers and many deals have the same one. There is no
// standard error, and too few deals for any r have no interval.
func Median(x []float64, level float64) Estimate {
	e := Estimate{math.NaN(), math.NaN(), math.NaN(), math.NaN(), level, math.NaN(), len(x), nil}
	n := len(x)
	if n == 0 {
		return e.With(NoDeals)
	}
	sorted := slices.Sorted(slices.Values(x))
	e.Value = sorted[(n-1)/2]/2 + sorted[n/2]/2
	if r := orderOf(n, level); r > 0 {
		e.Low, e.High = sorted[r-1], sorted[n-r]
	}
	if n < enough {
		e = e.With(FewDeals)
	}
	return e
}

// orderOf is the largest r with P(B < r) ≤ (1-level)/2, 0 if there is none.
func orderOf(n int, level float64) int {
	if !(level > 0 && level < 1) {
		return 0
	}
	b := distuv.Binomial{N: float64(n), P: 0.5}
	return sort.Search(n/2, func(r int) bool { return b.CDF(float64(r)) > (1-level)/2 })
}
