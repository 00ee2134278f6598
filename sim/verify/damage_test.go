package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// part is the rows of one part of a run.
type part struct {
	games      []dataset.GameRow
	moves      []dataset.MoveRow
	candidates []dataset.CandidateRow
}

// readParts reads all rows of a run.
func readParts(t testing.TB, dir string) (parts []part) {
	t.Helper()
	r := open(t, dir)
	for _, p := range r.Manifest.Parts {
		var rows part
		for row, err := range dataset.PartRows[dataset.GameRow](r, dataset.GamesTable, p) {
			if err != nil {
				t.Fatal(err)
			}
			rows.games = append(rows.games, cloned(*row))
		}
		for row, err := range dataset.PartRows[dataset.MoveRow](r, dataset.MovesTable, p) {
			if err != nil {
				t.Fatal(err)
			}
			rows.moves = append(rows.moves, cloned(*row))
		}
		if r.Manifest.Spec.Candidates > 0 {
			for row, err := range dataset.PartRows[dataset.CandidateRow](r, dataset.CandidatesTable, p) {
				if err != nil {
					t.Fatal(err)
				}
				rows.candidates = append(rows.candidates, *row)
			}
		}
		parts = append(parts, rows)
	}
	return parts
}

// cloned is a row with lists of its own.
func cloned[Row any](row Row) Row {
	v := reflect.ValueOf(&row).Elem()
	for i := range v.NumField() {
		v.Field(i).Set(deep(v.Field(i)))
	}
	return row
}

func deep(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Slice {
		return v
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		c.Index(i).Set(deep(v.Index(i)))
	}
	return c
}

// writeParts writes rows, however wrong, as a run that is well formed: the
// sums and numbers of rows in its manifest are right.
func writeParts(t testing.TB, m *dataset.Manifest, parts []part) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, m.Version, m.Spec)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		w, err := run.Part(i)
		if err != nil {
			t.Fatal(err)
		}
		moves := p.moves
		for j := range p.games {
			if err := w.Game(&p.games[j], moves); err != nil {
				t.Fatal(err)
			}
			moves = nil
		}
		if err := w.Candidates(p.candidates); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return dir
}

// find is the first move that has a property.
func find(t testing.TB, parts []part, is func(*dataset.MoveRow) bool) *dataset.MoveRow {
	t.Helper()
	for _, p := range parts {
		for i := range p.moves {
			if is(&p.moves[i]) {
				return &p.moves[i]
			}
		}
	}
	t.Fatal("no such move")
	return nil
}

// place is where a move is: its part and its number there.
func place(t testing.TB, parts []part, m *dataset.MoveRow) (p *part, i int) {
	for k := range parts {
		for i := range parts[k].moves {
			if &parts[k].moves[i] == m {
				return &parts[k], i
			}
		}
	}
	t.Fatal("no such move")
	return nil, 0
}

