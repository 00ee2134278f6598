// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows. They read datasets and call
// package sim; they know nothing of how an agent decides or a command is
// spelled.
package experiments
