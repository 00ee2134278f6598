package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Annotator writes the annotations of a run, whose folder is locked until
// Close. Its methods may be called from several goroutines.
type Annotator struct {
	run   *Reader
	in    *folder
	lock  *lock
	notes []string

	mu     sync.Mutex
	made   Annotations
	open   map[int]bool // parts being written
	closed bool
}

// AnnotatedError says that a run has annotations that were made otherwise.
type AnnotatedError struct {
	Dir   string
	Field string // in which they differ, and how
}

func (e *AnnotatedError) Error() string {
	return fmt.Sprintf("run %s has annotations already, which were made otherwise: %s; --force makes them anew", e.Dir, e.Field)
}

// Annotate begins the annotations of the run in a folder, or goes on with them:
// parts that are annotated and whole stay, and those that are damaged, or whose
// part of the run is another by now, are no longer listed. The run may be
// unfinished, as long as nobody is writing it: what its manifest lists is
// annotated, and later the rest. Nothing of the run itself is changed.
//
// Annotations that were asked for otherwise, or whose manifest cannot be read,
// are refused with an *AnnotatedError, or with force removed.
func Annotate(ctx context.Context, dir string, spec AnnotationsSpec, force bool) (*Annotator, error) {
	lock, err := lockFolder(dir, tryLock)
	if errors.Is(err, fs.ErrNotExist) {
		_, err := Open(dir) // says more
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("annotations go into the folder of their run: %w", err)
	}
	a := &Annotator{lock: lock, open: map[int]bool{}}
	a.made = Annotations{AnnotationsVersion, spec, []AnnotatedPart{}}
	if lock.left != "" {
		a.notes = append(a.notes, lock.note(dir))
	}
	if a.in, err = openFolder(dir); err == nil {
		if a.run, err = Open(dir); err == nil {
			err = a.takeUp(ctx, force)
		}
	}
	if err != nil {
		return nil, errors.Join(err, a.leave())
	}
	return a, nil
}

