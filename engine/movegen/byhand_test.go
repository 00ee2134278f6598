package movegen

import (
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
)

// threeLetters is a game with few kinds of tiles, in which values can be worked
// out by hand, with leaves of round values: those listed, and nothing else.
func threeLetters(t *testing.T, values map[string]int32) (*engine.Rules, *tile.Ranking, []int32) {
	t.Helper()
	set, err := tile.NewSet("three", []tile.Row{
		{Letter: '?'}, {Letter: 'A', Count: 10, Points: 1, Vowel: true}, {Letter: 'B', Count: 10, Points: 1}, {Letter: 'C', Count: 20, Points: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	layout, _ := engine.BuiltinLayout("standard")
	rules := engine.DefaultRules(layout, set)
	ranking := tile.NewRanking(set)
	leaves := make([]int32, ranking.Len())
	for text, value := range values {
		leave := rackOf(t, set, text)
		rank, ok := ranking.Rank(&leave)
		if !ok {
			t.Fatal(text)
		}
		leaves[rank] = value
	}
	return &rules, ranking, leaves
}

func rackOf(t *testing.T, set *tile.Set, text string) tile.Rack {
	t.Helper()
	rack, err := set.Alphabet.ParseRack(text)
	if err != nil {
		t.Fatal(err)
	}
	return rack
}

// TestEquityByHand: what comes to the points of a move, figure by figure.
func TestEquityByHand(t *testing.T) {
	rules, ranking, leaves := threeLetters(t, map[string]int32{"AABBC": 8_000})
	late := make([]int32, 15)
	late[tile.FullRack+3] = -1_500 // 3 tiles left
	late[tile.FullRack-1] = 250    // one less than none
	e := Evaluation{
		Leaves: leaves, Ranking: ranking, Fade: 512, Late: late,
		Opening: Opening{Play: -3_000, Tile: -500, Vowel: -700},
	}
	rack := rackOf(t, rules.TileSet, "AAABBBC")
	play := Scored{Move: engine.Move{Kind: engine.Play, Row: 7, Col: 6, Len: 2, N: 2, Tiles: [engine.MaxRack]tile.Tile{1, 2}}, Score: 10}
	exchange := Scored{Move: engine.NewExchange(1, 2)}
	for _, c := range []struct {
		laid           int // tiles on the board, of 40: at first the bag holds 26
		play, exchange int32
	}{
		// A on G8 has a premium square above and one below.
		{0, 10_000 + 8_000 - 3_000 - 2*500 - 2*700, 8_000},
		{13, 10_000 + 6_000, 6_000},         // half the bag, a quarter of the leave
		{21, 10_000 + 4_773 - 1_500, 4_773}, // 5 in the bag: 611/1024 of the leave
		{25, 10_000 + 4_156 + 250, 4_156},   // one: 532/1024, and the play empties it
	} {
		board := engine.NewBoard(15)
		for i := range c.laid {
			letter := tile.Tile(3)
			if i >= 19 {
				letter = 2
			}
			board.Put(i/15, i%15, letter)
		}
		p, err := engine.NewPosition(rules, engine.Setup{Board: board, Racks: []tile.Rack{rack}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		v := p.View(0)
		if v.BagLen() != 26-c.laid {
			t.Fatalf("%d tiles in the bag", v.BagLen())
		}
		if got := e.Equity(v, &rack, &play); got != c.play {
			t.Errorf("%d in the bag: the play is worth %d, expected %d", v.BagLen(), got, c.play)
		}
		if got := e.Equity(v, &rack, &exchange); got != c.exchange {
			t.Errorf("%d in the bag: the exchange is worth %d, expected %d", v.BagLen(), got, c.exchange)
		}
		if got := e.Leave(v, &rack, &play.Move); got != c.exchange {
			t.Errorf("%d in the bag: the leave is worth %d, expected %d", v.BagLen(), got, c.exchange)
		}
	}
}

// TestDriftByHand: with AB on the rack and ten A unseen, an A is drawn 29/38 more
// often than a full bag less the rack has it, a B 9/38 and a C 20/38 less often.
func TestDriftByHand(t *testing.T) {
	rules, ranking, leaves := threeLetters(t, map[string]int32{
		"A": 1_000, "B": -2_000, "C": 500,
		"AA": 1_000, "AB": 3_000, "AC": 1_500, "BB": -4_000, "BC": -1_500, "CC": 1_000,
	})
	d := NewDraws(leaves, ranking, rules.TileSet)
	rack, unseen := rackOf(t, rules.TileSet, "AB"), rackOf(t, rules.TileSet, "AAAAAAAAAA")
	drift := d.Drift(rules.TileSet, &rack, &unseen)
	// Pairs: AA -1000 and AB 4000 beyond their tiles, all others nothing.
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"every leave", float64(drift.all), (29*1_000 + 9*2_000 - 20*500) / 38. * trust / 64},
		{"A", float64(drift.kept[1]), (-29*1_000 - 9*4_000) / 38. * trust / 64},
		{"B", float64(drift.kept[2]), 29 * 4_000 / 38. * trust / 64},
		{"C, which is not on the rack", float64(drift.kept[3]), 0},
	} {
		if c.got < c.want-2 || c.got > c.want+2 {
			t.Errorf("%s: %.0f for each tile drawn, expected %.0f", c.what, c.got, c.want)
		}
	}
	if trust != 76 {
		t.Errorf("trust is %d: what was measured by the other value must be measured again", trust)
	}
	a := rackOf(t, rules.TileSet, "A")
	if got := drift.Of(&a, 3); got != 3*(drift.all+drift.kept[1]) {
		t.Errorf("a leave that draws three: %d", got)
	}
}
