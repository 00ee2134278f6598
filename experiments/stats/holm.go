package stats

import (
	"math"
	"slices"
)

// Holm adjusts the p-values of a family of tests (Holm 1979): whoever rejects
// where the adjusted value is below α rejects a true hypothesis anywhere in the
// family with a probability of at most α, however the tests depend on each other.
// NaN, a test that could not be made, stays NaN and is no part of the family.
func Holm(p []float64) []float64 {
	adjusted := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(order)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
