package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine/lexicon/wordmap"
)

// TestWeightsAreInOrder compares packed weights with a sorted list, and their
// products with scores with those of two lists.
func TestWeightsAreInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		plain := uint64(1 + rng.IntN(64))
		var w weights
		var s scores
		var list []uint64
		var points []int32
		for n := range 1 + rng.IntN(maxFast) {
			v := plain
			if rng.IntN(2) == 0 {
				w.append(n+1, v)
			} else {
				v += uint64(rng.IntN(250))
				w.insert(v)
			}
			list = append(list, v)
			points = append(points, rng.Int32N(11))
		}
		slices.Sort(list)
		slices.Reverse(list)
		slices.Sort(points)
		slices.Reverse(points)
		want, sum := weights{}, int32(0)
		for i, v := range list {
			s = s.with(i+1, points[i])
			sum += int32(v) * points[i]
			if i < 4 {
				want.first |= v << (16 * i)
			} else {
				want.second |= v << (16 * (i - 4))
			}
		}
		if w != want {
			t.Fatalf("%v are packed as %x", list, w)
		}
		if got := w.dot(s); got != sum {
			t.Fatalf("%v times %v is %d, want %d", list, points, got, sum)
		}
	}
}

// TestSquares compares packed squares with the packing of words.
func TestSquares(t *testing.T) {
	for dim := 3; dim <= 24; dim++ {
		var s squares
		for c := dim; c > 0; c-- {
			s.push(uint64(c))
		}
		for c := 1; c <= dim; c++ {
			for i := range wordmap.HeadLen {
				want := c + i
				if want > dim {
					want = 0
				}
				if got := wordmap.Letter(s.from(c)&(1<<60-1), 0, i); int(got) != want {
					t.Fatalf("of %d squares, from %d on the one after %d is %d", dim, c, i, got)
				}
			}
		}
	}
}
