package movegen

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// fuzzWords are words of letters that tile sets tend to have.
const fuzzWords = "AA AB AE AT TA EAT TEA ETA SEAT EAST TEAS STATE TASTE NOTE TONE IN ON NO NOT TON BATES BEAST CABS SCAB BE BET BETA"

// wordsFor is a lexicon and a dictionary of fuzzWords as far as an alphabet has
// their letters, or of strings of its first two letters.
func wordsFor(t *testing.T, a *tile.Alphabet) (*lexicon.Lexicon, *enginetest.Dictionary) {
	t.Helper()
	var words [][]tile.Tile
	for s := range strings.FieldsSeq(fuzzWords) {
		if w, err := a.ParseWord(nil, s); err == nil {
			words = append(words, w)
		}
	}
	last := tile.Tile(a.Len())
	words = append(words, []tile.Tile{1, 1}, []tile.Tile{1, last}, []tile.Tile{last, 1, last, 1})
	lex, err := lexicon.New("fuzz", a, words)
	if err != nil {
		t.Fatal(err)
	}
	return lex, enginetest.NewDictionary(lex.Words())
}

// playOn plays some turns by the rules, and at each compares all moves with
// those of the oracle.
func playOn(t *testing.T, p *engine.Position, lex *lexicon.Lexicon, d *enginetest.Dictionary, turns int) {
	t.Helper()
	g := newGenerator(t, p.Rules(), lex)
	rng := rand.New(rand.NewPCG(1, 2))
	for range turns {
		if p.End() != engine.EndNone {
			return
		}
		checkAll(t, g, d, p)
		moves := g.All(nil, p.View(p.Seat()))
		p.Play(moves[rng.IntN(len(moves))].Move)
	}
}

// FuzzGame: a board and a tile set that are read can be played on.
func FuzzGame(f *testing.F) {
	for _, board := range boards {
		r := builtin(f, board)
		var set strings.Builder
		if err := r.TileSet.Write(&set); err != nil {
			f.Fatal(err)
		}
		f.Add(strings.Join(r.Layout.Rows(), "\n"), set.String(), uint8(2), uint8(7))
	}
	f.Add("start A1\n=..\n.~.\n..^", "?,2,0,0\nA,8,1,1\nB,5,100,0\n", uint8(3), uint8(3))
	f.Add(strings.Repeat(strings.Repeat("~", 24)+"\n", 24), "?,0,0,0\nE,200,100,1\nÄ,9,1,1\n", uint8(4), uint8(7))
	f.Add("...\n...\n...", "?,20,5,0\nT,1,1,0\n", uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, board, tiles string, seats, rack uint8) {
		layout, err := engine.ReadLayout(strings.NewReader(board), "fuzz")
		if err != nil {
			return
		}
		set, err := tile.ReadSet(strings.NewReader(tiles), "fuzz")
		if err != nil {
			return
		}
		rules := engine.DefaultRules(layout, set)
		rules.Seats, rules.RackSize = int(seats), int(rack)
		if rules.Validate() != nil {
			return
		}
		counts := set.Counts()
		order := counts.AppendTiles(nil)
		stream := engine.NewStream(1)
		stream.Shuffle(order)
		lex, d := wordsFor(t, set.Alphabet)
		playOn(t, engine.NewGame(&rules, order, 1), lex, d, 4)
	})
}

// FuzzCGP: a line of CGP that is read is a position to be played.
func FuzzCGP(f *testing.F) {
	for _, board := range boards {
		for _, g := range enginetest.Golden(board)[:5] {
			f.Add(g.CGP)
		}
	}
	f.Add("15/15/15/15/15/15/15/6TeA6/15/15/15/15/15/15/15 AB?ST/E 10/-20 2 lex open;")
	rules := map[int]*engine.Rules{15: builtin(f, "standard"), 21: builtin(f, "super")}
	f.Fuzz(func(t *testing.T, line string) {
		dim, err := notation.CGPDim(line)
		r := rules[dim]
		if err != nil || r == nil {
			return
		}
		c, err := notation.ParseCGP(line, r)
		if err != nil {
			return
		}
		p, err := engine.NewPosition(r, c.Setup, 1)
		if err != nil {
			return
		}
		lex, d := wordsFor(t, r.TileSet.Alphabet)
		playOn(t, p, lex, d, 2)
	})
}
