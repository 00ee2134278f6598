package engine

import (
	"fmt"

	"quadword/engine/tile"
)

// Setup describes a position that is not reached from a deal, as a line of
// CGP does: what lies on the board, who holds what, and the count of the game.
type Setup struct {
	Board     Board
	Racks     []tile.Rack // by seat; an empty or missing rack of another seat is filled from the unseen tiles
	Scores    []int32     // by seat; missing ones are 0
	Seat      int         // whose turn it is
	Scoreless int
}

// NewPosition sets up a position. Racks that are not given, but for that of
// the seat to move, are dealt from the unseen tiles as far as they go, and
// the rest is the bag, in an order drawn from the seed. It is an error if the
// board has another size than the layout, if there are more tiles of a kind
// than in the set, or more on a rack than it holds.
func NewPosition(rules *Rules, s Setup, seed uint64) (*Position, error) {
	a := rules.TileSet.Alphabet
	if s.Board.Dim() != rules.Layout.Dim() {
		return nil, fmt.Errorf("a board of %d rows on a layout of %d", s.Board.Dim(), rules.Layout.Dim())
	}
	if len(s.Racks) > rules.Seats || len(s.Scores) > rules.Seats || s.Seat < 0 || s.Seat >= rules.Seats {
		return nil, fmt.Errorf("racks, scores or turn of more than %d seats", rules.Seats)
	}
	if s.Scoreless < 0 || s.Scoreless >= rules.ScorelessLimit() {
		return nil, fmt.Errorf("%d scoreless turns: the game ends at %d", s.Scoreless, rules.ScorelessLimit())
	}
	p := &Position{}
	p.clear(rules, seed)
	p.board, p.hash = s.Board, s.Board.Hash()
	p.seat, p.scoreless = s.Seat, s.Scoreless
	copy(p.scores[:], s.Scores)

	rest := rules.TileSet.Counts()
	take := func(where string, r tile.Rack) error {
		for t := range tile.Tile(tile.Kinds) {
			for range r.Count(t) {
				if !rest.Remove(t) {
					set := rules.TileSet.Counts()
					return fmt.Errorf("%s: more %c than the %d of tile set %s", where, a.RackRune(t), set.Count(t), rules.TileSet.Name)
				}
			}
		}
		return nil
	}
	if err := take("board", p.board.Tiles()); err != nil {
		return nil, err
	}
	for seat, r := range s.Racks {
		if r.Len() > rules.RackSize {
			return nil, fmt.Errorf("rack %d, %s: %d tiles, a rack holds %d", seat+1, a.RackText(r), r.Len(), rules.RackSize)
		}
		if err := take(fmt.Sprintf("rack %d", seat+1), r); err != nil {
			return nil, err
		}
		p.racks[seat] = r
	}
	stream := NewStream(seed)
	order := rest.AppendTiles(nil)
	stream.Shuffle(order)
	p.bag.fill(order)
	for seat := range rules.Seats {
		if seat != p.seat && p.racks[seat].Len() == 0 {
			p.refill(seat, nil)
		}
	}
	return p, nil
}
