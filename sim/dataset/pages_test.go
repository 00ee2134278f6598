package dataset

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// page is a page of a column, its values not packed.
type page struct {
	head                           format.PageHeader
	repetition, definition, values []byte
}

// bytes is the page as it lies in a file, the sizes set right.
func (p page) bytes(t testing.TB) []byte {
	t.Helper()
	h := &p.head.DataPageHeaderV2.V
	h.RepetitionLevelsByteLength, h.DefinitionLevelsByteLength = int32(len(p.repetition)), int32(len(p.definition))
	body := bytes.Join([][]byte{p.repetition, p.definition, p.values}, nil)
	p.head.CompressedPageSize = int32(len(body))
	return append(p.header(t), body...)
}

func (p page) header(t testing.TB) []byte {
	t.Helper()
	head, err := thrift.Marshal(&thrift.CompactProtocol{}, &p.head)
	if err != nil {
		t.Fatal(err)
	}
	return head
}

// goodPage is a page of three values, one of them null, as differences.
func goodPage() page {
	p := page{
		definition: []byte{2 << 1, 1, 1 << 1, 0}, // twice 1, once 0
		values:     []byte{0x80, 1, 4, 2, 8, 2, 0, 0, 0, 0},
	}
	p.head.Type, p.head.UncompressedPageSize = format.DataPageV2, 100
	p.head.DataPageHeaderV2.Valid = true
	p.head.DataPageHeaderV2.V = format.DataPageHeaderV2{NumValues: 3, NumNulls: 1, NumRows: 3, Encoding: format.DeltaBinaryPacked}
	p.head.DataPageHeaderV2.V.IsCompressed.Valid = true // and false
	return p
}

// A page is refused for what it claims before room is made for it.
func TestPageClaims(t *testing.T) {
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(b []byte) []byte { return e.EncodeAll(b, nil) }
	check := func(p []byte) error {
		room := newGuardRoom(bytes.NewReader(p), int64(len(p)))
		defer room.zstd.Close()
		g := pageGuard{guardRoom: room, definition: 1}
		if err := g.begin(&format.ColumnMetaData{TotalCompressedSize: int64(len(p))}); err != nil {
			return err
		}
		return g.next()
	}
	good := goodPage()
	if err := check(good.bytes(t)); err != nil {
		t.Fatal(err)
	}
	good.head.DataPageHeaderV2.V.IsCompressed.Valid = false // and packed
	good.values = pack(good.values)
	if err := check(good.bytes(t)); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*page){
		"the bound is 8388608":  func(p *page) { p.head.UncompressedPageSize = 1 << 30 },
		"the bound is 1048576":  func(p *page) { p.head.DataPageHeaderV2.V.NumValues = 1 << 30 },
		"4 of them null":        func(p *page) { p.head.DataPageHeaderV2.V.NumNulls = 4 },
		"more than its 3 value": func(p *page) { p.definition = binary.AppendUvarint(nil, 1<<32) },
		"claim to be 268435456": func(p *page) { p.values = []byte{0x80, 1, 4, 0x80, 0x80, 0x80, 0x80, 1, 8, 0} },
		"encoded as RLE_DICT":   func(p *page) { p.head.DataPageHeaderV2.V.Encoding = format.RLEDictionary },
		"of type DICTIONARY":    func(p *page) { p.head.Type = format.DictionaryPage },
		"cut short":             func(p *page) { p.values = nil },
		"a run of levels":       func(p *page) { p.definition = []byte{0x80} },
		"size": func(p *page) { // unpacks to more than it says
			p.head.DataPageHeaderV2.V.IsCompressed.Valid = false
			p.values = pack(append(p.values, make([]byte, 1<<20)...))
		},
		"of levels, of": func(p *page) { // on what is not there
			p.head.DataPageHeaderV2.V.DefinitionLevelsByteLength = 1 << 30
			*p = page{values: append(p.header(t), 1, 2, 3)}
		},
	} {
		p := goodPage()
		change(&p)
		b := p.bytes(t)
		if p.head.Type == 0 && !p.head.DataPageHeaderV2.Valid {
			b = p.values // the header was made by hand
		}
		if err := check(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	// A header whose text claims 2 GB, and a page beyond the end of its chunk.
	for _, b := range []string{"\x8c\xff\xff\xff\xff\x07abc", string(good.bytes(t)[:30])} {
		if err := check([]byte(b)); err == nil {
			t.Errorf("%q is a page", b)
		}
	}
	for _, m := range []format.ColumnMetaData{
		{DataPageOffset: -1}, {TotalCompressedSize: 1}, {DataPageOffset: 1, TotalCompressedSize: -1}, {DictionaryPageOffset: 4},
	} {
		if err := (&pageGuard{guardRoom: &guardRoom{}}).begin(&m); err == nil {
			t.Errorf("%+v has pages", m)
		}
	}
}

// A file of a few kilobytes that unpacks to more than a page may hold is
// refused by name; the widest rows that an encoder can be given are not.
func TestLargePages(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves.parquet")
	write := func(rows []MoveRow) {
		t.Helper()
		var b bytes.Buffer
		e := newEncoder[MoveRow](&b, MovesTable)
		if err := e.write(rows); err != nil {
			t.Fatal(err)
		}
		if err := e.close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(n int) error {
		d, err := openDecoder[MoveRow](name, int64(n))
		if err != nil {
			return err
		}
		defer d.close()
		return d.read(make([]MoveRow, n))
	}
	_, rows := makeGame(0, 1)
	rows[0].Board = Some(strings.Repeat("A", maxPageBytes+1))
	write(rows)
	if err := read(1); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "column board: the page at byte") {
		t.Errorf("error %v", err)
	}
	rows[0].Board = Some(strings.Repeat("Ω", 24*25))
	many := make([]MoveRow, 20_000) // a game that would not end
	for i := range many {
		many[i] = rows[0]
	}
	write(many)
	if err := read(len(many)); err != nil {
		t.Error(err)
	}
}

// withPage is a file of moves in which another page stands for a whole column.
func withPage(t testing.TB, moves []byte, column int, p []byte) []byte {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(moves), int64(len(moves)))
	if err != nil {
		t.Fatal(err)
	}
	meta := *f.Metadata()
	group := &meta.RowGroups[0]
	m := &group.Columns[column%len(group.Columns)].MetaData
	m.DataPageOffset, m.TotalCompressedSize = int64(len(moves)), int64(len(p))
	footer, err := thrift.Marshal(&thrift.CompactProtocol{}, &meta)
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.Join([][]byte{moves, p, footer}, nil)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(footer)))
	return append(out, "PAR1"...)
}

