package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
)

// place is a play as a program may hand it in, well-formed or not: the first
// square, the length it claims, and the tiles it places.
func place(t *testing.T, at string, length int, tiles string) engine.Move {
	t.Helper()
	row, col, dir, err := engine.ParseCoordinate(at)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.Move{Kind: engine.Play, Dir: dir, Row: uint8(row), Col: uint8(col), Len: uint8(length), N: uint8(len(tiles))}
	for i, r := range tiles {
		m.Tiles[i], _ = tile.English().Tile(r)
	}
	return m
}

func wantIllegal(t *testing.T, p *engine.Position, m engine.Move, want string) {
	t.Helper()
	if err := p.Check(&m); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%+v: error %v, want %q", m, err, want)
	}
}

func wantLegal(t *testing.T, p *engine.Position, m engine.Move) {
	t.Helper()
	if err := p.Check(&m); err != nil {
		t.Errorf("%+v: %v", m, err)
	}
}

// catPosition has CAT across at 8G.
func catPosition(t *testing.T) *engine.Position {
	return mustPosition(t, mustRules(t, "standard"), "8:6CAT6", "DOGSEZ?/ 0/0 0")
}

func TestIllegalDiagonalOnly(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, place(t, "9J", 2, "DO"), "touches no tile")
	wantIllegal(t, p, place(t, "F6", 2, "DO"), "touches no tile")
	wantLegal(t, p, place(t, "9I", 2, "DO"))
	wantLegal(t, p, place(t, "F7", 2, "DO")) // its second tile stands beside the C
}

func TestIllegalOneLetterWord(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, place(t, "7H", 1, "D"), "one-letter word")
	wantIllegal(t, p, place(t, "1A", 1, "D"), "one-letter word")
	wantLegal(t, p, place(t, "H7", 2, "D")) // the same tile as DA down
}

func TestIllegalGap(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, place(t, "9G", 4, "DO"), "a word of 2 letters, not 4")
	wantIllegal(t, p, place(t, "9G", 1, "DO"), "a word of 2 letters, not 1")
	wantIllegal(t, p, place(t, "8G", 5, "S"), "a word of 4 letters, not 5")
}

func TestIllegalOffTheBoard(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, place(t, "1O", 2, "DO"), "runs off the board after 1 letters")
	wantIllegal(t, p, place(t, "O15", 2, "DO"), "runs off the board after 1 letters")
	wantIllegal(t, p, place(t, "16A", 2, "DO"), "16A is off the board")
	wantIllegal(t, p, place(t, "P1", 2, "DO"), "1P is off the board")
	m := place(t, "1A", 2, "DO")
	m.Row, m.Col = 255, 255
	wantIllegal(t, p, m, "off the board")
	// Both edges can be reached.
	edge := mustPosition(t, mustRules(t, "standard"), "8:O13O", "DG/ 0/0 0")
	wantLegal(t, edge, place(t, "8N", 2, "D"))
	wantLegal(t, edge, place(t, "8A", 2, "D"))
}

func TestIllegalTilesNotOnTheRack(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, place(t, "8G", 4, "B"), "B are not all on the rack ?DEGOSZ")
	wantIllegal(t, p, place(t, "8G", 5, "SS"), "not all on the rack")
	wantIllegal(t, p, place(t, "8G", 5, "bb"), "?? are not all")
	wantLegal(t, p, place(t, "8G", 4, "b")) // the blank
}

