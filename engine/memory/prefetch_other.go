//go:build !amd64

package memory

import "unsafe"

// prefetch is for processors that it is written for; see prefetch_amd64.s.
func prefetch(unsafe.Pointer) {}
