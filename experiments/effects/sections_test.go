package effects

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/experiments/document/documenttest"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// inDocument is the sections in a document of their own, and in brief.
func inDocument(e *Effects) document.Document {
	brief := e.Brief()
	brief.Name = "brief"
	for i := range brief.Plots {
		brief.Plots[i].Name = "brief-" + brief.Plots[i].Name
	}
	return document.Document{Name: "effects", Title: "Effects", Sections: append(e.Sections(), brief)}
}

// page is the document as JSON and as a page, with all plots.
func page(t *testing.T, e *Effects) string {
	t.Helper()
	var b bytes.Buffer
	d := inDocument(e)
	if err := d.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// layout is a board of its own, with the start in the middle.
func layout(t *testing.T, text string) *engine.Layout {
	t.Helper()
	l, err := engine.ReadLayout(strings.NewReader(text), "custom")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Whatever was played, the four forms agree, and no number of workers changes a
// byte.
func TestSections(t *testing.T) {
	small, odd := layout(t, "...\n...\n...\n"), layout(t, "=.'..\n.....\n..-..\n....~\n^....\n")
	for _, c := range []struct {
		name   string
		board  string
		layout *engine.Layout
		seats  int
		games  int64
		agents []string
		folded bool
	}{
		{"paired", "standard", nil, 2, 16, []string{"greedy", "random"}, true},
		{"super", "super", nil, 2, 8, []string{"greedy"}, true},
		{"one game", "standard", nil, 2, 1, []string{"greedy"}, true},
		{"four seats", "standard", nil, 4, 4, []string{"greedy", "random", "greedy", "greedy"}, true},
		{"3x3", "standard", small, 2, 6, []string{"greedy", "random"}, true},
		{"no mirror image", "standard", odd, 3, 6, []string{"greedy"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rules, _ := engine.BuiltinRules(c.board)
			rules.Seats = c.seats
			if c.layout != nil {
				rules.Layout = c.layout
			}
			run := playedBy(t, rules, c.games, c.agents...)
			e, err := Read(t.Context(), run.Dir, 1)
			if err != nil {
				t.Fatal(err)
			}
			d := inDocument(e)
			documenttest.Agree(t, &d)
			want := page(t, e)
			for _, ugly := range []string{"NaN", "%!", "Inf"} {
				if strings.Contains(want, ugly) {
					t.Errorf("the document has %s", ugly)
				}
			}
			if strings.Contains(want, "squares-used-folded") != (e.Folded != nil) || c.folded != (e.Folded != nil) {
				t.Error("what is folded")
			}
			other, err := Read(t.Context(), run.Dir, 3)
			if err != nil {
				t.Fatal(err)
			}
			if page(t, other) != want {
				t.Error("other workers make another document")
			}
			heatMaps(t, e, d.Plots())
			phaseRows(t, e, d.Sections)
		})
	}
}

// heatMaps compares what the plots of squares say where a square is pointed at
// with the figures, folded ones on both sides.
func heatMaps(t *testing.T, e *Effects, all []document.Plot) {
	t.Helper()
	dim, seen := len(e.Board.Rows), 0
	for _, p := range all {
		name := strings.TrimPrefix(p.Name, "brief-")
		if !strings.HasPrefix(name, "squares-") {
			continue
		}
		seen++
		for row := range dim {
			for col := range dim {
				i := slices.IndexFunc(e.Squares, func(s Square) bool { return s.Row == row && s.Col == col })
				s := e.Squares[i]
				if strings.HasSuffix(name, "-folded") {
					i = slices.IndexFunc(e.Folded, func(s Square) bool { return s.Row == min(row, col) && s.Col == max(row, col) })
					s = e.Folded[i]
				}
				where := engine.SquareName(row, col)
				if s.Premium != "" {
					where += " (" + s.Premium + ")"
				}
				want := fmt.Sprintf("<title>%s: %s</title>", where, document.Number(*s.Points.Value, 1))
				if strings.HasPrefix(name, "squares-used") {
					want = fmt.Sprintf("<title>%s: %s</title>", where, document.Percent(*s.Used.Value, 1))
				}
				if !strings.Contains(p.SVG, want) {
					t.Errorf("%s has no %q", p.Name, want)
				}
			}
		}
	}
	want := 3
	if e.Folded != nil {
		want = 5
	}
	if seen != want {
		t.Errorf("%d maps of the board, want %d", seen, want)
	}
}

// phaseRows sees to it that tables of phases are short and have all turns.
func phaseRows(t *testing.T, e *Effects, sections []document.Section) {
	t.Helper()
	for _, s := range sections {
		if s.Name != "turns" && s.Name != "bag" {
			continue
		}
		turns := int64(0)
		for _, row := range s.Tables[0].Rows {
			var n int64
			if _, err := fmt.Sscan(row[1].String(), &n); err != nil {
				t.Fatal(err)
			}
			turns += n
		}
		if rows := len(s.Tables[0].Rows); turns != e.Turns || rows > 21 {
			t.Errorf("%s: %d rows with %d turns of %d", s.Name, rows, turns, e.Turns)
		}
	}
}

// A run whose games have no plays, and one without games, have a document.
func TestSectionsOfNothing(t *testing.T) {
	pass := dataset.MoveRow{Action: "pass", BagBefore: 86}
	quiet := func(id int64, moves ...dataset.MoveRow) dataset.Game {
		return byHand(id, id, [2]string{"a", "b"}, [2]int32{0, 0}, moves...)
	}
	for name, games := range map[string][]dataset.Game{
		"no games": nil, "no turns": {quiet(0), quiet(1)}, "no plays": {quiet(0, pass, pass), quiet(1, pass)},
	} {
		e, err := Read(t.Context(), written(t, nil, games).Dir, 1)
		if err != nil {
			t.Fatal(name, err)
		}
		d := inDocument(e)
		documenttest.Agree(t, &d)
		if text := page(t, e); strings.Contains(text, "NaN") {
			t.Error(name, text)
		}
		if n := len(e.Sections()); (n == 0) != (len(games) == 0) {
			t.Errorf("%s: %d sections", name, n)
		}
	}
}

// The predictions are a table and a plot where there are any.
func TestCalibrationSection(t *testing.T) {
	var games []dataset.Game
	for deal := range int64(35) {
		m := dataset.MoveRow{Action: "pass", WinProb: dataset.Some(0.3), Result: dataset.Some(float64(deal % 2))}
		games = append(games, byHand(deal, deal, [2]string{"a", "b"}, [2]int32{1, 2}, m))
	}
	e, err := Read(t.Context(), written(t, nil, games).Dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := inDocument(e)
	documenttest.Agree(t, &d)
	i := slices.IndexFunc(d.Sections, func(s document.Section) bool { return s.Name == "calibration" })
	if i < 0 {
		t.Fatal("no predictions")
	}
	row := d.Sections[i].Tables[0].Rows[0]
	// 17 of 35 are won; the standard error of a share is √(p(1-p)/34).
	p := 17.0 / 35
	se := math.Sqrt(p * (1 - p) / 34)
	for j, want := range []string{
		"30-40", "35", "30.0 %", fmt.Sprintf("%.1f ±%.1f %%", 100*p, 100*se),
		document.Interval(stats.Student(p-0.3, se, 35, Level), 1).InPercent().String(),
	} {
		if row[j].String() != want {
			t.Errorf("%s, want %s", row[j], want)
		}
	}
	if len(d.Sections[i].Plots) != 1 || !strings.Contains(d.Sections[i].Plots[0].SVG, "<circle") {
		t.Error("no plot of predictions")
	}
}

// A figure is an estimate of its deals, with its warnings.
func TestEstimate(t *testing.T) {
	ten, none := 10.0, 0.0
	for _, c := range []struct {
		Figure
		low, high float64
		warnings  []stats.Warning
	}{
		{Figure{&ten, &ten, 900, 100}, 10 - 10*1.984217, 10 + 10*1.984217, nil},
		{Figure{&ten, &none, 900, 100}, math.NaN(), math.NaN(), []stats.Warning{stats.AllAlike}},
		{Figure{&ten, nil, 7, 1}, math.NaN(), math.NaN(), []stats.Warning{stats.FewDeals}},
		{Figure{}, math.NaN(), math.NaN(), []stats.Warning{stats.NoDeals}},
	} {
		e := c.Estimate()
		near := func(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-5 }
		if !near(e.Low, c.low) || !near(e.High, c.high) || e.N != int(c.Deals) || !slices.Equal(e.Warnings, c.warnings) {
			t.Errorf("%+v", e)
		}
		if (c.N == 0) != math.IsNaN(e.Value) {
			t.Errorf("the value is %v", e.Value)
		}
	}
}

// What is told in brief is one section with a map and a table.
func TestBrief(t *testing.T) {
	t.Parallel()
	e, err := Read(context.Background(), played(t, "standard", 2, 4, "greedy").Dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := e.Brief()
	if len(s.Plots) != 1 || len(s.Tables) != 1 || len(s.Tables[0].Rows) != len(e.Multipliers) {
		t.Errorf("%+v", s.Tables)
	}
	for i, m := range e.Multipliers {
		row := s.Tables[0].Rows[i]
		want := document.Estimate(m.PerGame.Estimate(), 4).String()
		if row[0].String() != fmt.Sprintf("x%d", m.Multiplier) || row[1].String() != want || !strings.Contains(want, "±") {
			t.Errorf("%s %s, want %s", row[0], row[1], want)
		}
	}
}
