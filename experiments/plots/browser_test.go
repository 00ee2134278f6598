//go:build browser

package plots

import (
	"path/filepath"
	"testing"

	"quadword/experiments/document"
	"quadword/experiments/document/documenttest"
)

// Every kind of plot can be read in a browser.
func TestInBrowser(t *testing.T) {
	d := document.Document{Name: "gallery", Title: "Every kind of plot"}
	plots := gallery(t)
	for _, p := range plots {
		d.Sections = append(d.Sections, document.Section{Name: p.Name, Heading: p.Alt, Plots: []document.Plot{p}})
	}
	file := filepath.Join(t.TempDir(), "gallery.html")
	if err := d.SaveHTML(file); err != nil {
		t.Fatal(err)
	}
	documenttest.InBrowser(t, file, len(plots))
}
