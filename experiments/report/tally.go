package report

import (
	"fmt"

	"quadword/engine"
	"quadword/experiments/measure"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// tally counts games. Its zero value counts none, under the tie break of
// tournaments.
type tally struct {
	tieBreak engine.TieBreak // of the rules that the games were played by

	games  int64
	agents map[string]*subject
	seats  [engine.MaxSeats]subject
	turns  stats.Sums // of both sides together, over games
	ends   map[string]int64
	faults map[string]int64 // games in which an agent failed, by how one did first

	contests map[pair]*contest
	finishes finishes

	// The deal at hand.
	deal                 int64
	dealGames, dealTurns int64
}

// The measures that are taken of an agent and of a seat in each game.
const (
	result = iota // share of the first place, in twelfths
	score
	spread
	turns
	bingos
	exchanges
	passes
	measures
)

// whole is a first place that is not shared.
const whole = measure.Whole

// subject is an agent or a seat, and what is known of it.
type subject struct {
	wins, draws, losses int64
	faults              int64 // games in which it failed
	ratios              [measures]stats.Sums
	scores              scores // of an agent

	// The deal at hand.
	n int64
	y [measures]int64
}

func (s *subject) add(values *[measures]int64) {
	switch values[result] {
	case whole:
		s.wins++
	case 0:
		s.losses++
	default:
		s.draws++
	}
	s.n++
	for i, v := range values {
		s.y[i] += v
	}
}

// closeDeal ends the deal at hand.
func (s *subject) closeDeal() {
	for i := range s.ratios {
		s.ratios[i].Add(s.y[i], s.n)
	}
	s.n, s.y = 0, [measures]int64{}
}

func (s *subject) merge(o *subject) {
	s.wins += o.wins
	s.draws += o.draws
	s.losses += o.losses
	s.faults += o.faults
	for i := range s.ratios {
		s.ratios[i].Merge(o.ratios[i])
	}
	s.scores.merge(o.scores)
}

// game is what is counted of a game: some columns of dataset.GameRow, which
// make a file quicker to read than all of them.
type game struct {
	GameID         int64                `parquet:"game_id"`
	DealID         int64                `parquet:"deal_id"`
	Agent          []string             `parquet:"agent"`
	Score          []int32              `parquet:"score"`
	ScoreBeforeEnd []int32              `parquet:"score_before_end"`
	SeatTurns      []int32              `parquet:"seat_turns"`
	Bingos         []int32              `parquet:"bingos"`
	Exchanges      []int32              `parquet:"exchanges"`
	Passes         []int32              `parquet:"passes"`
	Turns          int32                `parquet:"turns"`
	EndReason      string               `parquet:"end_reason"`
	Faults         []int32              `parquet:"faults"`
	Fault          dataset.Null[string] `parquet:"fault"`
}

// gameOf is what is counted of a row.
func gameOf(g *dataset.GameRow) *game {
	return &game{
		g.GameID, g.DealID, g.Agent, g.Score, g.ScoreBeforeEnd, g.SeatTurns,
		g.Bingos, g.Exchanges, g.Passes, g.Turns, g.EndReason, g.Faults, g.Fault,
	}
}

// add counts a game. The games of a deal come one after another.
func (t *tally) add(g *game) error {
	seats := len(g.Agent)
	for _, n := range []int{len(g.Score), len(g.ScoreBeforeEnd), len(g.SeatTurns), len(g.Bingos), len(g.Exchanges), len(g.Passes), len(g.Faults)} {
		if n != seats || seats < 2 || seats > engine.MaxSeats {
			return fmt.Errorf("game %d: its lists are not of one length, 2 to %d", g.GameID, engine.MaxSeats)
		}
	}
	if g.DealID != t.deal {
		t.closeDeal()
		t.deal = g.DealID
	}
	if t.agents == nil {
		t.agents, t.ends, t.faults = map[string]*subject{}, map[string]int64{}, map[string]int64{}
	}
	t.games++
	t.ends[g.EndReason]++
	if g.Fault.Valid {
		t.faults[g.Fault.V]++
	}
	t.dealGames++
	t.dealTurns += int64(g.Turns)
	first := t.first(g)
	for seat, name := range g.Agent {
		values := [measures]int64{
			result:    first[seat],
			score:     int64(g.Score[seat]),
			spread:    int64(g.Score[seat] - measure.BestOther(g.Score, seat)),
			turns:     int64(g.SeatTurns[seat]),
			bingos:    int64(g.Bingos[seat]),
			exchanges: int64(g.Exchanges[seat]),
			passes:    int64(g.Passes[seat]),
		}
		agent := t.agents[name]
		if agent == nil {
			agent = &subject{}
			t.agents[name] = agent
		}
		for _, s := range []*subject{agent, &t.seats[seat]} {
			s.add(&values)
			if g.Faults[seat] > 0 {
				s.faults++
			}
		}
		agent.scores.add(int64(g.Score[seat]))
	}
	t.meet(g)
	return nil
}

// forfeit is the end of a game in which an agent failed and lost by it.
var forfeit = engine.EndForfeit.String()

// first is each seat's share of the first place, in twelfths.
func (t *tally) first(g *game) [engine.MaxSeats]int64 {
	return measure.FirstPlaces(t.tieBreak, g.Score, g.ScoreBeforeEnd, g.Faults, g.EndReason == forfeit)
}

// closeDeal ends the deal at hand.
func (t *tally) closeDeal() {
	if t.dealGames == 0 {
		return
	}
	t.turns.Add(t.dealTurns, t.dealGames)
	t.dealGames, t.dealTurns = 0, 0
	for _, a := range t.agents {
		a.closeDeal()
	}
	for seat := range t.seats {
		t.seats[seat].closeDeal()
	}
	for _, c := range t.contests {
		c.closeDeal()
	}
}

// merge adds the games of another tally, of other deals.
func (t *tally) merge(o *tally) {
	t.closeDeal()
	o.closeDeal()
	if t.agents == nil {
		t.agents, t.ends, t.faults = map[string]*subject{}, map[string]int64{}, map[string]int64{}
	}
	t.games += o.games
	for how, n := range o.faults {
		t.faults[how] += n
	}
	t.turns.Merge(o.turns)
	for why, n := range o.ends {
		t.ends[why] += n
	}
	for name, agent := range o.agents {
		if t.agents[name] == nil {
			t.agents[name] = &subject{}
		}
		t.agents[name].merge(agent)
	}
	for seat := range o.seats {
		t.seats[seat].merge(&o.seats[seat])
	}
	for who, c := range o.contests {
		if t.contests == nil {
			t.contests = map[pair]*contest{}
		}
		if t.contests[who] == nil {
			t.contests[who] = &contest{deals: map[outcome]int64{}}
		}
		t.contests[who].merge(c)
	}
	t.finishes.merge(&o.finishes)
}
