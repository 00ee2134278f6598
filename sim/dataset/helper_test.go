package dataset

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
)

// testSpec is the spec of a small run.
func testSpec(t testing.TB) Spec {
	t.Helper()
	rules, ok := engine.BuiltinRules("super")
	if !ok {
		t.Fatal("no super rules")
	}
	spec := Spec{
		Lexicon: Lexicon{"open", 274080, "aa"},
		Agents: []Agent{
			{"greedy", "greedy", map[string]string{}, nil},
			{"montecarlo:plies=2", "montecarlo", map[string]string{"plies": "2", "candidates": "15"}, []TableFile{{"leaves", "bb"}}},
		},
		Lineups: [][]int{{0, 1}},
		Seed:    1<<64 - 1, Deals: 10, Games: 20, Paired: true, PartGames: 4,
	}
	spec.SetRules(&rules)
	return spec
}

// testRun begins a run in a new folder.
func testRun(t testing.TB) *Run {
	t.Helper()
	r, err := Create(filepath.Join(t.TempDir(), "run"), "v1", testSpec(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// makeGame makes rows that look like those of a game of the given number of
// turns, the same for the same number.
func makeGame(id int64, turns int) (*GameRow, []MoveRow) {
	rng := rand.New(rand.NewPCG(uint64(id), 0))
	word := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "AEIOURSTLNDG"[rng.IntN(12)]
		}
		return string(b)
	}
	small := func(n int) int32 { return int32(rng.IntN(n)) }
	g := &GameRow{
		GameID: id, DealID: id / 2, Board: "super", TileSet: "super", Lexicon: "open",
		Agent: []string{"greedy", "montecarlo:plies=2"}, Score: []int32{small(900), small(900)},
		ScoreBeforeEnd: []int32{small(900), small(900)}, RackLeft: []string{"", word(2)}, OutBonus: []int32{4, -4},
		SeatTurns: []int32{int32(turns+1) / 2, int32(turns) / 2}, Bingos: []int32{1, 2}, Exchanges: []int32{0, 0}, Passes: []int32{0, 1},
		OpeningRack: []string{word(7), word(7)}, DrawnCounts: [][]int32{make([]int32, 27), make([]int32, 27)},
		Winner: Some(int32(0)), Spread: small(100), Turns: int32(turns), EndReason: "out",
		MaxDeficitOvercome: Some(int32(0)), BestPlay: Some(small(100)), LongestWord: Some(word(9)),
		BagOrder: word(200), FinalBoard: word(300),
	}
	var moves []MoveRow
	total := int32(0)
	for turn := range turns {
		score := small(60)
		m := MoveRow{
			GameID: id, DealID: id / 2, Turn: int32(turn), Seat: int32(turn % 2), SeatTurn: int32(turn / 2),
			Agent: g.Agent[turn%2], Rack: word(7), Action: "play",
			Row: Some(small(21)), Col: Some(small(21)), Down: Some(turn%3 == 0), Coordinate: Some(fmt.Sprintf("%d%c", small(21)+1, 'A'+small(21))),
			Word: Some(word(3 + int(small(4)))), Placed: Some(word(3)), TilesPlayed: 3, TilesThrough: 2,
			Score: score, MainScore: score, PremiumPoints: score / 2, WordMultiplier: 1 + small(3), CrossWords: small(3),
			FrontHook: Some(""), BackHook: Some(""), Leave: word(4),
			LeaveValue: Some(small(20000) - 10000), Equity: Some(score*1000 + small(9000)), RunnerUpEquity: Some(score * 990), Candidates: Some(small(2000)),
			Drawn: word(3), ScoreBefore: total, OpponentScoreBefore: total, ScoresBefore: []int32{total, total},
			BagBefore: int32(200 - 3*turn), BagAfter: int32(197 - 3*turn), DL: small(2), TL: small(2), DW: small(2), TW: small(2),
			OpponentRack: Some(word(7)), ReplyScore: Some(small(60)), OwnNextScore: Some(small(60)),
			FinalSpread: Some(int32(turn%2*2-1) * g.Spread), Result: Some(float64(turn % 2)),
		}
		for range m.CrossWords + 1 {
			m.Words = append(m.Words, word(2+int(small(5))))
		}
		if turn == turns-1 {
			m.ReplyScore, m.OwnNextScore = Null[int32]{}, Null[int32]{}
		}
		total += score
		moves = append(moves, m)
	}
	return g, moves
}

// writePart writes a part of n games with ids from n*number.
func writePart(t testing.TB, r *Run, number, n int) {
	t.Helper()
	w, err := r.Part(number)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := range n {
		g, moves := makeGame(int64(number*n+i), 5+i)
		if err := w.Game(g, moves); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// drawRow draws a row struct: every field of it any value of its type.
func drawRow[T any](t *rapid.T, label string) T {
	var row T
	v := reflect.ValueOf(&row).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i).Addr().Interface().(type) {
		case *bool:
			*f = rapid.Bool().Draw(t, label)
		case *int32:
			*f = rapid.Int32().Draw(t, label)
		case *int64:
			*f = rapid.Int64().Draw(t, label)
		case *float64:
			*f = rapid.Float64().Draw(t, label)
		case *string:
			*f = drawText(t, label)
		case *Null[bool]:
			*f = drawNull(t, rapid.Bool())
		case *Null[int32]:
			*f = drawNull(t, rapid.Int32())
		case *Null[int64]:
			*f = drawNull(t, rapid.Int64())
		case *Null[float64]:
			*f = drawNull(t, rapid.Float64())
		case *Null[string]:
			*f = drawNull(t, rapid.StringN(0, 12, -1))
		case *[]int32:
			*f = rapid.SliceOfN(rapid.Int32(), 0, 4).Draw(t, label)
		case *[]string:
			*f = rapid.SliceOfN(rapid.StringN(0, 12, -1), 0, 4).Draw(t, label)
		case *[][]int32:
			*f = rapid.SliceOfN(rapid.SliceOfN(rapid.Int32(), 0, 4), 0, 4).Draw(t, label)
		default:
			t.Fatalf("field of type %T", f)
		}
	}
	return row
}

func drawText(t *rapid.T, label string) string { return rapid.StringN(0, 12, -1).Draw(t, label) }

func drawNull[V any](t *rapid.T, g *rapid.Generator[V]) Null[V] {
	if rapid.Bool().Draw(t, "valid") {
		return Some(g.Draw(t, "value"))
	}
	return Null[V]{}
}

// files lists everything below a folder with its content.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		all[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sums makes contents short enough to be shown.
func sums(files map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[name] = fmt.Sprintf("%d bytes, %x", len(text), sha256.Sum256([]byte(text)))
	}
	return all
}

// openDecoder is newDecoder of the file of a name.
func openDecoder[T any](name string, rows int64) (*decoder[T], error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return newDecoder[T](f, rows)
}
