// Package memory is for tables of megabytes that are read at random, where a
// look costs what the memory takes to answer.
package memory

import "unsafe"

// Arena hands out tables that lie one after another in one piece of memory, on
// large pages where the system has them: the processor knows the places of few
// pages at a time, and a search reads all tables at once.
type Arena struct{ rest []uint64 }

// NewArena has room for tables of so many bytes altogether, each counted by
// Size.
func NewArena(bytes int) *Arena {
	rest := make([]uint64, bytes/8)
	adviseHuge(rest)
	return &Arena{rest}
}

// Size is the bytes that a table of n entries takes in an arena.
func Size[T any](n int) int { return (n*int(unsafe.Sizeof(*new(T))) + 7) &^ 7 }

// Take is the next table, of n zero entries. They must not hold pointers.
func Take[T any](a *Arena, n int) []T {
	size := Size[T](n) / 8
	table := a.rest[:size:size]
	a.rest = a.rest[size:]
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(table))), n)
}

// Make is a table of n zero entries in an arena of its own.
func Make[T any](n int) []T { return Take[T](NewArena(Size[T](n)), n) }

// Copy is a copy of a table.
func Copy[T any](a *Arena, table []T) []T {
	c := Take[T](a, len(table))
	copy(c, table)
	return c
}

// Prefetch has the memory at p brought, and does not wait for it.
func Prefetch[T any](p *T) { prefetch(unsafe.Pointer(p)) }
