package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// evaluations are what searches are compared under: points alone, leaves that
// are worth nothing, plausible ones, and ones without rhyme or reason, which
// try bounds harder; leaves with all that may come to them and
// be taken from them.
func evaluations(set *tile.Set) []*Evaluation {
	plausible := testLeaves(set)
	rng := rand.New(rand.NewPCG(9, 9))
	wild := make([]int32, len(plausible.Leaves))
	for i := range wild[1:] {
		wild[i+1] = int32(rng.IntN(60_000) - 30_000)
	}
	late := make([]int32, 20) // further than any table would go
	for i := range late {
		late[i] = int32(rng.IntN(20_000) - 10_000)
	}
	return []*Evaluation{
		{PointsOnly: true, Ranking: plausible.Ranking, Late: late},
		{Ranking: plausible.Ranking},
		{Ranking: plausible.Ranking, Late: late, Opening: Opening{0, 0, -2000}},
		plausible,
		{Leaves: wild, Ranking: plausible.Ranking},
		{Leaves: plausible.Leaves, Ranking: plausible.Ranking, Draws: NewDraws(plausible.Leaves, plausible.Ranking, set), Late: late, Fade: 300, Opening: Opening{-3000, -500, -700}},
		{Leaves: wild, Ranking: plausible.Ranking, Draws: NewDraws(wild, plausible.Ranking, set), Fade: 1500},
	}
}

// bestOf is the moves of a position that come into question when the best 15
// or all within 6 points of the best are asked for, in order: the slow twin of
// the search, by valuing every move there is.
func bestOf(g *Generator, p *engine.Position, e *Evaluation) []Valued {
	v := p.View(p.Seat())
	rack := v.Rack()
	val := newValuer(e, v, &rack)
	var all []Valued
	var equities []int32
	for _, m := range g.All(nil, v) {
		equity := int32(PassEquity)
		if m.Kind != engine.Pass {
			equity = val.equity(&m, &rack)
		}
		all = append(all, Valued{m, equity})
		equities = append(equities, equity)
	}
	slices.Sort(equities)
	n := len(equities)
	least := min(int64(equities[max(0, n-15)]), int64(equities[n-1])-6_000)
	all = slices.DeleteFunc(all, func(m Valued) bool { return int64(m.Equity) < least })
	slices.SortFunc(all, func(a, b Valued) int { return a.Compare(&b) })
	return all
}

// agree compares the best moves of a position with those of all moves, which
// it returns.
func agree(t *testing.T, g, slow *Generator, p *engine.Position, e *Evaluation) []Valued {
	t.Helper()
	v := p.View(p.Seat())
	all := bestOf(slow, p, e)
	for _, w := range []want{{moves: 1}, {moves: 2}, {moves: 15}, {margin: 6_000}} {
		got, wanted := g.bestMoves(nil, v, v.Rack(), e, w), all[:w.keep(all)]
		if slices.Equal(got, wanted) {
			continue
		}
		i := 0
		for i < min(len(got), len(wanted)) && got[i] == wanted[i] {
			i++
		}
		show := func(moves []Valued) string {
			if i >= len(moves) {
				return "nothing"
			}
			m := &moves[i]
			return string(notation.AppendMove(nil, p.Rules().TileSet.Alphabet, p.Board(), &m.Move))
		}
		t.Fatalf("%s, %d in the bag, want %+v: move %d is %s (%+v), of all moves %s (%+v)",
			notation.AppendCGP(nil, p), p.BagLen(), w, i, show(got), got[min(i, len(got)-1)], show(wanted), wanted[min(i, len(wanted)-1)])
	}
	return all
}

