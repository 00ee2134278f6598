package value

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.Int64(), 1, 50).Draw(t, "terms")
		var sum wide
		exact := new(big.Int)
		for _, v := range terms {
			sum = sum.plus(wide{v >> 63, uint64(v)})
			exact.Add(exact, big.NewInt(v))
		}
		want, _ := new(big.Float).SetInt(exact).Float64()
		if got := sum.float(); math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Fatalf("the sum of %v is %v, want %v", terms, got, want)
		}
	})
	for v, want := range map[wide]float64{
		{0, 0}: 0, {-1, math.MaxUint64}: -1, {0, math.MaxUint64}: 0x1p64, {1, 0}: 0x1p64, {-1, 0}: -0x1p64,
		{math.MinInt64 + 1, 0}: -0x1p127 + 0x1p64,
	} {
		if got := v.float(); got != want {
			t.Errorf("%v is %v, want %v", v, got, want)
		}
	}
}

// samples are rows of four figures, of which the first is 1, with a final
// spread that depends on them.
func samples(rng *rand.Rand, n int) []sample {
	rows := make([]sample, n)
	for i := range rows {
		f := []int32{1, int32(rng.IntN(2001)) - 1000, int32(rng.IntN(3)), int32(rng.IntN(2)) * 500_000}
		noise := int32(rng.NormFloat64() * 40)
		rows[i] = sample{deal: int64(i / 3), fold: i / 3 % folds, figures: f, unseen: 1 + rng.IntN(93), spread: 7 + f[1]/2 - 20*f[2] + f[3]/100_000 + noise}
	}
	return rows
}

func momentsOf(rows []sample) *moments {
	m := newMoments(len(rows[0].figures))
	for i := range rows {
		m.add(&rows[i])
	}
	m.spill()
	return m
}

// TestMoments compares sums, of several parts and with spilling, with those in
// whole numbers of any length.
func TestMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := samples(rng, 3000)
	m := newMoments(4)
	for from := 0; from < len(rows); from += 700 {
		part := newMoments(4)
		for i := range rows[from:min(from+700, len(rows))] {
			part.add(&rows[from+i])
			if rng.IntN(300) == 0 {
				part.spill()
			}
		}
		m.merge(part)
	}
	for i := range 5 {
		for j := range 5 {
			sum := new(big.Int)
			for _, r := range rows {
				v := append(append([]int32(nil), r.figures...), r.spread)
				sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(v[i])), big.NewInt(int64(v[j]))))
			}
			want, _ := new(big.Float).SetInt(sum).Float64()
			if got := m.product(i, j); got != want {
				t.Errorf("%d, %d: %v, want %v", i, j, got, want)
			}
		}
	}
}

// TestMomentsHoldTheLargest adds the largest figures there can be until they
// are spilled.
func TestMomentsHoldTheLargest(t *testing.T) {
	const largest = 5_000_000 // 5000 units of a thousand steps
	m := newMoments(2)
	s := sample{figures: []int32{1, -largest}, spread: maxSpread}
	for range spillRows + 5 {
		m.add(&s)
	}
	m.spill()
	n := float64(spillRows + 5)
	if got, want := m.product(1, 1), n*largest*largest; got != want {
		t.Errorf("the sum of squares is %v, want %v", got, want)
	}
	if got, want := m.product(1, 2), -n*largest*maxSpread; got != want {
		t.Errorf("the sum of products is %v, want %v", got, want)
	}
}
