package sim

import (
	"sync"

	"quadword/sim/dataset"
)

// Writer is a Sink that writes parts of a dataset.
type Writer struct {
	run   *dataset.Run
	match *Match
	board bool

	mu   sync.Mutex
	idle []*rowMaker // one for each part being written at the same time
}

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
	return &Writer{run: run, match: match, board: positions}
}

// Part writes one part; if it fails, nothing of it is left.
func (w *Writer) Part(number int64, games []Record) (err error) {
	rows := w.rowMaker()
	defer w.release(rows)
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

func (w *Writer) rowMaker() *rowMaker {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.idle); n > 0 {
		r := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return r
	}
	r := w.match.rowMaker()
	r.positions = w.board
	return r
}

func (w *Writer) release(r *rowMaker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, r)
}
