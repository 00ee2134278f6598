package engine

import (
	"fmt"
	"math/rand/v2"

	"quadword/engine/tile"
)

// View is what one seat may know of a position: the board, its own rack, the
// scores, and what was done before everybody's eyes. The other racks and the
// order of the bag are not to be had from it, so an agent that cheats does
// not compile. It is a small value; it follows its position.
type View struct {
	p    *Position
	seat int
}

// Rules are the rules of the game; they may not be changed.
func (v View) Rules() *Rules { return v.p.rules }

// Board is the board; it may not be changed.
func (v View) Board() *Board { return &v.p.board }

// BoardHash is Board().Hash(), without computing it anew.
func (v View) BoardHash() uint64 { return v.p.hash }

// Seat is the seat whose view this is.
func (v View) Seat() int { return v.seat }

// ToMove is the seat whose turn it is.
func (v View) ToMove() int { return v.p.seat }

// Rack is the seat's own rack.
func (v View) Rack() tile.Rack { return v.p.racks[v.seat] }

// RackLen is the number of tiles a seat holds, which all can see.
func (v View) RackLen(seat int) int { return v.p.racks[seat].Len() }

// BagLen is the number of tiles in the bag.
func (v View) BagLen() int { return v.p.bag.Len() }

// Score is the total of a seat.
func (v View) Score(seat int) int32 { return v.p.scores[seat] }

// Spread is the seat's total minus the best other's.
func (v View) Spread() int32 { return v.p.Spread(v.seat) }

// Scoreless is the number of successive scoreless turns so far.
func (v View) Scoreless() int { return v.p.scoreless }

// Over tells whether the game has ended.
func (v View) Over() bool { return v.p.end != EndNone }

// Passes is the number of successive passes so far.
func (v View) Passes() int { return v.p.passes }

// Unseen are the tiles that are neither on the board nor on the own rack: the
// bag and the other racks together.
func (v View) Unseen() tile.Rack {
	unseen := v.p.rules.TileSet.Counts()
	laid := v.p.board.Tiles()
	if !unseen.RemoveAll(&laid) || !unseen.RemoveAll(&v.p.racks[v.seat]) {
		panic("engine: board and rack hold more tiles than the set")
	}
	return unseen
}

// Turns is the number of turns taken so far.
func (v View) Turns() int { return len(v.p.past) }

// Turn is the i-th turn. Of another seat's exchange only the number of tiles
// is shown.
func (v View) Turn(i int) Turn {
	t := v.p.past[i].Turn
	if t.Move.Kind == Exchange && t.Seat != v.seat {
		t.Move.Tiles = [MaxRack]tile.Tile{}
	}
	return t
}

// HashBefore is the hash of the board before the i-th turn.
func (v View) HashBefore(i int) uint64 { return v.p.past[i].hash }

// MaxExchange is how many tiles may be exchanged now, 0 for none.
func (v View) MaxExchange() int { return v.p.rules.MaxExchange(v.p.bag.Len()) }

// Determinize makes dst a position that this view may be of: the unseen tiles
// are dealt at random to the other racks and the bag, with everything known
// (board, own rack, scores, counts, whose turn it is) as it is. With an empty
// bag and two seats there is only one.
//
// given[s], where there is one, are tiles that seat s is taken to hold, such
// as a sampled leave; the rest of that rack is random. It is an error if they
// are not among the unseen tiles or more than the rack holds; dst is an empty
// position then.
//
// dst keeps its memory: a reused one is filled without allocating. Its record
// of turns starts empty, so nothing before this moment can be undone.
func (v View) Determinize(dst *Position, rng *rand.Rand, given []tile.Rack) error {
	return v.DeterminizeBefore(dst, 0, rng, given)
}

