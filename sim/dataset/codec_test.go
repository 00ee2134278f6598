package dataset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Every row comes back as it went: nulls, empty text, empty lists, any
// Unicode, over several row groups and batches, read
// a few at a time.
func TestRoundTrip(t *testing.T) {
	t.Run("games", func(t *testing.T) { testRoundTrip[GameRow](t, GamesTable) })
	t.Run("moves", func(t *testing.T) { testRoundTrip[MoveRow](t, MovesTable) })
	t.Run("candidates", func(t *testing.T) { testRoundTrip[CandidateRow](t, CandidatesTable) })
	t.Run("tileset", func(t *testing.T) { testRoundTrip[TileRow](t, TileSetTable) })
}

func testRoundTrip[T any](t *testing.T, table Table) {
	name := filepath.Join(t.TempDir(), "rows.parquet")
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]T, rapid.IntRange(0, 6).Draw(t, "rows"))
		for i := range rows {
			rows[i] = drawRow[T](t, "row")
		}
		writeRows(t, table, name, rows, rapid.IntRange(1, 5).Draw(t, "limit"), rapid.IntRange(1, 3).Draw(t, "call"))

		d, err := openDecoder[T](name, int64(len(rows)))
		if err != nil {
			t.Fatal(err)
		}
		defer d.close()
		got := make([]T, len(rows))
		for batch, rest := rapid.IntRange(1, 3).Draw(t, "batch"), got; len(rest) > 0; rest = rest[min(batch, len(rest)):] {
			if err := d.read(rest[:min(batch, len(rest))]); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(rows, got, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("wrote, read:\n%s", diff)
		}
	})
}

// writeRows writes rows to a file, so many a row group and a call.
func writeRows[T any](t rapid.TB, table Table, name string, rows []T, limit, call int) {
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newEncoder[T](f, table)
	e.limit = limit
	for len(rows) > 0 {
		n := min(call, len(rows))
		if err := e.write(rows[:n]); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
}

// A list longer than the cursor's buffer, and many pages.
func TestLongLists(t *testing.T) {
	var rows []GameRow
	for i := range 100 {
		g, _ := makeGame(int64(i), 0)
		for j := range i * 9 {
			g.Score = append(g.Score, int32(j))
			g.DrawnCounts = append(g.DrawnCounts, []int32{int32(i), int32(j)}[:j%3])
		}
		g.Agent = g.Agent[:i%3]
		rows = append(rows, *g)
	}
	name := filepath.Join(t.TempDir(), "rows.parquet")
	writeRows(t, GamesTable, name, rows, groupRows, 1)
	d, err := openDecoder[GameRow](name, int64(len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	var got [1]GameRow
	for i := range rows {
		if err := d.read(got[:]); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows[i], got[0], cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("row %d:\n%s", i, diff)
		}
	}
}

// What a row held before it is read into does not show.
func TestReadOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := []MoveRow{drawRow[MoveRow](t, "first"), drawRow[MoveRow](t, "second")}
		s, err := shapeOf[MoveRow]()
		if err != nil {
			t.Fatal(err)
		}
		got := rows[0]
		got.Words, got.ScoresBefore = append([]string(nil), got.Words...), append([]int32(nil), got.ScoresBefore...)
		for i := range s.fields {
			f := &s.fields[i]
			f.set(fieldOf(&got, f), f.append(nil, fieldOf(&rows[1], f), 1, s.size))
		}
		if diff := cmp.Diff(rows[1], got, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestShapeErrors(t *testing.T) {
	type untagged struct{ Score int32 }
	type small struct {
		Score int16 `parquet:"score"`
	}
	type hidden struct {
		score int32 `parquet:"score"`
	}
	check := func(name, want string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
	_, err := shapeOf[untagged]()
	check("untagged", "Score", err)
	_, err = shapeOf[small]()
	check("small", "int16", err)
	_, err = shapeOf[hidden]()
	check("hidden", "exported", err)
	_, err = shapeOf[int]()
	check("int", "no struct", err)
	_ = hidden{}.score
}

func fieldOf[T any](row *T, f *field) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(row), f.offset)
}
