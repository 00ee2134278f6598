package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadword/experiments/stats"
)

// notes is what is said below a table.
type notes struct {
	marked []stats.Warning // of some estimates: the i-th has the mark 'a'+i
	all    []stats.Warning // of every estimate
	what   string          // what ± and [ ] are and of how many deals; "" without estimates
}

// notesOf gathers the warnings of a table. What all its estimates share is said
// once and marked nowhere.
func notesOf(t Table) notes {
	var seen []stats.Warning
	times := map[stats.Warning]int{}
	estimates := 0
	for _, row := range t.Rows {
		for _, c := range row {
			if !c.estimates() {
				continue
			}
			estimates++
			for i, w := range c.estimate.Warnings {
				if slices.Contains(c.estimate.Warnings[:i], w) {
					continue
				}
				if times[w]++; times[w] == 1 {
					seen = append(seen, w)
				}
			}
		}
	}
	n := notes{what: whatIsShown(t)}
	for _, w := range seen {
		if estimates > 1 && times[w] == estimates {
			n.all = append(n.all, w)
		} else {
			n.marked = append(n.marked, w)
		}
	}
	return n
}

// marks are the letters of the warnings of a cell.
func (n notes) marks(c Cell) string {
	if !c.estimates() {
		return ""
	}
	var all []string
	for i, w := range n.marked {
		if slices.Contains(c.estimate.Warnings, w) {
			all = append(all, mark(i))
		}
	}
	return strings.Join(all, ",")
}

// mark is a, b, ..., z, aa, ab, ...
func mark(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return mark(i/26-1) + mark(i%26)
}

// whatIsShown says how the estimates of a table are to be read.
func whatIsShown(t Table) string {
	var errors, intervals bool
	var levels []string
	least, most := -1, -1
	for _, row := range t.Rows {
		for _, c := range row {
			e := c.shown()
			switch {
			case !c.estimates():
				continue
			case c.kind == estimate && known(e.SE):
				errors = true
			case c.kind == interval && (known(e.Low) || known(e.High)):
				intervals = true
				if level := percent(e.Level); !slices.Contains(levels, level) {
					levels = append(levels, level)
				}
			}
			if least < 0 || e.N < least {
				least = e.N
			}
			most = max(most, e.N)
		}
	}
	var said []string
	if errors {
		said = append(said, "± is a standard error between deals")
	}
	if intervals {
		said = append(said, "[ ] is an interval of "+strings.Join(levels, " or "))
	}
	switch {
	case most < 0:
	case least == most:
		said = append(said, fmt.Sprintf("n = %d deals", most))
	default:
		said = append(said, fmt.Sprintf("n = %d to %d deals", least, most))
	}
	return strings.Join(said, "; ")
}

// percent is a share in percent, with the digits that it has.
func percent(share float64) string {
	return strconv.FormatFloat(digits(100*share), 'g', -1, 64) + " %"
}

// lines are the notes as paragraphs, each with its mark.
func (n notes) lines(t Table) (marks, lines []string) {
	add := func(mark, line string) {
		marks, lines = append(marks, mark), append(lines, clean(line))
	}
	for _, line := range t.Notes {
		add("", line)
	}
	if n.what != "" {
		add("", n.what)
	}
	for _, w := range n.all {
		add("", "All: "+string(w))
	}
	for i, w := range n.marked {
		add(mark(i), string(w))
	}
	return marks, lines
}

// clean is words on one line, without characters that steer a terminal or turn
// the direction of what comes after them. Map makes bytes that are no UTF-8 what
// JSON makes them.
func clean(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// title is the heading of a column with its unit.
func (c Column) title() string {
	s := clean(c.Heading)
	if s == "" {
		s = c.Name
	}
	if c.Unit != "" {
		s += ", " + clean(c.Unit)
	}
	return s
}

// ofWords tells of each column whether some cell has words. Such columns, and the
// first, are aligned to the left.
func (t Table) ofWords() []bool {
	words := make([]bool, len(t.Columns))
	for i := range words {
		words[i] = i == 0 || slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].kind == text })
	}
	return words
}
