// Package compare sets two runs side by side: what differs in what was asked for,
// and for each figure its value in either run and the difference.
//
//	compare.go    Runs: from two folders to a Report
//	read.go       the figures of a run, deal by deal
//	influence.go  figures of which deals have different numbers, as one value a deal
//	differ.go     what differs in what was asked for, in few lines
//	text.go       the report for people
//
// # By deal
//
// Deal k of two runs with one seed, one tile set and as many seats is the same
// order of the bag. Then a difference is taken deal by deal, over the deals that
// both have, and most of the luck goes out of it. Else the deals of the runs have
// nothing to do with each other, and the interval is Welch's.
//
// A figure is a ratio R = ΣY / ΣN over deals, such as points a game. A deal counts
// as its influence on the ratio,
//
//	z = R + D·(Y - R·N) / ΣN
//
// over D deals. The mean of z is R, and its standard error as that of a mean is the
// error of the ratio (Cochran, Sampling Techniques, 1977, section 6.3), so that of
// two figures z can be compared deal by deal (Demnati and Rao, Survey Methodology
// 30, 2004).
//
// # Many comparisons
//
// The p-values of a table are adjusted by Holm's method: that of a row says how
// sure it is that this figure differs, although so many were looked at.
package compare
