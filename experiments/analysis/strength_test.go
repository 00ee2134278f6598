package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// matchWith is pairs in which the first agent scored 0, 1/2, 1, 3/2 and 2, in
// some order of the deals.
func matchWith(stream string, counts stats.Pentanomial) match {
	m := match{stream: stream, counts: counts}
	for points, n := range counts {
		for range n {
			m.deals = append(m.deals, int64(len(m.deals)))
			m.points = append(m.points, int64(points))
		}
	}
	return m
}

// TestOver holds the ratio against the squares of normalised Elo, and its error
// against theirs.
func TestOver(t *testing.T) {
	a, b := stats.Pentanomial{40, 3, 250, 6, 201}, stats.Pentanomial{60, 2, 260, 4, 174}
	x, y := stats.NormalizedElo(a, level), stats.NormalizedElo(b, level)
	m, o := matchWith("first", a), matchWith("second", b)
	e, err := m.over(&o)
	if err != nil {
		t.Fatal(err)
	}
	if want := x.Value * x.Value / (y.Value * y.Value); math.Abs(e.Value-want) > 1e-9*want {
		t.Errorf("ratio %v, expected %v", e.Value, want)
	}
	se := 2 * math.Hypot(x.SE/x.Value, y.SE/y.Value)
	if got := e.SE / e.Value; math.Abs(got-se) > 3e-3*se { // n and n-1
		t.Errorf("standard error %v of the logarithm, expected %v", got, se)
	}
	// The same pairs on the same deals are worth the same, without any doubt.
	again := matchWith("first", a)
	if e, err = again.over(&m); err != nil || math.Abs(e.Value-1) > 1e-12 || !slices.Contains(e.Warnings, stats.AllAlike) {
		t.Errorf("of itself: %+v, %v", e, err)
	}
	// On other deals it is a ratio of two that are independent.
	other := matchWith("first", a)
	other.deals[0] = 1000
	if e, err = other.over(&m); err != nil || e.SE < 0.1 {
		t.Errorf("on other deals: %+v, %v", e, err)
	}
	weak := matchWith("third", stats.Pentanomial{99, 1, 300, 0, 100})
	if e, err = m.over(&weak); err != nil || !slices.Contains(e.Warnings, roughRatio) {
		t.Errorf("over agents of the same strength: %+v, %v", e, err)
	}
	never := matchWith("third", stats.Pentanomial{0, 0, 50, 0, 0})
	if e, err = m.over(&never); err != nil || !math.IsNaN(e.Value) || !slices.Contains(e.Warnings, stats.NoInformation) {
		t.Errorf("over agents that never differ: %+v, %v", e, err)
	}
}

// TestOverBootstrap holds the interval against one that is bootstrapped.
func TestOverBootstrap(t *testing.T) {
	a, b := stats.Pentanomial{40, 3, 250, 6, 201}, stats.Pentanomial{60, 2, 260, 4, 174}
	m, o := matchWith("first", a), matchWith("second", b)
	e, err := m.over(&o)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	resample := func(m *match) float64 {
		var c stats.Pentanomial
		for range m.points {
			c[m.points[rng.IntN(len(m.points))]]++
		}
		n := stats.NormalizedElo(c, level).Value
		return n * n
	}
	ratios := make([]float64, 4000)
	for i := range ratios {
		ratios[i] = resample(&m) / resample(&o)
	}
	slices.Sort(ratios)
	low, high := ratios[100], ratios[3899]
	if math.Abs(math.Log(e.Low/low)) > 0.1 || math.Abs(math.Log(e.High/high)) > 0.1 {
		t.Errorf("[%.3f, %.3f], bootstrapped [%.3f, %.3f]", e.Low, e.High, low, high)
	}
}

// TestOverCovers draws pairs of two kinds of games.
func TestOverCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	draw := func(stream string, shares [5]float64) match {
		var c stats.Pentanomial
		for range 500 {
			u, k := rng.Float64(), 0
			for k < 4 && u >= shares[k] {
				u -= shares[k]
				k++
			}
			c[k]++
		}
		return matchWith(stream, c)
	}
	lead := func(shares [5]float64) float64 {
		mean, square := 0.0, 0.0
		for k, p := range shares {
			mean += p * float64(k)
			square += p * float64(k*k)
		}
		return (mean - 2) * (mean - 2) / (square - mean*mean)
	}
	a, b := [5]float64{0.1, 0.01, 0.48, 0.02, 0.39}, [5]float64{0.15, 0.01, 0.5, 0.02, 0.32}
	want, held := lead(a)/lead(b), 0
	const times = 1500
	for range times {
		m, o := draw("first", a), draw("second", b)
		e, err := m.over(&o)
		if err != nil {
			t.Fatal(err)
		}
		if e.Low <= want && want <= e.High {
			held++
		}
	}
	if share := float64(held) / times; share < 0.93 || share > 0.97 {
		t.Errorf("intervals of 95 %% hold the true ratio in %.1f %%", 100*share)
	}
}

func TestSquared(t *testing.T) {
	for _, test := range []struct{ value, low, high, wantLow, wantHigh float64 }{
		{2, 1, 3, 1, 9}, {-2, -3, -1, 1, 9}, {0.5, -1, 2, 0, 4}, {-0.5, -2, 1, 0, 4},
	} {
		e := squared(stats.Estimate{Value: test.value, Low: test.low, High: test.high, SE: 0.5})
		if e.Low != test.wantLow || e.High != test.wantHigh || e.Value != test.value*test.value || e.SE != math.Abs(test.value) {
			t.Errorf("%+v: %+v", test, e)
		}
	}
}

// TestStrengthRuns has two runs of pairs by hand: in the first, the first agent
// scores 2, 2, 1, 1 in four pairs, so 75 % with a standard deviation of a pair of
// a half; in the second 2, 1, 1, 0, and a pair with a forfeit, and so nothing.
func TestStrengthRuns(t *testing.T) {
	run := func(label string, forfeited bool, points ...int) Run {
		var games []dataset.GameRow
		for deal, p := range points {
			first, second := int32(10), int32(-10) // the first agent wins both
			if p < 2 {
				second = 10
			}
			if p == 0 {
				first = -10
			}
			games = append(games, testGame(int64(2*deal), int64(deal), first, "a", "b"), testGame(int64(2*deal+1), int64(deal), second, "b", "a"))
		}
		if forfeited {
			games[len(games)-1].EndReason = "forfeit"
		}
		r := writeRun(t, testSpec(t, int64(len(games)), true, "a", "b"), games, nil)
		r.Label = label
		return r
	}
	sections := analyse(t, "luck", run("one", false, 2, 2, 1, 1), run("two", true, 2, 1, 1, 0, 2))
	got := shown(t, sections, "luck-games", "games")
	// The variance of a pair's mean is 1/16 · 4/3 with one deal less; a game has
	// twice that. The square of 1/4 over it is 3/8.
	if got[0][0] != "one" || got[0][1] != "a : b" || !strings.HasPrefix(got[0][2], "75.00 ±14.43") || !strings.HasPrefix(got[0][4], "0.37500 [") || got[0][5] != "11" || got[0][6] != "1.00" || got[0][7] != "0" {
		t.Errorf("%q", got[0])
	}
	if got[1][0] != "two" || !strings.HasPrefix(got[1][2], "50.00 ±20.41") || !strings.HasPrefix(got[1][4], "0.00000") || got[1][5] != "∞" || got[1][7] != "1" {
		t.Errorf("%q", got[1])
	}
}
