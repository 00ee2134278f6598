package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/sim/dataset"
)

// TestKomi has eleven spreads, -20 to 80 by tens, and a game that was forfeited.
// The median is the sixth; of eleven trials of 1/2 at most one succeeds with a
// probability of 0.6 %, at most two with 3.3 %, so the interval is from the
// second to the tenth.
func TestKomi(t *testing.T) {
	var games []dataset.GameRow
	for i, spread := range []int32{30, -20, 80, 0, 50, 10, 70, -10, 20, 40, 60} {
		games = append(games, testGame(int64(i), int64(i), spread, "a", "a"))
	}
	failed := testGame(11, 11, 500, "a", "a")
	failed.EndReason = "forfeit"
	games = append(games, failed)
	sections := analyse(t, "komi", writeRun(t, testSpec(t, 12, false, "a"), games, nil))
	got := shown(t, sections, "komi", "even")
	// Eight wins and a draw: the squares around a share of 17/22, over 11 deals and
	// once less than them.
	share := 17.0 / 22
	se := 100 * math.Sqrt((8*(1-share)*(1-share)+(0.5-share)*(0.5-share)+2*share*share)/11/10)
	want := [][]string{{"A run", "11", "30.0 [-10.0, 70.0]", "30.00 ±10.00", fmt.Sprintf("77.27 ±%.2f %%", se), "1"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	given := shown(t, sections, "komi", "given")
	for i, wins := range []float64{8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5, 3, 2.5} {
		if k := fmt.Sprint(5 * i); given[i][0] != k || !strings.HasPrefix(given[i][1], fmt.Sprintf("%.2f ±", 100*wins/11)) {
			t.Errorf("given %s points: %v, expected %.2f %%", k, given[i], 100*wins/11)
		}
	}
	if len(given) != 13 {
		t.Errorf("%d rows", len(given))
	}
}

// TestKomiEvens gives the second seat the komi of random spreads: then seats are
// even, up to those who share the median.
func TestKomiEvens(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		k := komiRun{}
		for range 1 + rng.IntN(400) {
			k.spreads = append(k.spreads, int32(rng.NormFloat64()*40+9))
		}
		sorted := slices.Sorted(slices.Values(k.spreads))
		n := len(sorted)
		for _, at := range []int32{sorted[(n-1)/2], sorted[n/2]} {
			c := k.given(at)
			if c[2] > uint64(n/2) || c[0] > uint64(n/2) || c[0]+c[1]+c[2] != uint64(n) {
				t.Fatalf("of %d games with %d points: %v", n, at, c)
			}
		}
	}
}

func TestKomiBad(t *testing.T) {
	a, _ := Find("komi")
	paired := writeRun(t, testSpec(t, 4, true, "a", "b"), nil, nil)
	if _, err := a.Sections(t.Context(), []Run{paired}, 1); err == nil || !strings.Contains(err.Error(), "A run: each deal is played 2 times, expected once") {
		t.Error(err)
	}
	twice := writeRun(t, testSpec(t, 10, false, "a"), []dataset.GameRow{testGame(0, 0, 3, "a", "a"), testGame(1, 0, 3, "a", "a")}, nil)
	if _, err := a.Sections(t.Context(), []Run{twice}, 1); err == nil || !strings.Contains(err.Error(), "game 1 is another one of deal 0") {
		t.Error(err)
	}
	none := writeRun(t, testSpec(t, 10, false, "a"), nil, nil)
	if got := shown(t, analyse(t, "komi", none), "komi", "even")[0]; !slices.Equal(got, []string{"A run", "0", "-", "-", "-", "0"}) {
		t.Errorf("of no games: %q", got)
	}
}
