package report

import (
	"fmt"
	"strconv"

	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
)

// drawable is how many pairs of agents a plot has room for.
const drawable = 15

func (r *Report) strengthSection() document.Section {
	s := document.Section{Name: "strength", Heading: "Strength", Tables: r.Strength.tables()}
	if r.Strength.Unrated != "" {
		s.Text = append(s.Text, "Ratings: "+r.Strength.Unrated+".")
	}
	half, zero := 0.5, 0.0
	if ratings := r.Strength.Ratings; len(ratings) > 0 {
		p := plots.Intervals{Label: "Elo, against the mean of the agents", Reference: &zero}
		for _, rating := range ratings {
			p.Rows = append(p.Rows, plots.Row{Label: rating.Agent, Estimate: rating.Elo})
		}
		s.Plots = append(s.Plots, p.Plot("ratings", "Ratings with their intervals.",
			fmt.Sprintf("Ratings of %d agents, from %s down to %s", len(ratings), ratings[0].Agent, ratings[len(ratings)-1].Agent)))
	}
	if pairs := r.Strength.Pairs; len(pairs) <= drawable {
		p := plots.Intervals{Label: "games that the first agent won", Reference: &half, Percent: true, Decimals: 1}
		for _, pair := range pairs {
			p.Rows = append(p.Rows, plots.Row{Label: pair.First + " against " + pair.Second, Estimate: pair.WinRate})
		}
		alt := fmt.Sprintf("Win rates of %d pairs of agents", len(pairs))
		if len(pairs) == 1 {
			alt = pairs[0].sentence()
		}
		s.Plots = append(s.Plots, p.Plot("pairs", "How often the first of two agents did better, with intervals.", alt))
	}
	return s
}

func (s *Strength) tables() []document.Table {
	var tables []document.Table
	if len(s.Ratings) > 0 {
		t := document.Table{
			Name: "ratings", Caption: "Ratings, best first",
			Columns: []document.Column{{Name: "agent", Heading: "agent"}, {Name: "elo", Heading: "Elo", Meaning: "against the mean of all agents"}},
			Notes:   []string{"Bradley-Terry for two seats, Plackett-Luce for more; the mean of all ratings is 0."},
		}
		for _, r := range s.Ratings {
			t.Rows = append(t.Rows, []document.Cell{document.Text(r.Agent), document.Interval(r.Elo, 1)})
		}
		tables = append(tables, t)
	}
	tables = append(tables, s.pairsTable())
	for _, of := range []struct {
		name, caption string
		points        []string
		counts        func(Pair) []uint64
	}{
		{"pentanomial", "Pairs of games by the points of the first agent", []string{"0", "½", "1", "1½", "2"}, pentanomial},
		{"trinomial", "Games by the points of the first agent", []string{"0", "½", "1"}, trinomial},
	} {
		t := document.Table{Name: of.name, Caption: of.caption, Columns: []document.Column{{Name: "first", Heading: "first"}, {Name: "second", Heading: "second"}}}
		for i, points := range of.points {
			t.Columns = append(t.Columns, document.Column{Name: "halves_" + strconv.Itoa(i), Heading: points, Meaning: "deals with that many points"})
		}
		for _, p := range s.Pairs {
			counts := of.counts(p)
			if counts == nil {
				continue
			}
			row := []document.Cell{document.Text(p.First), document.Text(p.Second)}
			for _, n := range counts {
				row = append(row, document.Count(int64(n)))
			}
			t.Rows = append(t.Rows, row)
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

func pentanomial(p Pair) []uint64 {
	if p.Pentanomial == nil {
		return nil
	}
	return p.Pentanomial[:]
}

func trinomial(p Pair) []uint64 {
	if p.Trinomial == nil {
		return nil
	}
	return p.Trinomial[:]
}

func (s *Strength) pairsTable() document.Table {
	t := document.Table{
		Name: "pairs", Caption: "Each agent against each other",
		Columns: []document.Column{
			{Name: "first", Heading: "first"}, {Name: "second", Heading: "second"},
			{Name: "win_rate", Heading: "won by the first", Unit: "%", Meaning: "how often the first was placed before the second, ties being half of that"},
			{Name: "elo", Heading: "Elo", Meaning: "logistic, what the win rate stands for"},
			{Name: "normalized_elo", Heading: "normalised Elo", Meaning: "by how many standard deviations of a game the win rate is above 1/2; it says how many games it takes to see a difference"},
			{Name: "superiority", Heading: "superiority", Unit: "%", Meaning: "the one-sided confidence that the first is the stronger"},
		},
	}
	for _, p := range s.Pairs {
		t.Rows = append(t.Rows, []document.Cell{
			document.Text(p.First), document.Text(p.Second), document.Interval(p.WinRate, 1).InPercent(),
			optional(p.Elo), optional(p.NormalizedElo), p.Superiority.cell(),
		})
	}
	return t
}

func optional(e *stats.Estimate) document.Cell {
	if e == nil {
		return document.Cell{}
	}
	return document.Interval(*e, 1)
}

func (s *Superiority) cell() document.Cell {
	if s == nil {
		return document.Cell{}
	}
	return document.Test(s.Test, 1).InPercent()
}
