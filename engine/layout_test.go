package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
)

func builtinLayout(t testing.TB, name string) *engine.Layout {
	t.Helper()
	l, ok := engine.BuiltinLayout(name)
	if !ok {
		t.Fatalf("no board %q", name)
	}
	return l
}

func TestPremiumCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		dim   int
		start string
		want  map[string]int
	}{
		{"standard", 15, "8H", map[string]int{"2L": 24, "3L": 12, "2W": 17, "3W": 8, "plain": 164}},
		{"super", 21, "11K", map[string]int{"2L": 36, "3L": 20, "4L": 8, "2W": 41, "3W": 16, "4W": 4, "plain": 316}},
	} {
		l := builtinLayout(t, c.name)
		counts := map[string]int{}
		for row := range l.Dim() {
			for col := range l.Dim() {
				letter, word := l.Letter(row, col), l.Word(row, col)
				switch {
				case letter > 1 && word > 1:
					t.Errorf("%s: two premiums on %s", c.name, engine.SquareName(row, col))
				case letter > 1:
					counts[fmt.Sprint(letter, "L")]++
				case word > 1:
					counts[fmt.Sprint(word, "W")]++
				default:
					counts["plain"]++
				}
				// All boards that are played mirror at both axes and the diagonal.
				last := l.Dim() - 1
				for _, at := range [][2]int{{col, row}, {last - row, col}, {row, last - col}} {
					if l.Letter(at[0], at[1]) != letter || l.Word(at[0], at[1]) != word {
						t.Errorf("%s: %s and %s differ", c.name, engine.SquareName(row, col), engine.SquareName(at[0], at[1]))
					}
				}
			}
		}
		if diff := cmp.Diff(c.want, counts); diff != "" || l.Dim() != c.dim {
			t.Errorf("%s: %d rows\n%s", c.name, l.Dim(), diff)
		}
		if row, col := l.Start(); engine.SquareName(row, col) != c.start || l.Word(row, col) != 2 {
			t.Errorf("%s: starts at %s, x%d", c.name, engine.SquareName(row, col), l.Word(row, col))
		}
	}
}

func TestSuperHoldsStandard(t *testing.T) {
	standard, super := builtinLayout(t, "standard"), builtinLayout(t, "super")
	for row := range 15 {
		for col := range 15 {
			if standard.Letter(row, col) != super.Letter(row+3, col+3) || standard.Word(row, col) != super.Word(row+3, col+3) {
				t.Errorf("%s of the standard board is not %s of the super board", engine.SquareName(row, col), engine.SquareName(row+3, col+3))
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {0, 20}, {20, 0}, {20, 20}} {
		if super.Word(corner[0], corner[1]) != 4 {
			t.Errorf("the corner %s is no 4W", engine.SquareName(corner[0], corner[1]))
		}
	}
}

func TestReadLayout(t *testing.T) {
	l, err := engine.ReadLayout(strings.NewReader("\ufeff# mine\nstart B1\n\n~.'\r\n \"-\n=^."), "mine")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"~.'", ".\"-", "=^."}, l.Rows()); diff != "" || l.Name != "mine" {
		t.Errorf("%s %s", l.Name, diff)
	}
	if row, col := l.Start(); row != 0 || col != 1 {
		t.Errorf("starts at %d, %d", row, col)
	}
	if l.Word(0, 0) != 4 || l.Letter(2, 1) != 4 || l.Letter(0, 0) != 1 || l.Word(2, 1) != 1 {
		t.Error("premiums are not where they should be")
	}
	if l, err = engine.ReadLayout(strings.NewReader("...\n...\n..."), ""); err != nil {
		t.Fatal(err)
	}
	if row, col := l.Start(); row != 1 || col != 1 {
		t.Errorf("without a start line it starts at %d, %d", row, col)
	}
	for _, name := range engine.LayoutNames() {
		l := builtinLayout(t, name)
		again, err := engine.ReadLayout(strings.NewReader(strings.Join(l.Rows(), "\n")), name)
		if err != nil || *again != *l {
			t.Errorf("%s: written and read again it differs: %v", name, err)
		}
	}
}

