package lexicon

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"quadword/engine/tile"
)

// cached are the files of a cache.
func cached(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func mustOpenCached(t testing.TB, file, dir string) *Lexicon {
	t.Helper()
	l, err := Open(file, tile.English(), Options{CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestEncodeRoundTrip(t *testing.T) {
	for _, l := range []*Lexicon{mustOpen(t), mustNew(t, "aa"), mustNew(t, "care", "abcdefghijklmnopqrstuvwxyz")} {
		again, ok := decode(l.encode(), l.Name(), l.Alphabet())
		if !ok {
			t.Fatalf("%s is not read again", l.Name())
		}
		if again.SHA256() != l.SHA256() || again.Len() != l.Len() || again.LongestWord() != l.LongestWord() || again.Dropped() != l.Dropped() ||
			again.graph.DAWG != l.graph.DAWG || again.graph.GADDAG != l.graph.GADDAG ||
			!slices.Equal(again.graph.Nodes, l.graph.Nodes) || !slices.Equal(again.graph.Children, l.graph.Children) {
			t.Errorf("%s is another lexicon when it is read again", l.Name())
		}
	}
}

func TestCache(t *testing.T) {
	list, dir := writeFile(t, "list.txt", []byte("ate\neat\ntea\n")), filepath.Join(t.TempDir(), "not", "yet")
	cold := mustOpenCached(t, list, dir)
	files := cached(t, dir)
	if len(files) != 1 {
		t.Fatalf("files %q, want one", files)
	}
	if warm := mustOpenCached(t, list, dir); !slices.Equal(warm.encode(), cold.encode()) || warm.Name() != "list" {
		t.Error("warm is not cold")
	}

	// That the cache is read at all shows if another list lies in it.
	name := filepath.Base(files[0])
	cache{dir}.store(name, mustNew(t, "other").encode())
	if got := texts(mustOpenCached(t, list, dir)); !slices.Equal(got, []string{"OTHER"}) {
		t.Errorf("the cache was not read: %q", got)
	}
	if l, err := Open(list, tile.English(), Options{CacheDir: dir, NoCache: true}); err != nil || l.Len() != 3 {
		t.Error("NoCache reads the cache")
	}

	// Another list, another alphabet and another kind of file are other blobs.
	data := []byte("ate\neat\ntea\n\n")
	for _, alphabet := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ETAONI"} {
		a, err := tile.NewAlphabet([]rune(alphabet))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(writeFile(t, "list.txt", data), a, Options{CacheDir: dir}); err != nil {
			t.Fatal(err)
		}
	}
	if files := cached(t, dir); len(files) != 3 {
		t.Errorf("%d files, want 3", len(files))
	}
	if _, err := Open(writeFile(t, "list.kwg", data), tile.English(), Options{CacheDir: dir}); err == nil {
		t.Error("text was read from the cache as a KWG")
	}
}

// Whatever happens to a cached file, load does not find it, and Open builds the
// right answer and mends the cache.
func TestCacheDamage(t *testing.T) {
	list, dir := writeFile(t, "list.txt", []byte("ate\neat\ntea\n")), t.TempDir()
	want := mustOpenCached(t, list, dir).encode()
	file := cached(t, dir)[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{"empty": {}, "longer": append(slices.Clone(whole), 0), "zeros": make([]byte, len(whole))}
	for i := range whole {
		damaged["flipped"] = slices.Clone(whole)
		damaged["flipped"][i] ^= 0x10
		damaged["cut"] = whole[:i]
		for what, data := range damaged {
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, ok := (cache{dir}).load(filepath.Base(file)); ok {
				t.Fatalf("%s at byte %d is not noticed", what, i)
			}
		}
	}
	for what, data := range damaged {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := mustOpenCached(t, list, dir).encode(); !slices.Equal(got, want) {
			t.Errorf("%s: another lexicon", what)
		}
		if mended, err := os.ReadFile(file); err != nil || !slices.Equal(mended, whole) {
			t.Errorf("%s: the cache is not mended", what)
		}
	}
	// A blob under the name of another, as of another version.
	if err := os.Rename(file, file+"x"); err != nil {
		t.Fatal(err)
	}
	if _, ok := (cache{dir}).load(filepath.Base(file) + "x"); ok {
		t.Error("a blob is found under another name")
	}
}

func TestCacheUnusable(t *testing.T) {
	list := writeFile(t, "list.txt", []byte("ate\neat\ntea\n"))
	taken := t.TempDir() // a folder where the blob would go
	name := filepath.Base(func() string { mustOpenCached(t, list, taken); return cached(t, taken)[0] }())
	if err := os.Remove(filepath.Join(taken, name)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(taken, name, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{list, filepath.Join(list, "below"), "bad\x00name", taken} {
		if l := mustOpenCached(t, list, dir); l.Len() != 3 {
			t.Errorf("%q: %d words", dir, l.Len())
		}
	}
	if files := cached(t, taken); len(files) != 1 {
		t.Errorf("left behind: %q", files)
	}
	// No cache folder is known.
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if l, err := Open(list, tile.English(), Options{}); err != nil || l.Len() != 3 {
		t.Errorf("no HOME: %v", err)
	}
}

func TestCacheDefaultFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", home)
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(writeFile(t, "list.txt", []byte("ate\n")), tile.English(), Options{}); err != nil {
		t.Fatal(err)
	}
	if files := cached(t, filepath.Join(dir, "quadword")); len(files) != 1 {
		t.Errorf("files %q", files)
	}
}

func TestCacheTogether(t *testing.T) {
	list, dir := writeFile(t, "list.txt", []byte("ate\neat\ntea\n")), t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				if l, err := Open(list, tile.English(), Options{CacheDir: dir}); err != nil || l.Len() != 3 {
					t.Errorf("%v", err)
				}
				os.Remove(filepath.Join(dir, cacheName(t, list)))
			}
		})
	}
	wg.Wait()
	for _, f := range cached(t, dir) {
		if filepath.Base(f) != cacheName(t, list) {
			t.Errorf("left behind: %s", f)
		}
	}
}

// What nobody needs any more goes when something is stored, and only then.
func TestCacheSweep(t *testing.T) {
	list, dir := writeFile(t, "list.txt", []byte("ate\neat\ntea\n")), t.TempDir()
	now := cacheName(t, list)
	old := time.Now().Add(-2 * spared)
	gone := []string{now + ".123.tmp", "lexicon-v1-0123.9.tmp", "lexicon-v0-0123", "lexicon-v0-0123.9.tmp"}
	stays := []string{ // other versions, other kinds, other people's
		"lexicon-v1-0123", "lexicon-v2-0123", "lexicon-v10-0123", "lexicon-v-1", "lexicon-vx-1", "lexicon-v0", "lexicons-v0-1",
		"wordmap-v0-A-01", "wordmap-v0-A-01.9.tmp", "notes.tmp", "thesis.txt",
	}
	for _, name := range append(slices.Clone(gone), stays...) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte("half"), 0o600), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	young := []string{"lexicon-v0-4567", now + ".456.tmp"}
	for _, name := range young {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, "lexicon-v0-89ab")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Chtimes(folder, old, old)); err != nil {
		t.Fatal(err)
	}
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, f := range cached(t, dir) {
			got = append(got, filepath.Base(f))
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("in the cache are %q, want %q", got, want)
		}
	}
	stays = append(append(stays, young...), now, filepath.Base(folder))
	mustOpenCached(t, list, dir)
	check(stays...)

	// A blob that is found sweeps nothing.
	left := filepath.Join(dir, gone[0])
	if err := errors.Join(os.WriteFile(left, nil, 0o600), os.Chtimes(left, old, old)); err != nil {
		t.Fatal(err)
	}
	mustOpenCached(t, list, dir)
	check(append(stays, gone[0])...)
}

