package lexicon

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/engine/tile"
)

// TestWordMapCache: the word map comes from the cache when it is there and
// whole, and is built again when it is not.
func TestWordMapCache(t *testing.T) {
	dir := t.TempDir()
	list := writeFile(t, "list.txt", []byte("care\ncares\nrace\nscare\nscares\nzoa\n"))
	encoded := func() []byte {
		l, err := Open(list, tile.English(), Options{CacheDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return l.WordMap().Encode()
	}
	want := encoded()
	files, err := filepath.Glob(filepath.Join(dir, "wordmap-*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v: want one word map", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	for what, content := range map[string][]byte{
		"whole": whole, "empty": {}, "cut short": whole[:len(whole)-1], "longer": append(bytes.Clone(whole), 0),
		"with a bit flipped": flipped, "something else": []byte(strings.Repeat("quadword", 100)),
	} {
		if err := os.WriteFile(files[0], content, 0o644); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encoded(), want) {
			t.Errorf("with a cache that is %s the word map is another", what)
		}
		if now, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("a cache that is %s was not made good: %v", what, err)
		}
	}
}
