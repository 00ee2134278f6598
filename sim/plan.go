package sim

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim/dataset"
)

// Plan is what a run is asked to do.
type Plan struct {
	Rules     engine.Rules
	Lexicon   *lexicon.Lexicon
	Agents    []agents.Spec
	Games     int64 // of each lineup
	Paired    bool
	Seed      uint64
	PartGames int64 // about so many games make a part of the dataset
	Positions bool  // keep the board before each move
	RunnerUp  bool  // have agents look for their second best move too
	// Candidates is how many of the moves that they compared agents that look
	// ahead tell of, at each turn. A dataset then has a table of them.
	Candidates  int
	OnFault     OnFault       // what becomes of a game in which an agent fails; "" is Abort
	MoveTimeout time.Duration // for a turn; 0: none
	// Locate tells where a file lies that an agent's parameter names; nil:
	// where it says.
	Locate func(name string) string
	// SPRT is the test that ends the run, whose Games are then the most that are
	// played; nil: none. Who plays the match gives it a Stop that goes by the test.
	SPRT *dataset.SPRT
}

// DefaultPartGames is how many games of agents that only look at the position
// make a part: a few seconds of work, and files large enough to compress.
const DefaultPartGames = 1000

// maxMoveTimeout is far from what a time.Duration can count.
const maxMoveTimeout = 1000 * time.Hour

// Match readies a plan: it checks the rules, draws up the schedule and
// prepares the agents. Its errors are about what was asked for.
func (p *Plan) Match(workers int) (*Match, error) {
	if err := p.Rules.Validate(); err != nil {
		return nil, err
	}
	if p.PartGames < 1 {
		return nil, fmt.Errorf("%d games in a part: it takes one or more", p.PartGames)
	}
	if p.Candidates < 0 {
		return nil, fmt.Errorf("%d candidates: it takes none or more", p.Candidates)
	}
	if p.MoveTimeout < 0 || p.MoveTimeout > maxMoveTimeout {
		return nil, fmt.Errorf("%v for a move: it takes up to %v, or 0 for no limit", p.MoveTimeout, maxMoveTimeout)
	}
	m := &Match{
		Rules: &p.Rules, Lexicon: p.Lexicon, Seed: p.Seed, Workers: workers, RunnerUp: p.RunnerUp, Candidates: p.Candidates,
		OnFault: cmp.Or(p.OnFault, Abort), MoveTimeout: p.MoveTimeout,
	}
	var err error
	if m.Schedule, err = p.Schedule(); err != nil {
		return nil, err
	}
	for _, spec := range p.Agents {
		prepared, err := spec.Prepare(agents.Game{Rules: m.Rules, Lexicon: p.Lexicon, Locate: p.Locate})
		if err != nil {
			return nil, err
		}
		m.Players = append(m.Players, Player{spec.String(), prepared})
	}
	return m, nil
}

// Schedule is the games of the plan, before its agents are prepared.
func (p *Plan) Schedule() (Schedule, error) {
	names := make([]string, len(p.Agents))
	for i, spec := range p.Agents {
		names[i] = spec.String()
	}
	if p.SPRT != nil && (p.Rules.Seats != 2 || len(names) != 2 || SelfPlay(names)) {
		return Schedule{}, fmt.Errorf("a sequential test is between two different agents on two seats: there are %d seats and the agents %s", p.Rules.Seats, strings.Join(names, ", "))
	}
	return NewSchedule(names, p.Rules.Seats, p.Games, p.Paired, p.PartGames)
}

// Spec is the plan as the manifest of its run states it; m is the plan's
// match.
func (p *Plan) Spec(m *Match) dataset.Spec {
	schedule := &m.Schedule
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: p.Lexicon.Name(), Words: int64(p.Lexicon.Len()), SHA256: p.Lexicon.SHA256()},
		Lineups: schedule.Lineups,
		Seed:    p.Seed, Deals: schedule.Deals, Games: p.Games,
		Paired: p.Paired, PartGames: schedule.PartDeals * int64(schedule.GamesPerDeal()),
		Positions: p.Positions, Candidates: p.Candidates,
		OnFault: string(m.OnFault), MoveTimeout: p.MoveTimeout.String(), SPRT: p.SPRT,
	}
	spec.SetRules(&p.Rules)
	for i, a := range p.Agents {
		agent := dataset.Agent{Spec: a.String(), Name: a.Name(), Parameters: a.Values()}
		for _, t := range m.Players[i].Tables {
			agent.Tables = append(agent.Tables, dataset.TableFile(t))
		}
		spec.Agents = append(spec.Agents, agent)
	}
	return spec
}
