package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"testing"
)

// The bytes of these rows are known, on every kind of machine (try -tags
// purego, and GODEBUG=cpu.all=off). After a change of the table of columns,
// whose text is in the files, the sums are to be replaced. Without one they
// say that the same games no longer give the same files: because parquet-go or
// the compressor was upgraded, or because an encoding depends on the
// processor, which it must not.
func TestGoldenBytes(t *testing.T) {
	var games []GameRow
	var moves []MoveRow
	for i := range 300 {
		g, m := makeGame(int64(i), 20+i%40)
		games, moves = append(games, *g), append(moves, m...)
	}
	// Differences that overflow, and lists of every length.
	for i, v := range []int32{math.MinInt32, math.MaxInt32, 0, -1, math.MinInt32, 1 << 16, math.MaxInt32} {
		g, m := makeGame(int64(v)<<31, i)
		g.Turns, g.Score, g.Agent = v, make([]int32, i), make([]string, i)
		games = append(games, *g)
		for j := range m {
			m[j].Score, m[j].Equity, m[j].Nodes, m[j].WinProb = v, Some(^v), Some(int64(v)<<32), Some(1/float64(v))
		}
		moves = append(moves, m...)
	}
	check := func(table Table, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: sha256 %s, want %s", table, got, want)
		}
	}
	check(GamesTable, sumRows(t, GamesTable, games),
		"eb91e544e7277adc23ef81515d71cc60f993ee00fca83bb22a8dc70638e01df5")
	check(MovesTable, sumRows(t, MovesTable, moves),
		"bcc7e28d7ce9085fdc1b736157a1f1d8b3ae6747dfc7b1d40ce066d3700cd80f")
	check(TileSetTable, sumRows(t, TileSetTable, testSpec(t).TileSet.Tiles),
		"3e40efb14d6ad9898fd1e137cba02c847556c04a55555995fbd555de2e5261df")
}

func sumRows[T any](t *testing.T, table Table, rows []T) string {
	sum := sha256.New()
	e := newEncoder[T](sum, table)
	e.limit = 4000
	for len(rows) > 0 {
		n := min(50, len(rows))
		if err := e.write(rows[:n]); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
