package memory

import "unsafe"

// prefetch starts to load the line of memory at p.
//
//go:noescape
func prefetch(p unsafe.Pointer)
