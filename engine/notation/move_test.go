package notation_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// movesCGP has CaRE across at 8G and a T below its R, making RT down.
const movesCGP = "15/15/15/15/15/15/15/6CaRE5/8T6/15/15/15/15/15/15 WODSAR?/ 0/0 0"

func TestParseMove(t *testing.T) {
	p := mustPosition(t, movesCGP, mustRules(t, "standard"))
	for _, c := range []struct{ in, out, word string }{
		{"8F s....D", "8F s....D", "sCaRED"},
		{"8F s(CaRE)D", "8F s....D", "sCaRED"},
		{"8f sCaRED", "8F s....D", "sCaRED"},
		{"8F sCAREd", "", ""}, // two blanks of one
		{"8F s(CARE)D", "8F s....D", "sCaRED"},
		{"8F sCa(R.)D", "8F s....D", "sCaRED"},
		{"8F s(C)(a)RED", "8F s....D", "sCaRED"},
		{"8G ....DO", "8G ....DO", "CaREDO"},
		{" 7F  WO ", "7F WO", "WO"}, // O stands over the C, W beside nothing
		{"H8 .R", "9H R.", "RT"},
		{"H8 .DO", "H8 .DO", "aDO"},
		{"9H D.", "9H D.", "DT"},
		{"H8 .D", "9H D.", "DT"}, // aD down and DT across: one play, written across
		{"j7 W.", "J7 W.", "WE"},
		{"I8 ..S", "I8 ..S", "RTS"},
		{"exch ADO?", "exch ADO?", ""},
		{"exch ?oda", "exch ADO?", ""},
		{"EXCHANGE W", "exch W", ""},
		{"-WW", "", ""},
		{"-W?", "exch W?", ""},
		{"-", "pass", ""},
		{"Pass", "pass", ""},
	} {
		m, err := notation.ParseMove(c.in, p)
		if (err != nil) != (c.out == "") {
			t.Errorf("%q: %v", c.in, err)
		}
		if err != nil {
			continue
		}
		if got := string(notation.AppendMove(nil, tile.English(), p.Board(), &m)); got != c.out {
			t.Errorf("%q: got %q, want %q", c.in, got, c.out)
		}
		if got := string(notation.AppendWord(nil, tile.English(), p.Board(), &m)); m.Kind == engine.Play && got != c.word {
			t.Errorf("%q: got the word %q, want %q", c.in, got, c.word)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	p := mustPosition(t, movesCGP, mustRules(t, "standard"))
	for _, c := range []struct{ in, want string }{
		{"", "expected a play as in 8D WORD"},
		{"8G", "expected a play"},
		{"8G WORD 3", "expected a play"},
		{"pass 1", "\"pass\" is no square"},
		{"99Z WORD", "\"99Z\" is no square"},
		{"88 WORD", "\"88\" is no square"},
		{"8G W...", "W at 8G, where C lies"},
		{"8F ......", ". stands for a tile on the board, and 8F is empty"},
		{"8F (S)CaRE", "S stands for a tile on the board, and 8F is empty"},
		{"8G ....(D)", "D stands for a tile on the board, and 8K is empty"},
		{"8F S(CaRED", "8K is empty"},
		{"8F S(CaRE", "not closed"},
		{"8F S((CaRE))D", "'(' is neither"},
		{"8F S)CaRE", "')' is neither"},
		{"8F SCaR3", "'3' is neither a letter"},
		{"8F ?....", "'?' is neither"},
		{"8O DO", "runs off the board of 15 rows"},
		{"20A DO", "runs off the board of 15 rows"},
		{"1X DO", "runs off the board of 15 rows"},
		{"1A WODSARWODSAR", "over 10 tiles"},
		{"8K D", "there is a tile before it"},
		{"8F S", "a word of 5 letters, not 1"},
		{"8G ....", "at least one tile"},
		{"1A WOD", "touches no tile"},
		{"8F S....E", "not all on the rack"},
		{"exch AA", "not all on the rack"},
		{"exch WODSAR?A", "8 tiles, more than a rack holds"},
		{"exch WODSAR?ABCDEFG", "14 tiles, more than a rack holds"},
		{"exch W.", "'.' is neither"},
		{"--", "'-' is neither"},
		{"exch 3", "'3' is neither"},
		{"8G " + strings.Repeat("(", 300), "far less"},
	} {
		_, err := notation.ParseMove(c.in, p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.in, err, c.want)
		}
	}
}

// Every legal move is written and read again, in all the spellings.
func TestMoveRoundTrip(t *testing.T) {
	d, err := enginetest.ParseDictionary(tile.English(), "AT TA EAT TEA SEAT EAST SET TOES STOAT RATE TEAR NOTE TONE IN ON NO SEATING EATEN TEASE")
	if err != nil {
		t.Fatal(err)
	}
	a := tile.English()
	rapid.Check(t, func(t *rapid.T) {
		r, _ := engine.BuiltinRules(rapid.SampledFrom([]string{"standard", "super"}).Draw(t, "board"))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := enginetest.RandomPosition(rng, &r, d, enginetest.Options{})
		for _, s := range d.Moves(p) {
			m := s.Move
			text := string(notation.AppendMove(nil, a, p.Board(), &m))
			spellings := []string{text}
			if m.Kind == engine.Play {
				at, dots, _ := strings.Cut(text, " ")
				if at != m.Coordinate() {
					t.Fatalf("%s begins at %s", text, m.Coordinate())
				}
				word := string(notation.AppendWord(nil, a, p.Board(), &m))
				in := at + " "
				for i := range word { // the letters are ASCII
					if dots[i] == '.' {
						in += "(" + word[i:i+1] + ")"
					} else {
						in += word[i : i+1]
					}
				}
				spellings = append(spellings, at+" "+word, in)
			}
			for _, text := range spellings {
				if got, err := notation.ParseMove(text, p); err != nil || got != m {
					t.Fatalf("%s: %v was written %q and read as %v, %v", notation.AppendCGP(nil, p), m, text, got, err)
				}
			}
		}
	})
}

func TestDigestOrder(t *testing.T) {
	p := mustPosition(t, movesCGP, mustRules(t, "standard"))
	var plays []enginetest.Scored
	for _, s := range []string{"8F S....D", "8F s....D", "I8 ..S"} {
		m, err := notation.ParseMove(s, p)
		if err != nil {
			t.Fatal(err)
		}
		plays = append(plays, enginetest.Scored{Move: m, Score: p.Rules().Score(p.Board(), &m).Total})
	}
	digest := notation.DigestPlays(p.Rules(), p.Board(), enginetest.Seq2(plays))
	plays[0], plays[2] = plays[2], plays[0]
	if again := notation.DigestPlays(p.Rules(), p.Board(), enginetest.Seq2(plays)); again != digest {
		t.Errorf("the order counts: %+v and %+v", digest, again)
	}
	// S (1), C 3, a 0, R 1, E 1, D 2: 8; with the blank 7. RTS: 3.
	// printf '10,9S 3\n8,6S 8,11D 8\n8,6s 8,11D 7\n' | sha256sum
	want := notation.Digest{
		Plays: 3, ScoreSum: 18, BestScore: 8, BestCount: 1,
		SHA256: "7688ed18fc4d029bdf1fa3119415b1f4c61861daa342da8700c4b0519938f529",
	}
	if digest != want {
		t.Errorf("got %+v, want %+v", digest, want)
	}
}

func FuzzMove(f *testing.F) {
	for _, s := range []string{
		"8F s....D", "8F s(CaRE)D", "H8 .D", "exch ADO?", "-W?", "-", "pass", "I8 (R)TS", "24X DO", "exchange W",
	} {
		f.Add(s)
	}
	r := mustRules(f, "standard")
	f.Fuzz(func(t *testing.T, s string) {
		p := mustPosition(t, movesCGP, r)
		m, err := notation.ParseMove(s, p)
		if err != nil {
			return
		}
		if err := p.Check(&m); err != nil {
			t.Fatalf("%q was read, but is not legal: %v", s, err)
		}
		text := string(notation.AppendMove(nil, tile.English(), p.Board(), &m))
		if again, err := notation.ParseMove(text, p); err != nil || again != m {
			t.Fatalf("%q was written %q and read as %v, %v", s, text, again, err)
		}
		p.Play(m)
	})
}
