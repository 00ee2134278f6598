package stats

import (
	"bufio"
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// wins turns a table of wins, row against column, into results, each with a
// deal of its own.
func wins(table [][]int) (results []Result) {
	for a, row := range table {
		for b, n := range row {
			for range n {
				results = append(results, Result{int64(len(results)), []int{a, b}, []int{1, 2}})
			}
		}
	}
	return results
}

// The American League's Eastern Division in 1987 (Agresti, Categorical Data
// Analysis, 2002, table 10.10): Milwaukee, Detroit, Toronto, New York, Boston,
// Cleveland, Baltimore. Table 10.11 has the log worths above Baltimore's 1.58,
// 1.44, 1.29, 1.25, 1.11, 0.68 (the text: standard errors of about 0.3).
func TestRateBaseball(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	results := wins([][]int{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	})
	r, err := Rate(teams, results, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1.58, 1.44, 1.29, 1.25, 1.11, 0.68} {
		d := r.Difference(i, 6)
		near(t, teams[i], d.Value/elo, want, 0.005)
		near(t, teams[i]+", standard error", d.SE/elo, 0.3, 0.06)
	}
	sum := 0.0
	for _, e := range r.Ratings {
		sum += e.Value
	}
	near(t, "sum", sum, 0, 1e-9)
	if len(r.Ratings[0].Warnings) > 0 {
		t.Errorf("warnings are %q", r.Ratings[0].Warnings)
	}
}

// The inverse information of this example is published by the authors of R's
// PlackettLuce: B > A, C > A, A > B and B > C give log worths above A of 0.8392
// and 0.4196 with standard errors of 1.3596 and 1.5973.
func TestRateInformation(t *testing.T) {
	m := worths{k: 3, θ: make([]float64, 3), results: []Result{
		{0, []int{0, 1}, []int{1, 2}}, {1, []int{2, 0}, []int{1, 2}}, {2, []int{1, 0}, []int{1, 2}}, {3, []int{1, 2}, []int{1, 2}},
	}}
	if err := m.fit(); err != nil {
		t.Fatal(err)
	}
	_, information, _ := m.derivatives()
	v, _ := m.inverse(information)
	for i, want := range []struct{ value, se float64 }{{0.8392, 1.3596}, {0.4196, 1.5973}} {
		near(t, "log worth", m.θ[i+1]-m.θ[0], want.value, 5e-5)
		near(t, "standard error", math.Sqrt(v.At(i+1, i+1)+v.At(0, 0)-2*v.At(i+1, 0)), want.se, 5e-5)
	}
}

// With a fourth that lost its only game there are no likeliest ratings; with half
// a win and half a loss of each against a ghost, the same authors publish 0.5184,
// 0.1355 and -1.1538 above A.
func TestRateSeparated(t *testing.T) {
	results := []Result{
		{0, []int{0, 1}, []int{1, 2}}, {1, []int{2, 0}, []int{1, 2}}, {2, []int{0, 3}, []int{1, 2}}, {3, []int{1, 0}, []int{1, 2}}, {4, []int{1, 2}, []int{1, 2}},
	}
	r, err := Rate([]string{"A", "B", "C", "D"}, results, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.5184185, 0.1354707, -1.1537565} {
		near(t, "log worth", r.Difference(i+1, 0).Value/elo, want, 1e-5)
	}
	if !warns(r.Ratings[3], Separated) || !warns(r.Difference(0, 3), Separated) {
		t.Errorf("warnings are %q", r.Ratings[3].Warnings)
	}
	for i, row := range r.Covariance {
		var across, down float64
		for j := range row {
			across += row[j]
			down += r.Covariance[j][i]
		}
		near(t, "covariance with the mean", across, 0, 1e-6)
		near(t, "covariance with the mean", down, 0, 1e-6)
	}
	// An agent that won all of 100 deals is somewhere above, not just there.
	var all []Result
	for deal := range int64(100) {
		all = append(all, Result{deal, []int{0, 1}, []int{1, 2}}, Result{deal, []int{1, 0}, []int{2, 1}})
	}
	r, err = Rate([]string{"A", "B"}, all, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	d := r.Difference(0, 1)
	if half(d) < 300 || d.Low < 300 {
		t.Errorf("the difference of an agent that always won is %v", d)
	}
	// By symmetry the information about the difference is that of the 200 games,
	// of which 100 count, and half that of the games against the ghost.
	share := func(points float64) float64 { return ScoreOf(points) * (1 - ScoreOf(points)) }
	near(t, "se", d.SE, elo/math.Sqrt((200*share(d.Value)+share(d.Value/2)/2)/2), 1e-6)
}

// The season of 2002 in Hunter 2004, table 3: log worths above driver 1 of those
// with the best and the worst average places.
func TestRateNASCAR(t *testing.T) {
	file, err := os.Open("testdata/nascar2002.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var results []Result
	places := make([][]float64, 83)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		r := Result{Deal: int64(len(results))}
		for place, word := range strings.Fields(lines.Text()) {
			driver, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			r.Agents = append(r.Agents, driver-1)
			r.Places = append(r.Places, place+1)
			places[driver-1] = append(places[driver-1], float64(place+1))
		}
		results = append(results, r)
	}
	r, err := Rate(make([]string, 83), results, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, 83)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(Mean(places[a], 0.95).Value, Mean(places[b], 0.95).Value)
	})
	for i, want := range map[int]float64{0: 4.15, 1: 3.62, 2: 2.08, 80: 0.03, 81: -0.31, 82: -0.15} {
		near(t, "log worth of "+strconv.Itoa(i), r.Difference(order[i], 0).Value/elo, want, 0.005)
	}
	if !warns(r.Ratings[0], UnequalCells) {
		t.Errorf("warnings are %q", r.Ratings[0].Warnings)
	}
}

