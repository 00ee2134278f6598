package dataset

import (
	"encoding/binary"
	"errors"
	"io"
)

// checkFooter walks the footer of a Parquet file as far as to see that no
// list or text in it claims to be longer than the footer itself. parquet-go
// makes room for what a footer claims before it reads it: one damaged byte
// could ask for all the memory there is.
func checkFooter(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < int64(len(end)) {
		return io.ErrUnexpectedEOF
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != "PAR1" || length > size-int64(len(end)) {
		return errors.New("no Parquet footer at the end")
	}
	footer := make(thriftText, length)
	if _, err := r.ReadAt(footer, size-int64(len(end))-length); err != nil {
		return err
	}
	return footer.skip(thriftStruct, 0)
}

// thriftText is what is left of a text in Thrift's compact protocol.
type thriftText []byte

// The types of the compact protocol; 3 to 6 are integers.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftInt16
	thriftInt32
	thriftInt64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

var errThrift = errors.New("the footer makes no sense")

// skip passes over one value. depth is that of the structs and lists around it.
func (t *thriftText) skip(kind byte, depth int) error {
	if depth > 16 {
		return errThrift
	}
	switch kind {
	case thriftTrue, thriftFalse:
		return nil // in the field's header
	case thriftByte:
		return t.take(1)
	case thriftInt16, thriftInt32, thriftInt64:
		_, err := t.uvarint()
		return err
	case thriftDouble:
		return t.take(8)
	case thriftBinary:
		n, err := t.uvarint()
		if err != nil {
			return err
		}
		return t.take(n)
	case thriftList, thriftSet:
		return t.skipList(depth)
	case thriftStruct:
		return t.skipStruct(depth)
	default:
		return errThrift // a footer has no maps
	}
}

func (t *thriftText) skipList(depth int) error {
	head, err := t.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = t.uvarint(); err != nil {
			return err
		}
	}
	if n > uint64(len(*t)) { // every element takes a byte at least
		return errThrift
	}
	kind := head & 15
	if kind == thriftTrue || kind == thriftFalse {
		return t.take(n)
	}
	for range n {
		if err := t.skip(kind, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *thriftText) skipStruct(depth int) error {
	for {
		head, err := t.byte()
		if err != nil || head == 0 {
			return err
		}
		if head>>4 == 0 { // the field's number follows
			if _, err := t.uvarint(); err != nil {
				return err
			}
		}
		if err := t.skip(head&15, depth+1); err != nil {
			return err
		}
	}
}

func (t *thriftText) byte() (byte, error) {
	if len(*t) == 0 {
		return 0, errThrift
	}
	b := (*t)[0]
	*t = (*t)[1:]
	return b, nil
}

func (t *thriftText) uvarint() (uint64, error) {
	v, n := binary.Uvarint(*t)
	if n <= 0 {
		return 0, errThrift
	}
	*t = (*t)[n:]
	return v, nil
}

func (t *thriftText) take(n uint64) error {
	if n > uint64(len(*t)) {
		return errThrift
	}
	*t = (*t)[n:]
	return nil
}
