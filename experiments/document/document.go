package document

import (
	"fmt"
	"regexp"
)

// Document is a report.
type Document struct {
	Name     string   // for programs, and what plots and files are called after
	Title    string   // for people
	Lead     []string // paragraphs that come before all sections: the answer
	Sections []Section
}

// Section is a part of a document under a heading of its own.
type Section struct {
	Name    string
	Heading string
	// Text is paragraphs. One that begins with "$ " is a command and is shown
	// as such.
	Text   []string
	Tables []Table
	Plots  []Plot
}

// Table is rows of cells, each with as many as there are columns. The cells of
// the first column say what their row is about.
type Table struct {
	Name    string
	Caption string
	Columns []Column
	Rows    [][]Cell
	Notes   []string // paragraphs below the table
}

// Column is what the cells below each other have in common.
type Column struct {
	Name    string // key in JSON
	Heading string
	// Unit is shown behind the heading. Where it is "%", cells in percent go
	// without the sign.
	Unit    string
	Meaning string // shown where the heading is pointed at, and in JSON
}

// Plot is a drawing. What it comes to is said in a table or in its alternative
// text too.
type Plot struct {
	Name    string // of its file, without extension
	Caption string
	Alt     string // what it shows, for who does not see it
	SVG     string // from package plots: shapes, words and a style, no more
}

// Plots are those of all sections.
func (d *Document) Plots() []Plot {
	var all []Plot
	for _, s := range d.Sections {
		all = append(all, s.Plots...)
	}
	return all
}

// name is what the name of anything may be: it becomes a key, a file and an
// address in a page.
var name = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$`)

// Check says what is wrong with a document: names that are missing, taken or
// not made of a-z, 0-9, - and _, rows of another length than the columns, plots
// that are more than drawings. Every Write returns its error before it writes.
func (d *Document) Check() error {
	var c checker
	c.name("document", d.Name)
	if d.Title == "" {
		c.fail("document %q has no title", d.Name)
	}
	sections, plots := map[string]bool{}, map[string]bool{}
	for _, s := range d.Sections {
		c.unique("section", s.Name, sections)
		if s.Heading == "" {
			c.fail("section %q has no heading", s.Name)
		}
		tables := map[string]bool{}
		for _, t := range s.Tables {
			c.unique("section "+s.Name+": table", t.Name, tables)
			c.table("section "+s.Name+": table "+t.Name, t)
		}
		for _, p := range s.Plots {
			c.unique("section "+s.Name+": plot", p.Name, plots)
			if p.Alt == "" {
				c.fail("plot %q has no alternative text", p.Name)
			}
			if err := checkSVG(p.SVG); err != nil {
				c.fail("plot %q: %w", p.Name, err)
			}
		}
	}
	return c.err
}

// checker keeps the first thing that is wrong.
type checker struct{ err error }

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) name(what, s string) {
	if !name.MatchString(s) {
		c.fail("%s %q: expected a name of a-z, 0-9, - and _", what, s)
	}
}

func (c *checker) unique(what, s string, taken map[string]bool) {
	c.name(what, s)
	if taken[s] {
		c.fail("%s %q is there twice", what, s)
	}
	taken[s] = true
}

func (c *checker) table(where string, t Table) {
	if len(t.Columns) == 0 {
		c.fail("%s has no columns", where)
	}
	columns := map[string]bool{}
	for _, column := range t.Columns {
		c.unique(where+": column", column.Name, columns)
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			c.fail("%s: row %d has %d cells, expected %d as there are columns", where, i, len(row), len(t.Columns))
		}
	}
}
