package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Bounds of a page. parquet-go makes room for what a page claims before it
// looks whether it is there, in five places: the header's size, the sizes
// packed and unpacked, the runs of levels, and the number of values that are
// stored as differences. A few bytes could so ask for gigabytes. The largest
// pages of an encoder, one write of the widest rows beyond pageBytes, are far
// below.
const (
	maxPageBytes  = 8 << 20 // of a page, packed or not
	maxPageValues = 1 << 20
	maxPageHeader = 16 << 10
)

// pageGuard goes through the pages of a column chunk ahead of parquet-go and
// refuses those that claim more than they hold.
type pageGuard struct {
	*guardRoom
	at, end    int64 // where the next page begins, and the last one ends
	repetition int   // bits of a repetition level
	definition int   // bits of a definition level
}

// guardRoom is what the guards of a file share.
type guardRoom struct {
	file io.ReaderAt
	size int64
	zstd *zstd.Decoder

	// scratch
	window   [maxPageHeader]byte
	packed   []byte
	unpacked []byte
}

func newGuardRoom(file io.ReaderAt, size int64) *guardRoom {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err) // cannot happen: the options are constants
	}
	return &guardRoom{file: file, size: size, zstd: d}
}

// begin readies the guard for a chunk.
func (g *pageGuard) begin(chunk *format.ColumnMetaData) error {
	g.at, g.end = chunk.DataPageOffset, chunk.DataPageOffset+chunk.TotalCompressedSize
	switch {
	case chunk.DictionaryPageOffset != 0:
		return errors.New("it has a dictionary, which an encoder makes none of")
	case g.at < 0 || g.end < g.at || g.end > g.size:
		return fmt.Errorf("its pages are at %d to %d of %d bytes", g.at, g.end, g.size)
	}
	return nil
}

// next checks the next page, or returns io.EOF if there is none.
func (g *pageGuard) next() error {
	if g.at == g.end {
		return io.EOF
	}
	at := g.at
	if err := g.check(); err != nil {
		return fmt.Errorf("the page at byte %d: %w", at, err)
	}
	return nil
}

func (g *pageGuard) check() error {
	head, err := g.header()
	if err != nil {
		return err
	}
	h := head.DataPageHeaderV2.V
	levels := int64(h.RepetitionLevelsByteLength) + int64(h.DefinitionLevelsByteLength)
	packed := int64(head.CompressedPageSize)
	switch {
	case head.Type != format.DataPageV2 || !head.DataPageHeaderV2.Valid:
		return fmt.Errorf("it is of type %s", head.Type)
	case packed < 0 || packed > g.end-g.at:
		return fmt.Errorf("%d bytes, and %d are left", packed, g.end-g.at)
	case packed > maxPageBytes || head.UncompressedPageSize < 0 || head.UncompressedPageSize > maxPageBytes:
		return fmt.Errorf("%d bytes, %d unpacked; the bound is %d", packed, head.UncompressedPageSize, maxPageBytes)
	case h.NumValues < 0 || h.NumValues > maxPageValues || h.NumNulls < 0 || h.NumNulls > h.NumValues:
		return fmt.Errorf("%d values, %d of them null; the bound is %d", h.NumValues, h.NumNulls, maxPageValues)
	case h.RepetitionLevelsByteLength < 0 || h.DefinitionLevelsByteLength < 0 || levels > packed:
		return fmt.Errorf("%d and %d bytes of levels, of %d", h.RepetitionLevelsByteLength, h.DefinitionLevelsByteLength, packed)
	}
	g.packed = slices.Grow(g.packed[:0], int(packed))[:packed]
	if _, err := g.file.ReadAt(g.packed, g.at); err != nil {
		return err
	}
	g.at += packed

	repetition, rest := g.packed[:h.RepetitionLevelsByteLength], g.packed[h.RepetitionLevelsByteLength:levels]
	if err := errors.Join(checkRuns(repetition, g.repetition, int(h.NumValues)), checkRuns(rest, g.definition, int(h.NumValues))); err != nil {
		return err
	}
	values := g.packed[levels:]
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		if values, err = g.unpack(values, int(head.UncompressedPageSize)); err != nil {
			return err
		}
	}
	return checkValues(values, h.Encoding, int(h.NumValues))
}

// header reads the header of the page, behind which g.at then is.
func (g *pageGuard) header() (*format.PageHeader, error) {
	window := thriftText(g.window[:min(maxPageHeader, g.end-g.at)])
	if _, err := g.file.ReadAt(window, g.at); err != nil {
		return nil, err
	}
	rest := window
	if err := rest.skip(thriftStruct, 0); err != nil {
		return nil, errors.New("its header makes no sense")
	}
	head := &format.PageHeader{}
	size := len(window) - len(rest)
	g.at += int64(size)
	return head, thrift.Unmarshal(&thrift.CompactProtocol{}, window[:size], head)
}

// unpack unpacks values into at most so many bytes.
func (g *pageGuard) unpack(values []byte, most int) ([]byte, error) {
	g.unpacked = slices.Grow(g.unpacked[:0], most)
	return g.zstd.DecodeAll(values, g.unpacked[:0:most])
}

// checkRuns looks whether levels of so many bits make more of them than there
// are values: a number, and behind it if it is odd bits for eight times its
// half, else one level for its half.
func checkRuns(levels []byte, bits, values int) error {
	if bits == 0 {
		return nil // parquet-go passes over them
	}
	for most := uint64(values); len(levels) > 0; {
		run, n := binary.Uvarint(levels)
		if n <= 0 {
			return errors.New("a run of levels is cut short")
		}
		levels = levels[n:]
		count, bytes := run>>1, uint64(1)
		if run&1 != 0 {
			bytes = count * uint64(bits)
			count = min(most, 8*count) // the last eight are padded
		}
		if count > most || bytes > uint64(len(levels)) {
			return fmt.Errorf("its levels are more than its %d values", values)
		}
		levels, most = levels[bytes:], most-count
	}
	return nil
}

// checkValues looks whether values that begin with their number claim more
// than there are.
func checkValues(values []byte, encoding format.Encoding, most int) error {
	switch encoding {
	case format.Plain:
		return nil
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
	default:
		return fmt.Errorf("its values are encoded as %s", encoding)
	}
	var number uint64
	for range 3 { // the size of a block, its parts, the number of values
		v, n := binary.Uvarint(values)
		if n <= 0 {
			return errors.New("its values are cut short")
		}
		number, values = v, values[n:]
	}
	if number > uint64(most) {
		return fmt.Errorf("its values claim to be %d, and are %d", number, most)
	}
	return nil
}
