package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadword/engine/tile"
	"quadword/experiments/document"
	"quadword/experiments/effects"
	"quadword/experiments/plots"
	"quadword/experiments/report"
	"quadword/experiments/stats"
)

// Report is the answer of an experiment whose runs are in a folder.
func (d *Design) Report(ctx context.Context, dir string, o *Options) (*document.Document, error) {
	f, err := d.measure(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	s := d.Spec
	doc := &document.Document{Name: s.documentName(), Title: s.Title, Lead: paragraphs(s.Question)}
	doc.Lead = append(doc.Lead, paragraphs(s.Notes)...)
	for i, c := range s.Compare {
		result, err := f.compare(c)
		if err != nil {
			return nil, fmt.Errorf("compare %d: %w", i+1, err)
		}
		doc.Sections = append(doc.Sections, f.comparison(fmt.Sprintf("comparison-%d", i+1), result)...)
	}
	sections, err := d.analyses(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	doc.Sections = append(doc.Sections, sections...)
	if len(f.outcomes) > 0 {
		section, err := f.cellSection()
		if err != nil {
			return nil, err
		}
		doc.Sections = append(doc.Sections, section)
	}
	if s.Runs {
		if err := d.addRuns(ctx, dir, doc); err != nil {
			return nil, err
		}
	}
	if s.Effects {
		if err := d.addEffects(ctx, dir, doc, o); err != nil {
			return nil, err
		}
	}
	doc.Sections = append(doc.Sections, f.designSection())
	return doc, nil
}

// paragraphs are the paragraphs of a text, each in one line.
func paragraphs(text string) []string {
	var all []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			all = append(all, p)
		}
	}
	return all
}

// comparison is the sections of a comparison, one for each outcome: a table, and
// the differences in it as a plot.
func (f *figures) comparison(name string, c *compared) []document.Section {
	what := c.comparison.Factor + " against " + c.comparison.Against
	text := []string{
		"Differences are taken deal by deal where cells have the same deals. In brackets are 95 % intervals; p is corrected for all outcomes of " + what + " (Holm).",
	}
	if names := f.randomNames(); names != "" {
		text = append(text, "Each row averages over "+names+", which is random: intervals hold for other draws of it, too.")
	}
	var sections []document.Section
	for i, outcome := range c.outcomes {
		o := &f.outcomes[outcome]
		table, plot := c.table(o, c.rows[i])
		sections = append(sections, document.Section{
			Name: name + "-" + o.name(), Heading: upper(o.words()) + ", " + what, Text: text,
			Tables: []document.Table{table},
			Plots: []document.Plot{plot.Plot(name+"-"+o.name(),
				o.words()+": difference from "+c.comparison.Against+", with 95 % intervals",
				"The differences of the table, each with its interval, and a line at 0.")},
		})
		text = nil // is said once
	}
	return sections
}

// table is the figures of an outcome in a comparison, as a table and as a plot.
func (c *compared) table(o *outcome, rows []contrast) (document.Table, plots.Intervals) {
	table := document.Table{Name: "figures", Caption: upper(o.words()) + ": " + o.measure.Meaning}
	for _, within := range c.comparison.Within {
		table.Columns = append(table.Columns, document.Column{Name: "within_" + strings.ToLower(within), Heading: within})
	}
	table.Columns = append(table.Columns,
		document.Column{Name: "level", Heading: c.comparison.Factor},
		document.Column{Name: "mean", Heading: o.words(), Unit: o.unit(), Meaning: o.measure.Meaning},
		document.Column{Name: "difference", Heading: "difference", Unit: o.unit(), Meaning: "from " + c.comparison.Against},
		document.Column{Name: "p", Heading: "p", Meaning: "two-sided probability of such a difference if there is none, corrected by Holm"},
	)
	decimals, zero := decimalsOf(o, rows), 0.0
	plot := plots.Intervals{Label: "difference from " + c.comparison.Against + " in " + o.unitName(), Reference: &zero, Percent: o.share(), Decimals: decimals}
	for _, r := range rows {
		var cells []document.Cell
		for _, level := range r.within {
			cells = append(cells, document.Text(level))
		}
		cells = append(cells, document.Text(r.level), o.cell(document.Estimate(r.mean, decimals)))
		if r.reference {
			cells = append(cells, document.Cell{}, document.Cell{})
		} else {
			cells = append(cells, o.cell(document.Interval(r.difference, decimals)), document.Test(stats.Test{P: r.p, N: r.difference.N}, 4))
			plot.Rows = append(plot.Rows, plots.Row{Label: strings.Join(append(slices.Clone(r.within), r.level), " "), Estimate: r.difference})
		}
		table.Rows = append(table.Rows, cells)
	}
	return table, plot
}

