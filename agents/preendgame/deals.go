package preendgame

import (
	"math/bits"

	"quadword/engine"
	"quadword/engine/tile"
)

// deal is one way to divide the unseen tiles between the other's rack and the
// bag, the order of which is left open.
type deal struct {
	racks [2]tile.Rack // by seat; that of the seat to move stays empty
	bag   []tile.Tile  // ascending
	ways  int64        // number of ways to choose these tiles for the bag
}

// appendDeals appends all deals of the unseen tiles with so many in the bag. The
// order is mixed, but always the same, so that a part from the front is a fair
// sample.
func appendDeals(dst []deal, unseen tile.Rack, bag, other int) []deal {
	from := len(dst)
	for chosen, ways := range chooseTiles(unseen.AppendTiles(nil), bag) {
		d := deal{bag: chosen.AppendTiles(nil), ways: ways}
		d.racks[other] = unseen
		d.racks[other].RemoveAll(&chosen)
		dst = append(dst, d)
	}
	stream := engine.NewStream(uint64(len(dst) - from))
	mixed := dst[from:]
	for i := len(mixed) - 1; i > 0; i-- {
		j := stream.Below(i + 1)
		mixed[i], mixed[j] = mixed[j], mixed[i]
	}
	return dst
}

// chooseTiles visits the different multisets of k of the tiles, which are
// sorted, each with the number of ways to choose it.
func chooseTiles(tiles []tile.Tile, k int) func(yield func(tile.Rack, int64) bool) {
	all := tile.RackOf(tiles...)
	return func(yield func(tile.Rack, int64) bool) {
		for set := uint(0); set < 1<<len(tiles); set++ {
			if bits.OnesCount(set) != k {
				continue
			}
			// Of tiles that are alike the first are taken.
			var chosen tile.Rack
			first := true
			for i, t := range tiles {
				if set>>i&1 == 0 {
					continue
				}
				if i > 0 && tiles[i-1] == t && set>>(i-1)&1 == 0 {
					first = false
					break
				}
				chosen.Add(t)
			}
			if first && !yield(chosen, waysOf(&all, &chosen)) {
				return
			}
		}
	}
}

// waysOf is the number of ways to choose some of all tiles, those of a kind
// being told apart.
func waysOf(all, chosen *tile.Rack) int64 {
	ways := int64(1)
	for t := range tile.Tile(tile.Kinds) {
		for i := range int64(chosen.Count(t)) {
			ways = ways * (int64(all.Count(t)) - i) / (i + 1)
		}
	}
	return ways
}

// orders is the number of orders of so many tiles.
func orders(n int) int64 {
	f := int64(1)
	for i := 2; i <= n; i++ {
		f *= int64(i)
	}
	return f
}
