package document

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// SaveHTML writes a document to a file as a page. The file is whole or it is
// what it was.
func (d *Document) SaveHTML(file string) error {
	return save(file, d.WriteHTML)
}

// SaveMarkdown writes a document to a file as Markdown, after its plots, which
// it puts into the folder beside it that is called after the file without its
// extension. Each file is whole or it is what it was.
func (d *Document) SaveMarkdown(file string) error {
	if err := d.Check(); err != nil {
		return err
	}
	folder := strings.TrimSuffix(file, filepath.Ext(file))
	if folder == file {
		folder += "-plots"
	}
	plots := d.Plots()
	if len(plots) > 0 {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return fmt.Errorf("%s: a folder for the plots of %s: %w", folder, file, reason(err))
		}
	}
	for _, p := range plots {
		err := save(filepath.Join(folder, p.Name+".svg"), func(w io.Writer) error {
			_, err := io.WriteString(w, p.SVG)
			return err
		})
		if err != nil {
			return err
		}
	}
	return save(file, func(w io.Writer) error {
		return d.WriteMarkdown(w, func(name string) string {
			return filepath.Base(folder) + "/" + name + ".svg"
		})
	})
}

// save writes a file under another name and renames it.
func save(file string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", file, reason(err))
		}
	}()
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return errors.New("not written: it is there and no file")
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// reason is an error of the file system without the name of a file, which is
// that of one nobody has heard of.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