// cellSection is the outcomes of all cells.
func (f *figures) cellSection() (document.Section, error) {
	d := f.design
	table := document.Table{Name: "cells", Caption: "Means of each cell, with their standard errors between deals"}
	for _, factor := range d.Spec.Factors {
		table.Columns = append(table.Columns, document.Column{Name: "factor_" + strings.ToLower(factor.Name), Heading: factor.Name})
	}
	if len(d.Spec.Factors) == 0 {
		table.Columns = append(table.Columns, document.Column{Name: "cell", Heading: "cell"})
	}
	table.Rows = make([][]document.Cell, len(d.Cells))
	for i, c := range d.Cells {
		for _, level := range c.Levels {
			table.Rows[i] = append(table.Rows[i], document.Text(level))
		}
		if len(c.Levels) == 0 {
			table.Rows[i] = append(table.Rows[i], document.Text(d.Spec.Label(c)))
		}
	}
	for j := range f.outcomes {
		o := &f.outcomes[j]
		table.Columns = append(table.Columns, document.Column{Name: o.name(), Heading: o.words(), Unit: o.unit(), Meaning: o.measure.Meaning})
		means := make([]contrast, len(d.Cells))
		for i := range d.Cells {
			means[i].mean = f.mean(j, i)
		}
		decimals := decimalsOf(o, means)
		for i := range means {
			table.Rows[i] = append(table.Rows[i], o.cell(document.Estimate(means[i].mean, decimals)))
		}
	}
	return document.Section{Name: "cells", Heading: "All cells", Tables: []document.Table{table}}, nil
}

// addRuns adds the report of each cell's run.
func (d *Design) addRuns(ctx context.Context, dir string, doc *document.Document) error {
	for i := range d.Cells {
		r, err := report.Read(ctx, d.folder(dir, i))
		if err != nil {
			return err
		}
		run := r.Document()
		run.Sections[0].Text = append(run.Lead, run.Sections[0].Text...)
		for _, section := range run.Sections {
			doc.Sections = append(doc.Sections, d.ofCell(i, section))
		}
	}
	return nil
}

// addEffects adds what happened on the board of each cell.
func (d *Design) addEffects(ctx context.Context, dir string, doc *document.Document, o *Options) error {
	for i := range d.Cells {
		e, err := effects.Read(ctx, d.folder(dir, i), o.Workers)
		if err != nil {
			return err
		}
		doc.Sections = append(doc.Sections, d.ofCell(i, e.Brief()))
	}
	return nil
}

// ofCell is a section about one cell.
func (d *Design) ofCell(cell int, section document.Section) document.Section {
	if len(d.Cells) == 1 {
		return section
	}
	prefix := fmt.Sprintf("cell-%d-", cell+1)
	section.Name = prefix + section.Name
	section.Heading = d.Spec.Label(d.Cells[cell]) + ": " + section.Heading
	for j := range section.Plots {
		section.Plots[j].Name = prefix + section.Plots[j].Name
	}
	return section
}

// designSection says what was played, and how to play it again.
func (f *figures) designSection() document.Section {
	d, s := f.design, f.design.Spec
	cells := document.Table{Name: "cells", Caption: "What was played", Columns: []document.Column{
		{Name: "cell", Heading: "cell"}, {Name: "board", Heading: "board"}, {Name: "tile_set", Heading: "tile set"}, {Name: "agents", Heading: "agents"},
		{Name: "games", Heading: "games"}, {Name: "deals", Heading: "deals"},
	}}
	games := int64(0)
	for i, c := range d.Cells {
		played := d.gamesOf(i, f.deals[i])
		rules := &d.plans[i].Rules
		cells.Rows = append(cells.Rows, []document.Cell{
			document.Text(s.Label(c)), document.Text(rules.Layout.Name), document.Text(rules.TileSet.Name), document.Text(strings.Join(c.Agents, " ")),
			document.Count(played), document.Count(int64(f.deals[i])),
		})
		games += played
	}
	section := document.Section{Name: "design", Heading: "How this was found", Tables: []document.Table{cells}, Text: []string{
		fmt.Sprintf("%d cells, %d games, seed %d. Deal k is the same in all cells with the same tile set. This command makes every figure again:", len(d.Cells), games, s.Seed),
		s.command(s.Games),
	}}
	if s.Larger > s.Games {
		section.Text = append(section.Text, "The larger run:", s.command(s.Larger))
	}
	if len(d.Tables) > 0 {
		section.Text = append(section.Text, fmt.Sprintf("Leave values were trained on %s boards for each of %d tables.", s.Leaves, len(d.Tables)))
	}
	if len(s.TileSets) > 0 {
		section.Tables = append(section.Tables, s.tileSetTable())
	}
	return section
}

