package endgame

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func mustSolve(t testing.TB, s *Solver, p *engine.Position) Result {
	t.Helper()
	res, err := s.Solve(t.Context(), p.View(p.Seat()))
	if err != nil {
		t.Fatalf("%s: %v", notation.AppendCGP(nil, p), err)
	}
	return res
}

// TestTableSize: the size of the table decides how long it takes and nothing
// else.
func TestTableSize(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, e := range enginetest.Endgames() {
		p := e.Position()
		want := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16, Line: true}), p)
		if want.Nodes > 2000 {
			continue
		}
		for _, entries := range []int{1, 2, 5, 64, 1000} {
			got := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: entries, Line: true}), p)
			got.Nodes = want.Nodes
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v with %d entries, %+v with more", e.CGP, got, entries, want)
			}
		}
	}
}

// TestReuse: a solver keeps nothing of what it found, however often it is
// used, and a second one does the same to the last node.
func TestReuse(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	positions := enginetest.Endgames()[10:]
	p := positions[0].Position()
	rules := p.Rules()
	used := newSolver(t, rules, lex, Options{Entries: 1 << 14, Nodes: 3000})
	for i := range 3 * generations / 2 {
		p, err := engine.NewPosition(rules, setupOf(positions[i/2%len(positions)].Position()), 0)
		if err != nil {
			t.Fatal(err)
		}
		got := mustSolve(t, used, p)
		want := mustSolve(t, newSolver(t, rules, lex, Options{Entries: 1 << 14, Nodes: 3000}), p)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d: %+v, and %+v by a new solver", i, got, want)
		}
	}
}

func setupOf(p *engine.Position) engine.Setup {
	return engine.Setup{
		Board: *p.Board(), Racks: []tile.Rack{*p.Rack(0), *p.Rack(1)},
		Scores: []int32{p.Score(0), p.Score(1)}, Seat: p.Seat(), Scoreless: p.Scoreless(),
	}
}

func TestBudget(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, e := range enginetest.Endgames()[:30] {
		p := e.Position()
		whole := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16}), p)
		for _, nodes := range []int64{1, 10, 100, 1000, whole.Nodes - 1, whole.Nodes, 2 * whole.Nodes} {
			if nodes < 1 {
				continue
			}
			got := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16, Nodes: nodes}), p)
			if got.Nodes > nodes || got.FinalSpread != got.Value+p.Spread(p.Seat()) {
				t.Errorf("%s: %+v with %d nodes", e.CGP, got, nodes)
			}
			if nodes >= whole.Nodes && !reflect.DeepEqual(got, whole) || got.Exact && got.Value != whole.Value {
				t.Errorf("%s: %+v with %d nodes, %+v without a limit", e.CGP, got, nodes, whole)
			}
			all := newGenerator(t, p).All(nil, p.View(p.Seat()))
			if !slices.Contains(all, movegen.Scored{Move: got.Move, Score: got.Score}) {
				t.Errorf("%s: %s is no legal move of %d points", e.CGP, text(p, got.Move), got.Score)
			}
		}
	}
}

// newGenerator is a generator on the board of a position.
func newGenerator(t testing.TB, p *engine.Position) *movegen.Generator {
	t.Helper()
	g, err := movegen.New(p.Rules(), enginetest.OpenLexicon(t))
	if err != nil {
		t.Fatal(err)
	}
	g.Follow(p.View(p.Seat()))
	return g
}

// TestLine: the line is a legal game that ends as it was said, and from every
// position in it the solver says the same.
func TestLine(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, e := range enginetest.Endgames() {
		p := e.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 16, Line: true})
		res := mustSolve(t, s, p)
		if res.Nodes > 5000 {
			continue
		}
		seat := p.Seat()
		for i, m := range res.Line {
			got := mustSolve(t, s, p)
			if !slices.Equal(got.Line, res.Line[i:]) {
				t.Fatalf("%s: the line %v is %v after %d moves", e.CGP, res.Line, got.Line, i)
			}
			if err := p.Check(&m); err != nil {
				t.Fatal(err)
			}
			p.Play(m)
		}
		if p.End() == engine.EndNone || p.Spread(seat) != res.FinalSpread {
			t.Errorf("%s: the line ends by %v with a spread of %d, want %d", e.CGP, p.End(), p.Spread(seat), res.FinalSpread)
		}
	}
}

