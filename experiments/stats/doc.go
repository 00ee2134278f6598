// Package stats turns what was counted into estimates that say how sure they
// are. It knows numbers only: no datasets, no files, no command line.
//
//	estimate.go    Estimate: a value with its interval, its deals and its warnings
//	counts.go      Pentanomial (pairs) and Trinomial (unpaired games)
//	score.go       WinRate, Elo, NormalizedElo, Superiority, SignTest
//	likelihood.go  the likeliest cells whose mean, or mean in deviations, is given
//	mean.go        Mean, Difference, Ratio: figures per deal
//	sums.go        Sums: a Ratio of whole numbers, in exact sums that merge
//	welch.go       Welch: the difference of figures of different deals
//	contrast.go    Contrast: means of cells by deal, with a random factor
//	student.go     Student: an estimate of a value with its standard error
//	median.go      Median, by order statistics
//	bootstrap.go   Bootstrap, where no formula fits
//	sprt.go        SPRT and Sequential: play until one of two hypotheses is left
//	ratings.go     Rate: Bradley-Terry and Plackett-Luce
//	worths.go      the fit of both
//	connected.go   whether results can be rated at all
//	regression.go  Regression: least squares with contrasts
//	streamed.go    Streamed: the same of observations that are too many to keep
//	design.go      Design: the columns of a factorial experiment
//	holm.go        Holm, where many comparisons are read
//
// # The deal is the unit
//
// The games of one deal share the order of the bag, so they are no independent
// observations; the deals are. Every standard error here is one between deals,
// and N counts deals. What two agents score in the two games of a deal is one
// of five cells, and the spread of these cells is all that is used: nothing is
// assumed about how the two games depend on each other.
//
// # Intervals
//
// Intervals of a mean are Student's, with one degree of freedom less than there
// are deals. Those of a score are the scores that a likelihood ratio test does
// not reject (Owen, Empirical Likelihood, 2001, with the calibration by F of his
// section 3.3): they stay within 0 and 1, have a width even if every deal ended
// alike, and mean the same on the scale of Elo. Cells that were never seen count
// as a thousandth of a deal, so that what was not seen is not held impossible;
// the value itself is not touched by this. What is not known, such as the spread
// among one deal, is NaN in Go and null in JSON; null also stands for a limit
// that is infinite.
//
// # Sources
//
// Elo, The Rating of Chessplayers, 1978 (logistic, 400 points a decade). Van den
// Bergh, Normalized Elo, Normalized Elo in practice, and Comments on the
// generalized sequential probability ratio test (notes for Fishtest, 2019-2021).
// Wald, Sequential Analysis, 1947. Efron and Tibshirani, An Introduction to the
// Bootstrap, 1993. Bradley and Terry, Biometrika 39, 1952. Luce, Individual
// Choice Behavior, 1959. Plackett, Applied Statistics 24, 1975. Ford, American
// Mathematical Monthly 64, 1957. Hunter, Annals of Statistics 32, 2004. Liang and
// Zeger, Biometrika 73, 1986. Cameron and Miller, Journal of Human Resources 50,
// 2015. Cochran, Sampling Techniques, 1977. Lancaster, JASA 56, 1961 (mid-p).
// Holm, Scandinavian Journal of Statistics 6, 1979. Welch, Biometrika 34, 1947.
// Satterthwaite, Biometrics Bulletin 2, 1946.
// Conover, Practical Nonparametric Statistics, 3rd edition 1999.
//
// # The same digits everywhere
//
// Sums run in the order of the deals and no map is walked. gonum may compute the
// last bits differently on another machine, so JSON carries ten digits, and a
// sequential test rounds its log-likelihood ratio before it decides.
package stats
