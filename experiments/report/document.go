package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
)

// Document is the report for people, with plots.
func (r *Report) Document() document.Document {
	d := document.Document{Name: "run", Title: r.title(), Lead: r.lead(), Sections: []document.Section{r.runSection()}}
	if r.Games == 0 {
		return d
	}
	if len(r.Strength.Pairs) > 0 {
		d.Sections = append(d.Sections, r.strengthSection())
	}
	d.Sections = append(d.Sections, r.agentsSection(), r.seatsSection(), r.endsSection())
	return d
}

func (r *Report) title() string {
	names := r.byStrength()
	switch {
	case len(names) == 0:
		return "No games yet, board " + r.Board
	case len(names) == 1:
		return fmt.Sprintf("%s against itself, board %s", names[0], r.Board)
	case len(r.Strength.Pairs) == 1:
		return fmt.Sprintf("%s against %s, board %s", r.Strength.Pairs[0].First, r.Strength.Pairs[0].Second, r.Board)
	}
	return fmt.Sprintf("%d agents, board %s", len(names), r.Board)
}

// byStrength are the agents, the best first, those that won alike by name.
func (r *Report) byStrength() []string {
	return slices.SortedFunc(maps.Keys(r.Agents), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Agents[b].WinRate, r.Agents[a].WinRate), cmp.Compare(a, b))
	})
}

// lead is the answer.
func (r *Report) lead() []string {
	var lead []string
	if r.SPRT != nil {
		lead = append(lead, r.SPRT.String())
	}
	for _, p := range r.Strength.Pairs {
		if len(r.Strength.Pairs) == 1 {
			lead = append(lead, p.sentence())
		}
	}
	if len(r.Strength.Ratings) > 1 {
		best, next := r.Strength.Ratings[0], r.Strength.Ratings[1]
		lead = append(lead, fmt.Sprintf("The strongest of %d agents is %s, rated %s, before %s, rated %s.", len(r.Strength.Ratings),
			best.Agent, document.Interval(best.Elo, 0), next.Agent, document.Interval(next.Elo, 0)))
	}
	if r.Games != r.Planned {
		lead = append(lead, fmt.Sprintf("The run is %s: %d of %d games are here.", r.State, r.Games, r.Planned))
	}
	return lead
}

// sentence says what a pair comes to.
func (p *Pair) sentence() string {
	rate := document.Interval(p.WinRate, 1).InPercent()
	if p.Elo == nil {
		return fmt.Sprintf("%s was placed before %s in %s of their games, on %d deals.", p.First, p.Second, rate, p.WinRate.N)
	}
	return fmt.Sprintf("%s won %s of its games against %s, on %d deals: %s Elo, likelihood of superiority %s.",
		p.First, rate, p.Second, p.WinRate.N, document.Interval(*p.Elo, 0), document.Test(p.Superiority.Test, 1).InPercent())
}

func (r *Report) runSection() document.Section {
	t := document.Table{
		Name: "run", Caption: "The run",
		Columns: []document.Column{{Name: "what", Heading: "what"}, {Name: "value", Heading: "value"}},
	}
	add := func(what string, value document.Cell) {
		t.Rows = append(t.Rows, []document.Cell{document.Text(what), value})
	}
	for i, name := range r.byStrength() {
		add("agent "+strconv.Itoa(i+1), document.Text(name))
	}
	add("board", document.Text(r.Board))
	add("tile set", document.Text(r.TileSet))
	add("lexicon", document.Text(r.Lexicon))
	add("state", document.Text(string(r.State)))
	add("games planned", document.Count(r.Planned))
	add("games", document.Count(r.Games))
	add("deals", document.Count(r.Deals))
	return document.Section{Name: "run", Heading: "Who plays", Tables: []document.Table{t}}
}

func (r *Report) agentsSection() document.Section {
	names := r.byStrength()
	t := figuresTable("agents", "Agents, best first", "agent")
	var scores plots.Histogram
	scores.XLabel, scores.Of = "score", "games"
	for _, name := range names {
		f := r.Agents[name]
		t.Rows = append(t.Rows, f.row(document.Text(name)))
		if f.Scores != nil {
			scores.Series = append(scores.Series, plots.Distribution{
				Label: name, From: float64(f.Scores.From), Width: float64(f.Scores.Width), Counts: f.Scores.Counts,
			})
		}
	}
	t.Notes = []string{"A game counts once for each seat that an agent had in it. All means are per game."}
	return document.Section{
		Name: "agents", Heading: "Agents", Tables: []document.Table{t},
		Plots: []document.Plot{scores.Plot("scores", "Scores of the agents, as shares of their games.",
			"Distribution of scores: "+r.means(names))},
	}
}

