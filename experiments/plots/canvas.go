package plots

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// canvas writes SVG. It is a vg.Canvas for gonum/plot and a text.Handler, so
// that words are placed by their anchors and not by how wide they are in a font
// that the reader may not have.
type canvas struct {
	width, height  vg.Length
	body           strings.Builder
	fills, strokes []string // roles
	now            pen
	saved          []pen
}

// pen is what shapes are drawn with.
type pen struct {
	shade  shade
	width  vg.Length
	dashes []vg.Length
}

func newCanvas(width, height vg.Length) *canvas {
	return &canvas{width: width, height: height}
}

// svg is the drawing, shown at a scale of its 420 units that suits the words
// around it, and narrower where there is less room.
func (c *canvas) svg(alt string, scale float64) string {
	var b strings.Builder
	c.fills = append(c.fills, paper.role)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s" font-family="Arial, Helvetica, sans-serif" font-size="%d">`+"\n",
		num(c.width), num(c.height), num(c.width*vg.Length(scale)), num(c.height*vg.Length(scale)), escape(alt), wordSize)
	fmt.Fprintf(&b, "<style>%s</style>\n", style(c.fills, c.strokes))
	fmt.Fprintf(&b, `<rect class="qf-paper" width="%s" height="%s"/>`+"\n", num(c.width), num(c.height))
	b.WriteString(c.body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// num is a coordinate to a hundredth of a unit. What lies between two hundredths
// goes up also where another machine has the last bit of it otherwise.
func num(x vg.Length) string {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return "0"
	}
	s := strconv.FormatFloat(float64(x)+1e-7, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// escape is words as XML has them, on one line.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return ""
	}
	return b.String()
}

func (c *canvas) at(p vg.Point) (x, y string) { return num(p.X), num(c.height - p.Y) }

// fill is the attribute that fills with a shade.
func (c *canvas) fill(s shade) string {
	c.fills = append(c.fills, s.role)
	if s.opacity != 0 {
		return fmt.Sprintf(`class="qf-%s" fill-opacity="%s"`, s.role, num(vg.Length(s.opacity)))
	}
	return fmt.Sprintf(`class="qf-%s"`, s.role)
}

// rect fills a rectangle. What it stands for is told where it is pointed at.
func (c *canvas) rect(r vg.Rectangle, s shade, tip string) {
	x, y := c.at(vg.Point{X: r.Min.X, Y: r.Max.Y})
	size := r.Size()
	fmt.Fprintf(&c.body, `<rect %s x="%s" y="%s" width="%s" height="%s"`, c.fill(s), x, y, num(size.X), num(size.Y))
	if tip == "" {
		c.body.WriteString("/>\n")
		return
	}
	fmt.Fprintf(&c.body, "><title>%s</title></rect>\n", escape(tip))
}

// dot fills a circle, with an edge of paper that sets it off from lines.
func (c *canvas) dot(at vg.Point, radius vg.Length, s shade) {
	x, y := c.at(at)
	c.strokes = append(c.strokes, paper.role)
	fill := strings.Replace(c.fill(s), `class="`, `class="qs-paper `, 1)
	fmt.Fprintf(&c.body, `<circle %s cx="%s" cy="%s" r="%s" stroke-width="1.5"/>`+"\n", fill, x, y, num(radius))
}

// words writes on one line. The anchor is start, middle or end.
func (c *canvas) words(at vg.Point, s string, look shade, size vg.Length, anchor string) {
	c.write(at, s, c.fill(look), size, anchor)
}

// wordsOver are words that lines may run under: paper around them hides the
// lines.
func (c *canvas) wordsOver(at vg.Point, s string, look shade, size vg.Length, anchor string) {
	c.strokes = append(c.strokes, paper.role)
	fill := strings.Replace(c.fill(look), `class="`, `class="qs-paper `, 1)
	c.write(at, s, fill+` stroke-width="4" stroke-linejoin="round" paint-order="stroke"`, size, anchor)
}

