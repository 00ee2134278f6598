package compare

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// Level is that of the intervals, and 1 - Level the adjusted p-value from which a
// difference is no longer called one.
const Level = 0.95

// Report is two runs side by side.
type Report struct {
	Runs        [2]Run       `json:"runs"`
	Differences []Difference `json:"differences"` // in what was asked for
	// SameDeals: the runs have the same deals, and differences are taken deal by
	// deal over those that both have.
	SameDeals bool     `json:"same_deals"`
	Tables    []Table  `json:"tables"`
	Warnings  []string `json:"warnings"`
}

// Run is one of the two.
type Run struct {
	Dir     string        `json:"dir"`
	State   dataset.State `json:"state"`
	Games   int64         `json:"games"`
	Planned int64         `json:"planned"` // games of the whole run
	Deals   int           `json:"deals"`
	LeftOut int           `json:"left_out"` // deals that the other run does not have
}

// Difference is a field of the manifest in which the runs differ.
type Difference struct {
	Field  string `json:"field"`
	First  string `json:"first"` // as JSON, or "nothing"
	Second string `json:"second"`
}

// Table is all figures of an agent, or of what else has some.
type Table struct {
	First  string `json:"first"`  // in the first run: "all seats", "games" or an agent
	Second string `json:"second"` // in the second: the same, or the agent in its place
	Rows   []Row  `json:"rows"`
}

// Row is a figure.
type Row struct {
	Figure string `json:"figure"`
	Unit   string `json:"unit"`
	// The figure in each run, over the deals that are compared.
	First  stats.Estimate `json:"first"`
	Second stats.Estimate `json:"second"`
	// Difference is the second less the first.
	Difference stats.Estimate `json:"difference"`
	P          Probability    `json:"p"`          // of so large a difference if there is none
	PAdjusted  Probability    `json:"p_adjusted"` // for all rows of the table

	digits int
}

// Differs tells whether the difference is more than the luck of the deals.
func (r *Row) Differs() bool { return float64(r.PAdjusted) < 1-Level }

// Probability is a p-value; NaN, null in JSON, is one that is not known.
type Probability float64

// MarshalJSON writes ten digits, as stats.Estimate does.
func (p Probability) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(p)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(p), 'g', 10, 64), nil
}

// Runs compares the runs in two folders, as far as both have come.
func Runs(ctx context.Context, first, second string) (*Report, error) {
	var c comparison
	for i, dir := range []string{first, second} {
		var err error
		if c.runs[i], err = read(ctx, dir); err != nil {
			return nil, err
		}
	}
	r := &Report{Differences: []Difference{}, SameDeals: sameDeals(c.runs), Warnings: []string{}}
	for _, d := range dataset.Differences(c.runs[0].Manifest, c.runs[1].Manifest) {
		r.Differences = append(r.Differences, Difference{d.Field, d.Expected, d.Found})
	}
	c.same = r.SameDeals
	if c.places = c.common(); len(c.places[0]) == 0 || len(c.places[1]) == 0 {
		return nil, fmt.Errorf("runs %s and %s have one seed and no deal in common: the first has deals %d to %d, the second %d to %d",
			first, second, c.runs[0].deals[0], c.runs[0].deals[len(c.runs[0].deals)-1], c.runs[1].deals[0], c.runs[1].deals[len(c.runs[1].deals)-1])
	}
	for i, run := range c.runs {
		m := run.Manifest
		r.Runs[i] = Run{run.Dir, m.State, run.games, m.RunGames(), len(run.deals), len(run.deals) - len(c.places[i])}
		r.warn(run)
	}
	if !r.SameDeals && c.runs[0].Manifest.Spec.Seed == c.runs[1].Manifest.Spec.Seed {
		r.Warnings = append(r.Warnings, "the runs have one seed, but not the same tiles and seats: their deals are taken for independent ones")
	}
	var alone [2][]string
	r.Tables, alone = c.tables()
	if n := len(alone[0]) + len(alone[1]); n > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("not compared are the agents that one run has alone: the first %s; the second %s", listed(alone[0]), listed(alone[1])))
	}
	if alike(r.Tables) {
		r.Warnings = append(r.Warnings, "the runs never differ: nothing is to be learned from them")
	}
	return r, nil
}

