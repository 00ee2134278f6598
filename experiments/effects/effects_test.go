package effects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/sim/dataset"
)

// Every figure is what the twin makes of whole rows with the scores of package
// engine, and the same for any number of workers.
func TestEffectsAgainstEngine(t *testing.T) {
	for _, c := range []struct {
		board  string
		seats  int
		games  int64
		agents []string
	}{
		{"standard", 2, 16, []string{"greedy", "random"}},
		{"super", 2, 10, []string{"greedy"}},
		{"super", 3, 6, []string{"greedy", "random", "greedy"}},
	} {
		t.Run(fmt.Sprint(c.board, c.seats), func(t *testing.T) {
			t.Parallel()
			run := played(t, c.board, c.seats, c.games, c.agents...)
			compare(t, run)
		})
	}
}

func compare(t *testing.T, run *dataset.Reader) *Effects {
	t.Helper()
	e, err := Read(t.Context(), run.Dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 7} {
		other, err := Read(t.Context(), run.Dir, workers)
		if err != nil {
			t.Fatal(err)
		}
		if same, _ := json.Marshal(other); !bytes.Equal(text, same) {
			t.Errorf("%d workers make other figures", workers)
		}
	}
	w := newTwin(t, run)
	if e.Turns != w.turns || e.Plays != w.plays || e.Deals != int64(len(w.deal)) {
		t.Errorf("%d turns, %d plays, %d deals, want %d, %d, %d", e.Turns, e.Plays, e.Deals, w.turns, w.plays, len(w.deal))
	}
	dim := len(e.Board.Rows)
	if len(e.Squares) != dim*dim || len(e.Folded) != dim*(dim+1)/2 {
		t.Errorf("%d squares, %d folded", len(e.Squares), len(e.Folded))
	}
	for prefix, squares := range map[string][]Square{"": e.Squares, "folded ": e.Folded} {
		for _, s := range squares {
			at := fmt.Sprint(s.Row, " ", s.Col)
			w.check(prefix+"used "+at, s.Used, 1e-9)
			w.check(prefix+"points "+at, s.Points, 1e-9)
			if s.Premium != kindAt(w.rules.Layout, s.Row, s.Col) {
				t.Errorf("square %s is %q", at, s.Premium)
			}
		}
	}
	kinds := 0
	for _, p := range e.Premiums {
		w.check("kind used "+p.Kind, p.Used, 1e-9)
		w.check("kind points "+p.Kind, p.Points, 1e-9)
		w.check("kind share "+p.Kind, p.Share, 1e-9)
		kinds += p.Squares
	}
	if squares := strings.Join(e.Board.Rows, ""); kinds != len(squares)-strings.Count(squares, ".") {
		t.Errorf("%d premium squares", kinds)
	}
	plays := int64(0)
	for _, m := range e.Multipliers {
		w.check(fmt.Sprint("x per game ", m.Multiplier), m.PerGame, 1e-9)
		w.check(fmt.Sprint("x share ", m.Multiplier), m.Share, 1e-9)
		w.check(fmt.Sprint("x points ", m.Multiplier), m.Points, 1e-9)
		plays += m.Points.N
	}
	if plays != e.Plays {
		t.Errorf("words count so many times in %d plays of %d", plays, e.Plays)
	}
	for what, phases := range map[string][]Phase{"turn": e.ByTurn, "bag": e.ByBag, "turns": e.turnGroups, "bags": e.bagGroups} {
		turns := int64(0)
		for _, p := range phases {
			name := fmt.Sprint(what, " ", p.From)
			w.check(name+" plays", p.Plays, 1e-9)
			w.check(name+" bingos", p.Bingos, 1e-9)
			w.check(name+" exchanges", p.Exchanges, 1e-9)
			w.check(name+" passes", p.Passes, 1e-9)
			w.check(name+" points", p.Points, 1e-9)
			turns += p.Plays.N
		}
		if turns != e.Turns {
			t.Errorf("by %s there are %d turns of %d", what, turns, e.Turns)
		}
	}
	for name, d := range map[string]Distribution{
		"score": e.Score, "spread": e.Spread, "length": e.Length, "lead changes": e.LeadChanges, "comeback": e.Comeback,
		"bingos": e.Bingos, "vowels": e.Vowels, "turnover": e.Turnover, "word length": e.WordLength,
	} {
		w.distribution(name, d)
	}
	w.check("opening win", e.Opening.Win, 1e-9)
	w.check("opening spread", e.Opening.Spread, 1e-9)
	if e.Calibration != nil {
		for i, b := range e.Calibration.Bins {
			// Estimates are rounded to 12,000ths.
			w.check(fmt.Sprint("predicted ", i), b.Predicted, 1.0/24_000)
			w.check(fmt.Sprint("observed ", i), b.Observed, 1e-9)
			w.check(fmt.Sprint("difference ", i), b.Difference, 1.0/24_000)
		}
	}
	return e
}

