package compare

import (
	"math"

	"quadword/experiments/stats"
)

// vector is a figure of some deals: y in n observations of each.
type vector struct{ y, n []float64 }

// ratio is Σy / Σn.
func (v vector) ratio(level float64) stats.Estimate {
	e, err := stats.Ratio(v.y, v.n, level)
	if err != nil {
		panic(err) // cannot happen: as many y as n, and none below 0
	}
	return e
}

// seen is the deals with an observation.
func (v vector) seen() vector {
	var s vector
	for i, n := range v.n {
		if n > 0 {
			s.y, s.n = append(s.y, v.y[i]), append(s.n, n)
		}
	}
	return s
}

// influence is a value for each deal, whose mean is the ratio and whose standard
// error is that of the ratio.
func (v vector) influence() []float64 {
	var y, n float64
	for i := range v.y {
		y += v.y[i]
		n += v.n[i]
	}
	r := y / n
	z := make([]float64, len(v.y))
	for i := range z {
		share := float64(r * v.n[i])
		off := v.y[i] - share
		if math.Abs(off) <= 1e-12*(math.Abs(v.y[i])+math.Abs(share)) { // what rounding leaves of nothing
			off = 0
		}
		z[i] = r + float64(float64(len(z))*off)/n
	}
	return z
}