// warn tells what there is to doubt of a run.
func (r *Report) warn(run *run) {
	m := run.Manifest
	if m.State != dataset.Complete {
		r.Warnings = append(r.Warnings, fmt.Sprintf("run %s is %s: it has %d of %d games", run.Dir, m.State, run.games, m.RunGames()))
	}
	if m.Spec.SPRT != nil {
		r.Warnings = append(r.Warnings, fmt.Sprintf("run %s: %s", run.Dir, stats.StoppingBias))
	}
}

// sameDeals tells whether deal k is the same order of the bag in both runs.
func sameDeals(runs [2]*run) bool {
	a, b := &runs[0].Manifest.Spec, &runs[1].Manifest.Spec
	return a.Seed == b.Seed && a.Rules.Seats == b.Rules.Seats && slices.Equal(a.TileSet.Tiles, b.TileSet.Tiles)
}

// alike tells whether no figure ever differed.
func alike(tables []Table) bool {
	for _, t := range tables {
		for _, row := range t.Rows {
			if !slices.Contains(row.Difference.Warnings, stats.NoInformation) {
				return false
			}
		}
	}
	return true
}

// comparison is two runs and the deals of them that are compared.
type comparison struct {
	runs   [2]*run
	same   bool
	places [2][]int // among the deals of each run
}

// common gives the places of the deals that are compared: those that both runs
// have, or all if they are not the same.
func (c *comparison) common() (places [2][]int) {
	a, b := c.runs[0].deals, c.runs[1].deals
	if !c.same {
		for i := range a {
			places[0] = append(places[0], i)
		}
		for i := range b {
			places[1] = append(places[1], i)
		}
		return places
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			places[0], places[1] = append(places[0], i), append(places[1], j)
			i, j = i+1, j+1
		}
	}
	return places
}

// tables are those of the games, of all seats, of the agents in both runs, and of
// the agent that each run has alone, if it is one; else these are left.
func (c *comparison) tables() (tables []Table, alone [2][]string) {
	games := slices.Clone(ofGame)
	ends := slices.Concat(c.runs[0].ends, c.runs[1].ends)
	slices.Sort(ends)
	for _, end := range slices.Compact(ends) {
		games = append(games, endedBy(end))
	}
	tables = []Table{
		c.table("games", "games", everyGame, everyGame, games),
		c.table("all seats", "all seats", everyone, everyone, ofAll),
	}
	first, second := players(c.runs[0]), players(c.runs[1])
	for _, agent := range first {
		if slices.Contains(second, agent) {
			tables = append(tables, c.table(agent, agent, agent, agent, ofSeat))
		} else {
			alone[0] = append(alone[0], agent)
		}
	}
	for _, agent := range second {
		if !slices.Contains(first, agent) {
			alone[1] = append(alone[1], agent)
		}
	}
	if len(alone[0]) == 1 && len(alone[1]) == 1 {
		tables = append(tables, c.table(alone[0][0], alone[1][0], alone[0][0], alone[1][0], ofSeat))
		alone = [2][]string{}
	}
	return tables, alone
}

// listed is agents in a line.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// players are the agents of a run that played, in the order of its spec.
func players(r *run) (names []string) {
	for _, a := range r.Manifest.Spec.Agents {
		if r.subjects[a.Spec] != nil && !slices.Contains(names, a.Spec) {
			names = append(names, a.Spec)
		}
	}
	return names
}

// table compares a subject of the first run with one of the second.
func (c *comparison) table(first, second, inFirst, inSecond string, figures []figure) Table {
	t := Table{First: first, Second: second}
	var p []float64
	for _, f := range figures {
		a := c.runs[0].subjects[inFirst].vector(f.name, c.places[0])
		b := c.runs[1].subjects[inSecond].vector(f.name, c.places[1])
		row := Row{Figure: f.name, Unit: f.unit, First: a.ratio(Level), Second: b.ratio(Level), digits: f.digits}
		row.Difference = c.difference(a, b)
		row.P = Probability(row.Difference.P(0))
		t.Rows, p = append(t.Rows, row), append(p, float64(row.P))
	}
	for i, adjusted := range stats.Holm(p) {
		t.Rows[i].PAdjusted = Probability(adjusted)
	}
	return t
}

// difference is by how much a figure is more in the second run.
func (c *comparison) difference(a, b vector) stats.Estimate {
	var e stats.Estimate
	var err error
	if c.same {
		e, err = stats.Difference(b.influence(), a.influence(), Level)
	} else {
		e, err = stats.Welch(b.seen().influence(), a.seen().influence(), Level)
	}
	if err != nil {
		panic(err) // cannot happen: the deals are the same, or each run has some
	}
	return e
}
