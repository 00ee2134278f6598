package tile_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine/tile"
)

func builtin(t testing.TB, name string) *tile.Set {
	t.Helper()
	s, ok := tile.BuiltinSet(name)
	if !ok {
		t.Fatalf("no tile set %q", name)
	}
	return s
}

// racks is the number of different multisets of n tiles that can be drawn from
// the tile set, for n up to most: the coefficients of the product over the
// kinds of 1 + x + ... + x^count.
func racks(s *tile.Set, most int) []int {
	ways := make([]int, most+1)
	ways[0] = 1
	for _, row := range s.Rows() {
		next := make([]int, most+1)
		for n := range next {
			for k := range min(row.Count, n) + 1 {
				next[n] += ways[n-k]
			}
		}
		ways = next
	}
	return ways
}

func TestKnownNumbers(t *testing.T) {
	for _, c := range []struct {
		name                 string
		tiles, racks, leaves int // leaves of 1 to 6 tiles
	}{
		{"standard", 100, 3_199_724, 914_624},
		{"super", 200, 4_129_320, 1_086_701},
		{"doubled", 200, 0, 0}, // nobody has counted
	} {
		s := builtin(t, c.name)
		ways := racks(s, 7)
		leaves := 0
		for _, n := range ways[1:7] {
			leaves += n
		}
		if s.Len() != c.tiles || c.racks > 0 && (ways[7] != c.racks || leaves != c.leaves) {
			t.Errorf("%s: %d tiles, %d racks, %d leaves", c.name, s.Len(), ways[7], leaves)
		}
	}
}

// The sets are told apart by their proportions: 42 % vowels against 37.5 %,
// 4 % S against 5 %.
func TestProportions(t *testing.T) {
	for _, c := range []struct {
		name                    string
		blanks, vowels, s, e, q int
		points                  int32 // of the full bag
	}{
		{"standard", 2, 42, 4, 12, 1, 187},
		{"super", 4, 75, 10, 24, 2, 381},
		{"doubled", 4, 84, 8, 24, 2, 374},
	} {
		s := builtin(t, c.name)
		counts := s.Counts()
		vowels := 0
		for _, row := range s.Rows() {
			if row.Vowel {
				vowels += row.Count
			}
		}
		got := []int{counts.Count(tile.Blank), vowels, counts.Count(19), counts.Count(5), counts.Count(17)}
		if want := []int{c.blanks, c.vowels, c.s, c.e, c.q}; !slices.Equal(got, want) || s.RackPoints(&counts) != c.points {
			t.Errorf("%s: blanks, vowels, S, E, Q: %v, want %v; %d points", c.name, got, want, s.RackPoints(&counts))
		}
		for l := tile.Tile(1); l <= 26; l++ {
			r := s.Alphabet.Rune(l)
			if s.IsVowel(l) != strings.ContainsRune("AEIOU", r) || s.IsVowel(l|tile.BlankBit) != s.IsVowel(l) {
				t.Errorf("%s: vowel %c: %v", c.name, r, s.IsVowel(l))
			}
			if s.Points(l|tile.BlankBit) != 0 {
				t.Errorf("%s: a blank as %c has points", c.name, r)
			}
		}
	}
	if s := builtin(t, "super"); s.Points(17) != 10 || s.Points(11) != 5 || s.Points(24) != 8 || s.Points(4) != 2 {
		t.Error("Q, K, X or D is not worth what it says")
	}
}

func TestDoubledIsTwiceStandard(t *testing.T) {
	standard, doubled := builtin(t, "standard").Rows(), builtin(t, "doubled").Rows()
	for i := range standard {
		standard[i].Count *= 2
	}
	if diff := cmp.Diff(standard, doubled); diff != "" {
		t.Error(diff)
	}
}

func TestSetRoundTrip(t *testing.T) {
	for _, name := range tile.SetNames() {
		s := builtin(t, name)
		var text strings.Builder
		if err := s.Write(&text); err != nil {
			t.Fatal(err)
		}
		again, err := tile.ReadSet(strings.NewReader(text.String()), name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.Rows(), again.Rows()); diff != "" || again.Name != name {
			t.Error(name, diff)
		}
	}
}

func TestReadSet(t *testing.T) {
	s, err := tile.ReadSet(strings.NewReader("\ufeff# comment\n\n ?, 1 ,0,0\r\nb,3,2,0\nA,4,1,1\nÄ,2,5,1"), "mine")
	if err != nil {
		t.Fatal(err)
	}
	want := []tile.Row{
		{Letter: '?', Count: 1},
		{Letter: 'B', Count: 3, Points: 2},
		{Letter: 'A', Count: 4, Points: 1, Vowel: true},
		{Letter: 'Ä', Count: 2, Points: 5, Vowel: true},
	}
	if diff := cmp.Diff(want, s.Rows()); diff != "" || s.Len() != 10 || s.Name != "mine" {
		t.Errorf("%s: %d tiles\n%s", s.Name, s.Len(), diff)
	}
	// The order of the rows numbers the letters.
	if n, _ := s.Alphabet.Letter('ä'); n != 3 {
		t.Errorf("Ä has the number %d", n)
	}
}

func TestReadSetErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "no rows"},
		{"# nothing\n\n", "no rows"},
		{"A,1,1,1", "line 1: the first row is the blank"},
		{"?,2,0,0\n\nA,9,1", "line 3: \"A,9,1\" has 3 fields"},
		{"?,2,0,0\nA,9,1,1,1", "line 2"},
		{"?,2,0,0\nAB,9,1,1", "line 2: letter \"AB\" is not one character"},
		{"?,2,0,0\n,9,1,1", "line 2: letter \"\""},
		{"?,2,0,0\nA,x,1,1", "line 2: count \"x\""},
		{"?,2,0,0\nA,9,,1", "line 2: points \"\""},
		{"?,2,0,0\nA,9,1,yes", "line 2: vowel \"yes\""},
		{"?,2,0,0\nA,-1,1,1", "letter A: count -1 is not in 0..200"},
		{"?,2,0,0\nA,201,1,1", "letter A: count 201"},
		{"?,2,0,0\nA,9,101,1", "letter A: points 101"},
		{"?,2,0,0\nA,9,-1,1", "letter A: points -1"},
		{"?,2,0,0\nA,9,1,1\na,9,1,1", "letter 'A' comes twice"},
		{"?,2,0,0\n?,9,1,1", "letter '?': a letter needs"},
		{"?,2,0,0\n3,9,1,1", "letter '3'"},
		{"?,2,0,0\n\xff,9,1,1", "a letter needs"},
		{"?,2,0,0", "1 to 30 letters, not 0"},
		{"?,0,0,0\nA,1,1,1", "1 tiles in all"},
		{"?,200,0,0\nA,200,1,1\nB,200,1,1\nC,200,1,1\nD,200,1,1\nE,1,1,1", "1001 tiles in all"},
		{"?,0,0,0\n" + letters(31), "more than 30 letters"},
		{strings.Repeat("#\n", 1<<16), "over 64 KB"},
	} {
		_, err := tile.ReadSet(strings.NewReader(c.text), "bad")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := tile.ReadSet(strings.NewReader("?,2,0,0\n"+letters(30)), "full"); err != nil {
		t.Errorf("30 letters: %v", err)
	}
}

// letters is n rows of letters.
func letters(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune('А' + rune(i)) // Cyrillic has 32 in a row
		b.WriteString(",3,1,0\n")
	}
	return b.String()
}

func TestLoadSet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tiny.csv")
	if err := os.WriteFile(file, []byte("?,1,0,0\nA,3,1,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := tile.LoadSet(file); err != nil || s.Name != "tiny" || s.Len() != 4 {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := tile.LoadSet("super"); err != nil || s.Len() != 200 {
		t.Errorf("%v, %v", s, err)
	}
	_, err := tile.LoadSet("no-such-set")
	if err == nil || !strings.Contains(err.Error(), "standard, super, doubled") {
		t.Errorf("error %v does not list the built-in sets", err)
	}
	if err := os.WriteFile(file, []byte("?,1,0,0\nA,3,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err = tile.LoadSet(file); err == nil || !strings.Contains(err.Error(), "tiny.csv: line 2") {
		t.Errorf("error %v does not say where", err)
	}
}

// The name of a file that is not UTF-8 text makes a name that is: a manifest
// holds it.
func TestSetName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b\xffd.csv")
	if err := os.WriteFile(file, []byte("?,1,0,0\nA,3,1,1\n"), 0o666); err != nil {
		t.Skip(err) // not every file system takes it
	}
	if s, err := tile.LoadSet(file); err != nil || s.Name != "b\ufffdd" {
		t.Errorf("%+v, %v", s, err)
	}
}

func FuzzTileSet(f *testing.F) {
	for _, name := range tile.SetNames() {
		var text strings.Builder
		if err := builtin(f, name).Write(&text); err != nil {
			f.Fatal(err)
		}
		f.Add(text.String())
	}
	f.Add("\ufeff# comment\n\n ?, 1 ,0,0\r\nb,3,2,0\nÄ,2,5,1")
	f.Add("?,2,0,0\n" + letters(30))
	f.Add("?,2,0,0\nſ,3,1,0\nı,3,1,0\nK,2,1,0")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tile.ReadSet(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var written strings.Builder
		if err := s.Write(&written); err != nil {
			t.Fatal(err)
		}
		again, err := tile.ReadSet(strings.NewReader(written.String()), "fuzz")
		if err != nil {
			t.Fatalf("%q was read, but not what was written of it, %q: %v", text, written.String(), err)
		}
		if diff := cmp.Diff(s.Rows(), again.Rows()); diff != "" || s.Alphabet.String() != again.Alphabet.String() {
			t.Fatalf("%q: %s", text, diff)
		}
		// All letters can be written and read, as themselves and as blanks.
		for l := tile.Tile(1); int(l) <= s.Alphabet.Len(); l++ {
			for _, laid := range []tile.Tile{l, l | tile.BlankBit} {
				if got, ok := again.Alphabet.Tile(s.Alphabet.Rune(laid)); got != laid || !ok {
					t.Fatalf("%q: tile %d is read as %d", text, laid, got)
				}
			}
		}
	})
}
