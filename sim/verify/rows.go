package verify

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"quadword/sim/dataset"
)

// checker compares the rows of games with what the rules give. A worker has
// one and checks game after game with it.
type checker struct {
	*run
	game *game
	want *wanted

	known, rest, thoughts, ofGame, ofPast, ofCandidate []column

	past  []turnPast
	trial *game    // where candidates are tried
	tried []string // the candidates of the turn so far
}

// known lists the columns of a move that do not depend on what it is.
var known = []string{
	"game_id", "deal_id", "turn", "seat", "seat_turn", "agent", "rack",
	"score_before", "opponent_score_before", "scores_before", "bag_before", "scoreless_before",
	"opponent_rack", "board",
}

// thought lists the columns of a move that only the agent can tell.
var thought = []string{
	"leave_value", "equity", "runner_up_equity", "win_prob", "standard_error", "candidates", "nodes", "move_probability",
}

// hindsight is the columns of a move that only the end of the game can tell.
type hindsight struct {
	ReplyScore   dataset.Null[int32]   `parquet:"reply_score"`
	OwnNextScore dataset.Null[int32]   `parquet:"own_next_score"`
	FinalSpread  dataset.Null[int32]   `parquet:"final_spread"`
	Result       dataset.Null[float64] `parquet:"result"`
}

// turnPast is what is kept of a turn until the game is over.
type turnPast struct {
	seat, points int32
	said         hindsight // by the file
}

func newChecker(r *run) *checker {
	c := &checker{run: r, game: newGame(r.rules, r.words), ofGame: columnsOf[dataset.GameRow](), ofPast: columnsOf[hindsight]()}
	c.want, c.trial = &wanted{game: c.game}, newGame(r.rules, r.words)
	c.ofCandidate = columnsOf[dataset.CandidateRow]()
	past := []string{"fault", "fault_text"} // which are looked at on their own, as what agents think is
	for _, col := range c.ofPast {
		past = append(past, col.name)
	}
	for _, col := range columnsOf[dataset.MoveRow](past...) {
		switch {
		case slices.Contains(known, col.name):
			c.known = append(c.known, col)
		case slices.Contains(thought, col.name):
			c.thoughts = append(c.thoughts, col)
		default:
			c.rest = append(c.rest, col)
		}
	}
	return c
}

// check checks a game whose moves and candidates begin at the current rows, and
// moves on to the rows behind them. The first turn that is wrong ends it; then
// come the row of the game itself and the columns that the moves have in
// hindsight, which would only repeat what is wrong before. An error is one of
// reading.
func (c *checker) check(id int64, row *dataset.GameRow, moves *moveRows, candidates *candidateRows) (*Fault, error) {
	g := c.game
	deal, agents := c.schedule.seating(id)
	g.begin(deal)
	c.want.begin(id, deal, c.spec, agents)
	c.past = c.past[:0]
	for {
		m := moves.row
		here := m != nil && m.GameID == id
		// A play shows that the game was not stuck: no need to search then.
		if (!here || m.Action != playing) && g.isStuck() {
			g.settle(stuck)
		}
		turn := g.turns
		if g.end == "" && !here && c.spec.OnFault == forfeiting && row.Fault.Valid {
			g.forfeit()
		}
		switch {
		case g.end == "" && !here:
			got := "no more rows"
			if m != nil {
				got = fmt.Sprint(m.GameID)
			}
			return fault("game_id", fmt.Sprint(id), got, "the game is not over").in(movesTable, id, turn), nil
		case g.end != "" && here:
			return fault("turn", "no more turns", fmt.Sprint(m.Turn), "the game is over: "+g.end).in(movesTable, id, turn), nil
		case g.end != "" && candidates.row != nil && candidates.row.GameID <= id:
			return strayCandidate(candidates.row, "the game is over: "+g.end).in(candidatesTable, id, -1), nil
		case g.end != "":
			c.want.end(row)
			wrong := or(differ(c.ofGame, &c.want.row, row), senseOfFault(row.Fault, row.FaultText))
			return or(wrong.in(gamesTable, id, -1), c.checkPast().in(movesTable, id, -1)), nil
		}
		compared := c.compared(m, candidates) // while the board is as the agent saw it
		if f := c.turn(m); f != nil {
			return f.in(movesTable, id, turn), nil
		}
		if compared != nil {
			return compared.in(candidatesTable, id, turn), nil
		}
		if err := moves.advance(); err != nil {
			return nil, err
		}
	}
}

