// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows, annotate what was possible at each
// turn of it, stats how sure a figure is, queries asks in SQL, and train makes the
// tables that agents evaluate by. They know nothing of how a command is spelled,
// and stats knows nothing of datasets either; the others read them and call
// package sim.
package experiments
