package memory

import (
	"syscall"
	"unsafe"
)

// adviseHuge asks for large pages under a table that nothing has been written
// to yet. It is advice: nothing depends on it.
func adviseHuge(table []uint64) {
	const page = 2 << 20
	first := uintptr(unsafe.Pointer(unsafe.SliceData(table)))
	size := 8 * uintptr(len(table))
	from := (first + page - 1) &^ (page - 1)
	to := (first + size) &^ (page - 1)
	if from < to {
		b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), size)
		_ = syscall.Madvise(b[from-first:to-first], syscall.MADV_HUGEPAGE)
	}
}
