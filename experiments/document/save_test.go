package document_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/experiments/document"
)

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>`

func withPlot() *document.Document {
	d := kinds()
	d.Sections[0].Plots = []document.Plot{{Name: "curve", Caption: "A curve", Alt: "a curve that rises", SVG: drawing}}
	return d
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	page, notes := filepath.Join(dir, "page.html"), filepath.Join(dir, "my notes.md")
	d := withPlot()
	for range 2 { // the second time over the first
		if err := d.SaveHTML(page); err != nil {
			t.Fatal(err)
		}
		if err := d.SaveMarkdown(notes); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{
		page: drawing, notes: "\n![a curve that rises](<my%20notes/curve.svg>)\n", filepath.Join(dir, "my notes", "curve.svg"): drawing,
	} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, without %q:\n%s", file, err, want, text)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	if all, _ := os.ReadDir(dir); len(all) != 3 {
		t.Errorf("more than the files: %v", all)
	}
	bare := filepath.Join(dir, "bare") // a folder cannot have the name of the file
	if err := d.SaveMarkdown(bare); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bare-plots", "curve.svg")); err != nil {
		t.Error(err)
	}
}

// What cannot be written leaves what was there, and nothing half; the error names
// the file.
func TestSaveFails(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	d := kinds()
	if err := d.SaveHTML(page); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(page)
	d.Sections[0].Tables[0].Rows[0] = nil
	for _, err := range []error{d.SaveHTML(page), d.SaveMarkdown(filepath.Join(dir, "page.md"))} {
		if err == nil || !strings.Contains(err.Error(), "row 0 has 0 cells") {
			t.Error(err)
		}
	}
	if after, _ := os.ReadFile(page); string(after) != string(before) {
		t.Error("the page is not what it was")
	}
	if err := kinds().SaveHTML(filepath.Join(dir, "gone", "page.html")); err == nil || !strings.HasSuffix(err.Error(), "gone/page.html: no such file or directory") {
		t.Error(err)
	}
	if err := kinds().SaveHTML(dir); err == nil || !strings.HasPrefix(err.Error(), dir+": ") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "taken"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := withPlot().SaveMarkdown(filepath.Join(dir, "taken.md")); err == nil || !strings.Contains(err.Error(), "taken: a folder for the plots of ") {
		t.Error(err)
	}
	if all, _ := os.ReadDir(dir); len(all) != 2 {
		t.Errorf("left behind: %v", all)
	}
}
