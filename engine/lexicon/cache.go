package lexicon

import (
	"bytes"
	"encoding/binary"
	"hash/crc64"
	"io"
	"os"
	"path/filepath"
)

// cache keeps blobs, each in a file of its name in one folder. It saves work
// and is never needed: whatever goes wrong, load finds nothing and store
// stores nothing.
//
// A name holds all that the blob depends on: what it is, the version of its
// format, and a hash of what it was made from. So a file is never out of date,
// and two processes that store one write the same.
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
	if c.dir == "" {
		return nil, false
	}
	f, err := os.Open(filepath.Join(c.dir, name))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < int64(cacheHeader) || info.Size() > int64(cacheHeader)+maxPayload {
		return nil, false
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, false
	}
	header, payload := data[:cacheHeader], data[cacheHeader:]
	return payload, bytes.Equal(header, appendHeader(nil, name, payload))
}

// store keeps a blob under that name. The file appears whole or not at all.
func (c cache) store(name string, payload []byte) {
	if c.dir == "" || len(payload) > maxPayload || os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(c.dir, name+".*.tmp")
	if err != nil {
		return
	}
	defer os.Remove(f.Name()) // finds nothing once the file has its name
	defer f.Close()
	for _, b := range [][]byte{appendHeader(nil, name, payload), payload} {
		if _, err := f.Write(b); err != nil {
			return
		}
	}
	if f.Sync() == nil && f.Close() == nil {
		os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
}

func appendHeader(dst []byte, name string, payload []byte) []byte {
	table := crc64.MakeTable(crc64.ECMA)
	sum := crc64.Update(crc64.Checksum([]byte(name), table), table, payload)
	dst = append(dst, cacheMagic...)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(payload)))
	return binary.LittleEndian.AppendUint64(dst, sum)
}
