package engine

import (
	"slices"

	"quadword/engine/tile"
)

// What the tests look at and players may not: the order of the bag and the
// counters.

// Snapshot is all of a position but its memory. Two are the same by ==.
type Snapshot struct {
	Board             Board
	Hash              uint64
	Racks             [MaxSeats]tile.Rack
	Scores, Settled   [MaxSeats]int32
	Bag               string // the tile numbers in order
	BagLow            int
	Seat, Turns       int
	Scoreless, Passes int
	Exchanges         [MaxSeats]int
	End               EndReason
	Seed              uint64
	LastTurn          Turn
	LastDrawn         string
}

// Snapshot copies a position deeply.
func (p *Position) Snapshot() Snapshot {
	s := Snapshot{
		Board: p.board, Hash: p.hash, Racks: p.racks, Scores: p.scores, Settled: p.settled,
		Bag: text(p.BagOrder()), BagLow: p.bag.lo, Seat: p.seat, Turns: len(p.past),
		Scoreless: p.scoreless, Passes: p.passes, Exchanges: p.exchanges, End: p.end, Seed: p.seed,
	}
	if n := len(p.past); n > 0 {
		s.LastTurn, s.LastDrawn = p.Turn(n-1), text(p.Drawn(n-1))
	}
	return s
}

func text(tiles []tile.Tile) string {
	var b []byte
	for _, t := range tiles {
		b = append(b, byte(t))
	}
	return string(b)
}

// BagOrder is the tiles in the bag, the next of the low end first.
func (p *Position) BagOrder() []tile.Tile { return slices.Clone(p.bag.tiles[p.bag.lo:p.bag.hi]) }

// SplitMix is a stream in the state that the literature calls its seed.
func SplitMix(seed uint64) Stream { return Stream{seed} }
