// Package report says what a run shows: who won how often and by how much,
// what the seats are worth, how games went and ended.
//
// # The deal is the unit
//
// The games of one deal share the order of the bag, so they are no independent
// observations; the deals are. Every mean here is a ratio of two sums over
// deals, R = ΣY / ΣN, where N is how many times the agent (or seat, or game)
// was seen in a deal and Y the total of what was measured there. Its standard
// error is that of a ratio estimator with the deals as clusters (Cochran,
// Sampling Techniques, 1977, section 6.3):
//
//	SE(R)² = D/(D-1) · Σ (Y - R·N)² / (ΣN)²
//
// over the D deals in which it was seen at all. D/(D-1) is the correction for
// small samples, by which SE(R) is the ordinary standard error of a mean if
// every N is the same. One deal says nothing about the spread between deals,
// so there SE(R) is absent, which is null in JSON.
//
// # One record of exact sums
//
// Everything measured is a whole number: points, counts, and shares of a
// first place, which are counted in twelfths. So a Tally is nothing but
// integer sums: parts may be added in any order, and no digit is lost to
// cancellation. The same Tally is filled from a dataset (Read) and from games
// that are not written (Sink).
//
// # Strength
//
// Of every two agents that met, the tally counts deals by the points of the one
// against the other, from which package stats has win rate, Elo and likelihood of
// superiority with intervals. Of three agents and more it also keeps who came in
// in which place, game by game, since ratings are fitted to single results and
// their errors to those of a deal together; of more than a million games it keeps
// none, and says that there are no ratings.
//
//	tally.go, ratio.go, scores.go       what is counted
//	contest.go                          what agents do against each other
//	report.go, strength.go              what that shows
//	text.go                             for a terminal
//	document.go, document_strength.go   with plots, for package document
//	read.go, sink.go                    where games come from
package report
