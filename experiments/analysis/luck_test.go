package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// luckDeals makes deals of the spreads of their games.
func luckDeals(spreads ...[]int32) []luckDeal {
	var deals []luckDeal
	for i, of := range spreads {
		d := luckDeal{deal: int64(i), games: int64(len(of))}
		for _, s := range of {
			d.sum += int64(s)
			d.squares += int64(s) * int64(s)
		}
		deals = append(deals, d)
	}
	return deals
}

func once(n int) []int { return slices.Repeat([]int{1}, n) }

// TestVariance has figures that are worked out by hand: deals of two games with
// means 2, 6 and 10, whose games are 1 from them. Within, 6 squares of 1 over 3
// degrees of freedom are 2; between, 2·(16+0+16)/2 = 32 expects within + 2·between.
func TestVariance(t *testing.T) {
	deals := luckDeals([]int32{1, 3}, []int32{7, 5}, []int32{9, 11})
	if c := variance(deals, once(3)); c != (components{15, 2, 15.0 / 17}) {
		t.Errorf("%+v", c)
	}
	if c := variance(luckDeals([]int32{4, 4}, []int32{4, 4, 4}), once(2)); c != (components{}) {
		t.Errorf("no two games differ: %+v", c)
	}
	// All variance is within: between is estimated as -within/n.
	if c := variance(luckDeals([]int32{-1, 1}, []int32{-1, 1}), once(2)); c != (components{-1, 2, -1}) {
		t.Errorf("deals do nothing: %+v", c)
	}
}

// slowVariance is variance by its definition, of deals as often as they count.
func slowVariance(spreads [][]int32, times []int) components {
	var groups [][]int32
	for i, n := range times {
		for range n {
			groups = append(groups, spreads[i])
		}
	}
	mean := func(x []int32) float64 {
		sum := 0.0
		for _, v := range x {
			sum += float64(v)
		}
		return sum / float64(len(x))
	}
	grand := mean(slices.Concat(groups...))
	var n, nn, inside, outside float64
	for _, g := range groups {
		m := mean(g)
		for _, v := range g {
			inside += (float64(v) - m) * (float64(v) - m)
		}
		outside += float64(len(g)) * (m - grand) * (m - grand)
		n += float64(len(g))
		nn += float64(len(g) * len(g))
	}
	d := float64(len(groups))
	within := inside / (n - d)
	between := (outside/(d-1) - within) / ((n - nn/n) / (d - 1))
	return components{between, within, between / (between + within)}
}

func TestVarianceSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		spreads := make([][]int32, 2+rng.IntN(12))
		times := make([]int, len(spreads))
		for i := range spreads {
			deal := rng.NormFloat64() * 80
			for range 2 + rng.IntN(5) {
				spreads[i] = append(spreads[i], int32(deal+rng.NormFloat64()*70))
			}
			times[i] = rng.IntN(4)
		}
		times[0], times[1] = 1, 2 // two or more, of two kinds
		got, want := variance(luckDeals(spreads...), times), slowVariance(spreads, times)
		for _, pair := range [][2]float64{{got.between, want.between}, {got.within, want.within}, {got.share, want.share}} {
			if math.Abs(pair[0]-pair[1]) > 1e-8*(1+math.Abs(pair[1])) {
				t.Fatalf("%+v, expected %+v of %v, %v", got, want, spreads, times)
			}
		}
	}
}

