package stats

import (
	"fmt"
	"math"
)

// Mean is the mean of a figure that each deal has once, such as the spread.
func Mean(x []float64, level float64) Estimate {
	n := float64(len(x))
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	mean, squares := sum/n, 0.0
	for _, v := range x {
		squares += float64((v - mean) * (v - mean))
	}
	if allEqual(x) { // whatever rounding made of the mean
		squares = 0
	}
	return student(mean, math.Sqrt(squares/(n-1)/n), n-1, len(x), level)
}

// Difference is the mean of a - b, where both have the same deals in the same
// order. NoInformation is said if they never differed.
func Difference(a, b []float64, level float64) (Estimate, error) {
	if len(a) != len(b) {
		return Estimate{}, fmt.Errorf("difference of %d and %d deals: they are not the same", len(a), len(b))
	}
	d := make([]float64, len(a))
	same := len(a) > 0
	for i := range a {
		d[i] = a[i] - b[i]
		same = same && d[i] == 0
	}
	e := Mean(d, level)
	if same {
		e = e.With(NoInformation)
	}
	return e, nil
}

// Ratio is Σy / Σn, where a deal has y in n observations: the mean of something
// of which deals have different numbers. Deals with n = 0 say nothing. The
// standard error is that of a ratio estimator with the deals as clusters
// (Cochran 1977, section 6.3),
//
//	SE² = D/(D-1) · Σ(y - R·n)² / (Σn)²
func Ratio(y, n []float64, level float64) (Estimate, error) {
	if len(y) != len(n) {
		return Estimate{}, fmt.Errorf("ratio of %d and %d deals: they are not the same", len(y), len(n))
	}
	var sy, sn float64
	deals, equal, first := 0, true, 0.0
	for i := range y {
		if n[i] < 0 {
			return Estimate{}, fmt.Errorf("ratio: deal %d has %v observations, expected 0 or more", i, n[i])
		}
		if n[i] == 0 {
			continue
		}
		if deals == 0 {
			first = n[i]
		}
		equal = equal && n[i] == first
		deals++
		sy += y[i]
		sn += n[i]
	}
	mean, squares := sy/sn, 0.0
	for i := range y {
		if n[i] != 0 {
			e := y[i] - float64(mean*n[i])
			squares += float64(e * e)
		}
	}
	d := float64(deals)
	if squares <= float64(sy*sy)*1e-30 { // what rounding leaves of nothing
		squares = 0
	}
	e := student(mean, math.Sqrt(d/(d-1)*squares)/sn, d-1, deals, level)
	if !equal {
		e = e.With(UnequalCells)
	}
	return e, nil
}

func allEqual(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}
