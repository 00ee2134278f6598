package value

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine"
	"quadword/engine/tile"
)

func standard(t testing.TB) *tile.Set {
	t.Helper()
	set, ok := tile.BuiltinSet("standard")
	if !ok {
		t.Fatal("no set")
	}
	return set
}

// read reads a model of lines below the header.
func read(t testing.TB, lines string) *Model {
	t.Helper()
	m, err := Read(strings.NewReader(csvHeader+"\n"+lines), "mine", standard(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// figuresWith are figures of which some are not 0, by name.
func figuresWith(t testing.TB, values map[string]int32) []int32 {
	t.Helper()
	all := Figures(standard(t))
	figures, found := make([]int32, len(all)), 0
	for i, f := range all {
		if v, ok := values[f.Name]; ok {
			figures[i] = v
			found++
		}
	}
	if found != len(values) {
		t.Fatalf("unknown figures in %v", values)
	}
	return figures
}

func TestPredictions(t *testing.T) {
	m := read(t, "constant,-1.5,0.1\nscore,1,0.2\nleave,0.5,0.1\nkeep_Q,-0.000001,0\n")
	// -1.5 + 20 + half of -3.001 - 2 millionths
	figures := figuresWith(t, map[string]int32{"constant": 1, "score": 20, "leave": -3001, "keep_Q": 2, "room": 77})
	if got, want := m.Spread(figures), Prediction(16_999_498_000); got != want {
		t.Errorf("spread %d, want %d", got, want)
	}
	if got := m.Spread(figures).Thousandths(); got != 16_999 {
		t.Errorf("%d thousandths", got)
	}
	// 0.1 + 4 - 0.3001
	if got, want := m.Win(figures), Prediction(3_799_900_000); got != want {
		t.Errorf("win %d, want %d", got, want)
	}
	if got, want := m.Win(figures).Probability(49), 1/(1+math.Exp(-3.7999/7)); math.Abs(got-want) > 1e-15 {
		t.Errorf("probability %v, want %v", got, want)
	}
	if got, want := m.Win(figures).Probability(0), m.Win(figures).Probability(1); got != want {
		t.Errorf("nothing unseen: %v, not %v", got, want)
	}
}

func TestThousandths(t *testing.T) {
	for p, want := range map[Prediction]int32{
		0: 0, 499_999: 0, 500_000: 1, 1_499_999: 1, -500_000: 0, -500_001: -1, -1_500_000: -1, -1_500_001: -2,
		math.MaxInt64 / 2: math.MaxInt32, math.MinInt64 / 2: math.MinInt32,
	} {
		if got := p.Thousandths(); got != want {
			t.Errorf("%d billionths are %d thousandths, want %d", p, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := Prediction(rapid.Int64Range(-1e16, 1e16).Draw(t, "a")), Prediction(rapid.Int64Range(-1e16, 1e16).Draw(t, "b"))
		if a < b && a.Thousandths() > b.Thousandths() {
			t.Fatalf("%d < %d, but rounded %d > %d", a, b, a.Thousandths(), b.Thousandths())
		}
	})
}

func TestLogistic(t *testing.T) {
	for x, want := range map[float64]float64{0: 0.5, math.Inf(1): 1, math.Inf(-1): 0, 800: 1, -800: 0} {
		if got := Logistic(x); got != want {
			t.Errorf("of %v it is %v, want %v", x, got, want)
		}
	}
	last := 0.0
	for x := -40.0; x < 40; x += 1.0 / 128 {
		got, want := Logistic(x), 1/(1+math.Exp(-x))
		if math.Abs(got-want) > 1e-15*want {
			t.Fatalf("of %v it is %v, want %v", x, got, want)
		}
		if got < last {
			t.Fatalf("of %v it is %v, below %v", x, got, last)
		}
		last = got
	}
}

func TestWrite(t *testing.T) {
	set := standard(t)
	weights := make([]Weight, len(Figures(set)))
	for i, f := range Figures(set) {
		switch f.Name {
		case "spread":
			weights[i] = Weight{1_000_000, 170_000}
		case "keep_?":
			weights[i] = Weight{-1, MaxWeight}
		case "near_3W":
			weights[i] = Weight{-430_210, 0}
		}
	}
	m, err := New("mine", set, weights)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "figure,spread,win\nspread,1,0.17\nkeep_?,-0.000001,1000\nnear_3W,-0.43021,0\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if err := m.Write(failing{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("an error of the file: %v", err)
	}
	again, err := Read(&b, "again", set)
	if err != nil || again.SHA256() != m.SHA256() || !slices.Equal(again.Weights(), weights) {
		t.Errorf("read again: %v, %v", again, err)
	}
	if _, err := New("mine", set, weights[1:]); err == nil {
		t.Error("a weight is missing")
	}
	weights[2].Win = -MaxWeight - 1
	if _, err := New("mine", set, weights); err == nil || !strings.Contains(err.Error(), "score") {
		t.Errorf("a weight beyond the bound: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteAndRead(t *testing.T) {
	set := standard(t)
	n := len(Figures(set))
	weight := rapid.Custom(func(t *rapid.T) Weight {
		w := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(-99, 99), rapid.Int64Range(-MaxWeight, MaxWeight))
		return Weight{w.Draw(t, "spread"), w.Draw(t, "win")}
	})
	rapid.Check(t, func(rt *rapid.T) {
		weights := rapid.SliceOfN(weight, n, n).Draw(rt, "weights")
		m, err := New("mine", set, weights)
		if err != nil {
			rt.Fatal(err)
		}
		again, err := Read(bytes.NewReader(m.text()), "mine", set)
		if err != nil || !slices.Equal(again.Weights(), weights) || again.SHA256() != m.SHA256() {
			rt.Fatalf("%v: %v, %v", weights, again, err)
		}
	})
}

func TestRead(t *testing.T) {
	same := read(t, "score,1,0.2\nroom,-0.05,0\n").SHA256()
	for what, text := range map[string]string{
		"another order":      "figure,spread,win\nroom,-0.05,0\nscore,1,0.2\n",
		"other numbers":      "figure,spread,win\nroom,-.050,-0\nscore,1.000000,00.2\n",
		"no end of the last": "figure,spread,win\nroom,-0.05,0\nscore,1,0.2",
		"blank lines, CRLF":  "figure,spread,win\r\n\r\nroom,-0.05,0\r\n\nscore,1,0.2\r\n",
		"a byte order mark":  "\ufefffigure,spread,win\nroom,-0.05,0\nscore,1,0.2\n",
		"a figure without":   "figure,spread,win\nroom,-0.05,0\nscore,1,0.2\ndead,0,0\n",
	} {
		m, err := Read(strings.NewReader(text), "mine", standard(t))
		if err != nil || m.SHA256() != same || m.Name() != "mine" {
			t.Errorf("%s: %v, %v", what, m, err)
		}
	}
	for text, want := range map[string]string{
		"":                                "no lines, expected figure,spread,win",
		"score,1,1\n":                     `line 1: "score,1,1", expected figure,spread,win`,
		"figure,spread,win\nscore,1\n":    `line 2: "score,1" has 2 fields, expected figure,spread,win`,
		"figure,spread,win\nscores,1,1\n": `line 2: unknown figure "scores": expected one of constant, spread, score, .*, not_out`,
		"figure,spread,win\n\nkeep_Ä,1,1": `line 3: unknown figure "keep_Ä": `,
		"figure,spread,win\nscore,1,1\nroom,1,1\nscore,1,1\n": "line 4: figure score comes twice, first on line 2",
		"figure,spread,win\nscore,1,much\n":                   `line 2: weight "much", expected a number from -1000 to 1000 with up to six decimals`,
		"figure,spread,win\nscore,1000.000001,1\n":            `line 2: weight "1000.000001", `,
		"figure,spread,win\nscore,0.1234567,1\n":              `line 2: weight "0.1234567", `,
		"figure,spread,win\nscore,1,1e2\n":                    `line 2: weight "1e2", `,
		"figure,spread,win\nscore,1,\n":                       `line 2: weight "", `,
		"figure,spread,win\nscore,NaN,1\n":                    `line 2: weight "NaN", `,
		"figure,spread,win\nscore,0x1p2,1\n":                  `line 2: weight "0x1p2", `,
		"figure,spread,win\n" + strings.Repeat(" ", 300):      "line 2: over 256 bytes, expected figure,spread,win",
	} {
		_, err := Read(strings.NewReader(text), "mine", standard(t))
		if err == nil || !regexp.MustCompile("^"+want).MatchString(err.Error()) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strong.csv")
	if err := os.WriteFile(file, []byte("figure,spread,win\nscore,1,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err := Load(file, standard(t)); err != nil || m.Name() != "strong" {
		t.Errorf("%v, %v", m, err)
	}
	if err := os.WriteFile(file, []byte("figure,spread,win\nx\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file, standard(t)); err == nil || !strings.HasPrefix(err.Error(), "model "+file+": line 2: ") {
		t.Error(err)
	}
	// Blank lines do not count, but are not read without end either.
	if err := os.WriteFile(file, []byte("figure,spread,win\n"+strings.Repeat("\n", maxCSVLines)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file, standard(t)); err == nil || err.Error() != "model "+file+": over 10000 lines, expected one for each figure" {
		t.Error(err)
	}
	if _, err := Load(file+"x", standard(t)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestBuiltin holds the built-in models and what their README says of them
// together.
func TestBuiltin(t *testing.T) {
	readme, err := os.ReadFile("builtin/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range engine.LayoutNames() {
		for _, name := range tile.SetNames() {
			set, _ := tile.BuiltinSet(name)
			m, err := Builtin(board, set)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile("builtin/" + board + ".csv")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(m.text(), text) {
				t.Errorf("%s.csv is not as Write writes it", board)
			}
			if line := fmt.Sprintf("| %s.csv | `%s` |", board, m.SHA256()); !strings.Contains(string(readme), line) {
				t.Errorf("README.md lacks the line %s", line)
			}
		}
		// A point scored is worth about a point, whoever was watched.
		m, _ := Builtin(board, standard(t))
		if w := m.Weights()[slices.IndexFunc(m.figures, func(f Figure) bool { return f.Name == "score" })]; w.Spread < 700_000 || w.Spread > 1_300_000 || w.Win <= 0 {
			t.Errorf("%s: a point scored weighs %v", board, w)
		}
	}
	if _, err := Builtin("small", standard(t)); err == nil || !strings.Contains(err.Error(), "only for standard and super") {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("figure,spread,win\nscore,1,0.17\nkeep_?,-0.000001,1000\n")
	f.Add("\ufefffigure,spread,win\r\n\r\nroom,-.5,-0\r\n")
	f.Add("figure,spread,win\nscore,1e3,0x1\n")
	set := standard(f)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text), "mine", set)
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(m.text()), "mine", set)
		if err != nil || again.SHA256() != m.SHA256() {
			t.Fatalf("%q is read as\n%s\nand that as %v, %v", text, m.text(), again, err)
		}
	})
}
