package dataset

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runOf is a run of parts of so many games each.
func runOf(t *testing.T, parts, games int) *Reader {
	t.Helper()
	run := testRun(t)
	for n := range parts {
		writePart(t, run, n, games)
	}
	r, err := Open(run.dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type narrowGame struct {
	Turns  int32   `parquet:"turns"`
	Score  []int32 `parquet:"score"`
	GameID int64   `parquet:"game_id"`
}

type narrowMove struct {
	Words  []string     `parquet:"words"`
	GameID int64        `parquet:"game_id"`
	Turn   int32        `parquet:"turn"`
	Score  int32        `parquet:"score"`
	Rack   string       `parquet:"rack"`
	Word   Null[string] `parquet:"word"`
}

// Some columns of games are what whole games have in them, and of a struct the
// columns that were not named stay zero.
func TestPartGamesOf(t *testing.T) {
	r := runOf(t, 2, 5)
	for _, only := range [][]string{nil, {"score"}, {"words", "word", "turn"}} {
		has := func(column string) bool {
			return only == nil || strings.Contains(" "+strings.Join(only, " ")+" ", " "+column+" ")
		}
		for _, p := range r.Manifest.Parts {
			var want, got []string
			for g, err := range r.PartGames(p) {
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprint(g.GameID, g.Turns, g.Score)
				for _, m := range g.Moves {
					var n narrowMove
					n.GameID, n.Turn = m.GameID, m.Turn
					if has("score") {
						n.Score = m.Score
					}
					if has("rack") {
						n.Rack = m.Rack
					}
					if has("word") {
						n.Word = m.Word
					}
					if has("words") {
						n.Words = m.Words
					}
					text += fmt.Sprint(n)
				}
				want = append(want, text)
			}
			for g, err := range PartGamesOf[narrowGame, narrowMove](r, p, only...) {
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprint(g.Row.GameID, g.Row.Turns, g.Row.Score)
				for _, m := range g.Moves {
					text += fmt.Sprint(m)
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(want, got); diff != "" || len(got) != 5 {
				t.Errorf("columns %v: %s", only, diff)
			}
		}
	}
}

// A struct that does not say where its rows belong, and a column that a struct
// has not, are errors.
func TestPartGamesOfBadStructs(t *testing.T) {
	r := runOf(t, 1, 1)
	p := r.Manifest.Parts[0]
	type homeless struct {
		Score int32 `parquet:"score"`
	}
	type wide struct {
		GameID int64 `parquet:"game_id"`
		Turns  int64 `parquet:"turns"`
	}
	fails := func(err error, text string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
	for _, err := range PartGamesOf[narrowGame, homeless](r, p) {
		fails(err, "dataset.homeless has no columns game_id, an int64, and turn, an int32")
	}
	for _, err := range PartGamesOf[homeless, narrowMove](r, p) {
		fails(err, "it has no column score")
	}
	for _, err := range PartGamesOf[wide, narrowMove](r, p) {
		fails(err, "column turns is not of type int64")
	}
	for _, err := range PartGamesOf[narrowGame, narrowMove](r, p, "scores") {
		fails(err, `dataset.narrowMove has no column "scores"`)
	}
}

// Parts are taken in order and at most so many are read at a time.
func TestEachPart(t *testing.T) {
	r := runOf(t, 9, 1)
	for _, workers := range []int{-1, 1, 2, 4, 20} {
		var running, most atomic.Int32
		hold := make(chan bool) // the first part is slow
		var taken []int
		err := EachPart(t.Context(), r, workers, func(_ context.Context, p Part) (int, error) {
			n := running.Add(1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); {
				old = most.Load()
			}
			defer running.Add(-1)
			switch {
			case workers > 1 && p.Number == 0:
				<-hold
			case workers > 1 && p.Number == 1:
				close(hold)
			}
			return p.Number, nil
		}, func(n int) error {
			taken = append(taken, n)
			return nil
		})
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, taken); diff != "" || err != nil {
			t.Errorf("%d workers: %v %s", workers, err, diff)
		}
		if int(most.Load()) > max(workers, 1) {
			t.Errorf("%d workers read %d parts at a time", workers, most.Load())
		}
	}
}

// The first error in the order of parts ends it, whoever fails first; nothing
// is taken after it, and nobody goes on reading.
func TestEachPartFails(t *testing.T) {
	r := runOf(t, 9, 1)
	for _, workers := range []int{1, 3, 20} {
		for _, c := range []struct {
			name       string
			read, take int // the parts that fail
			want       []int
		}{
			{"read", 3, 99, []int{0, 1, 2}},
			{"take", 99, 2, []int{0, 1}},
		} {
			var running atomic.Int32
			var taken []int
			err := EachPart(t.Context(), r, workers, func(_ context.Context, p Part) (int, error) {
				running.Add(1)
				defer running.Add(-1)
				if p.Number >= c.read {
					return 0, fmt.Errorf("read %d", p.Number)
				}
				return p.Number, nil
			}, func(n int) error {
				if n == c.take {
					return fmt.Errorf("take %d", n)
				}
				taken = append(taken, n)
				return nil
			})
			if want := fmt.Sprintf("%s %d", c.name, min(c.read, c.take)); err == nil || err.Error() != want {
				t.Errorf("%d workers: %v, want %s", workers, err, want)
			}
			if diff := cmp.Diff(c.want, taken); diff != "" || running.Load() != 0 {
				t.Errorf("%d workers: %d still read, %s", workers, running.Load(), diff)
			}
		}
		ctx, stop := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		err := EachPart(ctx, r, workers, func(_ context.Context, p Part) (int, error) {
			if p.Number == 1 {
				stop(enough)
			}
			return 0, nil
		}, func(int) error { return nil })
		if err != enough {
			t.Errorf("%d workers: %v, want %v", workers, err, enough)
		}
	}
}
