package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unsafe"
)

// PartWriter writes one part of a run: whole games, in order. It is for one
// goroutine; several parts may be written at the same time.
type PartWriter struct {
	run       *Run
	part      Part // as the manifest will list it
	gamesFile *file
	movesFile *file
	games     *encoder[GameRow]
	moves     *encoder[MoveRow]
	err       error // the first one: nothing is written after it
	ended     bool  // closed or given up

	// nil unless the run has the table
	candidatesFile *file
	candidates     *encoder[CandidateRow]
}

// Part begins a part. A part that is listed or being written is an error.
// What an earlier process left of it is overwritten.
func (r *Run) Part(n int) (*PartWriter, error) {
	name := partName(n)
	if !r.claim(n) {
		return nil, fmt.Errorf("run %s: %s is written already", r.dir, name)
	}
	w := &PartWriter{run: r, part: Part{Number: n, Name: name}}
	if w.gamesFile, w.err = createFile(r.in, gamesDir, name+".parquet"); w.err == nil {
		w.movesFile, w.err = createFile(r.in, movesDir, name+".parquet")
	}
	candidates := r.Manifest().Spec.Candidates > 0
	if candidates && w.err == nil {
		w.candidatesFile, w.err = createFile(r.in, candidatesDir, name+".parquet")
	}
	if w.err != nil {
		w.Abort()
		return nil, w.err
	}
	w.games = newEncoder[GameRow](w.gamesFile, GamesTable)
	w.moves = newEncoder[MoveRow](w.movesFile, MovesTable)
	if candidates {
		w.candidates = newEncoder[CandidateRow](w.candidatesFile, CandidatesTable)
	}
	return w, nil
}

// Game writes a game and its moves. Everything is copied before it returns:
// the caller may use the rows and their lists again.
func (w *PartWriter) Game(game *GameRow, moves []MoveRow) error {
	if w.err == nil {
		w.err = w.games.write(unsafe.Slice(game, 1))
	}
	if w.err == nil {
		w.err = w.moves.write(moves)
	}
	w.part.Games++
	w.part.Moves += int64(len(moves))
	return w.err
}

// Candidates writes the candidates of the game that was written last, in order
// of turn and rank. It is an error if the run has no table of them and there
// are any.
func (w *PartWriter) Candidates(rows []CandidateRow) error {
	if w.err != nil || len(rows) == 0 {
		return w.err
	}
	if w.candidates == nil {
		w.err = errors.New("the run has no table of candidates")
	} else {
		w.err = w.candidates.write(rows)
	}
	w.part.Candidates += int64(len(rows))
	return w.err
}

// Close completes the part: its files are on the disk, have their names and
// are listed in the manifest. If anything fails the part is not there.
func (w *PartWriter) Close() error {
	defer w.Abort()
	steps := []func() error{func() error { return w.err }, w.games.close, w.moves.close}
	if w.candidates != nil {
		steps = append(steps, w.candidates.close)
	}
	files := w.files()
	for _, step := range []func(*file) error{(*file).finish, (*file).rename, (*file).sync} {
		for _, f := range files {
			steps = append(steps, func() error { return step(f) })
		}
	}
	for _, step := range steps {
		if w.err = step(); w.err != nil {
			return w.err
		}
	}
	w.part.GamesSHA256, w.part.MovesSHA256 = w.gamesFile.sha256(), w.movesFile.sha256()
	if w.candidates != nil {
		w.part.CandidatesSHA256 = w.candidatesFile.sha256()
	}
	if w.err = w.run.add(w.part); w.err != nil {
		return w.err
	}
	w.end(errors.New("the part is closed"))
	return nil
}

// Abort gives the part up and removes its files. After Close it does nothing,
// so it may be deferred.
func (w *PartWriter) Abort() {
	if w.ended {
		return
	}
	for _, f := range w.files() {
		f.abandon()
	}
	w.end(cmp.Or(w.err, errors.New("the part was given up")))
}

// files are the files of the part, as far as they were begun.
func (w *PartWriter) files() []*file {
	all := []*file{w.gamesFile, w.movesFile, w.candidatesFile}
	return slices.DeleteFunc(all, func(f *file) bool { return f == nil })
}

// end lets the run know; err is what later calls return.
func (w *PartWriter) end(err error) {
	w.ended, w.err = true, err
	w.run.end(w.part.Number)
}
