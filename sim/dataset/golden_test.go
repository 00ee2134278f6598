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
		"9f938fba35824b266dac0bb882cb96e7309f533223622a516c6ff920dee2c584")
	check(MovesTable, sumRows(t, MovesTable, moves),
		"78c3266ae611f94bebd0e175925ca07a37fc3951454d830560333288e280b1cc")
	check(TileSetTable, sumRows(t, TileSetTable, testSpec(t).TileSet.Tiles),
		"d249e303b3c2b17e1f8f79c2439d19851c7c758966b8052a950b318cf59467bd")
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