// agreement compares n positions of one game's rules. They come from games of
// mixed play; every twelfth has another rack, of 1 to 7 tiles with up to 4
// blanks, and as games go on the bag is small and then empty.
func agreement(t *testing.T, rules *engine.Rules, lex *lexicon.Lexicon, seed uint64, n int) {
	rng := rand.New(rand.NewPCG(seed, 12))
	g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
	evals := evaluations(rules.TileSet)
	set := rules.TileSet.Counts()
	order := set.AppendTiles(nil)
	var p engine.Position
	p.Deal(rules, order, 0)
	for i := range n {
		if p.End() != engine.EndNone || i == 0 {
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			p.Deal(rules, order, rng.Uint64())
		}
		e := evals[rng.IntN(len(evals))]
		q := &p
		if i%12 == 0 {
			size := max(1, rules.RackSize-rng.IntN(3)*rng.IntN(4))
			rack := tile.RackOf(make([]tile.Tile, min(size, rng.IntN(5), set.Count(tile.Blank)))...)
			for rack.Len() < size {
				rack.Add(order[rng.IntN(len(order))])
			}
			if swapped, err := enginetest.SwapRack(&p, rack, rng.Uint64()); err == nil && set.Contains(&rack) {
				q = swapped
			}
		}
		moves := agree(t, g, slow, q, e)
		if q != &p {
			moves = g.Best(nil, p.View(p.Seat()), e, 15)
		}
		p.Play(moves[rng.IntN(min(len(moves), 1+rng.IntN(20)))].Move)
	}
}

func TestBestIsTheBestOfAll(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		t.Run(board, func(t *testing.T) {
			t.Parallel()
			agreement(t, builtin(t, board), lex, 1, bestPositions)
		})
	}
}

// TestBestWithManyBlanks has games in which racks of three and four blanks
// are ordinary.
func TestBestWithManyBlanks(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := *builtin(t, board)
		rows := rules.TileSet.Rows()
		rows[0].Count = 16 * rules.TileSet.Len() / 100
		var err error
		if rules.TileSet, err = tile.NewSet("blanks", rows); err != nil {
			t.Fatal(err)
		}
		agreement(t, &rules, lex, 2, bestPositions/100)
	}
}

// TestBestWithNothingButBlanks has racks of five, six and seven blanks, with a
// list that is small enough for all their plays to be listed.
func TestBestWithNothingButBlanks(t *testing.T) {
	few := enginetest.LexiconOf(t, enginetest.NewDictionary(enginetest.OpenLexicon(t).Words()).Sample(rand.New(rand.NewPCG(6, 6)), 150))
	rules := *builtin(t, "standard")
	rows := rules.TileSet.Rows()
	for i := range rows {
		rows[i].Count = 1
	}
	rows[0].Count = 100
	var err error
	if rules.TileSet, err = tile.NewSet("blanks", rows); err != nil {
		t.Fatal(err)
	}
	agreement(t, &rules, few, 3, 40)
}

// TestBestWithTheLargestAlphabet has thirty letters, the last ones in most
// words.
func TestBestWithTheLargestAlphabet(t *testing.T) {
	rows := []tile.Row{{Letter: tile.BlankRune, Count: 4}}
	for i, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ" {
		rows = append(rows, tile.Row{Letter: letter, Count: 1 + i/5, Points: 1 + i%9, Vowel: i%5 == 0})
	}
	rules := *builtin(t, "super")
	var err error
	if rules.TileSet, err = tile.NewSet("thirty", rows); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 8))
	var words [][]tile.Tile
	for range 20_000 {
		word := make([]tile.Tile, 2+rng.IntN(6))
		for i := range word {
			word[i] = tile.Tile(1 + max(rng.IntN(tile.MaxLetters), rng.IntN(tile.MaxLetters)))
		}
		words = append(words, word)
	}
	lex, err := lexicon.New("thirty", rules.TileSet.Alphabet, words)
	if err != nil {
		t.Fatal(err)
	}
	agreement(t, &rules, lex, 5, bestPositions/20)
}

