package sim

import (
	"math/rand/v2"

	"quadword/engine"
	"quadword/engine/tile"
)

// The streams of a run, told apart by the last part of their keys. They are
// part of the format of a dataset: `verify` deals every rack again from them.
const (
	streamBag      = 0 // (seed, deal, streamBag): the order of the bag
	streamExchange = 1 // (seed, deal, streamExchange): the seed of a deal's exchanges, see engine.Position
	streamAgent    = 2 // (seed, deal, game, seat, streamAgent): what an agent draws from
	streamAgain    = 3 // (seed, deal, game, seat, turn, streamAgain): the same after a turn at which it failed
)

// appendOrder appends the order of the bag of a deal: all tiles in order of
// their numbers, blanks first, shuffled.
func appendOrder(dst []tile.Tile, set *tile.Set, seed uint64, deal int64) []tile.Tile {
	start := len(dst)
	counts := set.Counts()
	dst = counts.AppendTiles(dst)
	s := engine.NewStream(seed, uint64(deal), streamBag)
	s.Shuffle(dst[start:])
	return dst
}

// exchangeSeed is the seed that places the tiles exchanged in a deal. It is
// one for all games of the deal, so that they stay matched.
func exchangeSeed(seed uint64, deal int64) uint64 {
	s := engine.NewStream(seed, uint64(deal), streamExchange)
	return s.Uint64()
}

// seedAgent readies the random source of one seat of one game; game counts
// within the deal.
func seedAgent(pcg *rand.PCG, seed uint64, deal int64, game, seat int) {
	s := engine.NewStream(seed, uint64(deal), uint64(game), uint64(seat), streamAgent)
	pcg.Seed(s.Uint64(), s.Uint64())
}

// seedAgain readies the source of a seat whose agent failed at a turn.
func seedAgain(pcg *rand.PCG, seed uint64, deal int64, game, seat, turn int) {
	s := engine.NewStream(seed, uint64(deal), uint64(game), uint64(seat), uint64(turn), streamAgain)
	pcg.Seed(s.Uint64(), s.Uint64())
}
