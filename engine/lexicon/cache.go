package lexicon

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cache keeps blobs, each in a file of its name in one folder. It saves work
// and is never needed: whatever goes wrong, load finds nothing and store
// stores nothing.
//
// A name holds all that the blob depends on: what it is, the version of its
// format, and a hash of what it was made from, as in lexicon-v1-e4b9. So a
// file is never out of date, and two processes that store one write the same.
type cache struct {
	dir string // "" for no cache
}

// A cached file is a header (magic, payload bytes, checksum of name and
// payload; numbers little-endian) and the payload. The checksum finds damage,
// not malice: who reads a payload checks what it relies on.
const (
	cacheMagic  = "quadword"
	cacheHeader = len(cacheMagic) + 8 + 8
	maxPayload  = 1 << 30 // bytes
)

// load is the blob of that name.
func (c cache) load(name string) (payload []byte, ok bool) {
	ok = c.stream(name, func(r io.Reader, n int64) bool {
		payload = make([]byte, n)
		_, err := io.ReadFull(r, payload)
		return err == nil
	})
	return payload, ok
}

// stream hands the payload of that name, n bytes, to read, which tells whether
// it could use it. What it made of it is worth something only if stream tells
// so too: the checksum is known last.
func (c cache) stream(name string, read func(r io.Reader, n int64) bool) bool {
	if c.dir == "" {
		return false
	}
	path := filepath.Join(c.dir, name)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // a pipe would be waited for
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	n := int64(0)
	if err == nil {
		n = info.Size() - int64(cacheHeader)
	}
	header := make([]byte, cacheHeader)
	if n < 0 || n > maxPayload {
		return false
	}
	if _, err := io.ReadFull(f, header); err != nil {
		return false
	}
	sum := sumOf(name)
	payload := io.TeeReader(f, &sum)
	return read(bufio.NewReaderSize(payload, 1<<18), n) &&
		bytes.Equal(header, appendHeader(nil, int(n), sum))
}

// store keeps a blob under that name. The file appears whole or not at all.
func (c cache) store(name string, payload []byte) {
	if c.dir == "" || len(payload) > maxPayload || os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	c.sweep(name)
	f, err := os.CreateTemp(c.dir, name+".*"+tempSuffix)
	if err != nil {
		return
	}
	defer os.Remove(f.Name()) // finds nothing once the file has its name
	defer f.Close()
	for _, b := range [][]byte{appendHeader(nil, len(payload), sumOf(name).add(payload)), payload} {
		if _, err := f.Write(b); err != nil {
			return
		}
	}
	if f.Sync() == nil && f.Close() == nil {
		os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
}

// tempSuffix ends the names of files that are not whole.
const tempSuffix = ".tmp"

// spared is how long a file is left alone that looks like one nobody needs:
// another process may be writing it, or an older program have just made it.
const spared = time.Hour

// sweep removes what nobody needs any more of the kind of a blob: what
// processes left that were killed while they wrote, and blobs of older
// versions. Only who stores a blob looks for them, so it costs nothing as long
// as blobs are found, and two programs that take turns do not remove each
// other's at every start.
func (c cache) sweep(name string) {
	kind, version, _ := cutName(name)
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		k, v, ok := cutName(e.Name())
		if !ok || k != kind || v >= version && !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > spared {
			os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}

// cutName is the kind and the version in the name of a blob: lexicon and 1 in
// lexicon-v1-e4b9.
func cutName(name string) (kind string, version int, ok bool) {
	kind, rest, _ := strings.Cut(name, "-v")
	digits, _, ok := strings.Cut(rest, "-")
	version, err := strconv.Atoi(digits)
	return kind, version, ok && err == nil
}

// checksum is a CRC-32C, for which processors have an instruction: a table of
// tens of megabytes is checked in milliseconds.
type checksum uint32

// sumOf is the checksum of a name; that of its payload is added to it.
func sumOf(name string) checksum { return checksum(0).add([]byte(name)) }

func (s checksum) add(b []byte) checksum {
	return checksum(crc32.Update(uint32(s), crc32.MakeTable(crc32.Castagnoli), b))
}

// Write adds what is read to the checksum.
func (s *checksum) Write(b []byte) (int, error) {
	*s = s.add(b)
	return len(b), nil
}

func appendHeader(dst []byte, size int, sum checksum) []byte {
	dst = append(dst, cacheMagic...)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(size))
	return binary.LittleEndian.AppendUint64(dst, uint64(sum))
}
