package dataset

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// testReader is a reader of a finished run of 3 parts with 4 games each.
func testReader(t testing.TB) *Reader {
	t.Helper()
	run := testRun(t)
	for n := range 3 {
		writePart(t, run, n, 4)
	}
	if err := run.Finish(Complete); err != nil {
		t.Fatal(err)
	}
	r, err := Open(run.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGames(t *testing.T) {
	id := int64(0)
	for g, err := range testReader(t).Games() {
		if err != nil {
			t.Fatal(err)
		}
		game, moves := makeGame(id, 5+int(id%4))
		if diff := cmp.Diff(&Game{*game, moves}, g, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("wrote, read:\n%s", diff)
		}
		id++
	}
	if id != 12 {
		t.Errorf("%d games", id)
	}
}

func TestRows(t *testing.T) {
	r := testReader(t)
	type some struct {
		Word  Null[string] `parquet:"word"`
		Words []string     `parquet:"words"`
		Turn  int32        `parquet:"turn"`
		ID    int64        `parquet:"game_id"`
	}
	var got, want []some
	for row, err := range Rows[some](r, MovesTable) {
		if err != nil {
			t.Fatal(err)
		}
		row.Words = slices.Clone(row.Words)
		got = append(got, *row)
	}
	for row, err := range Rows[MoveRow](r, MovesTable) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, some{row.Word, slices.Clone(row.Words), row.Turn, row.GameID})
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 3*(5+6+7+8) {
		t.Errorf("%d rows; all columns, some:\n%s", len(got), diff)
	}
	for row, err := range Rows[GameRow](r, GamesTable) {
		if err != nil || row.GameID != 0 {
			t.Errorf("first game: %v, %v", row, err)
		}
		break // an iteration may be left
	}
	tiles, err := r.TileSet()
	if diff := cmp.Diff(r.Manifest.Spec.TileSet.Tiles, tiles); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if err := r.CheckParts(); err != nil {
		t.Error(err)
	}
}

func TestRowsErrors(t *testing.T) {
	r := testReader(t)
	type missing struct {
		Luck int32 `parquet:"luck"`
	}
	type wrong struct {
		Score int64 `parquet:"score"`
	}
	type nullable struct {
		Word string `parquet:"word"`
	}
	check := func(what string, err error, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one with %q", what, err, want)
			}
		}
	}
	check("no such column", firstError[missing](r, MovesTable), "luck", "moves/part-00000.parquet")
	check("another type", firstError[wrong](r, MovesTable), "score", "int64")
	check("null into no Null", firstError[nullable](r, MovesTable), "word")
	check("no such table", firstError[MoveRow](r, "luck"), "luck")

	part := r.Manifest.Parts[1]
	part.Moves++
	check("row count", r.CheckPart(part), "moves/part-00001.parquet", "rows")
	r.Manifest.Parts[1].Games--
	for _, err := range r.Games() {
		if err != nil {
			check("game count", err, "games/part-00001.parquet")
		}
	}
	r.Manifest.Parts[1].Games++
	// The moves of another part do not belong to the games of this one.
	moves := filepath.Join(r.Dir, movesDir)
	swap(t, filepath.Join(moves, "part-00001.parquet"), filepath.Join(moves, "part-00002.parquet"))
	var last error
	for _, err := range r.Games() {
		last = err
	}
	check("swapped", last, "moves/part-00001.parquet", "game 8")
	r.Sums = true
	check("swapped, with sums", firstError[MoveRow](r, MovesTable), "moves/part-00001.parquet", "sha256")
	r.Sums = false
	check("swapped", r.CheckParts(), "moves/part-00001.parquet", "moves/part-00002.parquet", "sha256")

	if err := os.Remove(filepath.Join(moves, "part-00002.parquet")); err != nil {
		t.Fatal(err)
	}
	check("missing", firstError[MoveRow](r, MovesTable), "moves/part-00002.parquet")
	check("missing", r.CheckParts(), "moves/part-00002.parquet")
}

// firstError reads a table to its end or first error.
func firstError[T any](r *Reader, table Table) error {
	for _, err := range Rows[T](r, table) {
		if err != nil {
			return err
		}
	}
	return nil
}

func swap(t *testing.T, a, b string) {
	t.Helper()
	for _, names := range [][2]string{{a, a + "x"}, {b, a}, {a + "x", b}} {
		if err := os.Rename(names[0], names[1]); err != nil {
			t.Fatal(err)
		}
	}
}
