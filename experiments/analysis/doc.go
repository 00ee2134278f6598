// Package analysis answers questions that are no comparison of cells: each of
// its analyses reads the runs of an experiment and writes sections of its own.
//
//	analysis.go  Run, Analysis, the table of all
//	read.go      the parts of a run, read by several workers and joined in order
//	komi.go      komi: points that make seat two even
//	lanes.go     lanes: what open premium squares are worth, of annotated runs
//	lanes_models.go lanes_tables.go    how turns are explained, and what that shows
//	luck.go      luck: how much of the spread the deal decides
//	strength.go  luck: how much a game tells about who is better
//	records.go   records: the best plays and games
//	lists.go     the best of what was added
//	tables.go    records as tables
//	values.go    tile-values: what a letter is worth
//	draws.go     tile-values: what was drawn, and what was to be expected
//
// An analysis streams: it reads the few columns that it needs, a part of a run
// at a time, and keeps some figures of each game or deal. The most is kept by
// tile-values, whose regression has a row for each game: about 2.5 kB with all
// copies, so 100,000 games take 250 MB. lanes keeps 32 bytes a turn, some 100 MB;
// the others keep less than 50 bytes a game.
//
// The deal is the unit of every error. Parts are joined in their order, sums are
// of whole numbers or run in the order of the deals, and resampling has a fixed
// seed: the answer is the same for any number of workers.
//
// # Another analysis
//
// It is a file, with a line in All. An experiment asks for it by
//
//	analysis = ["komi"]
package analysis
