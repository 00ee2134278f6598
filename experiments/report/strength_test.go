package report

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/experiments/document/documenttest"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// tournament is games of all lineups of some agents, as a schedule has them.
func tournament(rng *rand.Rand, agents []string, lineups [][]int, deals int, paired bool) (games []*game) {
	for deal := range int64(deals) {
		for _, lineup := range lineups {
			rotations := 1
			if paired {
				rotations = len(lineup)
			}
			for shift := range rotations {
				names, scores := make([]string, len(lineup)), make([]int32, len(lineup))
				for seat := range lineup {
					agent := lineup[(seat+shift)%len(lineup)]
					names[seat] = agents[agent]
					scores[seat] = int32(rng.IntN(6) + agent)
				}
				games = append(games, played(int64(len(games)), deal, names, scores...))
			}
		}
	}
	return games
}

func tallied(t *testing.T, games []*game, spec dataset.Spec) *Report {
	t.Helper()
	var tally tally
	for _, g := range games {
		if err := tally.add(g); err != nil {
			t.Fatal(err)
		}
	}
	spec.Games, spec.Lineups = int64(len(games)), [][]int{nil}
	return tally.report(&spec, dataset.Complete)
}

func specOf(agents ...string) (spec dataset.Spec) {
	for _, a := range agents {
		spec.Agents = append(spec.Agents, dataset.Agent{Spec: a})
	}
	return spec
}

// Every pair of agents is what is counted for it alone, game by game, and stands
// in the order of the run.
func TestPairs(t *testing.T) {
	agents := []string{"c", "a", "b"}
	games := tournament(rand.New(rand.NewPCG(1, 1)), agents, [][]int{{0, 1}, {0, 2}, {1, 2}}, 50, true)
	r := tallied(t, games, specOf(agents...))
	var met []string
	for _, p := range r.Strength.Pairs {
		met = append(met, p.First+p.Second)
		points := map[int64]int{}
		for _, g := range games {
			first, second := slices.Index(g.Agent, p.First), slices.Index(g.Agent, p.Second)
			if first < 0 || second < 0 {
				continue
			}
			switch points[g.DealID] += 0; {
			case g.Score[first] > g.Score[second]:
				points[g.DealID] += 2
			case g.Score[first] == g.Score[second]:
				points[g.DealID]++
			}
		}
		var want stats.Pentanomial
		for _, halves := range points {
			want[halves]++
		}
		if p.Pentanomial == nil || *p.Pentanomial != want || p.Trinomial != nil {
			t.Errorf("%s against %s: %v, not %v", p.First, p.Second, p.Pentanomial, want)
		}
		if p.WinRate.Value != stats.WinRate(want, Level).Value || p.Elo.Value != stats.Elo(want, Level).Value {
			t.Errorf("%s against %s: %+v", p.First, p.Second, p)
		}
	}
	if want := []string{"ca", "cb", "ab"}; !slices.Equal(met, want) {
		t.Errorf("pairs are %v, expected %v", met, want)
	}
}

func TestUnpaired(t *testing.T) {
	games := tournament(rand.New(rand.NewPCG(1, 2)), []string{"a", "b"}, [][]int{{0, 1}}, 40, false)
	r := tallied(t, games, specOf("b", "a"))
	var want stats.Trinomial // of b, the second seat
	for _, g := range games {
		switch {
		case g.Score[1] < g.Score[0]:
			want[0]++
		case g.Score[1] == g.Score[0]:
			want[1]++
		default:
			want[2]++
		}
	}
	if p := r.Strength.Pairs[0]; p.First != "b" || p.Trinomial == nil || *p.Trinomial != want || p.Pentanomial != nil {
		t.Errorf("%+v, not %v", p, want)
	}
}

