package stats

import (
	"fmt"
	"math"
)

// Welch is the mean of a less that of b, where they have different deals, which
// may differ in their spread too. Its degrees of freedom are those of Welch
// (Biometrika 34, 1947) and Satterthwaite (Biometrics Bulletin 2, 1946). N is the
// deals of both. A single deal of either says nothing of its spread, so that the
// interval is not known; none is an error.
func Welch(a, b []float64, level float64) (Estimate, error) {
	if len(a) == 0 || len(b) == 0 {
		return Estimate{}, fmt.Errorf("welch: %d and %d deals, expected one or more of each", len(a), len(b))
	}
	of := func(x []float64) (mean, variance, df float64) { // of the mean
		e := Mean(x, level)
		if len(x) > 1 && allEqual(x) {
			return e.Value, 0, float64(len(x) - 1)
		}
		return e.Value, float64(e.SE * e.SE), float64(len(x) - 1)
	}
	meanA, varA, dfA := of(a)
	meanB, varB, dfB := of(b)
	sum := varA + varB
	df := float64(sum*sum) / (float64(varA*varA)/dfA + float64(varB*varB)/dfB)
	if sum == 0 {
		df = dfA + dfB
	}
	e := student(meanA-meanB, math.Sqrt(sum), df, len(a)+len(b), level)
	if min(len(a), len(b)) < enough {
		e = e.With(FewDeals)
	}
	return e, nil
}
