package sim

import (
	"runtime"

	"quadword/sim/dataset"
)

// Writer is a Sink that writes parts of a dataset.
type Writer struct {
	run   *dataset.Run
	match *Match
	board bool

	// idle holds what a part is written with, for each that may be written at
	// the same time; nil until it is needed.
	idle chan *rowMaker
}

// writing is how many parts may be written at the same time: a few more than
// there are cores, for a part waits for the disk. However many workers there
// are, the open files and the memory of the encoders are no more than these
// need.
func writing() int { return 2*runtime.GOMAXPROCS(0) + 2 }

// NewWriter writes the games of a match to a run, whose spec is that of the
// plan of the match. With positions, the moves
// table holds the board before each move. Of the match it asks that agents say
// what their second best move is worth, for which there is a column, and that
// the parts which the run has are not played.
func NewWriter(run *dataset.Run, match *Match, positions bool) *Writer {
	match.RunnerUp = true
	match.Have = map[int64]bool{}
	for _, p := range run.Manifest().Parts {
		match.Have[int64(p.Number)] = true
	}
	w := &Writer{run: run, match: match, board: positions, idle: make(chan *rowMaker, writing())}
	for range cap(w.idle) {
		w.idle <- nil
	}
	return w
}

// Part writes one part; if it fails, nothing of it is left.
func (w *Writer) Part(number int64, games []Record) (err error) {
	rows := <-w.idle
	defer func() { w.idle <- rows }()
	if rows == nil {
		rows = w.match.rowMaker()
		rows.positions = w.board
	}
	part, err := w.run.Part(int(number))
	if err != nil {
		return err
	}
	defer part.Abort()
	for i := range games {
		game, moves := rows.rows(&games[i])
		if err := part.Game(game, moves); err != nil {
			return err
		}
		if err := part.Candidates(rows.candidates); err != nil {
			return err
		}
	}
	return part.Close()
}
