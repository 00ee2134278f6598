package main

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"quadword/agents"
	"quadword/engine"
	"quadword/sim"
)

// memory is a Sink that keeps the moves of all games, some 20 bytes each, to
// play them again once the clock of a benchmark stands.
type memory struct {
	match *sim.Match
	next  sim.Sink // where the games go as well, or nil

	mu    sync.Mutex
	parts map[int64][]gameMoves
}

type gameMoves struct {
	game  sim.Game
	moves []engine.Move
}

func newMemory(m *sim.Match) *memory { return &memory{match: m, parts: map[int64][]gameMoves{}} }

func (m *memory) Part(number int64, games []sim.Record) error {
	kept := make([]gameMoves, len(games))
	for i := range games {
		moves := make([]engine.Move, len(games[i].Turns))
		for j := range moves {
			moves[j] = games[i].Turns[j].Move
		}
		kept[i] = gameMoves{games[i].Game, moves}
	}
	m.mu.Lock()
	m.parts[number] = kept
	m.mu.Unlock()
	if m.next == nil {
		return nil
	}
	return m.next.Part(number, games)
}

// recall plays the games again: the mean score of a seat, and a hash over the
// scores of all games in their order.
func (m *memory) recall() (mean float64, hash string) {
	var sum, n int64
	h := sha256.New()
	for number := range m.match.Schedule.Parts() {
		for game := range m.match.Rows(m.records(number)) {
			fmt.Fprintln(h, game.GameID, game.Score)
			for _, s := range game.Score {
				sum += int64(s)
				n++
			}
		}
	}
	return float64(sum) / float64(n), fmt.Sprintf("%x", h.Sum(nil))
}

// records are the games of a part as far as they were kept.
func (m *memory) records(number int64) []sim.Record {
	var records []sim.Record
	for _, g := range m.parts[number] {
		turns := make([]agents.Decision, len(g.moves))
		for i, move := range g.moves {
			turns[i].Move = move
		}
		records = append(records, sim.Record{Game: g.game, Turns: turns})
	}
	return slices.Clip(records)
}
