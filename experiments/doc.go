// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows, and train makes the tables that
// agents evaluate by. They read datasets and call package sim; they know
// nothing of how a command is spelled.
package experiments
