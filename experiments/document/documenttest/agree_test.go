package documenttest

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

func example(t *testing.T) (f forms) {
	t.Helper()
	e := stats.Estimate{Value: 12.34, Low: 5.67, High: 19.01, SE: 3.45, Level: 0.95, DF: 11, N: 12, Warnings: []stats.Warning{stats.FewDeals}}
	d := document.Document{Name: "d", Title: "T", Sections: []document.Section{{Name: "s", Heading: "S", Tables: []document.Table{{
		Name: "t", Columns: []document.Column{{Name: "a", Heading: "A"}, {Name: "b"}, {Name: "c"}, {Name: "p"}, {Name: "e"}, {Name: "i"}, {Name: "x"}},
		Rows: [][]document.Cell{{
			document.Text("words|of <it>"), document.Count(77), document.Percent(0.4321, 2), document.Test(stats.Test{P: 1e-9}, 3),
			document.Estimate(e, 2), document.Interval(e, 1), {},
		}},
	}}}}}
	for _, err := range []error{d.WriteJSON(&f.json), d.WriteText(&f.text), d.WriteHTML(&f.html), d.WriteMarkdown(&f.markdown, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func TestAgreement(t *testing.T) {
	f := example(t)
	if wrong := f.disagreements(); wrong != nil {
		t.Error(wrong)
	}
}

// Whatever one form says otherwise is found: every figure, word and warning,
// changed in one form at a time.
func TestDisagreement(t *testing.T) {
	for _, change := range []struct{ old, now string }{
		{"words", "wards"}, {"77", "78"}, {"43.21", "43.22"}, {"12.34", "12.35"}, {"3.45", "3.46"},
		{"12.3 ", "12.4 "}, {"5.7,", "5.8,"}, {"19.0]", "19.1]"}, {"| - |", "| 0 |"}, {"  -\n", "  0\n"}, {">-<", ">0<"},
		{"fewer than 30", "more than 30"}, {"0.001", "0.002"}, {"A", "B"},
		{`"value": 12.34`, `"value": 12.44`}, {`"low": 5.67`, `"low": 5.77`}, {`"se": 3.45`, `"se": null`}, {`"p": 1e-9`, `"p": 0`}, {`"x": null`, `"x": 0`},
	} {
		changed := 0
		for i := range 4 {
			f := example(t)
			form := []*bytes.Buffer{&f.json, &f.text, &f.markdown, &f.html}[i]
			before := form.String()
			if form == &f.html { // what tips say is not compared
				before = regexp.MustCompile(` title="[^"]*"`).ReplaceAllString(before, "")
			}
			after := strings.ReplaceAll(before, change.old, change.now)
			if after == before || form == &f.json && !strings.Contains(change.old, `"`) {
				continue
			}
			changed++
			form.Reset()
			form.WriteString(after)
			if f.disagreements() == nil {
				t.Errorf("%q for %q in form %d is not found", change.now, change.old, i)
			}
		}
		if changed == 0 {
			t.Errorf("%q is in no form", change.old)
		}
	}
}

func TestMissingTable(t *testing.T) {
	for i := range 3 {
		f := example(t)
		[]*bytes.Buffer{&f.text, &f.markdown, &f.html}[i].Reset()
		if f.disagreements() == nil {
			t.Errorf("form %d has no tables, which is not found", i)
		}
	}
}
