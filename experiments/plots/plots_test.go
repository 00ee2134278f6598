package plots

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// check fails unless a plot is a drawing that a document takes.
func check(t *testing.T, p document.Plot) {
	t.Helper()
	d := document.Document{Name: "d", Title: "D", Sections: []document.Section{{Name: "s", Heading: "S", Plots: []document.Plot{p}}}}
	if err := d.Check(); err != nil {
		t.Errorf("%s: %v\n%s", p.Name, err, p.SVG)
	}
	if strings.Contains(p.SVG, "NaN") || strings.Contains(p.SVG, "Inf") {
		t.Errorf("%s has what is no number:\n%s", p.Name, p.SVG)
	}
}

func TestGallery(t *testing.T) {
	again := gallery(t)
	for i, p := range gallery(t) {
		check(t, p)
		if p.SVG != again[i].SVG {
			t.Errorf("%s: the same figures do not give the same bytes", p.Name)
		}
		if !strings.Contains(p.SVG, `aria-label="`+p.Alt+`"`) {
			t.Errorf("%s has no alternative text", p.Name)
		}
		for _, in := range coordinates(p.SVG) {
			if in[0] < -1 || in[0] > width+1 {
				t.Errorf("%s: %v is beyond the edge", p.Name, in)
			}
		}
	}
}

var point = regexp.MustCompile(`[ML](-?[0-9.]+) (-?[0-9.]+)|cx="(-?[0-9.]+)" cy="(-?[0-9.]+)"`)

// coordinates are the points of lines and the middles of dots.
func coordinates(svg string) (all [][2]float64) {
	for _, m := range point.FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(m[1]+m[3], 64)
		y, _ := strconv.ParseFloat(m[2]+m[4], 64)
		all = append(all, [2]float64{x, y})
	}
	return all
}

var circle = regexp.MustCompile(`<circle class="[^"]*" cx="([0-9.]+)" cy="([0-9.]+)"`)

func dots(svg string) (all [][2]float64) {
	for _, m := range circle.FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		all = append(all, [2]float64{x, y})
	}
	return all
}

// Distances in a drawing are as those of the figures.
func TestScale(t *testing.T) {
	p := Intervals{Rows: []Row{{"a", estimated(10, 1)}, {"b", estimated(20, 1)}, {"c", estimated(40, 1)}}}.Plot("p", "", "alt")
	d := dots(p.SVG)
	if len(d) != 3 || math.Abs((d[2][0]-d[1][0])-2*(d[1][0]-d[0][0])) > 0.03 || d[0][1] >= d[1][1] {
		t.Errorf("dots of 10, 20 and 40 are at %v", d)
	}
	line := Line{X: []float64{0, 1, 2}, Y: []stats.Estimate{estimated(1, 0.1), estimated(2, 0.1), estimated(5, 0.1)}}
	d = dots(Lines{Lines: []Line{line}}.Plot("p", "", "alt").SVG)
	if len(d) != 3 || math.Abs((d[2][0]-d[1][0])-(d[1][0]-d[0][0])) > 0.03 || math.Abs((d[1][1]-d[2][1])-3*(d[0][1]-d[1][1])) > 0.05 {
		t.Errorf("dots of 1, 2 and 5 are at %v", d)
	}
	falling := dots(Lines{Lines: []Line{line}, Falling: true}.Plot("p", "", "alt").SVG)
	if len(falling) != 3 || falling[0][0] <= falling[2][0] || falling[0][1] != d[0][1] {
		t.Errorf("the axis does not fall: %v", falling)
	}
	d = dots(Calibration{Points: []Prediction{{0.2, estimated(0.2, 0.1)}, {0.6, estimated(0.6, 0.1)}, {0.9, estimated(0.8, 0.1)}}}.Plot("p", "", "alt").SVG)
	if len(d) != 3 {
		t.Fatalf("%d dots", len(d))
	}
	slope := (d[0][1] - d[1][1]) / (d[1][0] - d[0][0]) // along the diagonal
	if below := d[0][1] - slope*(d[2][0]-d[0][0]); d[2][1] <= below {
		t.Errorf("0.8 observed of 0.9 is not below the diagonal: %v", d)
	}
}

