package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// TestStateIsRebuilt: what is kept from move to move is what would be found
// anew, on walks to and fro.
func TestStateIsRebuilt(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	few := enginetest.NewDictionary(lex.Words()).Sample(rand.New(rand.NewPCG(1, 1)), 20_000)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		rng := rand.New(rand.NewPCG(7, 8))
		s := newSolver(t, &rules, lex, Options{Entries: 1})
		for i := range 12 {
			o := enginetest.Options{Stage: enginetest.EmptyBag, RackLen: 4 + i%4, Blanks: i % 3}
			p := enginetest.RandomPosition(rng, &rules, few, o)
			s.begin(t.Context(), p.View(p.Seat()), 0)
			walk(t, s, newGenerator(t, p), rng, 6)
		}
	}
}

// walk makes a few moves from every position, or asks for no plays there.
func walk(t *testing.T, s *Solver, fresh *movegen.Generator, rng *rand.Rand, depth int) {
	checkState(t, s)
	for range min(depth, 2) {
		me := &s.sides[s.mover]
		plays := fresh.Plays(nil, &me.rack)
		if rng.IntN(4) > 0 {
			me.renew(s)
			checkLists(t, s, s.mover, plays)
		}
		if rng.IntN(4) > 0 {
			you := &s.sides[s.mover^1]
			you.renew(s)
			checkLists(t, s, s.mover^1, fresh.Plays(nil, &you.rack))
		}
		var p play
		if len(plays) > 0 && rng.IntN(8) > 0 {
			one := side{one: me.one}
			m := &plays[rng.IntN(len(plays))]
			one.add(s, m, s.laneOf(&m.Move))
			p = one.plays[0]
		}
		if int(p.N) == me.rack.Len() {
			continue
		}
		before := *s
		s.take(&p)
		m := s.lay(&p)
		fresh.Play(p.Move)
		walk(t, s, fresh, rng, depth-1)
		fresh.Undo()
		s.lift(&p, m)
		s.give(&p)
		for i := range s.sides {
			a, b := &s.sides[i], &before.sides[i]
			if a.rack != b.rack || a.pending != b.pending || len(a.lists) != len(b.lists) || len(a.plays) != len(b.plays) {
				t.Fatal("a side is not as it was")
			}
		}
		if s.hash != before.hash || s.occupied != before.occupied {
			t.Fatal("the board is not as it was")
		}
		checkState(t, s)
	}
}

// checkState compares what follows from the racks.
func checkState(t *testing.T, s *Solver) {
	t.Helper()
	for i := range s.sides {
		d := &s.sides[i]
		var held counts
		for k := range tile.Tile(tile.Kinds) {
			held += counts(d.rack.Count(k)) * d.one[k]
		}
		want := *d
		want.count(s)
		if d.held != held || d.letters != want.letters || d.points != want.points || d.zeros != want.zeros {
			t.Fatalf("side %d holds %x, letters %x, %d points, %d tiles of none; want %x, %x, %d, %d",
				i, d.held, d.letters, d.points, d.zeros, held, want.letters, want.points, want.zeros)
		}
	}
}

// checkLists compares the lists of a side with its plays.
func checkLists(t *testing.T, s *Solver, side int, want []movegen.Scored) {
	t.Helper()
	var got []movegen.Scored
	d := &s.sides[side]
	for lane, e := range d.now().lane {
		for i := e.from; i < e.to; i++ {
			if int(d.plays[i].lane) != lane {
				t.Fatalf("a play of lane %d in lane %d", d.plays[i].lane, lane)
			}
			got = append(got, d.plays[i].Scored)
		}
	}
	order := func(a, b movegen.Scored) int { return a.Compare(&b) }
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) {
		t.Fatalf("side %d has %d plays in its lists, and %d in all", side, len(got), len(want))
	}
}

// TestKey: a position's key tells all that its value depends on.
func TestKey(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	p := enginetest.Endgames()[3].Position()
	s := newSolver(t, p.Rules(), lex, Options{Entries: 1})
	s.begin(t.Context(), p.View(p.Seat()), 0)
	seen := map[uint64]string{}
	check := func(what string) {
		if was, ok := seen[s.key()]; ok {
			t.Errorf("%s has the key of %s", what, was)
		}
		seen[s.key()] = what
	}
	check("the position")
	s.mover ^= 1
	check("the other to move")
	s.clock.scoreless--
	check("a scoreless turn")
	s.clock.passes--
	check("a pass")
	for i := range s.sides {
		s.sides[i].held--
		check("a tile less")
	}
	s.hash++
	check("another board")
}

// TestBounds: a play of the other that a move is said to leave alone is a play
// after it, of the same points.
func TestBounds(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		s := newSolver(t, &rules, lex, Options{Entries: 1})
		disturbed, left := 0, 0
		for _, p := range endgames(t, &rules, lex, 4) {
			s.begin(t.Context(), p.View(p.Seat()), 0)
			g := newGenerator(t, p)
			me, you := &s.sides[0], &s.sides[1]
			me.renew(s)
			you.renew(s)
			for i := range me.plays {
				if i%7 != 0 {
					continue
				}
				g.Play(me.plays[i].Move)
				after := map[movegen.Scored]bool{}
				for _, m := range g.Plays(nil, &you.rack) {
					after[m] = true
				}
				g.Undo()
				for k := range you.plays {
					var h hint
					h.set(s, &you.plays[k])
					if h.needs.meet(s, &me.plays[i]) {
						disturbed++
						continue
					}
					left++
					if !after[you.plays[k].Scored] {
						t.Fatalf("%s is no play after %s, or not of the same points", text(p, you.plays[k].Move), text(p, me.plays[i].Move))
					}
				}
			}
		}
		if disturbed == 0 || left == 0 {
			t.Errorf("%s: %d pairs disturb each other, %d do not", board, disturbed, left)
		}
	}
}
