package dataset

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// Run is a run being written. Its methods may be called from several
// goroutines.
type Run struct {
	dir string

	mu       sync.Mutex
	manifest Manifest
	open     map[int]bool // parts being written
}

// ExistsError says that a folder is not free for a new run.
type ExistsError struct {
	Dir   string
	Found string // a name in it
	Run   bool   // it holds a run
}

func (e *ExistsError) Error() string {
	if e.Run {
		return fmt.Sprintf("%s holds a run already: remove it or write to another folder", e.Dir)
	}
	return fmt.Sprintf("%s is not empty, it holds %s: a run needs a folder of its own", e.Dir, e.Found)
}

// Create begins a run in a new or empty folder, whose parents are made if
// they are missing. A folder that holds anything is refused with an
// *ExistsError. version is that of the program; the spec must not be changed
// any more.
func Create(dir, version string, spec Spec) (*Run, error) {
	r := &Run{
		dir:      dir,
		manifest: Manifest{SchemaVersion, version, Running, spec, []Part{}},
		open:     map[int]bool{},
	}
	if err := r.manifest.check(); err != nil {
		return nil, fmt.Errorf("run %s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := checkEmpty(dir); err != nil {
		return nil, err
	}
	if err := r.lay(); err != nil {
		return nil, err
	}
	return r, nil
}

// lay makes everything but the parts, or nothing. The manifest comes first:
// what is in a folder with a manifest belongs to a run, however little of it
// there is.
func (r *Run) lay() (err error) {
	var made []string
	defer func() {
		if err != nil {
			for _, name := range slices.Backward(made) {
				os.Remove(filepath.Join(r.dir, name))
			}
		}
	}()
	if err := r.manifest.write(r.dir); err != nil {
		return err
	}
	made = append(made, manifestName)
	folders := []string{gamesDir, movesDir}
	if r.manifest.Spec.Candidates > 0 {
		folders = append(folders, candidatesDir)
	}
	for _, name := range folders {
		if err := os.Mkdir(filepath.Join(r.dir, name), 0o777); err != nil {
			return err
		}
		made = append(made, name)
	}
	return writeFile(r.dir, tilesetName, func(w io.Writer) error {
		e := newEncoder[TileRow](w, TileSetTable)
		if err := e.write(r.manifest.Spec.TileSet.Tiles); err != nil {
			return err
		}
		return e.close()
	})
}

// checkEmpty passes over temporary files, for a run that died before it had
// a manifest leaves nothing else.
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
		case e.Found == "" && !strings.HasPrefix(name, tempPrefix):
			e.Found = name
		}
	}
	if e.Found == "" {
		return nil
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

// Finish ends the run in a state. It may be called once more with another.
func (r *Run) Finish(state State) error {
	return r.update(func(m *Manifest) { m.State = state })
}

// begin marks a part as being written, unless it is or was.
func (r *Run) begin(n int) bool {
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
	m := r.manifest
	m.Parts = slices.Clone(m.Parts)
	change(&m)
	if err := m.check(); err != nil {
		return fmt.Errorf("run %s: %w", r.dir, err)
	}
	if err := m.write(r.dir); err != nil {
		return err
	}
	r.manifest = m
	return nil
}
