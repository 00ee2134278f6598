package plots

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"quadword/engine"
	"quadword/experiments/document"
)

// Board shows a figure of each square as its colour, on the board. The square on
// which play starts has a ring.
type Board struct {
	Layout *engine.Layout
	// Values are those of the squares, row by row. One that is not finite is not
	// known, and its square has no colour.
	Values []float64
	Label  string // of the values, with the unit
	// Low and High are the ends of the scale; if they are equal, they are the
	// least and the greatest value.
	Low, High float64
	Percent   bool // shares, shown in percent
	Decimals  int  // of the values where a square is pointed at
}

// Plot draws it for a document.
func (p Board) Plot(name, caption, alt string) document.Plot {
	n := p.Layout.Dim()
	s := emptySpan()
	for i := range n * n {
		s.add(p.value(i))
	}
	if s.empty() {
		return nothing(name, caption, alt)
	}
	if p.Low < p.High && finite(p.Low) && finite(p.High) {
		s = span{p.Low, p.High}
	}
	const edge, scale = 20, 52 // for the coordinates, and for the legend
	side := (width - edge - margin) / vg.Length(n)
	c := newCanvas(width, edge+side*vg.Length(n)+scale)
	p.scale(c, s, edge)
	small := min(wordSize, side*0.62)
	for i := range n {
		middle := side * (vg.Length(i) + 0.5)
		c.words(vg.Point{X: edge + middle, Y: c.height - edge + 6}, string(rune('A'+i)), soft, small, "middle")
		c.words(vg.Point{X: edge - 5, Y: c.height - edge - middle - small*0.36}, strconv.Itoa(i+1), soft, small, "end")
	}
	for row := range n {
		for col := range n {
			p.square(c, s, row, col, vg.Point{X: edge + side*vg.Length(col), Y: c.height - edge - side*vg.Length(row+1)}, side)
		}
	}
	return document.Plot{Name: name, Caption: caption, Alt: alt, SVG: c.svg(alt, large)}
}

// value is that of a square, NaN if there is none.
func (p Board) value(i int) float64 {
	if i < len(p.Values) && finite(p.Values[i]) {
		return p.Values[i]
	}
	return math.NaN()
}

// square draws a square of which a corner is given.
func (p Board) square(c *canvas, s span, row, col int, at vg.Point, side vg.Length) {
	x := p.value(row*p.Layout.Dim() + col)
	ground, words := rule.faded(0.35), ink
	if !math.IsNaN(x) {
		ground, words = step(s.step(x))
	}
	label := premium(p.Layout, row, col)
	tip := fmt.Sprintf("%d%c: %s", row+1, 'A'+col, p.show(x))
	if label != "" {
		tip = fmt.Sprintf("%d%c (%s): %s", row+1, 'A'+col, label, p.show(x))
	}
	const line = 0.4 // of paper between squares
	c.rect(vg.Rectangle{
		Min: vg.Point{X: at.X + line, Y: at.Y + line}, Max: vg.Point{X: at.X + side - line, Y: at.Y + side - line},
	}, ground, tip)
	if r, k := p.Layout.Start(); r == row && k == col {
		const inset = 1.6
		ring := vg.Rectangle{Min: vg.Point{X: at.X + inset, Y: at.Y + inset}, Max: vg.Point{X: at.X + side - inset, Y: at.Y + side - inset}}
		c.SetColor(words)
		c.SetLineWidth(1)
		c.SetLineDash(nil, 0)
		c.Stroke(ring.Path())
	}
	if label != "" {
		size := min(wordSize, side*0.5)
		c.words(vg.Point{X: at.X + side/2, Y: at.Y + side/2 - size*0.36}, label, words, size, "middle")
	}
}

// premium is the short name of a premium square, "" for a plain one.
func premium(l *engine.Layout, row, col int) string {
	if m := l.Word(row, col); m > 1 {
		return strconv.Itoa(int(m)) + "W"
	}
	if m := l.Letter(row, col); m > 1 {
		return strconv.Itoa(int(m)) + "L"
	}
	return ""
}

// step is the step of the ramp that a value has.
func (s span) step(x float64) int {
	if !(s.high > s.low) {
		return steps / 2
	}
	return int(max(0, min(steps-1, math.Floor((x-s.low)/(s.high-s.low)*steps))))
}

// show is a value in words.
func (p Board) show(x float64) string {
	cell := document.Number(x, p.Decimals)
	if p.Percent {
		cell = cell.InPercent()
	}
	return cell.String()
}

// scale draws what the colours mean, below the board.
func (p Board) scale(c *canvas, s span, left vg.Length) {
	room := vg.Length(width) - left - margin
	c.words(vg.Point{X: left, Y: 34}, fit(p.Label, wordSize, room), soft, wordSize, "start")
	part := room / steps
	for i := range steps {
		ground, _ := step(i)
		x := left + part*vg.Length(i)
		c.rect(vg.Rectangle{Min: vg.Point{X: x, Y: 18}, Max: vg.Point{X: x + part, Y: 28}}, ground, "")
	}
	for i, anchor := range []string{"start", "middle", "end"} {
		x := s.low + (s.high-s.low)*float64(i)/2
		c.words(vg.Point{X: left + room*vg.Length(i)/2, Y: 5}, p.show(x), soft, wordSize-1, anchor)
	}
}
