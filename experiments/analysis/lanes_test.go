package analysis

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/engine/tile"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// What is put into synthetic games: points to the end of each level of open 4W
// and of each open 3W, and what a play that opens gives to the end.
var (
	putLevels = []float64{0, 6, 9, 20, 11}
	putTriple = 1.5
	putOpened = 8.0
)

// laneSynthetic are turns of so many deals with two games each, whose figures hang
// on open squares as put says. The noise is shared by the turns of a deal, with
// the sign of who moves.
func laneSynthetic(rng *rand.Rand, deals int, put func(l *laneRun, at int) float64) *laneRun {
	l := &laneRun{tiles: 200, kinds: []int{quadruple, triple}, agents: []string{"equity", "greedy"}}
	for deal := range int64(deals) {
		shared := rng.NormFloat64() * 30
		for game := range 2 {
			qw, tw := 0, 2
			for turn := range 12 {
				t := laneTurn{
					bag: int32(186 - 15*turn), spread: int32(rng.IntN(200) - 100), agent: int16((turn + game) % 2),
					tiles: uint8(1 + rng.IntN(7)), score: int32(rng.IntN(60)), empty: turn == 0, follows: turn > 0 && rng.IntN(8) > 0,
				}
				if turn > 0 {
					qw = max(0, qw+rng.IntN(4)-1-qw/3)
					tw = max(0, tw+rng.IntN(5)-2)
				}
				t.open = [squareKinds]int16{triple: int16(tw), quadruple: int16(qw)}
				t.anchors = int16(4*turn + 3*qw + rng.IntN(9))
				if qw > 0 && rng.IntN(3) == 0 {
					t.covered[quadruple] = uint8(1 + rng.IntN(2))
				}
				l.turns = append(l.turns, t)
				at := len(l.turns) - 1
				sign := float64(1 - turn%2*2)
				gain := put(l, at) + 0.7*float64(t.anchors) - 0.2*float64(t.spread) + float64(t.bag)/9 + 12*float64(t.agent) +
					sign*shared + 25*rng.NormFloat64()*(1+float64(qw)/3)
				l.turns[at].gain = int32(math.Round(gain))
			}
			l.games++
		}
		l.deals = append(l.deals, laneDeal{deal, len(l.turns)})
	}
	return l
}

// TestLanesCover puts worths in and finds them again, by intervals that hold them
// as often as they say.
func TestLanesCover(t *testing.T) {
	byLevel := func(l *laneRun, at int) float64 {
		t := &l.turns[at]
		return putLevels[levelOf(quadruple, t.open[quadruple])] + putTriple*float64(t.open[triple])
	}
	byNumber := func(l *laneRun, at int) float64 {
		return 3*float64(l.turns[at].open[quadruple]) + putTriple*float64(l.turns[at].open[triple])
	}
	byOpening := func(l *laneRun, at int) float64 {
		gain := 0.0
		if l.turns[at].follows && at > 0 {
			before := &l.turns[at-1]
			gain = float64(before.score)/10 + float64(before.tiles) + putLevels[levelOf(quadruple, before.open[quadruple])]
			if l.opened(at, quadruple) {
				gain += putOpened
			}
			if l.opened(at, triple) {
				gain += putTriple
			}
			gain += 0.7 * float64(before.anchors-l.turns[at].anchors) // instead of those of now
		}
		return gain
	}
	for name, test := range map[string]struct {
		put   func(*laneRun, int) float64
		model func(*laneRun) laneModel
		want  map[string]float64
	}{
		"levels": {byLevel, (*laneRun).byLevel, map[string]float64{
			levelColumn(quadruple, 1, "now"): 6, levelColumn(quadruple, 2, "now"): 9, levelColumn(quadruple, 3, "now"): 20, levelColumn(quadruple, 4, "now"): 11, "3W": putTriple,
		}},
		"number":  {byNumber, (*laneRun).byNumber, map[string]float64{"4W": 3, "3W": putTriple}},
		"opening": {byOpening, (*laneRun).byOpening, map[string]float64{openedColumn(quadruple): putOpened, openedColumn(triple): putTriple}},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(81, 82)) // the same in whatever order these come
			const times = 2000
			held, all, bias := 0, 0, map[string]float64{}
			for range times / len(test.want) {
				l := laneSynthetic(rng, 60, test.put)
				f, err := l.fit(test.model(l), pointsToEnd)
				if err != nil {
					t.Fatal(err)
				}
				for column, want := range test.want {
					e := coefficient(f, column, count{100, 100})
					if all++; e.Low <= want && want <= e.High {
						held++
					}
					bias[column] += (e.Value - want) / e.SE
				}
			}
			if share := float64(held) / float64(all); share < 0.93 || share > 0.97 {
				t.Errorf("intervals of 95 %% hold what was put in in %.1f %%", 100*share)
			}
			for column, sum := range bias {
				if z := sum / math.Sqrt(float64(all/len(test.want))); math.Abs(z) > 4 {
					t.Errorf("%s is off by %.1f standard errors of the mean", column, z)
				}
			}
		})
	}
}

