package document

import (
	"bytes"
	"encoding/json"
	"io"

	"quadword/experiments/stats"
)

// The forms that JSON has. A row is an object with a member for each column.
type (
	jsonDocument struct {
		Name     string        `json:"name"`
		Title    string        `json:"title"`
		Lead     []string      `json:"lead"`
		Sections []jsonSection `json:"sections"`
	}
	jsonSection struct {
		Name    string      `json:"name"`
		Heading string      `json:"heading"`
		Text    []string    `json:"text"`
		Tables  []jsonTable `json:"tables"`
		Plots   []jsonPlot  `json:"plots"`
	}
	jsonTable struct {
		Name    string       `json:"name"`
		Caption string       `json:"caption"`
		Columns []jsonColumn `json:"columns"`
		Rows    []jsonRow    `json:"rows"`
		Notes   []string     `json:"notes"`
	}
	jsonColumn struct {
		Name    string `json:"name"`
		Heading string `json:"heading"`
		Unit    string `json:"unit"`
		Meaning string `json:"meaning"`
	}
	jsonPlot struct {
		Name    string `json:"name"`
		Caption string `json:"caption"`
		Alt     string `json:"alt"`
	}
	jsonTest struct {
		P        *float64        `json:"p"`
		N        int             `json:"n"`
		Warnings []stats.Warning `json:"warnings"`
	}
	jsonRow struct {
		columns []Column
		cells   []Cell
	}
)

// WriteJSON writes a document for programs: numbers to ten digits, shares as
// shares whatever they are shown as, estimates as package stats writes them, null
// for what is not known or infinite. Drawings are left out.
func (d *Document) WriteJSON(w io.Writer) error {
	if err := d.Check(); err != nil {
		return err
	}
	out := jsonDocument{d.Name, d.Title, listed(d.Lead), []jsonSection{}}
	for _, s := range d.Sections {
		section := jsonSection{s.Name, s.Heading, listed(s.Text), []jsonTable{}, []jsonPlot{}}
		for _, t := range s.Tables {
			table := jsonTable{t.Name, t.Caption, []jsonColumn{}, []jsonRow{}, listed(t.Notes)}
			for _, c := range t.Columns {
				table.Columns = append(table.Columns, jsonColumn(c))
			}
			for _, row := range t.Rows {
				table.Rows = append(table.Rows, jsonRow{t.Columns, row})
			}
			section.Tables = append(section.Tables, table)
		}
		for _, p := range s.Plots {
			section.Plots = append(section.Plots, jsonPlot{p.Name, p.Caption, p.Alt})
		}
		out.Sections = append(out.Sections, section)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// listed is a list that JSON has as one, also if it is empty.
func listed[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// MarshalJSON writes the cells in the order of the columns.
func (r jsonRow) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, c := range r.columns {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, v := range []any{c.Name, r.cells[i]} {
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MarshalJSON writes a string, a number, an object for an estimate or a test, or
// null.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch e := c.estimate; c.kind {
	case text:
		return json.Marshal(c.text)
	case count:
		return json.Marshal(c.count)
	case number:
		return json.Marshal(finite(e.Value))
	case estimate, interval:
		return json.Marshal(e)
	case test:
		return json.Marshal(jsonTest{finite(e.Value), e.N, listed(e.Warnings)})
	}
	return []byte("null"), nil
}

// finite is x to ten digits, nil if JSON has no such number.
func finite(x float64) *float64 {
	if !known(x) {
		return nil
	}
	x = digits(x)
	return &x
}
