package winprob

import (
	"fmt"
	"unicode/utf8"

	"quadword/sim/dataset"
)

// heldOutOf: every fourth deal is held out.
const heldOutOf = 4

// state is a game between two moves as one of the two players sees it, and how
// it ended for him.
type state struct {
	run, deal int64
	onTurn    bool
	unseen    int
	spread    int
	halves    int64 // of a win
}

// heldOut goes by the number of the deal, so that runs which share deals hold
// out the same ones.
func (s *state) heldOut() bool { return s.deal%heldOutOf == heldOutOf-1 }

// move is what is read of a row of moves.
type move struct {
	GameID              int64                `parquet:"game_id"`
	DealID              int64                `parquet:"deal_id"`
	Turn                int32                `parquet:"turn"`
	Rack                string               `parquet:"rack"`
	OpponentRack        dataset.Null[string] `parquet:"opponent_rack"`
	BagBefore           int32                `parquet:"bag_before"`
	ScoreBefore         int32                `parquet:"score_before"`
	OpponentScoreBefore int32                `parquet:"opponent_score_before"`
	// Result is null in a game that was forfeited, which teaches nothing.
	Result dataset.Null[float64] `parquet:"result"`
}

// states is what the two players see before a move: the one on turn and the
// other one, who leads by as much as the first is behind, does not see the
// first one's rack, and wins what he does not.
func (m *move) states(run int64, unseen int) (states [2]state, err error) {
	lead := int(m.ScoreBefore) - int(m.OpponentScoreBefore)
	halves := int64(2 * m.Result.V)
	mover := state{run, m.DealID, true, int(m.BagBefore) + utf8.RuneCountInString(m.OpponentRack.V), lead, halves}
	other := state{run, m.DealID, false, int(m.BagBefore) + utf8.RuneCountInString(m.Rack), -lead, 2 - halves}
	for _, s := range []state{mover, other} {
		if s.unseen < 1 || s.unseen > unseen {
			return states, fmt.Errorf("game %d, turn %d: %d tiles unseen, expected 1 to %d", m.GameID, m.Turn, s.unseen, unseen)
		}
	}
	if float64(halves) != 2*m.Result.V || halves < 0 || halves > 2 {
		return states, fmt.Errorf("game %d, turn %d: result %v, expected 0, 0.5 or 1", m.GameID, m.Turn, m.Result.V)
	}
	return [2]state{mover, other}, nil
}
