package wordmap

import (
	"syscall"
	"unsafe"
)

// adviseHuge asks for large pages under a table that nothing has been written
// to yet. They make no look-up faster that could be measured, but a table of
// tens of megabytes is there several times sooner: it takes a few dozen page
// faults instead of thousands. It is advice, so nothing depends on it.
func adviseHuge[T any](table []T) {
	const page = 2 << 20
	first := uintptr(unsafe.Pointer(unsafe.SliceData(table)))
	from := (first + page - 1) &^ (page - 1)
	to := (first + uintptr(len(table))*unsafe.Sizeof(*new(T))) &^ (page - 1)
	if from < to {
		b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), uintptr(len(table))*unsafe.Sizeof(*new(T)))
		_ = syscall.Madvise(b[from-first:to-first], syscall.MADV_HUGEPAGE)
	}
}
