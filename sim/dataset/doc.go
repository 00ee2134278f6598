// Package dataset is a run on disk: the folder that a run of self-play games
// writes and that everything else reads.
//
//	manifest.json                  what was asked for, and the parts that are whole
//	tileset.parquet                the tile set
//	games/part-00000.parquet       a row for each game
//	moves/part-00000.parquet       a row for each turn
//	candidates/part-00000.parquet  if asked for: a row for each move that an agent compared
//	annotations/part-00000.parquet afterwards, if asked for: a row for each turn, from a second look
//	annotations/manifest.json      how these were made
//
// It knows Parquet and nothing of the game: package sim turns a finished game
// into rows and hands them over. Columns says what each column means, and so
// does every file in its own metadata.
//
// # Writing
//
// A Run is begun by Create. Its parts may be written by several goroutines
// and finished in any order, each through a PartWriter of its own. A part
// comes to be in one moment: its files are written under names that begin
// with a dot, synced, renamed, and only then listed in the manifest, which is
// itself replaced by rename. Whatever stops a run, what the manifest lists is
// whole, and no glob finds what is not.
//
// While a run is being written its folder has a file .lock, which the
// operating system locks: one process writes at a time. Resume goes on with a
// run that was stopped. It takes the lock of a process that is gone, drops
// what is not whole, and the parts that are then missing are written as they
// would have been: the run ends with the same bytes. A run that was begun
// otherwise it refuses with what differs.
//
// Annotations are made of a run that is there, by an Annotator, in the same way
// and with a manifest of their own: neither the run nor its manifest changes.
//
// The same spec and the same rows give the same bytes: there is no time, no
// host and no version of a library in the files.
//
// # Reading
//
// Open reads a manifest; Rows streams a table, with as many of its columns as
// the caller's struct has fields; Games streams whole games with their moves;
// CheckParts compares the files with their sums. Any program that knows
// Parquet reads the tables as well.
//
// A run may come from anyone, so nothing in it is believed: no link leads out
// of its folder, for reading or for writing, a manifest has bounds, and what a
// Parquet file claims is looked at before parquet-go makes room for it.
package dataset
