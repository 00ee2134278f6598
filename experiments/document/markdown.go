package document

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// WriteMarkdown writes a document as GitHub has Markdown. plotPath says where
// the file of a plot lies, relative to the document and with slashes; if it is
// nil, there are none and the plots are named only.
func (d *Document) WriteMarkdown(w io.Writer, plotPath func(name string) string) error {
	if err := d.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n", markdown(d.Title))
	for _, p := range d.Lead {
		markdownParagraph(b, p)
	}
	for _, s := range d.Sections {
		fmt.Fprintf(b, "\n## %s\n", markdown(s.Heading))
		for _, p := range s.Text {
			markdownParagraph(b, p)
		}
		for _, t := range s.Tables {
			markdownTable(b, t)
		}
		for _, p := range s.Plots {
			if plotPath != nil {
				path := url.URL{Path: plotPath(p.Name)}
				fmt.Fprintf(b, "\n![%s](<%s>)\n", markdown(p.Alt), path.EscapedPath())
			}
			if p.Caption != "" {
				fmt.Fprintf(b, "\n*%s*\n", markdown(p.Caption))
			}
		}
	}
	return b.Flush()
}

func markdownParagraph(w io.Writer, s string) {
	if isCommand(s) {
		fence := "```"
		for strings.Contains(s, fence) {
			fence += "`"
		}
		fmt.Fprintf(w, "\n%ssh\n%s\n%s\n", fence, clean(s), fence)
		return
	}
	fmt.Fprintf(w, "\n%s\n", markdown(s))
}

func markdownTable(w io.Writer, t Table) {
	n := notesOf(t)
	if t.Caption != "" {
		fmt.Fprintf(w, "\n**%s**\n", markdown(t.Caption))
	}
	fmt.Fprint(w, "\n|")
	for _, c := range t.Columns {
		fmt.Fprintf(w, " %s |", markdown(c.title()))
	}
	fmt.Fprint(w, "\n|")
	for _, words := range t.ofWords() {
		if words {
			fmt.Fprint(w, " :--- |")
		} else {
			fmt.Fprint(w, " ---: |")
		}
	}
	fmt.Fprintln(w)
	for _, row := range t.Rows {
		fmt.Fprint(w, "|")
		for i, c := range row {
			s := c.show(t.Columns[i].Unit)
			switch c.kind {
			case text:
				s = markdown(s)
			case test:
				s = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s)
			}
			if marks := n.marks(c); marks != "" {
				s += " <sup>" + marks + "</sup>"
			}
			fmt.Fprintf(w, " %s |", s)
		}
		fmt.Fprintln(w)
	}
	marks, lines := n.lines(t)
	for i, s := range lines {
		if marks[i] != "" {
			marks[i] = "<sup>" + marks[i] + "</sup> "
		}
		fmt.Fprintf(w, "\n%s%s\n", marks[i], markdown(s))
	}
}

// special are the characters that mean something within a line of GitHub's
// Markdown, links that need no brackets included.
var special = func() *strings.Replacer {
	pairs := []string{"&", "&amp;", "<", "&lt;", ">", "&gt;", "://", `\://`, "www.", `www\.`, "@", `\@`}
	for _, c := range "\\`*_[]|~$#!" {
		pairs = append(pairs, string(c), `\`+string(c))
	}
	return strings.NewReplacer(pairs...)
}()

// markdown is words that mean themselves, also at the start of a line.
func markdown(s string) string {
	s = special.Replace(clean(s))
	marker := strings.TrimLeft(s, "0123456789") // of a list: -, +, 1. or 1); "=" underlines a heading
	if marker != "" && strings.ContainsRune("-+=", rune(s[0])) {
		return `\` + s
	}
	if len(marker) < len(s) && marker != "" && strings.ContainsRune(".)", rune(marker[0])) {
		return s[:len(s)-len(marker)] + `\` + marker
	}
	return s
}
