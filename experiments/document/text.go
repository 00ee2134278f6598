package document

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// line is how long the lines of paragraphs get.
const line = 100

// WriteText writes a document for a terminal. Plots are named and not drawn.
func (d *Document) WriteText(w io.Writer) error {
	if err := d.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	title := clean(d.Title)
	fmt.Fprintf(b, "%s\n%s\n", title, strings.Repeat("=", utf8.RuneCountInString(title)))
	for _, p := range d.Lead {
		textParagraph(b, p)
	}
	for _, s := range d.Sections {
		heading := clean(s.Heading)
		fmt.Fprintf(b, "\n%s\n%s\n", heading, strings.Repeat("-", utf8.RuneCountInString(heading)))
		for _, p := range s.Text {
			textParagraph(b, p)
		}
		for _, t := range s.Tables {
			textTable(b, t)
		}
		for _, p := range s.Plots {
			textParagraph(b, "Plot: "+p.Caption)
		}
	}
	return b.Flush()
}

// textParagraph writes words as lines of some length, and a command as it is.
func textParagraph(w io.Writer, s string) {
	fmt.Fprintln(w)
	if isCommand(s) {
		fmt.Fprintf(w, "    %s\n", clean(s))
		return
	}
	textLines(w, "", s)
}

// textLines writes words after a mark, with which the first line begins.
func textLines(w io.Writer, mark, s string) {
	indent := utf8.RuneCountInString(mark)
	now, n := mark, indent
	for i, word := range strings.Fields(clean(s)) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case n+1+size > line:
			fmt.Fprintln(w, now)
			now, n = strings.Repeat(" ", indent), indent
		default:
			now, n = now+" ", n+1
		}
		now, n = now+word, n+size
	}
	fmt.Fprintln(w, now)
}

// isCommand says of a paragraph that it is a command to be typed.
func isCommand(paragraph string) bool { return strings.HasPrefix(paragraph, "$ ") }

// textTable writes a table with columns at least two spaces apart, those with
// words aligned to the left and those of numbers to the right.
func textTable(w io.Writer, t Table) {
	n := notesOf(t)
	rows := make([][]string, len(t.Rows)+1)
	words := t.ofWords()
	for i, c := range t.Columns {
		rows[0] = append(rows[0], c.title())
		// Marks stand to the right of numbers that are aligned without them.
		wide := 0
		for _, row := range t.Rows {
			wide = max(wide, len(textMarks(n.marks(row[i]))))
		}
		for j, row := range t.Rows {
			s := row[i].show(c.Unit) + fmt.Sprintf("%-*s", wide, textMarks(n.marks(row[i])))
			rows[j+1] = append(rows[j+1], s)
		}
	}
	widths := make([]int, len(t.Columns))
	for _, row := range rows {
		for i, s := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	if t.Caption != "" {
		textParagraph(w, t.Caption)
	}
	fmt.Fprintln(w)
	for _, row := range rows {
		var line strings.Builder
		for i, s := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			if words[i] {
				fmt.Fprintf(&line, "%-*s", widths[i], s)
			} else {
				fmt.Fprintf(&line, "%*s", widths[i], s)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
	marks, lines := n.lines(t)
	if len(lines) > 0 {
		fmt.Fprintln(w)
	}
	for i, s := range lines {
		if marks[i] != "" {
			marks[i] = "(" + marks[i] + ") "
		}
		textLines(w, marks[i], s)
	}
}

func textMarks(marks string) string {
	if marks == "" {
		return ""
	}
	return " (" + marks + ")"
}
