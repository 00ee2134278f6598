package preendgame

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// TestBudget: whatever the budget, for either seat, the first candidate is legal,
// the same each time and by a used solver as by a new one, and so are all figures;
// and the budget is kept.
func TestBudget(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		eval := equity(t, &rules)
		g, err := movegen.New(&rules, lex)
		if err != nil {
			t.Fatal(err)
		}
		seats := map[int]int{}
		for bag := 1; bag <= MostBag; bag++ {
			for _, p := range selfPlay(t, &rules, lex, eval, bag, 2) {
				v := p.View(p.Seat())
				seats[v.Seat()]++
				for _, nodes := range []int64{1, 10, 200, 2000} {
					o := Options{Policy: eval, Candidates: 8, Nodes: nodes}
					s, err := New(&rules, g, o)
					if err != nil {
						t.Fatal(err)
					}
					res, err := s.Solve(context.Background(), v)
					if err != nil {
						t.Fatal(err)
					}
					if err := p.Check(&res.Candidates[0].Move); err != nil {
						t.Fatal(err)
					}
					if res.Nodes > nodes+1000 {
						t.Errorf("%d nodes of %d", res.Nodes, nodes)
					}
					checkOrder(t, res)
					first := res
					first.Candidates = slices.Clone(res.Candidates)
					again, err := s.Solve(context.Background(), v)
					if err != nil || !reflect.DeepEqual(again, first) {
						t.Fatalf("%+v, asked again %+v, error %v", first, again, err)
					}
					// Another order of what is hidden makes no difference.
					if anew := mustSolve(t, g, hidden(t, v), o); !reflect.DeepEqual(anew, first) {
						t.Fatalf("%+v, by a new solver %+v", first, anew)
					}
				}
			}
		}
		if seats[0] == 0 || seats[1] == 0 {
			t.Errorf("%s: seats %v", board, seats)
		}
	}
}

// checkOrder checks that no candidate is listed above another that did better in
// as many arrangements, and that the figures are possible.
func checkOrder(t *testing.T, res Result) {
	t.Helper()
	for i := range res.Candidates {
		c := &res.Candidates[i]
		if c.Wins < 0 || c.Wins > 2*c.Arrangements || c.Arrangements > res.Arrangements {
			t.Fatalf("%+v of %d arrangements", *c, res.Arrangements)
		}
	}
	if a, b := &res.Candidates[0], &res.Candidates[1]; a.Arrangements == b.Arrangements && !b.out && (a.Wins < b.Wins || a.Wins == b.Wins && a.Spread < b.Spread) {
		t.Fatalf("%+v is above %+v", *a, *b)
	}
}

// hidden is the view of another position that looks the same.
func hidden(t *testing.T, v engine.View) engine.View {
	t.Helper()
	unseen := v.Unseen()
	tiles := unseen.AppendTiles(nil)
	slices.Reverse(tiles)
	other := 1 - v.Seat()
	var racks [2]tile.Rack
	racks[other] = tile.RackOf(tiles[:v.RackLen(other)]...)
	var q engine.Position
	if err := v.Arrange(&q, racks[:], tiles[v.RackLen(other):]); err != nil {
		t.Fatal(err)
	}
	return q.View(v.Seat())
}

