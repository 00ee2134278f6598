package value

import "math"

// Logistic is 1/(1+exp(-x)), the probability of a logit, with an error of a few
// units in the last place. It is written out here because math.Exp rounds
// otherwise on some processors, and a probability is stored in datasets.
func Logistic(x float64) float64 {
	if x < 0 {
		e := expNegative(-x)
		return e / (1 + e)
	}
	return 1 / (1 + expNegative(x))
}

// The natural logarithm of 2 as a number of few bits, so that a product with a
// whole number is exact, and the rest.
const (
	ln2Head = 6.93147180369123816490e-01
	ln2Tail = 1.90821492927058770002e-10
)

// expNegative is exp(-x) for x >= 0: 2^-k exp(r) with -r at most half the
// logarithm of 2, and exp(r) by its Taylor series, whose 14th term is below
// 2^-53.
func expNegative(x float64) float64 {
	if x > 700 {
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := float64(float64(k*ln2Head)-x) + float64(k*ln2Tail)
	sum := 1.0
	for n := 14; n > 0; n-- {
		sum = float64(sum*r)/float64(n) + 1
	}
	return sum * math.Float64frombits(uint64(1023-int64(k))<<52)
}
