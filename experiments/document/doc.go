// Package document is what a report says, apart from how it looks: a title,
// sections, tables of typed cells, plots. It knows how to write that in four
// ways, and nothing of runs, agents or games.
//
//	document.go   Document, Section, Table, Column, Plot, and what they must fulfil
//	cell.go       Cell: words, a count, a number, a share, an estimate, the outcome of a test
//	notes.go      what stands below a table: warnings, what ± means, of how many deals
//	text.go       WriteText, for a terminal
//	markdown.go   WriteMarkdown, for GitHub
//	json.go       WriteJSON, for programs
//	html.go       WriteHTML, one page that needs nothing else
//	svg.go        what a plot may consist of
//	save.go       SaveHTML, SaveMarkdown: files that are whole or not there
//
// # One number
//
// A cell is rounded to ten digits first and to the decimals that are shown
// after that, and every form is written from the same cell: text, Markdown and
// HTML show what JSON has, rounded. Package documenttest checks it of any
// document. What is not known is "-" in the shown forms and null in JSON; an
// infinite value is "∞" and null.
//
// # Nobody's words are markup
//
// Names of agents, files and experiments come from outside. In HTML they are
// escaped by html/template, in Markdown every character is that has a meaning
// there, and characters that steer a terminal or turn the direction of writing
// are replaced. The page forbids itself all scripts and all connections
// (Content-Security-Policy), and a plot that has more in it than shapes, words
// and a style is an error.
package document
