package sim

import (
	"fmt"

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
}

// DefaultPartGames is how many games of agents that only look at the position
// make a part: a few seconds of work, and files large enough to compress.
const DefaultPartGames = 1000

// Match readies a plan: it checks the rules, draws up the schedule and
// prepares the agents. Its errors are about what was asked for.
func (p *Plan) Match(workers int) (*Match, error) {
	if err := p.Rules.Validate(); err != nil {
		return nil, err
	}
	if p.PartGames < 1 {
		return nil, fmt.Errorf("%d games in a part: it takes one or more", p.PartGames)
	}
	m := &Match{Rules: &p.Rules, Lexicon: p.Lexicon, Seed: p.Seed, Workers: workers}
	names := make([]string, len(p.Agents))
	for i, spec := range p.Agents {
		names[i] = spec.String()
		maker, err := spec.Prepare(agents.Game{Rules: m.Rules, Lexicon: p.Lexicon})
		if err != nil {
			return nil, err
		}
		m.Players = append(m.Players, Player{names[i], maker})
	}
	var err error
	m.Schedule, err = NewSchedule(names, p.Rules.Seats, p.Games, p.Paired, p.PartGames)
	return m, err
}

// Spec is the plan as the manifest of its run states it.
func (p *Plan) Spec(schedule *Schedule) dataset.Spec {
	spec := dataset.Spec{
		Lexicon: dataset.Lexicon{Name: p.Lexicon.Name(), Words: int64(p.Lexicon.Len()), SHA256: p.Lexicon.SHA256()},
		Lineups: schedule.Lineups,
		Seed:    p.Seed, Deals: schedule.Deals, Games: p.Games,
		Paired: p.Paired, PartGames: schedule.PartDeals * int64(schedule.GamesPerDeal()),
		Positions: p.Positions,
	}
	spec.SetRules(&p.Rules)
	for _, a := range p.Agents {
		spec.Agents = append(spec.Agents, dataset.Agent{Spec: a.String(), Name: a.Name(), Parameters: a.Values()})
	}
	return spec
}
