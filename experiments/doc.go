// Package experiments asks questions of self-play data. Its folders hold what
// that takes: report says what a run shows, stats how sure a figure is, analysis
// what is no comparison of cells (what a letter is worth, how much is luck),
// document how a report is written (text, Markdown, JSON, a page), plots what is
// drawn in it, and train makes the tables that agents evaluate by. They know
// nothing of how a command is spelled, and stats, document and plots know nothing
// of datasets either; the others read them and call package sim.
package experiments
