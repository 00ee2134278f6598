package documenttest

import (
	"bytes"
	"encoding/xml"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
)

var (
	gap       = regexp.MustCompile(` {2,}`)
	textMarks = regexp.MustCompile(` +\([a-z,]+\)$`)
)

// readText finds the tables in a text by their headings, one after another.
func readText(text string, tables []sourceTable) (found []table) {
	lines := strings.Split(text, "\n")
	at := 0
	for _, t := range tables {
		var heading []string
		for i := range t.Columns {
			heading = append(heading, t.title(i))
		}
		for at < len(lines) && !slices.Equal(gap.Split(lines[at], -1), heading) {
			at++
		}
		if at+len(t.Rows) >= len(lines) {
			return found
		}
		rows := table{heading}
		for j := range t.Rows {
			at++
			cells := gap.Split(textMarks.ReplaceAllString(lines[at], ""), -1)
			// A mark may stand away from its number, and belongs to it.
			for i, cell := range cells {
				if i < len(t.Columns) && !strings.HasPrefix(string(t.Rows[j][t.Columns[i].Name]), `"`) {
					cells[i] = textMarks.ReplaceAllString(cell, "")
				}
			}
			rows = append(rows, cells)
		}
		found = append(found, rows)
	}
	return found
}

var (
	markdownMarks = regexp.MustCompile(` ?<sup>[a-z,]*</sup>`)
	divider       = regexp.MustCompile(`^\|( :?---:? \|)+$`)
	escaped       = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
)

// readMarkdown finds the tables of a Markdown text: lines that begin with a bar
// and whose second is a divider.
func readMarkdown(text string) (found []table) {
	lines := strings.Split(text, "\n")
	for at := 0; at+1 < len(lines); at++ {
		if !strings.HasPrefix(lines[at], "|") || !divider.MatchString(lines[at+1]) {
			continue
		}
		rows := table{bars(lines[at])}
		for at += 2; at < len(lines) && strings.HasPrefix(lines[at], "|"); at++ {
			rows = append(rows, bars(lines[at]))
		}
		found = append(found, rows)
	}
	return found
}

// bars are the cells between the bars of a line.
func bars(line string) (cells []string) {
	var cell strings.Builder
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '|':
			cells = append(cells, strings.TrimSpace(unescape(cell.String())))
			cell.Reset()
			continue
		case line[i] == '\\' && i+1 < len(line):
			cell.WriteByte(line[i])
			i++
		}
		cell.WriteByte(line[i])
	}
	return cells
}

// unescape is Markdown without marks, escapes and entities.
func unescape(s string) string {
	return html.UnescapeString(escaped.ReplaceAllString(markdownMarks.ReplaceAllString(s, ""), "$1"))
}

// readHTML finds the tables of a page and all its words. A page as document
// writes it is well-formed but for elements that have no end.
func readHTML(page []byte) (found []table, words string, err error) {
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var all, cell strings.Builder
	inCell, inMark := false, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return found, all.String(), nil
		}
		if err != nil {
			return nil, "", err
		}
		switch x := token.(type) {
		case xml.StartElement:
			switch x.Name.Local {
			case "table":
				found = append(found, table{})
			case "tr":
				found[len(found)-1] = append(found[len(found)-1], nil)
			case "td", "th":
				inCell = true
				cell.Reset()
			case "sup":
				inMark = true
			}
		case xml.EndElement:
			switch x.Name.Local {
			case "td", "th":
				rows := found[len(found)-1]
				rows[len(rows)-1] = append(rows[len(rows)-1], cell.String())
				inCell = false
			case "sup":
				inMark = false
			}
		case xml.CharData:
			all.Write(x)
			if inCell && !inMark {
				cell.Write(x)
			}
		}
	}
}
