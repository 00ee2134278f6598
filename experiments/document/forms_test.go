package document_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

func TestText(t *testing.T) {
	const want = `Every kind of cell
==================

A first paragraph.

    $ quadword report results/first

Numbers
-------

All of them

what     games  share       win rate, %                    Elo           p  remark
good       200  4.5 %  62.5 [55.1, 69.3]  12.3 [-1.1, 25.7] (a)  0.043      a b
endless     -3   0.00        62.51 ±3.51        ∞ [120.5, ∞] (b)  <0.001 (c)  -
unknown      -      -              - (d)           12 ±6 (a)       -      -

A note.
± is a standard error between deals; [ ] is an interval of 95 %; n = 0 to 2000 deals
(a) fewer than 30 deals: the interval is rough
(b) every deal ended alike: there is no spread to estimate a standard error from
(c) fewer than 10 deals ended differently for the two agents: the interval is rough
(d) no deals
`
	// How wide the columns are is not what this is about: TestTextLines is.
	squeeze := func(s string) string {
		var b strings.Builder
		for line := range strings.Lines(s) {
			b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
		}
		return b.String()
	}
	if got := written(t, kinds().WriteText); squeeze(got) != squeeze(want) {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

// Numbers end in the same column whether or not they are marked, words begin in
// one, and paragraphs have lines of at most 100.
func TestTextLines(t *testing.T) {
	doubted := stats.Estimate{Value: 1, Low: 0, High: 2, SE: 0.5, Level: 0.95, N: 9, Warnings: []stats.Warning{stats.FewDeals}}
	sure := stats.Estimate{Value: 123, Low: 100, High: 150, SE: 20, Level: 0.95, N: 900}
	d := document.Document{Name: "d", Title: "D", Lead: []string{strings.Repeat("word ", 50)}, Sections: []document.Section{{Name: "s", Heading: "S", Tables: []document.Table{{
		Name: "t", Columns: []document.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
		Rows: [][]document.Cell{
			{document.Text("x"), document.Estimate(doubted, 1), document.Text("é"), document.Count(1)},
			{document.Text("long name"), document.Estimate(sure, 1), document.Text("words"), document.Count(1000)},
		},
	}}}}}
	text := written(t, d.WriteText)
	const table = `
a                        b  c         d
x             1.0 ±0.5 (a)  é         1
long name  123.0 ±20.0      words  1000
`
	if !strings.Contains(text, table) {
		t.Errorf("%s\nwithout%s", text, table)
	}
	if want := strings.TrimSpace(strings.Repeat("word ", 20)) + "\n"; !strings.Contains(text, want) || strings.Contains(text, strings.Repeat("word ", 21)) {
		t.Errorf("%s\nhas other lines than %q", text, want)
	}
}

func TestMarkdown(t *testing.T) {
	const want = `
| what | games | share | win rate, % | Elo | p | remark |
| :--- | ---: | ---: | ---: | ---: | ---: | :--- |
| good | 200 | 4.5 % | 62.5 [55.1, 69.3] | 12.3 [-1.1, 25.7] <sup>a</sup> | 0.043 | a b |
| endless | -3 | 0.00 | 62.51 ±3.51 | ∞ [120.5, ∞] <sup>b</sup> | &lt;0.001 <sup>c</sup> | - |
| unknown | - | - | - <sup>d</sup> | 12 ±6 <sup>a</sup> | - | - |

A note.
`
	got := written(t, func(w io.Writer) error {
		return withPlot().WriteMarkdown(w, func(name string) string { return "a folder/" + name + ".svg" })
	})
	if !strings.Contains(got, want) || !strings.Contains(got, "\n![a curve that rises](<a%20folder/curve.svg>)\n\n*A curve*\n") {
		t.Errorf("%s\nwithout\n%s", got, want)
	}
	if got := written(t, func(w io.Writer) error { return withPlot().WriteMarkdown(w, nil) }); strings.Contains(got, "![") || !strings.Contains(got, "*A curve*") {
		t.Errorf("without files of plots:\n%s", got)
	}
}

// JSON has ten digits, shares as shares, and null for what is not known.
func TestJSON(t *testing.T) {
	var d struct {
		Name     string
		Sections []struct {
			Tables []struct {
				Columns []struct{ Name, Unit, Meaning string }
				Rows    []map[string]any
			}
			Plots []struct{ Name, Alt string }
		}
	}
	doc := withPlot()
	doc.Sections[0].Tables[0].Rows[0][1] = document.Number(1.0/3, 1)
	if err := json.Unmarshal([]byte(written(t, doc.WriteJSON)), &d); err != nil {
		t.Fatal(err)
	}
	table := d.Sections[0].Tables[0]
	if d.Name != "kinds" || table.Columns[3].Unit != "%" || table.Columns[1].Meaning != "how often" || d.Sections[0].Plots[0].Alt != "a curve that rises" {
		t.Errorf("%+v", d)
	}
	first, second, third := table.Rows[0], table.Rows[1], table.Rows[2]
	if first["what"] != "good" || first["games"] != 0.3333333333 || first["share"] != 0.045 || first["rate"].(map[string]any)["low"] != 0.5512 {
		t.Errorf("%v", first)
	}
	elo := second["elo"].(map[string]any)
	if second["games"] != -3.0 || elo["value"] != nil || elo["low"] != 120.55 || elo["n"] != 100.0 || elo["warnings"].([]any)[0] != string(stats.AllAlike) {
		t.Errorf("%v", second)
	}
	if p := third["p"].(map[string]any); third["games"] != nil || third["share"] != nil || third["remark"] != nil || p["p"] != nil || len(p["warnings"].([]any)) != 0 {
		t.Errorf("%v", third)
	}
}

func TestHTML(t *testing.T) {
	d := withPlot()
	page := written(t, d.WriteHTML)
	for _, want := range []string{
		`<html lang="en">`, `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`, `name="viewport"`, "<h1>Every kind of cell</h1>",
		`<h2>Numbers</h2>`, `<caption><span>All of them</span></caption>`, `<th scope="col" title="how often">games</th>`, `<th scope="row" class="w">`,
		`title="95 % interval 55.1 to 69.3 %; standard error 3.5 %; n = 2000 deals"`, `title="n = 12 deals; fewer than 10 deals ended differently`,
		`12.3 <i>[-1.1, 25.7]</i><sup>a</sup>`, "<p><sup>a</sup> fewer than 30 deals", drawing + "\n<figcaption>A curve</figcaption>",
		`<dt>games</dt><dd>how often</dd>`, `<code>$ quadword report results/first</code>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	for _, no := range []string{"<script", "http://", "https://", "@import", "url(", "<nav"} {
		if rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, no) {
			t.Errorf("%s is in the page", no)
		}
	}
	for _, name := range []string{"two", "three", "four"} {
		d.Sections = append(d.Sections, document.Section{Name: name, Heading: "Section " + name})
	}
	if page := written(t, d.WriteHTML); !strings.Contains(page, `<li><a href="#three">Section three</a></li>`) || !strings.Contains(page, `<section id="three">`) {
		t.Errorf("four sections and no contents:\n%s", page)
	}
}

// What all estimates share is said once and marked nowhere.
func TestSharedWarning(t *testing.T) {
	e := stats.Estimate{Value: 1, Low: 0, High: 2, SE: 0.5, Level: 0.9, N: 9, Warnings: []stats.Warning{stats.FewDeals}}
	d := document.Document{Name: "d", Title: "D", Sections: []document.Section{{Name: "s", Heading: "S", Tables: []document.Table{{
		Name: "t", Columns: []document.Column{{Name: "a"}, {Name: "b"}},
		Rows: [][]document.Cell{{document.Text("x"), document.Interval(e, 1)}, {document.Text("y"), document.Interval(e.With(stats.StoppingBias), 1)}},
	}}}}}
	text := written(t, d.WriteText)
	for _, want := range []string{
		"x  1.0 [0.0, 2.0]\n", "y  1.0 [0.0, 2.0] (a)\n", "\n[ ] is an interval of 90 %; n = 9 deals\n",
		"\nAll: fewer than 30 deals: the interval is rough\n", "\n(a) play stopped",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwithout %q", text, want)
		}
	}
}

func TestCells(t *testing.T) {
	for want, cell := range map[string]document.Cell{
		"-":             {},
		"0.0":           document.Number(-0.04, 1),
		"-0.1":          document.Number(-0.06, 1),
		"0.12 %":        document.Percent(0.00123, 2),
		"100.0 %":       document.Percent(1, 1),
		">99.9 %":       document.Test(stats.Test{P: 0.99999}, 1).InPercent(),
		"1.000":         document.Test(stats.Test{P: 1}, 3),
		"0.000":         document.Test(stats.Test{}, 3),
		"<0.001":        document.Test(stats.Test{P: 1e-300}, 3),
		"0.001":         document.Test(stats.Test{P: 0.0005001}, 3),
		"∞":             document.Number(inf, 1),
		"-∞":            document.Number(-inf, 1),
		"12":            document.Number(12.4, 0),
		"2.5":           document.Number(2.44999999999999, 1), // 2.45 to ten digits, as JSON has it, and then to even... up
		"3.0":           document.Estimate(stats.Estimate{Value: 3, SE: nan}, 1),
		"3.0 [-∞, 4.0]": document.Interval(stats.Estimate{Value: 3, Low: -inf, High: 4}, 1),
		"3.0 [-, 4.0]":  document.Interval(stats.Estimate{Value: 3, Low: nan, High: 4}, 1),
		"words":         document.Text(" words\n"),
	} {
		if got := cell.String(); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
