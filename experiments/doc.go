// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows, effects what happened on the board,
// measure takes figures of games deal by deal, stats says how sure a figure is,
// and train makes the tables that agents evaluate by. They know nothing of how a
// command is spelled, and stats knows nothing of datasets either; the others read
// them and call package sim.
package experiments