func (c *canvas) write(at vg.Point, s, look string, size vg.Length, anchor string) {
	x, y := c.at(at)
	fmt.Fprintf(&c.body, `<text %s x="%s" y="%s"`, look, x, y)
	if size != wordSize {
		fmt.Fprintf(&c.body, ` font-size="%s"`, num(size))
	}
	if anchor != "start" {
		fmt.Fprintf(&c.body, ` text-anchor="%s"`, anchor)
	}
	fmt.Fprintf(&c.body, ">%s</text>\n", escape(s))
}

// The methods of vg.Canvas. Nothing is turned, moved or scaled, and there are no
// images.

func (c *canvas) Size() (w, h vg.Length)                 { return c.width, c.height }
func (c *canvas) SetLineWidth(w vg.Length)               { c.now.width = w }
func (c *canvas) SetLineDash(d []vg.Length, _ vg.Length) { c.now.dashes = d }
func (c *canvas) Push()                                  { c.saved = append(c.saved, c.now) }
func (c *canvas) Rotate(float64)                         {}
func (c *canvas) Translate(vg.Point)                     {}
func (c *canvas) Scale(float64, float64)                 {}
func (c *canvas) DrawImage(vg.Rectangle, image.Image)    {}
func (c *canvas) FillString(font.Face, vg.Point, string) {} // Draw does it

func (c *canvas) Pop() {
	c.now = c.saved[len(c.saved)-1]
	c.saved = c.saved[:len(c.saved)-1]
}

func (c *canvas) SetColor(s color.Color) {
	if s, ok := s.(shade); ok {
		c.now.shade = s
		return
	}
	c.now.shade = ink
}

// Stroke draws along a path.
func (c *canvas) Stroke(p vg.Path) {
	if c.now.width <= 0 || len(p) == 0 {
		return
	}
	c.strokes = append(c.strokes, c.now.shade.role)
	fmt.Fprintf(&c.body, `<path class="qs-%s" fill="none" stroke-width="%s" stroke-linejoin="round"`, c.now.shade.role, num(c.now.width))
	if o := c.now.shade.opacity; o != 0 {
		fmt.Fprintf(&c.body, ` stroke-opacity="%s"`, num(vg.Length(o)))
	}
	if len(c.now.dashes) > 0 {
		var dashes []string
		for _, d := range c.now.dashes {
			dashes = append(dashes, num(d))
		}
		fmt.Fprintf(&c.body, ` stroke-dasharray="%s"`, strings.Join(dashes, " "))
	}
	fmt.Fprintf(&c.body, ` d="%s"/>`+"\n", c.path(p))
}

// Fill fills what a path goes around.
func (c *canvas) Fill(p vg.Path) {
	if len(p) > 0 {
		fmt.Fprintf(&c.body, `<path %s d="%s"/>`+"\n", c.fill(c.now.shade), c.path(p))
	}
}

// path is a path of straight lines.
func (c *canvas) path(p vg.Path) string {
	var b strings.Builder
	for _, part := range p {
		x, y := c.at(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			b.WriteString("M" + x + " " + y)
		case vg.CloseComp:
			b.WriteString("Z")
		default: // nothing here draws curves
			b.WriteString("L" + x + " " + y)
		}
	}
	return b.String()
}

// The methods of text.Handler. The measures are those of Liberation Sans, which
// are Arial's.

func (c *canvas) Cache() *font.Cache               { return plot.DefaultTextHandler.Cache() }
func (c *canvas) Extents(f font.Font) font.Extents { return plot.DefaultTextHandler.Extents(f) }
func (c *canvas) Lines(s string) []string          { return []string{s} }
func (c *canvas) Box(s string, f font.Font) (width, height, depth vg.Length) {
	return plot.DefaultTextHandler.Box(s, f)
}

// Draw writes words where gonum/plot wants them.
func (c *canvas) Draw(_ vg.Canvas, s string, style text.Style, at vg.Point) {
	if s == "" {
		return
	}
	look, ok := style.Color.(shade)
	if !ok {
		look = ink
	}
	anchor := "middle"
	switch style.XAlign {
	case draw.XLeft:
		anchor = "start"
	case draw.XRight:
		anchor = "end"
	}
	e := c.Extents(style.Font)
	at.Y += vg.Length(style.YAlign)*(e.Ascent+e.Descent) + style.Font.Size - e.Ascent
	c.words(at, s, look, style.Font.Size, anchor)
}
