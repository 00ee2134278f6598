package winprob

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
)

// tiny is a game in which at most two tiles are unseen.
var tiny = Game{Board: "b", TileSet: "t", Lexicon: "l", Agents: "greedy random", Tiles: 4, RackSize: 2, BingoBonus: 50, EndScoring: "box", TieBreak: "draw"}

// small is a table of six curves whose values say where they stand.
func small(t testing.TB) *Table {
	t.Helper()
	table, err := New(tiny, 1, func(onTurn bool, unseen, spread int) int {
		return 1000*bit(onTurn) + 100*unseen + spread
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestP(t *testing.T) {
	table := small(t)
	for _, c := range []struct {
		spread int32
		unseen int
		onTurn bool
		want   int32
	}{
		{0, 1, true, 1100}, {1, 1, true, 1101}, {-1, 2, true, 1199}, {0, 2, false, 200}, {1, 2, false, 201}, {-1, 1, false, 99},
		{2, 1, true, 1101}, {1 << 30, 1, true, 1101}, {-1 << 31, 2, false, 199}, // beyond the range
		{0, 0, true, 1100}, {0, -5, false, 100}, {0, 3, true, 1200}, {0, 1 << 40, false, 200},
	} {
		if got := table.P(c.spread, c.unseen, c.onTurn); got != c.want {
			t.Errorf("spread %d, unseen %d, on turn %t: %d, want %d", c.spread, c.unseen, c.onTurn, got, c.want)
		}
		if got := table.WinProb(c.spread, c.unseen, c.onTurn); got != float64(c.want)/10_000 {
			t.Errorf("spread %d, unseen %d, on turn %t: %v", c.spread, c.unseen, c.onTurn, got)
		}
	}
	if table.Unseen() != 2 || table.Spread() != 1 || table.Game() != tiny {
		t.Errorf("%d unseen, spread %d, %+v", table.Unseen(), table.Spread(), table.Game())
	}
}

func TestPAllocatesNothing(t *testing.T) {
	table := small(t)
	if n := testing.AllocsPerRun(100, func() { table.P(1, 2, true) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestNewRefuses(t *testing.T) {
	constant := func(p int) func(bool, int, int) int { return func(bool, int, int) int { return p } }
	with := func(change func(*Game)) Game {
		g := tiny
		change(&g)
		return g
	}
	for _, c := range []struct {
		game   Game
		spread int
		p      func(bool, int, int) int
		want   string
	}{
		{tiny, 0, constant(5000), "win probability: spreads to 0: expected 1 to 2000"},
		{tiny, MaxSpread + 1, constant(5000), "spreads to 2001"},
		{with(func(g *Game) { g.Tiles = 2 }), 1, constant(5000), "2 tiles and racks of 2: expected 1 to 1000 tiles unseen at the start"},
		{with(func(g *Game) { g.Tiles = 1003 }), 1, constant(5000), "1003 tiles"},
		{with(func(g *Game) { g.RackSize = 0 }), 1, constant(5000), "racks of 0"},
		{with(func(g *Game) { g.Board = "a\nb" }), 1, constant(5000), `board: "a\nb" has control characters`},
		{with(func(g *Game) { g.Agents = strings.Repeat("x", 4001) }), 1, constant(5000), "agents: a name of 4001 bytes"},
		{tiny, 1, constant(-1), "on turn 1, unseen 1, spread -1: P(win) is -1, expected 0 to 10000"},
		{tiny, 1, constant(10_001), "P(win) is 10001"},
		{tiny, 1, func(onTurn bool, unseen, spread int) int {
			if !onTurn && unseen == 2 {
				return 7 - spread
			}
			return 1
		}, "on turn 0, unseen 2, spread 0: P(win) falls from 8 to 7 as the spread grows"},
	} {
		if _, err := New(c.game, c.spread, c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func rules(t testing.TB, name string) engine.Rules {
	t.Helper()
	r, ok := engine.BuiltinRules(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return r
}

func TestCheck(t *testing.T) {
	standard, _ := Builtin("standard")
	for want, change := range map[string]func(*engine.Rules){
		"": func(*engine.Rules) {},
		"win probability: a game of 3, and the table is for 2":                      func(r *engine.Rules) { r.Seats = 3 },
		"win probability: racks of 8, and the table is for 7":                       func(r *engine.Rules) { r.RackSize = 8 },
		"win probability: 193 tiles unseen at the start, and the table knows of 93": func(r *engine.Rules) { r.TileSet = rules(t, "super").TileSet },
	} {
		r := rules(t, "standard")
		change(&r)
		if err := standard.Check(&r); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestFor(t *testing.T) {
	standard, super := rules(t, "standard"), rules(t, "super")
	crowded, sparse, own := standard, super, standard
	crowded.TileSet = super.TileSet
	sparse.TileSet = standard.TileSet
	layout := *standard.Layout
	layout.Name = "../builtin/super"
	own.Layout = &layout
	for _, c := range []struct {
		rules engine.Rules
		board string
	}{
		{standard, "standard"}, {super, "super"},
		{crowded, "super"}, // the standard table does not know of so many tiles
		{sparse, "super"},  // the table of the board
		{own, "standard"},  // the first that fits
	} {
		table, err := For(&c.rules)
		if err != nil || table.Game().Board != c.board {
			t.Errorf("%s, %s: %v, want the table of %s", c.rules.Layout.Name, c.rules.TileSet.Name, err, c.board)
		}
	}
	standard.Seats = 4
	if _, err := For(&standard); err == nil || err.Error() != "win probability: a game of 4, and the table is for 2" {
		t.Errorf("error %v", err)
	}
	standard.Seats, standard.RackSize = 2, 8
	if _, err := For(&standard); err == nil {
		t.Error("no error")
	}
	if _, ok := Builtin("huge"); ok {
		t.Error("there is a table called huge")
	}
}

// What holds of the built-in tables whatever games they were made from.
func TestBuiltin(t *testing.T) {
	readme, err := builtinReadme()
	if err != nil {
		t.Fatal(err)
	}
	sums := regexp.MustCompile("`[0-9a-f]{64}`").FindAllString(readme, -1)
	if len(sums) != len(Names()) {
		t.Fatalf("README.md has %d sums for %d tables", len(sums), len(Names()))
	}
	for i, name := range Names() {
		table, ok := Builtin(name)
		if !ok {
			t.Fatalf("no table %s", name)
		}
		if sums[i] != "`"+table.SHA256()+"`" {
			t.Errorf("%s has the SHA-256 %s, and not %s as README.md says", name, table.SHA256(), sums[i])
		}
		r, g := rules(t, name), table.Game()
		if g.Board != name || g.TileSet != r.TileSet.Name || g.Tiles != r.TileSet.Len() || g.RackSize != r.RackSize ||
			g.EndScoring != r.EndScoring.String() || g.TieBreak != r.TieBreak.String() || int32(g.BingoBonus) != r.BingoBonus {
			t.Errorf("%s is of %+v", name, g)
		}
		if least := map[string]int{"standard": 300, "super": 600}[name]; table.Spread() < least {
			t.Errorf("%s: spreads to %d", name, table.Spread())
		}
		if most := map[string]int{"standard": 93, "super": 193}[name]; table.Unseen() != most {
			t.Errorf("%s: %d tiles unseen", name, table.Unseen())
		}
		checkCurves(t, name, table)
	}
}

func checkCurves(t *testing.T, name string, table *Table) {
	t.Helper()
	for unseen := 1; unseen <= table.Unseen(); unseen++ {
		for s := int32(-table.Spread()); s <= int32(table.Spread()); s++ {
			own, other := table.P(s, unseen, true), table.P(s, unseen, false)
			if min(own, other) < 1 || max(own, other) > One-1 {
				t.Fatalf("%s, unseen %d, spread %d: %d and %d are certain", name, unseen, s, own, other)
			}
			// As long as both racks are full, the other player sees the same.
			if unseen > 7 && own+table.P(-s, unseen, false) != One {
				t.Fatalf("%s, unseen %d: %d at %d for the player on turn, %d at %d for the other", name, unseen, own, s, table.P(-s, unseen, false), -s)
			}
		}
		if own, other := table.P(0, unseen, true), table.P(0, unseen, false); own <= 5000 || own <= other {
			t.Errorf("%s, unseen %d, even: %d on turn, %d not", name, unseen, own, other)
		}
		if far := int32(table.Spread()); table.P(far, unseen, true) < 9300 || table.P(-far, unseen, true) > 700 {
			t.Errorf("%s, unseen %d, spread %d: %d", name, unseen, far, table.P(far, unseen, true))
		}
	}
	if p := table.P(60, 1, false); p < 9900 {
		t.Errorf("%s: who leads by 60 with one tile unseen wins %d in 10000", name, p)
	}
}

// Any values that rise can be looked up again.
func TestNewKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, values := anyTable(t)
		for _, onTurn := range turns {
			for unseen := 1; unseen <= table.Unseen(); unseen++ {
				for s := -table.Spread(); s <= table.Spread(); s++ {
					if got, want := table.P(int32(s), unseen, onTurn), values(onTurn, unseen, s); int(got) != want {
						t.Fatalf("on turn %t, unseen %d, spread %d: %d, want %d", onTurn, unseen, s, got, want)
					}
				}
			}
		}
	})
}

// anyTable is a table and the function it was made of.
func anyTable(t *rapid.T) (*Table, func(onTurn bool, unseen, spread int) int) {
	text := rapid.StringMatching(`[A-Za-zÖ#=, ":]{0,8}`)
	game := Game{
		Board: text.Draw(t, "board"), TileSet: text.Draw(t, "set"), Lexicon: text.Draw(t, "lexicon"), Agents: text.Draw(t, "agents"),
		RackSize: rapid.IntRange(1, 10).Draw(t, "rack"), BingoBonus: rapid.IntRange(0, 100).Draw(t, "bonus"),
		EndScoring: text.Draw(t, "end"), TieBreak: text.Draw(t, "tie"),
	}
	unseen, spread := rapid.IntRange(1, 6).Draw(t, "unseen"), rapid.IntRange(1, 9).Draw(t, "spread")
	game.Tiles = game.RackSize + unseen
	rises := rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 1, 9, 100, One}), 2*unseen*(2*spread+1), -1).Draw(t, "rises")
	p := func(onTurn bool, u, s int) int {
		first := ((1-bit(onTurn))*unseen + u - 1) * (2*spread + 1)
		sum := 0
		for _, rise := range rises[first : first+s+spread+1] {
			sum = min(sum+rise, One)
		}
		return sum
	}
	table, err := New(game, spread, p)
	if err != nil {
		t.Fatal(err)
	}
	return table, p
}