// Arrange makes dst the position that this view is of if the unseen tiles lie
// as given: racks[s] is what seat s holds (for the own seat it is ignored), and
// bag the order of the bag, from the end that every seat but the second of two
// draws from. It is an error if these are not the unseen tiles, each once, or
// a rack is not of the length that it has; dst is an empty position then.
//
// As with Determinize, dst keeps its memory and its record of turns starts
// empty. Where exchanged tiles will go back does not depend on the deal.
func (v View) Arrange(dst *Position, racks []tile.Rack, bag []tile.Tile) error {
	p := v.p
	if dst == p {
		return fmt.Errorf("a position cannot be arranged into itself")
	}
	tiles, past := dst.bag.tiles, dst.past[:0]
	*dst = *p
	dst.bag.tiles, dst.past, dst.seed = tiles, past, 0
	rest := v.Unseen()
	for s := range p.rules.Seats {
		if s == v.seat {
			continue
		}
		if s >= len(racks) || racks[s].Len() != p.racks[s].Len() || !rest.RemoveAll(&racks[s]) {
			dst.forget()
			return fmt.Errorf("seat %d does not hold such a rack", s)
		}
		dst.racks[s] = racks[s]
	}
	if order := tile.RackOf(bag...); order != rest {
		dst.forget()
		return fmt.Errorf("%d tiles for the bag, of which not all or other ones are left", len(bag))
	}
	dst.bag.fill(bag)
	return nil
}

// DeterminizeBefore is Determinize for the position as it was so many turns
// ago, by what the seat knows today of the tiles that were hidden then: those
// that have been played since are known to have been on their player's rack.
// None of these turns may be the seat's own, so that its rack is the same.
//
// given[s] are tiles that seat s is taken to have held then.
func (v View) DeterminizeBefore(dst *Position, back int, rng *rand.Rand, given []tile.Rack) error {
	p := v.p
	if dst == p {
		return fmt.Errorf("a position cannot be determinized into itself")
	}
	if back < 0 || back > len(p.past) {
		return fmt.Errorf("%d turns ago: there were %d", back, len(p.past))
	}
	bag, past := append(dst.bag.tiles[:0], p.bag.tiles...), append(dst.past[:0], p.past[len(p.past)-back:]...)
	*dst = *p
	dst.bag.tiles, dst.past = bag, past
	for range back {
		if dst.past[len(dst.past)-1].Seat == v.seat {
			dst.forget()
			return fmt.Errorf("%d turns ago: seat %d has moved since", back, v.seat)
		}
		dst.Undo()
	}
	if err := dst.deal(v.seat, rng, given); err != nil {
		dst.forget()
		return err
	}
	return nil
}

// forget empties a position, keeping its memory.
func (p *Position) forget() { *p = Position{bag: Bag{tiles: p.bag.tiles[:0]}, past: p.past[:0]} }

// deal deals what a seat does not see anew.
func (p *Position) deal(seat int, rng *rand.Rand, given []tile.Rack) error {
	unseen := View{p, seat}.Unseen()
	for s := range given {
		if s == seat || given[s].Len() == 0 {
			continue
		}
		if s >= p.rules.Seats || given[s].Len() > p.racks[s].Len() || !unseen.RemoveAll(&given[s]) {
			return fmt.Errorf("seat %d cannot hold the tiles %s", s, p.rules.TileSet.Alphabet.RackText(given[s]))
		}
	}
	p.bag.tiles = unseen.AppendTiles(p.bag.tiles[:0])
	p.bag.lo, p.bag.hi = 0, len(p.bag.tiles)
	// By a Stream and not by rng, whose shuffle a release of Go may change.
	stream := NewStream(rng.Uint64())
	stream.Shuffle(p.bag.tiles)
	p.seed = rng.Uint64()
	for s := range p.rules.Seats {
		if s == seat {
			continue
		}
		n := p.racks[s].Len()
		p.racks[s] = tile.Rack{}
		if s < len(given) {
			p.racks[s] = given[s]
		}
		for p.racks[s].Len() < n {
			p.racks[s].Add(p.bag.draw(false))
		}
	}
	return nil
}
