package sim

import (
	"fmt"
	"slices"
)

// Schedule says which games a run plays and numbers them: deal by deal, within
// a deal lineup by lineup, within a lineup rotation by rotation.
type Schedule struct {
	Lineups   [][]int // the agents that meet, as indexes, one for each seat
	Rotations int     // games of a lineup on one deal: the seats if paired, else 1
	Deals     int64
	PartDeals int64 // whole deals in a part of the dataset
}

// MaxPartGames bounds the games of a part, which are in memory until it is
// whole: some ten kilobytes each.
const MaxPartGames = 100_000

// Game is one game of a schedule.
type Game struct {
	ID    int64
	Deal  int64
	Index int   // of the game within its deal
	Seats []int // the agent of each seat
}

// NewSchedule pairs agents, given by their canonical names, for games of that
// many seats. Every subset of the agents that fills the seats is a lineup;
// one agent alone plays against itself. games counts games of each lineup.
//
// Paired, a lineup plays each deal in every rotation of its agents, and games
// must be a multiple of the rotations. Unpaired it plays each deal once, and
// its agents take turns on the seats from deal to deal. partGames is about how many
// games of all lineups make a part.
func NewSchedule(names []string, seats int, games int64, paired bool, partGames int64) (Schedule, error) {
	agents := len(names)
	unique := len(slices.Compact(slices.Sorted(slices.Values(names))))
	switch {
	case agents == 0:
		return Schedule{}, fmt.Errorf("no agents")
	case games < 1:
		return Schedule{}, fmt.Errorf("%d games: it takes one or more", games)
	case games > 1e12:
		return Schedule{}, fmt.Errorf("%d games: the most is 10^12", games)
	case agents > 1 && agents < seats:
		return Schedule{}, fmt.Errorf("%d agents for %d seats: give %d or more, or one to play against itself", agents, seats, seats)
	case agents > seats && unique < agents:
		return Schedule{}, fmt.Errorf("an agent is given twice: only %d agents for %d seats may repeat one", seats, seats)
	case agents > 64:
		return Schedule{}, fmt.Errorf("%d agents: the most is 64", agents)
	case partGames > MaxPartGames:
		return Schedule{}, fmt.Errorf("%d games in a part: the most is %d", partGames, MaxPartGames)
	case paired && SelfPlay(names):
		return Schedule{}, fmt.Errorf("%s against itself cannot be paired: both games of a pair would be the same", names[0])
	}
	s := Schedule{Rotations: 1}
	if paired {
		s.Rotations = seats
	}
	if agents == 1 {
		s.Lineups = [][]int{make([]int, seats)}
	} else {
		s.Lineups = subsets(agents, seats)
	}
	if games%int64(s.Rotations) != 0 {
		return Schedule{}, fmt.Errorf("%d games: paired games of %d seats come in multiples of %d", games, seats, s.Rotations)
	}
	if s.GamesPerDeal() > MaxPartGames {
		return Schedule{}, fmt.Errorf("%d lineups of %d agents make %d games on each deal: the most is %d", len(s.Lineups), agents, s.GamesPerDeal(), MaxPartGames)
	}
	s.Deals = games / int64(s.Rotations)
	s.PartDeals = max(1, partGames/int64(s.GamesPerDeal()))
	return s, nil
}

// SelfPlay tells whether all agents are the same.
func SelfPlay(names []string) bool {
	return len(slices.Compact(slices.Clone(names))) == 1
}

// subsets lists the k-subsets of 0..n-1 in ascending order.
func subsets(n, k int) [][]int {
	var all [][]int
	var choose func(chosen []int, from int)
	choose = func(chosen []int, from int) {
		if len(chosen) == k {
			all = append(all, slices.Clone(chosen))
			return
		}
		for i := from; i < n; i++ {
			choose(append(chosen, i), i+1)
		}
	}
	choose(nil, 0)
	return all
}

// GamesPerDeal is the number of games on one deal.
func (s *Schedule) GamesPerDeal() int { return len(s.Lineups) * s.Rotations }

// Games is the number of games in all.
func (s *Schedule) Games() int64 { return s.Deals * int64(s.GamesPerDeal()) }

// Parts is the number of parts.
func (s *Schedule) Parts() int64 { return (s.Deals + s.PartDeals - 1) / s.PartDeals }

// PartRange is the deals of a part: from..to-1.
func (s *Schedule) PartRange(part int64) (from, to int64) {
	from = part * s.PartDeals
	return from, min(from+s.PartDeals, s.Deals)
}

// Game is the index-th game of a deal.
func (s *Schedule) Game(deal int64, index int) Game {
	lineup := s.Lineups[index/s.Rotations]
	shift := index % s.Rotations
	if s.Rotations == 1 {
		shift = int(deal % int64(len(lineup)))
	}
	g := Game{
		ID: deal*int64(s.GamesPerDeal()) + int64(index), Deal: deal, Index: index,
		Seats: make([]int, len(lineup)),
	}
	for seat := range g.Seats {
		g.Seats[seat] = lineup[(seat+shift)%len(lineup)]
	}
	return g
}
