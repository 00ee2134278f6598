package sim

import (
	"iter"

	"quadword/sim/dataset"
)

// Rows makes the rows that a dataset has of some games of the match, for a
// Sink that wants them and no dataset. Each game's rows are good until the
// next one's.
func (m *Match) Rows(games []Record) iter.Seq2[*dataset.GameRow, []dataset.MoveRow] {
	return func(yield func(*dataset.GameRow, []dataset.MoveRow) bool) {
		names := make([]string, len(m.Players))
		for i, p := range m.Players {
			names[i] = p.Name
		}
		rows := rowMaker{seed: m.Seed, rules: m.Rules, lexicon: m.Lexicon.Name(), names: names}
		for i := range games {
			if !yield(rows.rows(&games[i])) {
				return
			}
		}
	}
}
