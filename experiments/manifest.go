package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"quadword/sim/dataset"
)

// Manifest is experiment.json: what was asked for, what it was made from, and
// the sums of what came of it. It names no host and no time.
type Manifest struct {
	Name       string        `json:"name"`
	Version    string        `json:"version"` // of the program
	State      dataset.State `json:"state"`
	SpecSHA256 string        `json:"spec_sha256"` // of experiment.toml
	Seed       uint64        `json:"seed"`
	Games      int64         `json:"games"`  // of each lineup in each cell
	Leaves     string        `json:"leaves"` // boards of the generations of each training
	Tables     []TableFile   `json:"tables"`
	Words      []TableFile   `json:"words,omitempty"`
	Cells      []CellRun     `json:"cells"`
}

// TableFile is a table that was trained, or a word list that was drawn.
type TableFile struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// CellRun is the run of a cell. The sum of its manifest is one of all its
// files, since that has their sums.
type CellRun struct {
	Levels         map[string]string `json:"levels"` // by factor
	Folder         string            `json:"folder"`
	ManifestSHA256 string            `json:"manifest_sha256"`
	// AnnotationsSHA256 is that of the manifest of the annotations, if the
	// experiment asks for them.
	AnnotationsSHA256 string `json:"annotations_sha256,omitempty"`
}

const (
	manifestFile = "experiment.json"
	specFile     = "experiment.toml"
	reportFolder = "report" // the plots of report.md
	// tempPrefix begins the name of a file that is being written.
	tempPrefix = ".tmp-"
)

func (d *Design) manifest(o *Options, state dataset.State) *Manifest {
	s := d.Spec
	sum := sha256.Sum256(s.text)
	return &Manifest{
		Name: s.name, Version: o.Version, State: state, SpecSHA256: hex.EncodeToString(sum[:]),
		Seed: s.Seed, Games: s.Games, Leaves: s.Leaves.String(), Tables: []TableFile{}, Cells: []CellRun{},
	}
}

// begin readies the folder of an experiment, or sees that the one that is there
// can be gone on with, and keeps other processes out of it until leave is called.
// What its file says about the report may have changed, and what it says about a
// cell is compared when the cell's run is resumed.
func (d *Design) begin(dir string, o *Options) (leave func() error, err error) {
	want := d.manifest(o, dataset.Running)
	// Before anything is written, for the folder may be someone else's.
	if err := want.fits(dir, o); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if leave, err = dataset.Lock(dir); err != nil {
		return nil, err
	}
	if err = want.fits(dir, o); err == nil { // another one may have come first
		err = d.takeUp(dir, want)
	}
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	return leave, nil
}

// fits tells whether an experiment can begin or go on in a folder.
func (m *Manifest) fits(dir string, o *Options) error {
	have, err := ReadManifest(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return free(dir)
	case err != nil:
		return err
	case !o.Resume:
		return &ExistsError{dir, "an experiment: resume it or choose another folder"}
	}
	if err := m.same(have); err != nil {
		return &ExistsError{dir, "another experiment: " + err.Error()}
	}
	return nil
}

// takeUp removes what was being written when an experiment stopped, and notes
// what is asked for. The manifest comes first: what is in a folder that has one
// belongs to an experiment, however little of it there is.
func (d *Design) takeUp(dir string, want *Manifest) error {
	if err := d.checkFolders(dir); err != nil {
		return err
	}
	for _, folder := range []string{".", tablesFolder, wordsFolder, reportFolder} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
				if err := os.Remove(filepath.Join(dir, folder, e.Name())); err != nil {
					return err
				}
			}
		}
	}
	if err := want.write(dir); err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, specFile), func(w io.Writer) error { _, err := w.Write(d.Spec.text); return err })
}

// checkFolders sees that the folders of an experiment are in it. An experiment
// may come from anyone, and a link could have files elsewhere overwritten.
func (d *Design) checkFolders(dir string) error {
	names := []string{tablesFolder, wordsFolder, reportFolder}
	for i := range d.Cells {
		for folder := d.Spec.Folder(d.Cells[i]); folder != "."; folder = path.Dir(folder) {
			names = append(names, folder)
		}
	}
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Lstat(file); err == nil && !info.IsDir() {
			return fmt.Errorf("%s is no folder: it is %s", file, info.Mode())
		}
	}
	return nil
}

// ExistsError says that a folder is not free for an experiment.
type ExistsError struct{ Dir, Found string }

func (e *ExistsError) Error() string { return fmt.Sprintf("%s holds %s", e.Dir, e.Found) }

// free tells whether a folder is not there or empty, but for what an experiment
// leaves that dies before it has a manifest.
func free(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != dataset.LockName && !strings.HasPrefix(e.Name(), tempPrefix) {
			return &ExistsError{dir, e.Name() + ": an experiment takes a new or an empty folder"}
		}
	}
	return nil
}

// same tells in what an experiment differs from the one in a folder.
func (m *Manifest) same(have *Manifest) error {
	for _, f := range []struct {
		what       string
		want, have any
	}{
		{"version of the program", m.Version, have.Version},
		{"name", m.Name, have.Name},
		{"seed", m.Seed, have.Seed},
		{"games", m.Games, have.Games},
		{"generations of leaves", m.Leaves, have.Leaves},
	} {
		if f.want != f.have {
			return fmt.Errorf("%s %v, expected %v", f.what, f.have, f.want)
		}
	}
	return nil
}

// finish notes what came of an experiment that is done.
func (d *Design) finish(dir string, o *Options) error {
	m := d.manifest(o, dataset.Complete)
	for _, t := range d.Tables {
		m.Tables = append(m.Tables, TableFile{t.File, t.SHA256})
	}
	for _, l := range d.Words {
		sum, err := fileSum(dir, filepath.FromSlash(l.File))
		if err != nil {
			return err
		}
		m.Words = append(m.Words, TableFile{l.File, sum})
	}
	for i, c := range d.Cells {
		run := CellRun{Levels: map[string]string{}, Folder: d.Spec.Folder(c)}
		var err error
		if run.ManifestSHA256, err = fileSum(d.folder(dir, i), "manifest.json"); err != nil {
			return err
		}
		if c.Annotate != "" {
			if run.AnnotationsSHA256, err = fileSum(d.folder(dir, i), "annotations", "manifest.json"); err != nil {
				return err
			}
		}
		for j, level := range c.Levels {
			run.Levels[d.Spec.Factors[j].Name] = level
		}
		m.Cells = append(m.Cells, run)
	}
	return m.write(dir)
}

// fileSum is the sha256 of a small file.
func fileSum(name ...string) (string, error) {
	text, err := os.ReadFile(filepath.Join(name...))
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

func (m *Manifest) write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, manifestFile), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// maxManifest bounds experiment.json: a few hundred bytes for each cell.
const maxManifest = 16 << 20

// ReadManifest reads the manifest of the experiment in a folder.
func ReadManifest(dir string) (*Manifest, error) {
	name := filepath.Join(dir, manifestFile)
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil, fmt.Errorf("%s: expected a file of at most %d bytes", name, maxManifest)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// writeWhole writes a file that appears when it is complete.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix+"*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // finds nothing once the file has its name
	if err := errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.Rename(f.Name(), name)
}
