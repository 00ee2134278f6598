package compare

import (
	"context"
	"fmt"
	"slices"

	"quadword/engine"
	"quadword/sim/dataset"
)

// figure is what is measured, a game or a game and seat.
type figure struct {
	name   string
	unit   string
	digits int // shown behind the point
	of     func(g *game, seat int) float64
}

// ofSeat are the figures of an agent.
var ofSeat = []figure{
	{"win rate", "%", 1, func(g *game, seat int) float64 { return 100 * g.first[seat] }},
	{"spread", "points", 1, func(g *game, seat int) float64 { return float64(g.Score[seat] - g.bestOther(seat)) }},
	{"turns", "a game", 2, func(g *game, seat int) float64 { return float64(g.SeatTurns[seat]) }},
	{"score", "points", 1, func(g *game, seat int) float64 { return float64(g.Score[seat]) }},
	{"bingos", "a game", 3, func(g *game, seat int) float64 { return float64(g.Bingos[seat]) }},
	{"exchanges", "a game", 3, func(g *game, seat int) float64 { return float64(g.Exchanges[seat]) }},
	{"passes", "a game", 3, func(g *game, seat int) float64 { return float64(g.Passes[seat]) }},
}

// ofAll are those of all seats together, where what one wins the other loses and
// the length of the games tells the turns.
var ofAll = ofSeat[3:]

// ofGame are the figures of games, but for how they end.
var ofGame = []figure{
	{"game length", "turns", 2, func(g *game, _ int) float64 { return float64(g.Turns) }},
	{"lead changes", "a game", 2, func(g *game, _ int) float64 { return float64(g.LeadChanges) }},
}

// endedBy is the share of games with an end.
func endedBy(reason string) figure {
	return figure{"ended by " + reason, "%", 2, func(g *game, _ int) float64 {
		if g.EndReason == reason {
			return 100
		}
		return 0
	}}
}

// gameRow is what is read of a game: some columns of dataset.GameRow.
type gameRow struct {
	GameID         int64               `parquet:"game_id"`
	DealID         int64               `parquet:"deal_id"`
	Agent          []string            `parquet:"agent"`
	Score          []int32             `parquet:"score"`
	ScoreBeforeEnd []int32             `parquet:"score_before_end"`
	SeatTurns      []int32             `parquet:"seat_turns"`
	Bingos         []int32             `parquet:"bingos"`
	Exchanges      []int32             `parquet:"exchanges"`
	Passes         []int32             `parquet:"passes"`
	Winner         dataset.Null[int32] `parquet:"winner"`
	Turns          int32               `parquet:"turns"`
	LeadChanges    int32               `parquet:"lead_changes"`
	EndReason      string              `parquet:"end_reason"`
	Faults         []int32             `parquet:"faults"`
}

// game is a row and what follows from it.
type game struct {
	*gameRow
	first [engine.MaxSeats]float64 // each seat's share of the first place
}

func (g *game) bestOther(but int) (best int32) {
	found := false
	for seat, s := range g.Score {
		if seat != but && (!found || s > best) {
			best, found = s, true
		}
	}
	return best
}

// run is the figures of a run, deal by deal.
type run struct {
	*dataset.Reader
	games    int64
	deals    []int64 // in rising order
	ends     []string
	subjects map[string]*subject
}

// everyone and everyGame are the subjects that are no agent, which has a name
// without spaces in front.
const everyone, everyGame = " seats", " games"

// subject is an agent, or what else has figures.
type subject struct {
	n []float64            // observations of each deal
	y map[string][]float64 // their sum, by figure
}

// vector is a figure of some deals, which are given by their places.
func (s *subject) vector(figure string, places []int) vector {
	v := vector{make([]float64, len(places)), make([]float64, len(places))}
	y := s.y[figure]
	for i, place := range places {
		if place < len(s.n) {
			v.n[i] = s.n[place]
		}
		if place < len(y) {
			v.y[i] = y[place]
		}
	}
	return v
}