// pagesOf are the first pages of the columns of a file, their values unpacked.
func pagesOf(t testing.TB, file []byte) (pages []page) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	room := newGuardRoom(bytes.NewReader(file), int64(len(file)))
	defer room.zstd.Close()
	for _, c := range f.Metadata().RowGroups[0].Columns {
		g := pageGuard{guardRoom: room}
		if err := g.begin(&c.MetaData); err != nil {
			t.Fatal(err)
		}
		head, err := g.header()
		if err != nil {
			t.Fatal(err)
		}
		h := &head.DataPageHeaderV2.V
		body := file[g.at:][:head.CompressedPageSize]
		p := page{head: *head, repetition: body[:h.RepetitionLevelsByteLength]}
		p.definition = body[h.RepetitionLevelsByteLength:][:h.DefinitionLevelsByteLength]
		if p.values, err = g.unpack(body[len(p.repetition)+len(p.definition):], int(head.UncompressedPageSize)); err != nil {
			t.Fatal(err)
		}
		p.values = bytes.Clone(p.values)
		pages = append(pages, p)
	}
	return pages
}

// mostMemory is what a small file may have its reader allocate, all in all.
const mostMemory = 128 << 20

// allocates fails if f allocates more than that.
func allocates(t *testing.T, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > mostMemory {
		t.Fatalf("%d MB allocated", n>>20)
	}
}

// FuzzPage puts any page into a file that is right, so that nothing between
// the footer and the decoding of values can give it away.
func FuzzPage(f *testing.F) {
	_, moves := smallPart(f)
	for i, p := range pagesOf(f, moves) {
		h := &p.head.DataPageHeaderV2.V
		f.Add(uint8(i), h.NumValues, h.NumNulls, int32(h.Encoding), p.head.UncompressedPageSize, p.repetition, p.definition, p.values, i%2 == 0)
	}
	// Few bytes that claim 300 million levels or differences.
	many := binary.AppendUvarint([]byte{0x80, 1, 4}, 300_000_000)
	f.Add(uint8(0), int32(12), int32(0), int32(format.DeltaBinaryPacked), int32(100), []byte{}, []byte{}, append(many, 0), true)
	f.Add(uint8(8), int32(12), int32(12), int32(format.DeltaBinaryPacked), int32(100), []byte{}, append(binary.AppendUvarint(nil, 600_000_000), 0), many[:3], false)
	e, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	name := filepath.Join(f.TempDir(), "part.parquet")
	f.Fuzz(func(t *testing.T, column uint8, values, nulls, encoding, unpacked int32, repetition, definition, data []byte, packed bool) {
		if packed {
			data = e.EncodeAll(data, nil)
		}
		p := page{repetition: repetition, definition: definition, values: data}
		p.head.Type, p.head.UncompressedPageSize = format.DataPageV2, unpacked
		p.head.DataPageHeaderV2.Valid = true
		p.head.DataPageHeaderV2.V = format.DataPageHeaderV2{NumValues: values, NumNulls: nulls, NumRows: values, Encoding: format.Encoding(encoding)}
		p.head.DataPageHeaderV2.V.IsCompressed = thrift.Null[bool]{V: packed, Valid: true}
		if err := os.WriteFile(name, withPage(t, moves, int(column), p.bytes(t)), 0o666); err != nil {
			t.Fatal(err)
		}
		allocates(t, func() {
			if err := readAll(name); err != nil && !strings.Contains(err.Error(), name) {
				t.Fatalf("%v does not name the file", err)
			}
		})
	})
}
