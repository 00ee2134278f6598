package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// mustRules are the default rules of a game, changed as a test likes.
func mustRules(t testing.TB, board string, change ...func(*engine.Rules)) *engine.Rules {
	t.Helper()
	r, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no game %q", board)
	}
	for _, c := range change {
		c(&r)
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return &r
}

func seats(n int) func(*engine.Rules) { return func(r *engine.Rules) { r.Seats = n } }

// mustPosition sets up a position. Instead of all rows of the board it takes
// those with tiles, as in "8:6CAT6 9:6A8", then the rest of the CGP.
func mustPosition(t testing.TB, r *engine.Rules, rows, rest string) *engine.Position {
	t.Helper()
	c, err := notation.ParseCGP(line(r, rows)+" "+rest, r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(r, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func line(r *engine.Rules, rows string) string {
	b := engine.NewBoard(r.Layout.Dim())
	all := strings.Split(string(notation.AppendBoard(nil, r.TileSet.Alphabet, &b)), "/")
	for s := range strings.FieldsSeq(rows) {
		number, row, _ := strings.Cut(s, ":")
		n := 0
		for _, d := range number {
			n = 10*n + int(d-'0')
		}
		all[n-1] = row
	}
	return strings.Join(all, "/")
}

func mustMove(t testing.TB, p *engine.Position, s string) engine.Move {
	t.Helper()
	m, err := notation.ParseMove(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustRack(t testing.TB, s string) tile.Rack {
	t.Helper()
	rack, err := tile.English().ParseRack(s)
	if err != nil {
		t.Fatal(err)
	}
	return rack
}

// fullBag is all tiles of the set in a random order.
func fullBag(r *engine.Rules, key ...uint64) []tile.Tile {
	counts := r.TileSet.Counts()
	order := counts.AppendTiles(nil)
	s := engine.NewStream(key...)
	s.Shuffle(order)
	return order
}

// randomPlay finds a play of the seat to move that is legal but for its words,
// by trial. It reports false if a few hundred trials found none.
func randomPlay(rng *rand.Rand, p *engine.Position) (engine.Move, bool) {
	b := p.Board()
	for range 400 {
		tiles := p.Rack(p.Seat()).AppendTiles(nil)
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		m := engine.Move{
			Kind: engine.Play, Dir: engine.Dir(rng.IntN(2)),
			Row: uint8(rng.IntN(b.Dim())), Col: uint8(rng.IntN(b.Dim())),
			N: uint8(1 + rng.IntN(len(tiles))),
		}
		for i, t := range tiles[:m.N] {
			if t == tile.Blank {
				t = tile.BlankBit | tile.Tile(1+rng.IntN(26))
			}
			m.Tiles[i] = t
		}
		dr, dc := m.Dir.Step()
		placed := 0
		for row, col := int(m.Row), int(m.Col); b.Occupied(row, col) || placed < int(m.N); row, col = row+dr, col+dc {
			if !b.Occupied(row, col) {
				placed++
			}
			m.Len++
		}
		if p.Check(&m) == nil {
			return m, true
		}
	}
	return engine.Move{}, false
}

// randomMove is a legal move but for its words: mostly a play.
func randomMove(rng *rand.Rand, p *engine.Position) engine.Move {
	tiles := p.Rack(p.Seat()).AppendTiles(nil)
	if most := min(p.Rules().MaxExchange(p.BagLen()), len(tiles)); most > 0 && rng.IntN(6) == 0 {
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		return engine.NewExchange(tiles[:1+rng.IntN(most)]...)
	}
	if rng.IntN(12) > 0 && len(tiles) > 0 {
		if m, ok := randomPlay(rng, p); ok {
			return m
		}
	}
	return engine.Move{}
}

// checkTiles checks that bag, racks and board add up to the tile set, and the
// hash to the board.
func checkTiles(t testing.TB, p *engine.Position) {
	t.Helper()
	all := p.Board().Tiles()
	for seat := range p.Rules().Seats {
		all.AddAll(p.Rack(seat))
	}
	bag := tile.RackOf(p.BagOrder()...)
	all.AddAll(&bag)
	if all != p.Rules().TileSet.Counts() || bag.Len() != p.BagLen() {
		t.Fatalf("tiles are lost or gained: %s, bag %s", notation.AppendCGP(nil, p), tile.English().RackText(bag))
	}
	if p.View(0).BoardHash() != p.Board().Hash() {
		t.Fatalf("%s: the hash is not that of the board", notation.AppendCGP(nil, p))
	}
}
