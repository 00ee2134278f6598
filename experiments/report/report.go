package report

import (
	"maps"

	"quadword/experiments/sprt"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// Report is what a run shows. An error (`_se`) is a standard error clustered
// by deal, null where there is one deal only.
type Report struct {
	Board   string        `json:"board"`
	TileSet string        `json:"tile_set"`
	Lexicon string        `json:"lexicon"`
	State   dataset.State `json:"state"`
	Planned int64         `json:"planned"` // games of the whole run, or the most while its test is undecided

	Games        int64              `json:"games"` // that are here
	Deals        int64              `json:"deals"`
	Agents       map[string]Figures `json:"agents"`
	Seats        []Figures          `json:"seats"` // element i is seat i
	EndReasons   map[string]int64   `json:"end_reasons"`
	FaultGames   int64              `json:"fault_games"`    // in which an agent failed
	FaultShare   *float64           `json:"fault_share"`    // of all games; null without games
	Faults       map[string]int64   `json:"faults"`         // these games by how the first agent failed
	TurnsPerGame *float64           `json:"turns_per_game"` // of all seats; null without games
	TurnsSE      *float64           `json:"turns_per_game_se"`
	Strength     Strength           `json:"strength"`

	// SPRT is what the test of the run has come to, if it has one.
	SPRT *sprt.Outcome `json:"sprt,omitempty"`
}

// Figures are those of one agent or one seat. All means are per game.
type Figures struct {
	// Games counts a game once for each seat that the agent had in it, so an
	// agent that plays against itself has as many games as seats for each game
	// that was played, and always Wins + Draws + Losses = Games.
	Games  int64 `json:"games"`
	Wins   int64 `json:"wins"`
	Draws  int64 `json:"draws"` // shared first places
	Losses int64 `json:"losses"`
	// FaultGames are those in which the agent itself failed, or that at this
	// seat.
	FaultGames int64 `json:"fault_games"`
	// Deals are those in which the agent, or the seat, was seen.
	Deals int64 `json:"deals"`
	// Scores counts an agent's games by score; a seat has none.
	Scores *Scores `json:"scores,omitempty"`

	WinRate     float64  `json:"win_rate"` // a first place shared by k counts 1/k
	WinRateSE   *float64 `json:"win_rate_se"`
	MeanScore   float64  `json:"mean_score"`
	ScoreSE     *float64 `json:"mean_score_se"`
	MeanSpread  float64  `json:"mean_spread"` // to the best other seat
	SpreadSE    *float64 `json:"mean_spread_se"`
	Turns       float64  `json:"turns"`
	TurnsSE     *float64 `json:"turns_se"`
	Bingos      float64  `json:"bingos"`
	BingosSE    *float64 `json:"bingos_se"`
	Exchanges   float64  `json:"exchanges"`
	ExchangesSE *float64 `json:"exchanges_se"`
	Passes      float64  `json:"passes"`
	PassesSE    *float64 `json:"passes_se"`
}

// report is what the tally shows of a run.
func (t *tally) report(spec *dataset.Spec, state dataset.State) *Report {
	t.closeDeal()
	r := &Report{
		Board: spec.Board.Name, TileSet: spec.TileSet.Name, Lexicon: spec.Lexicon.Name,
		State: state, Planned: spec.Games * int64(len(spec.Lineups)),
		Games: t.games, Deals: t.turns.Deals,
		Agents: map[string]Figures{}, Seats: []Figures{}, EndReasons: map[string]int64{}, Faults: map[string]int64{},
	}
	maps.Copy(r.EndReasons, t.ends)
	maps.Copy(r.Faults, t.faults)
	for _, n := range t.faults {
		r.FaultGames += n
	}
	for name, agent := range t.agents {
		r.Agents[name] = agent.figures()
	}
	for seat := range t.seats {
		if s := &t.seats[seat]; s.ratios[score].N > 0 {
			r.Seats = append(r.Seats, s.figures())
		}
	}
	if t.games > 0 {
		mean, se := t.turns.Mean(1)
		r.TurnsPerGame, r.TurnsSE = &mean, se
		share := float64(r.FaultGames) / float64(t.games)
		r.FaultShare = &share
	}
	r.Strength = t.strength(spec)
	return r
}

// Tested is the report of a run with a test, of which this is the outcome. A run
// that the test has ended is whole with what it has. Play stops, or goes on, by
// what is seen, which biases every strength.
func (r *Report) Tested(o *sprt.Outcome) *Report {
	for i := range r.Strength.Pairs {
		r.Strength.Pairs[i].warn(stats.StoppingBias)
	}
	if r.SPRT = o; r.State == dataset.Complete && o.Decision != sprt.Undecided {
		r.Planned = r.Games
	}
	return r
}

// figures are those of the deals that are closed.
func (s *subject) figures() Figures {
	f := Figures{Games: s.ratios[result].N, Wins: s.wins, Draws: s.draws, Losses: s.losses, FaultGames: s.faults, Deals: s.ratios[result].Deals, Scores: s.scores.counted()}
	f.WinRate, f.WinRateSE = s.ratios[result].Mean(whole)
	f.MeanScore, f.ScoreSE = s.ratios[score].Mean(1)
	f.MeanSpread, f.SpreadSE = s.ratios[spread].Mean(1)
	f.Turns, f.TurnsSE = s.ratios[turns].Mean(1)
	f.Bingos, f.BingosSE = s.ratios[bingos].Mean(1)
	f.Exchanges, f.ExchangesSE = s.ratios[exchanges].Mean(1)
	f.Passes, f.PassesSE = s.ratios[passes].Mean(1)
	return f
}
