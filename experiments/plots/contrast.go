package plots

import (
	"math"
	"strconv"
)

// contrast is the contrast ratio of two colours, 1 to 21 (WCAG 2.2).
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of a colour as #rrggbb.
func luminance(c string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(c[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic("plots: no colour " + c)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += float64(weight * v)
	}
	return sum
}