// editManifest changes the manifest of a run.
func editManifest(t testing.TB, dir string, edit func(*dataset.Manifest)) {
	t.Helper()
	m := open(t, dir).Manifest
	edit(m)
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// damagedPlan has two seats, three parts of two deals, exchanges and bingos.
func damagedPlan(t testing.TB) sim.Plan {
	return sim.Plan{
		Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Seed: 2,
		Games: 12, Paired: true, PartGames: 4, Positions: true,
	}
}

// TestDamagedRows rewrites a run with one thing wrong and wants to be told
// where it is.
func TestDamagedRows(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	clean := playRun(t, plan, "greedy", "random")
	inMoves := func(m *dataset.MoveRow, column string) Fault {
		return Fault{Part: fmt.Sprintf("moves/part-%05d.parquet", m.GameID/4), Game: m.GameID, Turn: int(m.Turn), Column: column}
	}
	late := func(m *dataset.MoveRow) bool { return m.GameID == 6 && m.Turn >= 5 && m.Action == playing }
	exchange := func(m *dataset.MoveRow) bool { return m.GameID > 3 && m.Action == exchanging }
	for name, damage := range map[string]func(parts []part) Fault{
		"a score": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Score++
			return inMoves(m, "score")
		},
		"a score and all that sums it up": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Score++
			m.MainScore++
			return inMoves(m, "score")
		},
		"a word": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Word.V = strings.ToLower(m.Word.V)
			return inMoves(m, "word")
		},
		"the words": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Words = append(m.Words, "AA")
			return inMoves(m, "words")
		},
		"the order of a rack": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Rack = m.Rack[1:] + m.Rack[:1]
			return inMoves(m, "rack")
		},
		"a tile drawn": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Drawn = "Q" + m.Drawn[1:]
			return inMoves(m, "drawn")
		},
		"a tile that is not on the rack": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Placed.V = m.Placed.V[1:] + "Q"
			return inMoves(m, "placed")
		},
		"a play far from all tiles": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID > 0 && m.Turn == 1 && m.Action == playing })
			m.Row.V, m.Col.V = 0, 0
			return inMoves(m, "placed")
		},
		"a play off the board": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Row.V = 1 << 30
			return inMoves(m, "placed")
		},
		"no word": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool {
				return m.GameID > 0 && m.Action == playing && m.TilesPlayed > 3
			})
			letters := []byte(m.Placed.V)
			slices.Sort(letters)
			m.Placed.V = string(letters)
			return inMoves(m, "words")
		},
		"a play that does without its tiles": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Placed = dataset.Null[string]{}
			return inMoves(m, "placed")
		},
		"a play turned into a pass": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Action = passing
			return inMoves(m, "row")
		},
		"an unknown action": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Action = "challenge"
			return inMoves(m, "action")
		},
		"a tile exchanged": func(parts []part) Fault {
			m := find(t, parts, exchange)
			m.Exchanged.V += "Z"
			return inMoves(m, "exchanged")
		},
		"premium points": func(parts []part) Fault {
			m := find(t, parts, late)
			m.PremiumPoints--
			return inMoves(m, "premium_points")
		},
		"a hook": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool { return m.BackHook.V != "" })
			m.FrontHook, m.BackHook = m.BackHook, m.FrontHook
			return inMoves(m, "front_hook")
		},
		"a result": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Result.V = 1 - m.Result.V
			return inMoves(m, "result")
		},
		"an opponent's rack": func(parts []part) Fault {
			m := find(t, parts, late)
			m.OpponentRack.V = m.Rack
			return inMoves(m, "opponent_rack")
		},
		"a list of scores": func(parts []part) Fault {
			m := find(t, parts, late)
			m.ScoresBefore = append(m.ScoresBefore, 0)
			return inMoves(m, "scores_before")
		},
		"a chance above 1": func(parts []part) Fault {
			m := find(t, parts, late)
			m.WinProb = dataset.Some(1.5)
			return inMoves(m, "win_prob")
		},
		"a standard error below 0": func(parts []part) Fault {
			m := find(t, parts, late)
			m.StandardError = dataset.Some(-0.5)
			return inMoves(m, "standard_error")
		},
		"a second choice above the first": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool { return late(m) && m.Equity.Valid })
			m.RunnerUpEquity = dataset.Some(m.Equity.V + 1)
			return inMoves(m, "runner_up_equity")
		},
		"several things, the first turn counts": func(parts []part) Fault {
			m := find(t, parts, late)
			m.Score++
			find(t, parts, func(o *dataset.MoveRow) bool { return o.GameID == 6 }).FinalSpread.V++
			find(t, parts, func(o *dataset.MoveRow) bool { return late(o) && o.Turn > m.Turn }).Score++
			parts[1].games[2].Turns++
			find(t, parts, func(o *dataset.MoveRow) bool { return o.GameID == 8 }).Rack = ""
			return inMoves(m, "score")
		},
		"a row dropped": func(parts []part) Fault {
			m := find(t, parts, late)
			p, i := place(t, parts, m)
			want := inMoves(m, "turn")
			p.moves = slices.Delete(p.moves, i, i+1)
			return want
		},
		"the last row of a game dropped": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID == 5 && m.Turn == 0 })
			p, i := place(t, parts, m)
			want := inMoves(&p.moves[i-1], "game_id")
			p.moves = slices.Delete(p.moves, i-1, i)
			return want
		},
		"the last row of a part dropped": func(parts []part) Fault {
			p := &parts[1]
			last := len(p.moves) - 1
			want := inMoves(&p.moves[last], "game_id")
			p.moves = p.moves[:last]
			return want
		},
		"a row twice": func(parts []part) Fault {
			m := find(t, parts, late)
			p, i := place(t, parts, m)
			want := inMoves(m, "turn")
			want.Turn++
			p.moves = slices.Insert(p.moves, i, *m)
			return want
		},
		"the last row of a game twice": func(parts []part) Fault {
			m := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID == 5 && m.Turn == 0 })
			p, i := place(t, parts, m)
			last := p.moves[i-1]
			want := inMoves(&last, "turn")
			want.Turn++
			p.moves = slices.Insert(p.moves, i, last)
			return want
		},
		"moves of a game that is not there": func(parts []part) Fault {
			p := &parts[2]
			more := p.moves[len(p.moves)-1]
			more.GameID++
			p.moves = append(p.moves, more)
			return Fault{Part: "moves/part-00002.parquet", Game: -1, Turn: -1, Column: "game_id"}
		},
		"two games swapped": func(parts []part) Fault {
			p := &parts[1]
			slices.Reverse(p.games[:2])
			p.moves = slices.Concat(movesOf(p, 5), movesOf(p, 4), movesOf(p, 6), movesOf(p, 7))
			return Fault{Part: "moves/part-00001.parquet", Game: 4, Turn: 0, Column: "game_id"}
		},
		"two rows of games swapped": func(parts []part) Fault {
			slices.Reverse(parts[1].games[:2])
			return Fault{Part: "games/part-00001.parquet", Game: 4, Turn: -1, Column: "game_id"}
		},
		"two parts swapped": func(parts []part) Fault {
			slices.Reverse(parts[:2])
			return Fault{Part: "moves/part-00000.parquet", Game: 0, Turn: 0, Column: "game_id"}
		},
		"the order of a bag": func(parts []part) Fault {
			g := &parts[1].games[2]
			g.BagOrder = g.BagOrder[1:] + g.BagOrder[:1]
			return Fault{Part: "games/part-00001.parquet", Game: 6, Turn: -1, Column: "bag_order"}
		},
		"the end of a game": func(parts []part) Fault {
			parts[1].games[2].EndReason = stuck
			return Fault{Part: "games/part-00001.parquet", Game: 6, Turn: -1, Column: "end_reason"}
		},
		"the longest word": func(parts []part) Fault {
			parts[1].games[2].LongestWord = dataset.Some("QUARTZES")
			return Fault{Part: "games/part-00001.parquet", Game: 6, Turn: -1, Column: "longest_word"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := readParts(t, clean)
			want := damage(parts)
			dir := writeParts(t, open(t, clean).Manifest, parts)
			for _, workers := range []int{1, 3} {
				r := verifyRun(t, dir, plan.Lexicon, Options{Workers: workers})
				if r.Fault == nil {
					t.Fatalf("no fault, want %v", &want)
				}
				if got := r.Fault; got.Part != want.Part || got.Game != want.Game || got.Turn != want.Turn || got.Column != want.Column {
					t.Errorf("%v, want %v", got, &want)
				}
				if want.Game >= 0 && r.Games != want.Game {
					t.Errorf("%d games are right, want %d", r.Games, want.Game)
				}
			}
		})
	}
}

