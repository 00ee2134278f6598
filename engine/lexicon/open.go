package lexicon

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quadword/engine/lexicon/open"
	"quadword/engine/tile"
)

// Options says where Open keeps what it builds. The zero value is a good
// default.
type Options struct {
	CacheDir string // folder of the cache; "" is quadword in the user's cache folder
	NoCache  bool   // neither read nor write a cache
}

// cache is the cache that the options ask for.
func (o Options) cache() cache {
	switch {
	case o.NoCache:
		return cache{}
	case o.CacheDir != "":
		return cache{o.CacheDir}
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(dir, "quadword")}
}

// Open is the built-in list of that name, which is "open", or else the list in
// the file of that name: a KWG if the name ends in .kwg, else text, with or
// without gzip. The second time it is read from the cache.
//
// Text is UTF-8, one word a line, in either case and any order; a line that is
// no word is an error. Words of more than MaxWordLen letters are left out and
// counted.
func Open(nameOrFile string, alphabet *tile.Alphabet, opts Options) (*Lexicon, error) {
	src, err := find(nameOrFile)
	if err != nil {
		return nil, err
	}
	cache, blob := opts.cache(), src.blobName(alphabet)
	if payload, ok := cache.load(blob); ok {
		if l, ok := decode(payload, src.name, alphabet); ok {
			l.wordMap.cache = cache
			return l, nil
		}
	}
	l, err := src.build(alphabet)
	if err != nil {
		return nil, fmt.Errorf("lexicon %s: %w", nameOrFile, err)
	}
	l.wordMap.cache = cache
	cache.store(blob, l.encode())
	return l, nil
}

// source is a list before it is read: the bytes of its file and what they are.
type source struct {
	name string // of the lexicon
	raw  []byte
	gzip bool
	kwg  bool // else text
}

// maxFile bounds a list, in bytes, both as it is stored and as it unpacks. It is
// a few times the size of the longest lists there are.
const maxFile = 128 << 20

// find is the source of that name.
func find(nameOrFile string) (*source, error) {
	if nameOrFile == "open" {
		return &source{name: "open", raw: []byte(open.List()), gzip: true}, nil
	}
	f, err := os.Open(nameOrFile)
	if err != nil {
		return nil, fmt.Errorf("lexicon %q is neither \"open\", which is built in, nor a file that can be read"+
			" (text .txt, gzip .gz, word graph .kwg): %w", nameOrFile, err)
	}
	defer f.Close()
	raw, err := readLimited(f)
	if err != nil {
		return nil, fmt.Errorf("lexicon %s: %w", nameOrFile, err)
	}
	s := &source{raw: raw}
	name, ext := cutExt(filepath.Base(nameOrFile))
	if ext != ".kwg" && bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) || ext == ".gz" {
		s.gzip = true
		if inner, e := cutExt(name); ext == ".gz" && (e == ".txt" || e == ".kwg") {
			name, ext = inner, e
		}
	}
	s.name, s.kwg = strings.ToValidUTF8(name, "\ufffd"), ext == ".kwg" // it goes into manifests
	return s, nil
}

// cutExt splits a file name in two; the extension is in lower case.
func cutExt(base string) (name, ext string) {
	ext = filepath.Ext(base)
	if ext == base { // a name that begins with its only dot
		return base, ""
	}
	return strings.TrimSuffix(base, ext), strings.ToLower(ext)
}

// blobName names what is built from the source in the cache.
func (s *source) blobName(alphabet *tile.Alphabet) string {
	h := sha256.New()
	fmt.Fprintf(h, "gzip %t kwg %t %s\n", s.gzip, s.kwg, alphabet)
	h.Write(s.raw)
	return fmt.Sprintf("lexicon-v%d-%x", blobVersion, h.Sum(nil))
}

// build reads the list and builds its lexicon.
func (s *source) build(alphabet *tile.Alphabet) (*Lexicon, error) {
	data := s.raw
	if s.gzip {
		var err error
		if data, err = unpack(data); err != nil {
			return nil, fmt.Errorf("unpacking gzip: %w", err)
		}
	}
	list := wordList{alphabet: alphabet}
	add := list.addText
	if s.kwg {
		add = list.addKWG
	}
	if err := add(data); err != nil {
		return nil, err
	}
	return list.lexicon(s.name)
}

// unpack is the content of gzipped data.
func unpack(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return readLimited(r)
}

// readLimited reads all of r, up to maxFile bytes.
func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("over %d MB, too large for a word list", maxFile>>20)
	}
	return data, nil
}
