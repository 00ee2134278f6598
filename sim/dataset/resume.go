package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
)

// Resume goes on with the run in a folder, whatever stopped it, or begins one
// as Create does if there is none. What it returns lists the parts that are
// whole; those that are missing, cut short or damaged are no longer listed,
// and their files and those of parts that were never listed are removed.
// Nothing else in the folder is touched. Of a complete run that is whole
// nothing changes, and its state is Complete; its folder may be read-only.
//
// A run of another version of the program or of another spec is refused with
// a *DiffersError before anything is changed, and one that another process is
// writing with an error that says which.
func Resume(ctx context.Context, dir, version string, spec Spec) (*Run, error) {
	r, err := newRun(dir, version, spec)
	if err != nil {
		return nil, err
	}
	if _, err := r.readSame(); errors.Is(err, fs.ErrNotExist) {
		return Create(dir, version, spec)
	} else if err != nil {
		return nil, err
	}
	err = r.take()
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return r.readOnly(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	r.noteLock()
	if err := r.takeUp(ctx); err != nil {
		r.leave()
		return nil, err
	}
	return r, nil
}

// readOnly is the run if it is complete and whole: then nothing need be
// written to its folder, which cannot be locked. Of any other the error is why.
func (r *Run) readOnly(ctx context.Context, why error) (*Run, error) {
	m, err := r.readSame()
	if err != nil {
		return nil, err
	}
	whole, err := r.wholeParts(ctx, m)
	if err != nil {
		return nil, err
	}
	r.manifest = *m
	tiles, err := r.tileSet()
	if err != nil {
		return nil, err
	}
	text, err := m.text()
	if err != nil {
		return nil, err
	}
	if r.in, err = openFolder(r.dir); err != nil {
		return nil, err
	}
	if m.State != Complete || int64(len(whole)) < m.RunParts() || !r.holds(tilesetName, tiles) || !r.holds(manifestName, text) {
		r.in.close()
		return nil, why
	}
	return r, nil
}

// readSame reads the manifest in the folder, which must be of this run.
func (r *Run) readSame() (*Manifest, error) {
	m, err := readManifest(r.dir)
	if m != nil {
		if differ := checkSame(r.dir, m, &r.manifest); differ != nil {
			return nil, differ // says more than that it cannot be read
		}
	}
	return m, err
}

// takeUp brings the folder and the manifest, in memory and on disk, to what
// is whole. The manifest comes before the files: it never lists what is being
// removed.
func (r *Run) takeUp(ctx context.Context) error {
	// Once more, for until the folder was locked it may have changed.
	m, err := r.readSame()
	if err != nil {
		return err
	}
	// A folder that cannot be listed, as one that leads out of the run, is no
	// damage to be made good.
	for _, name := range r.folders() {
		if _, err := r.in.entries(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	whole, err := r.wholeParts(ctx, m)
	if err != nil {
		return err
	}
	if m.State != Complete || int64(len(whole)) < m.RunParts() {
		m.State = Running
	}
	m.Parts = whole
	text, err := m.text()
	if err != nil {
		return err
	}
	if !r.holds(manifestName, text) { // one that is damaged may still be read as the same
		if err := m.write(r.in); err != nil {
			return err
		}
	}
	r.manifest = *m
	if err := r.sweep(); err != nil {
		return err
	}
	return r.lay()
}

// wholeParts are the parts of a manifest whose files are what it says. It
// takes note of the others.
func (r *Run) wholeParts(ctx context.Context, m *Manifest) ([]Part, error) {
	reader := &Reader{Dir: r.dir, Manifest: m}
	whole := []Part{}
	for _, p := range m.Parts {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		switch err := reader.CheckPart(p); {
		case err != nil:
			why := strings.ReplaceAll(err.Error(), "\n", "; ")
			r.notes = append(r.notes, fmt.Sprintf("%s is played again: %s", p.Name, why))
		case int64(p.Number) >= m.Spec.Parts():
			r.notes = append(r.notes, fmt.Sprintf("%s is removed: the run has %d parts", p.Name, m.Spec.Parts()))
		default:
			whole = append(whole, p)
		}
	}
	return whole, nil
}

// Drop removes the parts from a number on: a test has ended the run before
// them. Of a run that has none of them nothing changes.
func (r *Run) Drop(from int64) error {
	behind := func(p Part) bool { return int64(p.Number) >= from }
	if !slices.ContainsFunc(r.Manifest().Parts, behind) {
		return nil
	}
	err := r.update(func(m *Manifest) { m.Parts = slices.DeleteFunc(m.Parts, behind) })
	if err != nil {
		return err
	}
	return r.sweep()
}

// sweep removes files that have, or were to have, the name of a part which the
// manifest does not list, and the other files that were being written. A folder
// of such a name goes too if it is empty; it is an error if it is not, for the
// part could not be written.
func (r *Run) sweep() error {
	listed := map[string]bool{}
	for _, p := range r.manifest.Parts {
		listed[p.Name+".parquet"] = true
	}
	names := []string{tempPrefix + manifestName, tempPrefix + tilesetName}
	for _, folder := range r.folders() {
		entries, err := r.in.entries(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			name, temporary := strings.CutPrefix(e.Name(), tempPrefix)
			if isPartFile(name) && (temporary || !listed[name]) {
				names = append(names, path.Join(folder, e.Name()))
			}
		}
	}
	for _, name := range names {
		if err := r.in.remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// isPartFile tells whether a file of this name could be one of a part.
func isPartFile(name string) bool {
	var n int
	fmt.Sscanf(name, "part-%d", &n)
	return n >= 0 && name == partName(n)+".parquet"
}