// movesOf is the moves of a game.
func movesOf(p *part, game int64) []dataset.MoveRow {
	return slices.DeleteFunc(slices.Clone(p.moves), func(m dataset.MoveRow) bool { return m.GameID != game })
}

// TestDamagedColumns changes every column there is, in every way that its
// type allows, and wants to be told which it is. Of the columns that make up
// a move a change may show in another one of them.
func TestDamagedColumns(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	dir := playRun(t, plan, "greedy", "random")
	r := &run{Reader: open(t, dir), progress: &Progress{}}
	r.spec = &r.Manifest.Spec
	if f := r.prepare(); f != nil {
		t.Fatal(f)
	}
	r.words, _, _ = newTrie(plan.Lexicon)
	const id = 2
	rows := readParts(t, dir)[0]
	c := newChecker(r)
	check := func(game dataset.GameRow, moves []dataset.MoveRow) *Fault {
		i := 0
		from := &moveRows{next: func() (*dataset.MoveRow, error, bool) {
			if i++; i > len(moves) {
				return nil, nil, false
			}
			return &moves[i-1], nil, true
		}}
		from.advance()
		f, err := c.check(id, &game, from, &candidateRows{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	game, moves := rows.games[id], movesOf(&rows, id)
	if f := check(game, moves); f != nil {
		t.Fatal(f)
	}
	theMove := []string{"game_id", "action", "row", "col", "down", "placed", "exchanged", "words", "leave"}
	turns := map[string]int{} // the last of each action
	for i, m := range moves {
		turns[m.Action] = i
	}
	tried := 0
	for _, turn := range turns {
		for _, col := range columnsOf[dataset.MoveRow](thought...) {
			for _, changed := range changes(reflect.ValueOf(moves[turn]).Field(col.field)) {
				damaged := slices.Clone(moves)
				reflect.ValueOf(&damaged[turn]).Elem().Field(col.field).Set(changed)
				f := check(game, damaged)
				tried++
				if f == nil || f.Turn != turn || f.Game != id || f.Part != movesTable ||
					f.Column != col.name && !(slices.Contains(theMove, col.name) && slices.Contains(theMove, f.Column)) {
					t.Errorf("%s of turn %d, changed to %v: %v", col.name, turn, changed, f)
				}
			}
		}
	}
	for _, col := range columnsOf[dataset.GameRow]() {
		for _, changed := range changes(reflect.ValueOf(game).Field(col.field)) {
			damaged := game
			reflect.ValueOf(&damaged).Elem().Field(col.field).Set(changed)
			f := check(damaged, moves)
			tried++
			if f == nil || f.Turn != -1 || f.Game != id || f.Part != gamesTable || f.Column != col.name {
				t.Errorf("%s, changed to %v: %v", col.name, changed, f)
			}
		}
	}
	if tried < 80*len(turns) || len(turns) < 2 {
		t.Errorf("only %d changes in turns %v", tried, turns)
	}
}

// changes are values that differ from v in some way.
func changes(v reflect.Value) (all []reflect.Value) {
	add := func(change func(reflect.Value)) {
		c := reflect.New(v.Type()).Elem()
		c.Set(deep(v))
		change(c)
		all = append(all, c)
	}
	switch v.Kind() {
	case reflect.Bool:
		add(func(c reflect.Value) { c.SetBool(!v.Bool()) })
	case reflect.Int32, reflect.Int64:
		add(func(c reflect.Value) { c.SetInt(v.Int() + 1) })
		add(func(c reflect.Value) { c.SetInt(v.Int() - 1<<30) })
	case reflect.Float64:
		add(func(c reflect.Value) { c.SetFloat(v.Float() + 1e-9) })
	case reflect.String:
		add(func(c reflect.Value) { c.SetString(v.String() + "A") })
		if v.Len() > 0 {
			add(func(c reflect.Value) { c.SetString(v.String()[1:]) })
		}
	case reflect.Slice:
		add(func(c reflect.Value) { c.Set(reflect.Append(c, reflect.Zero(v.Type().Elem()))) })
		if n := v.Len(); n > 0 {
			add(func(c reflect.Value) { c.SetLen(n - 1) })
			for _, e := range changes(v.Index(n - 1)) {
				add(func(c reflect.Value) { c.Index(n - 1).Set(e) })
			}
		}
	case reflect.Struct: // dataset.Null
		if !v.Field(1).Bool() {
			add(func(c reflect.Value) { c.Field(1).SetBool(true) })
			break
		}
		add(func(c reflect.Value) { c.SetZero() })
		for _, e := range changes(v.Field(0)) {
			add(func(c reflect.Value) { c.Field(0).Set(e) })
		}
	}
	return all
}

// TestSense: what an agent cannot have thought.
func TestSense(t *testing.T) {
	for _, c := range []struct {
		change func(*dataset.MoveRow)
		column string
	}{
		{func(*dataset.MoveRow) {}, ""},
		{func(m *dataset.MoveRow) { m.WinProb = dataset.Some(1.0) }, ""},
		{func(m *dataset.MoveRow) { m.WinProb = dataset.Some(-0.1) }, "win_prob"},
		{func(m *dataset.MoveRow) { m.WinProb = dataset.Some(math.NaN()) }, "win_prob"},
		{func(m *dataset.MoveRow) { m.StandardError = dataset.Some(0.0) }, ""},
		{func(m *dataset.MoveRow) { m.StandardError = dataset.Some(-0.1) }, "standard_error"},
		{func(m *dataset.MoveRow) { m.StandardError = dataset.Some(math.Inf(1)) }, "standard_error"},
		{func(m *dataset.MoveRow) { m.StandardError = dataset.Some(math.NaN()) }, "standard_error"},
		{func(m *dataset.MoveRow) { m.MoveProbability = dataset.Some(1.1) }, "move_probability"},
		{func(m *dataset.MoveRow) { m.MoveProbability = dataset.Some(0.0) }, "move_probability"},
		{func(m *dataset.MoveRow) { m.Candidates = dataset.Some[int32](0) }, "candidates"},
		{func(m *dataset.MoveRow) { m.Nodes = dataset.Some[int64](-1) }, "nodes"},
		{func(m *dataset.MoveRow) { m.RunnerUpEquity = dataset.Some[int32](5000) }, ""},
		{func(m *dataset.MoveRow) { m.RunnerUpEquity = dataset.Some[int32](5001) }, "runner_up_equity"},
		{func(m *dataset.MoveRow) { m.RunnerUpEquity, m.WinProb = dataset.Some[int32](5001), dataset.Some(0.5) }, ""},
		{func(m *dataset.MoveRow) {
			m.RunnerUpEquity, m.Equity = dataset.Some[int32](-1), dataset.Null[int32]{}
		}, "runner_up_equity"},
	} {
		m := dataset.MoveRow{Equity: dataset.Some[int32](5000)}
		c.change(&m)
		if f := sense(&m); f == nil && c.column != "" || f != nil && f.Column != c.column {
			t.Errorf("%v, want %q", f, c.column)
		}
	}
}

// TestDamagedManifest changes what the manifest says of a run.
func TestDamagedManifest(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	clean := playRun(t, plan, "greedy", "random")
	parts := readParts(t, clean)
	bingo := find(t, parts, func(m *dataset.MoveRow) bool { return m.Bingo })
	exchange := find(t, parts, func(m *dataset.MoveRow) bool { return m.Action == exchanging })
	outGame := 0
	for outGame < 11 && parts[outGame/4].games[outGame%4].EndReason != out {
		outGame++
	}
	opening := find(t, parts, func(m *dataset.MoveRow) bool { return m.Action == playing })
	at := func(m *dataset.MoveRow, column string) string {
		return fmt.Sprintf("moves/part-%05d.parquet, game %d, turn %d, %s:", m.GameID/4, m.GameID, m.Turn, column)
	}
	for _, c := range []struct {
		name   string
		change func(*dataset.Manifest)
		fault  string // how it begins
	}{
		{"seed", func(m *dataset.Manifest) { m.Spec.Seed++ }, "moves/part-00000.parquet, game 0, turn 0, rack:"},
		{"bonus", func(m *dataset.Manifest) { m.Spec.Rules.BingoBonus = 49 }, at(bingo, "score")},
		{"exchange", func(m *dataset.Manifest) { m.Spec.Rules.MinBagToExchange = 100 }, at(exchange, "exchanged")},
		{"premium", func(m *dataset.Manifest) {
			rows := m.Spec.Board.Rows
			rows[7] = rows[7][:7] + "~" + rows[7][8:]
		}, at(opening, "score")},
		{"start", func(m *dataset.Manifest) { m.Spec.Board.Start = "1A" }, at(opening, "placed")},
		{"scoreless turns", func(m *dataset.Manifest) { m.Spec.Rules.MaxScorelessTurns = 1 }, "moves/part-00000.parquet, game "},
		{"end scoring", func(m *dataset.Manifest) { m.Spec.Rules.EndScoring = "double" }, fmt.Sprintf("games/part-%05d.parquet, game %d, score:", outGame/4, outGame)},
		{"unknown end scoring", func(m *dataset.Manifest) { m.Spec.Rules.EndScoring = "triple" }, "manifest.json, spec.rules.end_scoring:"},
		{"unknown tie break", func(m *dataset.Manifest) { m.Spec.Rules.TieBreak = "" }, "manifest.json, spec.rules.tie_break:"},
		{"seats", func(m *dataset.Manifest) { m.Spec.Rules.Seats = 3 }, "manifest.json, spec.lineups:"},
		{"no seats", func(m *dataset.Manifest) { m.Spec.Rules.Seats = 0 }, "manifest.json, spec.rules.seats:"},
		{"racks", func(m *dataset.Manifest) { m.Spec.Rules.RackSize = 51 }, "manifest.json, spec.rules.rack_size:"},
		{"a row of the board", func(m *dataset.Manifest) { m.Spec.Board.Rows[3] += "." }, "manifest.json, spec.board: row 4"},
		{"a square", func(m *dataset.Manifest) { m.Spec.Board.Rows[3] = "?" + m.Spec.Board.Rows[3][1:] }, "manifest.json, spec.board: row 4"},
		{"no such start", func(m *dataset.Manifest) { m.Spec.Board.Start = "16A" }, `manifest.json, spec.board: "16A"`},
		{"points of a letter", func(m *dataset.Manifest) { m.Spec.TileSet.Tiles[1].Points = 2 }, "tileset.parquet, points: the rules give 2, the file says 1: row 1, A"},
		{"a letter twice", func(m *dataset.Manifest) { m.Spec.TileSet.Tiles[1].Letter = "B" }, "manifest.json, spec.tile_set:"},
		{"no blank", func(m *dataset.Manifest) { m.Spec.TileSet.Tiles = m.Spec.TileSet.Tiles[1:] }, "manifest.json, spec.tile_set:"},
		{"agents", func(m *dataset.Manifest) { slices.Reverse(m.Spec.Agents) }, "moves/part-00000.parquet, game 0, turn 0, agent: the rules give random, the file says greedy"},
		{"lineups", func(m *dataset.Manifest) { m.Spec.Lineups = [][]int{{1, 0}} }, "manifest.json, spec.lineups:"},
		{"pairs", func(m *dataset.Manifest) { m.Spec.Paired = false }, "manifest.json, spec.deals: the rules give 12, the file says 6"},
		{"games", func(m *dataset.Manifest) { m.Spec.Games = 14 }, "manifest.json, spec.deals:"},
		{"too many games", func(m *dataset.Manifest) { m.Spec.Games = 1 << 62 }, "manifest.json, spec.games:"},
		{"games of an immense part", func(m *dataset.Manifest) { m.Spec.PartGames = 100_002 }, "manifest.json, spec.part_games:"},
		{"games of a part", func(m *dataset.Manifest) { m.Spec.PartGames = 3 }, "manifest.json, spec.part_games:"},
		{"positions", func(m *dataset.Manifest) { m.Spec.Positions = false }, "moves/part-00000.parquet, game 0, turn 0, board: the rules give null,"},
		{"names", func(m *dataset.Manifest) { m.Spec.Board.Name = "round" }, "games/part-00000.parquet, game 0, board: the rules give round, the file says standard"},
		{"lexicon", func(m *dataset.Manifest) { m.Spec.Lexicon.Words++ }, "manifest.json, spec.lexicon:"},
		{"part listed", func(m *dataset.Manifest) { m.Parts = m.Parts[:2] }, "manifest.json, parts: the rules give 3 parts, the file says 2"},
		{"parts listed", func(m *dataset.Manifest) { m.Parts[2].Number, m.Parts[2].Name = 3, "part-00003" }, "manifest.json, parts:"},
		{"number of games", func(m *dataset.Manifest) { m.Parts[1].Games++ }, "manifest.json, parts.part-00001.games: the rules give 4, the file says 5"},
		{"number of moves", func(m *dataset.Manifest) { m.Parts[1].Moves++ }, "moves/part-00001.parquet, game 4:"},
		{"sum of games", func(m *dataset.Manifest) { m.Parts[1].GamesSHA256 = "00" }, "games/part-00001.parquet, games_sha256: the rules give 00,"},
		{"sum of moves", func(m *dataset.Manifest) { m.Parts[1].MovesSHA256 = "00" }, "moves/part-00001.parquet, moves_sha256:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := copyRun(t, clean)
			editManifest(t, dir, c.change)
			r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2})
			if !strings.HasPrefix(said(r.Fault), c.fault) {
				t.Errorf("fault %v, want %s", r.Fault, c.fault)
			}
		})
	}
	t.Run("another lexicon", func(t *testing.T) {
		lex, err := lexicon.New("small", tile.English(), [][]tile.Tile{{1, 1}})
		if err != nil {
			t.Fatal(err)
		}
		if r := verifyRun(t, clean, lex, Options{}); r.Fault == nil || r.Fault.Column != "spec.lexicon" {
			t.Error(r.Fault)
		}
	})
}

