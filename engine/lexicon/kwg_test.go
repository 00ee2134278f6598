package lexicon

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/engine/tile"
)

func mustKWG(t testing.TB, l *Lexicon) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := l.WriteKWG(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// kwgNodes is nodes as a file.
func kwgNodes(nodes ...uint32) []byte {
	var b []byte
	for _, n := range nodes {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

// kwgStrings is a reader of the published format and of nothing else: all
// strings from the list of siblings at index i on. It fails if siblings do not
// ascend.
func kwgStrings(t testing.TB, file []byte, i uint32, before string, set map[string]bool) {
	t.Helper()
	for last := -1; ; i++ {
		node := binary.LittleEndian.Uint32(file[4*i:])
		letter := int(node >> 24)
		if letter <= last {
			t.Fatalf("node %d: tile %d after %d", i, letter, last)
		}
		last = letter
		s := before + string([]byte{byte(letter)})
		if node&0x800000 != 0 {
			set[s] = true
		}
		if child := node & 0x3fffff; child != 0 {
			kwgStrings(t, file, child, s, set)
		}
		if node&0x400000 != 0 {
			return
		}
	}
}

func TestKWGRoundTrip(t *testing.T) {
	l := mustOpen(t)
	file := mustKWG(t, l)
	if want := 4 * (2 + len(l.Graph().Children)); len(file) != want {
		t.Errorf("%d bytes, want %d", len(file), want)
	}
	again, err := openFile(t, "again.kwg", file)
	if err != nil {
		t.Fatal(err)
	}
	if again.SHA256() != l.SHA256() || again.Name() != "again" || again.Len() != l.Len() {
		t.Error("read again it is not the same")
	}
	if !slices.Equal(again.encode(), l.encode()) {
		t.Error("the same words give another graph")
	}
	small := mustNew(t, "ate", "eat", "tea")
	if zipped, err := openFile(t, "again.kwg.gz", gzipped(t, mustKWG(t, small))); err != nil || zipped.SHA256() != small.SHA256() {
		t.Errorf("gzipped: %v", err)
	}
}

func TestKWGAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	words := randomWords(rng, 20, 3000)
	l, err := New("test", tile.English(), words)
	if err != nil {
		t.Fatal(err)
	}
	file := mustKWG(t, l)
	got, want := map[string]bool{}, map[string]bool{}
	kwgStrings(t, file, binary.LittleEndian.Uint32(file)&0x3fffff, "", got)
	for _, w := range words {
		s := make([]byte, len(w))
		for i, c := range w {
			s[i] = byte(c)
		}
		want[string(s)] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("DAWG: %d words, want %d", len(got), len(want))
	}
	clear(got)
	clear(want)
	kwgStrings(t, file, binary.LittleEndian.Uint32(file[4:])&0x3fffff, "", got)
	for _, w := range words {
		for _, s := range gaddagStrings(w) {
			want[s] = true
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("GADDAG: %d strings, want %d", len(got), len(want))
	}
}

const (
	last                = 1 << 22
	accepts             = 1 << 23
	tileA, tileB, tileC = 1 << 24, 2 << 24, 3 << 24
)

func TestKWGRead(t *testing.T) {
	for _, c := range []struct {
		what string
		file []byte
		want []string
	}{
		{"a DAWG alone", kwgNodes(2|last, last, tileA|3|last, tileA|accepts, tileB|accepts|last), []string{"AA", "AB"}},
		{"tails that are shared", kwgNodes(2|last, last, tileA|4, tileB|5|last, tileA|accepts, tileB|accepts|last), []string{"AA", "AB", "BB"}},
		{"a dead end", kwgNodes(2|last, last, tileA|4, tileB|5|last, tileB|accepts|last, tileC|last), []string{"AB"}},
		{"a GADDAG of nonsense", kwgNodes(2|last, 0x3fffff, tileA|3|last, tileA|accepts|last, 0xffffffff), []string{"AA"}},
	} {
		l, err := openFile(t, "a.kwg", c.file)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		} else if got := texts(l); !slices.Equal(got, c.want) {
			t.Errorf("%s: words %q, want %q", c.what, got, c.want)
		}
	}
}

// kwgOfLengths has one word of each length that ends gives, all of the letter
// A.
func kwgOfLengths(length int, ends ...int) []byte {
	nodes := []uint32{2 | last, last}
	for i := 1; i <= length; i++ {
		node := uint32(tileA | last)
		if slices.Contains(ends, i) {
			node |= accepts
		}
		if i < length {
			node |= uint32(len(nodes) + 1)
		}
		nodes = append(nodes, node)
	}
	return kwgNodes(nodes...)
}

func TestKWGLongWords(t *testing.T) {
	l, err := openFile(t, "a.kwg", kwgOfLengths(200, 2, 24, 25, 100, 200))
	if err != nil || l.Len() != 2 || l.Dropped() != 3 || l.LongestWord() != 24 {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestKWGErrors(t *testing.T) {
	// Each list has two ways to the next one: 2^24 words in 26 nodes.
	bomb := []uint32{2 | last, last}
	for i := range uint32(24) {
		next := 2 + 2*(i+1)
		if i == 23 {
			next = 0
		}
		bomb = append(bomb, tileA|accepts|next, tileB|accepts|last|next)
	}
	bomb[2] &^= accepts
	bomb[3] &^= accepts
	quiet := slices.Clone(bomb) // as many paths, and none leads to a word
	for i := range quiet[2:] {
		quiet[2+i] &^= accepts
	}
	deep := kwgOfLengths(300, 2)
	for _, c := range []struct {
		what string
		file []byte
		want string
	}{
		{"empty", nil, "a.kwg: a KWG has over 2 nodes; 0 bytes are too short"},
		{"roots alone", kwgNodes(2|last, last), "8 bytes are too short"},
		{"text", []byte("ate\neat\ntea"), "11 bytes do not divide evenly"},
		{"more text", []byte("ate\neat\ntea\n"), "KWG node 0 at byte 0: child"},
		{"too large", make([]byte, 4*(kwgMaxNodes+1)), "up to 4194304 nodes, not 4194305"},
		{"no DAWG", kwgNodes(last, 2|last, tileA|accepts|last), "KWG node 0 at byte 0: no DAWG"},
		{"root out of bounds", kwgNodes(3|last, last, tileA|last), "KWG node 0 at byte 0: child 3 is beyond the last node, 2"},
		{"child out of bounds", kwgNodes(2|last, last, tileA|0x3fffff|last), "KWG node 2 at byte 8: child 4194303 is beyond"},
		{"siblings out of bounds", kwgNodes(2|last, last, tileA|accepts, tileB|accepts), "KWG node 3 at byte 12: the last node of the file has a sibling"},
		{"siblings that do not ascend", kwgNodes(2|last, last, tileB|4, tileA|4|last, tileA|accepts|last), "KWG node 3 at byte 12: tile 1 after tile 2"},
		{"equal siblings", kwgNodes(2|last, last, tileA|4, tileA|4|last, tileA|accepts|last), "KWG node 3 at byte 12: tile 1 after tile 1"},
		{"tile 0", kwgNodes(2|last, last, 3|last, tileA|accepts|last), "KWG node 2 at byte 8: tile 0 in the DAWG"},
		{"tile 27", kwgNodes(2|last, last, 27<<24|3|last, tileA|accepts|last), "KWG node 2 at byte 8: tile 27; the alphabet ABC"},
		{"tile 255", kwgNodes(2|last, last, 0xff000000|3|last, tileA|accepts|last), "KWG node 2 at byte 8: tile 255"},
		{"a circle", kwgNodes(2|last, last, tileA|3|last, tileA|accepts|2|last), "KWG node 3 at byte 12: child 2 leads back here"},
		{"a node that is its own child", kwgNodes(2|last, last, tileA|accepts|2|last), "KWG node 2 at byte 8: child 2 leads back here"},
		{"a circle among tails", kwgNodes(2|last, last, tileA|accepts|3, tileB|accepts|3|last), "KWG node 3 at byte 12: child 3 leads back here"},
		{"one letter", kwgNodes(2|last, last, tileA|accepts|last), "KWG node 2 at byte 8: a word has 2 letters or more, not 1"},
		{"no words", kwgNodes(2|last, last, tileA|last), "a.kwg: no words"},
		{"long words alone", kwgOfLengths(30, 30), "no words: all 1 have over 24 letters"},
		{"too deep", deep, "a path of 255 letters"},
		{"too many words", kwgNodes(bomb...), "over 4000000 words"},
		{"many paths to no word", kwgNodes(quiet...), "a.kwg: no words"},
	} {
		l, err := openFile(t, "a.kwg", c.file)
		if l != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// What is too deep does not depend on which of two paths comes first.
func TestKWGDepthOfSharedList(t *testing.T) {
	// AA.. has a long tail, which node 3 (B) reaches first if it comes first.
	nodes := []uint32{2 | last, last, tileA | 4, tileB | 204 | last}
	for i := uint32(4); i < 303; i++ {
		nodes = append(nodes, tileA|accepts|last|(i+1))
	}
	nodes = append(nodes, tileA|accepts|last)
	if _, err := openFile(t, "a.kwg", kwgNodes(nodes...)); err == nil || !strings.Contains(err.Error(), "a path of 255 letters") {
		t.Errorf("down: %v", err)
	}
	nodes[2], nodes[3] = tileA|204, tileB|4|last
	if _, err := openFile(t, "a.kwg", kwgNodes(nodes...)); err == nil || !strings.Contains(err.Error(), "a path of 255 letters") {
		t.Errorf("up: %v", err)
	}
}

func TestWriteKWGTooLarge(t *testing.T) {
	l := &Lexicon{name: "huge", graph: Graph{Nodes: make([]Node, 1), Children: make([]uint32, kwgMaxNodes-1)}}
	if err := l.WriteKWG(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "up to 4194304 nodes, this one needs 4194305") {
		t.Error(err)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteErrors(t *testing.T) {
	l := mustOpen(t)
	if err := l.WriteKWG(brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("WriteKWG: %v", err)
	}
	if err := l.WriteText(brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("WriteText: %v", err)
	}
}
