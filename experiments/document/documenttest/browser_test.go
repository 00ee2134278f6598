//go:build browser

package documenttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Everything that a page must not do is found in one that does it.
func TestBrokenPage(t *testing.T) {
	const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Broken</title>
<h1 id="a">A</h1><h3 id="a">B</h3><p style="color:#999;background:#fff">faint</p><p style="font-size:5px">small</p>
<div style="width:3000px">wide</div><img src="http://192.0.2.1/x.png" alt=""><table><tr><td>1</td></tr></table>
<figure><svg viewBox="0 0 10 10" width="0" height="0"><rect fill="#f00"/></svg></figure>
<script>console.log("here"); new WebSocket("ws://192.0.2.1/"); throw new Error("thrown")</script>`
	file := filepath.Join(t.TempDir(), "broken page.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	wrong, err := browse(t.TempDir(), file, 2)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(wrong, "\n")
	for _, want := range []string{
		"390 wide, dark: a request to http://192.0.2.1/x.png", "a connection to ws://192.0.2.1/", "exception: ", "console: log",
		"390 wide, light: 3008 wide: it scrolls sideways", "1 plots, expected 2", "plot 0 is 0 wide", "another paper", "h3 follows one h1", "1 tables without headings",
		`there twice: ["a"]`, `too faint: ["faint"]`, "too small: [\"small 5", "light and dark are both",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not found in\n%s", want, all)
		}
	}
}
