// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows, compare what two runs do, stats how
// sure a figure is, sprt ends a run once that is enough, and train makes the tables
// that agents evaluate by. They know nothing of how a command is spelled, and stats
// knows nothing of datasets either; the others read them and call package sim.
package experiments
