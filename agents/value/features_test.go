package value

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	set, _ := tile.BuiltinSet("standard")
	for i, f := range Figures(set) {
		switch {
		case seen[f.Name]:
			t.Errorf("%s comes twice", f.Name)
		case !regexp.MustCompile(`^[a-z_]+(_[?A-Z0-9]+)?$`).MatchString(f.Name):
			t.Errorf("%q is no name", f.Name)
		case f.Feature.Meaning == "":
			t.Errorf("%s has no meaning", f.Name)
		case !slices.Contains([]int32{1, 10, 100, 1000}, f.Scale()):
			t.Errorf("%s has the scale %d", f.Name, f.Scale())
		case (f.Name == "constant") != (i == 0):
			t.Errorf("figure %d is %s: the constant is the first", i, f.Name)
		}
		seen[f.Name] = true
	}
}

// at is a position from CGP on the standard board.
func at(t testing.TB, cgp string, end engine.EndScoring) *engine.Position {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	rules.EndScoring = end
	c, err := notation.ParseCGP(cgp, &rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(&rules, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// figuresOf are the figures of a move that are not 0, by name.
func figuresOf(x *Extractor, p *engine.Position, m engine.Move) map[string]int32 {
	scored := movegen.Scored{Move: m}
	if m.Kind == engine.Play {
		scored.Score = p.Rules().Score(p.Board(), &m).Total
	}
	x.Begin(p.View(p.Seat()))
	got := map[string]int32{}
	for i, v := range x.Figures(&scored) {
		if v != 0 {
			got[Figures(p.Rules().TileSet)[i].Name] = v
		}
	}
	return got
}

const noTiles = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"

// play is an across play of a word of tiles that are all placed.
func play(t testing.TB, square, word string) engine.Move {
	t.Helper()
	row, col, dir, err := engine.ParseCoordinate(square)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.Move{Kind: engine.Play, Dir: dir, Row: uint8(row), Col: uint8(col), Len: uint8(len(word)), N: uint8(len(word))}
	for i, r := range word {
		m.Tiles[i], _ = tile.English().Tile(r)
	}
	return m
}

// TestFiguresByHand takes CAT on the empty board from 8H, of whose neighbours
// the word list has AT and TA across and SCAT and CATS along.
func TestFiguresByHand(t *testing.T) {
	_, lex := readWords(t, tile.English(), "cat cats scat at ta")
	p := at(t, noTiles+" CATEEQ?/ 20/5 0", engine.EndBox)
	leaves, err := leave.New("mine", p.Rules().TileSet, func(*tile.Rack) int32 { return 2500 })
	if err != nil {
		t.Fatal(err)
	}
	x := NewExtractor(p.Rules(), lex, leaves)
	got := figuresOf(x, p, play(t, "8H", "CAT"))
	if v := got["unseen_?"]; v != 10 { // 1 of 93
		t.Errorf("%d per mille of the unseen tiles are blanks", v)
	}
	for _, k := range kinds(p.Rules().TileSet) {
		delete(got, "unseen"+k)
	}
	want := map[string]int32{
		"constant": 1, "spread": 15, "score": 10,
		"lead_late": 35,                      // 25 points of which 14 of 100 tiles have left the bag
		"leave":     2500, "leave_late": 425, // 17 of 100
		"keep_?": 1, "keep_E": 2, "keep_Q": 1, "duplicates": 1, "imbalance": 1, "q_alone": 1,
		"drawn": 3, "bag": 83,
		// By rows T above and below the A, A above and below the T; by columns S
		// before and behind. Beside the C nothing fits.
		"hooks": 6, "dead": 2,
		"hook_tiles": 36,              // 5 T, 8 A and 4 S of 93 tiles, each twice
		"near_2L":    7, "near_3L": 2, // 8F and 8L, and 7G, 7I, 9G and 9I, of which 7I and 9I are in reach by row and by column
	}
	for _, vary := range []string{"room", "far_2L", "far_3L", "far_2W", "far_3W"} {
		delete(got, vary) // see TestReach
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}

	// Without a table of leaves a vowel more than consonants counts by what is to
	// be drawn: 39 vowels of 92 letters unseen, 423 in thousand, against 42 of 98,
	// 428.
	if got := figuresOf(NewExtractor(p.Rules(), lex, nil), p, play(t, "8H", "CAT")); got["pool_balance"] != -5 || got["leave"] != 0 {
		t.Errorf("without leaves: %v", got)
	}

	// The same rack changes four tiles, at the end of a bag.
	got = figuresOf(x, p, engine.NewExchange(p.Rack(0).AppendTiles(nil)[:4]...))
	for name, v := range map[string]int32{"exchange": 1, "drawn": 4, "bag": 86, "empty_board": 1, "keep_T": 1, "score": 0, "hooks": 0, "leave": 2500} {
		if got[name] != v {
			t.Errorf("exchange: %s is %d, want %d", name, got[name], v)
		}
	}
	if got := figuresOf(x, p, engine.Move{}); got["pass"] != 1 || got["drawn"] != 0 || got["bag"] != 86 {
		t.Errorf("pass: %v", got)
	}
}

// TestFewTiles takes the bag's last tiles.
func TestFewTiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	g := newGame(t, "standard", rng)
	x := NewExtractor(g.rules, g.lex, nil)
	seen := map[string]bool{}
	for range 15 {
		p := enginetest.RandomPosition(rng, g.rules, g.words, enginetest.Options{Stage: enginetest.SmallBag})
		for _, m := range g.scored(p) {
			got := figuresOf(x, p, m.Move)
			left := p.BagLen()
			if m.Kind == engine.Play {
				left -= min(left, int(m.N))
			}
			name := "bag_left_" + string(rune('0'+left))
			if got["bag"] != int32(left) || got[name] != 1 {
				t.Fatalf("%d of %d tiles are left: %v", left, p.BagLen(), got)
			}
			seen[name] = true
		}
	}
	if len(seen) < 6 {
		t.Errorf("only %v", seen)
	}
}

// TestEquity takes the weights that the table calls its priors: they are static
// equity, as movegen has it, for all moves of positions of all stages.
func TestEquity(t *testing.T) {
	outs := 0
	for _, board := range []string{"standard", "super"} {
		rng := rand.New(rand.NewPCG(7, 8))
		g := newGame(t, board, rng)
		leaves := leave.Synthetic(g.rules.TileSet)
		eval := movegen.Evaluation{Leaves: leaves.Values(), Ranking: leaves.Ranking()}
		var weights []Weight
		for _, f := range Figures(g.rules.TileSet) {
			weights = append(weights, Weight{Spread: int64(1e6 * f.Feature.Prior)})
		}
		m, err := New("equity", g.rules.TileSet, weights)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []engine.EndScoring{engine.EndBox, engine.EndDouble, engine.EndDeduct} {
			g.rules.EndScoring = end
			x := NewExtractor(g.rules, g.lex, leaves)
			x.draws = nil // see TestDraws
			gen, err := movegen.New(g.rules, g.lex)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 10 {
				options := enginetest.Options{}
				if i%2 == 0 { // short racks, with which plays go out
					options = enginetest.Options{Stage: enginetest.EmptyBag, RackLen: 2}
				}
				p := enginetest.RandomPosition(rng, g.rules, g.words, options)
				v := p.View(p.Seat())
				x.Begin(v)
				for _, valued := range gen.Best(nil, v, &eval, 1000) {
					figures := x.Figures(&valued.Scored)
					if valued.Kind == engine.Pass || end == engine.EndDeduct && p.BagLen() == 0 && x.kept.Len() > 0 {
						continue // the prior of points_kept is for the other ways to settle
					}
					if got := m.Spread(figures).Thousandths() - 1000*v.Spread(); got != valued.Equity {
						t.Fatalf("%s, %s: %+v is worth %d, want %d", board, end, valued.Move, got, valued.Equity)
					}
					if p.BagLen() == 0 && x.kept.Len() == 0 {
						outs++
					}
				}
			}
		}
	}
	if outs == 0 {
		t.Error("no play went out")
	}
}

// TestOut has 11 points on the other racks, a Q and an A.
func TestOut(t *testing.T) {
	rules, _ := engine.BuiltinRules("standard")
	s := situation{rules: &rules, set: rules.TileSet, unseen: tile.RackOf(17, 1)}
	for _, c := range []struct {
		end   engine.EndScoring
		seats int
		want  int32
	}{
		{engine.EndBox, 2, 22}, // we gain 11, the other loses them
		{engine.EndBox, 3, 16}, // each of two others loses half of them
		{engine.EndDouble, 2, 22},
		{engine.EndDouble, 3, 22},
		{engine.EndDeduct, 2, 11},
		{engine.EndDeduct, 3, 5},
	} {
		rules.EndScoring, rules.Seats = c.end, c.seats
		var dst [1]int32
		if out(&s, dst[:]); dst[0] != c.want {
			t.Errorf("%s with %d seats: %d, want %d", c.end, c.seats, dst[0], c.want)
		}
	}
	s.kept = tile.RackOf(1)
	var dst [1]int32
	if out(&s, dst[:]); dst[0] != 0 {
		t.Errorf("with a tile kept: %d", dst[0])
	}
}

// TestDraws: the correction of leaves is that of static equity.
func TestDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	g := newGame(t, "standard", rng)
	leaves := leave.Synthetic(g.rules.TileSet)
	eval := movegen.Evaluation{
		Leaves: leaves.Values(), Ranking: leaves.Ranking(),
		Draws: movegen.NewDraws(leaves.Values(), leaves.Ranking(), g.rules.TileSet),
	}
	gen, err := movegen.New(g.rules, g.lex)
	if err != nil {
		t.Fatal(err)
	}
	x, largest := NewExtractor(g.rules, g.lex, leaves), int32(0)
	for range 10 {
		p := enginetest.RandomPosition(rng, g.rules, g.words, enginetest.Options{Stage: enginetest.SmallBag})
		v := p.View(p.Seat())
		x.Begin(v)
		for _, m := range gen.Best(nil, v, &eval, 1000) {
			if m.Kind == engine.Pass {
				continue
			}
			x.Figures(&m.Scored)
			if want := m.Equity - 1000*m.Score; x.Leave() != want {
				t.Fatalf("%+v: %d, by movegen %d", m.Move, x.Leave(), want)
			}
			correction := x.Leave() - leaves.Value(&x.kept)
			largest = max(largest, correction, -correction)
		}
	}
	if largest < 500 {
		t.Errorf("the largest correction is %d thousandths", largest)
	}
}

// TestMirrored looks at positions in a mirror at the diagonal.
func TestMirrored(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	g := newGame(t, "super", rng)
	x := NewExtractor(g.rules, g.lex, leave.Synthetic(g.rules.TileSet))
	for p := range enginetest.Walk(rng, g.rules, g.words) {
		q := mirrored(t, p)
		for _, m := range g.scored(p) {
			w := m.Move
			if m.Kind == engine.Play {
				w.Row, w.Col, w.Dir = m.Col, m.Row, 1-m.Dir
			}
			if a, b := figuresOf(x, p, m.Move), figuresOf(x, q, w); !maps.Equal(a, b) {
				t.Fatalf("%+v: %v, mirrored %v", m, a, b)
			}
			if rng.IntN(4) > 0 {
				break // some of the moves of each position
			}
		}
	}
}

func mirrored(t *testing.T, p *engine.Position) *engine.Position {
	t.Helper()
	s := engine.Setup{Board: engine.NewBoard(p.Board().Dim()), Seat: p.Seat()}
	for row := range p.Board().Dim() {
		for col := range p.Board().Dim() {
			s.Board.Put(col, row, p.Board().At(row, col))
		}
	}
	for seat := range p.Rules().Seats {
		s.Racks = append(s.Racks, *p.Rack(seat))
		s.Scores = append(s.Scores, p.Score(seat))
	}
	q, err := engine.NewPosition(p.Rules(), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestFollow goes through a game to and fro: an extractor that follows sees
// what a new one sees.
func TestFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	g := newGame(t, "standard", rng)
	counts := g.rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	p := engine.NewGame(g.rules, order, 1)
	x := NewExtractor(g.rules, g.lex, nil)
	for step := 0; step < 300 && p.End() == engine.EndNone; step++ {
		moves := g.scored(p)
		m := moves[rng.IntN(min(len(moves), 1+rng.IntN(20)))]
		if got, want := figuresOf(x, p, m.Move), figuresOf(NewExtractor(g.rules, g.lex, nil), p, m.Move); !maps.Equal(got, want) {
			t.Fatalf("step %d: %v, want %v", step, got, want)
		}
		switch {
		case p.Turns() > 3 && rng.IntN(4) == 0:
			for range 1 + rng.IntN(3) {
				p.Undo()
			}
		default:
			p.Play(m.Move)
			if moves := g.scored(p); rng.IntN(2) == 0 && p.End() == engine.EndNone {
				p.Play(moves[0].Move) // a turn that the extractor does not see
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	g := newGame(t, "super", rng)
	p := enginetest.RandomPosition(rng, g.rules, g.words, enginetest.Options{Stage: enginetest.Middle})
	leaves := leave.Synthetic(g.rules.TileSet)
	model, err := Builtin("super", g.rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	x, moves := NewExtractor(g.rules, g.lex, leaves), g.scored(p)
	sum := Prediction(0)
	n := testing.AllocsPerRun(20, func() {
		x.known = false
		x.Begin(p.View(p.Seat()))
		for i := range moves[:min(len(moves), 20)] {
			figures := x.Figures(&moves[i])
			sum += model.Spread(figures) + model.Win(figures)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestBounds gives figures that are beyond all games.
func TestBounds(t *testing.T) {
	set, _ := tile.BuiltinSet("standard")
	rules, _ := engine.BuiltinRules("standard")
	lex, err := lexicon.Open("open", set.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := at(t, noTiles+" CATEEQ?/ 999999/0 0", engine.EndBox)
	x := NewExtractor(&rules, lex, nil)
	x.Begin(p.View(0))
	figures := x.Figures(&movegen.Scored{Move: play(t, "8H", "CAT"), Score: 9999})
	weights := make([]Weight, len(figures))
	for i, f := range Figures(set) {
		if f.Name == "score" && figures[i] != maxUnits || f.Name == "lead_late" && figures[i] != 10*maxUnits {
			t.Errorf("%s is %d", f.Name, figures[i])
		}
		figures[i] = maxUnits * f.Scale()
		weights[i] = Weight{MaxWeight, -MaxWeight}
	}
	m, err := New("large", set, weights)
	if err != nil {
		t.Fatal(err)
	}
	// 1000 for a unit, as often as there are figures.
	want := Prediction(maxUnits*1000*int64(len(figures))) * 1e9
	if got := m.Spread(figures); got != want {
		t.Errorf("the sum is %d, want %d", got, want)
	}
	if got := m.Win(figures); got != -want {
		t.Errorf("the sum is %d, want %d", got, -want)
	}
	if p := m.Spread(figures).Thousandths(); p != 1<<31-1 {
		t.Errorf("%d thousandths", p)
	}
}