func TestIllegalJoin(t *testing.T) {
	p := mustPosition(t, mustRules(t, "standard"), "8:3CAT1DOG5", "SE/ 0/0 0")
	wantLegal(t, p, place(t, "8D", 7, "S"))
	wantIllegal(t, p, place(t, "8D", 4, "S"), "a word of 7 letters, not 4")  // CATS, as if DOG were not there
	wantIllegal(t, p, place(t, "8G", 4, "S"), "there is a tile before it")   // SDOG, as if CAT were not
	wantIllegal(t, p, place(t, "G8", 1, "S"), "one-letter word")             // down
	wantIllegal(t, p, place(t, "8E", 6, "S"), "there is a tile before it")   // from within a run
	wantIllegal(t, p, place(t, "8D", 3, ""), "places at least one tile")     // what lies there already
	wantIllegal(t, p, place(t, "8C", 8, "S"), "a word of 4 letters, not 8")  // the first gap takes the tile
	wantLegal(t, p, place(t, "8C", 8, "ES"))                                 // both gaps
	wantIllegal(t, p, place(t, "8K", 2, "SE"), "there is a tile before it")  // behind a run
	wantIllegal(t, p, place(t, "8C", 2, "SE"), "a word of 8 letters, not 2") // before a run
}

func TestFirstPlay(t *testing.T) {
	for board, c := range map[string]struct{ across, down, beside string }{
		"standard": {"8H", "H7", "8I"},
		"super":    {"11K", "K10", "11L"},
	} {
		p := mustPosition(t, mustRules(t, board), "", "CAT/ 0/0 0")
		wantLegal(t, p, place(t, c.across, 2, "AT"))
		wantLegal(t, p, place(t, c.down, 3, "CAT"))
		wantIllegal(t, p, place(t, c.beside, 2, "AT"), "does not cover the start square")
		wantIllegal(t, p, place(t, "1A", 2, "AT"), "does not cover the start square")
		wantIllegal(t, p, place(t, c.across, 1, "A"), "one-letter word")
	}
}

func TestIllegalTiles(t *testing.T) {
	p := catPosition(t)
	for _, bad := range []tile.Tile{0, 27, 31, 32, 64 + 4, tile.BlankBit, tile.BlankBit | 27, tile.BlankBit | 31, tile.BlankBit | 64 | 4} {
		m := place(t, "8G", 4, "S")
		m.Tiles[0] = bad
		wantIllegal(t, p, m, "tile 1 of the play is no letter")
	}
	m := place(t, "8G", 4, "S")
	m.Tiles[1] = 4
	wantIllegal(t, p, m, "lists more")
	m = place(t, "8G", 4, "S")
	m.Dir = 2
	wantIllegal(t, p, m, "unknown direction 2")
	m = place(t, "8G", 4, "S")
	m.Kind = 3
	wantIllegal(t, p, m, "unknown kind of move 3")
	m = place(t, "8G", 4, "S")
	m.N = 200
	wantIllegal(t, p, m, "more than a rack holds")
}

func TestPassIsBare(t *testing.T) {
	p := catPosition(t)
	wantLegal(t, p, engine.Move{})
	wantIllegal(t, p, engine.Move{Row: 1}, "a pass has no tiles and no square")
	wantIllegal(t, p, engine.Move{N: 1}, "a pass has no tiles")
}

// The same one tile written across and down is one play.
func TestOneTilePlayIsCanonical(t *testing.T) {
	p := mustPosition(t, mustRules(t, "standard"), "8:6CAT6 9:9O5", "SE/ 0/0 0")
	for _, c := range []struct{ in, want string }{
		{"J8 S.", "8G ...S"}, // CATS and SO
		{"8G ...S", "8G ...S"},
		{"J9 .S", "J9 .S"},   // OS down alone
		{"9J .S", "9J .S"},   // OS across alone
		{"H8 .E", "H8 .E"},   // AE down; beside it there is nothing
		{"I8 .E", "9I E."},   // TE down and EO across
		{"J8 S.E", "J8 S.E"}, // two tiles stay as they are
	} {
		if got, want := mustMove(t, p, c.in), mustMove(t, p, c.want); got != want || got.Coordinate() != strings.Fields(c.want)[0] {
			t.Errorf("%s is %+v, want %+v", c.in, got, want)
		}
	}
	if m := engine.NewExchange(5); p.Board().Canonical(m) != m {
		t.Error("an exchange has one form")
	}
}