// With three seats a pair has a share of points, which is a ratio by deal, and no
// Elo.
func TestPairsOfThreeSeats(t *testing.T) {
	agents := []string{"a", "b", "c", "d"}
	games := tournament(rand.New(rand.NewPCG(1, 3)), agents, [][]int{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}, 30, true)
	r := tallied(t, games, specOf(agents...))
	if len(r.Strength.Pairs) != 6 || len(r.Strength.Ratings) != 4 {
		t.Fatalf("%d pairs and %d ratings", len(r.Strength.Pairs), len(r.Strength.Ratings))
	}
	for _, p := range r.Strength.Pairs {
		points, meetings := make([]float64, 30), make([]float64, 30)
		for _, g := range games {
			first, second := slices.Index(g.Agent, p.First), slices.Index(g.Agent, p.Second)
			if first < 0 || second < 0 {
				continue
			}
			meetings[g.DealID]++
			if g.Score[first] > g.Score[second] {
				points[g.DealID]++
			} else if g.Score[first] == g.Score[second] {
				points[g.DealID] += 0.5
			}
		}
		want, err := stats.Ratio(points, meetings, Level)
		if err != nil {
			t.Fatal(err)
		}
		if p.Elo != nil || p.Pentanomial != nil || near(p.WinRate.Value, want.Value) || near(p.WinRate.SE, want.SE) || near(p.WinRate.Low, want.Low) || p.WinRate.N != want.N {
			t.Errorf("%s against %s: %+v, not %+v", p.First, p.Second, p.WinRate, want)
		}
	}
}

// near says that two numbers are not.
func near(a, b float64) bool { return a-b > 1e-12 || b-a > 1e-12 }

// Ratings are those of the games in the order of their deals, in whatever order
// the parts come.
func TestRatings(t *testing.T) {
	agents := []string{"x", "y", "z"}
	games := tournament(rand.New(rand.NewPCG(1, 4)), agents, [][]int{{0, 1}, {0, 2}, {1, 2}}, 60, true)
	var results []stats.Result
	for _, g := range games {
		result := stats.Result{Deal: g.DealID, Places: []int{0, 0}}
		for seat, name := range g.Agent {
			result.Agents = append(result.Agents, slices.Index(agents, name))
			if g.Score[seat] < g.Score[1-seat] {
				result.Places[seat] = 1
			}
		}
		results = append(results, result)
	}
	want, err := stats.Rate(agents, results, Level)
	if err != nil {
		t.Fatal(err)
	}
	var reports []string
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}} {
		var all tally
		for _, part := range order {
			var one tally
			for _, g := range games {
				if int(g.DealID)/20 == part {
					one.add(g)
				}
			}
			all.merge(&one)
		}
		spec := specOf(agents...)
		r := all.report(&spec, dataset.Complete)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, string(text))
		for _, rating := range r.Strength.Ratings {
			w := want.Ratings[slices.Index(agents, rating.Agent)]
			if rating.Elo.Value != w.Value || rating.Elo.SE != w.SE {
				t.Errorf("%s: %+v, not %+v", rating.Agent, rating.Elo, w)
			}
		}
		if !slices.IsSortedFunc(r.Strength.Ratings, func(a, b Rating) int { return int(b.Elo.Value - a.Elo.Value) }) {
			t.Errorf("not the best first: %+v", r.Strength.Ratings)
		}
	}
	if reports[0] != reports[1] || reports[0] != reports[2] {
		t.Error("the order of the parts shows in the report")
	}
}

func TestUnrated(t *testing.T) {
	r := tallied(t, []*game{played(0, 0, []string{"a", "a", "b"}, 3, 2, 1), played(1, 1, []string{"c", "a", "b"}, 3, 2, 1)}, specOf("a", "b", "c"))
	if len(r.Strength.Ratings) != 0 || !strings.Contains(r.Strength.Unrated, "a has several seats") {
		t.Errorf("%+v", r.Strength)
	}
	if p := r.Strength.Pairs[0]; p.WinRate.Value != 1 || p.WinRate.N != 2 { // both copies of a, and that of the other game
		t.Errorf("%+v", p)
	}
	f := finishes{games: make([]finish, most)}
	f.keep(1, pattern{})
	var s Strength
	s.rate([]string{"a", "b", "c"}, &f)
	if f.games != nil || !strings.Contains(s.Unrated, "more than 1000000 games") {
		t.Errorf("%d games are kept, and %q", len(f.games), s.Unrated)
	}
	var whole finishes
	whole.merge(&f)
	if whole.keep(2, pattern{}); !whole.dropped || whole.games != nil {
		t.Error("a part that dropped its games is forgotten")
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		tie            engine.TieBreak
		end            string
		scores, before []int32
		faults         []int32
		want           [engine.MaxSeats]int8
	}{
		{engine.TieDraw, "out", []int32{5, 9, 5, 1}, []int32{1, 2, 3, 4}, make([]int32, 4), [4]int8{1, 0, 1, 3}},
		{engine.TieBeforeRacks, "out", []int32{5, 9, 5, 1}, []int32{1, 2, 3, 4}, make([]int32, 4), [4]int8{2, 0, 1, 3}},
		{engine.TieDraw, "forfeit", []int32{5, 9, 5, 1}, []int32{1, 2, 3, 4}, []int32{0, 1, 0, 1}, [4]int8{0, 2, 0, 2}},
		{engine.TieDraw, "out", []int32{5, 9}, []int32{0, 0}, []int32{0, 1}, [4]int8{1, 0}}, // failed, and passed
	} {
		g := played(0, 0, make([]string, len(c.scores)), c.scores...)
		g.ScoreBeforeEnd, g.EndReason, g.Faults = c.before, c.end, c.faults
		tally := tally{tieBreak: c.tie}
		if got := tally.places(g); got != c.want {
			t.Errorf("%v %v: %v, not %v", c.scores, c.end, got, c.want)
		}
	}
}

