package enginetest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func mustDictionary(t testing.TB, words string) *Dictionary {
	t.Helper()
	d, err := ParseDictionary(tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustRack(t testing.TB, s string) tile.Rack {
	t.Helper()
	rack, err := tile.English().ParseRack(s)
	if err != nil {
		t.Fatal(err)
	}
	return rack
}

func rules(t testing.TB, board string) *engine.Rules {
	t.Helper()
	r, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no game %q", board)
	}
	return &r
}

// smallRules is a game so small that every placement can be tried.
func smallRules(t testing.TB) *engine.Rules {
	t.Helper()
	layout, err := engine.ReadLayout(strings.NewReader("=.'.~\n.-...\n\"...^\n...-.\n~.'.="), "small")
	if err != nil {
		t.Fatal(err)
	}
	set, err := tile.ReadSet(strings.NewReader("?,2,0,0\nA,5,1,1\nB,4,3,0\nC,4,5,0\n"), "small")
	if err != nil {
		t.Fatal(err)
	}
	r := engine.DefaultRules(layout, set)
	r.RackSize = 3
	return &r
}

func text(p *engine.Position, moves []Scored) []string {
	var list []string
	for _, m := range moves {
		list = append(list, string(notation.AppendMove(nil, p.Rules().TileSet.Alphabet, p.Board(), &m.Move)))
	}
	return list
}

// allPlacements tries every way to put tiles down and keeps what the engine
// calls legal and the dictionary calls words.
func allPlacements(d *Dictionary, p *engine.Position) []engine.Move {
	found := map[engine.Move]bool{}
	var tiles []tile.Tile
	for t := range tile.Tile(p.Rules().TileSet.Alphabet.Len() + 1) {
		if t > 0 {
			tiles = append(tiles, t, t|tile.BlankBit)
		}
	}
	dim := p.Board().Dim()
	var try func(m engine.Move)
	try = func(m engine.Move) {
		if m.N > 0 {
			for length := range dim + 1 {
				m.Len = uint8(length)
				if p.Check(&m) != nil {
					continue
				}
				legal := true
				for word := range p.Board().Words(&m) {
					legal = legal && d.Has(word)
				}
				if legal {
					found[p.Board().Canonical(m)] = true
				}
			}
		}
		if m.N < 3 {
			for _, t := range tiles {
				next := m
				next.Tiles[m.N] = t
				next.N++
				try(next)
			}
		}
	}
	for dir := range engine.Dir(2) {
		for row := range dim {
			for col := range dim {
				try(engine.Move{Kind: engine.Play, Dir: dir, Row: uint8(row), Col: uint8(col)})
			}
		}
	}
	var moves []engine.Move
	for m := range found {
		moves = append(moves, m)
	}
	slices.SortFunc(moves, func(a, b engine.Move) int { return a.Compare(&b) })
	return moves
}

func TestPlaysAreAllPlacements(t *testing.T) {
	d := mustDictionary(t, "AB BA AA CAB ACB ABBA BACA CABA CC ABC AABCA")
	rng := rand.New(rand.NewPCG(1, 2))
	plays := 0
	for range 40 {
		p := RandomPosition(rng, smallRules(t), d, Options{})
		var got []engine.Move
		for _, s := range d.Plays(p) {
			got = append(got, s.Move)
		}
		slices.SortFunc(got, func(a, b engine.Move) int { return a.Compare(&b) })
		if diff := cmp.Diff(allPlacements(d, p), got); diff != "" {
			t.Fatalf("%s:\n%s", notation.AppendCGP(nil, p), diff)
		}
		plays += len(got)
	}
	if plays < 300 {
		t.Errorf("only %d plays: the positions are too poor to tell anything", plays)
	}
}

func TestEmptyBoardAcrossAndDown(t *testing.T) {
	p, err := engine.NewPosition(rules(t, "standard"), engine.Setup{
		Board: engine.NewBoard(15), Racks: []tile.Rack{mustRack(t, "AT?")},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := text(p, mustDictionary(t, "AT A Q").Plays(p))
	slices.Sort(got)
	want := []string{
		"8G AT", "8G At", "8G aT", "8H AT", "8H At", "8H aT",
		"H7 AT", "H7 At", "H7 aT", "H8 AT", "H8 At", "H8 aT",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A tile that makes a word in both directions is one play, in the across form.
func TestOneTilePlayOnce(t *testing.T) {
	r := rules(t, "standard")
	c, err := notation.ParseCGP("15/15/15/15/15/15/8A6/7B7/15/15/15/15/15/15/15 A/ 0/0", r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(r, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	// The A at 7H is AA across and AB down, and the one at 8I is BA and AA;
	// all others form one word.
	got := text(p, mustDictionary(t, "AA AB BA").Plays(p))
	slices.Sort(got)
	want := []string{"7H A.", "8G A.", "8H .A", "7I .A", "H8 .A", "I6 A."}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMovesExchanges(t *testing.T) {
	d := mustDictionary(t, "QI")
	for _, c := range []struct {
		bag, min  int
		exchanges int // of the rack AAB?: 3*2*2 - 1 distinct ones
	}{
		{7, 7, 11},
		{6, 7, 0},
		{2, 1, 7}, // of one tile 3, of two 4: AA AB A? B?
		{1, 1, 3},
		{0, 1, 0},
	} {
		r := rules(t, "standard")
		r.MinBagToExchange = c.min
		p := withBag(t, r, "AAB?", c.bag)
		moves := d.Moves(p)
		if moves[len(moves)-1].Kind != engine.Pass {
			t.Errorf("the pass is not the last move")
		}
		exchanges := 0
		for _, m := range moves {
			if m.Kind == engine.Exchange {
				exchanges++
				if err := p.Check(&m.Move); err != nil {
					t.Error(err)
				}
			}
		}
		if exchanges != c.exchanges {
			t.Errorf("bag %d, minimum %d: %d exchanges, want %d", c.bag, c.min, exchanges, c.exchanges)
		}
	}
}

// withBag is a position with so many tiles in the bag and no words to play:
// the other tiles lie about the board.
func withBag(t *testing.T, r *engine.Rules, rack string, bag int) *engine.Position {
	t.Helper()
	mine := mustRack(t, rack)
	rest := r.TileSet.Counts()
	rest.RemoveAll(&mine)
	rest.Remove(tile.Blank)
	s := engine.Setup{Board: engine.NewBoard(15), Racks: []tile.Rack{mine, {}}}
	lie := rest.AppendTiles(nil)
	for i, l := range lie[:rest.Len()+1-bag-r.RackSize] {
		s.Board.Put(i/15, i%15, l)
	}
	p, err := engine.NewPosition(r, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p.BagLen() != bag {
		t.Fatalf("bag of %d, want %d", p.BagLen(), bag)
	}
	return p
}

func TestDictionary(t *testing.T) {
	d := mustDictionary(t, "CAT CATS AT cat A\nTO")
	var words []string
	for w := range d.Words() {
		words = append(words, tile.English().Text(w))
		if !d.Has(w) {
			t.Errorf("%s is missing", tile.English().Text(w))
		}
	}
	if diff := cmp.Diff([]string{"A", "AT", "CAT", "CATS", "TO"}, words); diff != "" {
		t.Error(diff)
	}
	blank := []tile.Tile{3, 1 | tile.BlankBit, 20}
	if !d.Has(blank) || d.Has(blank[:2]) || d.Has(nil) {
		t.Error("Has is wrong about CaT, Ca or the empty word")
	}
	if got := NewDictionary(d.Words()); got.Len() != d.Len() {
		t.Errorf("a copy of %d words has %d", d.Len(), got.Len())
	}
	a, b := d.Sample(rand.New(rand.NewPCG(1, 1)), 3), d.Sample(rand.New(rand.NewPCG(1, 1)), 3)
	if a.Len() != 3 || !slices.Equal(a.words, b.words) {
		t.Errorf("samples %q and %q", a.words, b.words)
	}
	if _, err := ParseDictionary(tile.English(), "A1"); err == nil {
		t.Error("A1 was taken for a word")
	}
}
