// Package documenttest checks any document: that its four forms say the same. It
// is for tests alone.
package documenttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"quadword/experiments/document"
)

// Agree fails a test unless text, Markdown and HTML of a document have the tables
// of its JSON, with the same numbers, rounded to the decimals that are shown, and
// the same words, and tell every warning. What is compared is read back out of
// the four forms; how they are written is not asked.
func Agree(t testing.TB, d *document.Document) {
	t.Helper()
	var f forms
	for _, err := range []error{
		d.WriteJSON(&f.json), d.WriteText(&f.text), d.WriteHTML(&f.html),
		d.WriteMarkdown(&f.markdown, func(name string) string { return "plots/" + name + ".svg" }),
	} {
		if err != nil {
			t.Errorf("document %s: %v", d.Name, err)
			return
		}
	}
	for _, wrong := range f.disagreements() {
		t.Errorf("document %s: %s", d.Name, wrong)
	}
}

// forms are a document in its four forms.
type forms struct{ json, text, markdown, html bytes.Buffer }

// table is what is read out of a form: the heading and the rows.
type table [][]string

// source is what is read of JSON.
type source struct {
	Sections []struct {
		Name   string
		Tables []sourceTable
	}
}

type sourceTable struct {
	Name    string
	Columns []struct{ Name, Heading, Unit string }
	Rows    []map[string]json.RawMessage
}

// estimate is an estimate or the outcome of a test.
type estimate struct {
	Value, Low, High, SE, P *float64
	Warnings                []string
}

func (f *forms) disagreements() (wrong []string) {
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var s source
	if err := json.Unmarshal(f.json.Bytes(), &s); err != nil {
		return []string{err.Error()}
	}
	var tables []sourceTable
	for _, section := range s.Sections {
		tables = append(tables, section.Tables...)
	}
	html, words, err := readHTML(f.html.Bytes())
	if err != nil {
		return []string{"HTML: " + err.Error()}
	}
	markdown := readMarkdown(f.markdown.String())
	text := readText(f.text.String(), tables)
	for _, form := range []struct {
		name   string
		tables []table
		words  string
	}{
		{"text", text, f.text.String()},
		{"Markdown", markdown, unescape(f.markdown.String())},
		{"HTML", html, words},
	} {
		if len(form.tables) != len(tables) {
			fail("%s: %d tables of %d are found", form.name, len(form.tables), len(tables))
			continue
		}
		said := spaced(form.words)
		for i, t := range tables {
			if i >= len(text) {
				break // said already
			}
			for _, w := range t.compare(form.tables[i], text[i], said) {
				fail("%s: table %s: %s", form.name, t.Name, w)
			}
		}
	}
	return wrong
}

// compare says what a table in some form has that its source has not, and where
// it differs from the table in text. The warnings must be among what is said.
func (s *sourceTable) compare(t, text table, said string) (wrong []string) {
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if len(t) != len(s.Rows)+1 {
		return []string{fmt.Sprintf("%d rows, expected %d and a heading", len(t), len(s.Rows))}
	}
	for i, c := range s.Columns {
		for j, row := range t {
			switch {
			case len(row) != len(s.Columns):
				fail("row %d has %d cells, expected %d", j, len(row), len(s.Columns))
				return wrong
			case j == 0 && row[i] != s.title(i):
				fail("heading %q, expected %q", row[i], s.title(i))
			case j == 0:
			default:
				shown, raw := row[i], s.Rows[j-1][c.Name]
				if shown != text[j][i] {
					fail("row %d, %s: %q, and text has %q", j, c.Name, shown, text[j][i])
				}
				if why := agrees(shown, raw, c.Unit); why != "" {
					fail("row %d, %s: %q for %s: %s", j, c.Name, shown, raw, why)
				}
				for _, w := range warnings(raw) {
					if !strings.Contains(said, spaced(w)) {
						fail("row %d, %s: the warning %q is nowhere", j, c.Name, w)
					}
				}
			}
		}
	}
	return wrong
}

// title is how the heading of a column is shown.
func (s *sourceTable) title(i int) string {
	c := s.Columns[i]
	title := plain(c.Heading)
	if title == "" {
		title = c.Name
	}
	if c.Unit != "" {
		title += ", " + plain(c.Unit)
	}
	return title
}

func warnings(raw json.RawMessage) []string {
	var e estimate
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &e) != nil {
		return nil
	}
	return e.Warnings
}

const figure = `(-?[0-9.]+|-?∞|-)`

var shownEstimate = regexp.MustCompile(`^` + figure + `(?: ±` + figure + `)?(?: \[` + figure + `, ` + figure + `\])?$`)

// agrees says why what is shown is not what JSON has, "" if it is.
func agrees(shown string, raw json.RawMessage, unit string) string {
	if len(raw) == 0 {
		return "JSON has no such member"
	}
	if raw[0] == '"' {
		var words string
		if err := json.Unmarshal(raw, &words); err != nil {
			return err.Error()
		}
		if shown != plain(words) {
			return "other words"
		}
		return ""
	}
	number, percent := strings.CutSuffix(shown, " %")
	scale := 1.0
	if percent || unit == "%" {
		scale = 100
	}
	if raw[0] != '{' {
		var x *float64
		if err := json.Unmarshal(raw, &x); err != nil {
			return err.Error()
		}
		return same(number, x, scale)
	}
	var e estimate
	if err := json.Unmarshal(raw, &e); err != nil {
		return err.Error()
	}
	if strings.Contains(string(raw), `"p":`) {
		if limit, beyond := strings.CutPrefix(number, "<"); beyond {
			return within(limit, 0, e.P, scale)
		}
		if limit, beyond := strings.CutPrefix(number, ">"); beyond {
			return within(limit, scale, e.P, scale)
		}
		return same(number, e.P, scale)
	}
	parts := shownEstimate.FindStringSubmatch(number)
	if parts == nil {
		return "no estimate"
	}
	why := same(parts[1], e.Value, scale)
	if parts[2] != "" && why == "" {
		why = same(parts[2], e.SE, scale)
	}
	if parts[3] != "" && why == "" {
		if why = same(parts[3], e.Low, scale); why == "" {
			why = same(parts[4], e.High, scale)
		}
	}
	if why == "" && parts[2] == "" && parts[3] == "" && e.Value != nil && e.SE != nil && e.Low != nil {
		why = "neither the standard error nor the interval is shown"
	}
	return why
}

// same says why a figure is not x in units of 1/scale, rounded.
func same(shown string, x *float64, scale float64) string {
	if x == nil || slices.Contains([]string{"-", "∞", "-∞"}, shown) {
		if x == nil && slices.Contains([]string{"-", "∞", "-∞"}, shown) {
			return ""
		}
		return "the one is known and the other is not"
	}
	y, err := strconv.ParseFloat(shown, 64)
	if err != nil {
		return err.Error()
	}
	_, fraction, _ := strings.Cut(shown, ".")
	want := *x * scale
	if math.Abs(y-want) > 0.5*math.Pow10(-len(fraction))+1e-9*math.Abs(want) {
		return "another number"
	}
	return ""
}

// within says why p is not between a limit that is shown and an end.
func within(limit string, end float64, p *float64, scale float64) string {
	l, err := strconv.ParseFloat(limit, 64)
	if err != nil || p == nil {
		return "no probability"
	}
	if x := *p * scale; x < min(l, end) || x > max(l, end) || x == end {
		return "another probability"
	}
	return ""
}

// plain is words on one line, with what no terminal should get replaced.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Bidi_Control) {
			return unicode.ReplacementChar
		}
		return r
	}, spaced(s))
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
