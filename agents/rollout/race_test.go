package rollout

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/engine/movegen"
)

// fake is a sampler of known truth: candidate i, told by its row, has a mean
// spread, luck that all candidates share in a sample, and luck of its own.
type fake struct {
	means       []float64 // points
	shared, own float64   // standard deviations, points
	seed        uint64
	played      int
}

func (f *fake) Sample(m *movegen.Valued, i int) Outcome {
	f.played++
	all := rand.New(rand.NewPCG(f.seed, uint64(i)))
	alone := rand.New(rand.NewPCG(f.seed+uint64(m.Row)<<32+1, uint64(i)))
	points := f.means[m.Row] + f.shared*all.NormFloat64() + f.own*alone.NormFloat64()
	return Outcome{Spread: int32(math.Round(1000 * points)), Win: int32(winprob.One * 1 / (1 + math.Exp(-points/40)))}
}

// moves are candidates of fake means.
func moves(n int) []movegen.Valued {
	list := make([]movegen.Valued, n)
	for i := range list {
		list[i].Move = engine.Move{Kind: engine.Play, Row: uint8(i), Len: 2, N: 1}
		list[i].Equity = int32(-i)
	}
	return list
}

func race(t *testing.T, r Race, s Sampler, list []movegen.Valued) ([]Candidate, int) {
	t.Helper()
	x := NewRacer(r, s)
	ranked, err := x.Run(context.Background(), list)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for i := range ranked {
		total += ranked[i].Visits
	}
	return append([]Candidate(nil), ranked...), total
}

// TestRaceRoundRobin: every candidate gets the same, in all what was asked for,
// and is ranked by its mean.
func TestRaceRoundRobin(t *testing.T) {
	f := &fake{means: []float64{1, 9, 5}, shared: 50, own: 1, seed: 3}
	ranked, total := race(t, Race{Objective: Spread, Sampling: RoundRobin, Iterations: 101}, f, moves(3))
	if total != 303 || f.played != 303 {
		t.Errorf("%d samples, %d played, expected 303", total, f.played)
	}
	for i, want := range []uint8{1, 2, 0} {
		c := &ranked[i]
		if c.Row != want || c.Visits != 101 {
			t.Errorf("place %d: candidate %d with %d samples", i, c.Row, c.Visits)
		}
		// The values told are those of the samples.
		sum, squares := 0.0, 0.0
		for s := range 101 {
			v := float64((&fake{means: f.means, shared: 50, own: 1, seed: 3}).Sample(&c.Valued, s).Spread) / 1000
			sum, squares = sum+v, squares+v*v
		}
		mean := sum / 101
		se := math.Sqrt((squares - 101*mean*mean) / 101 / 100)
		if math.Abs(c.Mean(Spread)-mean) > 0.01 || math.Abs(c.StandardError(Spread)-se) > 0.01 || math.Abs(c.Spread()/1000-mean) > 0.01 {
			t.Errorf("candidate %d: mean %.3f ± %.3f, expected %.3f ± %.3f", c.Row, c.Mean(Spread), c.StandardError(Spread), mean, se)
		}
	}
}

// TestRaceErrors: with a confidence of 90 % the candidate that a race ends with
// is the best in at least 90 % of races that end early, whether luck is shared
// or not, and most end early where candidates are far apart.
func TestRaceErrors(t *testing.T) {
	for _, c := range []struct {
		name        string
		means       []float64
		shared, own float64
		sampling    Sampling
		early       float64 // of the races at least
	}{
		{"shared luck", []float64{0, 1, 3, 2, 1, 0, -1, -2}, 60, 4, TopTwo, 0.95},
		{"own luck", []float64{0, 5, 20, 8, 5, 0, -3, -9}, 0, 30, TopTwo, 0.95},
		{"round robin", []float64{0, 1, 3, 2, 1, 0, -1, -2}, 60, 4, RoundRobin, 0.7},
		{"close", []float64{0, 0.2, 0.3, 0.1}, 60, 8, TopTwo, 0},
	} {
		const races = 100
		wrong, early, samples := 0, 0, 0
		for i := range races {
			f := &fake{means: c.means, shared: c.shared, own: c.own, seed: uint64(i) * 1000}
			r := Race{Objective: Spread, Sampling: c.sampling, Iterations: 400, Confidence: 0.9}
			ranked, total := race(t, r, f, moves(len(c.means)))
			samples += total
			if total < 400*len(c.means)-batch {
				early++
				if ranked[0].Row != 2 {
					wrong++
				}
			}
		}
		t.Logf("%s: %d of %d races end early, %d of them wrong, %d samples a race", c.name, early, races, wrong, samples/races)
		if float64(wrong) > 0.1*float64(early)+3*math.Sqrt(0.09*float64(early)) {
			t.Errorf("%s: %d of %d races that ended early chose another candidate", c.name, wrong, early)
		}
		if float64(early) < c.early*races {
			t.Errorf("%s: only %d of %d races ended early", c.name, early, races)
		}
	}
}

