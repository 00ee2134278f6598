package leave

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadword/engine/tile"
)

func csv(t testing.TB, table *Table) string {
	t.Helper()
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readText(t testing.TB, set *tile.Set, text string) *Table {
	t.Helper()
	table, err := ReadCSV(strings.NewReader(text), "mine", set)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestWriteCSV(t *testing.T) {
	set := readSet(t, "?,1,0,0\nÖ,1,1,1\nB,2,5,0\n")
	values := map[string]int32{
		"?": 23456, "Ö": -500, "B": 7000, "?Ö": -1, "?B": MaxValue, "ÖB": -MaxValue, "BB": 10, "?ÖB": -20300, "?BB": 100, "ÖBB": 0, "?ÖBB": -1099,
	}
	table, err := New("mine", set, func(leave *tile.Rack) int32 { return values[set.Alphabet.RackText(*leave)] })
	if err != nil {
		t.Fatal(err)
	}
	want := `leave,value
?,23.456
Ö,-0.5
B,7
?Ö,-0.001
?B,1000
ÖB,-1000
BB,0.01
?ÖB,-20.3
?BB,0.1
ÖBB,0
?ÖBB,-1.099
`
	if got := csv(t, table); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every value there can be is written as the shortest number and read again.
func TestPointsAreExact(t *testing.T) {
	var text []byte
	for v := int32(-MaxValue); v <= MaxValue; v++ {
		text = appendPoints(text[:0], v)
		if want := strconv.FormatFloat(float64(v)/1000, 'f', -1, 64); string(text) != want {
			t.Fatalf("%d thousandths are written as %s, want %s", v, text, want)
		}
		if again, err := parsePoints(string(text)); err != nil || again != v {
			t.Fatalf("%s points are %d, %v, want %d", text, again, err, v)
		}
	}
}

func TestReadCSV(t *testing.T) {
	want := map[string]int32{"?": 25000, "AB": -500, "ABB": 1250}
	for what, text := range map[string]string{
		"as we write it":         "leave,value\n?,25\nAB,-0.5\nABB,1.25\n",
		"without a header":       "?,25\nAB,-0.5\nABB,1.25\n",
		"another header":         "\n Leave , VALUE \n?,25\nAB,-0.5\nABB,1.25\n",
		"no end of the last":     "?,25\nAB,-0.5\nABB,1.25",
		"any order":              "BAB,1.25\nBA,-0.5\n?,25\n",
		"lower case":             "?,25\nab,-0.5\nAbB,1.25\n",
		"spaces":                 "  ? ,\t25\nAB , -0.5 \nABB,1.25 \n",
		"blank lines":            "\n\n?,25\n  \nAB,-0.5\nABB,1.25\n\n",
		"CRLF":                   "leave,value\r\n?,25\r\n\r\nAB,-0.5\r\nABB,1.25\r\n",
		"a byte order mark":      "\ufeffleave,value\n?,25\nAB,-0.5\nABB,1.25\n",
		"a mark before a leave":  "\ufeff?,25\nAB,-0.5\nABB,1.25\n",
		"other ways of numbers":  "?,+25.000000\nAB,-.5\nABB,125e-2\n",
		"zeros":                  "?,25\nAB,-0.5\nABB,1.25\nA,0\nB,-0\n??,-0.0004\n",
		"what the set lacks":     "?,25\nAB,-0.5\nABB,1.25\nAA,7\n???,7\nAABBBB,7\n",
		"a line as long as they": "?,25" + strings.Repeat(" ", maxCSVLine-5) + "\nAB,-0.5\nABB,1.25\n",
	} {
		set := small(t)
		table, err := ReadCSV(strings.NewReader(text), "mine", set)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for rank, leave := range table.Ranking().All() {
			if text := set.Alphabet.RackText(*leave); table.Values()[rank] != want[text] {
				t.Errorf("%s: %q is worth %d, want %d", what, text, table.Values()[rank], want[text])
			}
		}
		if table.Name() != "mine" || table.Set() != set {
			t.Errorf("%s: %s for %s", what, table.Name(), table.Set().Name)
		}
		// The same values are the same table, whatever the lines look like.
		mine, err := New("mine", set, func(leave *tile.Rack) int32 { return want[set.Alphabet.RackText(*leave)] })
		if err != nil || table.SHA256() != mine.SHA256() {
			t.Errorf("%s: SHA-256 %s, want %s, %v", what, table.SHA256(), mine.SHA256(), err)
		}
	}
}

func TestReadCSVRounds(t *testing.T) {
	nodes := []uint32{2 | last, last, tileB | ends | last}
	check := func(points string, want int32) {
		t.Helper()
		table := readText(t, small(t), "B,"+points+"\n")
		if got := table.Value(leaveOf(t, table.Set(), "B")); got != want {
			t.Errorf("%s points are %d, want %d", points, got, want)
		}
	}
	for _, c := range []struct {
		points string
		want   int32
	}{
		{"0.0004999", 0}, {"0.0005", 1}, {"0.0015", 2}, // the float32 nearest to a half lies above
		{"0.0025", 2},                                                        // and here below
		{"0.0625", 63}, {"-0.0625", -63}, {"0.1875", 188}, {"-0.1875", -188}, // halves, away from 0
		{"0.06249", 62}, {"-0.06249", -62}, {"12.3456", 12346}, {"8.1234" + strings.Repeat("0", 99) + "1", 8123},
		{"-1e-9", 0}, {"1e-400", 0},
		{"1000", MaxValue}, {"-1000", -MaxValue}, {"999.99999", MaxValue}, {"1000.00001", MaxValue},
	} {
		check(c.points, c.want)
	}
	// As from the KLV2 that another program makes of it.
	rng := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		points := strconv.FormatFloat((rng.Float64()-0.5)*100, 'f', 1+rng.IntN(9), 64)
		f, err := strconv.ParseFloat(points, 32)
		if err != nil {
			t.Fatal(err)
		}
		table, err := ReadKLV2(bytes.NewReader(file(nodes, float32(f))), "mine", small(t))
		if err != nil {
			t.Fatal(err)
		}
		check(points, table.Value(leaveOf(t, table.Set(), "B")))
	}
}

func TestReadCSVErrors(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"empty", "", "no leaves, expected lines leave,value"},
		{"a header alone", "leave,value\n\n", "no leaves, expected lines leave,value"},
		{"one field", "?,25\nAB\n", `line 2: "AB" has 1 fields, expected leave,value`},
		{"three fields", "?,25\n\nAB,1,2\n", `line 3: "AB,1,2" has 3 fields, expected leave,value`},
		{"semicolons", "AB;1\n", `line 1: "AB;1" has 1 fields`},
		{"an unknown letter", "?,25\nAXB,1\n", `line 2: rack "AXB": 'X' is neither a letter of the alphabet nor '?'`},
		{"a laid blank", "A.B,1\n", "line 1: rack \"A.B\": '.' is neither"},
		{"quotes", "\"AB\",1\n", "line 1: rack \"\\\"AB\\\"\": '\"' is neither"},
		{"not UTF-8", "A\xff,1\n", "line 1: rack "},
		{"a mark in the middle", "?,25\n\ufeffA,1\n", "line 2: rack "},
		{"no tiles", "?,25\nA,1\n ,2\n", `line 3: leave "" has 0 tiles, expected 1 to 6`},
		{"seven tiles", "ABBBBBB,2\n", `line 1: leave "ABBBBBB" has 7 tiles, expected 1 to 6`},
		{"twice", "leave,value\nAB,1\n\nB,2\nAB,1\n", `line 5: leave "AB" comes twice, first on line 2`},
		{"twice, the tiles in another order", "AB?,1\nB,2\n?BA,1\n", `line 3: leave "?BA" comes twice, first on line 1`},
		{"twice, not of the set", "AA,1\nAA,2\n", `line 2: leave "AA" comes twice, first on line 1`},
		{"a header after a leave", "A,1\nleave,value\n", `line 2: rack "leave": 'l' is neither`},
		{"no value", "A,1\nB,\n", `line 2: value "", expected a number of points from -1000 to 1000`},
		{"a word", "B,much\n", `line 1: value "much", expected a number of points from -1000 to 1000`},
		{"two numbers", "B,1 2\n", `line 1: value "1 2"`},
		{"hexadecimal", "B,0x1p-2\n", `line 1: value "0x1p-2"`},
		{"underscores", "B,0_1\n", `line 1: value "0_1"`},
		{"NaN", "B,NaN\n", `line 1: value "NaN", expected a number`},
		{"infinite", "B,+Inf\n", `line 1: value "+Inf", expected a number`},
		{"minus infinite", "B,-infinity\n", `line 1: value "-infinity", expected a number`},
		{"beyond a float32", "B,1e39\n", `line 1: value "1e39"`},
		{"beyond a float64", "B,-1e999\n", `line 1: value "-1e999"`},
		{"too much", "A,1\nB,1000.1\n", `line 2: value "1000.1", expected a number of points from -1000 to 1000`},
		{"too little", "B,-1000.1\n", `line 1: value "-1000.1"`},
		{"a long line", "A,1\nB,2" + strings.Repeat(" ", maxCSVLine) + "\n", "line 2: over 256 bytes, expected leave,value"},
		{"a longer line", "A,1\nB,2" + strings.Repeat("0", 1<<20), "line 2: over 256 bytes, expected leave,value"},
		{"a long line that ends the file", "A,1\nB,2" + strings.Repeat(" ", maxCSVLine), "line 2: over 256 bytes, expected leave,value"},
		{"a KLV2", string(klv2(t, random(t, small(t), 1))), "line 1: "},
	} {
		table, err := ReadCSV(strings.NewReader(c.text), "mine", small(t))
		if table != nil || err == nil || !strings.HasPrefix(err.Error(), "leave values mine: "+c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
		}
	}
}

