// Package plots draws figures for reports, as SVG.
//
//	intervals.go    Intervals: estimates with their intervals, one to a row
//	lines.go        Lines: a figure over turns or the bag, with bands
//	histogram.go    Histogram: distributions over each other, or in rows
//	board.go        Board: a figure of each square, on the board
//	calibration.go  Calibration: predicted against observed
//	axes.go         what they have in common: axes, ticks, legends
//	canvas.go       what gonum/plot draws on, which writes SVG
//	theme.go        the colours
//
// Each is a value whose Plot is ready for a document. gonum/plot lays out the
// axes; how they look, and the SVG itself, are made here, since a report needs of
// a drawing what gonum's own SVG does not give:
//
//   - It is light or dark with the page or the program that shows it. Colours are
//     classes, and a style within the drawing gives each class its two colours.
//     The drawing has a paper of its own, so that it can be read on any ground.
//   - Any number of them stand in one page: there are no identifiers.
//   - It scales: 420 units wide, with words 12 high, it is drawn for the width of
//     a phone.
//   - Names that come from outside are words and no markup.
//   - The same figures give the same bytes: no time, no chance, no order of maps,
//     and coordinates to a hundredth.
//
// Colours are told apart also by those who do not see all of them, and no plot
// relies on colour alone. What is not finite is left out; a plot of nothing says
// so.
package plots
