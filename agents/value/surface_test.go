package value

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// game is what tests play: rules, and some words of the default list in two
// forms.
type game struct {
	rules *engine.Rules
	words *enginetest.Dictionary
	lex   *lexicon.Lexicon
}

func newGame(t testing.TB, board string, rng *rand.Rand) game {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no board %s", board)
	}
	all, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := game{rules: &rules, words: enginetest.NewDictionary(func(yield func([]tile.Tile) bool) {
		for w := range all.Words() {
			if rng.IntN(16) == 0 && !yield(w) {
				return
			}
		}
	})}
	g.lex = newLexicon(t, rules.TileSet.Alphabet, g.words)
	return g
}

func newLexicon(t testing.TB, a *tile.Alphabet, words *enginetest.Dictionary) *lexicon.Lexicon {
	t.Helper()
	var list [][]tile.Tile
	for w := range words.Words() {
		list = append(list, append([]tile.Tile(nil), w...))
	}
	lex, err := lexicon.New("some", a, list)
	if err != nil {
		t.Fatal(err)
	}
	return lex
}

// twin is a surface by the slow way: each square on its own, by trying letters
// in a list of words.
func twin(b *engine.Board, a *tile.Alphabet, words *enginetest.Dictionary) *surface {
	s := &surface{board: *b, dim: b.Dim()}
	for row := range s.dim {
		for col := range s.dim {
			for _, dir := range []engine.Dir{engine.Across, engine.Down} {
				l, i := row, col
				if dir == engine.Down {
					l, i = s.dim+col, row
				}
				if b.At(row, col) != 0 {
					s.occ[l] |= 1 << i
					continue
				}
				dc, dr := dir.Step() // across the lane
				before, behind := runOf(b, row, col, -dr, -dc), runOf(b, row, col, dr, dc)
				if len(before)+len(behind) == 0 {
					continue
				}
				for j := 0; j < len(before)/2; j++ {
					before[j], before[len(before)-1-j] = before[len(before)-1-j], before[j]
				}
				for t := tile.Tile(1); int(t) <= a.Len(); t++ {
					word := append(append(append([]tile.Tile(nil), before...), t), behind...)
					if words.Has(word) {
						s.fit[l][i] |= 1 << t
					}
				}
				if s.fit[l][i] != 0 {
					s.hooks[l] |= 1 << i
				} else {
					s.dead[l] |= 1 << i
				}
			}
		}
	}
	return s
}

// runOf is the letters from a square on, not counting it, in a direction.
func runOf(b *engine.Board, row, col, dr, dc int) (run []tile.Tile) {
	for row, col = row+dr, col+dc; b.Occupied(row, col); row, col = row+dr, col+dc {
		run = append(run, b.At(row, col).Letter())
	}
	return run
}

// same compares surfaces. What fits a square that is no hook does not count.
func same(a, b *surface) bool {
	for l := range a.fit {
		for i := range a.fit[l] {
			if a.hooks[l]>>i&1 != 0 && a.fit[l][i] != b.fit[l][i] {
				return false
			}
		}
	}
	return a.board == b.board && a.occ == b.occ && a.hooks == b.hooks && a.dead == b.dead
}

// TestSurface compares surfaces with their slow twins along random games: made
// from nothing, and brought on by plays.
func TestSurface(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		rng := rand.New(rand.NewPCG(1, 2))
		g := newGame(t, board, rng)
		a := g.rules.TileSet.Alphabet
		plays := 0
		for range 2 {
			for p := range enginetest.Walk(rng, g.rules, g.words) {
				s := surface{graph: g.lex.Graph()}
				s.set(p.Board())
				if !same(&s, twin(p.Board(), a, g.words)) {
					t.Fatalf("%s: the surface of\n%v\nis wrong", board, p.Board())
				}
				moves := g.words.Plays(p)
				for range min(3, len(moves)) {
					m := moves[rng.IntN(len(moves))].Move
					next, after := s, *p.Board()
					for at, letter := range p.Board().EachPlaced(&m) {
						after.Put(at[0], at[1], letter)
					}
					next.play(&m)
					if !same(&next, twin(&after, a, g.words)) {
						t.Fatalf("%s: the surface after %+v is wrong", board, m)
					}
					plays++
				}
			}
		}
		if plays < 50 {
			t.Errorf("%s: only %d plays", board, plays)
		}
	}
}

// TestReach compares the reach of plays with what a search for stretches of
// squares says.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		s := surface{dim: 15}
		for i := range 15 {
			switch rng.IntN(8) {
			case 0, 1:
				s.occ[0] |= 1 << i
			case 2:
				s.dead[0] |= 1 << i
			case 3:
				s.hooks[0] |= 1 << i
			}
		}
		for tiles := 1; tiles <= 7; tiles++ {
			if got, want := s.reach(0, tiles), slowReach(&s, tiles); got != want {
				t.Fatalf("%d tiles reach %015b, want %015b, on tiles %015b, dead %015b, hooks %015b", tiles, got, want, s.occ[0], s.dead[0], s.hooks[0])
			}
		}
	}
}

// slowReach tries every stretch of squares of lane 0: one that has a tile or a
// hook, no dead square, and at most so many that are empty, covers those.
func slowReach(s *surface, tiles int) (squares uint32) {
	for from := range s.dim {
		empty, touches, filled := 0, false, uint32(0)
		for i := from; i < s.dim; i++ {
			switch bit := uint32(1) << i; {
			case s.dead[0]&bit != 0:
				i = s.dim
				continue
			case s.occ[0]&bit != 0:
				touches = true
			default:
				empty++
				filled |= bit
				touches = touches || s.hooks[0]&bit != 0
			}
			if empty > tiles {
				break
			}
			if touches {
				squares |= filled
			}
		}
	}
	return squares
}

func TestReachByHand(t *testing.T) {
	s := surface{dim: 9}
	//          012345678, a tile on 2, dead 4, a hook on 8
	s.occ[0], s.dead[0], s.hooks[0] = 1<<2, 1<<4, 1<<8
	for tiles, want := range map[int]uint32{
		1: 1<<1 | 1<<3 | 1<<8,
		2: 1<<0 | 1<<1 | 1<<3 | 1<<8 | 1<<7,
		7: 1<<0 | 1<<1 | 1<<3 | 1<<8 | 1<<7 | 1<<6 | 1<<5,
	} {
		if got := s.reach(0, tiles); got != want {
			t.Errorf("%d tiles reach %09b, want %09b", tiles, got, want)
		}
	}
}

// scored are the moves of a position by the slow generator.
func (g game) scored(p *engine.Position) []movegen.Scored {
	var moves []movegen.Scored
	for m, score := range enginetest.Seq2(g.words.Moves(p)) {
		moves = append(moves, movegen.Scored{Move: m, Score: score})
	}
	return moves
}

// readWords is a dictionary and its lexicon from words as text.
func readWords(t testing.TB, a *tile.Alphabet, words string) (*enginetest.Dictionary, *lexicon.Lexicon) {
	t.Helper()
	d, err := enginetest.ParseDictionary(a, strings.ReplaceAll(words, " ", "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return d, newLexicon(t, a, d)
}
