package document_test

import (
	"io"
	"strings"
	"testing"

	"quadword/experiments/document"
)

// What is wrong with a document every form says before it writes.
func TestCheck(t *testing.T) {
	for want, spoil := range map[string]func(*document.Document){
		`document "A b": expected a name of a-z`:                    func(d *document.Document) { d.Name = "A b" },
		`document "": expected a name`:                              func(d *document.Document) { d.Name = "" },
		`document "kinds" has no title`:                             func(d *document.Document) { d.Title = "" },
		`section "numbers" is there twice`:                          func(d *document.Document) { d.Sections = append(d.Sections, d.Sections[0]) },
		`section "../x": expected a name`:                           func(d *document.Document) { d.Sections[0].Name = "../x" },
		`section "numbers" has no heading`:                          func(d *document.Document) { d.Sections[0].Heading = "" },
		`section numbers: table all has no columns`:                 func(d *document.Document) { d.Sections[0].Tables[0].Columns = nil },
		`section numbers: table all: column "games" is there twice`: func(d *document.Document) { d.Sections[0].Tables[0].Columns[0].Name = "games" },
		`section numbers: table all: row 1 has 6 cells, expected 7`: func(d *document.Document) { d.Sections[0].Tables[0].Rows[1] = d.Sections[0].Tables[0].Rows[1][:6] },
		`section numbers: plot "curve" is there twice`:              func(d *document.Document) { d.Sections[0].Plots = append(d.Sections[0].Plots, d.Sections[0].Plots[0]) },
		`plot "curve" has no alternative text`:                      func(d *document.Document) { d.Sections[0].Plots[0].Alt = "" },
		`plot "curve": 0 drawings, expected one`:                    func(d *document.Document) { d.Sections[0].Plots[0].SVG = "" },
		`plot "curve": <script> is not allowed`:                     func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<script>1</script>`) },
		`plot "curve": <foreignObject> is not allowed`:              func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<foreignObject/>`) },
		`plot "curve": <rect onclick="x"> is not allowed`:           func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<rect onclick="x"/>`) },
		`plot "curve": <rect fill="url(http://192.0.2.1/)"> is not`: func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<rect fill="url(http://192.0.2.1/)"/>`) },
		`plot "curve": <g id="x"> is not allowed`:                   func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<g id="x"/>`) },
		`plot "curve": its style fetches something`:                 func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<style>@import "x"</style>`) },
		`plot "curve": <! and <? are not allowed`:                   func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<title><![CDATA[<img src=x>]]></title>`) },
		`plot "curve": <svg> is not allowed there`:                  func(d *document.Document) { d.Sections[0].Plots[0].SVG = svg(`<svg/>`) },
		`plot "curve": <html> is not allowed there`:                 func(d *document.Document) { d.Sections[0].Plots[0].SVG = `<html/>` },
		`plot "curve": 2 drawings`:                                  func(d *document.Document) { d.Sections[0].Plots[0].SVG = drawing + drawing },
		`plot "curve": words outside of the drawing`:                func(d *document.Document) { d.Sections[0].Plots[0].SVG = drawing + "x" },
		`plot "curve": no SVG: XML syntax error`:                    func(d *document.Document) { d.Sections[0].Plots[0].SVG = drawing[:30] },
		`plot "curve": <rect href="x"> is not allowed in a drawing`: func(d *document.Document) {
			d.Sections[0].Plots[0].SVG = svg(`<rect href="x"/>`)
		},
	} {
		d := withPlot()
		spoil(d)
		for form, write := range map[string]func(io.Writer) error{
			"text": d.WriteText, "JSON": d.WriteJSON, "HTML": d.WriteHTML,
			"Markdown": func(w io.Writer) error { return d.WriteMarkdown(w, nil) },
		} {
			var b strings.Builder
			if err := write(&b); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
				t.Errorf("%s: %v, and %d bytes, expected %q", form, err, b.Len(), want)
			}
		}
	}
	if err := withPlot().Check(); err != nil {
		t.Error(err)
	}
}

func svg(inner string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg">` + inner + `</svg>`
}