// turn plays the move of a row and compares the row.
func (c *checker) turn(m *dataset.MoveRow) *Fault {
	w := c.want
	w.before()
	if f := differ(c.known, &w.move, m); f != nil {
		return f
	}
	if f := w.play(m); f != nil {
		return f
	}
	if !c.game.conserved() {
		return fault("", "", "", "the tiles of bag, racks and board are not those of the set")
	}
	c.past = append(c.past, turnPast{w.move.Seat, w.move.Score, hindsight{m.ReplyScore, m.OwnNextScore, m.FinalSpread, m.Result}})
	return or(differ(c.rest, &w.move, m), senseOfFault(m.Fault, m.FaultText), c.fault(m), sense(m))
}

// fault looks at a turn that is said not to be the agent's own.
func (c *checker) fault(m *dataset.MoveRow) *Fault {
	switch {
	case !m.Fault.Valid:
		return nil
	case c.spec.OnFault != passOver:
		return fault("fault", "null", m.Fault.V, "the turns of a run are their agents' own unless it passes for those that fail")
	case m.Action != passing:
		return fault("fault", "null", m.Fault.V, "the turn of an agent that failed is a pass")
	}
	f := differ(c.thoughts, &dataset.MoveRow{}, m)
	if f != nil {
		f.Why = "the agent failed at this turn"
	}
	return f
}

// senseOfFault tells what cannot be right of a fault that a row tells of.
func senseOfFault(reason, text dataset.Null[string]) *Fault {
	switch {
	case reason.Valid && !slices.Contains(reasons, reason.V):
		return fault("fault", strings.Join(reasons, ", "), reason.V, "")
	case reason.Valid != text.Valid:
		return fault("fault_text", "null if fault is, else a text", show(reflect.ValueOf(text)), "")
	}
	return nil
}

// checkPast compares what the moves of a game that is over tell in hindsight.
func (c *checker) checkPast() (first *Fault) {
	g := c.game
	winners := g.first()
	var reply dataset.Null[int32]                // points of the next turn
	next := make([]dataset.Null[int32], g.Seats) // of each seat's next turn
	for turn, p := range slices.Backward(c.past) {
		want := hindsight{ReplyScore: reply, OwnNextScore: next[p.seat]}
		if g.end != forfeited {
			want.FinalSpread, want.Result = dataset.Some(int32(g.spread(int(p.seat)))), dataset.Some(0.0)
			if slices.Contains(winners, int(p.seat)) {
				want.Result.V = 1 / float64(len(winners))
			}
		}
		if want != p.said {
			first = differ(c.ofPast, &want, &p.said)
			first.Turn = turn
		}
		reply = dataset.Some(p.points)
		next[p.seat] = reply
	}
	return first
}

// sense tells what cannot be right of what the agent thought.
func sense(m *dataset.MoveRow) *Fault {
	if f := or(
		within("win_prob", m.WinProb, 0, 1),
		within("standard_error", m.StandardError, 0, math.MaxFloat64),
		within("move_probability", m.MoveProbability, 0, 1),
	); f != nil {
		return f
	}
	switch second := m.RunnerUpEquity; {
	case m.MoveProbability.Valid && m.MoveProbability.V == 0:
		return fault("move_probability", "more than 0", "0", "the move was chosen")
	case m.Candidates.Valid && m.Candidates.V < 1:
		return fault("candidates", "1 or more", fmt.Sprint(m.Candidates.V), "")
	case m.Nodes.Valid && m.Nodes.V < 0:
		return fault("nodes", "0 or more", fmt.Sprint(m.Nodes.V), "")
	case second.Valid && !m.Equity.Valid:
		return fault("runner_up_equity", "null", fmt.Sprint(second.V), "the move itself has no equity")
	// An agent that goes by its chances or by lot may well choose a move of
	// less equity.
	case second.Valid && second.V > m.Equity.V && !m.WinProb.Valid && !m.MoveProbability.Valid:
		return fault("runner_up_equity", fmt.Sprintf("%d or less", m.Equity.V), fmt.Sprint(second.V), "the second choice is better than the first")
	}
	return nil
}

// within tells of a value, if there is one, that is out of its range.
func within(column string, v dataset.Null[float64], least, most float64) *Fault {
	if v.Valid && !(v.V >= least && v.V <= most) { // NaN is neither
		return fault(column, fmt.Sprintf("%g to %g", least, most), fmt.Sprint(v.V), "")
	}
	return nil
}