// newlines is blank lines for as long as it is read.
type newlines struct{ read int }

func (e *newlines) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	e.read += len(p)
	return len(p), nil
}

func TestReadCSVEndless(t *testing.T) {
	var zeros endless
	if _, err := ReadCSV(&zeros, "mine", small(t)); err == nil || !strings.Contains(err.Error(), "line 1: over 256 bytes") || zeros.read > 1<<20 {
		t.Errorf("%d bytes read, error %v", zeros.read, err)
	}
	var blank newlines
	most := meanCSVLine * (1 + tile.NewRanking(small(t)).Len())
	want := fmt.Sprintf("line %d: the file has over %d bytes, the most for leaves of 2 letters", most+1, most)
	if _, err := ReadCSV(&blank, "mine", small(t)); err == nil || !strings.Contains(err.Error(), want) || blank.read > 1<<20 {
		t.Errorf("%d bytes read, error %v, want %q", blank.read, err, want)
	}
	// A file that has all leaves may be as long as that.
	text := csv(t, random(t, small(t), 1))
	text += strings.Repeat("\n", most-len(text))
	readText(t, small(t), text)
}

// What is wrong with a disk is not put down to the line that it cuts.
func TestBrokenCSV(t *testing.T) {
	r := io.MultiReader(strings.NewReader("A,1\nB"), broken{})
	if _, err := ReadCSV(r, "mine", small(t)); !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "leave values mine: broken") {
		t.Errorf("read: %v", err)
	}
	for _, set := range []*tile.Set{small(t), large(t)} { // at the end, and on the way
		if err := random(t, set, 1).WriteCSV(broken{}); !errors.Is(err, errBroken) {
			t.Errorf("write: %v", err)
		}
	}
}