// The squares earn all points but the bonuses, and the premium squares add the
// premium points, to the point.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	run := played(t, "super", 2, 20, "greedy", "random")
	e, err := Read(t.Context(), run.Dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	var points, premium, bonus float64
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Moves {
			points, premium, bonus = points+float64(m.Score), premium+float64(m.PremiumPoints), bonus+float64(m.BingoPoints)
		}
	}
	games, earned, added := float64(e.Games), 0.0, 0.0
	for _, s := range e.Squares {
		earned += *s.Points.Value
	}
	folded := 0.0
	for _, s := range e.Folded {
		both := 2.0
		if s.Row == s.Col {
			both = 1
		}
		folded += both * *s.Points.Value
	}
	for _, p := range e.Premiums {
		added += *p.Points.Value
	}
	if math.Abs(earned*games-points+bonus) > 1e-6 || math.Abs(folded-earned) > 1e-6 || math.Abs(added*games-premium) > 1e-6 {
		t.Errorf("squares earn %v, folded %v of %v a game, premium squares add %v of %v", earned, folded, (points-bonus)/games, added, premium/games)
	}
}

// A play over a 3W and a 4W, by hand: C A T on 3W, plain, 4W counts 12 times.
// Smaller first, the 3W adds 10 and the 4W 45 to 5 points; larger first, the
// 4W adds 15 and the 3W 40. Then S O down from the end of it hooks an S and
// makes CATS with an S on a 2L; the T stays and counts its face value.
func TestKnownPlay(t *testing.T) {
	first := dataset.MoveRow{
		Action: "play", Rack: "ACT", Row: dataset.Some(int32(0)), Col: dataset.Some(int32(0)), Down: dataset.Some(false),
		Placed: dataset.Some("CAT"), TilesPlayed: 3, Score: 60, MainScore: 60, PremiumPoints: 55, WordMultiplier: 12, Drawn: "SO",
	}
	second := dataset.MoveRow{
		Action: "play", Rack: "OS", Row: dataset.Some(int32(0)), Col: dataset.Some(int32(3)), Down: dataset.Some(true),
		Placed: dataset.Some("So"), TilesPlayed: 2, Score: 2 + 7, MainScore: 2, CrossScore: 7, PremiumPoints: 2, WordMultiplier: 1,
	}
	small := func(s *dataset.Spec) {
		s.Board = dataset.Board{Name: "small", Start: "1A", Rows: []string{"=.~'", "....", "....", "...."}}
	}
	e, err := Read(t.Context(), written(t, small, []dataset.Game{byHand(0, 0, [2]string{"a", "b"}, [2]int32{60, 9}, first, second)}).Dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	if e.Folded != nil {
		t.Error("a board that is not its own mirror image is folded")
	}
	for _, s := range e.Squares {
		// C, A, T in CAT and CATS; S in CATS and SO, twice its face; O a blank.
		want := map[[2]int]float64{{0, 0}: 36 + 3, {0, 1}: 12 + 1, {0, 2}: 12 + 1, {0, 3}: 2 + 2}[[2]int{s.Row, s.Col}]
		used := is(s.Row == 0 || s.Row == 1 && s.Col == 3)
		if *s.Points.Value != want || *s.Used.Value != used || s.Used.SE != nil {
			t.Errorf("square %d %d earns %v of %v, used %v", s.Row, s.Col, *s.Points.Value, want, *s.Used.Value)
		}
	}
	for _, p := range e.Premiums {
		want := map[string]float64{"2L": 2, "3W": 25, "4W": 30}[p.Kind]
		if *p.Points.Value != want || math.Abs(*p.Share.Value-want/69) > 1e-12 || p.Squares != 1 || *p.Used.Value != 1 {
			t.Errorf("%+v adds %v, want %v", p, *p.Points.Value, want)
		}
	}
	if len(e.Premiums) != 3 || len(e.Multipliers) != 2 || e.Multipliers[1].Multiplier != 12 || *e.Multipliers[1].Points.Value != 60 {
		t.Errorf("%+v", e.Multipliers)
	}
}

// Estimates of winning are compared with results, in games that were played to
// their end.
func TestCalibration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var games []dataset.Game
	for deal := range int64(40) {
		var moves []dataset.MoveRow
		for range 1 + rng.IntN(30) {
			m := dataset.MoveRow{Action: "pass", WinProb: dataset.Some(rng.Float64()), Result: dataset.Some(float64(rng.IntN(3)) / 2)}
			switch rng.IntN(8) {
			case 0:
				m.WinProb = dataset.Null[float64]{}
			case 1:
				m.Result = dataset.Null[float64]{}
			case 2:
				m.WinProb.V = float64(rng.IntN(2))
			}
			moves = append(moves, m)
		}
		g := byHand(deal, deal, [2]string{"a", "b"}, [2]int32{3, 2}, moves...)
		g.FinalBoard, g.Winner = strings.TrimSuffix(strings.Repeat("15/", 15), "/"), dataset.Some(int32(0))
		games = append(games, g)
	}
	run := written(t, nil, games[:7], games[7:25], games[25:])
	e := compare(t, run)
	if e.Calibration == nil || e.Calibration.Moves < 300 {
		t.Errorf("%+v", e.Calibration)
	}
}

