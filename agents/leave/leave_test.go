package leave

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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

func readSet(t testing.TB, text string) *tile.Set {
	t.Helper()
	s, err := tile.ReadSet(strings.NewReader(text), "small")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// small is a set of three kinds, the one of which there are most being worth
// most, so that the order of the ranks is not that of the tiles.
func small(t testing.TB) *tile.Set { return readSet(t, "?,2,0,0\nA,1,1,1\nB,9,5,0\n") }

// large is a set of the most letters an alphabet can have.
func large(t testing.TB) *tile.Set {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := []tile.Row{{Letter: tile.BlankRune, Count: 1}}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ" {
		rows = append(rows, tile.Row{Letter: r, Count: rng.IntN(3), Points: rng.IntN(11)})
	}
	s, err := tile.NewSet("large", rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func leaveOf(t testing.TB, set *tile.Set, text string) *tile.Rack {
	t.Helper()
	r, err := set.Alphabet.ParseRack(text)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

// random is a table of random values, many of them extreme.
func random(t testing.TB, set *tile.Set, seed uint64) *Table {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	table, err := New("random", set, func(*tile.Rack) int32 {
		switch rng.IntN(8) {
		case 0:
			return MaxValue - rng.Int32N(3)
		case 1:
			return -MaxValue + rng.Int32N(3)
		default:
			return rng.Int32N(2*MaxValue+1) - MaxValue
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func klv2(t testing.TB, table *Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteKLV2(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestNew(t *testing.T) {
	set := small(t)
	var called []string
	table, err := New("mine", set, func(leave *tile.Rack) int32 {
		called = append(called, set.Alphabet.RackText(*leave))
		return int32(100*leave.Count(tile.Blank) + 10*leave.Count(1) + leave.Count(2))
	})
	if err != nil {
		t.Fatal(err)
	}
	// Blanks, A and B up to 2, 1 and 9: six choices of the first two, each with
	// as many B as six tiles have room for, without the empty leave.
	if want := 7 + 6 + 6 + 5 + 5 + 4 - 1; len(called) != want {
		t.Errorf("%d leaves, want %d: %v", len(called), want, called)
	}
	for _, c := range []struct {
		leave string
		value int32
	}{
		{"", 0}, {"?", 100}, {"A", 10}, {"B", 1}, {"??ABBB", 213}, {"BBBBBB", 6},
		{"AA", 0}, {"???", 0}, {"BBBBBBB", 0}, // the set does not hold them, or no leave does
	} {
		leave := leaveOf(t, set, c.leave)
		if got := table.Value(leave); got != c.value {
			t.Errorf("%q is worth %d, want %d", c.leave, got, c.value)
		}
		if rank, ok := table.Ranking().Rank(leave); ok && table.Values()[rank] != c.value {
			t.Errorf("%q is worth %d by rank, want %d", c.leave, table.Values()[rank], c.value)
		}
	}
	if table.Name() != "mine" || table.Set() != set || len(table.Values()) != table.Ranking().Len() {
		t.Errorf("%s, %v, %d values", table.Name(), table.Set(), len(table.Values()))
	}
}

func TestNewOutOfBounds(t *testing.T) {
	for _, v := range []int32{MaxValue + 1, -MaxValue - 1, -1 << 31} {
		_, err := New("mine", small(t), func(leave *tile.Rack) int32 {
			if leave.Count(tile.Blank) == 2 {
				return v
			}
			return 0
		})
		if err == nil || !strings.Contains(err.Error(), "leave values mine: ?? is worth") {
			t.Errorf("%d: error %v", v, err)
		}
	}
}

func TestParse(t *testing.T) {
	alphabet := builtin(t, "standard").Alphabet
	for text, want := range map[string]string{"q": "Q", "?S": "?S", "s?": "?S", "TSNIEA": "AEINST", "ZZZZZZ": "ZZZZZZ"} {
		if leave, err := Parse(alphabet, text); err != nil || alphabet.RackText(leave) != want {
			t.Errorf("%q is %s, %v, want %s", text, alphabet.RackText(leave), err, want)
		}
	}
	for text, want := range map[string]string{
		"":        `leave "" has 0 tiles, expected 1 to 6`,
		"AEINRST": `leave "AEINRST" has 7 tiles, expected 1 to 6`,
		"A1":      `'1' is neither a letter of the alphabet nor '?'`,
	} {
		if _, err := Parse(alphabet, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// All has each leave that the set holds once, fewer tiles first and then in the
// order of the alphabet.
func TestAll(t *testing.T) {
	for _, set := range []*tile.Set{small(t), large(t), builtin(t, "standard")} {
		table := random(t, set, 1)
		before, n := []tile.Tile{}, 0
		for leave, value := range table.All() {
			tiles := leave.AppendTiles(nil)
			if len(tiles) < len(before) || len(tiles) == len(before) && slices.Compare(before, tiles) >= 0 {
				t.Fatalf("%s: %v after %v", set.Name, tiles, before)
			}
			if value != table.Value(&leave) {
				t.Fatalf("%s: %v is worth %d, want %d", set.Name, tiles, value, table.Value(&leave))
			}
			before = tiles
			n++
		}
		held := 0
		bag := set.Counts()
		for _, leave := range table.Ranking().All() {
			if leave.Len() > 0 && bag.Contains(leave) {
				held++
			}
		}
		if n != held {
			t.Errorf("%s: %d leaves, want %d", set.Name, n, held)
		}
	}
	n := 0
	for range random(t, small(t), 1).All() {
		if n++; n == 5 {
			break
		}
	}
}

func TestByValue(t *testing.T) {
	set := small(t)
	table, err := New("mine", set, func(leave *tile.Rack) int32 { return int32(10 * (leave.Count(1) - leave.Count(2)/6)) })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range table.ByValue() {
		if v.Value != table.Value(&v.Leave) {
			t.Errorf("%v is worth %d, want %d", v.Leave, v.Value, table.Value(&v.Leave))
		}
		got = append(got, set.Alphabet.RackText(v.Leave))
	}
	want := strings.Fields("A ?A AB ??A ?AB ABB ??AB ?ABB ABBB ??ABB ?ABBB ABBBB ??ABBB ?ABBBB ABBBBB" +
		" ? B ?? ?B BB ??B ?BB BBB ??BB ?BBB BBBB ??BBB ?BBBB BBBBB ??BBBB ?BBBBB BBBBBB")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSynthetic(t *testing.T) {
	english := builtin(t, "standard")
	foreign := readSet(t, "?,2,0,0\nA,5,1,1\nB,5,3,0\nŁ,5,20,0\n")
	tables := map[*tile.Set]*Table{english: Synthetic(english), foreign: Synthetic(foreign)}
	for _, c := range []struct {
		set   *tile.Set
		leave string
		value int32
	}{
		{english, "?", 25000}, {english, "??", 50000},
		{english, "S", 8000}, {english, "E", 2000}, {english, "Q", -7000}, {english, "V", -5000}, {english, "Z", 3000},
		{english, "SE", 10000},                      // in balance
		{english, "SSE", 8000 + 8000 - 1000 + 2000}, // a pair
		{english, "EEE", 3*2000 - 3000 - 4*500},     // three pairs, two vowels too many
		{english, "RST", 1000 + 8000 + 500 - 4*500}, // two consonants too many
		{english, "?RS", 25000 + 9000 - 500},        // a blank is on neither side
		{english, "QU", -7000 - 4500 + 9000},        // together
		{english, "QQ", 0},                          // there is one
		{foreign, "A", 1000}, {foreign, "B", -200}, {foreign, "Ł", -8000}, {foreign, "?B", 24800},
	} {
		if got := tables[c.set].Value(leaveOf(t, c.set, c.leave)); got != c.value {
			t.Errorf("%s is worth %d, want %d", c.leave, got, c.value)
		}
	}
}

// Benchmarks are told apart by the table they play with.
func TestSyntheticStaysTheSame(t *testing.T) {
	for name, want := range map[string]string{
		"standard": "2e91595dcabc00a1cbb9596b67dc09d8a6fb0bba83cfc6dfec77f7b040860ad0",
		"super":    "cedfbfdfc188aa41c21603a7933dfc85e2e16735160ca5a92e47eddf5cbf110e",
	} {
		if got := Synthetic(builtin(t, name)).SHA256(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// The highest face values there can be stay in bounds.
	rows := []tile.Row{{Letter: tile.BlankRune, Count: tile.MaxCount, Points: tile.MaxPoints}, {Letter: 'A', Count: tile.MaxCount, Points: tile.MaxPoints}}
	s, err := tile.NewSet("extreme", rows)
	if err != nil {
		t.Fatal(err)
	}
	if got := Synthetic(s).Value(leaveOf(t, s, "??????")); got != 150_000 {
		t.Errorf("six blanks are worth %d", got)
	}
}

func BenchmarkSynthetic(b *testing.B) {
	set := builtin(b, "super")
	for b.Loop() {
		Synthetic(set)
	}
}
