package engine_test

import (
	"math"
	"slices"
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
)

// The reference outputs of SplitMix64 from seed 0, by its author's C code.
func TestSplitMix64(t *testing.T) {
	s := engine.SplitMix(0)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec, 0x1b39896a51a8749b} {
		if got := s.Uint64(); got != want {
			t.Errorf("output %d is %#x, want %#x", i, got, want)
		}
	}
}

// These values may never change: all datasets depend on them. They were
// computed again by a program in another language.
func TestStreamIsPinned(t *testing.T) {
	for _, c := range []struct {
		key  []uint64
		want uint64
	}{
		{nil, 0xa706dd2f4d197e6f},
		{[]uint64{0}, 0xb18a02f46d8d86c3},
		{[]uint64{0, 0}, 0x90a5cb3b55b40acf},
		{[]uint64{1, 2, 3}, 0x31738bad6de94b00},
	} {
		s := engine.NewStream(c.key...)
		if got := s.Uint64(); got != c.want {
			t.Errorf("key %v begins with %#x, want %#x", c.key, got, c.want)
		}
	}
	order := fullBag(mustRules(t, "standard"), 1, 2)
	// The blanks are written as dots.
	const want = "MDTRNAIEFVWXIRIGROTUB.ENACEOASUDADGNTPSALQIZDILSUBONOONAE.UNTOEIAEALIEPRIJRYLCVHFWEEYMSIOHAKOETGTERE"
	if got := tile.English().Text(order); got != want {
		t.Errorf("the bag of (1, 2) is\n%s, want\n%s", got, want)
	}
	s := engine.NewStream(7)
	var got []int
	for n := 1; n <= 12; n++ {
		got = append(got, s.Below(n))
	}
	if want := []int{0, 1, 2, 3, 2, 5, 0, 7, 6, 3, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("below 1 to 12: %v, want %v", got, want)
	}
}

// Keys that are close, or begin alike, give streams that share nothing.
func TestStreamKeys(t *testing.T) {
	seen := map[uint64][]uint64{}
	try := func(key ...uint64) {
		s := engine.NewStream(key...)
		for range 3 {
			u := s.Uint64()
			if other, ok := seen[u]; ok {
				t.Errorf("keys %v and %v both give %#x", key, other, u)
			}
			seen[u] = key
		}
	}
	try()
	for a := range uint64(50) {
		try(a)
		for b := range uint64(20) {
			try(a, b)
			try(a, b, 0)
		}
	}
}

// chiSquare is Pearson's statistic of counts against equal expectations.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	expected := float64(total) / float64(len(counts))
	var x float64
	for _, n := range counts {
		d := float64(n) - expected
		x += d * d / expected
	}
	return x
}

// criticalValue is about the 99.9 % point of chi-square with k degrees of
// freedom (Wilson and Hilferty, 1931).
func criticalValue(k int) float64 {
	v := 2 / (9 * float64(k))
	return float64(k) * math.Pow(1-v+3.09*math.Sqrt(v), 3)
}

func TestBelowIsUniform(t *testing.T) {
	for _, n := range []int{2, 3, 5, 7, 10} {
		s := engine.NewStream(1, uint64(n))
		counts := make([]int, n)
		for range 20_000 * n {
			counts[s.Below(n)]++
		}
		if x := chiSquare(counts); x > criticalValue(n-1) {
			t.Errorf("below %d: chi-square %.1f, counts %v", n, x, counts)
		}
	}
	if s := engine.NewStream(); s.Below(1) != 0 {
		t.Error("there is a number below 1 that is not 0")
	}
}

// Without the rejection of Below one number in three of this range would come
// two times for three of the others.
func TestBelowRejects(t *testing.T) {
	s := engine.NewStream(2)
	n := 3 << 61
	counts := make([]int, 3)
	for range 60_000 {
		u := s.Below(n)
		if u < 0 || u >= n {
			t.Fatalf("%d is not below %d", u, n)
		}
		counts[u%3]++
	}
	if x := chiSquare(counts); x > criticalValue(2) {
		t.Errorf("chi-square %.1f, counts %v", x, counts)
	}
}

func TestShuffleIsUniform(t *testing.T) {
	counts := map[[4]tile.Tile]int{}
	s := engine.NewStream(3)
	for range 48_000 {
		tiles := [4]tile.Tile{1, 2, 3, 4}
		s.Shuffle(tiles[:])
		counts[tiles]++
	}
	var list []int
	for _, n := range counts {
		list = append(list, n)
	}
	if x := chiSquare(list); len(list) != 24 || x > criticalValue(23) {
		t.Errorf("%d orders, chi-square %.1f", len(list), x)
	}
}
