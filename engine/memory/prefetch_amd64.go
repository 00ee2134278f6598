package memory

import "unsafe"

// Prefetch starts to load the line of memory at p, and does not wait for it.
//
//go:noescape
func Prefetch(p unsafe.Pointer)