// The shares of a histogram are as high as they are large, and sum to one.
func TestHistogram(t *testing.T) {
	d := Distribution{From: -0.5, Width: 1, Counts: []int64{1, 3, 0, 4}}
	shares := d.shares()
	if fmt.Sprint(shares) != "[0.125 0.375 0 0.5]" {
		t.Error(shares)
	}
	svg := Histogram{Series: []Distribution{d}}.Plot("p", "", "alt").SVG
	path := regexp.MustCompile(`<path class="qs-s0"[^>]* d="([^"]*)"`).FindStringSubmatch(svg)
	if path == nil {
		t.Fatal(svg)
	}
	at := coordinates(path[1])
	if len(at) != 10 || math.Abs((at[0][1]-at[3][1])-3*(at[0][1]-at[1][1])) > 0.05 || at[5][1] != at[0][1] || at[9][1] != at[0][1] {
		t.Errorf("the outline is %v", at)
	}
	b := Bin("scores", 10, []float64{-1, 0, 9.5, 10, 25, math.NaN(), math.Inf(1)})
	if b.From != -10 || fmt.Sprint(b.Counts) != "[1 2 1 1]" {
		t.Errorf("%+v", b)
	}
	if b := Bin("far", 1, []float64{0, 1e12}); b.Counts != nil {
		t.Errorf("%d bins", len(b.Counts))
	}
}

// Panels below each other have one horizontal axis.
func TestPanels(t *testing.T) {
	d := Distribution{From: 0, Width: 100, Counts: []int64{1, 2, 3, 4, 3, 2, 1}}
	svg := Histogram{Series: []Distribution{d, d, d, d, d}}.Plot("p", "", "alt").SVG
	outlines := regexp.MustCompile(`<path class="qs-s\d"[^>]* d="([^"]*)"`).FindAllStringSubmatch(svg, -1)
	if len(outlines) != 5 {
		t.Fatalf("%d outlines", len(outlines))
	}
	for i, o := range outlines {
		at, first := coordinates(o[1]), coordinates(outlines[0][1])
		if at[0][0] != first[0][0] || at[len(at)-1][0] != first[len(first)-1][0] {
			t.Errorf("panel %d goes from %v to %v, another from %v to %v", i, at[0], at[len(at)-1], first[0], first[len(first)-1])
		}
	}
}

// Every square has its colour, its place and its premium.
func TestBoard(t *testing.T) {
	layout, _ := engine.BuiltinLayout("super")
	n := layout.Dim()
	values := make([]float64, n*n)
	for i := range values {
		values[i] = float64(i) / float64(n*n-1)
	}
	svg := Board{Layout: layout, Values: values, Percent: true, Decimals: 1, Label: "used"}.Plot("p", "", "alt").SVG
	squares := regexp.MustCompile(`<rect class="qf-h(\d+)"[^>]*><title>(\d+)([A-U])(?: \((\d[LW])\))?: ([0-9.]+) %</title>`).FindAllStringSubmatch(svg, -1)
	if len(squares) != n*n {
		t.Fatalf("%d squares", len(squares))
	}
	last := 0
	for i, s := range squares {
		if want := fmt.Sprintf("%d%c", i/n+1, 'A'+i%n); s[2]+s[3] != want {
			t.Errorf("square %s, expected %s", s[2]+s[3], want)
		}
		if want := premium(layout, i/n, i%n); s[4] != want {
			t.Errorf("%s%s: premium %q, expected %q", s[2], s[3], s[4], want)
		}
		if want := strconv.FormatFloat(100*values[i], 'f', 1, 64); s[5] != want {
			t.Errorf("%s%s: %s, expected %s", s[2], s[3], s[5], want)
		}
		h, _ := strconv.Atoi(s[1])
		if h < last || h > last+1 {
			t.Errorf("%s%s: step %d after %d", s[2], s[3], h, last)
		}
		last = h
	}
	if last != steps-1 {
		t.Errorf("the greatest value has step %d of %d", last, steps)
	}
	for _, want := range []string{">4W<", ">4L<", ">U<", ">21<", ">0.0 %<", ">50.0 %<", ">100.0 %<", ">used<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s", want)
		}
	}
}