// TestRaceTopTwo: samples go where the choice is hard.
func TestRaceTopTwo(t *testing.T) {
	f := &fake{means: []float64{10, 10.2, -20, -20, -20, -20, -20}, shared: 30, own: 10, seed: 1}
	ranked, total := race(t, Race{Objective: Spread, Sampling: TopTwo, Iterations: 500}, f, moves(7))
	if total > 7*500 || total < 7*500-2*batch {
		t.Errorf("%d samples, expected 3500", total)
	}
	top := ranked[0].Visits + ranked[1].Visits
	if rest := total - top; rest > total/4 {
		t.Errorf("%d of %d samples for candidates far behind", rest, total)
	}
}

// TestRaceAlike: a candidate that is the leader's play but for the order of its
// tiles, or that never comes to anything else, does not keep a race from ending.
func TestRaceAlike(t *testing.T) {
	list := moves(3)
	for i := range list[:2] { // the same squares and tiles
		list[i].Row = 0
		list[i].N, list[i].Tiles[0], list[i].Tiles[1] = 2, 1, 2
	}
	list[1].Tiles[0], list[1].Tiles[1] = 2, 1
	list[2].Row = 1
	f := &fake{means: []float64{5, 0}, own: 3, seed: 5}
	r := Race{Objective: Spread, Sampling: TopTwo, Iterations: 1000, Confidence: 0.99}
	if ranked, total := race(t, r, f, list); total > 500 || ranked[0].Row != 0 {
		t.Errorf("%d samples", total)
	}
	if !alike(&list[0].Move, &list[1].Move) || alike(&list[0].Move, &list[2].Move) {
		t.Error("alike tells other plays apart")
	}
	list[1].Tiles[1] = 3
	if alike(&list[0].Move, &list[1].Move) {
		t.Error("plays of other tiles are alike")
	}
	// Nothing tells these apart.
	f = &fake{means: []float64{5, 5}, shared: 30, seed: 5}
	if _, total := race(t, r, f, moves(2)); total > 500 {
		t.Errorf("%d samples for two that are the same", total)
	}
}

// TestRaceDecided: where every candidate surely wins, the spread decides.
func TestRaceDecided(t *testing.T) {
	f := &fake{means: []float64{9_000, 9_040, 9_010}, shared: 10, own: 1, seed: 1}
	for _, o := range []Objective{Win, Mixed} {
		ranked, _ := race(t, Race{Objective: o, Sampling: TopTwo, Iterations: 50}, f, moves(3))
		if ranked[0].Row != 1 {
			t.Errorf("objective %d: candidate %d", o, ranked[0].Row)
		}
	}
}

// TestRaceStops when it is told to.
func TestRaceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := NewRacer(Race{Iterations: 10}, &fake{means: []float64{0, 1}})
	if _, err := x.Run(ctx, moves(2)); err == nil {
		t.Error("no error")
	}
}

// TestRaceBudget: however few samples there are, some candidate comes out, and
// no more are played.
func TestRaceBudget(t *testing.T) {
	for _, sampling := range []Sampling{TopTwo, RoundRobin} {
		for iterations := 1; iterations < 60; iterations += 3 {
			f := &fake{means: []float64{0, 1, 2, 3, 4}, shared: 10, own: 1}
			ranked, total := race(t, Race{Objective: Spread, Sampling: sampling, Iterations: iterations}, f, moves(5))
			if total > 5*iterations || total == 0 || len(ranked) != 5 {
				t.Errorf("%d samples of %d", total, 5*iterations)
			}
		}
	}
}

// TestObjective: 100 points count as 3 % of winning in a mixed objective.
func TestObjective(t *testing.T) {
	o := Outcome{Spread: 100_000, Win: 5_000}
	for objective, want := range map[Objective]int32{Win: 5_000, Spread: 10_000, Mixed: 5_300} {
		if got := objective.of(o); got != want {
			t.Errorf("objective %d: %d, expected %d", objective, got, want)
		}
	}
}
