package value

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"quadword/agents"
	"quadword/agents/leave"
	"quadword/agents/value"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// playRun plays games with the default words and opens them as a source.
func playRun(t testing.TB, board string, games int64, seed uint64, names ...string) *Source {
	t.Helper()
	rules, _ := engine.BuiltinRules(board)
	lex, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan := sim.Plan{Rules: rules, Lexicon: lex, Games: games, Seed: seed, PartGames: 30, Paired: len(names) > 1}
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(1)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", plan.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	if err := match.Run(t.Context(), sim.NewWriter(run, match, false), &sim.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return open(t, dir, lex)
}

func open(t testing.TB, dir string, lex *lexicon.Lexicon) *Source {
	t.Helper()
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := run.Manifest.Spec.EngineRules()
	if err != nil {
		t.Fatal(err)
	}
	return &Source{Runs: []*dataset.Reader{run}, Rules: rules, Lexicon: lex, Leaves: leave.Synthetic(rules.TileSet), Workers: 1}
}

func fit(t testing.TB, s *Source) (*value.Model, *Report) {
	t.Helper()
	var games atomic.Int64
	m, r, err := Fit(t.Context(), s, "mine", &games)
	if err != nil {
		t.Fatal(err)
	}
	return m, r
}

// TestFit fits a model to some games. It is the same for any number of workers,
// its report adds up, and its weights are about those that make sense.
func TestFit(t *testing.T) {
	s := playRun(t, "standard", 200, 1, "equity:leaves=synthetic", "greedy")
	m, r := fit(t, s)
	s.Workers = 4
	again, same := fit(t, s)
	one, _ := json.Marshal(r)
	four, _ := json.Marshal(same)
	if m.SHA256() != again.SHA256() || !bytes.Equal(one, four) {
		t.Errorf("one worker reports\n%s\nand four\n%s", one, four)
	}

	var rows, held int64
	deals := map[int64]bool{}
	for row, err := range dataset.Rows[replay.Row](s.Runs[0], dataset.MovesTable) {
		if err != nil {
			t.Fatal(err)
		}
		rows++
		if deals[row.DealID] = fold(row.DealID) == 0; deals[row.DealID] {
			held++
		}
	}
	var heldDeals int64
	for _, out := range deals {
		if out {
			heldDeals++
		}
	}
	if r.HeldOutMoves != held || r.TrainingMoves != rows-held || r.HeldOutDeals != heldDeals || r.TrainingDeals != 100-heldDeals {
		t.Errorf("%d moves of %d deals held out of %d, and the report has %d of %d, %d of %d", held, heldDeals, rows, r.HeldOutMoves, r.HeldOutDeals, r.TrainingMoves, r.TrainingDeals)
	}
	var predicted int64
	for _, c := range r.Calibration {
		predicted += c.Moves
		if c.Moves > 0 && (c.Predicted < c.From || c.Predicted > c.To) {
			t.Errorf("%+v", c)
		}
	}
	if predicted != held {
		t.Errorf("%d of %d moves are calibrated", predicted, held)
	}
	for _, e := range r.Spread[1:] {
		if !(e.RMSE < r.Spread[0].RMSE && e.R2 > r.Spread[0].R2) {
			t.Errorf("%+v is no better than %+v", e, r.Spread[0])
		}
	}
	for _, e := range r.Result {
		if !(e.LogLoss > 0 && e.LogLoss < math.Ln2 && e.Brier < 0.25) {
			t.Errorf("%+v is no better than to toss a coin", e)
		}
	}
	for _, f := range r.Weights {
		if f.Figure != "constant" && !(f.SpreadSE > 0 && f.WinSE > 0 && f.SD > 0) {
			t.Errorf("%+v", f)
		}
		if f.Figure == "score" && math.Abs(f.Spread-1) > 0.3 {
			t.Errorf("%+v", f)
		}
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), r.SHA256) {
		t.Errorf("%s\n%v", text.String(), err)
	}
}

// TestHeldOut changes how the games of deals that are held out end: no weight
// changes, but the errors do.
func TestHeldOut(t *testing.T) {
	s := playRun(t, "standard", 120, 2, "greedy")
	m, r := fit(t, s)
	tampered := tamper(t, s, func(move *dataset.MoveRow) {
		if fold(move.DealID) == 0 {
			move.FinalSpread.V, move.Result.V = -3*move.FinalSpread.V, 1-move.Result.V
		}
	})
	other, changed := fit(t, tampered)
	if !slices.Equal(m.Weights(), other.Weights()) {
		t.Error("the weights depend on deals that are held out")
	}
	if changed.Spread[2].RMSE < 1.5*r.Spread[2].RMSE || changed.Result[3].LogLoss < 1.5*r.Result[3].LogLoss {
		t.Errorf("%+v, %+v with other ends than those of %+v, %+v", changed.Spread[2], changed.Result[3], r.Spread[2], r.Result[3])
	}
}

