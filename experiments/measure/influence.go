package measure

import "math"

// Influence makes of a figure R = Σy/(scale·Σn) over D deals one number for each,
//
//	z = R + D·(y/scale - R·n) / Σn
//
// how the deal pulls at R: R plus D times its part of the linear approximation of
// R around what it is. The mean of z is R, and the ordinary standard error of
// that mean,
//
//	SE² = Σ(z - R)² / (D·(D-1)) = D/(D-1) · Σ(y/scale - R·n)² / (Σn)²,
//
// is that of stats.Ratio (the linearised variance of Cochran, Sampling
// Techniques, 1977, section 6.3). So what is known of means, differences of
// means and regressions over deals holds for ratios too: two cells that share
// their deals are compared by z of one minus z of the other.
//
// Deals without observations have z = R, so that the vectors of cells stay side
// by side. They count in D here and not in that of stats.Ratio, whose standard
// error then differs in the factor D/(D-1). Without any observations every z is
// NaN.
func Influence(y, n []int64, scale int64) []float64 {
	var sy, sn int64
	for i := range y {
		sy += y[i]
		sn += n[i]
	}
	z := make([]float64, len(y))
	if sn == 0 {
		for i := range z {
			z[i] = math.NaN()
		}
		return z
	}
	deals, all, unit := float64(len(y)), float64(sn), float64(scale)
	r := float64(sy) / (all * unit)
	for i := range z {
		residual := float64(y[i])/unit - float64(r*float64(n[i]))
		z[i] = r + float64(deals*residual)/all
	}
	return z
}

// Influence is that of the column, in units of its measure.
func (c *Column) Influence() []float64 { return Influence(c.Y, c.N, c.Measure.Scale) }
