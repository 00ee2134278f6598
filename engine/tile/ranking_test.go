package tile_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quadword/engine/tile"
)

// setOf is a tile set of the letters A, B, ... with these face values.
func setOf(t testing.TB, points ...int) *tile.Set {
	t.Helper()
	letters := []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ")
	rows := []tile.Row{{Letter: tile.BlankRune, Count: 2}}
	for i, p := range points {
		rows = append(rows, tile.Row{Letter: letters[i], Count: 1, Points: p})
	}
	s, err := tile.NewSet("test", rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRankingOrder(t *testing.T) {
	standard := tile.NewRanking(builtin(t, "standard"))
	super := tile.NewRanking(builtin(t, "super"))
	if !slices.Equal(standard.Order(), super.Order()) || standard.Len() != super.Len() {
		t.Error("the built-in sets have the same letters and face values, and so the same ranks")
	}
	text := builtin(t, "standard").Alphabet.Text(standard.Order())
	if text != "QZJXKFHVWYBCMPDGAEILNORSTU." {
		t.Errorf("order %s", text)
	}
	blank, err := tile.NewSet("test", []tile.Row{{Letter: '?', Count: 2, Points: 9}, {Letter: 'A'}, {Letter: 'B', Points: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got := tile.NewRanking(blank).Order(); !slices.Equal(got, []tile.Tile{2, 1, 0}) {
		t.Errorf("the blank is last, whatever it is worth: %v", got)
	}
}

// rankings are those of the smallest alphabets, of the English one, and of the
// largest.
func rankings(t testing.TB) map[string]*tile.Ranking {
	return map[string]*tile.Ranking{
		"1 letter":   tile.NewRanking(setOf(t, 1)),
		"2 letters":  tile.NewRanking(setOf(t, 1, 4)),
		"English":    tile.NewRanking(builtin(t, "standard")),
		"30 letters": tile.NewRanking(setOf(t, slices.Repeat([]int{1, 8, 3, 0, 3}, 6)...)),
	}
}

func TestRankingLen(t *testing.T) {
	all := rankings(t)
	for _, c := range []struct {
		name string
		len  int // C(kinds+6, 6)
	}{
		{"1 letter", 28}, {"2 letters", 84}, {"English", 1_107_568}, {"30 letters", 2_324_784},
	} {
		if got := all[c.name].Len(); got != c.len {
			t.Errorf("%s: %d ranks, want %d", c.name, got, c.len)
		}
	}
}

// The ranks are those of a list of all multisets, which is made by recursion:
// all of one size, in the order of the highest id, then of the next one, and so
// on. Since Rank is a function, a list whose ranks are 0, 1, 2, ... repeats
// nothing; TestRankingLen says that it lacks nothing.
func TestRankingIsDense(t *testing.T) {
	for name, r := range rankings(t) {
		var list func(size, highest int, rack tile.Rack)
		next := uint32(0)
		list = func(size, highest int, rack tile.Rack) {
			if size == 0 {
				if got, ok := r.Rank(&rack); !ok || got != next {
					t.Fatalf("%s: rank of %v is %d, %v, want %d", name, rack.AppendTiles(nil), got, ok, next)
				}
				next++
				return
			}
			for id := range highest + 1 {
				with := rack
				with.Add(r.Order()[id])
				list(size-1, id, with)
			}
		}
		for size := range tile.MaxLeave + 1 {
			if r.Offset(size) != next {
				t.Errorf("%s: offset of size %d is %d, want %d", name, size, r.Offset(size), next)
			}
			list(size, len(r.Order())-1, tile.Rack{})
		}
		if int(next) != r.Len() {
			t.Errorf("%s: %d multisets, %d ranks", name, next, r.Len())
		}
	}
}

func TestRankingAll(t *testing.T) {
	for name, r := range rankings(t) {
		next := uint32(0)
		for rank, rack := range r.All() {
			if want, ok := r.Rank(rack); !ok || rank != want || rank != next {
				t.Fatalf("%s: All gives %v the rank %d after %d, want %d", name, rack.AppendTiles(nil), rank, next, want)
			}
			next++
		}
		if int(next) != r.Len() {
			t.Errorf("%s: All gives %d of %d", name, next, r.Len())
		}
	}
	got := map[tile.Rack]uint32{}
	for rank, rack := range tile.NewRanking(setOf(t, 1)).All() {
		got[*rack] = rank
	}
	want := map[tile.Rack]uint32{}
	for size := range tile.MaxLeave + 1 {
		for blanks := range size + 1 { // the blank has the higher id
			rack := tile.RackOf(append(slices.Repeat([]tile.Tile{tile.Blank}, blanks), slices.Repeat([]tile.Tile{1}, size-blanks)...)...)
			want[rack] = uint32(len(want))
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRankingAllStops(t *testing.T) {
	n := 0
	for range tile.NewRanking(builtin(t, "standard")).All() {
		if n++; n == 500 {
			break
		}
	}
	if n != 500 {
		t.Errorf("stopped after %d", n)
	}
}

// Appending tiles in the order of the ids adds up to the rank.
func TestRankingAppend(t *testing.T) {
	r := tile.NewRanking(builtin(t, "super"))
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.IntRange(0, 26), 0, tile.MaxLeave).Draw(t, "ids")
		var leave tile.Rack
		for _, id := range ids {
			leave.Add(r.Order()[id])
		}
		slices.Sort(ids)
		sum := r.Offset(len(ids))
		for i, id := range ids {
			sum += r.Add(i+1, r.Order()[id])
		}
		if rank, ok := r.Rank(&leave); !ok || rank != sum {
			t.Fatalf("rank %d, %v, appended %d", rank, ok, sum)
		}
	})
}

func TestRankingHasNone(t *testing.T) {
	r := tile.NewRanking(builtin(t, "standard"))
	seven := tile.RackOf(1, 2, 3, 4, 5, 6, 7)
	foreign := tile.RackOf(1, 27)
	for _, leave := range []tile.Rack{seven, foreign} {
		if rank, ok := r.Rank(&leave); ok {
			t.Errorf("%v has rank %d", leave.AppendTiles(nil), rank)
		}
	}
}

// TestRankingOfFullRacks: they come behind the leaves, without gaps, and Rack
// finds every one again.
func TestRankingOfFullRacks(t *testing.T) {
	for name, r := range rankings(t) {
		if n := r.LenFull() - r.Len(); n < len(r.Order()) {
			t.Errorf("%s: %d full racks", name, n)
		}
		step := max(1, r.LenFull()/20_000)
		for rank := range uint32(r.LenFull()) {
			if int(rank)%step != 0 && r.LenFull()-int(rank) > 100 {
				continue
			}
			rack := r.Rack(rank)
			of := r.Rank
			if int(rank) >= r.Len() {
				of = r.RankFull
			}
			if got, ok := of(&rack); !ok || got != rank {
				t.Fatalf("%s: rank %d is %v, whose rank is %d (%t)", name, rank, rack, got, ok)
			}
		}
	}
	r := tile.NewRanking(builtin(t, "standard"))
	if r.Len() != 1_107_568 || r.LenFull() != 5_379_616 {
		t.Errorf("%d leaves and %d multisets of 27 kinds", r.Len(), r.LenFull())
	}
	seven, six := tile.RackOf(1, 2, 3, 4, 5, 6, 7), tile.RackOf(1, 2, 3, 4, 5, 6)
	if _, ok := r.Rank(&seven); ok {
		t.Error("seven tiles are no leave")
	}
	if _, ok := r.RankFull(&six); ok {
		t.Error("six tiles are no full rack")
	}
}

func ExampleRanking() {
	set, _ := tile.BuiltinSet("standard")
	ranking := tile.NewRanking(set)

	// The same rank one tile at a time: Q first, for it has the lowest id.
	q, u := tile.Tile(17), tile.Tile(21)
	rank := ranking.Offset(2) + ranking.Add(1, q) + ranking.Add(2, u)

	leave, _ := set.Alphabet.ParseRack("QU")
	fmt.Println(ranking.Rank(&leave))
	fmt.Println(rank)
	// Output:
	// 353 true
	// 353
}

func BenchmarkRankingAll(b *testing.B) {
	r := tile.NewRanking(builtin(b, "standard"))
	for b.Loop() {
		for range r.All() {
		}
	}
}