// Scores are in the bin whose edges they are between, also below 0.
func TestScores(t *testing.T) {
	var s scores
	for _, score := range []int64{-21, -20, -1, 0, 19, 20, 59} {
		s.add(score)
	}
	if c := s.counted(); c.From != -40 || !slices.Equal(c.Counts, []int64{1, 2, 2, 1, 1}) {
		t.Errorf("%+v", c)
	}
	if s.add(1 << 30); s.counted() != nil {
		t.Error("millions of bins")
	}
}

// The forms of a report agree, whoever played.
func TestDocumentsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	hostile := `<script>alert("1|2")</script> *x* [y](javascript:z) \` + "`\n\x1b[31m"
	for name, r := range map[string]*Report{
		"none":      tallied(t, nil, dataset.Spec{}),
		"itself":    tallied(t, tournament(rng, []string{"a"}, [][]int{{0, 0}}, 20, false), specOf("a")),
		"one deal":  tallied(t, tournament(rng, []string{"a", "b"}, [][]int{{0, 1}}, 1, true), specOf("a", "b")),
		"two":       tallied(t, tournament(rng, []string{"a", "b"}, [][]int{{0, 1}}, 50, true), specOf("a", "b")),
		"unpaired":  tallied(t, tournament(rng, []string{"a", "b"}, [][]int{{0, 1}}, 50, false), specOf("a", "b")),
		"hostile":   tallied(t, tournament(rng, []string{hostile, "b"}, [][]int{{0, 1}}, 50, true), specOf(hostile, "b")),
		"three":     tallied(t, tournament(rng, []string{"a", "b", "c"}, [][]int{{0, 1}, {0, 2}, {1, 2}}, 50, true), specOf("a", "b", "c")),
		"at once":   tallied(t, tournament(rng, []string{"a", "b", "c"}, [][]int{{0, 1, 2}}, 50, true), specOf("a", "b", "c")),
		"one-sided": tallied(t, tournament(rng, []string{"a", "b", "c", "d", "e", "f", "g"}, [][]int{{0, 6}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}}, 5, true), specOf("a", "b")),
	} {
		t.Run(name, func(t *testing.T) {
			d := r.Document()
			documenttest.Agree(t, &d)
			if _, err := json.Marshal(r); err != nil {
				t.Error(err)
			}
			var text strings.Builder
			if err := r.WriteText(&text); err != nil || strings.Contains(text.String(), "NaN") {
				t.Errorf("%v\n%s", err, text.String())
			}
		})
	}
}

// What the text says of two agents is what the JSON has of them.
func TestStrengthText(t *testing.T) {
	r := tallied(t, twoPairs(), specOf("a", "b"))
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	w := r.Strength.Pairs[0].WinRate
	for _, want := range []string{
		fmt.Sprintf("a won %.1f [%.1f, %.1f] %% of its games against b, on 2 deals: 89 [-∞, ∞] Elo", 100*w.Value, 100*w.Low, 100*w.High),
		"Deals by the points of a, from none to all: 0 0 1 1 0\n", "Note: fewer than 30 deals",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s\nwithout %q", text.String(), want)
		}
	}
}
