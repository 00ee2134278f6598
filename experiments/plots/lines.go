package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// Lines shows figures over something that is counted, such as the turn or the
// tiles in the bag. Around each line lies the band of its intervals.
type Lines struct {
	XLabel, YLabel string // with units
	Lines          []Line
	Percent        bool // shares, shown in percent
	FromZero       bool // the vertical axis begins at 0
	Falling        bool // the horizontal axis falls to the right, as the bag does
}

// Line is a figure at each of its X, which rise. Where it is not known, the line
// has a gap.
type Line struct {
	Label string
	X     []float64
	Y     []stats.Estimate // as many as X
}

// Plot draws it for a document.
func (p Lines) Plot(name, caption, alt string) document.Plot {
	x, y := emptySpan(), emptySpan()
	labels := legend{unit: p.YLabel}
	for _, line := range p.Lines {
		labels.labels = append(labels.labels, line.Label)
		for i := range line.points() {
			if e := line.Y[i]; finite(line.X[i]) && finite(e.Value) {
				x.add(line.X[i])
				low, high := ends(e)
				y.add(e.Value, low, high)
			}
		}
	}
	if x.empty() {
		return nothing(name, caption, alt)
	}
	if len(p.Lines) == 1 && p.Lines[0].Label == "" {
		labels.labels = nil
	}
	top := labels.height()
	c := newCanvas(width, 236+top)
	labels.draw(c)
	a := axes(c, p.XLabel)
	a.Y.Tick.Marker = ticks{percent: p.Percent}
	y = y.widened(0.04)
	if p.FromZero {
		y.low = min(0, y.low)
		if y.low > -0.1*y.high {
			y.low = 0
		}
	}
	if x.low == x.high {
		x = x.widened(0)
	}
	x.set(&a.X)
	y.set(&a.Y)
	if p.Falling {
		a.X.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
	a.Add(drawn(rows), drawn(p.draw))
	a.Draw(c.area(margin, margin+6, 4, top))
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, ordinary)}
}

// points is the number of points that have both coordinates.
func (l Line) points() int { return min(len(l.X), len(l.Y)) }

func (p Lines) draw(c draw.Canvas, a *plot.Plot) {
	x, y := a.Transforms(&c)
	for i, line := range p.Lines {
		for _, part := range line.parts() {
			var up, down, middle []vg.Point
			for _, j := range part {
				low, high := ends(line.Y[j])
				at := x(line.X[j])
				up = append(up, vg.Point{X: at, Y: y(clamp(high, a.Y))})
				down = append(down, vg.Point{X: at, Y: y(clamp(low, a.Y))})
				middle = append(middle, vg.Point{X: at, Y: y(line.Y[j].Value)})
			}
			for k := len(down) - 1; k >= 0; k-- {
				up = append(up, down[k])
			}
			c.FillPolygon(series(i).faded(0.18), up)
			c.StrokeLines(draw.LineStyle{Color: series(i), Width: 2, Dashes: dashes[i%len(dashes)]}, middle)
			if len(part) <= sparse {
				for _, at := range middle {
					canvasOf(c).dot(at, 3.5, series(i))
				}
			}
		}
	}
}

// sparse is the number of points up to which each gets a dot.
const sparse = 12

// dashes tell lines apart that are alike to whoever does not see colours.
var dashes = [][]vg.Length{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {4, 2}, {12, 4}}

// parts are the runs of points that can be drawn, by their indexes.
func (l Line) parts() (all [][]int) {
	gap := true
	for i := range l.points() {
		if !finite(l.X[i]) || !finite(l.Y[i].Value) || math.IsNaN(l.Y[i].Value) {
			gap = true
			continue
		}
		if gap {
			all, gap = append(all, nil), false
		}
		all[len(all)-1] = append(all[len(all)-1], i)
	}
	return all
}
