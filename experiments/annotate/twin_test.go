package annotate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// The slow twins: every figure computed a second way, from the naive generator
// and from the words.

// twinOf is the annotation of a move in a position, but for the luck of the draw.
func twinOf(d *enginetest.Dictionary, e *movegen.Evaluation, p *engine.Position, m engine.Move) (row dataset.AnnotationRow) {
	v := p.View(p.Seat())
	rack := v.Rack()
	var all []movegen.Valued
	for _, o := range d.Moves(p) {
		valued := movegen.Valued{Scored: movegen.Scored(o), Equity: movegen.PassEquity}
		if o.Kind != engine.Pass {
			valued.Equity = e.Equity(v, &rack, &valued.Scored)
		}
		all = append(all, valued)
	}
	slices.SortFunc(all, func(a, b movegen.Valued) int { return a.Compare(&b) })
	best := dataset.Null[int32]{}
	if all[0].Kind != engine.Pass {
		best = dataset.Some(all[0].Equity)
	}
	plays := d.Plays(p) // the best score first
	row.Plays = int32(len(plays))
	if len(plays) > 0 {
		row.BestScore = dataset.Some(plays[0].Score)
	}
	for _, o := range plays {
		if int(o.N) == p.Rules().RackSize {
			row.BingoPlays++
		}
	}
	row.BestEquity = best
	for i, o := range all {
		if o.Move != m {
			continue
		}
		row.ChosenRank = dataset.Some(int32(i + 1))
		if o.Kind != engine.Pass {
			row.ChosenEquity = dataset.Some(o.Equity)
			row.EquityLoss = dataset.Some(best.V - o.Equity)
		} else if !best.Valid {
			row.EquityLoss = dataset.Some(int32(0))
		}
	}
	row.Anchors, row.HookSquares, row.OpenTW, row.OpenQW = boardTwin(d, p)
	return row
}

// boardTwin looks at every square and tries every letter and every placement.
func boardTwin(d *enginetest.Dictionary, p *engine.Position) (anchors, hooks, tw, qw int32) {
	b, rules := p.Board(), p.Rules()
	startRow, startCol := rules.Layout.Start()
	touches := func(row, col int) bool {
		if b.Laid() == 0 {
			return row == startRow && col == startCol
		}
		return b.Occupied(row-1, col) || b.Occupied(row+1, col) || b.Occupied(row, col-1) || b.Occupied(row, col+1)
	}
	// A placement begins at a square and fills so many empty squares of a lane.
	covered := map[[2]int]bool{}
	for row := range b.Dim() {
		for col := range b.Dim() {
			for _, step := range [2][2]int{{0, 1}, {1, 0}} {
				for n := 1; n <= rules.RackSize; n++ {
					var filled [][2]int
					touching := false
					r, c := row, col
					for ; r < b.Dim() && c < b.Dim() && len(filled) < n; r, c = r+step[0], c+step[1] {
						if !b.Occupied(r, c) {
							filled = append(filled, [2]int{r, c})
							touching = touching || touches(r, c)
						}
					}
					if len(filled) < n || !touching {
						continue
					}
					for _, at := range filled {
						covered[at] = true
					}
				}
			}
		}
	}
	for row := range b.Dim() {
		for col := range b.Dim() {
			if b.Occupied(row, col) {
				continue
			}
			if touches(row, col) {
				anchors++
			}
			if hooksTwin(d, p, row, col) {
				hooks++
			}
			if covered[[2]int{row, col}] {
				switch rules.Layout.Word(row, col) {
				case 3:
					tw++
				case 4:
					qw++
				}
			}
		}
	}
	return anchors, hooks, tw, qw
}

// hooksTwin puts every letter on a square and reads the row and the column.
func hooksTwin(d *enginetest.Dictionary, p *engine.Position, row, col int) bool {
	b := p.Board()
	for x := range tile.Tile(p.Rules().TileSet.Alphabet.Len()) {
		for _, step := range [2][2]int{{0, 1}, {1, 0}} {
			r, c := row, col
			for b.Occupied(r-step[0], c-step[1]) {
				r, c = r-step[0], c-step[1]
			}
			var word []tile.Tile
			for ; r == row && c == col || b.Occupied(r, c); r, c = r+step[0], c+step[1] {
				if r == row && c == col {
					word = append(word, x+1)
				} else {
					word = append(word, b.At(r, c).Letter())
				}
			}
			if len(word) > 1 && d.Has(word) {
				return true
			}
		}
	}
	return false
}