// laneGames are games of a synthetic run on the super board, their moves and
// their annotations.
func laneGames(rng *rand.Rand, n int) (games []dataset.GameRow, moves [][]dataset.MoveRow, looks [][]dataset.AnnotationRow) {
	for id := range int64(n) {
		agents := []string{"equity", "greedy"}
		if id%2 == 1 {
			slices.Reverse(agents)
		}
		final := int32(rng.IntN(400) - 200)
		var ms []dataset.MoveRow
		var as []dataset.AnnotationRow
		scores := []int32{0, 0}
		qw, tw := 0, 0
		for turn := range 20 {
			seat := turn % 2
			m := dataset.MoveRow{
				GameID: id, DealID: id / 2, Turn: int32(turn), Seat: int32(seat), Agent: agents[seat], Rack: "AEINRST", Action: "play",
				TilesPlayed: int32(1 + rng.IntN(7)), Score: int32(rng.IntN(80)), ScoresBefore: slices.Clone(scores),
				ScoreBefore: scores[seat], OpponentScoreBefore: scores[1-seat], BagBefore: int32(186 - 9*turn - rng.IntN(5)),
				FinalSpread: dataset.Some(final * int32(1-2*seat)), Result: dataset.Some(0.5),
			}
			switch {
			case rng.IntN(9) == 0:
				m.Action, m.Score, m.TilesPlayed = "exchange", 0, 0
			case rng.IntN(12) == 0:
				m.Action, m.Score, m.TilesPlayed = "pass", 0, 0
			}
			a := dataset.AnnotationRow{GameID: id, DealID: id / 2, Turn: int32(turn), Seat: int32(seat)}
			if turn > 0 {
				qw, tw = max(0, qw+rng.IntN(5)-2), max(0, tw+rng.IntN(7)-2-tw/5)
			}
			a.OpenQW, a.OpenTW, a.Anchors = int32(qw), int32(tw), int32(1+5*turn+rng.IntN(20))
			if m.Action == "play" && qw > 0 {
				m.QW = int32(max(0, rng.IntN(4)-1))
			}
			if m.Action == "play" && tw > 0 {
				m.TW = int32(rng.IntN(2))
			}
			scores[seat] += m.Score
			ms, as = append(ms, m), append(as, a)
		}
		games, moves, looks = append(games, testGame(id, id/2, final, agents[0], agents[1])), append(moves, ms), append(looks, as)
	}
	return games, moves, looks
}

// laneSpec is the spec of such a run.
func laneSpec(t testing.TB, games int64, change func(*engine.Rules)) dataset.Spec {
	t.Helper()
	spec := testSpec(t, games, true, "greedy", "equity")
	rules, _ := engine.BuiltinRules("super")
	if change != nil {
		change(&rules)
	}
	spec.SetRules(&rules)
	return spec
}

