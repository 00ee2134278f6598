// Package experiments answers questions by playing games. A question is a TOML
// file (README.md explains its keys): factors whose levels are crossed into cells,
// what is played in each, what is measured and what is compared. The answer is a
// report that states its own uncertainty.
//
//	spec.go tileset.go layout.go   Spec: a file, read strictly
//	builtin.go *.toml              those that come with the program
//	cells.go                       Cell: a combination of levels and its settings
//	tables.go words.go             leave values and word lists made for an experiment
//	run.go design.go manifest.go   Design: everything found and checked; Run, resume
//	annotate.go                    a second look at the runs, for who asks for it
//	trial.go                       about how long it takes
//	outcome.go compare.go          figures deal by deal, and contrasts of cells
//	report.go analysis.go          the answer as a document
//
// Its folders hold what that takes: measure takes figures of games deal by deal,
// stats says how sure a figure is, report says what a run shows, effects what
// happened on the board, compare sets two runs side by side, sprt ends a run by a
// sequential test, analysis finds what is no comparison of cells (what a letter is
// worth, how much is luck), annotate looks at each position a second time, queries asks in
// SQL, document is how a report is written (text, Markdown, JSON, a page), plots
// what is drawn in it, and train makes the tables that agents evaluate by. They
// know nothing of how a command is spelled, and stats, document and plots know
// nothing of datasets either; the others read them and call package sim.
package experiments