func TestLoadCSV(t *testing.T) {
	table := random(t, small(t), 1)
	name := filepath.Join(t.TempDir(), "my.leaves.CSV")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(name, csv(t, table))
	again, err := Load(name, small(t))
	if err != nil {
		t.Fatal(err)
	}
	if again.Name() != "my.leaves" || again.SHA256() != table.SHA256() || !slices.Equal(again.Values(), table.Values()) {
		t.Errorf("%s is not what was written", again.Name())
	}
	write(name, "A,1\nB\n")
	if _, err := Load(name, small(t)); err == nil || !strings.HasPrefix(err.Error(), "leave values "+name+": line 2: ") {
		t.Errorf("a bad line: %v", err)
	}
	name = strings.TrimSuffix(name, ".CSV") + ".txt"
	write(name, csv(t, table))
	if _, err := Load(name, small(t)); err == nil || !strings.HasPrefix(err.Error(), "leave values "+name+": byte 0: ") {
		t.Errorf("not by its name: %v", err)
	}
}

func TestCSVRoundTrip(t *testing.T) {
	for _, c := range []struct {
		set    *tile.Set
		leaves int // that the set holds; 0: nobody has counted
	}{
		{small(t), 32}, {large(t), 0}, {builtin(t, "standard"), 914_624},
	} {
		table := random(t, c.set, 2)
		text := csv(t, table)
		if n := strings.Count(text, "\n") - 1; c.leaves > 0 && n != c.leaves {
			t.Errorf("%s: %d lines, want %d", c.set.Name, n, c.leaves)
		}
		again := readText(t, c.set, text)
		if !slices.Equal(again.Values(), table.Values()) || again.SHA256() != table.SHA256() {
			t.Errorf("%s: read again it is not the same", c.set.Name)
		}
		if csv(t, again) != text {
			t.Errorf("%s: written again it is not the same", c.set.Name)
		}
	}
}