// annotateRun writes annotations beside a run.
func annotateRun(t testing.TB, r Run, looks [][]dataset.AnnotationRow) {
	t.Helper()
	to, err := dataset.Annotate(t.Context(), r.Dir, dataset.AnnotationsSpec{By: dataset.Agent{Spec: "equity", Name: "equity"}, Lexicon: r.Manifest.Spec.Lexicon}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range to.Left() {
		w, err := to.Part(p)
		if err != nil {
			t.Fatal(err)
		}
		for range p.Games {
			if err := w.Game(looks[0]); err != nil {
				t.Fatal(err)
			}
			looks = looks[1:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
}

// naiveTurn is a turn of the slow twin, of all figures by name.
type naiveTurn map[string]float64

// naiveTurns are the turns of games in which nobody failed, straight from the
// rows.
func naiveTurns(moves [][]dataset.MoveRow, looks [][]dataset.AnnotationRow) (turns []naiveTurn) {
	for g, ms := range moves {
		failed, laid := false, false
		for _, m := range ms {
			failed = failed || m.Fault.Valid || !m.FinalSpread.Valid
		}
		for i, m := range ms {
			a := looks[g][i]
			t := naiveTurn{
				"deal": float64(m.DealID), "score": float64(m.Score), "spread": float64(m.ScoreBefore - m.OpponentScoreBefore),
				"bag": math.Ceil(float64(m.BagBefore) / 10), "anchors": float64(a.Anchors), "4W": float64(a.OpenQW), "3W": float64(a.OpenTW),
				"covers 4W": is(m.QW > 0), "covers 3W": is(m.TW > 0), "equity": is(m.Agent == "equity"), "laid": is(laid),
			}
			t["gain"] = float64(m.FinalSpread.V) - t["spread"]
			t["4W level"] = min(t["4W"], 4)
			t["3W level"] = min(math.Floor(t["3W"]/2), 4)
			if i > 0 && laid && ms[i-1].Action == "play" && slices.ContainsFunc(ms[:i-1], func(m dataset.MoveRow) bool { return m.Action == "play" }) {
				b := looks[g][i-1]
				t["answers"] = 1
				t["anchors before"], t["points before"], t["tiles before"] = float64(b.Anchors), float64(ms[i-1].Score), float64(ms[i-1].TilesPlayed)
				t["4W before"], t["3W before"] = min(float64(b.OpenQW), 4), min(math.Floor(float64(b.OpenTW)/2), 4)
				t["opened 4W"], t["opened 3W"] = is(a.OpenQW > b.OpenQW), is(a.OpenTW > b.OpenTW)
			}
			if !failed {
				turns = append(turns, t)
			}
			laid = laid || m.Action == "play"
		}
	}
	return turns
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// naiveFit is a regression of some turns with a constant, on figures and on all
// but the first level seen of others.
func naiveFit(t *testing.T, turns []naiveTurn, y string, figures, levels []string) stats.Fit {
	t.Helper()
	reg := stats.Regression{Columns: append([]string{"constant"}, figures...)}
	var seen [][]float64
	for _, f := range levels {
		var of []float64
		for _, turn := range turns {
			if !slices.Contains(of, turn[f]) {
				of = append(of, turn[f])
			}
		}
		slices.Sort(of)
		seen = append(seen, of[1:])
		for _, v := range of[1:] {
			reg.Columns = append(reg.Columns, fmt.Sprint(f, "=", v))
		}
	}
	for _, turn := range turns {
		row := []float64{1}
		for _, f := range figures {
			row = append(row, turn[f])
		}
		for i, f := range levels {
			for _, v := range seen[i] {
				row = append(row, is(turn[f] == v))
			}
		}
		reg.X, reg.Y, reg.Deals = append(reg.X, row), append(reg.Y, turn[y]), append(reg.Deals, int64(turn["deal"]))
	}
	f, err := reg.Fit()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestLanes reads a run from its files and finds the same by other sums.
func TestLanes(t *testing.T) {
	games, moves, looks := laneGames(rand.New(rand.NewPCG(83, 84)), 160)
	games[7].EndReason, games[7].Faults = "forfeit", []int32{1, 0}
	for i := range moves[7] {
		moves[7][i].FinalSpread, moves[7][i].Result = dataset.Null[int32]{}, dataset.Null[float64]{}
	}
	moves[12][5].Fault, games[12].Faults = dataset.Some("timeout"), []int32{0, 1}
	r := writeRun(t, laneSpec(t, 160, nil), games, moves)
	annotateRun(t, r, looks)
	sections := analyse(t, "lanes", r)
	all := naiveTurns(moves, looks)
	turns := slices.DeleteFunc(slices.Clone(all), func(t naiveTurn) bool { return t["laid"] == 0 })
	answers := slices.DeleteFunc(slices.Clone(all), func(t naiveTurn) bool { return t["answers"] == 0 })
	number := func(of []naiveTurn, what string, value float64) string {
		n := 0
		for _, turn := range of {
			if turn[what] == value {
				n++
			}
		}
		return fmt.Sprint(n)
	}
	shows := func(f stats.Fit, column string, times float64) string {
		t.Helper()
		e, err := f.Coefficient(column, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		unit := ""
		if times == 100 {
			unit = " %"
		}
		return strings.ReplaceAll(fmt.Sprintf("%.2f [%.2f, %.2f]", times*e.Value, times*e.Low, times*e.High)+unit, "-0.00", "0.00")
	}
	want := [][]string{{"no 4W open", number(turns, "4W level", 0), "-", "-"}}
	both := []string{"score", "gain"}
	var byLevel, byNumber, byOpening [2]stats.Fit
	for i, y := range both {
		byLevel[i] = naiveFit(t, turns, y, []string{"spread", "anchors", "equity", "3W"}, []string{"bag", "4W level"})
		byNumber[i] = naiveFit(t, turns, y, []string{"spread", "anchors", "equity", "3W", "4W"}, []string{"bag"})
	}
	controls := []string{"spread", "equity", "anchors before", "points before", "tiles before", "opened 4W", "opened 3W"}
	before := []string{"bag", "4W before", "3W before"}
	for i, y := range both {
		byOpening[i] = naiveFit(t, answers, y, controls, before)
	}
	for level, name := range []string{"", "1 4W open", "2 4W open", "3 4W open", "4 or more 4W open"} {
		if level > 0 {
			column := fmt.Sprint("4W level=", level)
			want = append(want, []string{name, number(turns, "4W level", float64(level)), shows(byLevel[0], column, 1), shows(byLevel[1], column, 1)})
		}
	}
	for _, kind := range []string{"4W", "3W"} {
		want = append(want, []string{"each " + kind, fmt.Sprint(len(turns)), shows(byNumber[0], kind, 1), shows(byNumber[1], kind, 1)})
	}
	compareRows(t, shown(t, sections, "lanes-1", "worth"), want)

	want = nil
	for _, kind := range []string{"4W", "3W"} {
		covered, column := naiveFit(t, answers, "covers "+kind, controls, before), "opened "+kind
		want = append(want, []string{kind, number(answers, column, 1), number(answers, column, 0), shows(covered, column, 100), shows(byOpening[0], column, 1), shows(byOpening[1], column, 1)})
	}
	compareRows(t, shown(t, sections, "lanes-1", "opened"), want)

	want = nil
	for _, kind := range []string{"4W", "3W"} {
		for level := range 5 {
			at := slices.DeleteFunc(slices.Clone(turns), func(t naiveTurn) bool { return t[kind+" level"] != float64(level) })
			if len(at) == 0 {
				continue
			}
			mean := func(what string, covered float64) string {
				var y, n []float64
				for _, turn := range at {
					deal := int(turn["deal"])
					for len(y) <= deal {
						y, n = append(y, 0), append(n, 0)
					}
					if covered < 0 || turn["covers "+kind] == covered {
						y[deal] += turn[what]
						n[deal]++
					}
				}
				var ys, ns []float64
				for i := range n {
					if n[i] > 0 {
						ys, ns = append(ys, y[i]), append(ns, n[i])
					}
				}
				if len(ys) == 0 {
					return "-"
				}
				e, err := stats.Ratio(ys, ns, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				times, unit := 1.0, ""
				if covered < 0 {
					times, unit = 100, " %"
				}
				if math.IsNaN(e.SE) {
					return fmt.Sprintf("%.2f", times*e.Value) + unit
				}
				return fmt.Sprintf("%.2f ±%.2f", times*e.Value, times*e.SE) + unit
			}
			want = append(want, []string{levelName(map[string]int{"4W": quadruple, "3W": triple}[kind], level), fmt.Sprint(len(at)), mean("covers "+kind, -1), mean("score", 1), mean("score", 0)})
		}
	}
	compareRows(t, shown(t, sections, "lanes-1", "covered"), want)
	s := sections[0]
	if !strings.Contains(s.Text[0], "158 games, 3160 turns") || !strings.Contains(strings.Join(s.Tables[0].Notes, "\n"), "2 games in which an agent failed") {
		t.Errorf("%q, %q", s.Text, s.Tables[0].Notes)
	}
}

func compareRows(t *testing.T, got, want [][]string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) {
			t.Fatalf("%d rows, expected %d: %q, expected %q", len(got), len(want), got, want)
		}
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("%q, expected %q", got[i], want[i])
		}
	}
}

// TestLanesWithout has a board with no quadruple-word squares, whose levels are of
// the triple-word ones, beside the lowest that was seen.
func TestLanesWithout(t *testing.T) {
	games, moves, looks := laneGames(rand.New(rand.NewPCG(85, 86)), 40)
	for g := range moves {
		for i := range moves[g] {
			moves[g][i].BagBefore = int32(86 - 4*i)
			moves[g][i].QW, looks[g][i].OpenQW = 0, 0
			looks[g][i].OpenTW += 4
		}
	}
	r := writeRun(t, laneSpec(t, 40, func(rules *engine.Rules) {
		rules.Layout, _ = engine.BuiltinLayout("standard")
		rules.TileSet, _ = tile.BuiltinSet("standard")
	}), games, moves)
	annotateRun(t, r, looks)
	sections := analyse(t, "lanes", r)
	var names []string
	for _, row := range shown(t, sections, "lanes-1", "worth") {
		names = append(names, row[0])
	}
	if want := []string{"4 to 5 3W open", "6 to 7 3W open", "8 or more 3W open", "each 3W"}; !slices.Equal(names, want) {
		t.Errorf("%q, expected %q", names, want)
	}
	if rows := shown(t, sections, "lanes-1", "worth"); rows[0][2] != "-" || rows[1][2] == "-" || rows[3][3] == "-" {
		t.Errorf("%q", rows)
	}
}

func TestLanesBad(t *testing.T) {
	rng := rand.New(rand.NewPCG(87, 88))
	a, _ := Find("lanes")
	type rows struct {
		games []dataset.GameRow
		moves [][]dataset.MoveRow
		looks [][]dataset.AnnotationRow
	}
	for _, test := range []struct {
		name   string
		rules  func(*engine.Rules)
		change func(rows)
		want   string
	}{
		{"three seats", func(r *engine.Rules) { r.Seats = 3 }, nil, "games of 3 seats, expected 2"},
		{"no squares", func(r *engine.Rules) { r.Layout = flat(t) }, nil, "its board has neither triple-word nor quadruple-word squares"},
		{"another turn", nil, func(r rows) { r.looks[3][4].Turn = 9 }, "another row than turn 4 of game 3"},
		{"another game", nil, func(r rows) { r.looks[3][4].GameID = 9 }, "another row than turn 4 of game 3"},
		{"an agent of another run", nil, func(r rows) { r.moves[2][1].Agent = "random" }, "game 2, turn 1: agent random is none of the run's"},
		{"a full bag and more", nil, func(r rows) { r.moves[2][1].BagBefore = 201 }, "game 2, turn 1: 201 tiles in the bag, expected 0 to 200"},
		{"less than no bag", nil, func(r rows) { r.moves[2][1].BagBefore = -1 }, "-1 tiles in the bag"},
		{"a move of no game", nil, func(r rows) { r.games[3].GameID = 1000 }, "a move of game 3, which is not among the games"},
		{"another deal", nil, func(r rows) {
			for i := range r.moves[3] {
				r.moves[3][i].DealID = 0
			}
		}, "deal 0 is behind deal 1"},
		{"nothing", nil, func(r rows) {
			for g := range r.games {
				r.games[g].Faults = []int32{0, 2}
			}
		}, "0 games: regression without observations"},
	} {
		games, moves, looks := laneGames(rng, 6)
		if test.change != nil {
			test.change(rows{games, moves, looks})
		}
		r := writeRun(t, laneSpec(t, 6, test.rules), games, moves)
		annotateRun(t, r, looks)
		for _, workers := range []int{1, 4} {
			if _, err := a.Sections(t.Context(), []Run{r}, workers); err == nil || !strings.Contains(err.Error(), "A run: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, expected %s", test.name, err, test.want)
			}
		}
	}

	// No annotations, then damaged ones, then those of a part are missing.
	games, moves, looks := laneGames(rng, 10)
	r := writeRun(t, laneSpec(t, 10, nil), games, moves)
	_, err := a.Sections(t.Context(), []Run{r}, 2)
	if _, none := errors.AsType[*dataset.NotAnnotatedError](err); !none || !strings.Contains(err.Error(), "quadword annotate makes them, and an experiment has them made by annotate = \"equity\"") {
		t.Errorf("not annotated: %v", err)
	}
	annotateRun(t, r, looks)
	r = openRun(t, r.Dir)
	r.Sums = true
	file := filepath.Join(r.Dir, "annotations", "part-00002.parquet")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sections(t.Context(), []Run{r}, 2); err == nil || !strings.Contains(err.Error(), "part-00002.parquet is damaged") {
		t.Errorf("damaged: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sections(t.Context(), []Run{r}, 2); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// flat is a board without word squares.
func flat(t *testing.T) *engine.Layout {
	t.Helper()
	l, err := engine.ReadLayout(strings.NewReader(strings.Repeat(strings.Repeat(".", 15)+"\n", 15)), "flat")
	if err != nil {
		t.Fatal(err)
	}
	return l
}
