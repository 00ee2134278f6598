package plots

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// The measures of a drawing, in its units.
const (
	width    = 420
	wordSize = 12
	margin   = 8
	lead     = 17 // from line to line
)

// The scales that drawings are shown at where there is room.
const (
	ordinary = 1.4
	large    = 1.75 // boards, with their small print
)

// sans is the font of a size.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// measure is how wide words are.
func measure(s string, size vg.Length) vg.Length {
	w, _, _ := plot.DefaultTextHandler.Box(s, sans(size))
	return w
}

// fit is words cut to a width.
func fit(s string, size, room vg.Length) string {
	s = strings.Join(strings.Fields(s), " ")
	if measure(s, size) <= room {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && measure(string(runes)+"…", size) > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// axes are a plot without anything in it yet.
func axes(c *canvas, xLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Width, a.Padding = soft, 0, 0
		a.Tick.Color, a.Tick.Width, a.Tick.Length = soft, 0, 4
		for _, s := range []*text.Style{&a.Label.TextStyle, &a.Tick.Label} {
			s.Color, s.Font, s.Handler = soft, sans(wordSize), c
		}
		a.Tick.Marker = ticks{}
	}
	p.X.Label.Text, p.X.Label.Padding = fit(xLabel, wordSize, width-2*margin), 3
	p.X.Width, p.X.Tick.Width = 1, 1
	return p
}

// ticks are at multiples of 1, 2 or 5 times a power of ten, about six of them.
type ticks struct {
	percent bool // shares are shown in percent
}

func (t ticks) Ticks(low, high float64) []plot.Tick {
	scale := 1.0
	if t.percent {
		scale = 100
	}
	low, high = low*scale, high*scale
	step := niceStep((high - low) / 6)
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var all []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i <= math.Floor(high/step+1e-9) && len(all) < 20; i++ {
		x := i * step
		label := strconv.FormatFloat(x, 'f', decimals, 64)
		if math.Abs(x) >= 1e7 || step < 1e-6 {
			label = strconv.FormatFloat(x, 'g', 4, 64)
		}
		if strings.Trim(label, "-0.") == "" {
			label = "0"
		}
		if t.percent {
			label += " %"
		}
		all = append(all, plot.Tick{Value: x / scale, Label: strings.Replace(label, "-", "−", 1)})
	}
	return all
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is no smaller
// than x.
func niceStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// finite says that x can be drawn: numbers whose differences are still numbers.
func finite(x float64) bool { return math.Abs(x) <= 1e100 }

// span is the range of what can be drawn.
type span struct{ low, high float64 }

func emptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s *span) add(all ...float64) {
	for _, x := range all {
		if finite(x) {
			s.low, s.high = min(s.low, x), max(s.high, x)
		}
	}
}

func (s span) empty() bool { return s.low > s.high }

// widened is the span with room for what stands at its ends.
func (s span) widened(by float64) span {
	if s.empty() {
		return span{0, 1}
	}
	room := (s.high - s.low) * by
	if !(room > math.Abs(s.low)*1e-12) {
		room = max(math.Abs(s.low)*0.1, 1e-9)
		if s.low == 0 {
			room = 1
		}
	}
	return span{s.low - room, s.high + room}
}

// set makes the span the range of an axis.
func (s span) set(a *plot.Axis) { a.Min, a.Max = s.low, s.high }

// drawn is a plotter.
type drawn func(draw.Canvas, *plot.Plot)

// Plot makes drawn a plot.Plotter.
func (d drawn) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// rows draws lines across at the ticks of the vertical axis, columns up at those
// of the horizontal.
func rows(c draw.Canvas, p *plot.Plot) {
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		y := c.Y(p.Y.Norm(t.Value))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: 1}, c.Min.X, y, c.Max.X, y)
	}
}

func columns(c draw.Canvas, p *plot.Plot) {
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		x := c.X(p.X.Norm(t.Value))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: 1}, x, c.Min.Y, x, c.Max.Y)
	}
}

// area is the part of a canvas between distances from its edges.
func (c *canvas) area(left, right, bottom, top vg.Length) draw.Canvas {
	return draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{
		Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: c.width - right, Y: c.height - top},
	}}
}

// legend is what the colours of several series mean, and above them the unit of
// the vertical axis.
type legend struct {
	unit   string
	labels []string
}

// lines are the labels as they share lines, by their indexes.
func (l legend) lines() (all [][]int) {
	room := vg.Length(0)
	for i, label := range l.labels {
		need := swatch + min(measure(label, wordSize), width-2*margin-swatch) + gap
		if i == 0 || need > room+gap {
			all, room = append(all, nil), width-2*margin
		}
		all[len(all)-1] = append(all[len(all)-1], i)
		room -= need
	}
	return all
}

const (
	swatch = 30 // a line of the colour, and the space up to its label
	gap    = 16 // from one label to the next line
)

// height is what a legend takes.
func (l legend) height() vg.Length {
	n := len(l.lines())
	if l.unit != "" {
		n++
	}
	if n == 0 {
		return margin
	}
	return margin + lead*vg.Length(n)
}

// draw draws it at the top of a canvas.
func (l legend) draw(c *canvas) {
	all := c.area(0, 0, 0, 0)
	y := c.height - margin - wordSize + 2
	for _, line := range l.lines() {
		x := vg.Length(margin)
		for _, i := range line {
			label := fit(l.labels[i], wordSize, width-2*margin-swatch)
			line := draw.LineStyle{Color: series(i), Width: 3, Dashes: dashes[i%len(dashes)]}
			all.StrokeLine2(line, x, y+4.5, x+swatch-6, y+4.5)
			c.words(vg.Point{X: x + swatch, Y: y}, label, ink, wordSize, "start")
			x += swatch + measure(label, wordSize) + gap
		}
		y -= lead
	}
	if l.unit != "" {
		c.words(vg.Point{X: margin, Y: y}, fit(l.unit, wordSize, width-2*margin), soft, wordSize, "start")
	}
}

// nothing is the drawing of no data.
func nothing(name, caption, alt string) document.Plot {
	c := newCanvas(width, 60)
	c.words(vg.Point{X: width / 2, Y: 26}, "No data.", soft, wordSize, "middle")
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, ordinary)}
}

// ends are the limits of an estimate, the value itself where one is not known.
func ends(e stats.Estimate) (low, high float64) {
	low, high = e.Low, e.High
	if math.IsNaN(low) {
		low = e.Value
	}
	if math.IsNaN(high) {
		high = e.Value
	}
	return low, high
}
