package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"syscall"
)

// file is a file being written under a temporary name beside its own, which
// it gets by rename when it is whole and on the disk. The temporary name
// begins with a dot, so that no glob such as moves/*.parquet finds it. It
// sums what is written. Its errors name the file.
type file struct {
	in        *folder
	f         *os.File // not embedded: its ReadFrom would go past the sum
	dir, name string   // dir is that in the folder, "." for itself
	renamed   bool
	sum       hash.Hash
}

// tempPrefix marks files that are not whole.
const tempPrefix = ".tmp-"

// createFile begins a file; one that a dead process left under the temporary
// name is replaced.
func createFile(in *folder, dir, name string) (*file, error) {
	f, err := in.create(path.Join(dir, tempPrefix+name))
	if err != nil {
		return nil, err
	}
	return &file{in: in, f: f, dir: dir, name: name, sum: sha256.New()}, nil
}

func (f *file) Write(b []byte) (int, error) {
	n, err := f.f.Write(b)
	f.sum.Write(b[:n])
	return n, err
}

// sha256 is the sum of what was written, in hex.
func (f *file) sha256() string { return hex.EncodeToString(f.sum.Sum(nil)) }

// finish puts the file on the disk, still under its temporary name.
func (f *file) finish() error {
	if err := f.f.Sync(); err != nil {
		return err
	}
	return f.f.Close()
}

// rename gives a finished file its name. The name is on the disk only after
// sync.
func (f *file) rename() error {
	err := f.in.rename(f.temporary(), path.Join(f.dir, f.name))
	f.renamed = err == nil
	return err
}

// abandon removes the file, under whichever name it has.
func (f *file) abandon() {
	f.f.Close()
	if f.renamed {
		f.in.remove(path.Join(f.dir, f.name))
	} else {
		f.in.remove(f.temporary())
	}
}

func (f *file) temporary() string { return path.Join(f.dir, tempPrefix+f.name) }

// sync puts the name of the file on the disk.
func (f *file) sync() error { return f.in.sync(f.dir) }

// syncDir makes renames in an open folder survive a loss of power, and closes
// it. Systems that cannot sync a folder keep its names in order by themselves,
// or not at all: resuming finds out what is missing either way.
func syncDir(d *os.File) error {
	defer d.Close()
	if runtime.GOOS == "windows" {
		return nil
	}
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// makeFolder makes a folder and its parents as far as they are missing, and
// puts their names on the disk.
func makeFolder(dir string) error {
	var missing []string
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, d)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, d := range missing {
		parent, err := os.Open(filepath.Dir(d))
		if err != nil {
			return err
		}
		if err := syncDir(parent); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a whole file or, if it fails, leaves what was there.
func writeFile(in *folder, name string, write func(io.Writer) error) error {
	f, err := createFile(in, path.Dir(name), path.Base(name))
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return write(f) }, f.finish, f.rename,
	} {
		if err := step(); err != nil {
			f.abandon()
			return err
		}
	}
	return f.sync()
}
