package document_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"quadword/experiments/document"
	"quadword/experiments/document/documenttest"
)

// hostile are names that try to be more than words.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><script>alert(1)</script>`, `' onmouseover='alert(1)`,
	`{{.Title}}`, `javascript:alert(1)`, `</style><style>body{display:none}`, `<!-- `, ` -->`, `]]>`, `&lt;b&gt;`, `&#60;b&#62;`,
	"a|b", "a\nb | c", `\|`, "`code`", "**bold**", "[link](http://192.0.2.1/)", "![image](http://192.0.2.1/x.png)", "http://192.0.2.1/",
	"www.example.com", "# heading", "- item", "1. item", "12) item", "+ item", "=== ", "--- ", "~~gone~~", "$x$", "a@b.example", "_it_", "<b>",
	"\x1b[31mred", "\u202egnp.exe", "a\x00b", "\xff\xfe", "a  b", "\u2028x", "=1+1", "-", "∞", "12.5", "5 %",
}

// documentOf has words wherever there can be any.
func documentOf(words string) *document.Document {
	return &document.Document{
		Name: "d", Title: "T " + words, Lead: []string{words, "$ " + words},
		Sections: []document.Section{{
			Name: "s", Heading: "H " + words, Text: []string{words},
			Tables: []document.Table{{
				Name: "t", Caption: words, Notes: []string{words},
				Columns: []document.Column{{Name: "a", Heading: words, Unit: words, Meaning: words}, {Name: "b", Heading: "b"}, {Name: "c", Heading: words}},
				Rows:    [][]document.Cell{{document.Text(words), document.Count(1), document.Text(words)}, {document.Text("x"), document.Number(0.5, 1), document.Text(words)}},
			}},
			Plots: []document.Plot{{Name: "p", Caption: words, Alt: "A " + words, SVG: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>`}},
		}},
	}
}

func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The elements and the names of attributes of a page do not depend on the words
// in it.
func TestHostileHTML(t *testing.T) {
	want := skeleton(t, written(t, documentOf("words").WriteHTML))
	for _, words := range hostile {
		if got := skeleton(t, written(t, documentOf(words).WriteHTML)); got != want {
			t.Errorf("%q changes the page:\n%s\nnot\n%s", words, got, want)
		}
	}
}

// skeleton is a page without words.
func skeleton(t *testing.T, page string) string {
	t.Helper()
	// Words that may break over lines have several parts.
	page = strings.ReplaceAll(page, "<wbr/>", "")
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var b strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
		switch x := token.(type) {
		case xml.StartElement:
			b.WriteString("<" + x.Name.Local)
			for _, a := range x.Attr {
				b.WriteString(" " + a.Name.Local)
			}
			b.WriteString(">")
		case xml.EndElement:
			b.WriteString("</" + x.Name.Local + ">")
		case xml.Comment:
			b.WriteString("<!-- -->")
		}
	}
}

// In Markdown nothing of what comes from outside is a tag, a link, a new line or
// a new cell.
func TestHostileMarkdown(t *testing.T) {
	tag := regexp.MustCompile(`<[a-zA-Z/!?][^>]*>`)
	link := regexp.MustCompile(`(^|[^\\])\]\(|(^|[^\\])[a-z]+://|(^|[^\\])www\.`)
	lines := 0
	for i, words := range append([]string{"words"}, hostile...) {
		text := written(t, func(w io.Writer) error {
			return documentOf(words).WriteMarkdown(w, func(string) string { return "p.svg" })
		})
		if n := strings.Count(text, "\n"); i == 0 {
			lines = n
		} else if n != lines {
			t.Errorf("%q: %d lines, not %d:\n%s", words, n, lines, text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "$ ") {
				continue // in a block of code
			}
			line = strings.ReplaceAll(line, "](<p.svg>)", "")
			if tag.MatchString(line) || link.MatchString(line) {
				t.Errorf("%q: %s", words, line)
			}
			if bars := strings.Count(regexp.MustCompile(`\\.`).ReplaceAllString(line, ""), "|"); bars != 0 && bars != 4 {
				t.Errorf("%q: %d bars: %s", words, bars, line)
			}
			if regexp.MustCompile(`^([-+=]|\d+[.)]|#{3,}|~~|>)`).MatchString(line) {
				t.Errorf("%q begins a block: %s", words, line)
			}
		}
	}
}

func TestHostileText(t *testing.T) {
	for _, words := range hostile {
		for _, write := range []func(io.Writer) error{documentOf(words).WriteText, documentOf(words).WriteHTML} {
			if text := written(t, write); strings.ContainsAny(text, "\x1b\x00\u202e") {
				t.Errorf("%q comes through: %q", words, text)
			}
		}
	}
}

func TestHostileWordsAgree(t *testing.T) {
	for _, words := range hostile {
		d := documentOf(words)
		d.Sections[0].Tables[0].Columns[0].Unit = "" // words that change what a unit is are the author's
		documenttest.Agree(t, d)
	}
}

// Whatever words there are, the four forms have the same.
func FuzzWords(f *testing.F) {
	for _, words := range hostile {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		d := documentOf(words)
		d.Sections[0].Tables[0].Columns[0].Unit = ""
		documenttest.Agree(t, d)
	})
}
