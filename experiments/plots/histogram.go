package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"quadword/experiments/document"
)

// Histogram shows distributions as the share of each bin: over each other, or,
// where they are more than three, each in a row of its own with the same axes.
type Histogram struct {
	XLabel string // with the unit
	Of     string // what is counted: "games"
	Series []Distribution
}

// Distribution is counts in bins of the same width, the first of which begins at
// From. Whole numbers have bins of width 1 that begin half below.
type Distribution struct {
	Label       string
	From, Width float64
	Counts      []int64
}

// Bin counts values in bins of a width, whose edges are multiples of it.
func Bin(label string, width float64, values []float64) Distribution {
	d := Distribution{Label: label, Width: width}
	s := emptySpan()
	s.add(values...)
	if s.empty() || !(width > 0) || (s.high-s.low)/width > 1e6 {
		return d
	}
	first := math.Floor(s.low / width)
	d.From = first * width
	d.Counts = make([]int64, int(math.Floor(s.high/width)-first)+1)
	for _, x := range values {
		if finite(x) {
			d.Counts[int(math.Floor(x/width)-first)]++
		}
	}
	return d
}

// together is the number of distributions that can be told apart over each other.
const together = 3

// Plot draws it for a document.
func (p Histogram) Plot(name, caption, alt string) document.Plot {
	x, y := emptySpan(), emptySpan()
	labels := legend{unit: "share of " + p.Of}
	if p.Of == "" {
		labels.unit = "share"
	}
	for _, d := range p.Series {
		labels.labels = append(labels.labels, d.Label)
		for i, share := range d.shares() {
			if share > 0 {
				x.add(d.edge(i), d.edge(i+1))
				y.add(share)
			}
		}
	}
	if x.empty() {
		return nothing(name, caption, alt)
	}
	apart := len(p.Series) > together
	if apart || len(p.Series) == 1 {
		labels.labels = nil
	}
	if len(p.Series) == 1 && p.Series[0].Label != "" {
		labels.unit += ": " + p.Series[0].Label
	}
	panels := [][]Distribution{p.Series}
	height := vg.Length(190)
	if apart {
		panels, height = nil, 70
		for _, d := range p.Series {
			panels = append(panels, []Distribution{d})
		}
	}
	top := labels.height()
	const last = 40 // what the labels of the lowest panel take
	c := newCanvas(width, top+height*vg.Length(len(panels))+last)
	labels.draw(c)
	right := vg.Length(margin + 6)
	for i := len(panels) - 1; i >= 0; i-- {
		panel := panels[i]
		a, bottom := axes(c, p.XLabel), vg.Length(4)
		if i < len(panels)-1 {
			a.X.Label.Text = ""
			a.X.Tick.Marker = plot.ConstantTicks(nil)
			bottom += last + height*vg.Length(len(panels)-1-i)
		}
		x.set(&a.X)
		a.Y.Min, a.Y.Max = 0, y.high*1.05
		a.Y.Tick.Marker = ticks{percent: true}
		if apart {
			a.Y.Tick.Marker = few{}
		}
		a.Add(drawn(rows), drawn(func(c draw.Canvas, a *plot.Plot) {
			for j, d := range panel {
				d.draw(c, a, series(i+j), dashes[j])
			}
			if apart {
				canvasOf(c).wordsOver(vg.Point{X: c.Max.X, Y: c.Max.Y - 10}, fit(panel[0].Label, wordSize, (c.Max.X-c.Min.X)*0.6), ink, wordSize, "end")
			}
		}))
		area := c.area(margin, right, bottom, top+height*vg.Length(i)+2)
		a.Draw(area)
		if i == len(panels)-1 {
			// The lowest panel keeps room for the last label of its axis; those
			// above it have to end where it does.
			right = width - a.DataCanvas(area).Max.X
		}
	}
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, ordinary)}
}

// shares are the counts as shares of all; nil if nothing was counted.
func (d Distribution) shares() []float64 {
	total := 0.0
	for _, n := range d.Counts {
		total += float64(max(0, n))
	}
	if total == 0 || !finite(d.From) || !(d.Width > 0) || !finite(d.Width) {
		return nil
	}
	shares := make([]float64, len(d.Counts))
	for i, n := range d.Counts {
		shares[i] = float64(max(0, n)) / total
	}
	return shares
}

func (d Distribution) edge(i int) float64 { return d.From + float64(d.Width*float64(i)) }

// draw draws the outline and fills it.
func (d Distribution) draw(c draw.Canvas, a *plot.Plot, s shade, dashes []vg.Length) {
	x, y := a.Transforms(&c)
	var outline []vg.Point
	for i, share := range d.shares() {
		left, right := d.edge(i), d.edge(i+1)
		if right <= a.X.Min || left >= a.X.Max {
			continue
		}
		if outline == nil {
			outline = append(outline, vg.Point{X: x(left), Y: y(0)})
		}
		outline = append(outline, vg.Point{X: x(left), Y: y(share)}, vg.Point{X: x(right), Y: y(share)})
	}
	if outline == nil {
		return
	}
	outline = append(outline, vg.Point{X: outline[len(outline)-1].X, Y: y(0)})
	c.FillPolygon(s.faded(0.22), outline)
	c.StrokeLines(draw.LineStyle{Color: s, Width: 1.75, Dashes: dashes}, outline)
}

// few are 0 and one tick more, for low panels.
type few struct{}

func (few) Ticks(low, high float64) []plot.Tick {
	all := ticks{percent: true}.Ticks(low, high)
	if len(all) > 2 {
		return []plot.Tick{all[0], all[len(all)-1]}
	}
	return all
}
