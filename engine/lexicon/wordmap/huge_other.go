//go:build !linux

package wordmap

// adviseHuge is for systems where it can be asked for; see huge_linux.go.
func adviseHuge[T any]([]T) {}
