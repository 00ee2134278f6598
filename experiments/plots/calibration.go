package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

// Calibration shows how often came true what was predicted with a probability.
// On the diagonal, predictions are right.
type Calibration struct {
	XLabel, YLabel string
	Points         []Prediction
}

// Prediction is a group of predictions: their mean, and the share that came true.
type Prediction struct {
	Predicted float64
	Observed  stats.Estimate
}

// Plot draws it for a document.
func (p Calibration) Plot(name, caption, alt string) document.Plot {
	some := false
	for _, at := range p.Points {
		some = some || at.drawable()
	}
	if !some {
		return nothing(name, caption, alt)
	}
	labels := legend{unit: p.YLabel}
	top := labels.height()
	c := newCanvas(width, width-20+top)
	labels.draw(c)
	a := axes(c, p.XLabel)
	a.X.Min, a.X.Max, a.Y.Min, a.Y.Max = 0, 1, 0, 1
	a.X.Tick.Marker, a.Y.Tick.Marker = ticks{percent: true}, ticks{percent: true}
	a.Add(drawn(rows), drawn(columns), drawn(p.draw))
	a.Draw(c.area(margin, margin+10, 4, top))
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, ordinary)}
}

func (p Prediction) drawable() bool {
	return p.Predicted >= 0 && p.Predicted <= 1 && p.Observed.Value >= 0 && p.Observed.Value <= 1
}

func (p Calibration) draw(c draw.Canvas, a *plot.Plot) {
	x, y := a.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: soft, Width: 1.25, Dashes: []vg.Length{4, 3}}, x(0), y(0), x(1), y(1))
	for _, at := range p.Points {
		if !at.drawable() {
			continue
		}
		low, high := ends(at.Observed)
		c.StrokeLine2(draw.LineStyle{Color: series(0), Width: 2}, x(at.Predicted), y(clamp(low, a.Y)), x(at.Predicted), y(clamp(high, a.Y)))
		canvasOf(c).dot(vg.Point{X: x(at.Predicted), Y: y(at.Observed.Value)}, 4, series(0))
	}
}
