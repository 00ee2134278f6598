package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Bootstrap resamples whole deals, for figures whose error no formula gives.
type Bootstrap struct {
	Resamples int    // 2,000 leave the ends of a 95 % interval good to about 2 % of its width
	Seed      uint64 // the same seed gives the same interval
	// Percentile takes the quantiles as they are. By default they are corrected
	// for bias and skewness, BCa (Efron and Tibshirani 1993, chapter 14).
	Percentile bool
}

// Estimate is the interval of statistic, which is given how often each of the
// deals counts: a resample of them, or all of them but a few.
func (b Bootstrap) Estimate(deals int, level float64, statistic func(times []int) float64) (Estimate, error) {
	if b.Resamples < 100 {
		return Estimate{}, fmt.Errorf("bootstrap of %d resamples, expected 100 or more", b.Resamples)
	}
	if !(level > 0 && level < 1) {
		return Estimate{}, fmt.Errorf("bootstrap: level %v, expected one between 0 and 1", level)
	}
	e := student(math.NaN(), math.NaN(), float64(deals-1), deals, level)
	if deals == 0 {
		return e, nil
	}
	times := make([]int, deals)
	for i := range times {
		times[i] = 1
	}
	e.Value = statistic(times)
	e.DF = math.NaN()
	if deals == 1 {
		return e, nil
	}
	rng := rand.New(rand.NewPCG(b.Seed, 0x626f6f74737472)) // "bootstr": a stream of its own
	samples := make([]float64, b.Resamples)
	for r := range samples {
		clear(times)
		for range deals {
			times[rng.IntN(deals)]++
		}
		samples[r] = statistic(times)
		if math.IsNaN(samples[r]) {
			return Estimate{}, fmt.Errorf("bootstrap: resample %d of %d deals has no value", r, deals)
		}
	}
	if allEqual(samples) {
		e.Low, e.High = math.NaN(), math.NaN()
		return e.With(AllAlike), nil
	}
	_, e.SE = meanAndDeviation(samples)
	slices.Sort(samples)
	low, high := (1-level)/2, (1+level)/2
	if !b.Percentile {
		bias, skew := b.bias(samples, e.Value), acceleration(times, statistic)
		low, high = corrected(low, bias, skew), corrected(high, bias, skew)
	}
	e.Low, e.High = at(samples, low), at(samples, high)
	return e, nil
}

// bias is the normal quantile of the share of resamples below the value, half
// of the equal ones among them.
func (b Bootstrap) bias(samples []float64, value float64) float64 {
	below := 0.0
	for _, s := range samples {
		if s < value {
			below++
		} else if s == value {
			below += 0.5
		}
	}
	n := float64(len(samples))
	return distuv.UnitNormal.Quantile(min(max(below, 0.5), n-0.5) / n)
}

// corrected is the share of the resamples that belongs to a share of a normal
// distribution.
func corrected(share, bias, skew float64) float64 {
	z := bias + distuv.UnitNormal.Quantile(share)
	return distuv.UnitNormal.CDF(bias + z/(1-float64(skew*z)))
}

// blocks is how many groups of deals the jackknife leaves out in turn if there
// are more deals: the skewness of a mean of groups leads to the same figure, and
// the time stays linear in the deals.
const blocks = 500

// acceleration is a sixth of the skewness of the statistic by the jackknife.
func acceleration(times []int, statistic func([]int) float64) float64 {
	n := len(times)
	groups := min(n, blocks)
	without := make([]float64, groups)
	for g := range without {
		for i := range times {
			times[i] = 1
		}
		for i := n * g / groups; i < n*(g+1)/groups; i++ {
			times[i] = 0
		}
		without[g] = statistic(times)
	}
	mean, _ := meanAndDeviation(without)
	var squares, cubes float64
	for _, v := range without {
		d := mean - v
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	if !(squares > 0) {
		return 0
	}
	return cubes / (6 * squares * math.Sqrt(squares))
}

// at is the quantile of a share of sorted values, between neighbours.
func at(sorted []float64, share float64) float64 {
	x := float64(share*float64(len(sorted)+1)) - 1
	i := int(math.Floor(min(max(x, 0), float64(len(sorted)-1))))
	part := min(max(x-float64(i), 0), 1)
	next := sorted[min(i+1, len(sorted)-1)]
	return sorted[i] + float64(part*(next-sorted[i]))
}

func meanAndDeviation(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	squares := 0.0
	for _, v := range x {
		squares += float64((v - mean) * (v - mean))
	}
	return mean, math.Sqrt(squares / float64(len(x)-1))
}