// Boards of all sizes can be drawn.
func TestBoardSizes(t *testing.T) {
	for n := 3; n <= 24; n++ {
		text := strings.Repeat(strings.Repeat("~", n)+"\n", n)
		layout, err := engine.ReadLayout(strings.NewReader("start 2B\n"+text), "all")
		if err != nil {
			t.Fatal(err)
		}
		p := Board{Layout: layout, Values: make([]float64, n*n)}.Plot("p", "", "alt")
		check(t, p)
		if got := strings.Count(p.SVG, ">4W<"); got != n*n {
			t.Errorf("%d x %d: %d premium squares", n, n, got)
		}
	}
}

// Nothing that is no figure, or is too large to be drawn, stops a plot.
func TestNotFinite(t *testing.T) {
	layout, _ := engine.BuiltinLayout("standard")
	nan, inf := math.NaN(), math.Inf(1)
	bad := []float64{nan, inf, -inf, math.MaxFloat64, -math.MaxFloat64, 1e100, -1e100, 1e-320, 0, 1}
	var rows []Row
	var line Line
	var predictions []Prediction
	for i, x := range bad {
		for _, y := range bad {
			e := stats.Estimate{Value: x, Low: y, High: bad[(i+3)%len(bad)], SE: y, Level: 0.95}
			plots := []document.Plot{
				Intervals{Rows: []Row{{"r", e}}, Reference: &y}.Plot("p", "", "alt"),
				Lines{Lines: []Line{{X: []float64{y, 1}, Y: []stats.Estimate{e, estimated(1, 1)}}}, FromZero: true}.Plot("p", "", "alt"),
				Calibration{Points: []Prediction{{x, e}, {0.5, e}}}.Plot("p", "", "alt"),
				Histogram{Series: []Distribution{{From: x, Width: y, Counts: []int64{1, 2}}}}.Plot("p", "", "alt"),
				Histogram{Series: []Distribution{Bin("b", y, bad)}}.Plot("p", "", "alt"),
				Board{Layout: layout, Values: []float64{x, y}, Low: y, High: x}.Plot("p", "", "alt"),
			}
			for _, p := range plots {
				check(t, p)
			}
			rows = append(rows, Row{"r", e})
			line.X, line.Y = append(line.X, float64(i)), append(line.Y, e)
			predictions = append(predictions, Prediction{x, e})
		}
	}
	for _, p := range []document.Plot{
		Intervals{Rows: rows}.Plot("p", "", "alt"), Lines{Lines: []Line{line, {X: bad}, {}}}.Plot("p", "", "alt"), Calibration{Points: predictions}.Plot("p", "", "alt"),
		Histogram{Series: []Distribution{{Width: 1, Counts: []int64{-5, math.MaxInt64, 1}}}}.Plot("p", "", "alt"),
	} {
		check(t, p)
	}
	for _, p := range []document.Plot{
		Intervals{}.Plot("p", "", "alt"), Lines{}.Plot("p", "", "alt"), Calibration{}.Plot("p", "", "alt"), Histogram{}.Plot("p", "", "alt"),
		Board{Layout: layout}.Plot("p", "", "alt"), Intervals{Rows: []Row{{"r", stats.Estimate{Value: nan, Low: nan, High: nan}}}}.Plot("p", "", "alt"),
	} {
		check(t, p)
		if !strings.Contains(p.SVG, "No data.") {
			t.Errorf("nothing is drawn as\n%s", p.SVG)
		}
	}
}

// Names are words, however long.
func TestHostileNames(t *testing.T) {
	name := `</text><script>alert(1)</script> url(x) "'& ` + "\x1b\xff\n" + strings.Repeat("long ", 100)
	e := estimated(1, 1)
	for _, p := range []document.Plot{
		Intervals{Label: name, Rows: []Row{{name, e}}}.Plot("p", name, name),
		Lines{XLabel: name, YLabel: name, Lines: []Line{{name, []float64{1, 2}, []stats.Estimate{e, e}}, {name, []float64{1}, []stats.Estimate{e}}}}.Plot("p", name, name),
		Histogram{XLabel: name, Of: name, Series: []Distribution{{name, 0, 1, []int64{1}}, {name, 0, 1, []int64{1}}}}.Plot("p", name, name),
		Calibration{XLabel: name, YLabel: name, Points: []Prediction{{0.5, estimated(0.5, 0.1)}}}.Plot("p", name, name),
	} {
		check(t, p)
	}
}