// read reads the figures of the run in a folder, as far as it has come.
func read(ctx context.Context, dir string) (*run, error) {
	reader, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	reader.Sums = true // a damaged part is an error and no figures
	r := &run{Reader: reader, subjects: map[string]*subject{}}
	tie, err := engine.ParseTieBreak(reader.Manifest.Spec.Rules.TieBreak)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", dir, err)
	}
	for row, err := range dataset.Rows[gameRow](reader, dataset.GamesTable) {
		if err == nil {
			err = r.add(&game{gameRow: row}, tie)
		}
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", dir, err)
		}
		if r.games%1000 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if r.games == 0 {
		return nil, fmt.Errorf("run %s: it is %s and has no games", dir, reader.Manifest.State)
	}
	slices.Sort(r.ends)
	return r, nil
}

// add takes a game. The games of a deal come one after another.
func (r *run) add(g *game, tie engine.TieBreak) error {
	seats := len(g.Agent)
	for _, n := range []int{len(g.Score), len(g.ScoreBeforeEnd), len(g.SeatTurns), len(g.Bingos), len(g.Exchanges), len(g.Passes), len(g.Faults)} {
		if n != seats || seats < 2 || seats > engine.MaxSeats {
			return fmt.Errorf("game %d: its lists are not of one length, 2 to %d", g.GameID, engine.MaxSeats)
		}
	}
	switch last := len(r.deals) - 1; {
	case last >= 0 && g.DealID < r.deals[last]:
		return fmt.Errorf("game %d: deal %d comes after deal %d", g.GameID, g.DealID, r.deals[last])
	case last < 0 || g.DealID > r.deals[last]:
		r.deals = append(r.deals, g.DealID)
	}
	g.share(tie)
	r.games++
	for seat, agent := range g.Agent {
		for _, name := range []string{agent, everyone} {
			r.observe(name, g, seat, ofSeat)
		}
	}
	r.observe(everyGame, g, 0, ofGame)
	if !slices.Contains(r.ends, g.EndReason) {
		r.ends = append(r.ends, g.EndReason)
	}
	end := endedBy(g.EndReason)
	r.subjects[everyGame].add(len(r.deals), end.name, end.of(g, 0))
	return nil
}

// observe adds an observation of some figures to the deal at hand.
func (r *run) observe(name string, g *game, seat int, figures []figure) {
	s := r.subjects[name]
	if s == nil {
		s = &subject{y: map[string][]float64{}}
		r.subjects[name] = s
	}
	s.n = grown(s.n, len(r.deals))
	s.n[len(s.n)-1]++
	for _, f := range figures {
		s.add(len(r.deals), f.name, f.of(g, seat))
	}
}

// add adds to a figure of the last of so many deals.
func (s *subject) add(deals int, figure string, value float64) {
	y := grown(s.y[figure], deals)
	y[deals-1] += value
	s.y[figure] = y
}

// grown is a list with zeros to a length.
func grown(list []float64, length int) []float64 {
	for len(list) < length {
		list = append(list, 0)
	}
	return list
}

// share shares the first place. Who failed and lost by it is out of the contest.
func (g *game) share(tie engine.TieBreak) {
	if g.Winner.Valid && g.Winner.V >= 0 && int(g.Winner.V) < len(g.Agent) {
		g.first[g.Winner.V] = 1
		return
	}
	ahead := func(a, b int) bool {
		if g.Score[a] != g.Score[b] || tie == engine.TieDraw {
			return g.Score[a] > g.Score[b]
		}
		return g.ScoreBeforeEnd[a] > g.ScoreBeforeEnd[b]
	}
	var firsts []int
	for seat := range g.Score {
		switch {
		case g.EndReason == engine.EndForfeit.String() && g.Faults[seat] > 0:
		case len(firsts) == 0 || ahead(seat, firsts[0]):
			firsts = append(firsts[:0], seat)
		case !ahead(firsts[0], seat):
			firsts = append(firsts, seat)
		}
	}
	for _, seat := range firsts {
		g.first[seat] = 1 / float64(len(firsts))
	}
}
