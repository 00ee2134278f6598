package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folder is the folder of a run. A run may come from anyone, with links in
// it: all that is read, made, renamed or removed in it goes through an
// os.Root, which follows no link that leads out. So no name in a manifest and
// nothing in the folder has a file elsewhere read, overwritten or removed.
// Errors name the whole path.
type folder struct{ root *os.Root }

func openFolder(dir string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &folder{root}, nil
}

// openInside opens a file in the folder of a run for reading.
func openInside(dir, name string) (*os.File, error) {
	in, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer in.close()
	return in.open(name)
}

// open opens a file for reading. A pipe or a device, which may have no end or
// never begin, is refused.
func (in *folder) open(name string) (*os.File, error) {
	if info, err := in.root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file: it is %s", in.path(name), info.Mode())
	}
	f, err := in.root.Open(name)
	return f, in.whole(err)
}

// create makes a file. What has its name, such as what a dead process left,
// is removed and not written to: it may be a link.
func (in *folder) create(name string) (*os.File, error) {
	if err := in.remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := in.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	return f, in.whole(err)
}

func (in *folder) mkdir(name string) error { return in.whole(in.root.Mkdir(name, 0o777)) }

// remove removes a file; of a link it is the link.
func (in *folder) remove(name string) error { return in.whole(in.root.Remove(name)) }

func (in *folder) rename(name, to string) error {
	if err := in.root.Rename(name, to); err != nil {
		return fmt.Errorf("run %s: %w", in.root.Name(), err)
	}
	return nil
}

// entries lists a folder in it. A pipe in its place, which may never begin, is
// refused as open refuses one.
func (in *folder) entries(name string) ([]fs.DirEntry, error) {
	if info, err := in.root.Stat(name); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder: it is %s", in.path(name), info.Mode())
	}
	entries, err := fs.ReadDir(in.root.FS(), name)
	return entries, in.whole(err)
}

// sync does what syncDir does for a folder in it.
func (in *folder) sync(name string) error {
	d, err := in.root.Open(name)
	if err != nil {
		return in.whole(err)
	}
	return syncDir(d)
}

func (in *folder) close() error { return in.root.Close() }

func (in *folder) path(name string) string { return filepath.Join(in.root.Name(), name) }

// whole has an error name the whole path.
func (in *folder) whole(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: strings.TrimSuffix(e.Op, "at"), Path: in.path(e.Path), Err: e.Err}
	}
	return err
}
