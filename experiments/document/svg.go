package document

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// What a drawing may consist of.
var (
	shapes = []string{
		"svg", "g", "title", "desc", "style", "path", "rect", "circle", "line", "polyline", "polygon", "text", "tspan",
	}
	attributes = []string{
		"xmlns", "viewBox", "width", "height", "role", "aria-label", "class", "transform",
		"d", "points", "x", "y", "dx", "dy", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry",
		"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset",
		"stroke-linecap", "stroke-linejoin", "paint-order", "font-family", "font-size", "font-weight", "font-style", "text-anchor",
	}
	fetches = []string{"url", "@import", "image", "\\"}
)

// checkSVG says what a drawing has that is not allowed in a page: whatever runs,
// links or is fetched, and identifiers, which those of another drawing on the
// page could equal. It reads the drawing as XML, a page as HTML; what these two
// take differently (comments, CDATA, declarations) is not allowed either.
func checkSVG(svg string) error {
	if strings.Contains(svg, "<!") || strings.Contains(svg, "<?") {
		return errors.New("<! and <? are not allowed in a drawing")
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	depth, roots, inStyle := 0, 0, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("no SVG: %w", err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			if (x.Name.Local == "svg") != (depth == 0) || !slices.Contains(shapes, x.Name.Local) {
				return fmt.Errorf("<%s> is not allowed there in a drawing", x.Name.Local)
			}
			if depth == 0 {
				roots++
			}
			depth++
			inStyle = x.Name.Local == "style"
			for _, a := range x.Attr {
				if a.Name.Space != "" || !slices.Contains(attributes, a.Name.Local) || a.Name.Local != "aria-label" && fetching(a.Value) {
					return fmt.Errorf("<%s %s=%q> is not allowed in a drawing", x.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			depth--
			inStyle = false
		case xml.CharData:
			if inStyle && fetching(string(x)) {
				return errors.New("its style fetches something")
			}
			if depth == 0 && strings.TrimSpace(string(x)) != "" {
				return errors.New("words outside of the drawing")
			}
		}
	}
	if roots != 1 {
		return fmt.Errorf("%d drawings, expected one", roots)
	}
	return nil
}

// fetching says of a style that it may fetch something.
func fetching(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(fetches, func(f string) bool { return strings.Contains(s, f) })
}
