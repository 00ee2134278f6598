package verify

import (
	"fmt"
	"slices"

	"quadword/sim/dataset"
)

// schedule numbers the games of a run: deal by deal, on each deal lineup by
// lineup, and of each lineup rotation by rotation.
type schedule struct {
	lineups   [][]int // agents, one for each seat
	rotations int     // games of a lineup on one deal
	deals     int64
	partDeals int64 // deals of a full part
}

// Bounds of a run, which keep the numbers of its games within 64 bits.
const (
	maxAgents = 64
	maxGames  = 1e12 // of a lineup

	maxPartGames = 100_000
)

// readSchedule reads the schedule of a run. A fault says what of it does not
// follow from the agents and the number of games.
func readSchedule(spec *dataset.Spec) (*schedule, *Fault) {
	s := &schedule{lineups: spec.Lineups, rotations: 1, deals: spec.Deals}
	seats := spec.Rules.Seats
	switch {
	case len(spec.Agents) > maxAgents:
		return nil, inManifest("spec.agents", fmt.Sprintf("at most %d", maxAgents), fmt.Sprint(len(spec.Agents)), "")
	case spec.Games < 1 || spec.Games > maxGames:
		return nil, inManifest("spec.games", fmt.Sprintf("1 to %d", int64(maxGames)), fmt.Sprint(spec.Games), "")
	}
	if spec.Paired {
		s.rotations = seats
	}
	lineups := [][]int{make([]int, seats)} // one agent against itself
	if len(spec.Agents) > 1 {
		lineups = lineupsOf(len(spec.Agents), seats)
	}
	if !slices.EqualFunc(lineups, s.lineups, slices.Equal) {
		return nil, inManifest("spec.lineups", fmt.Sprint(lineups), fmt.Sprint(s.lineups), "every group of agents that fills the seats meets")
	}
	if want := spec.Games / int64(s.rotations); s.deals != want || spec.Games%int64(s.rotations) != 0 {
		return nil, inManifest("spec.deals", fmt.Sprint(want), fmt.Sprint(s.deals),
			fmt.Sprintf("%d games of a lineup, %d on each deal", spec.Games, s.rotations))
	}
	s.partDeals = spec.PartGames / s.perDeal()
	if s.partDeals < 1 || spec.PartGames%s.perDeal() != 0 || spec.PartGames > maxPartGames {
		return nil, inManifest("spec.part_games", fmt.Sprintf("a multiple of %d up to %d", s.perDeal(), maxPartGames), fmt.Sprint(spec.PartGames), "a part holds whole deals")
	}
	return s, nil
}

// lineupsOf lists the groups of so many seats among agents, in the order of
// the agents, the last one changing fastest.
func lineupsOf(agents, seats int) (all [][]int) {
	group := make([]int, seats)
	for i := range group {
		group[i] = i
	}
	for group[seats-1] < agents {
		all = append(all, slices.Clone(group))
		// The last place that can move on does, and those after it follow it.
		i := seats - 1
		for i > 0 && group[i] == agents-seats+i {
			i--
		}
		for group[i]++; i+1 < seats; i++ {
			group[i+1] = group[i] + 1
		}
	}
	return all
}

// perDeal is the number of games on one deal.
func (s *schedule) perDeal() int64 { return int64(len(s.lineups) * s.rotations) }

// parts is the number of parts of a complete run.
func (s *schedule) parts() int { return int((s.deals + s.partDeals - 1) / s.partDeals) }

// partGames is the games of a part, from one and up to another.
func (s *schedule) partGames(part int) (from, to int64) {
	deal := int64(part) * s.partDeals
	return deal * s.perDeal(), min(deal+s.partDeals, s.deals) * s.perDeal()
}

// seating is the deal of a game and the agent on each seat. An unpaired
// lineup takes up its next rotation with each deal.
func (s *schedule) seating(game int64) (deal int64, agents []int) {
	deal = game / s.perDeal()
	index := int(game % s.perDeal())
	lineup := s.lineups[index/s.rotations]
	turn := index % s.rotations
	if s.rotations == 1 {
		turn = int(deal % int64(len(lineup)))
	}
	return deal, append(slices.Clone(lineup[turn:]), lineup[:turn]...)
}
