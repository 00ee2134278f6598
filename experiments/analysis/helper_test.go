package analysis

import (
	"bytes"
	"path/filepath"
	"testing"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/sim/dataset"
)

// testSpec is the spec of a run of so many games of each lineup on the standard
// board, by some agents of whom every two meet, each deal once or in pairs.
func testSpec(t testing.TB, games int64, paired bool, agents ...string) dataset.Spec {
	t.Helper()
	rules, ok := engine.BuiltinRules("standard")
	if !ok {
		t.Fatal("no standard rules")
	}
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: "open", Words: 2, SHA256: "aa"},
		Seed:    1, Games: games, Deals: games, Paired: paired, OnFault: "forfeit", MoveTimeout: "0s",
	}
	for i, name := range agents {
		spec.Agents = append(spec.Agents, dataset.Agent{Spec: name, Name: name, Parameters: map[string]string{}})
		for j := range i {
			spec.Lineups = append(spec.Lineups, []int{j, i})
		}
	}
	if len(agents) == 1 {
		spec.Lineups = [][]int{{0, 0}}
	}
	if paired {
		spec.Deals = games / 2
	}
	spec.PartGames = max(1, spec.Deals/5) * games * int64(len(spec.Lineups)) / spec.Deals // five parts, or some more
	spec.SetRules(&rules)
	return spec
}

// testGame is a game of two that ended by itself with a spread.
func testGame(id, deal int64, spread int32, first, second string) dataset.GameRow {
	g := dataset.GameRow{
		GameID: id, DealID: deal, Board: "standard", TileSet: "standard", Lexicon: "open",
		Agent: []string{first, second}, Score: []int32{400 + spread, 400}, ScoreBeforeEnd: []int32{400 + spread, 400},
		RackLeft: []string{"", ""}, OutBonus: []int32{0, 0}, SeatTurns: []int32{0, 0}, Bingos: []int32{0, 0},
		Exchanges: []int32{0, 0}, Passes: []int32{0, 0}, OpeningRack: []string{"AEINRST", "AEINRST"},
		DrawnCounts: [][]int32{{}, {}}, Spread: spread, EndReason: "out", Faults: []int32{0, 0},
	}
	if spread != 0 {
		winner := int32(0)
		if spread < 0 {
			winner = 1
		}
		g.Winner, g.MaxDeficitOvercome = dataset.Some(winner), dataset.Some(int32(0))
	}
	return g
}

// writeRun writes games, with the moves of each, into a run of several parts.
func writeRun(t testing.TB, spec dataset.Spec, games []dataset.GameRow, moves [][]dataset.MoveRow) Run {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", spec)
	if err != nil {
		t.Fatal(err)
	}
	for number := 0; len(games) > 0; number++ {
		n := min(int(spec.PartGames), len(games))
		w, err := run.Part(number)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games[:n] {
			var of []dataset.MoveRow
			if moves != nil {
				of = moves[i]
			}
			if err := w.Game(&games[i], of); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		games = games[n:]
		if moves != nil {
			moves = moves[n:]
		}
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return openRun(t, dir)
}

func openRun(t testing.TB, dir string) Run {
	t.Helper()
	r, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return Run{Label: "A run", Reader: r}
}

// analyse reads runs by 1, 2 and 7 workers, who say the same, and returns what
// they say.
func analyse(t testing.TB, name string, runs ...Run) []document.Section {
	t.Helper()
	a, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	var sections []document.Section
	var said string
	for _, workers := range []int{1, 2, 7} {
		sections, err = a.Sections(t.Context(), runs, workers)
		if err != nil {
			t.Fatal(err)
		}
		d := document.Document{Name: "test", Title: "A test", Sections: sections}
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		var page bytes.Buffer
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if err := d.WriteJSON(&page); err != nil {
			t.Fatal(err)
		}
		if said != "" && said != page.String() {
			t.Fatalf("%d workers say another thing than one", workers)
		}
		said = page.String()
	}
	return sections
}

// shown is a table as its cells are shown.
func shown(t testing.TB, sections []document.Section, section, table string) [][]string {
	t.Helper()
	for _, s := range sections {
		for _, x := range s.Tables {
			if s.Name != section || x.Name != table {
				continue
			}
			var all [][]string
			for _, row := range x.Rows {
				var cells []string
				for _, c := range row {
					cells = append(cells, c.String())
				}
				all = append(all, cells)
			}
			return all
		}
	}
	t.Fatalf("no table %s in section %s", table, section)
	return nil
}