func copyRun(t testing.TB, from string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDamagedFiles damages the files of a run byte by byte.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	clean := playRun(t, plan, "greedy", "random")
	const games1, moves1 = "games/part-00001.parquet", "moves/part-00001.parquet"
	rewrite := func(name string, change func([]byte) []byte) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			name := filepath.Join(dir, name)
			text, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(name, change(text), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		fault  string // how it begins
	}{
		{"moves deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, moves1)) }, moves1 + ", game 4: the file is missing"},
		{"games deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, games1)) }, games1 + ", game 4: the file is missing"},
		{"all moves deleted", func(t *testing.T, dir string) { os.RemoveAll(filepath.Join(dir, "moves")) }, "moves: the file is missing"},
		{"tile set deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, tileSetFile)) }, tileSetFile + ": the file is missing"},
		{"tile set damaged", rewrite(tileSetFile, func(b []byte) []byte { return b[:len(b)/2] }), tileSetFile + ": "},
		{"stray part", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, games1), filepath.Join(dir, "games/part-00003.parquet"))
		}, "games/part-00003.parquet: a file that is no part of the run"},
		{"stray file", func(t *testing.T, dir string) { os.WriteFile(filepath.Join(dir, "moves/notes.txt"), nil, 0o666) }, "moves/notes.txt: a file"},
		{"cut short", rewrite(moves1, func(b []byte) []byte { return b[:len(b)-100] }), moves1 + ", game 4: "},
		{"cut to nothing", rewrite(games1, func(b []byte) []byte { return nil }), games1 + ", game 4: "},
		{"more at the end", rewrite(moves1, func(b []byte) []byte { return append(b, "more"...) }), moves1 + ", game 4: "},
		{"more at the start", rewrite(moves1, func(b []byte) []byte { return append([]byte("PAR1"), b...) }), moves1 + ", "},
		{"another file of the run", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, "moves/part-00002.parquet"), filepath.Join(dir, moves1))
		}, moves1 + ", game 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := copyRun(t, clean)
			c.damage(t, dir)
			r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2})
			if !strings.HasPrefix(said(r.Fault), c.fault) {
				t.Errorf("fault %v, want %s", r.Fault, c.fault)
			}
		})
	}
	t.Run("a part written anew with another score", func(t *testing.T) {
		parts := readParts(t, clean)
		m := find(t, parts, func(m *dataset.MoveRow) bool { return m.GameID == 5 && m.Turn > 3 && m.Action == playing })
		m.Score--
		dir := copyRun(t, clean)
		if err := os.Rename(filepath.Join(writeParts(t, open(t, clean).Manifest, parts), moves1), filepath.Join(dir, moves1)); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s, game 5, turn %d, score: the rules give %d, the file says %d: this is not the file that the manifest lists", moves1, m.Turn, m.Score+1, m.Score)
		if r := verifyRun(t, dir, plan.Lexicon, Options{}); said(r.Fault) != want {
			t.Errorf("%v, want %s", r.Fault, want)
		}
	})
	t.Run("bits flipped", func(t *testing.T) {
		dir := copyRun(t, clean)
		for _, name := range []string{games1, moves1} {
			text, err := os.ReadFile(filepath.Join(clean, name))
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]bool{}
			for i := 0; i < len(text); i += 1 + len(text)/40 {
				flipped := slices.Clone(text)
				flipped[i] ^= 1 << (i % 8)
				if err := os.WriteFile(filepath.Join(dir, name), flipped, 0o666); err != nil {
					t.Fatal(err)
				}
				r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2})
				if r.Fault == nil || r.Fault.Part != name || r.Games < 4 {
					t.Errorf("%s, byte %d: %v", name, i, r.Fault)
				} else {
					kinds[r.Fault.Column] = true
				}
			}
			if !kinds["games_sha256"] && !kinds["moves_sha256"] {
				t.Errorf("%s: no flip was found by the sum alone: %v", name, slices.Collect(maps.Keys(kinds)))
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	})
}
