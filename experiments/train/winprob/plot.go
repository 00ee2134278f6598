package winprob

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"quadword/agents/winprob"
)

// WriteSVG draws two panels: what was predicted against what was observed on
// the deals held out, and curves of the table.
func (t *Training) WriteSVG(w io.Writer) error {
	calibration, err := t.Calibration.plot()
	if err != nil {
		return err
	}
	curves, err := plotCurves(t.Table)
	if err != nil {
		return err
	}
	const width, height, gap = 24 * vg.Centimeter, 11 * vg.Centimeter, 5 * vg.Millimeter
	canvas := vgsvg.New(width, height)
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 2 * gap, PadTop: gap, PadBottom: gap, PadLeft: gap, PadRight: gap}
	panels := [][]*plot.Plot{{calibration, curves}}
	for i, part := range plot.Align(panels, tiles, draw.New(canvas))[0] {
		panels[0][i].Draw(part)
	}
	_, err = canvas.WriteTo(w)
	return err
}

// bars are points with a standard error up and down.
type bars struct {
	plotter.XYs
	plotter.YErrors
}

func (c *Calibration) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Held-out deals"
	p.X.Label.Text, p.Y.Label.Text = "P(win) predicted, %", "won, %"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 100
	var b bars
	for _, bin := range c.Deciles {
		if bin.States == 0 {
			continue
		}
		se := 0.0
		if bin.SE != nil {
			se = *bin.SE
		}
		b.XYs = append(b.XYs, plotter.XY{X: *bin.Predicted, Y: *bin.Observed})
		b.YErrors = append(b.YErrors, struct{ Low, High float64 }{se, se})
	}
	diagonal, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 100}})
	if err != nil {
		return nil, err
	}
	diagonal.Color = color.Gray{160}
	points, err := plotter.NewScatter(b.XYs)
	if err != nil {
		return nil, err
	}
	points.Shape, points.Radius = draw.CircleGlyph{}, 1.5
	errors, err := plotter.NewYErrorBars(b)
	if err != nil {
		return nil, err
	}
	p.Add(diagonal, errors, points)
	return p, nil
}

// plotCurves draws P(win) of the player on turn by spread.
func plotCurves(t *winprob.Table) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "P(win) of the player on turn"
	p.X.Label.Text, p.Y.Label.Text = "spread, points", "P(win), %"
	p.Y.Min, p.Y.Max = 0, 100
	p.Legend.Left, p.Legend.Top = true, true
	span := min(t.Spread(), 200)
	for i, unseen := range someUnseen(t) {
		var xys plotter.XYs
		for s := -span; s <= span; s++ {
			xys = append(xys, plotter.XY{X: float64(s), Y: 100 * t.WinProb(int32(s), unseen, true)})
		}
		line, err := plotter.NewLine(xys)
		if err != nil {
			return nil, err
		}
		line.Color = plotutil.Color(i)
		p.Add(line)
		p.Legend.Add(fmt.Sprintf("%d unseen", unseen), line)
	}
	return p, nil
}

// someUnseen is the numbers of unseen tiles whose curves are drawn.
func someUnseen(t *winprob.Table) (some []int) {
	for _, u := range []int{1, 7, 20, 50, 93, 150} {
		if u < t.Unseen() {
			some = append(some, u)
		}
	}
	return append(some, t.Unseen())
}
