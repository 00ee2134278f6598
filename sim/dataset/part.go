package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
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
}

// Part begins a part. A part that is listed or being written is an error.
// What an earlier process left of it is overwritten.
func (r *Run) Part(n int) (*PartWriter, error) {
	name := partName(n)
	if !r.begin(n) {
		return nil, fmt.Errorf("run %s: %s is written already", r.dir, name)
	}
	w := &PartWriter{run: r, part: Part{Number: n, Name: name}}
	if w.gamesFile, w.err = createFile(filepath.Join(r.dir, gamesDir), name+".parquet"); w.err == nil {
		w.movesFile, w.err = createFile(filepath.Join(r.dir, movesDir), name+".parquet")
	}
	if w.err != nil {
		w.Abort()
		return nil, w.err
	}
	w.games = newEncoder[GameRow](w.gamesFile, GamesTable)
	w.moves = newEncoder[MoveRow](w.movesFile, MovesTable)
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

// Close completes the part: its files are on the disk, have their names and
// are listed in the manifest. If anything fails the part is not there.
func (w *PartWriter) Close() error {
	defer w.Abort()
	for _, step := range []func() error{
		func() error { return w.err },
		w.games.close, w.moves.close,
		w.gamesFile.finish, w.movesFile.finish,
		w.gamesFile.rename, w.movesFile.rename,
		func() error { return syncDir(w.gamesFile.dir) },
		func() error { return syncDir(w.movesFile.dir) },
	} {
		if w.err = step(); w.err != nil {
			return w.err
		}
	}
	w.part.GamesSHA256, w.part.MovesSHA256 = w.gamesFile.sha256(), w.movesFile.sha256()
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
	for _, f := range []*file{w.gamesFile, w.movesFile} {
		if f != nil {
			f.abandon()
		}
	}
	w.end(cmp.Or(w.err, errors.New("the part was given up")))
}

// end lets the run know; err is what later calls return.
func (w *PartWriter) end(err error) {
	w.ended, w.err = true, err
	w.run.end(w.part.Number)
}
