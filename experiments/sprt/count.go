package sprt

import (
	"fmt"
	"iter"

	"quadword/sim"
	"quadword/sim/dataset"
)

// cells is the number of results of a deal: the points of the first agent in
// its games, in halves. Of an unpaired deal the last two cannot be.
const cells = 5

// game is what is counted of a game: some columns of dataset.GameRow.
type game struct {
	GameID int64               `parquet:"game_id"`
	DealID int64               `parquet:"deal_id"`
	Agent  []string            `parquet:"agent"`
	Winner dataset.Null[int32] `parquet:"winner"`
}

// rowsOf is the games of a part of a dataset.
func rowsOf(run *dataset.Reader, p dataset.Part) iter.Seq2[*game, error] {
	return dataset.PartRows[game](run, dataset.GamesTable, p)
}

// recordsOf is games that were played.
func recordsOf(match *sim.Match, games []sim.Record) iter.Seq2[*game, error] {
	return func(yield func(*game, error) bool) {
		for row := range match.Rows(games) {
			if !yield(&game{row.GameID, row.DealID, row.Agent, row.Winner}, nil) {
				return
			}
		}
	}
}

// count counts the deals of a part by what the first agent scored in them.
func (t *Test) count(games iter.Seq2[*game, error]) (deals [cells]uint64, err error) {
	var deal int64
	played, points := 0, 0
	for g, err := range games {
		if err != nil {
			return deals, err
		}
		if played > 0 && g.DealID != deal {
			return deals, fmt.Errorf("deal %d has %d games, expected %d", deal, played, t.perDeal)
		}
		scored, err := t.points(g)
		if err != nil {
			return deals, err
		}
		deal, played, points = g.DealID, played+1, points+scored
		if played == t.perDeal {
			deals[points]++
			played, points = 0, 0
		}
	}
	if played > 0 {
		return deals, fmt.Errorf("deal %d has %d games, expected %d", deal, played, t.perDeal)
	}
	return deals, nil
}

// points is what the first agent scored in a game, in halves.
func (t *Test) points(g *game) (int, error) {
	first, second := t.spec.Agents[0].Spec, t.spec.Agents[1].Spec
	if len(g.Agent) != 2 || !(g.Agent[0] == first && g.Agent[1] == second || g.Agent[0] == second && g.Agent[1] == first) {
		return 0, fmt.Errorf("game %d is between %q, expected %s and %s", g.GameID, g.Agent, first, second)
	}
	switch w := g.Winner; {
	case !w.Valid:
		return 1, nil
	case w.V != 0 && w.V != 1:
		return 0, fmt.Errorf("game %d: winner %d, expected seat 0 or 1", g.GameID, w.V)
	case g.Agent[w.V] == first:
		return 2, nil
	}
	return 0, nil
}