// takeUp brings the folder and the manifest to what is whole.
func (a *Annotator) takeUp(ctx context.Context, force bool) error {
	there, err := a.run.Annotations()
	_, none := errors.AsType[*NotAnnotatedError](err)
	switch {
	case none:
	case err != nil && !force:
		return &AnnotatedError{a.run.Dir, err.Error()}
	case err != nil:
		a.notes = append(a.notes, "annotations are made anew: "+err.Error())
	default:
		differs := there.AnnotationsSpec.differs(&a.made.AnnotationsSpec)
		if differs != "" && !force {
			return &AnnotatedError{a.run.Dir, differs}
		}
		if differs == "" {
			if err := a.keep(ctx, there); err != nil {
				return err
			}
		} else {
			a.notes = append(a.notes, "annotations are made anew: "+differs)
		}
	}
	if err := a.in.mkdir(annotationsDir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// The manifest comes before the files: it never lists what is being removed.
	if err := a.made.write(a.in); err != nil {
		return err
	}
	return a.sweep()
}

// keep lists the parts that are whole, and takes note of the others.
func (a *Annotator) keep(ctx context.Context, there *Annotations) error {
	for i := range a.run.Manifest.Parts {
		p := &a.run.Manifest.Parts[i]
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !slices.ContainsFunc(there.Parts, func(q AnnotatedPart) bool { return q.Number == p.Number }) {
			continue
		}
		if err := a.run.CheckAnnotations(*p); err != nil {
			a.notes = append(a.notes, fmt.Sprintf("%s is annotated again: %s", p.Name, strings.ReplaceAll(err.Error(), "\n", "; ")))
			continue
		}
		q, err := there.annotated(a.run.Dir, p)
		if err != nil {
			return err
		}
		a.made.Parts = append(a.made.Parts, *q)
	}
	return nil
}

// sweep removes files of parts that are not listed, and those that were being
// written.
func (a *Annotator) sweep() error {
	entries, err := a.in.entries(annotationsDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, temporary := strings.CutPrefix(e.Name(), tempPrefix)
		listed := slices.ContainsFunc(a.made.Parts, func(p AnnotatedPart) bool { return p.Name+".parquet" == name })
		if isPartFile(name) && !listed || temporary && (isPartFile(name) || name == manifestName) {
			if err := a.in.remove(path.Join(annotationsDir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// differs says in what two specs differ, or nothing.
func (s *AnnotationsSpec) differs(o *AnnotationsSpec) string {
	for _, field := range []struct {
		what         string
		there, asked any
	}{
		{"by", s.By.Spec, o.By.Spec},
		{"the program's version", s.Version, o.Version},
		{"the lexicon", s.Lexicon, o.Lexicon},
		{"the tables of " + o.By.Spec, s.By.Tables, o.By.Tables},
		{"the parameters of " + o.By.Spec, s.By, o.By},
	} {
		if !reflect.DeepEqual(field.there, field.asked) {
			return fmt.Sprintf("%s was %v, and is %v now", field.what, field.there, field.asked)
		}
	}
	return ""
}

// Run is the run that is annotated.
func (a *Annotator) Run() *Reader { return a.run }

// Notes tell what a user should know of how the annotations were found.
func (a *Annotator) Notes() []string { return a.notes }

// Annotations is the manifest as it stands; its parts are the caller's own.
func (a *Annotator) Annotations() Annotations {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.made
	m.Parts = slices.Clone(m.Parts)
	return m
}

// Left is the parts of the run that have no annotations yet.
func (a *Annotator) Left() (left []Part) {
	made := a.Annotations()
	for _, p := range a.run.Manifest.Parts {
		if _, err := made.annotated(a.run.Dir, &p); err != nil {
			left = append(left, p)
		}
	}
	return left
}

// Close unlocks the folder. Nothing can be written afterwards.
func (a *Annotator) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil
	}
	a.closed = true
	return a.leave()
}

func (a *Annotator) leave() error {
	var err error
	if a.in != nil {
		err = a.in.close()
	}
	return errors.Join(err, a.lock.release())
}

// AnnotationWriter writes the annotations of one part. It is for one
// goroutine; several parts may be written at the same time.
type AnnotationWriter struct {
	to   *Annotator
	of   Part
	file *file
	rows *encoder[AnnotationRow]
	n    int64
	err  error // the first one: nothing is written after it
	done bool  // closed or given up
}

// Part begins the annotations of a part that is left.
func (a *Annotator) Part(p Part) (*AnnotationWriter, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	listed := slices.ContainsFunc(a.made.Parts, func(q AnnotatedPart) bool { return q.Number == p.Number })
	if listed || a.open[p.Number] || a.closed {
		return nil, fmt.Errorf("run %s: %s is annotated already", a.run.Dir, p.Name)
	}
	f, err := createFile(a.in, annotationsDir, p.Name+".parquet")
	if err != nil {
		return nil, err
	}
	a.open[p.Number] = true
	return &AnnotationWriter{to: a, of: p, file: f, rows: newEncoder[AnnotationRow](f, AnnotationsTable)}, nil
}

// Game writes the annotations of a whole game, in order of turn, and keeps
// nothing of them.
func (w *AnnotationWriter) Game(rows []AnnotationRow) error {
	if w.err == nil {
		w.err = w.rows.write(rows)
	}
	w.n += int64(len(rows))
	return w.err
}

// Close completes the part: its file is on the disk, has its name and is listed
// in the manifest. If anything fails the part is not there.
func (w *AnnotationWriter) Close() error {
	defer w.Abort()
	if w.err == nil && w.n != w.of.Moves {
		w.err = fmt.Errorf("%s: %d annotations of %d moves", w.of.Name, w.n, w.of.Moves)
	}
	for _, step := range []func() error{
		func() error { return w.err }, w.rows.close, w.file.finish, w.file.rename, w.file.sync, w.list,
	} {
		if w.err = step(); w.err != nil {
			return w.err
		}
	}
	w.end(errors.New("the annotations are closed"))
	return nil
}

// list has the manifest list the part.
func (w *AnnotationWriter) list() error {
	a, p := w.to, AnnotatedPart{
		Number: w.of.Number, Name: w.of.Name, Rows: w.n, SHA256: w.file.sha256(),
		GamesSHA256: w.of.GamesSHA256, MovesSHA256: w.of.MovesSHA256,
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return fmt.Errorf("the annotations of run %s are no longer written", a.run.Dir)
	}
	m := a.made
	i, _ := slices.BinarySearchFunc(m.Parts, p, func(a, b AnnotatedPart) int { return cmp.Compare(a.Number, b.Number) })
	m.Parts = slices.Insert(slices.Clone(m.Parts), i, p)
	if err := m.write(a.in); err != nil {
		return err
	}
	a.made = m
	return nil
}

// Abort gives the part up and removes its file. After Close it does nothing,
// so it may be deferred.
func (w *AnnotationWriter) Abort() {
	if w.done {
		return
	}
	w.file.abandon()
	w.end(cmp.Or(w.err, errors.New("the annotations were given up")))
}

func (w *AnnotationWriter) end(err error) {
	w.done, w.err = true, err
	w.to.mu.Lock()
	defer w.to.mu.Unlock()
	delete(w.to.open, w.of.Number)
}
