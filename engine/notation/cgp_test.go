package notation_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func mustRules(t testing.TB, board string) *engine.Rules {
	t.Helper()
	r, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no game %q", board)
	}
	return &r
}

func mustPosition(t testing.TB, line string, r *engine.Rules) *engine.Position {
	t.Helper()
	c, err := notation.ParseCGP(line, r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.NewPosition(r, c.Setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const empty15 = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"

func TestParseCGP(t *testing.T) {
	line := "15/15/15/15/15/15/15/6CaT3Q2/15/15/15/15/15/15/14z AB?/EE -5/120 3 lex open; bdn  SuperCrosswordGame ;ld english_super; tmr"
	c, err := notation.ParseCGP(line, mustRules(t, "standard"))
	if err != nil {
		t.Fatal(err)
	}
	b := c.Setup.Board
	if b.Laid() != 5 || b.At(7, 6) != 3 || b.At(7, 7) != 1|tile.BlankBit || b.At(7, 8) != 20 || b.At(7, 12) != 17 || b.At(14, 14) != 26|tile.BlankBit {
		t.Errorf("board %s", notation.AppendBoard(nil, tile.English(), &b))
	}
	if want := []tile.Rack{tile.RackOf(0, 1, 2), tile.RackOf(5, 5)}; !slices.Equal(c.Setup.Racks, want) {
		t.Errorf("racks %v", c.Setup.Racks)
	}
	if !slices.Equal(c.Setup.Scores, []int32{-5, 120}) || c.Setup.Scoreless != 3 || c.Setup.Seat != 0 {
		t.Errorf("setup %+v", c.Setup)
	}
	want := []notation.Operation{{Name: "lex", Value: "open"}, {Name: "bdn", Value: "SuperCrosswordGame"}, {Name: "ld", Value: "english_super"}, {Name: "tmr"}}
	if diff := cmp.Diff(want, c.Operations); diff != "" {
		t.Error(diff)
	}
	if v, ok := c.Operation("ld"); v != "english_super" || !ok {
		t.Errorf("ld is %q", v)
	}
	if _, ok := c.Operation("x"); ok {
		t.Error("there is no operation x")
	}
}

// What is missing from the end of a line is 0 or unknown.
func TestParseCGPLiberal(t *testing.T) {
	for _, line := range []string{
		empty15 + " AB/",
		empty15 + " AB",
		empty15 + " / 0/0",
		" \t" + empty15 + "  AB/CD\t10/20\r\n",
		empty15 + " ab/cd 10 0 ;;",
	} {
		if _, err := notation.ParseCGP(line, mustRules(t, "standard")); err != nil {
			t.Error(err)
		}
	}
	empty21 := strings.TrimSuffix(strings.Repeat("21/", 21), "/")
	if _, err := notation.ParseCGP(empty21+" ????/ 0/0 0", mustRules(t, "super")); err != nil {
		t.Error(err)
	}
}

func TestParseCGPErrors(t *testing.T) {
	row := func(s string) string { return strings.Repeat("15/", 14) + s + " A/B 0/0 0" }
	for _, c := range []struct{ line, want string }{
		{"", "no racks"},
		{empty15, "no racks"},
		{"15/15 A/B 0/0 0", "2 rows; this board has 15"},
		{empty15 + "/ A/B 0/0 0", "16 rows"},
		{row("14"), "row 15, \"14\": 14 squares; a row has 15"},
		{row("16"), "16 empty squares at column 1; the row has room for 1 to 15"},
		{row("AB14"), "14 empty squares at column 3"},
		{row("0A14"), "0 empty squares"},
		{row("99999999999999999999"), "99999999999999999999 empty squares"},
		{row("15A"), "over 15 squares"},
		{row("7é7"), "'é' at column 8 is neither a number nor a letter of the alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		{row("7.7"), "'.' at column 8"},
		{row("7?7"), "'?' at column 8"},
		{row("-15"), "'-' at column 1"},
		{row("7\xff7"), "at column 8"},
		{row(""), "row 15, \"\": 0 squares"},
		{empty15 + " A/B/C 0/0 0", "3 racks for 2 seats"},
		{empty15 + " A/B1 0/0 0", "rack 2: rack \"B1\": '1' is neither"},
		{empty15 + " " + strings.Repeat("A", 300) + "/ 0/0 0", "rack 1: a rack of over 200 times 'A'"},
		{empty15 + " A/B 0/0/0 0", "3 scores for 2 seats"},
		{empty15 + " A/B 0/x 0", "score 2: \"x\""},
		{empty15 + " A/B 0/ 0", "score 2: \"\""},
		{empty15 + " A/B 1e3/0 0", "score 1"},
		{empty15 + " A/B +5/0 0", "score 1: \"+5\""},
		{empty15 + " A/B 0/-0 0", "score 2: \"-0\""},
		{empty15 + " A/B 012/0 0", "score 1: \"012\""},
		{empty15 + " A/B 0/0 +1", "scoreless turns: \"+1\""},
		{empty15 + " A/B 0/0 00", "scoreless turns: \"00\""},
		{row("015"), "015 empty squares"},
		{empty15 + " A/B 0/0 0 lex a; bdn x; lex b;", "operation lex is given twice"},
		{empty15 + " A/B 1000001/0 0", "score 1"},
		{empty15 + " A/B 0/0 -1", "scoreless turns: \"-1\""},
		{empty15 + " A/B 0/0 lex open;", "scoreless turns: \"lex\""},
		{empty15 + " A/B 0/0 0 " + strings.Repeat("x ", 1<<14), "bytes"},
	} {
		_, err := notation.ParseCGP(c.line, mustRules(t, "standard"))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "cgp: ") {
			t.Errorf("%.80q: error %v, want %q", c.line, err, c.want)
		}
	}
}

// What is no matter of text is found when the position is set up.
func TestCGPAgainstTheTileSet(t *testing.T) {
	r := mustRules(t, "standard")
	for _, c := range []struct{ line, want string }{
		{empty15 + " ABCDEFGH/ 0/0 0", "8 tiles, a rack holds 7"},
		{empty15 + " QQ/ 0/0 0", "more Q than the 1"},
		{strings.Replace(empty15, "15/15", "abc12/15", 1) + " A/ 0/0 0", "more ? than the 2"},
		{empty15 + " A/B 0/0 6", "6 scoreless turns: the game ends at 6"},
	} {
		parsed, err := notation.ParseCGP(c.line, r)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err = engine.NewPosition(r, parsed.Setup, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.line, err, c.want)
		}
	}
}

func TestCGPDim(t *testing.T) {
	for line, want := range map[string]int{
		empty15 + " A/B 0/0 0":     15,
		strings.Repeat("21/", 20):  21,
		" 3/3/3":                   3,
		"15":                       0,
		"":                         0,
		"a/b":                      0,
		strings.Repeat("99/", 24):  0,
		strings.Repeat("/", 1<<20): 0,
	} {
		got, err := notation.CGPDim(line)
		if got != want || (err != nil) != (want == 0) {
			t.Errorf("%.20q: %d, %v", line, got, err)
		}
	}
}

// A position written and read again is the same, for every seat to move.
func TestCGPRoundTrip(t *testing.T) {
	d, err := enginetest.ParseDictionary(tile.English(), "AT TA EAT TEA SEAT EAST SET TOES STOAT RATE TEAR NOTE TONE IN ON NO")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		r, _ := engine.BuiltinRules(rapid.SampledFrom([]string{"standard", "super"}).Draw(t, "board"))
		r.Seats = rapid.IntRange(2, 4).Draw(t, "seats")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := enginetest.RandomPosition(rng, &r, d, enginetest.Options{})
		for range rapid.IntRange(0, 2).Draw(t, "passes") {
			if p.Scoreless()+1 < r.ScorelessLimit() {
				p.Play(engine.Move{})
			}
		}
		line := string(notation.AppendCGP(nil, p))
		c, err := notation.ParseCGP(line+" lex open;", &r)
		if err != nil {
			t.Fatal(err)
		}
		q, err := engine.NewPosition(&r, c.Setup, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(notation.AppendCGP(nil, q)); got != line {
			t.Fatalf("wrote %s\nread  %s", line, got)
		}
		if q.Board().Hash() != p.Board().Hash() || *q.Rack(0) != *p.Rack(p.Seat()) || q.BagLen() != p.BagLen() {
			t.Fatalf("%s: another board, rack or bag", line)
		}
	})
}

func TestDrawBoard(t *testing.T) {
	r := mustRules(t, "standard")
	p := mustPosition(t, "15/15/15/15/15/15/15/6CaT6/15/15/15/15/15/15/14Z AB/ 0/0 0", r)
	var out strings.Builder
	if err := notation.DrawBoard(&out, r, p.Board()); err != nil {
		t.Fatal(err)
	}
	want := `   A B C D E F G H I J K L M N O
 1 = . . ' . . . = . . . ' . . =
 2 . - . . . " . . . " . . . - .
 3 . . - . . . ' . ' . . . - . .
 4 ' . . - . . . ' . . . - . . '
 5 . . . . - . . . . . - . . . .
 6 . " . . . " . . . " . . . " .
 7 . . ' . . . ' . ' . . . ' . .
 8 = . . ' . . C a T . . ' . . =
 9 . . ' . . . ' . ' . . . ' . .
10 . " . . . " . . . " . . . " .
11 . . . . - . . . . . - . . . .
12 ' . . - . . . ' . . . - . . '
13 . . - . . . ' . ' . . . - . .
14 . - . . . " . . . " . . . - .
15 = . . ' . . . = . . . ' . . Z
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// Rows of a board are written for every move of a dataset.
func TestAppendDoesNotAllocate(t *testing.T) {
	p := mustPosition(t, "15/15/15/15/15/15/15/6CaT6/15/15/15/15/15/15/15 SEAT?/ 0/0 0", mustRules(t, "standard"))
	a := tile.English()
	play, err := notation.ParseMove("8G ...Est", p)
	if err == nil {
		t.Fatal("a play with two blanks of one is legal")
	}
	if play, err = notation.ParseMove("8G ...sEA", p); err != nil {
		t.Fatal(err)
	}
	exchange := engine.NewExchange(0, 1)
	dst := make([]byte, 0, 1024)
	for name, f := range map[string]func(){
		"AppendBoard": func() { dst = notation.AppendBoard(dst[:0], a, p.Board()) },
		"AppendRack":  func() { dst = notation.AppendRack(dst[:0], a, p.Rack(0)) },
		"AppendMove":  func() { dst = notation.AppendMove(dst[:0], a, p.Board(), &play) },
		"exchange":    func() { dst = notation.AppendMove(dst[:0], a, p.Board(), &exchange) },
		"AppendWord":  func() { dst = notation.AppendWord(dst[:0], a, p.Board(), &play) },
		"AppendCGP":   func() { dst = notation.AppendCGP(dst[:0], p) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func FuzzCGP(f *testing.F) {
	rules := map[int]*engine.Rules{15: mustRules(f, "standard"), 21: mustRules(f, "super")}
	for _, board := range []string{"standard", "super"} {
		for _, g := range enginetest.Golden(board)[:10] {
			f.Add(g.CGP + " 0 lex open;")
		}
	}
	f.Add(empty15 + " ????/ -1/2 3")
	f.Add(empty15 + " A")
	f.Fuzz(func(t *testing.T, line string) {
		dim, err := notation.CGPDim(line)
		r := rules[dim]
		if err != nil || r == nil {
			r = rules[15]
		}
		c, err := notation.ParseCGP(line, r)
		if err != nil {
			return
		}
		p, err := engine.NewPosition(r, c.Setup, 1)
		if err != nil {
			return
		}
		written := string(notation.AppendCGP(nil, p))
		again, err := notation.ParseCGP(written, r)
		if err != nil {
			t.Fatalf("%q was read, but not what was written of it, %q: %v", line, written, err)
		}
		q, err := engine.NewPosition(r, again.Setup, 1)
		if err != nil || string(notation.AppendCGP(nil, q)) != written {
			t.Fatalf("%q: written %q, then %v", line, written, err)
		}
	})
}
