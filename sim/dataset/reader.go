package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"sync"
)

// Reader reads a run, finished or not: what its manifest lists. It may be
// used by several goroutines. A file that is missing, that cannot be decoded,
// or has another number of rows than the manifest says ends an iteration with
// an error that names it.
type Reader struct {
	Dir      string
	Manifest *Manifest

	// Sums has every file compared with its sum before its first row is
	// handed out: damage that can still be decoded is then an error, too. A
	// file is read twice for it, the first time at the speed of the disk.
	Sums bool

	once           sync.Once // guards what Annotations reads
	annotations    *Annotations
	annotationsErr error
}

// Open reads the manifest of the run in a folder. The parts are looked at
// when they are read.
func Open(dir string) (*Reader, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	return &Reader{Dir: dir, Manifest: m}, nil
}

// openPart opens the file of a part that holds rows of a table, and compares
// it with its sum if asked to. If any columns are named, those alone are read.
func openPart[T any](r *Reader, t Table, p Part, sums bool, only ...string) (*decoder[T], error) {
	var rows int64
	var sum string
	switch t {
	case GamesTable:
		rows, sum = p.Games, p.GamesSHA256
	case MovesTable:
		rows, sum = p.Moves, p.MovesSHA256
	case CandidatesTable:
		if r.Manifest.Spec.Candidates == 0 {
			return nil, fmt.Errorf("run %s was not asked for candidates and has no table of them", r.Dir)
		}
		rows, sum = p.Candidates, p.CandidatesSHA256
	case AnnotationsTable:
		made, err := r.Annotations()
		if err != nil {
			return nil, err
		}
		a, err := made.annotated(r.Dir, &p)
		if err != nil {
			return nil, err
		}
		rows, sum = a.Rows, a.SHA256
	default:
		return nil, fmt.Errorf("the parts of a run hold no table %q", t)
	}
	f, err := openInside(r.Dir, path.Join(string(t), p.Name+".parquet"))
	if err != nil {
		return nil, err
	}
	if sums {
		if err := checkSum(f, sum); err != nil {
			f.Close()
			return nil, err
		}
	}
	return newDecoder[T](f, rows, only...)
}

// Rows reads a table, games, moves, candidates or annotations, part by part. T
// is a struct of the columns that are wanted, in any order: GameRow, MoveRow,
// CandidateRow, AnnotationRow, or a smaller one with the same tags and types,
// which costs less the fewer columns it has. Annotations that are missing, of the
// run or of one of its parts, are a *NotAnnotatedError.
//
//	type play struct {
//		Agent string `parquet:"agent"`
//		Score int32  `parquet:"score"`
//	}
//	for row, err := range dataset.Rows[play](reader, dataset.MovesTable) {
//
// The row and its lists are good until the next one; its strings stay.
func Rows[T any](r *Reader, t Table) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for _, p := range r.Manifest.Parts {
			for row, err := range PartRows[T](r, t, p) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// rowBatch is how many rows are decoded at a time.
const rowBatch = 128

// PartRows reads a table of one part, as Rows does.
func PartRows[T any](r *Reader, t Table, p Part) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		d, err := openPart[T](r, t, p, r.Sums)
		if err != nil {
			yield(nil, err)
			return
		}
		defer d.close()
		batch := make([]T, min(d.left, rowBatch))
		for d.left > 0 {
			batch = batch[:min(d.left, rowBatch)]
			if err := d.read(batch); err != nil {
				yield(nil, err)
				return
			}
			for i := range batch {
				if !yield(&batch[i], nil) {
					return
				}
			}
		}
	}
}

// TileSet reads the tile set of the run.
func (r *Reader) TileSet() ([]TileRow, error) {
	f, err := openInside(r.Dir, tilesetName)
	if err != nil {
		return nil, err
	}
	rows := len(r.Manifest.Spec.TileSet.Tiles)
	d, err := newDecoder[TileRow](f, int64(rows))
	if err != nil {
		return nil, err
	}
	defer d.close()
	tiles := make([]TileRow, rows)
	return tiles, d.read(tiles)
}

// CheckParts compares every part with what the manifest says of it, and
// returns all errors, joined.
func (r *Reader) CheckParts() error {
	var errs []error
	for _, p := range r.Manifest.Parts {
		errs = append(errs, r.CheckPart(p))
	}
	return errors.Join(errs...)
}

// CheckPart compares the files of a part, as they are now, with what the
// manifest says of it: every byte, by the sum, and the number of rows.
func (r *Reader) CheckPart(p Part) error {
	err := errors.Join(
		checkPart[GameRow](r, GamesTable, p),
		checkPart[MoveRow](r, MovesTable, p),
	)
	if r.Manifest.Spec.Candidates > 0 {
		err = errors.Join(err, checkPart[CandidateRow](r, CandidatesTable, p))
	}
	return err
}

func checkPart[T any](r *Reader, t Table, p Part) error {
	d, err := openPart[T](r, t, p, true)
	if err != nil {
		return err
	}
	d.close()
	return nil
}

// checkSum compares the bytes of a file with a sum.
func checkSum(f *os.File, want string) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	if is := hex.EncodeToString(sum.Sum(nil)); is != want {
		return fmt.Errorf("%s is damaged: its sha256 is %s, the manifest says %s", f.Name(), is, want)
	}
	return nil
}
