package sim

import (
	"quadword/agents"
	"quadword/engine"
	"quadword/engine/notation"
	"quadword/sim/dataset"
)

// compared adds a row for each move that an agent tells it compared at a turn.
// The position is the one before the move.
func (r *rowMaker) compared(p *engine.Position, rec *Record, d *agents.Decision) {
	for i := range d.Compared {
		c := &d.Compared[i]
		r.text = notation.AppendMove(r.text[:0], r.rules.TileSet.Alphabet, p.Board(), &c.Move)
		move := string(r.text) // which the leave overwrites
		r.candidates = append(r.candidates, dataset.CandidateRow{
			GameID: rec.ID, DealID: rec.Deal,
			Turn: int32(p.Turns()), Seat: int32(p.Seat()), Rank: int32(i + 1),
			Move: move, Action: c.Move.Kind.String(), Chosen: c.Move == d.Move,
			Score: c.Score, Leave: r.leave(p, &c.Move),
			Equity: dataset.Null[int32](c.Equity),
			Mean:   dataset.Null[float64](c.Mean), StandardError: dataset.Null[float64](c.StandardError),
			WinProb: dataset.Null[float64](c.WinProb),
			Spread:  dataset.Null[int32](c.Spread), Visits: dataset.Null[int32](c.Visits),
		})
	}
}
