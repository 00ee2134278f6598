package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// createdBy goes into every file. It has no version, so that the bytes of
	// a dataset do not depend on the program that wrote them.
	createdBy = "quadword"

	// pageBytes is what a column holds before it is packed. 57 columns of it
	// are most of the memory of a writer: two parts of 1,000 super games, with
	// positions, together take 36 MB at the peak, with pages of 64 KB 68 MB,
	// and would be 1 % smaller on disk.
	pageBytes = 32 << 10

	// groupRows is about how many rows make a row group, which is held in
	// memory, packed, until it is whole, and which readers take as the unit
	// of parallel work. A part of 1,000 games is one group.
	groupRows = 128 << 10

	// batchRows is how many rows are written at once, and so by how much a
	// page may grow beyond pageBytes: a game has far fewer, but one that would
	// not end must make no page that a reader refuses.
	batchRows = 1024
)

// encoder writes rows to one Parquet file. It is not kept for the next: Reset
// of parquet-go 0.32.0 leaves the columns without their names in the footer
// of every file after the first. The large buffers are in pools of
// parquet-go's own.
type encoder[T any] struct {
	shape   *shape
	writer  *parquet.GenericWriter[any]
	columns []*parquet.ColumnWriter
	values  []parquet.Value // scratch: one column of some rows
	rows    int             // in the row group so far
	limit   int             // of rows in a row group
}

func newEncoder[T any](w io.Writer, t Table) *encoder[T] {
	s, err := shapeOf[T]()
	if err != nil {
		panic(err) // cannot happen: the row structs of this package have shapes
	}
	p := parquet.NewGenericWriter[any](w, s.schema, &parquet.WriterConfig{
		CreatedBy:        createdBy,
		KeyValueMetadata: metadata(t),
		PageBufferSize:   pageBytes,
		Compression:      newPacker(),
		// Integers as differences in as few bits as they take: smaller and
		// faster than to leave it to Zstd. No column has a dictionary: Zstd
		// finds what repeats as well, and the bytes of dictionary indexes
		// depend on the processor, for parquet-go splits their runs one way
		// with AVX2 and another without.
		Encodings: map[parquet.Kind]encoding.Encoding{
			parquet.Int32: &parquet.DeltaBinaryPacked,
			parquet.Int64: &parquet.DeltaBinaryPacked,
		},
		// Bounds let a reader skip pages by game_id or score. The page index
		// has them, so the pages need not; of text nobody uses them.
		SkipPageStatistics: s.schema.Columns(),
		SkipPageBounds:     s.textColumns(),
	})
	return &encoder[T]{shape: s, writer: p, columns: p.ColumnWriters(), limit: groupRows}
}

// write adds rows and keeps nothing of them. A row group ends between two
// calls only, so that a game is never split.
func (e *encoder[T]) write(rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	if e.rows += len(rows); e.rows > e.limit {
		if err := e.writer.Flush(); err != nil {
			return err
		}
		e.rows = len(rows)
	}
	for some := range slices.Chunk(rows, batchRows) {
		for i := range e.shape.fields {
			f := &e.shape.fields[i]
			first := unsafe.Add(unsafe.Pointer(&some[0]), f.offset)
			e.values = f.append(e.values[:0], first, len(some), e.shape.size)
			if _, err := e.columns[i].WriteRowValues(e.values); err != nil {
				return fmt.Errorf("column %s: %w", f.name, err)
			}
		}
	}
	return nil
}

// close ends the file.
func (e *encoder[T]) close() error { return e.writer.Close() }

// packer is Zstd as a parquet.Codec, set for what is packed here: pages of
// racks and words, which repeat little but use few letters. Every literal is
// therefore entropy-coded, which the levels that parquet-go offers leave out
// below the slow ones; files are 8 % smaller than at its default level, in
// two thirds of the time.
type packer struct{ zstd *zstd.Encoder }

func newPacker() packer {
	e, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithAllLitEntropyCompression(true),
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), // Parquet has sums of its own
		zstd.WithZeroFrames(true),  // an empty page is a frame, too
	)
	if err != nil {
		panic(err) // cannot happen: the options are constants
	}
	return packer{e}
}

func (packer) String() string { return "ZSTD" }

func (packer) CompressionCodec() format.CompressionCodec { return format.Zstd }

func (p packer) Encode(dst, src []byte) ([]byte, error) { return p.zstd.EncodeAll(src, dst[:0]), nil }

// Decode is never called: parquet-go unpacks with its own Zstd.
func (packer) Decode(dst, src []byte) ([]byte, error) { return nil, errors.ErrUnsupported }