// A tie counts as the mean over all orders of those who share the place.
func TestRateTies(t *testing.T) {
	m := worths{k: 4, θ: []float64{0.3, -0.2, 0.5, 0}}
	one := func(places ...int) float64 {
		return m.add(Result{0, []int{0, 1, 2, 3}, places}, make([]float64, 4), nil)
	}
	near(t, "two", one(1, 2, 2, 4), (one(1, 2, 3, 4)+one(1, 3, 2, 4))/2, 1e-12)
	near(t, "last two", one(1, 2, 3, 3), (one(1, 2, 3, 4)+one(1, 2, 4, 3))/2, 1e-12)
	near(t, "three", one(2, 2, 2, 1),
		(one(2, 3, 4, 1)+one(2, 4, 3, 1)+one(3, 2, 4, 1)+one(4, 2, 3, 1)+one(3, 4, 2, 1)+one(4, 3, 2, 1))/6, 1e-12)
	// Plackett's own formula, for the order 3, 1, 4, 2.
	w := []float64{math.Exp(0.3), math.Exp(-0.2), math.Exp(0.5), 1}
	near(t, "order", one(2, 4, 1, 3), math.Log(w[2]/(w[0]+w[1]+w[2]+w[3])*w[0]/(w[0]+w[1]+w[3])*w[3]/(w[1]+w[3])), 1e-12)
	// Draws of two are half a win each: 3 wins and 2 draws of 6 are 4 of 6.
	var results []Result
	for i, places := range [][]int{{1, 2}, {1, 2}, {1, 2}, {1, 1}, {1, 1}, {2, 1}} {
		results = append(results, Result{int64(i), []int{0, 1}, places})
	}
	r, err := Rate([]string{"A", "B"}, results, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "draws", r.Difference(0, 1).Value, EloOf(4.0/6), 1e-9)
}

