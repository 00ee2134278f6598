// Package sprt ends a run by a sequential test: whether the first of two agents
// is elo0 or elo1 stronger than the second.
//
//	parse.go    Parse: a test from its text
//	test.go     Test: the test of a run, fed with parts that are played or read
//	count.go    what the games of a part count for
//	outcome.go  Outcome: what the test has come to, as text and JSON
//
// A part is a range of whole deals. The test looks after each part, in the order
// of the parts, whatever the order in which they come. So it ends the run with the
// same part for any number of workers, and whoever has the run can tell whether it
// ended where the test says. The test itself is stats.SPRT; what is counted are
// pairs (pentanomial) or, unpaired, games (trinomial).
package sprt
