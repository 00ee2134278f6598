package engine

import "quadword/engine/tile"

// Bag is a fixed order of tiles that is drawn from both ends, so that what
// one seat draws does not depend on how many tiles the other has drawn: a
// pair of games on one order is then matched as closely as can be.
//
// The tiles still in it are tiles[lo:hi].
type Bag struct {
	tiles  []tile.Tile
	lo, hi int
}

// Len is the number of tiles in the bag.
func (b *Bag) Len() int { return b.hi - b.lo }

// fill makes the bag hold the given order, keeping its memory.
func (b *Bag) fill(order []tile.Tile) {
	b.tiles = append(b.tiles[:0], order...)
	b.lo, b.hi = 0, len(order)
}

// draw takes the next tile from the low or the high end.
func (b *Bag) draw(high bool) tile.Tile {
	if high {
		b.hi--
		return b.tiles[b.hi]
	}
	b.lo++
	return b.tiles[b.lo-1]
}

// undraw undoes the last draw, which gave t. It writes the tile, because a
// putBack since undone may have used its slot.
func (b *Bag) undraw(t tile.Tile, high bool) {
	if high {
		b.tiles[b.hi] = t
		b.hi++
		return
	}
	b.lo--
	b.tiles[b.lo] = t
}

// putBack returns t to a uniform place: the slot freed at the seat's own end
// takes the tile of that place, and t takes its place. Undoing it needs the
// place.
func (b *Bag) putBack(t tile.Tile, high bool, s *Stream) (place int) {
	edge := b.lo - 1
	if high {
		edge = b.hi
		b.hi++
	} else {
		b.lo--
	}
	place = b.lo + s.Below(b.hi-b.lo)
	b.tiles[edge] = b.tiles[place]
	b.tiles[place] = t
	return place
}

// unput undoes the last putBack that gave this place.
func (b *Bag) unput(place int, high bool) {
	edge := b.lo
	if high {
		b.hi--
		edge = b.hi
	} else {
		b.lo++
	}
	b.tiles[place] = b.tiles[edge]
}