// tamper copies a run with its moves changed.
func tamper(t testing.TB, s *Source, change func(*dataset.MoveRow)) *Source {
	t.Helper()
	in := s.Runs[0]
	dir := filepath.Join(t.TempDir(), "tampered")
	run, err := dataset.Create(dir, "test", in.Manifest.Spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range in.Manifest.Parts {
		part, err := run.Part(p.Number)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range in.PartGames(p) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range g.Moves {
				change(&g.Moves[i])
			}
			if err := part.Game(&g.GameRow, g.Moves); err != nil {
				t.Fatal(err)
			}
		}
		if err := part.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return open(t, dir, s.Lexicon)
}

// TestDamage reads rows that are not of the run's deals or of no game.
func TestDamage(t *testing.T) {
	s := playRun(t, "super", 2, 3, "random") // exchanges and passes too
	var games atomic.Int64
	read := func(s *Source) error {
		return pass(t.Context(), s, &games, func() int { return 0 }, func(int, *sample) {}, func(int) {})
	}
	if err := read(s); err != nil || games.Load() != 2 {
		t.Fatalf("%d games, %v", games.Load(), err)
	}
	bad := tamper(t, s, func(m *dataset.MoveRow) {
		if m.GameID == 1 && m.Turn == 5 {
			m.Rack = "AAAAAAA"
		}
	})
	if err := read(bad); err == nil || !strings.Contains(err.Error(), "tampered, part-00000: game 1, turn 5: rack AAAAAAA, by the deal it is ") {
		t.Error(err)
	}

	none := dataset.Null[string]{}
	for want, change := range map[string]func(*replay.Row){
		"the turn is 5":            func(m *replay.Row) { m.Turn++ },
		"of seat 1":                func(m *replay.Row) { m.Seat = 1 - m.Seat },
		"final spread -1000001":    func(m *replay.Row) { m.FinalSpread.V = -1_000_001 },
		"result NaN":               func(m *replay.Row) { m.Result.V = math.NaN() },
		"expected a play, an exch": func(m *replay.Row) { m.Action = "resign" },
		"lacks its columns":        func(m *replay.Row) { m.Action, m.Placed, m.Exchanged = "play", none, none },
		"expected up to 10 tiles":  func(m *replay.Row) { *m = played(*m, 7, 7, "ABCDEFGHIJK") },
		"are not all on the rack":  func(m *replay.Row) { m.Action, m.Exchanged = "exchange", dataset.Some("JKQXZ??") },
		"an exchange of 11":        func(m *replay.Row) { m.Action, m.Exchanged = "exchange", dataset.Some("AAAAAAAAAAA") },
		"off the board":            func(m *replay.Row) { *m = played(*m, 77, 7, "AB") },
	} {
		if err := replayed(t, s, 5, change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := replayed(t, s, 5, func(*replay.Row) {}); err != nil {
		t.Error(err)
	}
	if err := os.Truncate(filepath.Join(s.Runs[0].Dir, "moves", "part-00000.parquet"), 100); err != nil {
		t.Fatal(err)
	}
	if err := read(s); err == nil || !strings.Contains(err.Error(), s.Runs[0].Dir) {
		t.Error(err)
	}
}

// TestSums changes a byte of a file.
func TestSums(t *testing.T) {
	s := playRun(t, "standard", 4, 3, "greedy")
	file := filepath.Join(s.Runs[0].Dir, "moves", "part-00000.parquet")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2]++
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	var games atomic.Int64
	if _, _, err := Fit(t.Context(), s, "mine", &games); err == nil || !strings.Contains(err.Error(), "part-00000") {
		t.Error(err)
	}
}

// played is a row with an across play of tiles.
func played(r replay.Row, row, col int32, tiles string) replay.Row {
	r.Action, r.Row, r.Col, r.Down = "play", dataset.Some(row), dataset.Some(col), dataset.Some(false)
	r.Word, r.Placed = dataset.Some(tiles), dataset.Some(tiles)
	return r
}

// replayed goes through the first game of a run, with one turn changed.
func replayed(t *testing.T, s *Source, turn int32, change func(*replay.Row)) error {
	t.Helper()
	g := game{Game: replay.New(s.Rules, s.Runs[0].Manifest.Spec.Seed), extractor: value.NewExtractor(s.Rules, s.Lexicon, nil)}
	for r, err := range dataset.Rows[replay.Row](s.Runs[0], dataset.MovesTable) {
		switch {
		case err != nil:
			t.Fatal(err)
		case r.GameID > 0:
			return nil
		case r.Turn == turn:
			change(r)
		}
		if err := g.turn(r); err != nil {
			return err
		}
	}
	return nil
}

func TestFewGamesAndInterruption(t *testing.T) {
	s := playRun(t, "standard", 2, 4, "greedy")
	var games atomic.Int64
	if _, _, err := Fit(t.Context(), s, "mine", &games); err == nil || !strings.Contains(err.Error(), "too few games") {
		t.Error(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	stop(why)
	if _, _, err := Fit(ctx, s, "mine", &games); !errors.Is(err, why) {
		t.Error(err)
	}
}