func cacheName(t testing.TB, list string) string {
	s, err := find(list)
	if err != nil {
		t.Error(err)
		return ""
	}
	return s.blobName(tile.English())
}

// A payload that is well-formed but no graph is turned down.
func TestDecodeChecks(t *testing.T) {
	l := mustNew(t, "care", "cares", "scare", "aa")
	good, english := l.encode(), l.Alphabet()
	nodes, children := len(l.graph.Nodes), len(l.graph.Children)
	node := func(n int) int { return blobHeader + 8*n }
	child := func(i int) int { return blobHeader + 8*nodes + 4*i }
	root, words, longest := int(l.graph.GADDAG), blobSHA, blobSHA+4
	for _, c := range []struct {
		what  string
		at    int
		value uint32
	}{
		{"words", words, 5},
		{"no words", words, 0},
		{"longest", longest, 4},
		{"DAWG out of bounds", blobSHA + 12, uint32(nodes)},
		{"DAWG empty", blobSHA + 12, 0},
		{"DAWG is the GADDAG", blobSHA + 12, uint32(root)},
		{"GADDAG out of bounds", blobSHA + 16, 0xffffffff},
		{"GADDAG empty", blobSHA + 16, 0},
		{"fewer nodes", blobSHA + 20, uint32(nodes - 1)},
		{"more nodes", blobSHA + 20, 0xffffffff},
		{"more children", blobSHA + 24, 0xffffffff},
		{"node 0 has arcs", node(0), 2},
		{"a node without arcs", node(1), 0},
		{"a letter beyond the alphabet", node(1), 1 << 27},
		{"an arc more", node(1), l.graph.Nodes[1].Arcs | 1<<26},
		{"no such arc to accept", node(1) + 4, 1 << 20},
		{"an arc that leads nowhere", node(1) + 4, 0},
		{"a word ends on the change of direction", node(root) + 4, 1},
		{"a child above", child(0), uint32(nodes - 1)},
		{"a child out of bounds", child(children - 1), uint32(nodes)},
		{"a child that is the node itself", child(children - 1), uint32(root)},
	} {
		bad := slices.Clone(good)
		binary.LittleEndian.PutUint32(bad[c.at:], c.value)
		if _, ok := decode(bad, "bad", english); ok {
			t.Errorf("%s: not noticed", c.what)
		}
	}
	for i := range good {
		if _, ok := decode(good[:i], "cut", english); ok {
			t.Errorf("cut to %d bytes: not noticed", i)
		}
	}
	small, err := tile.NewAlphabet([]rune("ABC"))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := decode(good, "small", small); ok {
		t.Error("letters beyond the alphabet: not noticed")
	}
}

func TestCheckTurns(t *testing.T) {
	// Letters: 1 for A. Nodes 1: A ends a word. 2: turn to 1. 3: A, then 2.
	nodes := []Node{{}, {2, 2, 0}, {1, 0, 1}, {2, 0, 2}, {1, 0, 3}}
	g := Graph{Nodes: nodes, Children: []uint32{0, 1, 2, 3}, DAWG: 1, GADDAG: 4}
	if err := g.check(2, 1, 1); err == nil {
		t.Error("two changes of direction on a path: not noticed")
	}
}
