package leave

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadword/engine/tile"
)

const (
	last                = 1 << 22
	ends                = 1 << 23
	tileA, tileB, tileC = 1 << 24, 2 << 24, 3 << 24
)

// file is a KLV2 of these nodes and values.
func file(nodes []uint32, values ...float32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(nodes)))
	for _, n := range nodes {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(values)))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// A file byte by byte.
func TestReadKLV2Bytes(t *testing.T) {
	data := []byte{
		8, 0, 0, 0, // nodes
		2, 0, 0x40, 0, // 0: the DAWG begins at node 2
		0, 0, 0x40, 0, // 1: no GADDAG
		5, 0, 0x80, 0, // 2: ?, a leave, then node 5
		6, 0, 0x80, 1, // 3: A, a leave, then node 6
		7, 0, 0x40, 2, // 4: B, no leave, then node 7
		0, 0, 0xc0, 0, // 5: ??
		0, 0, 0x80, 1, // 6: AA
		0, 0, 0xc0, 2, // 7: AB or BB
		6, 0, 0, 0, // values
		0, 0, 0xc8, 0x41, // ?: 25
		0, 0, 0x20, 0x42, // ??: 40
		0, 0, 0x80, 0x3d, // A: 0.0625
		0, 0, 0, 0x80, // AA: -0
		0, 0, 0x80, 0xbd, // AB: -0.0625
		0, 0, 0xc0, 0xc0, // BB: -6
	}
	set := small(t)
	table, err := ReadKLV2(bytes.NewReader(data), "mine", set)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int32{"?": 25000, "??": 40000, "A": 63, "AB": -63, "BB": -6000} // AA: there is one A
	nonzero := 0
	for rank, leave := range table.Ranking().All() {
		v := table.Values()[rank]
		if v != 0 {
			nonzero++
		}
		if text := set.Alphabet.RackText(*leave); v != want[text] {
			t.Errorf("%s is worth %d, want %d", text, v, want[text])
		}
	}
	if nonzero != len(want) || table.Name() != "mine" {
		t.Errorf("%s: %d values that are not 0", table.Name(), nonzero)
	}
	if got, want := table.SHA256(), "aa20fed3adb4833caa96e5cac9f967b2d5d084fd401f0c659e569b094934dd53"; got != want {
		t.Errorf("SHA-256 %s, want %s", got, want)
	}
}

