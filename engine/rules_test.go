package engine_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
	"quadword/engine/tile"
)

func TestBuiltinRules(t *testing.T) {
	for name, tiles := range map[string]int{"standard": 100, "super": 200} {
		r := mustRules(t, name)
		if r.TileSet.Len() != tiles || r.Seats != 2 || r.RackSize != 7 || r.BingoBonus != 50 || r.MinBagToExchange != 7 ||
			r.EndScoring != engine.EndBox || r.TieBreak != engine.TieDraw || !r.ZeroPlayResets || r.EndByPasses != 0 || r.EndWhenStuck {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if _, ok := engine.BuiltinRules("doubled"); ok {
		t.Error("doubled is a tile set, not a game")
	}
	// Any set goes on either board.
	layout, _ := engine.BuiltinLayout("standard")
	set, _ := tile.BuiltinSet("doubled")
	if r := engine.DefaultRules(layout, set); r.Validate() != nil {
		t.Error(r.Validate())
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*engine.Rules)
		want   string
	}{
		{func(r *engine.Rules) { r.Layout = nil }, "need a board"},
		{func(r *engine.Rules) { r.TileSet = nil }, "a tile set"},
		{func(r *engine.Rules) { r.Seats = 1 }, "1 seats"},
		{func(r *engine.Rules) { r.Seats = 5 }, "5 seats"},
		{func(r *engine.Rules) { r.RackSize = 0 }, "rack size 0"},
		{func(r *engine.Rules) { r.RackSize = engine.MaxRack + 1 }, "rack size 11"},
		{func(r *engine.Rules) { r.BingoBonus = -1 }, "bingo bonus -1"},
		{func(r *engine.Rules) { r.BingoBonus = 1001 }, "bingo bonus 1001"},
		{func(r *engine.Rules) { r.MinBagToExchange = 0 }, "0 tiles in the bag"},
		{func(r *engine.Rules) { r.MinBagToExchange = 1001 }, "1001 tiles in the bag"},
		{func(r *engine.Rules) { r.MaxScorelessTurns = -1 }, "-1 scoreless turns"},
		{func(r *engine.Rules) { r.MaxScorelessTurns = 1001 }, "1001 scoreless turns"},
		{func(r *engine.Rules) { r.EndByPasses = -1 }, "-1 rounds"},
		{func(r *engine.Rules) { r.EndByPasses = 1001 }, "1001 rounds"},
		{func(r *engine.Rules) { r.EndScoring = 3 }, "unknown end scoring 3"},
		{func(r *engine.Rules) { r.TieBreak = 2 }, "tie break 2"},
		{func(r *engine.Rules) {
			r.TileSet, _ = tile.NewSet("few", []tile.Row{{Letter: '?', Count: 1}, {Letter: 'A', Count: 12}})
		}, "few has 13 tiles, too few for 2 racks of 7"},
	} {
		r, _ := engine.BuiltinRules("standard")
		c.change(&r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func TestRuleNames(t *testing.T) {
	for _, e := range []engine.EndScoring{engine.EndBox, engine.EndDouble, engine.EndDeduct} {
		if got, err := engine.ParseEndScoring(e.String()); got != e || err != nil {
			t.Errorf("%v is read as %v, %v", e, got, err)
		}
	}
	for _, b := range []engine.TieBreak{engine.TieDraw, engine.TieBeforeRacks} {
		if got, err := engine.ParseTieBreak(b.String()); got != b || err != nil {
			t.Errorf("%v is read as %v, %v", b, got, err)
		}
	}
	if _, err := engine.ParseEndScoring("triple"); err == nil || !strings.Contains(err.Error(), "box, double, deduct") {
		t.Errorf("error %v", err)
	}
	if _, err := engine.ParseTieBreak(""); err == nil || !strings.Contains(err.Error(), "draw, before-racks") {
		t.Errorf("error %v", err)
	}
}

func TestNewPosition(t *testing.T) {
	r := mustRules(t, "standard", seats(3))
	// The other racks are filled from the unseen tiles; that of the seat to
	// move is what it is, even if it is short.
	s := engine.Setup{
		Board: engine.NewBoard(15), Racks: []tile.Rack{{}, mustRack(t, "ABC")}, Scores: []int32{5, 6}, Seat: 1, Scoreless: 2,
	}
	p, err := engine.NewPosition(r, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	checkTiles(t, p)
	if *p.Rack(1) != s.Racks[1] || p.Rack(0).Len() != 7 || p.Rack(2).Len() != 7 || p.BagLen() != 100-17 || p.Seat() != 1 || p.Scoreless() != 2 ||
		p.Score(0) != 5 || p.Score(1) != 6 || p.Score(2) != 0 || p.Turns() != 0 {
		t.Errorf("%+v", p.Snapshot())
	}
	same, _ := engine.NewPosition(r, s, 1)
	other, _ := engine.NewPosition(r, s, 2)
	if p.Snapshot() != same.Snapshot() || p.Snapshot().Bag == other.Snapshot().Bag {
		t.Error("the seed, and only the seed, decides what is unseen")
	}
	s.Seat = 0 // now the rack to move is the empty one
	if p, err = engine.NewPosition(r, s, 1); err != nil || p.Rack(0).Len() != 0 {
		t.Errorf("%v, %v", p.Rack(0), err)
	}

	bad := engine.NewBoard(15)
	for col := range 5 {
		bad.Put(7, col, 26)
	}
	for _, c := range []struct {
		setup engine.Setup
		want  string
	}{
		{engine.Setup{Board: engine.NewBoard(21)}, "a board of 21 rows on a layout of 15"},
		{engine.Setup{Board: engine.NewBoard(15), Racks: make([]tile.Rack, 4)}, "more than 3 seats"},
		{engine.Setup{Board: engine.NewBoard(15), Scores: make([]int32, 4)}, "more than 3 seats"},
		{engine.Setup{Board: engine.NewBoard(15), Seat: 3}, "more than 3 seats"},
		{engine.Setup{Board: engine.NewBoard(15), Seat: -1}, "more than 3 seats"},
		{engine.Setup{Board: engine.NewBoard(15), Scoreless: 9}, "9 scoreless turns: the game ends at 9"},
		{engine.Setup{Board: engine.NewBoard(15), Scoreless: -1}, "-1 scoreless turns"},
		{engine.Setup{Board: bad}, "board: more Z than the 1 of tile set standard"},
		{engine.Setup{Board: engine.NewBoard(15), Racks: []tile.Rack{mustRack(t, "ABCDEFGH")}}, "rack 1, ABCDEFGH: 8 tiles, a rack holds 7"},
		{engine.Setup{Board: engine.NewBoard(15), Racks: []tile.Rack{mustRack(t, "Z"), mustRack(t, "Z")}}, "rack 2: more Z"},
		{engine.Setup{Board: engine.NewBoard(15), Racks: []tile.Rack{mustRack(t, "???")}}, "rack 1: more ? than the 2"},
	} {
		if _, err := engine.NewPosition(r, c.setup, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func TestNewExchangeSorts(t *testing.T) {
	m := engine.NewExchange(5, 0, 26, 1, 0)
	if m != engine.NewExchange(0, 0, 1, 5, 26) {
		t.Errorf("%+v", m)
	}
	used := m.Used()
	if used != mustRack(t, "??AEZ") {
		t.Errorf("uses %v", used)
	}
	play := engine.Move{Kind: engine.Play, N: 2, Len: 3, Tiles: [engine.MaxRack]tile.Tile{5 | tile.BlankBit, 5}}
	if used = play.Used(); used != mustRack(t, "?E") {
		t.Errorf("uses %v", used)
	}
}

// Compare is a total order: antisymmetric, transitive, 0 for equal moves only.
func TestCompareIsATotalOrder(t *testing.T) {
	anyMove := rapid.Custom(func(t *rapid.T) engine.Move {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		tiles := rapid.SliceOfN(rapid.SampledFrom([]tile.Tile{1, 2, 2 | tile.BlankBit}), n, n).Draw(t, "tiles")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return engine.Move{}
		case 1:
			for i := range tiles {
				tiles[i] = tiles[i].FromRack()
			}
			return engine.NewExchange(tiles...)
		}
		m := engine.Move{
			Kind: engine.Play, Dir: engine.Dir(rapid.IntRange(0, 1).Draw(t, "dir")),
			Row: rapid.Uint8Range(0, 1).Draw(t, "row"), Col: rapid.Uint8Range(0, 1).Draw(t, "col"),
			N: uint8(n), Len: uint8(n + 1),
		}
		copy(m.Tiles[:], tiles)
		return m
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyMove.Draw(t, "a"), anyMove.Draw(t, "b"), anyMove.Draw(t, "c")
		ab, bc, ac := a.Compare(&b), b.Compare(&c), a.Compare(&c)
		if ab != -b.Compare(&a) || (ab == 0) != (a == b) {
			t.Fatalf("%+v and %+v: %d and %d", a, b, ab, b.Compare(&a))
		}
		if ab <= 0 && bc <= 0 && ac > 0 {
			t.Fatalf("%+v, %+v, %+v go in a circle", a, b, c)
		}
	})
}

// The order that the ties are broken by, in the words of its comment.
func TestCompareOrder(t *testing.T) {
	across := func(row, col uint8, tiles ...tile.Tile) engine.Move {
		m := engine.Move{Kind: engine.Play, Row: row, Col: col, N: uint8(len(tiles)), Len: uint8(len(tiles) + 1)}
		copy(m.Tiles[:], tiles)
		return m
	}
	down := across(3, 5, 1, 2)
	down.Dir = engine.Down
	order := []engine.Move{
		across(9, 9, 1), // fewer tiles
		across(2, 9, 1, 2),
		across(3, 4, 1, 2),
		across(3, 5, 1, 2),
		across(3, 5, 1, 2|tile.BlankBit), // the real tile first
		across(3, 5, 1, 3),
		down,
		across(0, 0, 1, 1, 1),
		engine.NewExchange(1, 2, 3), // more tiles
		engine.NewExchange(0, 1),
		engine.NewExchange(1, 1),
		engine.NewExchange(1),
		{}, // a pass
	}
	for i := range order {
		for j := range order {
			if got := order[i].Compare(&order[j]); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%+v against %+v: %d", order[i], order[j], got)
			}
		}
	}
}
