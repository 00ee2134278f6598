package tile_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine/tile"
)

func TestEnglish(t *testing.T) {
	a := tile.English()
	if a.Len() != 26 || a.String() != "ABCDEFGHIJKLMNOPQRSTUVWXYZ" || a.All() != 1<<27-2 {
		t.Errorf("%d letters %s, set %b", a.Len(), a, a.All())
	}
	for _, c := range []struct {
		r    rune
		tile tile.Tile
		ok   bool
	}{
		{'A', 1, true}, {'Z', 26, true}, {'a', 1 | tile.BlankBit, true}, {'z', 26 | tile.BlankBit, true},
		{'?', 0, false}, {'.', 0, false}, {'@', 0, false}, {'[', 0, false}, {'É', 0, false}, {-1, 0, false}, {0x10ffff, 0, false},
	} {
		got, ok := a.Tile(c.r)
		if got != c.tile || ok != c.ok {
			t.Errorf("%q is %d, %v", c.r, got, ok)
		}
		if letter, ok := a.Letter(c.r); letter != c.tile.Letter() || ok != c.ok {
			t.Errorf("%q is the letter %d, %v", c.r, letter, ok)
		}
		if c.ok && a.Rune(c.tile) != c.r {
			t.Errorf("%q is written %q", c.r, a.Rune(c.tile))
		}
	}
	if a.Rune(0) != '.' || a.RackRune(tile.Blank) != '?' || a.RackRune(2) != 'B' {
		t.Error("an empty square, a blank or a B is written wrong")
	}
}

func TestTileBits(t *testing.T) {
	e := tile.Tile(5)
	blank := e | tile.BlankBit
	if e.IsBlank() || !blank.IsBlank() || tile.Blank.IsBlank() {
		t.Error("IsBlank is of laid tiles")
	}
	if blank.Letter() != e || e.Letter() != e || blank.FromRack() != tile.Blank || e.FromRack() != e {
		t.Error("a blank laid as E is the letter E and came from a blank")
	}
}

func TestNewAlphabetErrors(t *testing.T) {
	for _, c := range []struct{ letters, want string }{
		{"", "1 to 30 letters, not 0"},
		{strings.Repeat("A", 31), "not 31"},
		{"ABA", "'A' comes twice"},
		{"ABa", "'A' comes twice"},
		{"AB?", "'?'"},
		{"AB1", "'1'"},
		{"ABß", "'ß'"}, // has no single upper case
		{"ABא", "'א'"}, // has no case at all
		{"Sſ", "'S' comes twice"},
		{"kK", "twice"}, // the kelvin sign is another K
	} {
		if _, err := tile.NewAlphabet([]rune(c.letters)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.letters, err, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	a := tile.English()
	word, err := a.ParseWord([]tile.Tile{9}, "caT")
	if err != nil || a.Text(word) != "ICAT" {
		t.Errorf("%s, %v", a.Text(word), err)
	}
	if _, err := a.ParseWord(nil, "ca?"); err == nil || !strings.Contains(err.Error(), "'?' is no letter of the alphabet ABC") {
		t.Errorf("error %v", err)
	}
	rack, err := a.ParseRack("z?aA?")
	if err != nil || a.RackText(rack) != "??AAZ" || rack.Len() != 5 {
		t.Errorf("%s, %v", a.RackText(rack), err)
	}
	for _, bad := range []string{"A B", "A.", "A1", strings.Repeat("E", 256), strings.Repeat("?", 201)} {
		if _, err := a.ParseRack(bad); err == nil {
			t.Errorf("%.20q is a rack", bad)
		}
	}
	if got := a.Text([]tile.Tile{17, 21 | tile.BlankBit, 0}); got != "Qu." {
		t.Errorf("%s", got)
	}
}

// A rack is a multiset: against a count of letters in a map.
func TestRack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) ([]tile.Tile, map[tile.Tile]int) {
			tiles := rapid.SliceOfN(rapid.Map(rapid.Uint8Range(0, 5), func(b uint8) tile.Tile { return tile.Tile(b) }), 0, 9).Draw(t, name)
			counts := map[tile.Tile]int{}
			for _, tl := range tiles {
				counts[tl]++
			}
			return tiles, counts
		}
		tiles, counts := draw("tiles")
		others, otherCounts := draw("others")
		r, o := tile.RackOf(tiles...), tile.RackOf(others...)
		contains := true
		var mask uint32
		for tl := range tile.Tile(tile.Kinds) {
			if r.Count(tl) != counts[tl] {
				t.Fatalf("%d times %d, want %d", r.Count(tl), tl, counts[tl])
			}
			contains = contains && counts[tl] >= otherCounts[tl]
			if counts[tl] > 0 {
				mask |= 1 << tl
			}
		}
		if r.Len() != len(tiles) || r.Mask() != mask || r.Contains(&o) != contains {
			t.Fatalf("length %d, mask %b, contains %v: %v", r.Len(), r.Mask(), others, r.Contains(&o))
		}
		if again := tile.RackOf(r.AppendTiles(nil)...); again != r {
			t.Fatalf("%v and %v differ", r, again)
		}
		sum := r
		sum.AddAll(&o)
		if sum.Len() != len(tiles)+len(others) || !sum.RemoveAll(&r) || sum != o {
			t.Fatalf("%v plus %v minus %v is %v", r, o, r, sum)
		}
		before := r
		if removed := r.RemoveAll(&o); removed != contains || !removed && r != before {
			t.Fatalf("RemoveAll %v from %v: %v leaves %v", others, tiles, removed, r)
		}
		if r = before; r.Remove(0) != (counts[0] > 0) {
			t.Fatalf("Remove a blank from %v", tiles)
		}
		if counts[0] == 0 && r != before {
			t.Fatal("a tile that is not there changed the rack")
		}
	})
}
