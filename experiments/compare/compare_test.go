package compare

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/experiments/stats"
	"quadword/sim"
	"quadword/sim/dataset"
)

// played is a game of a run that is made by hand.
type played struct {
	deal   int64
	agents []string
	score  []int32
	turns  []int32
	end    string
}

// specOf is the spec of a run of such games.
func specOf(t testing.TB, names ...string) dataset.Spec {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: "open", Words: 1, SHA256: "aa"}, Lineups: [][]int{{0, 1}},
		Seed: 1, Deals: 100, Games: 200, Paired: true, PartGames: 200, OnFault: "abort", MoveTimeout: "0s",
	}
	spec.SetRules(&rules)
	for _, name := range names {
		spec.Agents = append(spec.Agents, dataset.Agent{Spec: name, Name: name})
	}
	return spec
}

// write writes a run.
func write(t testing.TB, spec dataset.Spec, state dataset.State, games []played) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", spec)
	if err != nil {
		t.Fatal(err)
	}
	part, err := run.Part(0)
	if err != nil {
		t.Fatal(err)
	}
	defer part.Abort()
	for i, g := range games {
		n := len(g.agents)
		row := &dataset.GameRow{
			GameID: int64(i), DealID: g.deal, Agent: g.agents, Score: g.score, ScoreBeforeEnd: g.score, SeatTurns: g.turns,
			RackLeft: make([]string, n), OutBonus: make([]int32, n), Bingos: make([]int32, n), Exchanges: make([]int32, n), Passes: make([]int32, n),
			OpeningRack: make([]string, n), DrawnCounts: make([][]int32, n), Faults: make([]int32, n), EndReason: g.end,
		}
		best := slices.Max(g.score)
		if i := slices.Index(g.score, best); !slices.Contains(g.score[i+1:], best) {
			row.Winner = dataset.Some(int32(i))
		}
		for _, turns := range g.turns {
			row.Turns += turns
		}
		if err := part.Game(row, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(part.Close(), run.Finish(state)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// pairs are deals of two games each, with scores that depend on the deal and, for
// the first agent, on what is added.
func pairs(from, to int64, add int32, names ...string) (games []played) {
	for deal := from; deal < to; deal++ {
		luck := int32(deal*37%101) - 50
		for i := range int32(2) {
			g := played{
				deal: deal, agents: []string{names[i], names[1-i]}, end: "out",
				score: []int32{400 + luck, 390 - luck}, turns: []int32{11 + int32(deal%3), 11},
			}
			g.score[i] += add + int32(deal%5)
			if deal%7 == 0 && add > 0 {
				g.end = "scoreless"
			}
			games = append(games, g)
		}
	}
	return games
}

func compared(t testing.TB, first, second string) *Report {
	t.Helper()
	r, err := Runs(t.Context(), first, second)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// row finds a row of a table by the agents, or what else it is of.
func row(t testing.TB, r *Report, first, second, figure string) Row {
	t.Helper()
	for _, table := range r.Tables {
		for _, row := range table.Rows {
			if table.First == first && table.Second == second && row.Figure == figure {
				return row
			}
		}
	}
	t.Fatalf("no %s of %s and %s", figure, first, second)
	return Row{}
}

func near(t testing.TB, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestKnown: ten points more in every game are ten points more, by deals that are
// compared one by one without any doubt, though the scores differ by far more.
func TestKnown(t *testing.T) {
	complete := dataset.Complete
	a := write(t, specOf(t, "new", "old"), complete, pairs(0, 100, 0, "new", "old"))
	b := write(t, specOf(t, "newer", "old"), complete, pairs(0, 100, 10, "newer", "old"))
	r := compared(t, a, b)
	if !r.SameDeals || r.Runs[0].LeftOut+r.Runs[1].LeftOut != 0 || len(r.Warnings) != 0 {
		t.Errorf("%+v, warnings %q", r.Runs, r.Warnings)
	}
	want := []Difference{{"spec.agents[0].name", `"new"`, `"newer"`}, {"spec.agents[0].spec", `"new"`, `"newer"`}}
	if diff := cmp.Diff(want, r.Differences); diff != "" {
		t.Error(diff)
	}
	var tables []string
	for _, table := range r.Tables {
		tables = append(tables, table.First+"/"+table.Second)
	}
	if got := strings.Join(tables, " "); got != "games/games all seats/all seats old/old new/newer" {
		t.Errorf("tables %s", got)
	}
	for _, c := range []struct {
		first, second, figure string
		value                 float64
	}{
		{"new", "newer", "score", 10}, {"new", "newer", "spread", 10}, {"old", "old", "score", 0}, {"old", "old", "spread", -10},
		{"all seats", "all seats", "score", 5},
	} {
		got := row(t, r, c.first, c.second, c.figure)
		near(t, c.figure, got.Difference.Value, c.value)
		near(t, c.figure, got.Second.Value-got.First.Value, c.value)
		if !math.IsNaN(got.Difference.SE) || got.Difference.N != 100 { // it is the same on each deal
			t.Errorf("%s differs by %+v", c.figure, got.Difference)
		}
	}
	// 15 deals of 100, 0 to 98 by sevens, end otherwise.
	end := row(t, r, "games", "games", "ended by scoreless")
	near(t, "ended by scoreless", end.Difference.Value, 15)
	near(t, "its error", end.Difference.SE, 100*math.Sqrt(0.15*0.85/99))
	if row := row(t, r, "games", "games", "ended by out"); row.Difference.Value != -end.Difference.Value || row.Difference.Low != -end.Difference.High {
		t.Errorf("ended by out: %+v", row.Difference)
	}
	if !end.Differs() || end.PAdjusted <= end.P {
		t.Errorf("p %v, adjusted %v", end.P, end.PAdjusted)
	}
	length := row(t, r, "games", "games", "game length")
	if !slices.Contains(length.Difference.Warnings, stats.NoInformation) || length.Differs() || length.verdict() != "=" {
		t.Errorf("game length: %+v", length.Difference)
	}
}

// TestCommon: of runs that do not have the same deals those count that both have;
// another seed, tile set or number of seats has none in common.
func TestCommon(t *testing.T) {
	spec := specOf(t, "new", "old")
	a := write(t, spec, dataset.Interrupted, pairs(0, 60, 0, "new", "old"))
	b := write(t, spec, dataset.Complete, pairs(20, 100, 10, "new", "old"))
	r := compared(t, a, b)
	if !r.SameDeals || r.Runs[0].LeftOut != 20 || r.Runs[1].LeftOut != 40 {
		t.Errorf("%+v", r.Runs)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "is interrupted: it has 120 of 200 games") {
		t.Errorf("warnings %q", r.Warnings)
	}
	if got := row(t, r, "new", "new", "score"); got.Difference.Value != 10 || got.First.N != 40 {
		t.Errorf("%+v", got)
	}
	for name, change := range map[string]func(*dataset.Spec){
		"seed":     func(s *dataset.Spec) { s.Seed = 2 },
		"tile set": func(s *dataset.Spec) { s.TileSet.Tiles = slices.Clone(s.TileSet.Tiles); s.TileSet.Tiles[1].Count++ },
	} {
		spec := specOf(t, "new", "old")
		change(&spec)
		b := write(t, spec, dataset.Complete, pairs(20, 100, 10, "new", "old"))
		r := compared(t, a, b)
		if r.SameDeals || r.Runs[0].LeftOut != 0 || r.Runs[1].LeftOut != 0 {
			t.Errorf("%s: %+v", name, r.Runs)
		}
		got := row(t, r, "new", "new", "score")
		mean := func(games []played) (scores []float64) {
			for i := 0; i < len(games); i += 2 {
				scores = append(scores, float64(games[i].score[0]+games[i+1].score[1])/2)
			}
			return scores
		}
		want, err := stats.Welch(mean(pairs(20, 100, 10, "new", "old")), mean(pairs(0, 60, 0, "new", "old")), Level)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "difference", got.Difference.Value, want.Value)
		near(t, "low", got.Difference.Low, want.Low)
		near(t, "high", got.Difference.High, want.High)
		near(t, "p", float64(got.P), want.P(0))
	}
	c := write(t, spec, dataset.Complete, pairs(60, 100, 0, "new", "old"))
	if _, err := Runs(t.Context(), a, c); err == nil || !strings.Contains(err.Error(), "no deal in common: the first has deals 0 to 59, the second 60 to 99") {
		t.Errorf("disjoint deals: %v", err)
	}
}

// TestSame: a run against itself shows nothing, and says so.
func TestSame(t *testing.T) {
	dir := write(t, specOf(t, "new", "old"), dataset.Complete, pairs(0, 100, 3, "new", "old"))
	r := compared(t, dir, dir)
	for _, table := range r.Tables {
		for _, row := range table.Rows {
			if row.Difference.Value != 0 || !math.IsNaN(float64(row.PAdjusted)) || !slices.Contains(row.Difference.Warnings, stats.NoInformation) {
				t.Errorf("%s, %s: %+v", table.First, row.Figure, row.Difference)
			}
		}
	}
	if len(r.Differences) != 0 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "never differ") {
		t.Errorf("%v, warnings %q", r.Differences, r.Warnings)
	}
}

// TestAlone: agents that only one run has are compared if there is one in either,
// else they are told.
func TestAlone(t *testing.T) {
	a := write(t, specOf(t, "new", "old"), dataset.Complete, pairs(0, 40, 0, "new", "old"))
	b := write(t, specOf(t, "newer", "older"), dataset.Complete, pairs(0, 40, 10, "newer", "older"))
	r := compared(t, a, b)
	if len(r.Tables) != 2 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "the first new, old; the second newer, older") {
		t.Errorf("%d tables, warnings %q", len(r.Tables), r.Warnings)
	}
}

// TestCoverage: the intervals of differences cover what they say, of ratios that
// depend on each other by the deal and of such that do not.
func TestCoverage(t *testing.T) {
	const simulations, deals = 2000, 80
	rng := rand.New(rand.NewPCG(3, 3))
	for _, same := range []bool{true, false} {
		c := comparison{same: same}
		covered := 0
		for range simulations {
			var v [2]vector
			luck := make([]float64, deals)
			for i := range luck {
				luck[i] = 30 * rng.NormFloat64()
			}
			for side := range v {
				for i := range deals {
					n := float64(1 + rng.IntN(3))
					deal := luck[i]
					if !same {
						deal = 30 * rng.NormFloat64()
					}
					v[side].n = append(v[side].n, n)
					v[side].y = append(v[side].y, n*(400+deal+10*float64(side))+15*math.Sqrt(n)*rng.NormFloat64())
				}
			}
			e := c.difference(v[0], v[1])
			if e.Low <= 10 && 10 <= e.High {
				covered++
			}
		}
		if share := float64(covered) / simulations; share < 0.93 || share > 0.97 {
			t.Errorf("same deals %v: intervals of 95 %% cover %v", same, share)
		}
	}
}

// TestErrors: runs that are none.
func TestErrors(t *testing.T) {
	dir := write(t, specOf(t, "new", "old"), dataset.Complete, pairs(0, 3, 3, "new", "old"))
	empty := write(t, specOf(t, "new", "old"), dataset.Interrupted, nil)
	backwards := write(t, specOf(t, "new", "old"), dataset.Complete, slices.Concat(pairs(1, 2, 0, "new", "old"), pairs(0, 1, 0, "new", "old")))
	for _, pair := range [][2]string{{dir, t.TempDir()}, {t.TempDir(), dir}} {
		if _, err := Runs(t.Context(), pair[0], pair[1]); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("no run: %v", err)
		}
	}
	for other, want := range map[string]string{empty: "it is interrupted and has no games", backwards: "deal 0 comes after deal 1"} {
		if _, err := Runs(t.Context(), dir, other); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), other) {
			t.Errorf("error %v, want one with %q and the folder", err, want)
		}
	}
}