// A run that does not fit the board or makes no sense is an error, and no
// figures.
func TestBadRows(t *testing.T) {
	play := func(change func(m *dataset.MoveRow)) dataset.Game {
		m := dataset.MoveRow{
			Action: "play", Row: dataset.Some(int32(7)), Col: dataset.Some(int32(6)), Down: dataset.Some(false),
			Placed: dataset.Some("AN"), TilesPlayed: 2, Score: 4, MainScore: 4, PremiumPoints: 2, WordMultiplier: 2,
		}
		if change != nil {
			change(&m)
		}
		return byHand(3, 3, [2]string{"a", "b"}, [2]int32{4, 0}, m)
	}
	if _, err := Read(t.Context(), written(t, nil, []dataset.Game{play(nil)}).Dir, 1); err != nil {
		t.Fatal(err)
	}
	many := func(n int) func(m *dataset.MoveRow) { return func(m *dataset.MoveRow) { m.TilesThrough = int32(n) } }
	for _, c := range []struct {
		text   string
		change func(m *dataset.MoveRow)
	}{
		{"a play of 2 letters at row 15, column 6 leaves the board", func(m *dataset.MoveRow) { m.Row.V = 15 }},
		{"a play of 2 letters at row 7, column 14 leaves", func(m *dataset.MoveRow) { m.Col.V = 14 }},
		{"a play of 2 letters at row 7, column -1 leaves", func(m *dataset.MoveRow) { m.Col.V = -1 }},
		{"a play of 2147483649 letters", many(math.MaxInt32)},
		{"a play of 1 letters", many(-1)},
		{"a play of 0 letters", func(m *dataset.MoveRow) { m.TilesPlayed = 0 }},
		{`the play "AN" lays no tile on 8I, which is empty`, many(1)},
		{`the play "A9" lays no tile on 8H`, func(m *dataset.MoveRow) { m.Placed.V = "A9" }},
		{"the tiles of the play are more than its empty squares", func(m *dataset.MoveRow) { m.Placed.V = "ANT" }},
		{"on the board the play earns 4 and 0 and a bonus of 0, 2 of them for premiums, and counts 2 times; its row has 5 and 0 of 4", func(m *dataset.MoveRow) { m.MainScore = 5 }},
		{"its row has 4 and 0 of 54", func(m *dataset.MoveRow) { m.Score = 54 }},
		{"its row has 4 and 3 of 4", func(m *dataset.MoveRow) { m.CrossScore = 3 }},
		{"3 and 2", func(m *dataset.MoveRow) { m.PremiumPoints = 3 }},
		{"2 and 3", func(m *dataset.MoveRow) { m.WordMultiplier = 3 }},
		{"101 tiles in the bag, expected 0 to 100", func(m *dataset.MoveRow) { m.BagBefore = 101 }},
		{"-1 tiles in the bag", func(m *dataset.MoveRow) { m.BagBefore = -1 }},
		{"a probability or result of NaN, expected 0 to 1", func(m *dataset.MoveRow) { m.WinProb, m.Result = dataset.Some(math.NaN()), dataset.Some(1.0) }},
		{"a probability or result of 2, expected 0 to 1", func(m *dataset.MoveRow) { m.WinProb, m.Result = dataset.Some(0.5), dataset.Some(2.0) }},
	} {
		run := written(t, nil, []dataset.Game{play(c.change)})
		_, err := Read(t.Context(), run.Dir, 2)
		if err == nil || !strings.Contains(err.Error(), c.text) || !strings.HasPrefix(err.Error(), "run "+run.Dir+": game 3, turn 0: ") {
			t.Errorf("%v, want %s", err, c.text)
		}
	}
	short := play(nil)
	short.Faults = nil
	quiet := func(id, deal int64) dataset.Game { return byHand(id, deal, [2]string{"a", "b"}, [2]int32{1, 2}) }
	for text, run := range map[string]*dataset.Reader{
		"game 3: its lists are not of one length":     written(t, nil, []dataset.Game{short}),
		"game 1: deal 0 comes after deal 1":           written(t, nil, []dataset.Game{quiet(0, 1), quiet(1, 0)}),
		"deal 1 comes after deal 1, in another part":  written(t, nil, []dataset.Game{quiet(0, 1)}, []dataset.Game{quiet(1, 1)}),
		"board \"standard\": row 1, column 1: '?' is": written(t, func(s *dataset.Spec) { s.Board.Rows[0] = strings.Repeat("?", 15) }, []dataset.Game{quiet(0, 0)}),
	} {
		if _, err := Read(t.Context(), run.Dir, 2); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// A run without games has no figures, and no NaN in its JSON.
func TestNoGames(t *testing.T) {
	e, err := Read(t.Context(), written(t, nil).Dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(e); err != nil || e.Games != 0 || len(e.Squares) != 225 || e.Squares[0].Used.Value != nil {
		t.Errorf("%v %+v", err, e)
	}
	var text strings.Builder
	if err := e.WriteText(&text); err != nil || !strings.HasPrefix(text.String(), "no games") {
		t.Errorf("%v %s", err, &text)
	}
}

// The text has the figures.
func TestText(t *testing.T) {
	t.Parallel()
	run := played(t, "standard", 2, 20, "greedy", "random")
	e, err := Read(t.Context(), run.Dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := e.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{} // by first field
	for line := range strings.Lines(text.String()) {
		if f := strings.Fields(line); len(f) > 0 {
			lines[f[0]] = strings.Join(f, " ")
		}
	}
	three := e.Premiums[3]
	for name, want := range map[string]string{
		"3W": fmt.Sprintf("3W 8 %.2f ±%.2f %.2f ±%.2f %.2f ±%.2f", 100**three.Used.Value, 100**three.Used.SE,
			*three.Points.Value, *three.Points.SE, 100**three.Share.Value, 100**three.Share.SE),
		"lead": fmt.Sprintf("lead changes turns %.2f ±%.2f", *e.LeadChanges.Mean.Value, *e.LeadChanges.Mean.SE),
		"who":  fmt.Sprintf("who moves first wins %.1f ±%.1f %%", 100**e.Opening.Win.Value, 100**e.Opening.Win.SE),
	} {
		if !strings.HasPrefix(lines[name], want) {
			t.Errorf("%q, want %q", lines[name], want)
		}
	}
	if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "%!") {
		t.Error(&text)
	}
}
