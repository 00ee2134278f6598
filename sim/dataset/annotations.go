package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// AnnotationsVersion numbers the columns of the annotations and the fields of
// their manifest. It is not SchemaVersion: annotations are made from a run, again
// if need be, and what a run holds does not hang on them.
const AnnotationsVersion = 1

const (
	annotationsDir      = "annotations"
	annotationsManifest = annotationsDir + "/" + manifestName
)

// AnnotationsSpec is what annotations were asked for. With the run that they
// are of it determines every byte of them.
type AnnotationsSpec struct {
	Version string  `json:"version"` // of the program that annotated
	By      Agent   `json:"by"`      // by whose evaluation moves are valued
	Lexicon Lexicon `json:"lexicon"` // that of the run
}

// Annotations is annotations/manifest.json: how the annotations of a run were
// made, and of which of its parts. The manifest of the run knows nothing of
// them.
type Annotations struct {
	AnnotationsVersion int `json:"annotations_version"`
	AnnotationsSpec
	Parts []AnnotatedPart `json:"parts"` // in order of number
}

// AnnotatedPart is a part of the run whose annotations are completely on disk.
type AnnotatedPart struct {
	Number int    `json:"number"`
	Name   string `json:"name"` // part-00000, in annotations/
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"`
	// Those of the part that they were made from.
	GamesSHA256 string `json:"games_sha256"`
	MovesSHA256 string `json:"moves_sha256"`
}

// Of tells whether the annotations were made from a part as it is listed now.
func (a *AnnotatedPart) Of(p *Part) bool {
	return a.Number == p.Number && a.Rows == p.Moves && a.GamesSHA256 == p.GamesSHA256 && a.MovesSHA256 == p.MovesSHA256
}

// NotAnnotatedError says that a run, or one of its parts, has no annotations.
type NotAnnotatedError struct {
	Dir, Part string // Part is empty if there are none at all
}

func (e *NotAnnotatedError) Error() string {
	if e.Part == "" {
		return fmt.Sprintf("run %s has no annotations: quadword annotate makes them", e.Dir)
	}
	return fmt.Sprintf("run %s has no annotations of %s as it is now: quadword annotate makes them", e.Dir, e.Part)
}

// ReadAnnotations reads the manifest of the annotations of the run in a
// folder: a *NotAnnotatedError if there is none. A manifest that is damaged, of
// another version, or with fields that are unknown or make no sense is an
// error that names the file.
func ReadAnnotations(dir string) (*Annotations, error) {
	f, err := openInside(dir, annotationsManifest)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NotAnnotatedError{Dir: dir}
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err != nil {
		return nil, err
	}
	a, err := parseAnnotations(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return a, nil
}

func parseAnnotations(text []byte) (*Annotations, error) {
	if len(text) > maxManifest {
		return nil, fmt.Errorf("not a manifest: over %d MB", maxManifest>>20)
	}
	// The version first, for another one may have fields of its own.
	var head struct {
		Version *int `json:"annotations_version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("not a manifest of annotations, or damaged: %w", err)
	}
	if head.Version == nil {
		return nil, errors.New("not a manifest of annotations: it has no annotations_version")
	}
	if *head.Version != AnnotationsVersion {
		return nil, fmt.Errorf("annotations of version %d: this program reads version %d", *head.Version, AnnotationsVersion)
	}
	a := &Annotations{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return nil, err
	}
	return a, a.check()
}

// check tells what is wrong with a manifest that was read, as far as reading
// the annotations depends on it.
func (a *Annotations) check() error {
	for i, p := range a.Parts {
		switch {
		case p.Number < 0 || i > 0 && p.Number <= a.Parts[i-1].Number:
			return fmt.Errorf("part %d is out of order", p.Number)
		case p.Name != partName(p.Number):
			return fmt.Errorf("part %d is called %q, not %q", p.Number, p.Name, partName(p.Number))
		case p.Rows < 0:
			return fmt.Errorf("part %d has %d rows", p.Number, p.Rows)
		}
	}
	return nil
}

// write replaces the manifest, as Manifest.write does.
func (a *Annotations) write(in *folder) error {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(in, annotationsManifest, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// annotated is the annotations of a part as it is now.
func (a *Annotations) annotated(dir string, p *Part) (*AnnotatedPart, error) {
	i := slices.IndexFunc(a.Parts, func(q AnnotatedPart) bool { return q.Of(p) })
	if i < 0 {
		return nil, &NotAnnotatedError{dir, p.Name}
	}
	return &a.Parts[i], nil
}

// Annotations is how the annotations of the run were made: a *NotAnnotatedError
// if there are none. It is read once, when it is first asked for.
func (r *Reader) Annotations() (*Annotations, error) {
	r.once.Do(func() { r.annotations, r.annotationsErr = ReadAnnotations(r.Dir) })
	return r.annotations, r.annotationsErr
}

// CheckAnnotations compares the annotations of a part with what their manifest
// says of them, and with the part: every byte, by the sum, and that each row is
// of the turn in the same row of the moves.
func (r *Reader) CheckAnnotations(p Part) error {
	if err := checkPart[AnnotationRow](r, AnnotationsTable, p); err != nil {
		return err
	}
	annotations, err := openPart[turnKey](r, AnnotationsTable, p, false)
	if err != nil {
		return err
	}
	defer annotations.close()
	moves, err := openPart[turnKey](r, MovesTable, p, false)
	if err != nil {
		return err
	}
	defer moves.close()
	var is, want [rowBatch]turnKey
	for moves.left > 0 {
		n := min(moves.left, rowBatch)
		if err := errors.Join(annotations.read(is[:n]), moves.read(want[:n])); err != nil {
			return err
		}
		for i := range n {
			if is[i] != want[i] {
				return fmt.Errorf("%s: the annotation of turn %d of game %d, seat %d of deal %d, stands where that of turn %d of game %d, seat %d of deal %d, should",
					annotations.name, is[i].Turn, is[i].GameID, is[i].Seat, is[i].DealID, want[i].Turn, want[i].GameID, want[i].Seat, want[i].DealID)
			}
		}
	}
	return nil
}

// turnKey is the columns that tell which turn a row is about.
type turnKey struct {
	GameID int64 `parquet:"game_id"`
	DealID int64 `parquet:"deal_id"`
	Turn   int32 `parquet:"turn"`
	Seat   int32 `parquet:"seat"`
}