// documentName is a name for the answer, which takes fewer letters than that of
// a file.
func (s *Spec) documentName() string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s.name)
	return cmp.Or(strings.Trim(name, "-_"), "experiment")
}

// command is how the experiment is run with so many games.
func (s *Spec) command(games int64) string {
	name := s.name
	if s.dir != "" {
		name += ".toml"
	}
	if !isName(s.name) { // as a shell takes it
		name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	text := "$ quadword experiment " + name
	if games != s.asked.games {
		text += " --games " + strconv.FormatInt(games, 10)
	}
	if s.Seed != s.asked.seed {
		text += " --seed " + strconv.FormatUint(s.Seed, 10)
	}
	return text + " --out FOLDER"
}

// tileSetTable lists the tile sets that the experiment brings with it.
func (s *Spec) tileSetTable() document.Table {
	t := document.Table{Name: "tile_sets", Caption: "Tile sets", Columns: []document.Column{
		{Name: "tile_set", Heading: "tile set"}, {Name: "from", Heading: "made from"}, {Name: "tiles", Heading: "tiles"},
		{Name: "vowels", Heading: "vowels"}, {Name: "blanks", Heading: "blanks"}, {Name: "changes", Heading: "counts that differ"},
		{Name: "points", Heading: "face values that differ"},
	}}
	for i := range s.TileSets {
		set, err := s.TileSets[i].set()
		if err != nil {
			continue // check has told
		}
		vowels, blanks := 0, 0
		var changes, prices []string
		for _, row := range set.Rows() {
			if row.Vowel {
				vowels += row.Count
			}
			if row.Letter == tile.BlankRune {
				blanks += row.Count
			}
			if n, ok := s.TileSets[i].Tiles[string(row.Letter)]; ok {
				changes = append(changes, fmt.Sprintf("%c %d", row.Letter, n))
			}
			if n, ok := s.TileSets[i].Points[string(row.Letter)]; ok {
				prices = append(prices, fmt.Sprintf("%c %d", row.Letter, n))
			}
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Text(set.Name), document.Text(s.TileSets[i].From), document.Count(int64(set.Len())),
			document.Count(int64(vowels)), document.Count(int64(blanks)), document.Text(strings.Join(changes, ", ")), document.Text(strings.Join(prices, ", ")),
		})
	}
	return t
}

// randomNames are the random factors, as words.
func (f *figures) randomNames() string {
	var names []string
	for _, factor := range f.design.Spec.Factors {
		if factor.Random {
			names = append(names, factor.Name)
		}
	}
	return strings.Join(names, " and ")
}

// cell is a cell in the unit of the outcome.
func (o *outcome) cell(c document.Cell) document.Cell {
	if o.share() {
		return c.InPercent()
	}
	return c
}

// unit is what stands in the heading.
func (o *outcome) unit() string {
	if o.share() {
		return "%"
	}
	return ""
}

// unitName is the unit of a difference.
func (o *outcome) unitName() string {
	if o.share() {
		return "percentage points"
	}
	return o.measure.Unit
}

// decimalsOf is how many decimals show two digits of the smallest standard
// error.
func decimalsOf(o *outcome, rows []contrast) int {
	least := math.Inf(1)
	for _, r := range rows {
		for _, e := range []stats.Estimate{r.mean, r.difference} {
			if e.SE > 0 && e.SE < least {
				least = e.SE
			}
		}
	}
	if o.share() {
		least *= 100
	}
	if math.IsInf(least, 1) {
		return 2
	}
	return min(6, max(0, 1-int(math.Floor(math.Log10(least)))))
}

// upper is a text that begins with a capital letter.
func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
