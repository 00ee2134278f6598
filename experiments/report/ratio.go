package report

import (
	"math"
	"math/big"
)

// ratio gathers ΣY / ΣN over deals, with what its standard error takes. All
// sums are exact: per deal Y and N stay below some 10^5, so the sums of their
// squares fit 63 bits for far more deals than can be played.
type ratio struct {
	deals      int64 // with N > 0
	y, n       int64
	yy, yn, nn int64
}

// add adds one deal.
func (r *ratio) add(y, n int64) { r.addTimes(y, n, 1) }

// addTimes adds deals that are alike.
func (r *ratio) addTimes(y, n, deals int64) {
	if n == 0 {
		return
	}
	r.deals += deals
	r.y += deals * y
	r.n += deals * n
	r.yy += deals * y * y
	r.yn += deals * y * n
	r.nn += deals * n * n
}

// merge adds the deals of another ratio.
func (r *ratio) merge(o ratio) {
	r.deals += o.deals
	r.y += o.y
	r.n += o.n
	r.yy += o.yy
	r.yn += o.yn
	r.nn += o.nn
}

// mean is ΣY / (scale·ΣN) with its standard error, which is nil for one deal;
// see the package comment for the formula. The sum of squared residuals is
// expanded to (ΣY²·(ΣN)² - 2·ΣYN·ΣY·ΣN + ΣN²·(ΣY)²) / (ΣN)² and computed in
// big integers, so that what cancels does so exactly.
func (r *ratio) mean(scale int64) (mean float64, se *float64) {
	n := float64(r.n)
	mean = float64(r.y) / (n * float64(scale))
	if r.deals < 2 {
		return mean, nil
	}
	residuals := product(r.yy, r.n, r.n)
	residuals.Sub(residuals, product(2, r.yn, r.y, r.n))
	residuals.Add(residuals, product(r.nn, r.y, r.y))
	squares, _ := new(big.Float).SetInt(residuals).Float64()
	d := float64(r.deals)
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
