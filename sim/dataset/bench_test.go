package dataset

import (
	"io"
	"path/filepath"
	"testing"
)

// BenchmarkWrite is the cost of a row of the moves table: encoded, packed,
// summed, but not synced. A game's own row is in it.
func BenchmarkWrite(b *testing.B) {
	games, rows := benchGames()
	var size counter
	for b.Loop() {
		size = 0
		g, m := newEncoder[GameRow](&size, GamesTable), newEncoder[MoveRow](&size, MovesTable)
		for i := range games {
			if err := g.write(games[i : i+1]); err != nil {
				b.Fatal(err)
			}
			if err := m.write(rows[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := g.close(); err != nil {
			b.Fatal(err)
		}
		if err := m.close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(size)/benchRows, "B/row")
}

// BenchmarkPart is the same with everything that makes a part: files, sums,
// syncs, the manifest.
func BenchmarkPart(b *testing.B) {
	games, rows := benchGames()
	r := testRun(b)
	n := 0
	for b.Loop() {
		w, err := r.Part(n)
		if err != nil {
			b.Fatal(err)
		}
		for i := range games {
			if err := w.Game(&games[i], rows[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkRead(b *testing.B) {
	games, rows := benchGames()
	name := filepath.Join(b.TempDir(), "moves.parquet")
	var all []MoveRow
	for i := range games {
		all = append(all, rows[i]...)
	}
	in, err := openFolder(filepath.Dir(name))
	if err != nil {
		b.Fatal(err)
	}
	err = writeFile(in, filepath.Base(name), func(w io.Writer) error {
		e := newEncoder[MoveRow](w, MovesTable)
		if err := e.write(all); err != nil {
			return err
		}
		return e.close()
	})
	if err != nil {
		b.Fatal(err)
	}
	type few struct {
		Agent string      `parquet:"agent"`
		Score int32       `parquet:"score"`
		Row   Null[int32] `parquet:"row"`
	}
	b.Run("all", func(b *testing.B) { benchRead[MoveRow](b, name) })
	b.Run("three", func(b *testing.B) { benchRead[few](b, name) })
}

func benchRead[T any](b *testing.B, name string) {
	batch := make([]T, rowBatch)
	for b.Loop() {
		d, err := openDecoder[T](name, benchRows)
		if err != nil {
			b.Fatal(err)
		}
		for d.left > 0 {
			if err := d.read(batch[:min(d.left, rowBatch)]); err != nil {
				b.Fatal(err)
			}
		}
		d.close()
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds(), "rows/s")
}

const benchRows = 500 * 44

// benchGames is half a part of super games.
func benchGames() (games []GameRow, rows [][]MoveRow) {
	for i := range 500 {
		g, m := makeGame(int64(i), 44)
		games, rows = append(games, *g), append(rows, m)
	}
	return games, rows
}

type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
