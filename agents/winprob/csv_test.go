package winprob

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func builtinReadme() (string, error) {
	text, err := os.ReadFile("builtin/README.md")
	return string(text), err
}

const smallText = `# P(win) of one of two players in 1/10000, by turn, spread and unseen tiles
# board=b
# tile_set=t
# lexicon=l
# agents=greedy random
# tiles=4
# rack_size=2
# bingo_bonus=50
# end_scoring=box
# tie_break=draw
# spread=1
on_turn,spread,u1,u2
1,-1,1099,1199
1,0,1100,1200
1,1,1101,1201
0,-1,99,199
0,0,100,200
0,1,101,201
`

func text(t testing.TB, table *Table) string {
	t.Helper()
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func packed(t testing.TB, table *Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteGzip(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func equal(a, b *Table) bool {
	return a.game == b.game && a.spread == b.spread && a.unseen == b.unseen && a.sha256 == b.sha256 &&
		string(valueBytes(a)) == string(valueBytes(b))
}

func valueBytes(t *Table) (b []byte) {
	for _, v := range t.values {
		b = append(b, byte(v), byte(v>>8))
	}
	return b
}

func TestWriteCSV(t *testing.T) {
	table := small(t)
	if got := text(t, table); got != smallText {
		t.Errorf("wrote\n%s", got)
	}
	sum := sha256.Sum256([]byte(smallText))
	if table.SHA256() != hex.EncodeToString(sum[:]) {
		t.Errorf("SHA-256 %s", table.SHA256())
	}
}

// With the line ends of another system, or without the last one, it is the
// same table.
func TestRead(t *testing.T) {
	for _, s := range []string{smallText, strings.ReplaceAll(smallText, "\n", "\r\n"), strings.TrimSuffix(smallText, "\n"), string(packed(t, small(t)))} {
		table, err := Read(strings.NewReader(s))
		if err != nil {
			t.Fatal(err)
		}
		if !equal(table, small(t)) {
			t.Errorf("%q is read as another table", s)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{smallText, "", "line 1: the file ends before its last spread"},
		{"# P(win)", "# Q(win)", `line 1: "# Q(win) of one of two players in 1/1000`},
		{"# board=b\n", "", `line 2: "# tile_set=t", expected # board=VALUE`},
		{"tiles=4", "tiles=four", `line 6: tiles: "four", expected a whole number`},
		{"tiles=4", "tiles=04", `line 6: tiles: "04", expected a whole number`},
		{"tiles=4", "tiles=99999999999999999999", "line 6: tiles: "},
		{"tiles=4", "tiles=100000", "line 11: 100000 tiles and racks of 2: expected 1 to 1000 tiles unseen at the start"},
		{"spread=1", "spread=2001", "line 11: spreads to 2001: expected 1 to 2000"},
		{"board=b", "board=\x01", `line 11: board: "\x01" has control characters`},
		{"on_turn,spread,u1,u2", "on_turn,spread,u1,u3", `line 12: "on_turn,spread,u1,u3", expected on_turn,spread,u1 to u2`},
		{"1,-1,1099,1199\n", "", `line 13: on_turn "1", spread "0", expected 1 and -1`},
		{"0,-1,99,199", "0,-1,99", "line 16: 3 columns, expected 4"},
		{"1,1,1101,1201\n", "1,1,1101,1201\n1,2,1101,1201\n", `line 16: on_turn "1", spread "2", expected 0 and -1`},
		{"1,1,1101,1201", "1,1,1101,1199", "line 15: column u2: P(win) falls from 1200 to 1199 as the spread grows"},
		{"1,1,1101,1201", "1,1,1101,10001", "line 15: column u2: P(win) is 10001, expected 0 to 10000"},
		{"0,-1,99,199", "0,-1,-99,199", "line 16: column u1: P(win) is -99, expected 0 to 10000"},
		{"0,-1,99,199", "0,-1,9 9,199", `line 16: column u1: "9 9", expected a whole number`},
		{"0,-1,99,199", "0,-1,+99,199", `line 16: column u1: "+99", expected a whole number`},
		{"0,1,101,201\n", "", "line 18: the file ends before its last spread"},
		{"0,1,101,201\n", "0,1,101,201\n\n", `line 19: "" after the last spread`},
		{"board=b", "board=" + strings.Repeat("b", maxLine), "line 2: over 8192 bytes"},
		{"board=b", "board=" + strings.Repeat("b", maxText+1), "line 11: board: a name of 4001 bytes"},
	} {
		_, err := Read(strings.NewReader(strings.Replace(smallText, c.old, c.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), "win probability: "+c.want) {
			t.Errorf("%.40q for %.40q: error %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// A packed file that was cut or damaged is refused, even where its text still
// reads.
func TestReadDamagedGzip(t *testing.T) {
	whole := packed(t, small(t))
	for n := range len(whole) {
		if _, err := Read(bytes.NewReader(whole[:n])); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(whole))
		}
	}
	sum := bytes.Clone(whole)
	sum[len(sum)-8]++
	if _, err := Read(bytes.NewReader(sum)); !errors.Is(err, gzip.ErrChecksum) {
		t.Errorf("error %v", err)
	}
	if _, err := Read(io.MultiReader(strings.NewReader(smallText[:200]), failing{})); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, fs.ErrClosed }
func (failing) Write([]byte) (int, error) { return 0, fs.ErrClosed }

func TestWriteFails(t *testing.T) {
	if err := small(t).WriteCSV(failing{}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("error %v", err)
	}
	if err := small(t).WriteGzip(failing{}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string][]byte{"a.csv": []byte(smallText), "a.csv.gz": packed(t, small(t)), "bad.csv": []byte("a\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.csv", "a.csv.gz"} {
		if table, err := Load(filepath.Join(dir, name)); err != nil || !equal(table, small(t)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := filepath.Join(dir, "bad.csv")
	if _, err := Load(bad); err == nil || !strings.HasPrefix(err.Error(), "win probability "+bad+": line 1: ") {
		t.Errorf("error %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none.csv")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, _ := anyTable(t)
		var plain, zipped bytes.Buffer
		if err := errors.Join(table.WriteCSV(&plain), table.WriteGzip(&zipped)); err != nil {
			t.Fatal(err)
		}
		for _, r := range []io.Reader{&plain, &zipped} {
			again, err := Read(r)
			if err != nil || !equal(again, table) {
				t.Fatalf("written and read again it is not the same: %v", err)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(smallText))
	f.Add([]byte(strings.ReplaceAll(smallText, "\n", "\r\n")))
	f.Add([]byte(strings.Replace(smallText, "tiles=4", "tiles=1002", 1)))
	f.Add(packed(f, small(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for i, v := range table.values {
			if v > One || i%(2*table.spread+1) > 0 && v < table.values[i-1] {
				t.Fatalf("value %d is %d", i, v)
			}
		}
		again, err := Read(strings.NewReader(text(t, table)))
		if err != nil || !equal(again, table) {
			t.Fatalf("written and read again it is not the same: %v", err)
		}
	})
}
