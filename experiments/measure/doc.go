// Package measure takes figures of games, deal by deal: what an experiment
// compares between its cells.
//
//	measure.go         Measure, Subject: what is measured, and of whom
//	measures.go        the table of measures, and those of games and turns
//	measures_plays.go  those of plays and racks
//	rows.go            the columns of a run that measures are taken from
//	sheet.go           what is counted of one game
//	collect.go         Collect: a run, part by part, to figures per deal
//	influence.go       a ratio of sums as one number per deal
//	firsts.go          who won, in shares
//
// # A figure is a ratio of sums over deals
//
// A measure of a game is two whole numbers: y was observed in n observations, a
// score of 431 in one game, 3 bingos in 12 plays. Both are summed over the games
// of a deal, and the figure is Σy / Σn over deals. The games of one deal share
// the order of the bag, so the deal is the unit of every standard error; package
// stats has the estimators. That all are whole numbers makes the sums exact: the
// same for any number of workers.
//
// A figure in other units says so by its Scale, which y is to be divided by: a
// first place that two seats share is 6 twelfths for each.
//
// # Whom it is measured of
//
// All seats together, one agent wherever it sits, or one seat. The length of a
// game belongs to nobody, and a win rate not to all: a measure says which kinds
// of subject it has.
package measure