// TestTwin annotates random moves of random positions of both boards: racks of
// 1 to 7 tiles with none to all of the blanks, small and empty bags, boards on
// which lie words that are none, each by another evaluation.
func TestTwin(t *testing.T) {
	const positions = 28
	d := sample()
	few := d.Sample(rand.New(rand.NewPCG(1, 2)), 500) // to lay positions with, which is quicker
	lex := enginetest.LexiconOf(t, d)
	for _, board := range []string{"standard", "super"} {
		rng := rand.New(rand.NewPCG(3, 3))
		rules := mustRules(board)
		g, err := movegen.New(rules, lex)
		if err != nil {
			t.Fatal(err)
		}
		evals := []*movegen.Evaluation{
			evaluation(t, "equity", rules, lex), evaluation(t, "greedy", rules, lex), evaluation(t, "equity:leaves=none", rules, lex),
			evaluation(t, "equity:leaves=synthetic,unseen=off,late=off,opening=off", rules, lex),
		}
		all := rules.TileSet.Counts()
		blanks := all.Count(tile.Blank)
		seen := map[string]int{}
		for i := range positions {
			o := enginetest.Options{Stage: enginetest.Stage(1 + i%4)}
			if i%3 == 0 {
				o.RackLen = 7 - rng.IntN(2)*rng.IntN(3)
				o.Blanks = rng.IntN(blanks + 1)
			}
			p := enginetest.RandomPosition(rng, rules, few, o)
			moves := d.Moves(p)
			m := moves[rng.IntN(len(moves))].Move
			if i%5 == 0 {
				m = engine.Move{} // a pass
			}
			e := evals[i%len(evals)]
			a := annotator{generator: g, eval: e}
			var got dataset.AnnotationRow
			if _, err := a.look(&got, p.View(p.Seat()), &m); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(twinOf(d, e, p, m), got); diff != "" {
				t.Fatalf("%s, %s: twin, got:\n%s", notation.AppendCGP(nil, p), notation.AppendMove(nil, rules.TileSet.Alphabet, p.Board(), &m), diff)
			}
			for what, is := range map[string]bool{
				"no play": !got.BestScore.Valid, "bingo": got.BingoPlays > 0, "loss": got.EquityLoss.V > 0, "best": got.ChosenRank.V == 1,
				"3W": got.OpenTW > 0, "4W": got.OpenQW > 0 || board == "standard", "dead anchor": got.HookSquares < got.Anchors, "hook": got.HookSquares > 0,
				"exchange": m.Kind == engine.Exchange, "pass": m.Kind == engine.Pass && !got.ChosenEquity.Valid,
				"all blanks": p.Rack(p.Seat()).Count(tile.Blank) == blanks,
			} {
				if is {
					seen[what]++
				}
			}
		}
		for _, what := range []string{"no play", "bingo", "loss", "best", "3W", "4W", "dead anchor", "hook", "exchange", "pass", "all blanks"} {
			if seen[what] == 0 {
				t.Errorf("%s board: nothing was tried with %s", board, what)
			}
		}
	}
}

// TestTwinOfRuns compares whole runs with the slow twins, of two to four seats,
// turns at which an agent failed and games that were forfeited among them.
func TestTwinOfRuns(t *testing.T) {
	d := sample()
	lex := enginetest.LexiconOf(t, d)
	now := func(v engine.View) bool { return v.Turns() > 8 && v.BoardHash()%5 == 2 }
	for _, c := range []struct {
		name, board string
		seats       int
		agents      []string
		games       int64
		fails       func(engine.View) bool
	}{
		{"pair", "standard", 2, []string{"equity", "random"}, 2, nil},
		{"passes", "standard", 2, []string{"random", "greedy"}, 2, now},
		{"forfeit", "super", 2, []string{"random", "greedy"}, 2, now},
		{"three", "standard", 3, []string{"greedy", "random", "equity"}, 3, nil},
		{"four", "super", 4, []string{"random", "greedy", "random", "equity"}, 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rules := *mustRules(c.board)
			rules.Seats = c.seats
			p := plan(t, &rules, lex, c.games, c.agents...)
			p.Paired = p.Paired && c.games > 1
			if c.name == "passes" {
				p.OnFault = sim.Pass
			}
			var change func(*sim.Match)
			if c.fails != nil {
				change = fails(c.fails)
			}
			dir := play(t, p, change)
			by := mustParse(t, "equity:temperature=3")
			rows := annotated(t, dir, Options{By: by, Lexicon: lex, Version: "v1", Workers: 2})
			e := evaluation(t, by.String(), &rules, lex)
			luck := newLuckTwin(e, rules.TileSet)
			faults, i := 0, 0
			turns(t, dir, &rules, func(r *replay.Row, p *engine.Position, m engine.Move) {
				want := twinOf(d, e, p, m)
				want.GameID, want.DealID, want.Turn, want.Seat = r.GameID, r.DealID, r.Turn, r.Seat
				if r.Fault.Valid {
					faults++
					none := dataset.Null[int32]{}
					want.ChosenEquity, want.EquityLoss, want.ChosenRank = none, none, none
				}
				want.DrawLuck = luck.of(p, m, rows[i].DrawLuck)
				if diff := cmp.Diff(want, rows[i]); diff != "" {
					t.Fatalf("game %d, turn %d: twin, got:\n%s", r.GameID, r.Turn, diff)
				}
				i++
			})
			if i != len(rows) || i < 12*int(c.games) && c.fails == nil || (c.name == "passes") != (faults > 0) {
				t.Errorf("%d turns, %d annotations; %d of failures", i, len(rows), faults)
			}
			if n := forfeits(t, dir); (c.name == "forfeit") != (n > 0) {
				t.Errorf("%d games were forfeited", n)
			}
		})
	}
}

// forfeits is how many games of a run were forfeited.
func forfeits(t *testing.T, dir string) (n int) {
	t.Helper()
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	type game struct {
		EndReason string `parquet:"end_reason"`
	}
	for g, err := range dataset.Rows[game](run, dataset.GamesTable) {
		if err != nil {
			t.Fatal(err)
		}
		if g.EndReason == "forfeit" {
			n++
		}
	}
	return n
}
