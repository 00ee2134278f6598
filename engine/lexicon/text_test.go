package lexicon

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadword/engine/tile"
)

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func openFile(t testing.TB, name string, data []byte) (*Lexicon, error) {
	t.Helper()
	return Open(writeFile(t, name, data), tile.English(), Options{NoCache: true})
}

func TestText(t *testing.T) {
	long := strings.Repeat("x", MaxWordLen+1)
	for _, c := range []struct{ what, name, text, lexicon string }{
		{"plain", "small.txt", "ate\neat\ntea\n", "small"},
		{"any order, twice, either case", "small.txt", "Tea\nEAT\nate\ntea\neat", "small"},
		{"byte order mark, DOS line ends, blank lines", "Small.TXT", "\ufeff\r\n\r\nate\r\n \r\neat\r\ntea\r\n\r\n", "Small"},
		{"spaces around", "two.dots.txt", "  ate\t\neat  \n\ttea", "two.dots"},
		{"no extension", "small", "ate\neat\ntea\n", "small"},
		{"another extension", "small.lst", "ate\neat\ntea\n", "small"},
		{"a name that is all extension", ".txt", "ate\neat\ntea\n", ".txt"},
		{"too long a word", "small.txt", "ate\neat\n" + long + "\ntea\n", "small"},
	} {
		for _, zip := range []bool{false, true} {
			name, data := c.name, []byte(c.text)
			if zip {
				name, data = name+".gz", gzipped(t, data)
				if filepath.Ext(c.name) == ".lst" {
					continue // only known extensions go with the .gz
				}
			}
			l, err := openFile(t, name, data)
			if err != nil {
				t.Errorf("%s: %v", c.what, err)
				continue
			}
			if got := texts(l); !slices.Equal(got, []string{"ATE", "EAT", "TEA"}) {
				t.Errorf("%s: words %q", c.what, got)
			}
			if l.Name() != c.lexicon {
				t.Errorf("%s: the file %s gives the name %q", c.what, name, l.Name())
			}
			if want := strings.Count(c.text, long); l.Dropped() != want {
				t.Errorf("%s: %d dropped", c.what, l.Dropped())
			}
		}
	}
	// Gzip shows even where the name does not say it.
	if l, err := openFile(t, "small.txt", gzipped(t, []byte("ate\n"))); err != nil || l.Name() != "small" || l.Len() != 1 {
		t.Errorf("gzip named .txt: %v", err)
	}
}

func TestTextErrors(t *testing.T) {
	whole := gzipped(t, []byte(strings.Repeat("ate\neat\ntea\n", 1000)))
	for _, c := range []struct {
		what, name string
		data       []byte
		want       string
	}{
		{"empty", "a.txt", nil, "a.txt: no words"},
		{"blank", "a.txt", []byte("\n \n\r\n"), "a.txt: no words"},
		{"a space inside", "a.txt", []byte("ate\neat tea\n"), `a.txt: line 2: "eat tea": ' ' is no letter of the alphabet ABC`},
		{"a digit", "a.txt", []byte("\n\nate\nte4\n"), `line 4: "te4": '4' is no letter`},
		{"another alphabet", "a.txt", []byte("blé\n"), `line 1: "blé": 'é' is no letter`},
		{"one letter", "a.txt", []byte("ate\na\n"), `line 2: "a": a word has 2 letters or more, not 1`},
		{"only long", "a.txt", []byte(strings.Repeat("a", 30)), "all 1 have over 24 letters"},
		{"not UTF-8", "a.txt", []byte("ate\n\xff\xfea"), `line 2: "\xff\xfea": not UTF-8`},
		{"a long line", "a.txt", []byte("ate\n" + strings.Repeat("a", 2000)), "line 2: over 1024 bytes"},
		{"truncated gzip", "a.txt.gz", whole[:len(whole)-10], "a.txt.gz: unpacking gzip: unexpected EOF"},
		{"gzip header alone", "a.gz", whole[:5], "a.gz: unpacking gzip: "},
		{"damaged gzip", "a.gz", append(slices.Clone(whole[:len(whole)-8]), make([]byte, 8)...), "a.gz: unpacking gzip: gzip: invalid checksum"},
		{"no gzip", "a.gz", []byte("ate\n"), "a.gz: unpacking gzip: "},
		{"a bomb", "a.gz", slices.Repeat(gzipped(t, make([]byte, 1<<20)), maxFile>>20+1), "a.gz: unpacking gzip: over 128 MB"},
	} {
		l, err := openFile(t, c.name, c.data)
		if l != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

func TestUnknownName(t *testing.T) {
	_, err := Open("nwl", tile.English(), Options{NoCache: true})
	for _, want := range []string{`"nwl"`, "open", "built in", ".txt", ".gz", ".kwg"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not mention %s", err, want)
		}
	}
	if _, err := Open(t.TempDir(), tile.English(), Options{NoCache: true}); err == nil {
		t.Error("a folder is no list")
	}
}
