package stats

import (
	"math"
	"math/big"
)

// Sums gathers ΣY / ΣN over deals, as Ratio does, and what its standard error
// takes, one deal at a time: Y was counted in N observations of a deal. All sums
// are exact integers, so deals may come in any order and in several Sums that
// are merged, and no digit is lost to what cancels. Per deal Y and N stay below
// some 10^5, so the sums of their squares fit 63 bits for far more deals than
// can be played. The zero value has no deals.
type Sums struct {
	Deals      int64 // with N > 0
	Y, N       int64
	yy, yn, nn int64
}

// Add adds a deal. One without observations says nothing.
func (s *Sums) Add(y, n int64) { s.AddTimes(y, n, 1) }

// AddTimes adds so many deals that are alike.
func (s *Sums) AddTimes(y, n, deals int64) {
	if n == 0 {
		return
	}
	s.Deals += deals
	s.Y += deals * y
	s.N += deals * n
	s.yy += deals * y * y
	s.yn += deals * y * n
	s.nn += deals * n * n
}

// Merge adds the deals of another, which s has none of.
func (s *Sums) Merge(o Sums) {
	s.Deals += o.Deals
	s.Y += o.Y
	s.N += o.N
	s.yy += o.yy
	s.yn += o.yn
	s.nn += o.nn
}

// Mean is ΣY / (scale·ΣN) with its standard error, the formula of Ratio. The
// error is nil for fewer than two deals, which say nothing of the spread
// between deals; the mean of no deals is NaN. The sum of squared residuals is
// expanded to (ΣY²·(ΣN)² - 2·ΣYN·ΣY·ΣN + ΣN²·(ΣY)²) / (ΣN)² and computed in
// big integers, so that what cancels does so exactly.
func (s *Sums) Mean(scale int64) (mean float64, se *float64) {
	n := float64(s.N)
	mean = float64(s.Y) / (n * float64(scale))
	if s.Deals < 2 {
		return mean, nil
	}
	residuals := product(s.yy, s.N, s.N)
	residuals.Sub(residuals, product(2, s.yn, s.Y, s.N))
	residuals.Add(residuals, product(s.nn, s.Y, s.Y))
	squares, _ := new(big.Float).SetInt(residuals).Float64()
	d := float64(s.Deals)
	e := math.Sqrt(d/(d-1)*squares) / (n * n * float64(scale))
	return mean, &e
}

func product(factors ...int64) *big.Int {
	p := big.NewInt(1)
	for _, f := range factors {
		p.Mul(p, big.NewInt(f))
	}
	return p
}
