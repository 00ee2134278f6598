package builtin_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
	"testing"

	"quadword/agents/leave"
	"quadword/agents/leave/builtin"
	"quadword/engine"
	"quadword/engine/tile"
)

// TestTables: every table can be read, is what README.md says it is, is small
// enough, has values rounded to a hundredth of a point, and values plain
// things plainly.
func TestTables(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range builtin.Games() {
		name := strings.TrimPrefix(g.Name(), "builtin-")
		set, _ := tile.BuiltinSet(g.TileSet)
		table, err := g.Load(set)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := os.ReadFile(name + ".klv2.gz")
		if err != nil {
			t.Fatal(err)
		}
		if len(packed) > 3e6 {
			t.Errorf("%s has %d bytes compressed", name, len(packed))
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		klv2, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(klv2)
		if got := hex.EncodeToString(sum[:]); got != table.SHA256() || !strings.Contains(string(readme), got) {
			t.Errorf("%s: README.md does not have the sha256 %s", name, got)
		}
		n := 0
		for _, v := range table.All() {
			if v%10 != 0 {
				t.Fatalf("%s has a value of %d thousandths", name, v)
			}
			n++
		}
		if want := map[string]int{"standard": 914_624, "super": 1_086_701}[g.TileSet]; want != 0 && n != want {
			t.Errorf("%s has %d leaves, expected %d", name, n, want)
		}
		value := func(text string) int32 {
			l, err := leave.Parse(set.Alphabet, text)
			if err != nil {
				t.Fatal(err)
			}
			return table.Value(&l)
		}
		// In thousandths of a point.
		if v := value("?"); v < 15_000 || v > 35_000 {
			t.Errorf("%s: a blank is worth %d", name, v)
		}
		if value("S") < 4_000 || value("Q") > -2_000 || value("QU") < value("Q") || value("UUUU") > -15_000 || value("?EINRS") < 35_000 {
			t.Errorf("%s: S %d, Q %d, QU %d, UUUU %d, ?EINRS %d", name, value("S"), value("Q"), value("QU"), value("UUUU"), value("?EINRS"))
		}
	}
}

// TestFor: a game's own table, else that of its tile set, else the nearest by
// tiles, and none for other letters.
func TestFor(t *testing.T) {
	sets := map[string]*tile.Set{}
	for _, name := range tile.SetNames() {
		sets[name], _ = tile.BuiltinSet(name)
	}
	rows := sets["standard"].Rows()
	rows[1].Points = 2
	changed := func(name string, rows []tile.Row) {
		set, err := tile.NewSet(name, rows)
		if err != nil {
			t.Fatal(err)
		}
		sets[name] = set
	}
	changed("dearA", rows)
	rows = sets["super"].Rows()
	rows[19].Count++
	changed("moreS", rows)
	changed("letters", []tile.Row{{Letter: '?'}, {Letter: 'Ö', Count: 20}})
	for _, c := range []struct {
		board, set string
		want       string
		exact      bool
	}{
		{"standard", "standard", "builtin-standard", true},
		{"super", "super", "builtin-super", true},
		{"super", "doubled", "builtin-super-doubled", true},
		{"super", "standard", "builtin-standard", false},
		{"standard", "super", "builtin-super", false},
		{"standard", "doubled", "builtin-super-doubled", false},
		{"standard", "dearA", "builtin-standard", false},
		{"super", "dearA", "builtin-super-doubled", false},
		{"standard", "moreS", "builtin-super", false},
		{"super", "letters", "", false},
	} {
		layout, _ := engine.BuiltinLayout(c.board)
		g, exact, ok := builtin.For(layout, sets[c.set])
		if ok != (c.want != "") || ok && g.Name() != c.want || exact != c.exact {
			t.Errorf("%s, %s: %s, exact %t, %t", c.board, c.set, g.Name(), exact, ok)
		}
	}
}