// Two agents rated by their pairs are as far apart as Elo says, with the
// standard error of the pentanomial.
func TestRateIsElo(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	c := play(rng, 500, match(0.6))
	var results []Result
	for points, n := range c {
		for range n {
			deal := int64(len(results))
			first, second := []int{1, 2}, []int{1, 2} // places of agent 0, who has 2 points
			switch points {
			case 0:
				first, second = []int{2, 1}, []int{2, 1}
			case 1:
				first, second = []int{2, 1}, []int{1, 1}
			case 2:
				second = []int{2, 1}
			case 3:
				second = []int{1, 1}
			}
			results = append(results, Result{deal, []int{0, 1}, first}, Result{deal, []int{0, 1}, second})
		}
	}
	r, err := Rate([]string{"A", "B"}, results, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	want, got := Elo(c, 0.95), r.Difference(0, 1)
	near(t, "elo", got.Value, want.Value, 1e-6)
	near(t, "se", got.SE, want.SE, 1e-6)
	if got.N != 500 {
		t.Errorf("n is %d, expected the 500 deals", got.N)
	}
}

func TestRateRefuses(t *testing.T) {
	three := []string{"A", "B", "C"}
	for name, c := range map[string]struct {
		agents  []string
		results []Result
		want    string
	}{
		"one":       {three[:1], nil, "expected 2 or more"},
		"nothing":   {three, nil, "cannot be compared"},
		"apart":     {three, []Result{{0, []int{0, 1}, []int{1, 1}}}, `"A" and "C"`},
		"places":    {three, []Result{{0, []int{0, 1}, []int{1}}}, "1 places"},
		"alone":     {three, []Result{{0, []int{0}, []int{1}}}, "1 agents"},
		"unknown":   {three, []Result{{0, []int{0, 3}, []int{1, 2}}}, "agent 3"},
		"twice":     {three, []Result{{0, []int{0, 0}, []int{1, 2}}}, "twice"},
		"order":     {three, []Result{{1, []int{0, 1}, []int{1, 2}}, {0, []int{0, 1}, []int{1, 2}}}, "rising order"},
		"many tied": {make([]string, 9), []Result{{0, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, make([]int, 9)}}, "share a place"},
	} {
		if _, err := Rate(c.agents, c.results, 0.95); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, expected %q", name, err, c.want)
		}
	}
	r, err := Rate(three[:2], []Result{{5, []int{0, 1}, []int{1, 2}}, {5, []int{0, 1}, []int{2, 1}}}, 0.95)
	if err != nil || !math.IsNaN(r.Ratings[0].SE) || r.Ratings[0].Value != 0 {
		t.Errorf("ratings of one deal are %v, %v", r.Ratings, err)
	}
}

// Names do not matter: agents in another order have the same ratings. Nothing
// panics, and the mean is 0.
func TestRateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 5).Draw(t, "agents")
		to := rapid.Permutation([]int{0, 1, 2, 3, 4}[:k]).Draw(t, "order")
		var a, b []Result
		for deal := range rapid.IntRange(1, 30).Draw(t, "deals") {
			agents := rapid.Permutation([]int{0, 1, 2, 3, 4}[:k]).Draw(t, "agents")[:rapid.IntRange(2, min(4, k)).Draw(t, "seats")]
			r, s := Result{Deal: int64(deal)}, Result{Deal: int64(deal)}
			for _, agent := range agents {
				place := rapid.IntRange(1, 4).Draw(t, "place")
				r.Agents, r.Places = append(r.Agents, agent), append(r.Places, place)
				s.Agents, s.Places = append(s.Agents, to[agent]), append(s.Places, place)
			}
			a, b = append(a, r), append(b, s)
		}
		x, err := Rate(make([]string, k), a, 0.95)
		y, other := Rate(make([]string, k), b, 0.95)
		if (err == nil) != (other == nil) {
			t.Fatalf("one order gives %v, another %v", err, other)
		}
		if err != nil {
			return
		}
		sum := 0.0
		for i := range k {
			e, f := x.Ratings[i], y.Ratings[to[i]]
			if math.Abs(e.Value-f.Value) > 1e-4 || math.Abs(e.SE-f.SE) > 1e-4*(1+e.SE) || e.N != f.N {
				t.Errorf("agent %d is %v, in another order %v", i, e, f)
			}
			sum += e.Value
		}
		if math.Abs(sum) > 1e-6 {
			t.Errorf("ratings sum to %v", sum)
		}
	})
}

// What Newton's method is told are the derivatives of the log-likelihood, with
// ties, four seats and the ghost.
func TestRateDerivatives(t *testing.T) {
	m := worths{k: 4, ghost: 0.5, θ: []float64{0.3, -0.2, 0.5, 0}, results: []Result{
		{0, []int{0, 1, 2, 3}, []int{2, 1, 2, 2}}, {1, []int{3, 1}, []int{1, 2}}, {2, []int{0, 3, 2}, []int{3, 1, 1}},
	}}
	const h = 1e-5
	g, information, _ := m.derivatives()
	for i := range m.θ {
		at := m.θ[i]
		m.θ[i] = at + h
		above, _, up := m.derivatives()
		m.θ[i] = at - h
		below, _, down := m.derivatives()
		m.θ[i] = at
		near(t, "gradient", g[i], (up-down)/(2*h), 1e-8)
		for j := range m.θ {
			near(t, "information", information.At(i, j), (below[j]-above[j])/(2*h), 1e-8)
		}
	}
}
