package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small is a question with two factors.
const small = `title = "Small"
question = "Which?"
games = 4
outcomes = ["score", "win of agent 1"]

[game]
board = "{board}"
agents = ["greedy", "random"]

[[factor]]
name = "board"
levels = ["standard", "super"]

[[factor]]
name = "bonus"

[[factor.level]]
name = "none"
bingo_bonus = 0

[[factor.level]]
name = "usual"

[[compare]]
factor = "bonus"
against = "usual"
within = ["board"]
`

func parse(t *testing.T, text string) *Spec {
	t.Helper()
	s, err := Parse("small", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCells(t *testing.T) {
	s := parse(t, small)
	cells, err := s.Cells()
	if err != nil {
		t.Fatal(err)
	}
	type cell struct {
		label, folder, board string
		bonus                int32
	}
	var got []cell
	for _, c := range cells {
		rules, err := s.rules(&c.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if rules.TileSet.Name != c.Board {
			t.Errorf("cell %s has tile set %s, expected that of its board", s.Label(c), rules.TileSet.Name)
		}
		got = append(got, cell{s.Label(c), s.Folder(c), rules.Layout.Name, rules.BingoBonus})
	}
	want := []cell{
		{"standard none", "runs/board=standard/bonus=none", "standard", 0},
		{"standard usual", "runs/board=standard/bonus=usual", "standard", 50},
		{"super none", "runs/board=super/bonus=none", "super", 0},
		{"super usual", "runs/board=super/bonus=usual", "super", 50},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(cell{})); diff != "" {
		t.Error(diff)
	}
}

// A later factor's level wins over an earlier one's, and both over the game's.
func TestLevelsOverride(t *testing.T) {
	text := `title = "t"
question = "q"
games = 2
[game]
agents = ["greedy"]
rack_size = 5
zero_play_resets = true
[[factor]]
name = "a"
[[factor.level]]
name = "x"
rack_size = 6
agents = ["random"]
zero_play_resets = false
[[factor]]
name = "b"
[[factor.level]]
name = "y"
rack_size = 7
`
	s := parse(t, text)
	cells, err := s.Cells()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := s.rules(&cells[0].Settings)
	if err != nil {
		t.Fatal(err)
	}
	if rules.RackSize != 7 || rules.ZeroPlayResets || cells[0].Agents[0] != "random" {
		t.Errorf("rack size %d, zero play resets %v, agent %s", rules.RackSize, rules.ZeroPlayResets, cells[0].Agents[0])
	}
}

func TestTileSetsAndBoards(t *testing.T) {
	s := parse(t, small+`
[[tile_set]]
name = "mine"
from = "standard"
tiles = { "?" = 4, E = 10 }
points = { Q = 12 }
total = 100

[[board]]
name = "flat"
from = "super"
squares = { 4W = "plain", 3W = "plain", 2W = "plain" }
`)
	set, err := s.tiles("mine")
	if err != nil {
		t.Fatal(err)
	}
	if counts := set.Counts(); counts.Count(0) != 4 || counts.Count(5) != 10 || counts.Count(1) != 9 || set.Points(17) != 12 || set.Len() != 100 {
		t.Errorf("%v", set.Rows())
	}
	flat, err := s.board("flat")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(flat.Rows(), "")
	if strings.ContainsAny(text, "~=-") || strings.Count(text, "^") == 0 || flat.Dim() != 21 {
		t.Errorf("%d rows: %s", flat.Dim(), text)
	}
}

// Whatever is wrong in a file is told with its line or its key, and what was
// expected.
func TestBadSpecs(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(small, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(small, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{change("games = 4", "game = 4"), "line 3, column 8"},
		{change("games = 4", "gamse = 4\ngames = 4"), "line 3: unknown key gamse"},
		{change("bingo_bonus = 0", "bingo_bonos = 0"), "line 19: unknown key factor.level.bingo_bonos"},
		{change("games = 4", `games = "4"`), "line 3, column 9"},
		{change("games = 4", "games = 4\ngames = 5"), "line 4"},
		{change("games = 4", "games = 0"), "games: 0, expected 1 or more"},
		{change(`title = "Small"`, ""), "title and question"},
		{change(`levels = ["standard", "super"]`, ""), "expected either levels"},
		{change(`levels = ["standard", "super"]`, `levels = ["standard", "standard"]`), "two levels called standard"},
		{change(`levels = ["standard", "super"]`, `levels = ["../up", "super"]`), `level "../up": expected letters`},
		{change(`name = "bonus"`, `name = "board"`), "factor 2: there is another one called board"},
		{change(`factor = "bonus"`, `factor = "bonos"`), `compare 1: factor "bonos": expected one of board, bonus`},
		{change(`against = "usual"`, `against = "unusual"`), `against "unusual": expected a level of bonus`},
		{change(`within = ["board"]`, `within = ["bonus"]`), `within "bonus": expected another factor`},
		{change(`name = "bonus"`, `name = "Board"`), "factor 2: there is another one called board"},
		{change(`name = "bonus"`, `name = "bonus-"`), `factor 2: name "bonus-": expected letters`},
		{change(`levels = ["standard", "super"]`, `levels = ["super", "Super"]`), "two levels called Super"},
		{change(`within = ["board"]`, `within = ["board", "board"]`), `within "board": it is there twice`},
		{change(`outcomes = ["score", "win of agent 1"]`, ""), "compare 1: outcomes: there is nothing to compare by"},
		{change(`levels = ["standard", "super"]`, "levels = [\"standard\", \"super\"]\nrandom = true") + "[sprt]\nelo0 = 0\nelo1 = 5\n", "factor 1: board is random, and sprt ends each cell at another deal"},
		{small + "[[tile_set]]\nname = \"x\"\nfrom = \"standard\"\ntotal = 99\n", "tile_set x: total 99: the tiles are 100"},
		{small + "[[tile_set]]\nname = \"x\"\nfrom = \"huge\"\n", `from "huge": expected one of standard, super, doubled`},
		{small + "[[tile_set]]\nname = \"x\"\nfrom = \"standard\"\ntiles = { AB = 2 }\n", `tiles "AB": expected a letter`},
		{small + "[[tile_set]]\nname = \"x\"\nfrom = \"standard\"\ntiles = { A = -2 }\n", "count -2"},
		{small + "[[tile_set]]\nname = \"super\"\nfrom = \"standard\"\ntotal = 100\n", "name super is that of a built-in tile set"},
		{small + "[[board]]\nname = \"x\"\nfrom = \"super\"\nsquares = { 5W = \"3W\" }\n", `squares "5W" = "3W": expected two of 2L, `},
		{small + "[sprt]\nelo0 = 5\nelo1 = 0\n", "sprt: hypotheses 5 and 0"},
		{small + "[sprt]\nelo0 = 0\nelo1 = 5\nalpha = 2.0\n", "sprt: "},
		{small + "[sprt]\nelo0 = 0\nelo1 = 5\nmodel = \"linear\"\n", `unknown model "linear"`},
		{"title = ", "line 1"},
		{"\xff", "line 1"},
	} {
		_, err := Parse("small", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, want %q", err, c.want)
		} else if strings.Contains(err.Error(), "\n") && !strings.Contains(c.want, "unknown") {
			t.Errorf("%q is of several lines", err)
		}
	}
}

// What is wrong with a cell is told before anything is played.
func TestBadDesigns(t *testing.T) {
	trains := func(agent, more string) string {
		return "agents = [\"" + agent + "\", \"random\"]\n" + more + "\n[leaves]\ngenerations = [1]\n\n"
	}
	agents := "agents = [\"greedy\", \"random\"]\n\n"
	for _, c := range []struct{ old, new, want string }{
		{agents, trains("equity:leaves=trained-1", "rack_size = 6\n"), "2 seats with racks of 6 tiles: leaves are made for 2 with 7"},
		{agents, strings.Replace(trains("equity:leaves=trained-1", ""), "[1]", "[0]", 1), "generation 1 of 0 boards"},
		{agents, strings.Replace(trains("equity:leaves=trained-1", ""), "[1]", "[1, 9223372036854775807]", 1), "generation 2 of 9223372036854775807 boards"},
		{agents, trains("equity:leaves=trained-x", ""), "cell standard none: agent equity:leaves=trained-x: "},
		{agents, trains("equity:lexicon=share-1000", ""), "cell standard none: agent equity:lexicon=share-1000: "},
		{agents, trains("equity:lexicon=share-101", ""), "101 % of the words, expected 1 to 100"},
		{`"win of agent 1"`, `"win of agent 3"`, `cell standard none: outcome "win of agent 3": the cell has 2 agents`},
		{`"win of agent 1"`, `"spread of seat 2"`, `cell standard none: outcome "spread of seat 2": the seats of the cell are 0 to 1`},
		{"games = 4", "games = 200000000", "cell standard none: games: 200000000 make 200000 parts of a run"},
	} {
		if !strings.Contains(small, c.old) {
			t.Fatalf("no %q", c.old)
		}
		s := parse(t, strings.Replace(small, c.old, c.new, 1))
		_, err := s.Design(options(1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	for old, c := range map[string]struct{ new, want string }{
		`agents = ["greedy", "random"]`:         {`agents = ["greedy", "randon"]`, `cell standard none: unknown agent "randon"`},
		`board = "{board}"`:                     {`board = "{bord}"`, `cell standard none: "{bord}": expected the name of a factor in braces, of board, bonus`},
		`bingo_bonus = 0`:                       {`bingo_bonus = -1`, "cell standard none: bingo bonus -1"},
		`games = 4`:                             {`games = 3`, "cell standard none: 3 games: paired games"},
		`"score"`:                               {`"scores"`, `outcome "scores": unknown measure "scores"`},
		`"win of agent 1"`:                      {`"win of agent 0"`, "counted from 1"},
		`outcomes = ["score"`:                   {`outcomes = ["win"`, "win cannot be taken of all"},
		`levels = ["standard", "super"]`:        {`levels = ["standard", "huge"]`, `cell huge none: board "huge" is neither`},
		"agents = [\"greedy\", \"random\"]\n\n": {"agents = [\"equity:leaves=trained-1\", \"random\"]\n\n", "expected generations in [leaves]"},
	} {
		if !strings.Contains(small, old) {
			t.Fatalf("no %q", old)
		}
		s := parse(t, strings.Replace(small, old, c.new, 1))
		_, err := s.Design(options(1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.toml")
	if err := os.WriteFile(file, []byte(strings.Replace(small, `"{board}"`, `"mine.txt"`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("...\n.-.\n...\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "mine" {
		t.Errorf("called %s", s.Name())
	}
	layout, err := s.board("mine.txt") // beside the spec, wherever the process is
	if err != nil || layout.Dim() != 3 {
		t.Errorf("%v, %v", layout, err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "none.toml"): "no such file",
		dir:                             "is no file",
		"no-such-experiment":            `experiment "no-such-experiment" is neither one of bingo-bonus, `,
	} {
		if _, err := Load(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// FuzzParse: any file is an experiment or an error, and the cells of an
// experiment can be listed.
func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	all, err := Builtin()
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range all {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		cells, err := s.Cells()
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, c := range cells {
			folder := s.Folder(c)
			if seen[folder] || !filepath.IsLocal(folder) || strings.Contains(folder, "..") {
				t.Fatalf("folder %q is taken or leads away", folder)
			}
			seen[folder] = true
		}
	})
}
