package dataset

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// decoder reads the rows of one Parquet file. It only ever holds a page of
// each column. Its errors name the file.
//
// parquet-go may panic on a file that is damaged or made to harm; every call
// of it is within guard, which makes an error of that.
type decoder[T any] struct {
	name  string
	shape *shape
	file  *os.File
	left  int64 // rows not yet read

	groups  []parquet.RowGroup
	chunks  []format.RowGroup // what the file says of the groups
	room    *guardRoom
	group   int64 // rows of the current group not yet read
	columns []cursor
}

// newDecoder reads a file, which it closes, that should hold a number of rows.
// It must have the columns of T, or those of them that are named if any are,
// with their types, and may have others.
func newDecoder[T any](f *os.File, rows int64, only ...string) (*decoder[T], error) {
	s, err := shapeOf[T](only...)
	if err != nil {
		f.Close()
		return nil, err
	}
	d := &decoder[T]{name: f.Name(), shape: s, file: f, left: rows, columns: make([]cursor, len(s.fields))}
	if err := d.guard(d.open); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *decoder[T]) close() {
	d.guard(func() error {
		for i := range d.columns {
			d.columns[i].close()
		}
		if d.room != nil {
			d.room.zstd.Close()
		}
		return nil
	})
	d.file.Close()
}

// guard runs f and makes an error that names the file of its error or panic.
func (d *decoder[T]) guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			err = fmt.Errorf("%s is damaged or no file of this program: %w", d.name, err)
		}
	}()
	return f()
}

func (d *decoder[T]) open() error {
	stat, err := d.file.Stat()
	if err != nil {
		return err
	}
	if err := checkFooter(d.file, stat.Size()); err != nil {
		return err
	}
	f, err := parquet.OpenFile(d.file, stat.Size(),
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return err
	}
	if f.NumRows() != d.left {
		return fmt.Errorf("it has %d rows, not %d", f.NumRows(), d.left)
	}
	for _, g := range f.Metadata().RowGroups {
		for _, c := range g.Columns {
			// Another codec is a damaged byte. It must not be tried: parquet-go
			// looks for room for what LZ4 cannot unpack until memory ends.
			if c.MetaData.Codec != format.Zstd {
				return fmt.Errorf("a column is packed with %s, not Zstd", c.MetaData.Codec)
			}
		}
	}
	d.room = newGuardRoom(d.file, stat.Size())
	d.groups, d.chunks = f.RowGroups(), f.Metadata().RowGroups
	for i, path := range d.shape.schema.Columns() {
		want, _ := d.shape.schema.Lookup(path...)
		got, ok := f.Schema().Lookup(path...)
		if !ok {
			return fmt.Errorf("it has no column %s", d.shape.fields[i].name)
		}
		if got.Node.Type().Kind() != want.Node.Type().Kind() ||
			got.MaxRepetitionLevel != want.MaxRepetitionLevel || got.MaxDefinitionLevel != want.MaxDefinitionLevel {
			return fmt.Errorf("column %s is not of type %s", d.shape.fields[i].name, d.shape.fields[i].typ)
		}
		d.columns[i].column = got.ColumnIndex
		d.columns[i].repeated = want.MaxRepetitionLevel > 0
		d.columns[i].guard = pageGuard{
			guardRoom: d.room, repetition: bits.Len(uint(want.MaxRepetitionLevel)), definition: bits.Len(uint(want.MaxDefinitionLevel)),
		}
	}
	return nil
}

// read fills rows, of which at least as many must be left.
func (d *decoder[T]) read(rows []T) error {
	return d.guard(func() error {
		for len(rows) > 0 {
			if d.group == 0 {
				if err := d.nextGroup(); err != nil {
					return err
				}
				continue
			}
			n := int(min(d.group, int64(len(rows))))
			for i := range d.columns {
				f := &d.shape.fields[i]
				p := unsafe.Add(unsafe.Pointer(&rows[0]), f.offset)
				if err := d.columns[i].read(f, p, n, d.shape.size); err != nil {
					return fmt.Errorf("column %s: %w", f.name, err)
				}
			}
			d.left -= int64(n)
			d.group -= int64(n)
			rows = rows[n:]
		}
		return nil
	})
}

func (d *decoder[T]) nextGroup() error {
	if len(d.groups) == 0 {
		return io.ErrUnexpectedEOF
	}
	g, said := d.groups[0], d.chunks[0].Columns
	d.groups, d.chunks = d.groups[1:], d.chunks[1:]
	d.group = g.NumRows()
	chunks := g.ColumnChunks()
	for i := range d.columns {
		c := &d.columns[i]
		if d.group < 0 || c.column >= len(chunks) || c.column >= len(said) {
			return errors.New("a row group makes no sense")
		}
		c.close()
		if err := c.guard.begin(&said[c.column].MetaData); err != nil {
			return fmt.Errorf("column %s: %w", d.shape.fields[i].name, err)
		}
		c.pages = chunks[c.column].Pages()
	}
	return nil
}

// cursor reads one column of a row group.
type cursor struct {
	column   int  // in the file
	repeated bool // a row may have several values
	guard    pageGuard
	pages    parquet.Pages
	page     parquet.Page
	values   parquet.ValueReader // of the page, nil when all were read
	buffer   []parquet.Value
	ahead    []parquet.Value // the part of buffer that was read but not used
}

// close ends the row group; the cursor may be given the pages of another.
func (c *cursor) close() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	if c.pages != nil {
		c.pages.Close()
	}
	c.pages, c.page, c.values, c.ahead = nil, nil, nil, nil
}

// read sets a field in n rows. p is the field in the first row, size that of
// a row.
func (c *cursor) read(f *field, p unsafe.Pointer, n int, size uintptr) error {
	for i := range n {
		k := c.row()
		for ; k == 0; k = c.row() {
			if err := c.fill(); err != nil {
				return err
			}
		}
		if c.ahead[0].RepetitionLevel() > 0 {
			return errors.New("a page begins within a row")
		}
		f.set(unsafe.Add(p, uintptr(i)*size), c.ahead[:k])
		c.ahead = c.ahead[k:]
	}
	return nil
}

// row is the number of values of the next row, 0 if that takes more to tell.
// In data pages of version 2 rows end with the page.
func (c *cursor) row() int {
	if !c.repeated {
		return min(len(c.ahead), 1)
	}
	for i := 1; i < len(c.ahead); i++ {
		if c.ahead[i].RepetitionLevel() == 0 {
			return i
		}
	}
	if c.values == nil {
		return len(c.ahead)
	}
	return 0
}

// fill reads more values, or the next page if there are none. Values point
// into their page, which is released when all are used.
func (c *cursor) fill() error {
	if c.values == nil {
		if c.page != nil {
			parquet.Release(c.page)
			c.page = nil
		}
		if err := c.guard.next(); err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		page, err := c.pages.ReadPage()
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		c.page, c.values = page, page.Values()
	}
	kept := copy(c.buffer, c.ahead)
	if kept == len(c.buffer) {
		c.buffer = append(c.buffer, make([]parquet.Value, max(64, kept))...)
	}
	n, err := c.values.ReadValues(c.buffer[kept:])
	c.ahead = c.buffer[:kept+n]
	switch {
	case err == io.EOF:
		c.values = nil
	case err != nil:
		return err
	case n == 0:
		return io.ErrNoProgress
	}
	return nil
}
