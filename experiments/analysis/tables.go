package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"quadword/experiments/document"
)

// section writes them down.
func (r *recordRun) section(name, label string) document.Section {
	at := []document.Column{
		{Name: "game", Heading: "game", Meaning: "number of the game in the run"},
		{Name: "turn", Heading: "turn", Meaning: "number of the turn in the game, from 0"},
		{Name: "agent", Heading: "agent", Meaning: "whose play it is"},
	}
	what := []document.Column{
		{Name: "points", Heading: "points", Meaning: "of the play"},
		{Name: "word", Heading: "word", Meaning: "the main word, lowercase a blank"},
		{Name: "at", Heading: "at", Meaning: "the square of its first letter: 8D across, D8 down"},
		{Name: "rack", Heading: "rack", Meaning: "before the play, ? a blank"},
	}
	cells := func(p *recordPlay) []document.Cell {
		return []document.Cell{
			document.Count(int64(p.score)), document.Text(p.word), document.Text(p.coordinate), document.Text(p.rack),
			document.Count(p.game), document.Count(int64(p.turn)), document.Text(p.who),
		}
	}
	plays := document.Table{Name: "plays", Caption: "Highest plays", Columns: slices.Concat(
		[]document.Column{{Name: "rank", Heading: "rank", Meaning: "equal ones in order of game and turn"}}, what, at)}
	for i := range r.plays.items {
		plays.Rows = append(plays.Rows, append([]document.Cell{document.Count(int64(i + 1))}, cells(&r.plays.items[i])...))
	}
	multipliers := document.Table{Name: "multipliers", Caption: "Highest play for each word multiplier", Columns: slices.Concat(
		[]document.Column{{Name: "by", Heading: "word", Unit: "times", Meaning: "product of the word premiums under the tiles placed"}}, what, at)}
	for _, by := range slices.Sorted(maps.Keys(r.multipliers)) {
		p := r.multipliers[by]
		multipliers.Rows = append(multipliers.Rows, append([]document.Cell{document.Count(int64(by))}, cells(&p)...))
	}
	words := document.Table{Name: "words", Caption: "Longest words", Columns: slices.Concat([]document.Column{
		{Name: "word", Heading: "word", Meaning: "each once, where it was formed first; lowercase a blank"},
		{Name: "letters", Heading: "letters", Meaning: "of the word"},
	}, at)}
	for _, w := range r.words.items {
		words.Rows = append(words.Rows, []document.Cell{
			document.Text(w.word), document.Count(int64(w.letters)), document.Count(w.game), document.Count(int64(w.turn)), document.Text(w.who),
		})
	}
	return document.Section{
		Name: name, Heading: "Records: " + label,
		Text:   []string{fmt.Sprintf("Of %d games. Equal records go to the earlier game and turn.", r.games)},
		Tables: []document.Table{plays, r.ofGames(), words, multipliers, r.ended()},
	}
}

// ofGames is the records of whole games.
func (r *recordRun) ofGames() document.Table {
	t := document.Table{Name: "games", Caption: "Records of games", Columns: []document.Column{
		{Name: "record", Heading: "record"},
		{Name: "value", Heading: "value", Meaning: "points, or bingos"},
		{Name: "game", Heading: "game", Meaning: "number of the game in the run"},
		{Name: "seat", Heading: "seat", Meaning: "whose record it is; - if it is of the game"},
		{Name: "agent", Heading: "agent", Meaning: "the agent at this seat"},
	}}
	for _, row := range []struct {
		what string
		best
	}{
		{"highest score of a side", r.score},
		{"highest score that lost", r.lost},
		{"highest total of all sides", r.total},
		{"largest margin", r.margin},
		{"largest deficit overcome", r.comeback},
		{"most bingos of a side", r.bingos},
	} {
		cells := []document.Cell{document.Text(row.what), {}, {}, {}, {}}
		if row.known {
			cells[1], cells[2] = document.Count(row.value), document.Count(row.game)
			if row.seat >= 0 {
				cells[3], cells[4] = document.Count(int64(row.seat)), document.Text(row.who)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// ended is how games ended, the most frequent way first.
func (r *recordRun) ended() document.Table {
	t := document.Table{Name: "ends", Caption: "How games ended", Columns: []document.Column{
		{Name: "end", Heading: "end", Meaning: "out: a seat used up its tiles; scoreless, passes, stuck: a limit of the rules; forfeit: an agent failed"},
		{Name: "games", Heading: "games"},
		{Name: "share", Heading: "share", Unit: "%", Meaning: "of all games"},
	}}
	whys := slices.SortedFunc(maps.Keys(r.ends), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.ends[b], r.ends[a]), cmp.Compare(a, b))
	})
	for _, why := range whys {
		n := r.ends[why]
		t.Rows = append(t.Rows, []document.Cell{document.Text(why), document.Count(n), document.Percent(float64(n)/float64(r.games), 3)})
	}
	return t
}
