package dataset

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// The table of columns and the row structs say the same, in the same order.
func TestColumnsMatchRows(t *testing.T) {
	for table, shape := range shapes(t) {
		var fromRows, fromTable []Column
		for _, f := range shape.fields {
			fromRows = append(fromRows, Column{Table: table, Name: f.name, Type: f.typ, Nullable: f.nullable})
		}
		for _, c := range Columns() {
			if c.Table != table {
				continue
			}
			if c.Meaning == "" {
				t.Errorf("%s.%s has no meaning", table, c.Name)
			}
			if c.Nullable != strings.Contains(c.Meaning, "null") && c.Meaning != "the same at the back" {
				t.Errorf("%s.%s: nullable is %v, its meaning is %q", table, c.Name, c.Nullable, c.Meaning)
			}
			c.Meaning, c.Unit = "", ""
			fromTable = append(fromTable, c)
		}
		if diff := cmp.Diff(fromRows, fromTable); diff != "" {
			t.Errorf("%s: row struct, table of columns:\n%s", table, diff)
		}
	}
}

func shapes(t *testing.T) map[Table]*shape {
	t.Helper()
	games, err1 := shapeOf[GameRow]()
	moves, err2 := shapeOf[MoveRow]()
	candidates, err3 := shapeOf[CandidateRow]()
	tiles, err4 := shapeOf[TileRow]()
	annotations, err5 := shapeOf[AnnotationRow]()
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[Table]*shape{GamesTable: games, MovesTable: moves, CandidatesTable: candidates, AnnotationsTable: annotations, TileSetTable: tiles}
}

// A file has the columns of the table, with their types, and says what they
// mean; all of it is packed with Zstd.
func TestFileSaysWhatItHolds(t *testing.T) {
	var b bytes.Buffer
	e := newEncoder[MoveRow](&b, MovesTable)
	_, moves := makeGame(1, 3)
	if err := e.write(moves); err != nil {
		t.Fatal(err)
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	meta := f.Metadata()
	if meta.CreatedBy != createdBy {
		t.Errorf("created by %q", meta.CreatedBy)
	}
	said := map[string]string{}
	for i, kv := range meta.KeyValueMetadata {
		said[kv.Key] = kv.Value
		if i > 0 && kv.Key <= meta.KeyValueMetadata[i-1].Key {
			t.Errorf("key %q follows %q", kv.Key, meta.KeyValueMetadata[i-1].Key)
		}
	}
	if diff := cmp.Diff(metadata(MovesTable), said); diff != "" {
		t.Error(diff)
	}
	if got, want := said["column.score"], "points of the move: main_score + cross_score + bingo_points; 0 unless a play [points]"; got != want {
		t.Errorf("column.score: %q", got)
	}
	i := 0
	for _, c := range Columns() {
		if c.Table != MovesTable {
			continue
		}
		column := f.Root().Columns()[i]
		i++
		if column.Name() != c.Name || column.Optional() != c.Nullable {
			t.Errorf("column %d is %s, optional %v; want %s, %v", i, column.Name(), column.Optional(), c.Name, c.Nullable)
		}
	}
	for _, group := range meta.RowGroups {
		for _, chunk := range group.Columns {
			if chunk.MetaData.Codec.String() != "ZSTD" {
				t.Errorf("%v is packed with %s", chunk.MetaData.PathInSchema, chunk.MetaData.Codec)
			}
		}
	}
}