// TestSelfPlayLines: endgames as games come to them, too large for any twin,
// end as they were said.
func TestSelfPlayLines(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		s := newSolver(t, &rules, lex, Options{Nodes: lineNodes, Line: true})
		ended := 0
		for _, p := range endgames(t, &rules, lex, 20) {
			seat, cgp := p.Seat(), notation.AppendCGP(nil, p)
			res := mustSolve(t, s, p)
			for _, m := range res.Line {
				p.Play(m)
			}
			if p.End() == engine.EndNone {
				continue // the budget ran out
			}
			if ended++; p.Spread(seat) != res.FinalSpread {
				t.Errorf("%s: %d at the end, want %d", cgp, p.Spread(seat), res.FinalSpread)
			}
		}
		if ended < 8 {
			t.Errorf("%s: only %d endgames solved", board, ended)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, e := range enginetest.Endgames()[:10] {
		p := e.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 10})
		v := p.View(p.Seat())
		if n := testing.AllocsPerRun(3, func() { s.Solve(t.Context(), v) }); n != 0 {
			t.Errorf("%s: %v allocations", e.CGP, n)
		}
	}
}

func TestErrors(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	e := enginetest.Endgames()[0]
	p := e.Position()
	s := newSolver(t, p.Rules(), lex, Options{Entries: 1})
	over, err := engine.NewPosition(p.Rules(), setupOf(p), 0)
	if err != nil {
		t.Fatal(err)
	}
	for range over.Rules().ScorelessLimit() {
		over.Play(engine.Move{})
	}
	three := *p.Rules()
	three.Seats = 3
	threeSeats, err := engine.NewPosition(&three, setupOf(p), 0)
	if err != nil {
		t.Fatal(err)
	}
	other := *p.Rules()
	other.EndScoring = engine.EndBox
	otherRules, err := engine.NewPosition(&other, setupOf(p), 0)
	if err != nil {
		t.Fatal(err)
	}
	same := *p.Rules()
	bag, err := engine.NewPosition(&same, engine.Setup{Board: engine.NewBoard(15)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[string]engine.View{
		"93 tiles in the bag": bag.View(0),
		"3 seats":             threeSeats.View(threeSeats.Seat()),
		"other rules":         otherRules.View(otherRules.Seat()),
		"seat 0 is to move":   p.View(1),
		"the game is over":    over.View(over.Seat()),
	} {
		if _, err := s.Solve(t.Context(), v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for _, o := range []Options{{Entries: -1}, {Nodes: -1}} {
		if _, err := New(p.Rules(), lex, o); err == nil {
			t.Errorf("no error for %+v", o)
		}
	}
	set, err := tile.NewSet("abc", []tile.Row{{Letter: '?'}, {Letter: 'A', Count: 20}, {Letter: 'B', Count: 5}})
	if err != nil {
		t.Fatal(err)
	}
	rules := engine.DefaultRules(p.Rules().Layout, set)
	if _, err := New(&rules, lex, Options{}); err == nil {
		t.Error("no error for a lexicon of another alphabet")
	}
}

// tightSet has just the tiles of the board and the racks, some of them worth
// nothing.
func tightSet(t *testing.T, base *tile.Set, free string, b *engine.Board, racks ...tile.Rack) *tile.Set {
	t.Helper()
	all := b.Tiles()
	for i := range racks {
		all.AddAll(&racks[i])
	}
	rows := base.Rows()
	for i := range rows {
		rows[i].Count = all.Count(tile.Tile(i))
		if strings.ContainsRune(free, rows[i].Letter) {
			rows[i].Points = 0
		}
	}
	set, err := tile.NewSet("tight", rows)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestOddStarts: endgames that no game comes to but a position can be, with an
// empty rack or on an empty board, and many plays that score nothing.
func TestOddStarts(t *testing.T) {
	d, err := enginetest.ParseDictionary(tile.English(), "AA AB BA ABA BAA TA TAB AT BAT")
	if err != nil {
		t.Fatal(err)
	}
	lex := enginetest.LexiconOf(t, d)
	rng := rand.New(rand.NewPCG(3, 4))
	for _, racks := range [][2]string{
		{"", "AB"}, {"AB", ""}, {"B", ""}, {"T", ""}, {"AT", "BA"}, {"A?", "T"}, {"V", "TAB"}, {"V", "V"}, {"V", ""}, {"AB", "A"}, {"BA", "B"},
		{"BV", "AB"}, {"AAV", "B"}, {"?A", "BV"},
	} {
		for i := range 30 {
			p := oddStart(t, rng, racks, i%3 == 0)
			if p == nil {
				continue
			}
			w := twin{d, 1 << 17}
			want, ok := w.value(p)
			if !ok {
				continue
			}
			got := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: 64, Line: true}), p)
			if got.FinalSpread != want || got.Move != w.first(p, want) {
				t.Fatalf("%s, rules %+v: %s for %d, want %s for %d", notation.AppendCGP(nil, p), *p.Rules(),
					text(p, got.Move), got.FinalSpread, text(p, w.first(p, want)), want)
			}
			w.checkLine(t, p, got)
		}
	}
}

// oddStart is a position with these racks on a board with one word or none,
// nil if there are too few tiles for a set.
func oddStart(t *testing.T, rng *rand.Rand, racks [2]string, empty bool) *engine.Position {
	t.Helper()
	rules := randomRules(rng, "standard")
	rules.RackSize, rules.MaxScorelessTurns = 3, 1+rng.IntN(8)
	free := ""
	if rng.IntN(2) == 0 {
		free, rules.ZeroPlayResets = "ABT"[:1+rng.IntN(3)], false
	}
	a := tile.English()
	s := engine.Setup{Board: engine.NewBoard(15), Scoreless: rng.IntN(rules.MaxScorelessTurns)}
	if !empty {
		for i, x := range "TAB" {
			l, _ := a.Letter(x)
			s.Board.Put(7, 6+i, l)
		}
	} else if len(racks[0])+len(racks[1]) < 2 {
		return nil
	}
	for _, text := range racks {
		rack, err := a.ParseRack(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Racks = append(s.Racks, rack)
	}
	rules.TileSet = tightSet(t, rules.TileSet, free, &s.Board, s.Racks...)
	p, err := engine.NewPosition(rules, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLargest: a board and racks of the greatest size, with all blanks.
func TestLargest(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	dim := engine.MaxDim
	layout, err := engine.ReadLayout(strings.NewReader("start 12L\n"+strings.Repeat(strings.Repeat(".", dim)+"\n", dim)), "plain")
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := engine.BuiltinRules("super")
	rules.Layout, rules.RackSize = layout, engine.MaxRack
	a := rules.TileSet.Alphabet
	board := engine.NewBoard(dim)
	for i, x := range "QUADRATICALLY" {
		l, _ := a.Letter(x)
		board.Put(11, 5+i, l)
		if i > 0 {
			board.Put(11+i, 5, l)
		}
	}
	mine, _ := a.ParseRack("??AEGINRST")
	other, _ := a.ParseRack("??BCDEIORT")
	rules.TileSet = tightSet(t, rules.TileSet, "", &board, mine, other)
	p, err := engine.NewPosition(&rules, engine.Setup{Board: board, Racks: []tile.Rack{mine, other}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(t, &rules, lex, Options{Entries: 1 << 12, Nodes: 5})
	res := mustSolve(t, s, p)
	if err := p.Check(&res.Move); err != nil || int(res.Move.N) != engine.MaxRack {
		t.Errorf("%+v, %v: going out with ten tiles is best by far", res, err)
	}
}

// TestJudge: what is judged within a window is what is solved, as far as the
// window tells.
func TestJudge(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	var solved, judged int64
	for _, e := range enginetest.Endgames() {
		p := e.Position()
		s := newSolver(t, p.Rules(), lex, Options{Entries: 1 << 14, Nodes: 1})
		want := mustSolve(t, newSolver(t, p.Rules(), lex, Options{Entries: 1 << 14}), p)
		f := want.FinalSpread
		for _, w := range []Window{Whole, Winner, {f - 1, f + 1}, {f, f + 1}, {f - 1, f}, {f - 20, f - 10}, {f + 10, f + 20}} {
			got, err := s.Judge(t.Context(), p.View(p.Seat()), w, 0)
			if err != nil {
				t.Fatal(err)
			}
			ok := got.Exact && got.Searched
			switch {
			case f <= w.Low:
				ok = ok && f <= got.FinalSpread && got.FinalSpread <= w.Low
			case f >= w.High:
				ok = ok && w.High <= got.FinalSpread && got.FinalSpread <= f
			default:
				ok = ok && got.FinalSpread == f
			}
			if !ok {
				t.Fatalf("%s: %d, judged within %v: %+v", e.CGP, f, w, got)
			}
			if w == Winner {
				solved += want.Nodes
				judged += got.Nodes
			}
		}
		if got, err := s.Judge(t.Context(), p.View(p.Seat()), Whole, 1); err != nil || got.Nodes > 1 {
			t.Fatalf("%s: %+v with one node, error %v", e.CGP, got, err)
		}
	}
	t.Logf("%d nodes for the winners, %d for the spreads", judged, solved)
}