// play plays a run.
func play(t testing.TB, seed uint64, paired bool, seats int, names ...string) string {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	rules.Seats = seats
	plan := sim.Plan{Rules: rules, Lexicon: enginetest.OpenLexicon(t), Games: 24, Paired: paired, Seed: seed, PartGames: 8, OnFault: sim.Forfeit}
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(2)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", plan.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	err = match.Run(t.Context(), sim.NewWriter(run, match, false), &sim.Progress{})
	if err = errors.Join(err, run.Finish(dataset.Complete)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// naive gives the figures of an agent, "" for all, by deal, from the moves.
func naive(t testing.TB, dir, agent, figure string) map[int64][2]float64 {
	t.Helper()
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	deals := map[int64][2]float64{}
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		for seat, name := range g.Agent {
			if agent != "" && name != agent {
				continue
			}
			y := 0.0
			for _, m := range g.Moves {
				if int(m.Seat) != seat {
					continue
				}
				switch figure {
				case "win rate":
					y = 100 * m.Result.V
				case "spread":
					y = float64(m.FinalSpread.V)
				case "turns":
					y++
				case "bingos":
					y += map[bool]float64{true: 1}[m.Bingo]
				case "exchanges":
					y += map[bool]float64{true: 1}[m.Action == "exchange"]
				case "passes":
					y += map[bool]float64{true: 1}[m.Action == "pass"]
				}
			}
			if figure == "score" {
				y = float64(g.Score[seat])
			}
			d := deals[g.DealID]
			deals[g.DealID] = [2]float64{d[0] + y, d[1] + 1}
		}
	}
	return deals
}

// TestTwin compares the figures of runs with those that are taken from their moves,
// and the errors of differences with the formula for two ratios of one sample,
// D/(D-1)·Σ(e/ΣN - e'/ΣN')².
func TestTwin(t *testing.T) {
	for _, c := range []struct {
		name        string
		first       string
		second      string
		agent, with string
	}{
		{"paired", play(t, 3, true, 2, "greedy", "random"), play(t, 3, true, 2, "greedy", "equity:leaves=none"), "random", "equity:leaves=none"},
		{"paired and not", play(t, 3, true, 2, "greedy", "random"), play(t, 3, false, 2, "greedy", "random"), "greedy", "greedy"},
		{"three seats", play(t, 5, true, 3, "greedy", "random", "random"), play(t, 5, false, 3, "random", "greedy", "greedy"), "random", "random"},
	} {
		r, back := compared(t, c.first, c.second), compared(t, c.second, c.first)
		for _, f := range ofSeat {
			got := row(t, r, c.agent, c.with, f.name)
			a, b := naive(t, c.first, c.agent, f.name), naive(t, c.second, c.with, f.name)
			var sums [2][2]float64 // Σy and Σn of each run
			deals := 0.0
			for deal := range int64(100) {
				if _, both := b[deal]; a[deal][1] == 0 || !both {
					continue
				}
				deals++
				for i, d := range [][2]float64{a[deal], b[deal]} {
					sums[i][0] += d[0]
					sums[i][1] += d[1]
				}
			}
			squares := 0.0
			for deal := range int64(100) {
				if _, both := b[deal]; a[deal][1] == 0 || !both {
					continue
				}
				e := func(i int, d [2]float64) float64 { return (d[0] - sums[i][0]/sums[i][1]*d[1]) / sums[i][1] }
				d := e(1, b[deal]) - e(0, a[deal])
				squares += d * d
			}
			near(t, c.name+" "+f.name, got.First.Value, sums[0][0]/sums[0][1])
			near(t, c.name+" "+f.name, got.Second.Value, sums[1][0]/sums[1][1])
			near(t, c.name+" "+f.name, got.Difference.Value, got.Second.Value-got.First.Value)
			if se := math.Sqrt(deals / (deals - 1) * squares); se > 1e-9 {
				near(t, c.name+" error of "+f.name, got.Difference.SE, se)
			} else if !math.IsNaN(got.Difference.SE) {
				t.Errorf("%s, %s: error %v where there is none", c.name, f.name, got.Difference.SE)
			}
			// In the other order it is the same with the other sign.
			swapped := row(t, back, c.with, c.agent, f.name)
			if cmp.Diff(got.First, swapped.Second, nan) != "" || cmp.Diff(got.Difference.Scaled(-1), swapped.Difference, nan) != "" || cmp.Diff(float64(got.PAdjusted), float64(swapped.PAdjusted), nan) != "" {
				t.Errorf("%s: %s is %+v, and in the other order %+v", c.name, f.name, got, swapped)
			}
		}
		// All seats together, which the agents add up to.
		all := row(t, r, "all seats", "all seats", "score")
		for i, dir := range []string{c.first, c.second} {
			var y, n float64
			common := naive(t, []string{c.second, c.first}[i], "", "score")
			for deal, d := range naive(t, dir, "", "score") {
				if _, both := common[deal]; both {
					y, n = y+d[0], n+d[1]
				}
			}
			near(t, "score of all seats", []stats.Estimate{all.First, all.Second}[i].Value, y/n)
		}
	}
}

var nan = cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })

// TestInfluence: the mean of the influences is the ratio, and so is its error;
// where deals have one observation each they are the deals.
func TestInfluence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	v := vector{make([]float64, 50), make([]float64, 50)}
	for i := range v.y {
		v.n[i] = float64(1 + rng.IntN(4))
		v.y[i] = v.n[i] * float64(rng.IntN(90))
	}
	mean, ratio := stats.Mean(v.influence(), Level), v.ratio(Level)
	near(t, "value", mean.Value, ratio.Value)
	near(t, "error", mean.SE, ratio.SE)
	for i := range v.n {
		v.n[i] = 1
	}
	for i, z := range v.influence() {
		near(t, "deal", z, v.y[i])
	}
	constant := vector{[]float64{1, 2, 3, 5}, []float64{3, 6, 9, 15}}
	if z := constant.influence(); slices.Min(z) != slices.Max(z) {
		t.Errorf("a figure that is always the same has the influences %v", z)
	}
	if got := (vector{[]float64{4, 0, 6}, []float64{1, 0, 2}}).seen(); cmp.Diff(got.y, []float64{4, 6}) != "" || cmp.Diff(got.n, []float64{1, 2}) != "" {
		t.Errorf("seen are %v", got)
	}
}

// TestBrief: another board is one line, and so is another agent.
func TestBrief(t *testing.T) {
	a, b := specOf(t, "new", "old"), specOf(t, "new", "old")
	rules, _ := engine.BuiltinRules("super")
	b.SetRules(&rules)
	b.Agents[1] = dataset.Agent{Spec: "old:depth=3", Name: "old", Parameters: map[string]string{"depth": "3"}, Tables: []dataset.TableFile{{Name: "leaves", SHA256: "bb"}}}
	b.Agents[0].Tables = []dataset.TableFile{{Name: "leaves", SHA256: "cc"}}
	var all []Difference
	for _, d := range dataset.Differences(&dataset.Manifest{Spec: a}, &dataset.Manifest{Spec: b}) {
		all = append(all, Difference{d.Field, d.Expected, d.Found})
	}
	var got []string
	for _, d := range brief(all) {
		got = append(got, d.Field+" "+d.First)
	}
	want := []string{
		"spec.agents[0].tables nothing", `spec.agents[1].spec "old"`, "spec.agents[1].tables nothing",
		`spec.board.name "standard"`, "spec.board.rows 21 differences", `spec.board.start "8H"`,
		`spec.tile_set.name "standard"`, "spec.tile_set.tiles 27 differences",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestText holds the text of a small comparison; JSON has the same figures.
func TestText(t *testing.T) {
	a := write(t, specOf(t, "new", "old"), dataset.Complete, pairs(0, 100, 0, "new", "old"))
	b := write(t, specOf(t, "newer", "old"), dataset.Complete, pairs(0, 100, 10, "newer", "old"))
	r := compared(t, a, b)
	r.Runs[0].Dir, r.Runs[1].Dir = "a", "b"
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"first   a  200 games on 100 deals, complete\n",
		"asked for            first  second\nspec.agents[0].spec  \"new\"  \"newer\"\n",
		"\n100 deals are in both and compared one by one.\n",
		"\nfirst new, second newer\n",
		"ended by scoreless, %",
		"+15.00 [+7.88, +22.12]",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(encoded, &back); err != nil {
		t.Fatal(err)
	}
	got, want := row(t, &back, "games", "games", "ended by scoreless"), row(t, r, "games", "games", "ended by scoreless")
	near(t, "low", got.Difference.Low, math.Round(want.Difference.Low*1e9)/1e9)
	near(t, "p", float64(got.PAdjusted), float64(want.PAdjusted))
}
