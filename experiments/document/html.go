package document

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	"sync"
)

//go:embed page.html
var pageText string

// contents is the number of sections from which on a page begins with a list of
// them.
const contents = 4

// WriteHTML writes a document as one page that needs nothing but a browser: no
// network, no script, no file beside it. It is light or dark as the reader has
// it, and fits a phone: wide tables scroll by themselves.
func (d *Document) WriteHTML(w io.Writer) error {
	if err := d.Check(); err != nil {
		return err
	}
	page, err := parsed()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, htmlPage(d)); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// parsed is the page to be filled. It never changes.
var parsed = sync.OnceValues(func() (*template.Template, error) { return template.New("page").Parse(pageText) })

// The forms that the page is filled from.
type (
	page struct {
		Title    string
		Lead     []paragraph
		Contents bool
		Sections []htmlSection
	}
	htmlSection struct {
		Name, Heading string
		Text          []paragraph
		Tables        []htmlTable
		Plots         []htmlPlot
	}
	paragraph struct {
		Words   string
		Command bool
	}
	htmlTable struct {
		Caption  string
		Columns  []htmlColumn
		Rows     [][]htmlCell
		Notes    []note
		Meanings bool // some column has one
	}
	htmlColumn struct {
		Title, Meaning string
		Words          bool
	}
	htmlCell struct {
		Shown, Rest  string // 12.3 and ±0.4
		Marks, Title string
		Head, Words  bool
		Parts        []string // of Shown, where a line may break between
	}
	note     struct{ Mark, Words string }
	htmlPlot struct {
		Caption string
		SVG     template.HTML
	}
)

func htmlPage(d *Document) page {
	p := page{Title: clean(d.Title), Lead: paragraphs(d.Lead), Contents: len(d.Sections) >= contents}
	for _, s := range d.Sections {
		section := htmlSection{Name: s.Name, Heading: clean(s.Heading), Text: paragraphs(s.Text)}
		for _, t := range s.Tables {
			section.Tables = append(section.Tables, htmlTableOf(t))
		}
		for _, p := range s.Plots {
			// Check found that it is a drawing and nothing else.
			section.Plots = append(section.Plots, htmlPlot{clean(p.Caption), template.HTML(p.SVG)})
		}
		p.Sections = append(p.Sections, section)
	}
	return p
}

func paragraphs(all []string) []paragraph {
	var out []paragraph
	for _, s := range all {
		out = append(out, paragraph{clean(s), isCommand(s)})
	}
	return out
}

func htmlTableOf(t Table) htmlTable {
	n, words := notesOf(t), t.ofWords()
	out := htmlTable{Caption: clean(t.Caption)}
	for i, c := range t.Columns {
		out.Columns = append(out.Columns, htmlColumn{c.title(), clean(c.Meaning), words[i]})
		out.Meanings = out.Meanings || c.Meaning != ""
	}
	for _, row := range t.Rows {
		var cells []htmlCell
		for i, c := range row {
			cell := htmlCell{Shown: c.show(t.Columns[i].Unit), Marks: n.marks(c), Title: c.told(), Head: i == 0, Words: words[i]}
			if cell.Head || cell.Words {
				cell.Parts = breakable.FindAllString(cell.Shown, -1)
			} else if c.kind == estimate || c.kind == interval {
				cell.Shown, cell.Rest, _ = strings.Cut(cell.Shown, " ")
			}
			cells = append(cells, cell)
		}
		out.Rows = append(out.Rows, cells)
	}
	marks, lines := n.lines(t)
	for i := range lines {
		out.Notes = append(out.Notes, note{marks[i], lines[i]})
	}
	return out
}

// breakable are parts of a name such as equity:leaves=none,late=off, which has no
// space to break at.
var breakable = regexp.MustCompile(`[^,:]*[,:]*`)

// told is all that is known of an estimate, in words.
func (c Cell) told() string {
	if !c.estimates() {
		return ""
	}
	e, unit := c.shown(), ""
	if c.percent {
		unit = " %"
	}
	var said []string
	if c.kind != test && (known(e.Low) || known(e.High)) {
		said = append(said, fmt.Sprintf("%s interval %s to %s%s", percent(e.Level), fixed(e.Low, c.decimals), fixed(e.High, c.decimals), unit))
	}
	if c.kind != test && known(e.SE) {
		said = append(said, fmt.Sprintf("standard error %s%s", fixed(e.SE, c.decimals), unit))
	}
	said = append(said, fmt.Sprintf("n = %d deals", e.N))
	for _, w := range e.Warnings {
		said = append(said, clean(string(w)))
	}
	return strings.Join(said, "; ")
}
