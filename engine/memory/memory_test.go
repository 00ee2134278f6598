package memory_test

import (
	"slices"
	"testing"

	"quadword/engine/memory"
)

// TestArena: tables have their size, are zero, lie apart, and keep what is
// written to them.
func TestArena(t *testing.T) {
	type odd struct{ a, b, c uint32 }
	const bytes = 1000*8 + 5 // no multiple of 8
	size := memory.Size[uint8](bytes) + memory.Size[odd](333) + memory.Size[uint64](0) + memory.Size[uint64](1<<18)
	a := memory.NewArena(size)
	small, odds := memory.Take[uint8](a, bytes), memory.Take[odd](a, 333)
	none := memory.Take[uint64](a, 0)
	if made := memory.Make[odd](7); len(made) != 7 || made[6] != (odd{}) {
		t.Fatalf("a table of 7 entries is %v", made)
	}
	large := memory.Copy(a, slices.Repeat([]uint64{7}, 1<<18))
	if len(small) != bytes || len(odds) != 333 || len(none) != 0 || len(large) != 1<<18 {
		t.Fatalf("tables of %d, %d, %d and %d entries", len(small), len(odds), len(none), len(large))
	}
	for i := range odds {
		if odds[i] != (odd{}) {
			t.Fatalf("entry %d begins as %v", i, odds[i])
		}
		odds[i] = odd{1, 2, 3}
	}
	for i := range small {
		small[i] = 9
	}
	for i := range odds {
		if odds[i] != (odd{1, 2, 3}) {
			t.Fatalf("entry %d was written over", i)
		}
	}
	for i, v := range large {
		if v != 7 {
			t.Fatalf("entry %d of the copy is %d", i, v)
		}
	}
	memory.Prefetch(&large[5])
	defer func() {
		if recover() == nil {
			t.Error("an arena gives more than it has")
		}
	}()
	memory.Take[uint64](a, 1)
}