func TestExchangeLimits(t *testing.T) {
	for _, c := range []struct{ bag, min, most int }{
		{100, 7, 7}, {8, 7, 7}, {7, 7, 7}, {6, 7, 0}, {1, 7, 0}, {0, 7, 0},
		{7, 1, 7}, {6, 1, 6}, {3, 1, 3}, {1, 1, 1}, {0, 1, 0},
	} {
		r := mustRules(t, "standard", func(r *engine.Rules) { r.MinBagToExchange = c.min })
		if got := r.MaxExchange(c.bag); got != c.most {
			t.Errorf("bag %d, minimum %d: up to %d tiles, want %d", c.bag, c.min, got, c.most)
		}
		p := endPosition(t, r, "8:6CAT6", strings.Repeat("N", c.bag), "DOGSEZB", "VVVVVVV")
		if p.BagLen() != c.bag || p.View(0).MaxExchange() != c.most {
			t.Fatalf("bag %d, up to %d", p.BagLen(), p.View(0).MaxExchange())
		}
		tiles := p.Rack(0).AppendTiles(nil)
		for n := 1; n <= 7; n++ {
			m := engine.NewExchange(tiles[:n]...)
			if err := p.Check(&m); (err == nil) != (n <= c.most) {
				t.Errorf("bag %d, minimum %d: exchange of %d: %v", c.bag, c.min, n, err)
			}
		}
	}
}

func TestIllegalExchange(t *testing.T) {
	p := catPosition(t)
	wantIllegal(t, p, engine.NewExchange(), "no tiles")
	wantIllegal(t, p, engine.NewExchange(2), "not all on the rack")
	wantIllegal(t, p, engine.NewExchange(0, 0), "not all on the rack")
	wantLegal(t, p, engine.NewExchange(26, 0, 4))
	m := engine.NewExchange(4, 5)
	m.Tiles[0], m.Tiles[1] = 5, 4
	wantIllegal(t, p, m, "ascending order")
	m = engine.NewExchange(4, 5)
	m.Col = 1
	wantIllegal(t, p, m, "ascending order")
	wantIllegal(t, p, engine.NewExchange(4|tile.BlankBit), "no tile")
	wantIllegal(t, p, engine.NewExchange(32), "no tile")
	wantIllegal(t, p, engine.NewExchange(0, 4, 5, 7, 15, 19, 26, 26), "more than a rack holds")
}

// Whatever is handed in, Check answers; and what it lets through can be played
// and taken back.
func TestCheckTakesAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	legal := 0
	for range 200 {
		r := mustRules(t, "standard")
		p := engine.NewGame(r, fullBag(r, rng.Uint64()), 1)
		for range rng.IntN(20) {
			if p.End() == engine.EndNone {
				p.Play(randomMove(rng, p))
			}
		}
		start := p.Snapshot()
		near := func(n int) uint8 { // mostly what a move has, sometimes anything
			if rng.IntN(20) == 0 {
				return uint8(rng.Uint32())
			}
			return uint8(rng.IntN(n))
		}
		rack := p.Rack(p.Seat()).AppendTiles(nil)
		for range 2000 {
			m := engine.Move{
				Kind: engine.Kind(near(3)), Dir: engine.Dir(near(2)), Row: near(15), Col: near(15), Len: near(5), N: near(4),
			}
			for i := range min(m.N, engine.MaxRack) {
				m.Tiles[i] = rack[rng.IntN(len(rack))]
				if rng.IntN(20) == 0 {
					m.Tiles[i] = tile.Tile(rng.Uint32())
				}
			}
			if p.Check(&m) == nil {
				legal++
				p.Play(m)
				checkTiles(t, p)
				p.Undo()
				wantSame(t, start, p.Snapshot())
			}
		}
	}
	if legal < 1000 {
		t.Errorf("only %d legal moves", legal)
	}
}

func TestNoMoveAfterTheEnd(t *testing.T) {
	p := catPosition(t)
	for p.End() == engine.EndNone {
		p.Play(engine.Move{})
	}
	for _, m := range []engine.Move{{}, engine.NewExchange(4), place(t, "8G", 4, "S")} {
		wantIllegal(t, p, m, "the game is over")
	}
}