// TestBestInOtherGames has other rack sizes, seats, end scoring and words, and
// games that the tables have no room for.
func TestBestInOtherGames(t *testing.T) {
	full := enginetest.OpenLexicon(t)
	few := enginetest.LexiconOf(t, enginetest.NewDictionary(full.Words()).Sample(rand.New(rand.NewPCG(3, 3)), 3000))
	for size := 1; size <= engine.MaxRack; size++ {
		for i, board := range boards {
			rules := *builtin(t, board)
			rules.RackSize, rules.BingoBonus = size, int32(7*size)
			rules.Seats = 2 + (size+i)%3
			rules.EndScoring = engine.EndScoring(size % 3)
			rules.MinBagToExchange = 1 + size%7
			lex := full
			if size%2 == 0 {
				lex = few
			}
			agreement(t, &rules, lex, uint64(size), bestPositions/200)
		}
	}
}

// TestBestAmongForeignWords has generators that know fewer words than those on
// the board: every other one, so that words they lack have extensions that they
// know, and short ones only.
func TestBestAmongForeignWords(t *testing.T) {
	full := enginetest.OpenLexicon(t)
	var half, short [][]tile.Tile
	i := 0
	for w := range full.Words() {
		if i++; i%2 == 0 {
			half = append(half, slices.Clone(w))
		}
		if len(w) <= 5 {
			short = append(short, slices.Clone(w))
		}
	}
	halves, err := lexicon.New("half", tile.English(), half)
	if err != nil {
		t.Fatal(err)
	}
	fives, err := lexicon.New("short", tile.English(), short)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for _, board := range boards {
		rules := builtin(t, board)
		for _, lex := range []*lexicon.Lexicon{halves, fives} {
			e := testLeaves(rules.TileSet)
			g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
			foreign, fitted := 0, 0
			for range max(3, bestPositions/5000) {
				randomGame(rng, rules, newGenerator(t, rules, full), func(p *engine.Position) {
					if p.End() != engine.EndNone {
						return
					}
					agree(t, g, slow, p, e)
					sameState(t, "cross-sets by words and by the graph", stateOf(g), stateOf(slow))
					n, fits := foreignRuns(slow)
					foreign += n
					fitted += fits
				})
			}
			if foreign == 0 || lex == halves && fitted == 0 {
				t.Errorf("%s, %s: %d foreign words on the boards, and letters that fit beside %d", board, lex.Name(), foreign, fitted)
			}
		}
	}
}

// foreignRuns counts the words on the board that the lexicon lacks, and those
// of them with a letter that makes a word of the lexicon before or behind.
func foreignRuns(g *Generator) (foreign, fitted int) {
	for l := range 2 * g.dim {
		ln := &g.lanes[l]
		for c := 1; c <= g.dim; c++ {
			if ln.letter[c] == 0 || ln.letter[c-1] != 0 {
				continue
			}
			_, end := ln.run(c)
			word := make([]tile.Tile, 0, laneLen)
			for _, t := range ln.letter[c : end+1] {
				word = append(word, t.Letter())
			}
			if len(word) == 1 || g.lexicon.Has(word) {
				continue
			}
			foreign++
			for _, at := range [2]int{c - 1, end + 1} {
				if xl, x := g.crossPlace(l, at); at >= 1 && at <= g.dim && g.lanes[xl].cross[x] != 0 {
					fitted++
					break
				}
			}
		}
	}
	return foreign, fitted
}

// TestBestGames: whole games in which either generator decides are the same.
func TestBestGames(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		e := testLeaves(rules.TileSet)
		g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
		rng := rand.New(rand.NewPCG(4, 4))
		counts := rules.TileSet.Counts()
		order := counts.AppendTiles(nil)
		for range 10 {
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			seed := rng.Uint64()
			p, q := engine.NewGame(rules, order, seed), engine.NewGame(rules, order, seed)
			for p.End() == engine.EndNone {
				p.Play(g.Best(nil, p.View(p.Seat()), e, 1)[0].Move)
				q.Play(bestOf(slow, q, e)[0].Move)
			}
			if a, b := notation.AppendCGP(nil, p), notation.AppendCGP(nil, q); string(a) != string(b) {
				t.Fatalf("%s: %s, by all moves %s", board, a, b)
			}
		}
	}
}

