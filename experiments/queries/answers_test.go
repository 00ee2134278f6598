//go:build duckdb

package queries

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"quadword/sim/dataset"
)

var (
	of      = flag.String("of", "", "folder of an annotated run")
	answers = flag.String("answers", "", "what .ci/duckdb/queries.mjs printed of it")
)

// TestAnswers compares what DuckDB answers with what Go makes of the rows, for
// every query there is: one that Go has no answer to fails, and so does an answer
// to none. .ci/run runs it.
func TestAnswers(t *testing.T) {
	text, err := os.ReadFile(*answers)
	if err != nil {
		t.Fatal(err)
	}
	var said map[string][]map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	r := readRun(t, *of)
	files, err := filepath.Glob("*.sql")
	if err != nil {
		t.Fatal(err)
	}
	known := questions()
	for _, file := range files {
		if file == "views.sql" {
			continue
		}
		t.Run(file, func(t *testing.T) {
			answer := known[file]
			if answer == nil {
				t.Fatal("a query without a check: answers_test.go has no answer of its own to it")
			}
			delete(known, file)
			got, there := said[file]
			if !there {
				t.Fatal("DuckDB was not asked")
			}
			compare(t, got, answer(r))
		})
	}
	for file := range known {
		t.Errorf("there is no query %s", file)
	}
}

// row is a row of an answer: its columns in order, by name and value.
type row []column

type column struct {
	name  string
	value any // int64, float64 or string; NaN is null
}

// compare compares rows in order, numbers up to the rounding of sums.
func compare(t *testing.T, got []map[string]any, want []row) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("row %d has %d columns, want %d: %v, want %v", i, len(got[i]), len(want[i]), got[i], want[i])
		}
		for _, c := range want[i] {
			if !equal(got[i][c.name], c.value) {
				t.Errorf("row %d, %s: %v, want %v\n%v, want\n%v", i, c.name, got[i][c.name], c.value, got[i], want[i])
			}
		}
	}
}

func equal(got, want any) bool {
	if s, is := want.(string); is {
		return got == s
	}
	w, is := want.(float64)
	if !is {
		w = float64(want.(int64))
	}
	if math.IsNaN(w) {
		return got == nil
	}
	var g float64
	switch got := got.(type) {
	case float64:
		g = got
	case string: // of 64 bits
		var err error
		if g, err = strconv.ParseFloat(got, 64); err != nil {
			return false
		}
	default:
		return false
	}
	return math.Abs(g-w) <= 1e-8*max(1, math.Abs(w))
}

// run is all rows of a run.
type run struct {
	games       []dataset.GameRow
	moves       []dataset.MoveRow
	annotations []dataset.AnnotationRow // one for each move
	tiles       []dataset.TileRow
	laid        []int // tiles on the board before each move
}

func readRun(t *testing.T, dir string) *run {
	t.Helper()
	reader, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{}
	for g, err := range reader.Games() {
		if err != nil {
			t.Fatal(err)
		}
		game := g.GameRow
		for _, list := range []*[]int32{&game.Score, &game.ScoreBeforeEnd, &game.SeatTurns, &game.Bingos, &game.Exchanges, &game.Passes, &game.Faults} {
			*list = slices.Clone(*list)
		}
		game.Agent = slices.Clone(game.Agent)
		r.games = append(r.games, game)
		laid := 0
		for _, m := range g.Moves {
			r.moves = append(r.moves, m)
			r.laid = append(r.laid, laid)
			laid += int(m.TilesPlayed)
		}
	}
	for a, err := range dataset.Rows[dataset.AnnotationRow](reader, dataset.AnnotationsTable) {
		if err != nil {
			t.Fatal(err)
		}
		m := &r.moves[len(r.annotations)]
		if a.GameID != m.GameID || a.Turn != m.Turn {
			t.Fatalf("the annotation of turn %d of game %d, at turn %d of game %d", a.Turn, a.GameID, m.Turn, m.GameID)
		}
		r.annotations = append(r.annotations, *a)
	}
	if r.tiles, err = reader.TileSet(); err != nil || len(r.annotations) != len(r.moves) {
		t.Fatal(len(r.annotations), len(r.moves), err)
	}
	return r
}

// sums are what is summed of a group: how often, and each figure.
type sums struct {
	n      int64
	sum    map[string]float64
	count  map[string]int64
	most   int64
	values []float64
	seats  map[string]bool // games and seats of them that are in it
	x, y   []float64
}

// groups are sums by a key.
type groups[K comparable] map[K]*sums

func (g groups[K]) at(key K) *sums {
	s := g[key]
	if s == nil {
		s = &sums{sum: map[string]float64{}, count: map[string]int64{}, seats: map[string]bool{}}
		g[key] = s
	}
	return s
}

// add adds a figure to its sum and to how often there is one.
func (s *sums) add(name string, v float64) { s.sum[name] += v; s.count[name]++ }

// mean is the mean of a figure, NaN if there is none.
func (s *sums) mean(name string) float64 { return s.sum[name] / float64(s.count[name]) }

func (s *sums) seat(m *dataset.MoveRow) { s.seats[fmt.Sprint(m.GameID, " ", m.Seat)] = true }

// rows makes a row of each group, in order of the keys.
func rows[K comparable](g groups[K], compare func(a, b K) int, of func(K, *sums) row) []row {
	var keys []K
	for k := range g {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compare)
	var all []row
	for _, k := range keys {
		all = append(all, of(k, g[k]))
	}
	return all
}

// slope is that of y on x, NaN where x does not differ.
func slope(x, y []float64) float64 {
	mx, my := meanOf(x), meanOf(y)
	var xy, xx float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	if xx == 0 {
		return math.NaN()
	}
	return xy / xx
}

func meanOf(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

func bit(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