func TestInterrupted(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	rules, _ := engine.BuiltinRules("standard")
	eval := equity(t, &rules)
	g, err := movegen.New(&rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	p := selfPlay(t, &rules, lex, eval, 2, 1)[0]
	v := p.View(p.Seat())
	s, err := New(&rules, g, Options{Policy: eval})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Solve(ctx, v); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestErrors(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	loose, _ := engine.BuiltinRules("standard")
	loose.MinBagToExchange = 1
	for what, rules := range map[string]engine.Rules{"exchanges": loose} {
		eval := equity(t, &rules)
		p := selfPlay(t, &rules, lex, eval, 3, 1)[0]
		if Check(p.View(p.Seat())) == nil {
			t.Errorf("%s: no error", what)
		}
	}
	rules, _ := engine.BuiltinRules("standard")
	eval := equity(t, &rules)
	p := selfPlay(t, &rules, lex, eval, 3, 1)[0]
	if err := Check(p.View(p.Seat())); err != nil {
		t.Error(err)
	}
	if Check(p.View(1-p.Seat())) == nil {
		t.Error("no error for the view of the other seat")
	}
	counts := rules.TileSet.Counts()
	if Check(engine.NewGame(&rules, counts.AppendTiles(nil), 1).View(0)) == nil {
		t.Error("no error for a full bag")
	}
	g, err := movegen.New(&rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Policy: eval, Nodes: -1}, {Policy: eval, Candidates: -1}} {
		if _, err := New(&rules, g, o); err == nil {
			t.Errorf("no error for %+v", o)
		}
	}
}

// TestDeals: the deals are all ways to fill the bag, each multiset once.
func TestDeals(t *testing.T) {
	tiles := []tile.Tile{0, 1, 1, 1, 2, 5, 5, 9}
	for bag := 1; bag <= MostBag; bag++ {
		seen := map[tile.Rack]int64{}
		for _, d := range appendDeals(nil, tile.RackOf(tiles...), bag, 1) {
			r := tile.RackOf(d.bag...)
			if seen[r] != 0 || r.Len() != bag || d.racks[0].Len() != 0 {
				t.Fatalf("deal %+v", d)
			}
			seen[r] = d.ways
			r.AddAll(&d.racks[1])
			if r != tile.RackOf(tiles...) {
				t.Fatalf("deal %+v", d)
			}
		}
		want := map[tile.Rack]int64{}
		for order := range permutations(slices.Clone(tiles)) {
			want[tile.RackOf(order[:bag]...)]++
		}
		for r, n := range want {
			if seen[r]*orders(bag)*orders(len(tiles)-bag) != n {
				t.Errorf("%v: %d ways, %d of all orders", r, seen[r], n)
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%d deals, want %d", len(seen), len(want))
		}
	}
}

// TestBudgetClaims: what is called exact within a budget is what all nodes make
// of it, also where endgames are too long for what each of them is given.
func TestBudgetClaims(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	d := enginetest.NewDictionary(lex.Words())
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		rules.RackSize = 3
		rng := rand.New(rand.NewPCG(17, 3))
		policy := &movegen.Evaluation{}
		claimed, open := 0, 0
		for range budgetPositions {
			p := randomPosition(t, rng, &rules, d, 1)
			g, err := movegen.New(&rules, lex)
			if err != nil {
				t.Fatal(err)
			}
			v := p.View(p.Seat())
			all := slices.Clone(mustSolve(t, g, v, Options{Policy: policy, Candidates: 4}).Candidates)
			for _, nodes := range []int64{100, 400, 2_000, 10_000} {
				res := mustSolve(t, g, v, Options{Policy: policy, Candidates: 4, Nodes: nodes})
				if res.Exact && res.Candidates[0].Move != all[0].Move {
					t.Errorf("%s, %d nodes: %+v, want %+v", notation.AppendCGP(nil, p), nodes, res.Candidates[0], all[0])
				}
				for i := range res.Candidates {
					c := &res.Candidates[i]
					if !c.Exact {
						open++
						continue
					}
					claimed++
					want := all[slices.IndexFunc(all, func(o Candidate) bool { return o.Move == c.Move })]
					if c.Wins != want.Wins || c.Spread != want.Spread || c.Arrangements != want.Arrangements {
						t.Errorf("%s, %d nodes: %+v, want %+v", notation.AppendCGP(nil, p), nodes, *c, want)
					}
				}
			}
		}
		t.Logf("%s: %d claims, %d moves left open", board, claimed, open)
		if claimed < 5 || open < 5 {
			t.Errorf("%s: %d claims, %d moves left open: too few to tell", board, claimed, open)
		}
	}
}
