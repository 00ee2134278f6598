//go:build !quadword_debug

package movegen

// debug turns on checks that are too slow for play; see debug_on.go.
const debug = false

func (f *finder) checkBounds(*probe, int32) {}
func (f *finder) checkState(*Generator)     {}
