package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// Intervals shows estimates, each in a row with its name and its interval.
type Intervals struct {
	Label     string   // of the axis, with the unit
	Rows      []Row    // from the top
	Reference *float64 // where a line stands, such as 0 or 0.5
	Percent   bool     // shares, shown in percent
	Decimals  int      // of the figures that stand in the rows
}

// Row is an estimate and what it is of.
type Row struct {
	Label    string
	Estimate stats.Estimate
}

const rowHeight = 36

// Plot draws it for a document.
func (p Intervals) Plot(name, caption, alt string) document.Plot {
	s := emptySpan()
	for _, row := range p.Rows {
		low, high := ends(row.Estimate)
		s.add(row.Estimate.Value, low, high)
	}
	if s.empty() {
		return nothing(name, caption, alt)
	}
	if p.Reference != nil {
		s.add(*p.Reference)
	}
	n := vg.Length(len(p.Rows))
	c := newCanvas(width, n*rowHeight+48)
	a := axes(c, p.Label)
	s.widened(0.06).set(&a.X)
	a.X.Tick.Marker = ticks{percent: p.Percent}
	a.Y.Min, a.Y.Max = 0, float64(n)
	a.Y.Tick.Marker = plot.ConstantTicks(nil)
	a.Add(drawn(columns), drawn(p.draw))
	a.Draw(c.area(margin+4, margin+8, 4, margin))
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, ordinary)}
}

func (p Intervals) draw(c draw.Canvas, a *plot.Plot) {
	svg := canvasOf(c)
	x, y := a.Transforms(&c)
	if p.Reference != nil && finite(*p.Reference) {
		at := x(*p.Reference)
		c.StrokeLine2(draw.LineStyle{Color: soft, Width: 1.25, Dashes: []vg.Length{4, 3}}, at, c.Min.Y, at, c.Max.Y)
	}
	for i, row := range p.Rows {
		top := y(a.Y.Max - float64(i))
		figure := p.figure(row.Estimate)
		right := measure(figure, wordSize)
		svg.wordsOver(vg.Point{X: c.Min.X, Y: top - 13}, fit(row.Label, wordSize, c.Max.X-c.Min.X-right-gap), ink, wordSize, "start")
		svg.wordsOver(vg.Point{X: c.Max.X, Y: top - 13}, figure, soft, wordSize, "end")
		e := row.Estimate
		if !finite(e.Value) && math.IsNaN(e.Value) {
			continue
		}
		middle := top - 24
		low, high := ends(e)
		line := draw.LineStyle{Color: series(0), Width: 2.5}
		c.StrokeLine2(line, x(clamp(low, a.X)), middle, x(clamp(high, a.X)), middle)
		if finite(e.Value) {
			svg.dot(vg.Point{X: x(e.Value), Y: middle}, 4.5, series(0))
		}
	}
}

// figure is an estimate in words.
func (p Intervals) figure(e stats.Estimate) string {
	cell := document.Interval(e, p.Decimals)
	if p.Percent {
		cell = cell.InPercent()
	}
	return cell.String()
}

// clamp is x, or the end of the axis that it lies beyond.
func clamp(x float64, a plot.Axis) float64 { return max(a.Min, min(a.Max, x)) }

// canvasOf is what a part of a canvas is part of.
func canvasOf(c draw.Canvas) *canvas {
	for {
		switch inner := c.Canvas.(type) {
		case *canvas:
			return inner
		case draw.Canvas:
			c = inner
		case *draw.Canvas:
			c = *inner
		default:
			panic("plots: drawn on a canvas of another kind")
		}
	}
}