func TestReadKLV2Rounds(t *testing.T) {
	nodes := []uint32{2 | last, last, tileB | ends | last}
	for _, c := range []struct {
		points float32
		want   int32
	}{
		{0.0005, 1},                                                  // the float32 lies above
		{0.0025, 2},                                                  // and this one below
		{0.0625, 63}, {-0.0625, -63}, {0.1875, 188}, {-0.1875, -188}, // halves, away from 0
		{1e-40, 0}, {-1e-40, 0},
		{12.3456, 12346}, {1000, MaxValue}, {-1000, -MaxValue}, {999.99994, MaxValue},
	} {
		table, err := ReadKLV2(bytes.NewReader(file(nodes, c.points)), "mine", small(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Value(leaveOf(t, table.Set(), "B")); got != c.want {
			t.Errorf("%v points are %d, want %d", c.points, got, c.want)
		}
	}
}

func TestReadKLV2Unusual(t *testing.T) {
	for _, c := range []struct {
		what string
		data []byte
		want map[string]int32
	}{
		{"no leaves", file([]uint32{last}), nil},
		{"a GADDAG of nonsense", file([]uint32{2 | last, 0xffffffff, tileB | ends | last}, 1), map[string]int32{"B": 1000}},
		{"a dead end", file([]uint32{2 | last, last, tileA | 3, tileB | ends | last}, 1, 2), map[string]int32{"AB": 1000, "B": 2000}},
		{"a path to nothing", file([]uint32{2 | last, last, tileA, tileB | ends | last}, 2), map[string]int32{"B": 2000}},
		{"nodes that no path meets", file([]uint32{3 | last, last, 0xffffffff, tileB | ends | last, 0}, 2), map[string]int32{"B": 2000}},
	} {
		set := small(t)
		table, err := ReadKLV2(bytes.NewReader(c.data), "mine", set)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		for rank, leave := range table.Ranking().All() {
			if text := set.Alphabet.RackText(*leave); table.Values()[rank] != c.want[text] {
				t.Errorf("%s: %q is worth %d, want %d", c.what, text, table.Values()[rank], c.want[text])
			}
		}
	}
}

func TestReadKLV2Errors(t *testing.T) {
	good := file([]uint32{2 | last, last, tileA | ends, tileB | ends | last}, 1, 2)
	with := func(i int, b ...byte) []byte {
		data := slices.Clone(good)
		copy(data[i:], b)
		return data
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	one := []uint32{2 | last, last, tileA | ends | last}
	chain := func(n int) []uint32 { // B, BB, BBB, ...
		nodes := []uint32{2 | last, last}
		for i := range n {
			nodes = append(nodes, tileB|ends|last|uint32(i+3))
		}
		nodes[len(nodes)-1] &^= nodeChild
		return nodes
	}
	for _, c := range []struct {
		what string
		data []byte
		want string
	}{
		{"empty", nil, "byte 0: the file ends before the number of nodes"},
		{"three bytes", good[:3], "byte 0: the file ends before the number of nodes"},
		{"nodes alone", good[:20], "byte 20: the file ends before the number of values"},
		{"cut in the nodes", good[:19], "byte 0: 4 nodes, and 15 bytes left for them"},
		{"cut in the values", good[:len(good)-1], "byte 20: 2 values, and 7 bytes left for them"},
		{"values alone", file(nil, 1), "byte 0: no nodes"},
		{"most nodes", with(0, 0xff, 0xff, 0xff, 0xff), "byte 0: 4294967295 nodes, and 28 bytes left"},
		{"most values", with(20, 0xff, 0xff, 0xff, 0xff), "byte 20: 4294967295 values, and 8 bytes left"},
		{"trailing bytes", append(slices.Clone(good), 0), "byte 32: 1 bytes more than the values take"},
		{"fewer values", with(20, 1)[:28], "node 3 at byte 16: more leaves than the 1 values"},
		{"more values", file(one, 1, 2), "byte 16: 2 values for 1 leaves"},
		{"text", []byte("leave,value\nQ,-7.5\n"), "byte 0: 1986094444 nodes"},
		{"root out of bounds", file([]uint32{3 | last, last, tileA | last}), "node 0 at byte 4: child 3 is beyond the last node, 2"},
		{"child out of bounds", file([]uint32{2 | last, last, tileA | last | 0x3fffff}), "node 2 at byte 12: child 4194303 is beyond"},
		{"siblings out of bounds", file([]uint32{2 | last, last, tileA}), "node 2 at byte 12: the last node of the file has a sibling"},
		{"a tile beyond the alphabet", file([]uint32{2 | last, last, tileC | ends | last}, 1), "node 2 at byte 12: tile 3; the blank is 0 and the alphabet AB has 1 to 2"},
		{"tile 255", file([]uint32{2 | last, last, 0xff<<24 | ends | last}, 1), "node 2 at byte 12: tile 255"},
		{"siblings that fall", file([]uint32{2 | last, last, tileB, tileA | last}), "node 3 at byte 16: tile 1, not 3 or above; siblings ascend"},
		{"equal siblings", file([]uint32{2 | last, last, tileB, tileB | last}), "node 3 at byte 16: tile 2, not 3 or above; siblings ascend"},
		{"tiles that fall", file([]uint32{2 | last, last, tileB | 3 | last, tileA | ends | last}, 1), "node 3 at byte 16: tile 1, not 2 or above; the tiles of a leave ascend"},
		{"seven tiles", file(chain(7), 1, 2, 3, 4, 5, 6, 7), "node 7 at byte 32: a leave of over 6 tiles"},
		{"a circle", file([]uint32{2 | last, last, tileA | ends | 2 | last}, 1, 2, 3, 4, 5, 6, 7, 8), "node 2 at byte 12: a leave of over 6 tiles"},
		{"a circle through the GADDAG's root", file([]uint32{2 | last, 1 | last, 1 | last}), "node 1 at byte 8: a leave of over 6 tiles"},
		{"a circle without leaves", file([]uint32{2 | last, last, tileA | 2 | last}), "node 2 at byte 12: a leave of over 6 tiles"},
		{"NaN", file(one, nan), "node 2 at byte 12: the value of its leave, at byte 20, is NaN; the bound is 1000 points"},
		{"infinite", file(one, inf), "is +Inf"},
		{"minus infinite", file(one, -inf), "is -Inf"},
		{"too much", file(one, 1000.1), "is 1000.0999"},
		{"too little", file(one, -3e38), "at byte 20, is -3"},
	} {
		table, err := ReadKLV2(bytes.NewReader(c.data), "mine", small(t))
		if table != nil || err == nil || !strings.HasPrefix(err.Error(), "leave values mine: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
		}
	}
}

// However many ways a graph has, reading it is over soon: this one offers
// every tile after every tile.
func TestReadKLV2Tangle(t *testing.T) {
	nodes := []uint32{2 | last, last}
	next := uint32(2)
	for depth := range tile.MaxLeave {
		next += 27
		if depth == tile.MaxLeave-1 {
			next = 0
		}
		for i := range uint32(27) {
			node := i << nodeTile
			if next != 0 {
				node |= next + i // the siblings from tile i on
			}
			if i == 26 {
				node |= last
			}
			nodes = append(nodes, node)
		}
	}
	table, err := ReadKLV2(bytes.NewReader(file(nodes)), "mine", builtin(t, "standard"))
	if err != nil || slices.Max(table.Values()) != 0 {
		t.Errorf("a million paths and no leave: %v", err)
	}
}

// endless gives zeros for as long as it is read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	e.read += len(p)
	return len(p), nil
}

func TestReadKLV2Endless(t *testing.T) {
	var e endless
	_, err := ReadKLV2(&e, "mine", small(t))
	if err == nil || !strings.Contains(err.Error(), "the most that a KLV2 of 2 letters has") {
		t.Errorf("error %v", err)
	}
	if e.read > 1<<26 {
		t.Errorf("%d bytes read", e.read)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, errBroken }
func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenFiles(t *testing.T) {
	if _, err := ReadKLV2(broken{}, "mine", small(t)); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "mine") {
		t.Errorf("read: %v", err)
	}
	if err := random(t, small(t), 1).WriteKLV2(broken{}); !errors.Is(err, errBroken) {
		t.Errorf("write: %v", err)
	}
}

func TestLoad(t *testing.T) {
	table := random(t, small(t), 1)
	name := filepath.Join(t.TempDir(), "my.leaves.klv2")
	if err := os.WriteFile(name, klv2(t, table), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := Load(name, small(t))
	if err != nil {
		t.Fatal(err)
	}
	if again.Name() != "my.leaves" || again.SHA256() != table.SHA256() || !slices.Equal(again.Values(), table.Values()) {
		t.Errorf("%s is not what was written", again.Name())
	}
	if err := os.Truncate(name, 10); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(name, small(t)); err == nil || !strings.HasPrefix(err.Error(), "leave values "+name+": byte 0: ") {
		t.Errorf("cut: %v", err)
	}
	if _, err := Load(name+"x", small(t)); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), name+"x") {
		t.Errorf("missing: %v", err)
	}
}

// What is written is what the published format says, and reads as the same
// table.
func TestRoundTrip(t *testing.T) {
	for _, c := range []struct {
		set    *tile.Set
		leaves int // that the set holds; 0: nobody has counted
	}{
		{small(t), 32}, {large(t), 0}, {builtin(t, "standard"), 914_624}, {builtin(t, "super"), 1_086_701},
	} {
		table := random(t, c.set, 2)
		data := klv2(t, table)
		again, err := ReadKLV2(bytes.NewReader(data), "again", c.set)
		if err != nil {
			t.Fatalf("%s: %v", c.set.Name, err)
		}
		if !slices.Equal(again.Values(), table.Values()) || again.SHA256() != table.SHA256() {
			t.Errorf("%s: read again it is not the same", c.set.Name)
		}
		n := readNaive(data)
		bag, held := c.set.Counts(), 0
		for rank, leave := range table.Ranking().All() {
			v, err := n.value(leave)
			if leave.Len() == 0 || !bag.Contains(leave) {
				if !errors.Is(err, errMissing) || table.Values()[rank] != 0 {
					t.Fatalf("%s: %s is written, which is not held", c.set.Name, c.set.Alphabet.RackText(*leave))
				}
				continue
			}
			held++
			if want := float32(table.Values()[rank]) / 1000; err != nil || v != want {
				t.Fatalf("%s: %s is written as %v, %v, want %v", c.set.Name, c.set.Alphabet.RackText(*leave), v, err, want)
			}
		}
		if held != len(n.values) || c.leaves > 0 && held != c.leaves {
			t.Errorf("%s: %d leaves held, %d written, want %d", c.set.Name, held, len(n.values), c.leaves)
		}
	}
}

// A table of one set serves another of the same letters.
func TestReadForAnotherSet(t *testing.T) {
	standard, super := builtin(t, "standard"), builtin(t, "super")
	for _, c := range []struct{ from, to *tile.Set }{{standard, super}, {super, standard}} {
		table := random(t, c.from, 3)
		other, err := ReadKLV2(bytes.NewReader(klv2(t, table)), "other", c.to)
		if err != nil {
			t.Fatal(err)
		}
		bag := c.to.Counts()
		for rank, leave := range other.Ranking().All() {
			want := table.Values()[rank]
			if !bag.Contains(leave) {
				want = 0
			}
			if other.Values()[rank] != want {
				t.Fatalf("%s for %s: %v is worth %d, want %d", c.from.Name, c.to.Name, leave.AppendTiles(nil), other.Values()[rank], want)
			}
		}
	}
}

// No two lists of the graph hold the same leaves, and each is the child of a
// node.
func TestGraphIsMinimal(t *testing.T) {
	type list struct{ node, child, rest int } // of its first node; 0 for no list
	for _, set := range []*tile.Set{small(t), large(t), builtin(t, "standard"), builtin(t, "super"), builtin(t, "doubled")} {
		nodes := newGraph(set)
		classes := map[list]int{}
		class := make([]int, len(nodes)) // of the list that begins at a node
		used := make([]bool, len(nodes))
		begins := map[int]uint32{}
		var visit func(i uint32) int
		visit = func(i uint32) int {
			used[i] = true
			if class[i] != 0 {
				return class[i]
			}
			l := list{node: int(nodes[i] >> nodeTile)}
			if nodes[i]&nodeEnds == 0 {
				t.Errorf("%s: node %d is no leave", set.Name, i)
			}
			if child := nodes[i] & nodeChild; child != 0 {
				l.child = visit(child)
				if at, ok := begins[l.child]; ok && at != child {
					t.Errorf("%s: the lists at %d and %d are equal", set.Name, at, child)
				}
				begins[l.child] = child
			}
			if nodes[i]&nodeLast == 0 {
				l.rest = visit(i + 1)
			}
			if classes[l] == 0 {
				classes[l] = len(classes) + 1
			}
			class[i] = classes[l]
			return class[i]
		}
		visit(nodes[0] & nodeChild)
		for i, u := range used[2:] {
			if !u {
				t.Errorf("%s: node %d is not used", set.Name, i+2)
			}
		}
		if max := 1100; set.Alphabet.Len() == 26 && len(nodes) > max {
			t.Errorf("%s: %d nodes, expected up to %d", set.Name, len(nodes), max)
		}
	}
}

// FuzzKLV2 writes any nodes and values under numbers that are right, so that
// more than these can be wrong, and then any bytes over the beginning.
func FuzzKLV2(f *testing.F) {
	words := func(nodes ...uint32) (b []byte) {
		for _, n := range nodes {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
		return b
	}
	one := math.Float32bits(1.5)
	f.Add([]byte{}, words(last), []byte{})
	f.Add([]byte{}, words(2|last, last, tileA|ends|3, tileB|ends|last), words(one, 0, one))
	f.Add([]byte{}, words(2|last, last, tileA|ends|2|last), words(one, one, one, one, one, one))
	f.Add([]byte{}, words(2|last, last, tileB|3|last, tileA|ends|last), words(0x7fc00000))
	f.Add([]byte{9, 0, 0, 0}, words(2|last, last, tileB|ends|last), words(one))
	set := small(f)
	own := klv2(f, random(f, set, 4))
	nodes := 4 * len(newGraph(set))
	f.Add([]byte{}, own[4:4+nodes], own[8+nodes:])
	f.Fuzz(func(t *testing.T, head, nodes, values []byte) {
		nodes, values = nodes[:len(nodes)/4*4], values[:len(values)/4*4]
		data := words(uint32(len(nodes) / 4))
		data = append(data, nodes...)
		data = append(data, words(uint32(len(values)/4))...)
		data = append(data, values...)
		copy(data, head)
		table, err := ReadKLV2(bytes.NewReader(data), "fuzz", set)
		if err != nil {
			return
		}
		n := readNaive(data)
		bag := set.Counts()
		for rank, leave := range table.Ranking().All() {
			points, err := n.value(leave)
			if leave.Len() == 0 || !bag.Contains(leave) || err != nil {
				points = 0
			}
			if want := math.Round(float64(points) * 1000); float64(table.Values()[rank]) != want {
				t.Fatalf("%s is worth %d, want %v", set.Alphabet.RackText(*leave), table.Values()[rank], want)
			}
		}
		again, err := ReadKLV2(bytes.NewReader(klv2(t, table)), "again", set)
		if err != nil || !slices.Equal(again.Values(), table.Values()) {
			t.Fatalf("written and read again it is not the same: %v", err)
		}
	})
}

func ExampleTable() {
	set, _ := tile.BuiltinSet("super")
	table := Synthetic(set)
	for _, text := range []string{"?S", "QU", "IIU"} {
		leave, _ := set.Alphabet.ParseRack(text)
		fmt.Printf("%s %.1f\n", text, float64(table.Value(&leave))/1000)
	}
	// Output:
	// ?S 33.0
	// QU -2.5
	// IIU -10.5
}

func BenchmarkReadKLV2(b *testing.B) {
	set := builtin(b, "standard")
	data := klv2(b, Synthetic(set))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := ReadKLV2(bytes.NewReader(data), "bench", set); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteKLV2(b *testing.B) {
	table := Synthetic(builtin(b, "standard"))
	for b.Loop() {
		if err := table.WriteKLV2(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