// means says the mean score of each agent.
func (r *Report) means(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, fmt.Sprintf("%s %s", name, document.Number(r.Agents[name].MeanScore, 1)))
	}
	return "means are " + strings.Join(all, ", ")
}

func (r *Report) seatsSection() document.Section {
	t := figuresTable("seats", "Seats, in the order of play", "seat")
	for seat, f := range r.Seats {
		t.Rows = append(t.Rows, f.row(document.Text(strconv.Itoa(seat))))
	}
	return document.Section{Name: "seats", Heading: "Seats", Tables: []document.Table{t}}
}

func figuresTable(name, caption, of string) document.Table {
	return document.Table{Name: name, Caption: caption, Columns: []document.Column{
		{Name: of, Heading: of},
		{Name: "games", Heading: "games"},
		{Name: "win_rate", Heading: "won", Unit: "%", Meaning: "share of first places; one that is shared by k counts 1/k"},
		{Name: "score", Heading: "score", Meaning: "mean points of a game"},
		{Name: "spread", Heading: "spread", Meaning: "points more than the best of the others"},
		{Name: "turns", Heading: "turns"},
		{Name: "bingos", Heading: "bingos"},
		{Name: "exchanges", Heading: "exchanges"},
		{Name: "passes", Heading: "passes"},
		{Name: "faults", Heading: "failed", Meaning: "games in which the agent, or one at the seat, failed"},
	}}
}

func (f Figures) row(name document.Cell) []document.Cell {
	mean := func(value float64, se *float64, decimals int) document.Cell {
		e := stats.Student(value, math.NaN(), int(f.Deals), Level)
		if se != nil {
			e = stats.Student(value, *se, int(f.Deals), Level)
		}
		return document.Estimate(e, decimals)
	}
	return []document.Cell{
		name, document.Count(f.Games),
		mean(f.WinRate, f.WinRateSE, 1).InPercent(), mean(f.MeanScore, f.ScoreSE, 1), mean(f.MeanSpread, f.SpreadSE, 1),
		mean(f.Turns, f.TurnsSE, 2), mean(f.Bingos, f.BingosSE, 2), mean(f.Exchanges, f.ExchangesSE, 2), mean(f.Passes, f.PassesSE, 2),
		document.Count(f.FaultGames),
	}
}

func (r *Report) endsSection() document.Section {
	turns := document.Table{
		Name: "turns", Columns: []document.Column{{Name: "what", Heading: "what"}, {Name: "mean", Heading: "mean"}},
		Rows: [][]document.Cell{{document.Text("turns a game, of all seats"), turnsCell(r)}},
	}
	s := document.Section{Name: "ends", Heading: "How games went and ended", Tables: []document.Table{
		turns, r.countsTable("ends", "How games ended", "end", r.EndReasons),
	}}
	if r.FaultGames == 0 {
		s.Text = []string{"No agent failed."}
	} else {
		s.Tables = append(s.Tables, r.countsTable("faults", "Games in which an agent failed, by how the first one did", "fault", r.Faults))
	}
	return s
}

func turnsCell(r *Report) document.Cell {
	se := math.NaN()
	if r.TurnsSE != nil {
		se = *r.TurnsSE
	}
	return document.Estimate(stats.Student(*r.TurnsPerGame, se, int(r.Deals), Level), 2)
}

// countsTable is numbers of games by name, the most first.
func (r *Report) countsTable(name, caption, of string, games map[string]int64) document.Table {
	t := document.Table{Name: name, Caption: caption, Columns: []document.Column{
		{Name: of, Heading: of}, {Name: "games", Heading: "games"}, {Name: "share", Heading: "share", Unit: "%"},
	}}
	for _, what := range slices.SortedFunc(maps.Keys(games), func(a, b string) int {
		return cmp.Or(cmp.Compare(games[b], games[a]), cmp.Compare(a, b))
	}) {
		n := games[what]
		t.Rows = append(t.Rows, []document.Cell{document.Text(what), document.Count(n), document.Percent(float64(n)/float64(r.Games), 2)})
	}
	return t
}