// A KLV2 from elsewhere has values of more decimals than ours, and lacks
// leaves. By way of CSV its table stays the same, and is known by the KLV2 that
// we would write.
func TestKLV2ToCSV(t *testing.T) {
	foreign := file([]uint32{2 | last, last, tileA | ends | 3, tileB | ends | last}, 1.23456, -7.00049, 0.0625)
	table, err := ReadKLV2(bytes.NewReader(foreign), "mine", small(t))
	if err != nil {
		t.Fatal(err)
	}
	again := readText(t, small(t), csv(t, table))
	if !slices.Equal(again.Values(), table.Values()) || again.Value(leaveOf(t, again.Set(), "AB")) != -7000 {
		t.Errorf("%v are not the values %v", again.Values(), table.Values())
	}
	ours, err := ReadKLV2(bytes.NewReader(klv2(t, table)), "mine", small(t))
	if err != nil {
		t.Fatal(err)
	}
	if again.SHA256() != ours.SHA256() || again.SHA256() == table.SHA256() {
		t.Errorf("SHA-256 %s, want %s and not %s", again.SHA256(), ours.SHA256(), table.SHA256())
	}
}

// A table of one set serves another of the same letters.
func TestReadCSVForAnotherSet(t *testing.T) {
	table := random(t, builtin(t, "super"), 3)
	set := builtin(t, "standard")
	other := readText(t, set, csv(t, table))
	bag := set.Counts()
	for rank, leave := range other.Ranking().All() {
		want := table.Values()[rank]
		if !bag.Contains(leave) {
			want = 0
		}
		if other.Values()[rank] != want {
			t.Fatalf("%s is worth %d, want %d", set.Alphabet.RackText(*leave), other.Values()[rank], want)
		}
	}
}

func FuzzReadCSV(f *testing.F) {
	set := small(f)
	f.Add([]byte("leave,value\n?,25\nAB,-0.5\nABB,1.25\n"))
	f.Add([]byte("\ufeff b?a , 1e-3\r\n\r\nAA,7\r\nBBBBBB,-1000"))
	f.Add([]byte("A,1\nA,2\n"))
	f.Add([]byte("ABBBBBB,1\n"))
	f.Add([]byte(",\nA,NaN\n"))
	f.Add([]byte(csv(f, random(f, set, 4))))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := ReadCSV(bytes.NewReader(data), "fuzz", set)
		if err != nil {
			return
		}
		bag := set.Counts()
		for rank, leave := range table.Ranking().All() {
			v := table.Values()[rank]
			if v < -MaxValue || v > MaxValue || v != 0 && (leave.Len() == 0 || !bag.Contains(leave)) {
				t.Fatalf("%q is worth %d", set.Alphabet.RackText(*leave), v)
			}
		}
		again, err := ReadCSV(strings.NewReader(csv(t, table)), "again", set)
		if err != nil || !slices.Equal(again.Values(), table.Values()) || again.SHA256() != table.SHA256() {
			t.Fatalf("written and read again it is not the same: %v", err)
		}
		other, err := ReadKLV2(bytes.NewReader(klv2(t, table)), "other", set)
		if err != nil || !slices.Equal(other.Values(), table.Values()) || other.SHA256() != table.SHA256() {
			t.Fatalf("as KLV2 it is not the same: %v", err)
		}
	})
}
