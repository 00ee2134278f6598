package dataset

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
)

const (
	manifestName = "manifest.json"
	tilesetName  = "tileset.parquet"
	gamesDir     = "games"
	movesDir     = "moves"
	// candidatesDir is there if the spec asks for candidates.
	candidatesDir = "candidates"
)

func partName(n int) string { return fmt.Sprintf("part-%05d", n) }

// Run is a run being written, whose folder is locked until Finish. Its
// methods may be called from several goroutines.
type Run struct {
	dir   string
	in    *folder // that
	lock  *lock   // nil in a folder that cannot be written to
	notes []string

	mu       sync.Mutex
	manifest Manifest
	open     map[int]bool // parts being written
	finished bool
}

// ExistsError says that a folder is not free for a new run.
type ExistsError struct {
	Dir   string
	Found string // a name in it
	Run   bool   // it holds a run
}

func (e *ExistsError) Error() string {
	if e.Run {
		return fmt.Sprintf("%s holds a run already: go on with it (--resume), remove it or write to another folder", e.Dir)
	}
	return fmt.Sprintf("%s is not empty, it holds %s: a run needs a folder of its own", e.Dir, e.Found)
}

// Create begins a run in a new or empty folder, whose parents are made if
// they are missing. A folder that holds anything is refused with an
// *ExistsError, one that another process is writing a run to with an error
// that says which. version is that of the program; the spec must not be
// changed any more.
func Create(dir, version string, spec Spec) (*Run, error) {
	r, err := newRun(dir, version, spec)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	// Before anything is written, for the folder may be someone else's.
	if err := checkEmpty(dir); err != nil {
		return nil, err
	}
	if err := r.take(); err != nil {
		return nil, err
	}
	if err = checkEmpty(dir); err == nil { // another run may have come first
		err = r.begin()
	}
	if err != nil {
		r.leave()
		return nil, err
	}
	r.noteLock()
	return r, nil
}

func newRun(dir, version string, spec Spec) (*Run, error) {
	r := &Run{
		dir:      dir,
		manifest: Manifest{SchemaVersion, version, Running, spec, []Part{}},
		open:     map[int]bool{},
	}
	if err := r.manifest.check(); err != nil {
		return nil, fmt.Errorf("run %s: %w", dir, err)
	}
	if n := spec.Parts(); n > MaxParts {
		return nil, fmt.Errorf("run %s: %d parts, and the most is %d: a part must have more games", dir, n, MaxParts)
	}
	return r, nil
}

// take opens the folder and locks it.
func (r *Run) take() (err error) {
	if r.in, err = openFolder(r.dir); err != nil {
		return err
	}
	if r.lock, err = lockFolder(r.dir, tryLock); err != nil {
		r.in.close()
	}
	return err
}

// leave is the inverse of take.
func (r *Run) leave() error {
	err := r.in.close()
	if r.lock != nil {
		err = errors.Join(r.lock.release(), err)
	}
	return err
}

// noteLock takes note of a lock that was taken over.
func (r *Run) noteLock() {
	if r.lock.left != "" {
		r.notes = append(r.notes, r.lock.note(r.dir))
	}
}

// begin makes everything but the parts, or nothing. The manifest comes first:
// what is in a folder with a manifest belongs to a run, however little of it
// there is.
func (r *Run) begin() error {
	if err := r.manifest.write(r.in); err != nil {
		return err
	}
	err := r.lay()
	if err != nil {
		r.in.remove(manifestName)
	}
	return err
}

// lay makes the folders and the tile set, or what is missing of them. If it
// fails, what it made is gone again.
func (r *Run) lay() (err error) {
	var made []string
	defer func() {
		if err != nil {
			for _, name := range slices.Backward(made) {
				r.in.remove(name)
			}
		}
	}()
	for _, name := range r.folders() {
		switch err := r.in.mkdir(name); {
		case err == nil:
			made = append(made, name)
		case !errors.Is(err, fs.ErrExist):
			return err
		}
	}
	tiles, err := r.tileSet()
	if err != nil {
		return err
	}
	if r.holds(tilesetName, tiles) {
		return r.in.sync(".")
	}
	return writeFile(r.in, tilesetName, func(w io.Writer) error {
		_, err := w.Write(tiles)
		return err
	})
}

// tileSet is the file of the tile set.
func (r *Run) tileSet() ([]byte, error) {
	var tiles bytes.Buffer
	e := newEncoder[TileRow](&tiles, TileSetTable)
	if err := e.write(r.manifest.Spec.TileSet.Tiles); err != nil {
		return nil, err
	}
	err := e.close()
	return tiles.Bytes(), err
}

// holds tells whether a file is there and what it should be, byte for byte.
func (r *Run) holds(name string, want []byte) bool {
	f, err := r.in.open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	there, err := io.ReadAll(io.LimitReader(f, int64(len(want))+1))
	return err == nil && bytes.Equal(there, want)
}

// folders are the names of the folders that hold parts.
func (r *Run) folders() []string {
	names := []string{gamesDir, movesDir}
	if r.manifest.Spec.Candidates > 0 {
		names = append(names, candidatesDir)
	}
	return names
}

// checkEmpty passes over the lock and temporary files, for a run that died
// before it had a manifest leaves nothing else. Of a run that is being written
// the error says so.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	e := &ExistsError{Dir: dir}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case name == manifestName:
			e.Run, e.Found = true, name
		case e.Found == "" && !strings.HasPrefix(name, tempPrefix) && name != lockName:
			e.Found = name
		}
	}
	if e.Found == "" {
		return nil
	}
	if e.Run {
		if err := checkHeld(dir); err != nil {
			return err
		}
	}
	return e
}

// Dir is the folder of the run.
func (r *Run) Dir() string { return r.dir }

// Manifest is the manifest as it stands; its parts are the caller's own.
func (r *Run) Manifest() Manifest {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.manifest
	m.Parts = slices.Clone(m.Parts)
	return m
}

// Notes tell what a user should know of how the run was found: a lock that
// was left, parts that are damaged and will be played again.
func (r *Run) Notes() []string { return r.notes }

// Finish ends the run in a state and unlocks its folder, even if it fails.
// Nothing can be written afterwards.
func (r *Run) Finish(state State) error {
	var err error
	if r.Manifest().State != state {
		err = r.update(func(m *Manifest) { m.State = state })
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return err
	}
	r.finished = true
	return errors.Join(err, r.leave())
}

// claim marks a part as being written, unless it is or was.
func (r *Run) claim(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	listed := slices.ContainsFunc(r.manifest.Parts, func(p Part) bool { return p.Number == n })
	if n < 0 || listed || r.open[n] {
		return false
	}
	r.open[n] = true
	return true
}

// end marks a part as no longer being written.
func (r *Run) end(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, n)
}

// add lists a part that is whole.
func (r *Run) add(p Part) error {
	return r.update(func(m *Manifest) {
		i, _ := slices.BinarySearchFunc(m.Parts, p, func(a, b Part) int { return cmp.Compare(a.Number, b.Number) })
		m.Parts = slices.Insert(m.Parts, i, p)
	})
}

// update changes the manifest and replaces the file; what is not on the disk
// is not in memory either.
func (r *Run) update(change func(*Manifest)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return fmt.Errorf("run %s is finished and no longer written to", r.dir)
	}
	m := r.manifest
	m.Parts = slices.Clone(m.Parts)
	change(&m)
	if err := m.check(); err != nil {
		return fmt.Errorf("run %s: %w", r.dir, err)
	}
	if err := m.write(r.in); err != nil {
		return err
	}
	r.manifest = m
	return nil
}
