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
		"196345699bd6b67a971cfd6f56187cd7cb9be3bb7f0ec5f292196e9fd4c370a0")
	check(MovesTable, sumRows(t, MovesTable, moves),
		"b9475227b6e270f1ee1471563a580cb0d413b0cb4a1f22b02a31e7a61409b5de")
	check(TileSetTable, sumRows(t, TileSetTable, testSpec(t).TileSet.Tiles),
		"7f15a1aa1e49209290b2dae4a92f246e1b1c2f7d6c43115c8bdff77cf6289ee1")
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