// TestShareCovers draws deals and games of known variances: the intervals of the
// deal's share hold it as often as they say, nearly.
func TestShareCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const times, deals, games = 400, 80, 4
	const between, within = 5000.0, 3000.0
	small, held, mean := stats.Bootstrap{Resamples: 400, Seed: 1}, 0, 0.0
	for range times {
		spreads := make([][]int32, deals)
		for i := range spreads {
			deal := rng.NormFloat64() * math.Sqrt(between)
			for range games {
				spreads[i] = append(spreads[i], int32(math.Round(deal+rng.NormFloat64()*math.Sqrt(within))))
			}
		}
		d := luckDeals(spreads...)
		e, err := small.Estimate(deals, level, func(times []int) float64 { return variance(d, times).share })
		if err != nil {
			t.Fatal(err)
		}
		mean += e.Value / times
		if e.Low <= between/(between+within) && between/(between+within) <= e.High {
			held++
		}
	}
	if share := float64(held) / times; share < 0.91 || share > 0.98 {
		t.Errorf("intervals of 95 %% hold the true share in %.1f %%", 100*share)
	}
	if math.Abs(mean-between/(between+within)) > 0.01 {
		t.Errorf("the mean estimate is %.3f, expected %.3f", mean, between/(between+within))
	}
}

// TestLuckRun has two deals of three agents, so of three lineups and six games
// each, one of which is forfeited, and one deal that is left with one game.
func TestLuckRun(t *testing.T) {
	var games []dataset.GameRow
	names := []string{"a", "b", "c"}
	pairs := [][2]int{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}
	var kept [][]int32
	forfeits := 0
	for deal, spreads := range [][]int32{{10, 20, 30, 40, 50, 60}, {-5, 5, 0, -10, 10, 3}, {1, 2, 3, 4, 5, 6}} {
		var of []int32
		for i, s := range spreads {
			g := testGame(int64(6*deal+i), int64(deal), s, names[pairs[i][0]], names[pairs[i][1]])
			if deal == 0 && i == 3 || deal == 2 && i > 0 {
				g.EndReason = "forfeit"
				forfeits++
			} else {
				of = append(of, s)
			}
			games = append(games, g)
		}
		if len(of) > 1 {
			kept = append(kept, of)
		}
	}
	r := writeRun(t, testSpec(t, 6, true, names...), games, nil)
	sections := analyse(t, "luck", r)
	want := slowVariance(kept, once(2))
	got := shown(t, sections, "luck-deals", "deals")[0]
	for i, start := range []string{"A run", "2", "11", fmt.Sprintf("%.0f [", want.between), fmt.Sprintf("%.0f [", want.within), fmt.Sprintf("%.1f [", 100*want.share), fmt.Sprint(forfeits)} {
		if !strings.HasPrefix(got[i], start) {
			t.Errorf("cell %d is %q, expected %s", i, got[i], start)
		}
	}
	if len(sections) != 1 {
		t.Errorf("%d sections, expected none of pairs", len(sections))
	}
}

func TestLuckBad(t *testing.T) {
	a, _ := Find("luck")
	once := writeRun(t, testSpec(t, 10, false, "a"), []dataset.GameRow{testGame(0, 0, 3, "a", "a")}, nil)
	if _, err := a.Sections(t.Context(), []Run{once}, 1); err == nil || !strings.Contains(err.Error(), "no run plays a deal several times") {
		t.Error(err)
	}
	empty := writeRun(t, testSpec(t, 10, true, "a", "b"), nil, nil)
	if _, err := a.Sections(t.Context(), []Run{empty}, 1); err == nil || !strings.Contains(err.Error(), "A run: 0 deals") {
		t.Error(err)
	}
	stranger := writeRun(t, testSpec(t, 10, true, "a", "b"), []dataset.GameRow{testGame(0, 0, 3, "a", "b"), testGame(1, 0, 3, "b", "c")}, nil)
	if _, err := a.Sections(t.Context(), []Run{stranger}, 1); err == nil || !strings.Contains(err.Error(), "game 1") {
		t.Error(err)
	}
	back := writeRun(t, testSpec(t, 10, true, "a", "b"), []dataset.GameRow{testGame(0, 5, 3, "a", "b"), testGame(1, 4, 3, "b", "a")}, nil)
	if _, err := a.Sections(t.Context(), []Run{back}, 1); err == nil || !strings.Contains(err.Error(), "deal 4 is behind deal 5") {
		t.Error(err)
	}
}