func TestReadLayoutErrors(t *testing.T) {
	square := func(n int) string { return strings.Repeat(strings.Repeat(".", n)+"\n", n) }
	for _, c := range []struct{ text, want string }{
		{"", "3 to 24 rows, not 0"},
		{square(2), "not 2"},
		{square(25), "not 25"},
		{"...\n....\n...", "row 2 has 4 squares; a board of 3 rows has 3"},
		{"...\n...\n..", "row 3 has 2 squares"},
		{"...\n.x.\n...", "row 2, column 2: 'x' is no square"},
		{"...\n.\xff.\n...", "row 2, column 2"},
		{"...\n...\n.é.", "row 3, column 2: 'é'"},
		{"start 9\n" + square(3), "line 1: \"9\" is no square"},
		{"# here\nstart 4A\n" + square(3), "the start square 4A is off a board of 3 rows"},
		{"start D1\n" + square(3), "the start square 1D is off"},
		{strings.Repeat("#\n", 1<<16), "over 64 KB"},
	} {
		_, err := engine.ReadLayout(strings.NewReader(c.text), "bad")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
	for _, n := range []int{3, 24} {
		if _, err := engine.ReadLayout(strings.NewReader(square(n)), ""); err != nil {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}

func TestLoadLayout(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tiny.txt")
	if err := os.WriteFile(file, []byte("...\n...\n...\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if l, err := engine.LoadLayout(file); err != nil || l.Name != "tiny" || l.Dim() != 3 {
		t.Errorf("%v, %v", l, err)
	}
	if l, err := engine.LoadLayout("super"); err != nil || l.Dim() != 21 {
		t.Errorf("%v, %v", l, err)
	}
	if _, err := engine.LoadLayout("no-such-board"); err == nil || !strings.Contains(err.Error(), "standard, super") {
		t.Errorf("error %v does not list the built-in boards", err)
	}
	if err := os.WriteFile(file, []byte("...\n..\n...\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.LoadLayout(file); err == nil || !strings.Contains(err.Error(), "tiny.txt: row 2") {
		t.Errorf("error %v does not say where", err)
	}
}

func TestParseCoordinate(t *testing.T) {
	for _, c := range []struct {
		in       string
		row, col int
		dir      engine.Dir
	}{
		{"8D", 7, 3, engine.Across}, {"D8", 7, 3, engine.Down},
		{"1a", 0, 0, engine.Across}, {"a1", 0, 0, engine.Down},
		{"21U", 20, 20, engine.Across}, {"u21", 20, 20, engine.Down},
		{"24X", 23, 23, engine.Across}, {"X24", 23, 23, engine.Down},
		{"10k", 9, 10, engine.Across},
	} {
		row, col, dir, err := engine.ParseCoordinate(c.in)
		if err != nil || row != c.row || col != c.col || dir != c.dir {
			t.Errorf("%q: %d, %d, %v, %v", c.in, row, col, dir, err)
		}
		m := engine.Move{Kind: engine.Play, Dir: dir, Row: uint8(row), Col: uint8(col)}
		if got := m.Coordinate(); got != strings.ToUpper(c.in) {
			t.Errorf("%q is written %q", c.in, got)
		}
		if row, col, err := engine.ParseSquare(c.in); err != nil || row != c.row || col != c.col {
			t.Errorf("square %q: %d, %d, %v", c.in, row, col, err)
		}
	}
	for _, bad := range []string{
		"", "8", "D", "88", "DD", "8DD", "DD8", "0A", "A0", "08A", "A08", "25A", "A25", "1Y", "Y1", "100A", "8 D", " 8D", "8D ",
		"-1A", "A-1", "+1A", "8[", "8@", "8{", "8é", "é8", "1\xc1", "\xc11", "\x00\x00", "8\x00", "８D", "999999999999A",
	} {
		if row, col, dir, err := engine.ParseCoordinate(bad); err == nil {
			t.Errorf("%q is %d, %d, %v", bad, row, col, dir)
		} else if !strings.Contains(err.Error(), "expected a row 1-24 and a column A-X") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, m := range []engine.Move{{}, engine.NewExchange(1)} {
		if m.Coordinate() != "" {
			t.Errorf("%v is at %s", m.Kind, m.Coordinate())
		}
	}
}

// The name of a file that is not UTF-8 text makes a name that is: a manifest
// holds it.
func TestLayoutName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b\xffd.txt")
	if err := os.WriteFile(file, []byte("...\n...\n..."), 0o666); err != nil {
		t.Skip(err) // not every file system takes it
	}
	if l, err := engine.LoadLayout(file); err != nil || l.Name != "b\ufffdd" {
		t.Errorf("%+v, %v", l, err)
	}
}

func FuzzLayout(f *testing.F) {
	for _, name := range engine.LayoutNames() {
		f.Add(strings.Join(builtinLayout(f, name).Rows(), "\n"))
	}
	f.Add("\ufeff# mine\nstart B1\n\n~.'\r\n \"-\n=^.")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := engine.ReadLayout(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		row, col := l.Start()
		written := "start " + engine.SquareName(row, col) + "\n" + strings.Join(l.Rows(), "\n")
		again, err := engine.ReadLayout(strings.NewReader(written), "fuzz")
		if err != nil || *again != *l {
			t.Fatalf("%q was read, and differs as %q: %v", text, written, err)
		}
	})
}