// TestBestAfterUndo: spans follow a search that goes back and forth.
func TestBestAfterUndo(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		e := testLeaves(rules.TileSet)
		rng := rand.New(rand.NewPCG(5, 6))
		g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
		randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
			if p.End() != engine.EndNone {
				return
			}
			agree(t, g, slow, p, e)
			depth := 0
			for p.End() == engine.EndNone && depth < 3 {
				moves := g.Best(nil, p.View(p.Seat()), e, 8)
				m := moves[rng.IntN(len(moves))].Move
				g.Play(m)
				p.Play(m)
				depth++
			}
			for ; depth > 0; depth-- {
				g.Undo()
				p.Undo()
			}
			agree(t, g, slow, p, e)
		})
	}
}

// TestBestWhereGamesBranch: the best moves are those of a generator that sees
// the board for the first time, however the board goes to and fro between plays
// that are kept and such that are not.
func TestBestWhereGamesBranch(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range boards {
		rules := builtin(t, board)
		e := testLeaves(rules.TileSet)
		rng := rand.New(rand.NewPCG(8, 9))
		g, slow := newGenerator(t, rules, lex), newGenerator(t, rules, lex)
		var other engine.Position
		randomGame(rng, rules, newGenerator(t, rules, lex), func(p *engine.Position) {
			if p.End() != engine.EndNone {
				return
			}
			g.Follow(p.View(p.Seat()))
			if p.Turns() > 0 && rng.IntN(6) == 0 {
				g.Undo()
				g.Branch() // below the board, and then above one that is undone
				g.Follow(p.View(p.Seat()))
			}
			if rng.IntN(3) > 0 {
				g.Branch()
			}
			for range 3 {
				walk(t, g, slow, p, e, rng, 4)
			}
			// Positions with a record of their own, as rollouts have.
			for range 4 {
				if err := p.View(p.Seat()).Determinize(&other, rng, nil); err != nil {
					t.Fatal(err)
				}
				for range 1 + rng.IntN(3) {
					if other.End() != engine.EndNone {
						break
					}
					agree(t, g, slow, &other, e)
					moves := g.Best(nil, other.View(other.Seat()), e, 5)
					other.Play(moves[rng.IntN(len(moves))].Move)
				}
			}
			agree(t, g, slow, p, e)
		})
	}
}

// walk goes through some of the games from a position and back.
func walk(t *testing.T, g, slow *Generator, p *engine.Position, e *Evaluation, rng *rand.Rand, depth int) {
	t.Helper()
	if rng.IntN(2) == 0 {
		agree(t, g, slow, p, e)
	}
	for n := rng.IntN(3); n > 0 && depth > 0; n-- {
		moves := slow.Best(nil, p.View(p.Seat()), e, 8)
		m := moves[rng.IntN(len(moves))].Move
		g.Play(m)
		p.Play(m)
		if rng.IntN(8) == 0 {
			g.Branch()
		}
		if p.End() == engine.EndNone {
			walk(t, g, slow, p, e, rng, depth-1)
		}
		g.Undo()
		p.Undo()
		if rng.IntN(3) == 0 {
			agree(t, g, slow, p, e)
		}
	}
}

func TestBestDoesNotAllocate(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, golden := range enginetest.Golden("super")[:40] {
		p := golden.Position()
		g := newGenerator(t, p.Rules(), lex)
		e := testLeaves(p.Rules().TileSet)
		moves := g.Best(nil, p.View(0), e, 2)
		n := testing.AllocsPerRun(20, func() {
			moves = g.Best(moves[:0], p.View(0), e, 2)
			g.Play(moves[0].Move)
			g.Undo()
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", golden.CGP, n)
		}
	}
}
