package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// WinRate is the first agent's mean score of a game, draws being half a win.
func WinRate(c Counts, level float64) Estimate {
	cells := c.cells()
	n := cells.total()
	e := Estimate{math.NaN(), math.NaN(), math.NaN(), math.NaN(), level, math.NaN(), cells.deals(), cells.warnings()}
	if n == 0 {
		return e
	}
	e.Value = cells.mean()
	if n > 1 {
		e.DF = n - 1
		if !cells.alike() {
			e.SE = math.Sqrt(cells.moment(2) / (n - 1))
		}
		q := quantile(level, n-1)
		regular := cells.regular()
		e.Low, e.High = regular.within(q * q)
		e.Low, e.High = min(e.Low, e.Value), max(e.High, e.Value)
	}
	return e
}

// Elo is the difference in strength that WinRate stands for on the logistic
// scale. A win rate of 0 or 1 is infinitely far.
func Elo(c Counts, level float64) Estimate {
	e := WinRate(c, level)
	if e.N == 0 {
		return e
	}
	cells := c.cells()
	won, lost := cells.mean(), 0.0 // 1 - won would lose digits near 0
	for i, n := range cells.n[:cells.k] {
		lost += float64(n * (1 - cells.at[i]))
	}
	lost /= cells.total()
	e.SE *= elo / (won * lost)
	e.Value, e.Low, e.High = elo*(math.Log(won)-math.Log(lost)), EloOf(e.Low), EloOf(e.High)
	e.Low, e.High = min(e.Low, e.Value), max(e.High, e.Value)
	return e
}

// elo is a point of log odds in Elo.
const elo = 400 / math.Ln10

// EloOf is the logistic Elo of a score.
func EloOf(score float64) float64 {
	return elo * (math.Log(score) - math.Log1p(-score))
}

// ScoreOf is the score of a logistic Elo.
func ScoreOf(points float64) float64 {
	return 1 / (1 + math.Exp(-points/elo))
}

// normalized is a standard deviation of a game in normalised Elo: in a game that
// knows no draws between equals it is as large as logistic Elo.
const normalized = 800 / math.Ln10

// NormalizedElo is how many standard deviations of a game the win rate is above
// 1/2, in units that make it Elo between equals without draws. It says how many
// games it takes to see a difference, whatever share of pairs is tied.
//
// Its variance is that of (mean-1/2)/σ to first order, in which σ too is
// estimated: (1 - t·skewness + t²·(kurtosis-1)/4) / N.
func NormalizedElo(c Counts, level float64) Estimate {
	cells := c.cells()
	n := cells.total()
	if n < 2 || cells.alike() {
		e := WinRate(c, level)
		e.Value, e.Low, e.High, e.SE = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		return e
	}
	σ2 := cells.moment(2)
	skewness, kurtosis := cells.moment(3)/(σ2*math.Sqrt(σ2)), cells.moment(4)/(σ2*σ2)
	t := cells.ahead() / math.Sqrt(σ2*n/(n-1))
	variance := max(0, 1-float64(t*skewness)+float64(t*t*(kurtosis-1))/4) / n
	unit := normalized / math.Sqrt(cells.games)
	return student(t, math.Sqrt(variance), n-1, cells.deals(), level).Scaled(unit).With(cells.warnings()...)
}

// Test is the outcome of a test.
type Test struct {
	P        float64 // NaN if there is nothing to tell it from
	N        int     // deals that it rests on
	Warnings []Warning
}

// Superiority is the likelihood of superiority: the one-sided confidence that
// the first agent scores more than half, by the signed root of the likelihood
// ratio that WinRate's interval comes from.
func Superiority(c Counts) Test {
	cells := c.cells()
	t := Test{math.NaN(), cells.deals(), cells.warnings()}
	if n := cells.total(); n > 1 && cells.different() > 0 {
		regular := cells.regular()
		root := math.Sqrt(max(0, regular.deviance(0.5)))
		t.P = studentCDF(math.Copysign(root, regular.ahead()), n-1)
	}
	return t
}

// SignTest is the p-value, two-sided, of as many deals for the one agent as for
// the other, of those that ended differently for them. It is a mid-p-value: half
// of what was seen counts as more extreme, which makes it as good as uniform if
// the agents are equal (Lancaster 1961).
func SignTest(c Counts) Test {
	cells := c.cells()
	t := Test{math.NaN(), 0, cells.warnings()}
	less, more := 0.0, 0.0
	for i, n := range cells.n[:cells.k] {
		if cells.at[i] < 0.5 {
			less += n
		} else if cells.at[i] > 0.5 {
			more += n
		}
	}
	n, k := less+more, min(less, more)
	differing := cells
	differing.n[cells.k/2] = 0
	t.N = differing.deals()
	switch {
	case n == 0:
	case less == more:
		t.P = 1
	case n > 1e6: // the normal approximation has as many digits by now
		t.P = 2 * distuv.UnitNormal.CDF((k-n/2)/math.Sqrt(n/4))
	default:
		b := distuv.Binomial{N: n, P: 0.5}
		t.P = min(1, 2*(b.CDF(k)-b.Prob(k)/2))
	}
	return t
}
