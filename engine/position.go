package engine

import (
	"fmt"
	"math"

	"quadword/engine/tile"
)

// EndReason says why a game is over; EndNone says that it is not.
type EndReason uint8

const (
	EndNone      EndReason = iota
	EndOut                 // a player used up all tiles and the bag is empty
	EndScoreless           // MaxScorelessTurns successive scoreless turns
	EndPasses              // EndByPasses rounds of passes
	EndStuck               // nobody holds a legal play and the bag is empty
	EndForfeit             // the seat to move lost the game without a move
)

var endReasonNames = [...]string{"none", "out", "scoreless", "passes", "stuck", "forfeit"}

func (e EndReason) String() string { return endReasonNames[e] }

// Turn is one entry of a game's record, as everybody at the table saw it.
type Turn struct {
	Seat  int
	Move  Move
	Score int32 // points of the move itself, without any settlement of racks
}

// turn is a Turn with what the table did not see and what Undo needs.
type turn struct {
	Turn
	drawn     [MaxRack]tile.Tile
	drawnLen  uint8
	places    [MaxRack]uint16 // where exchanged tiles went back, in order
	filled    uint32          // the letters of the main word that were placed
	rack      tile.Rack       // of the mover, before
	scores    [MaxSeats]int32 // before
	hash      uint64          // of the board before
	scoreless int             // before
	passes    int             // before
}

// Position is a game at one moment, with everything in it: all racks and the
// order of the bag. What one seat may know of it is a View. It knows tiles
// and points, not words: a Play is taken at its word (the referee looks its
// words up), and whoever generates moves follows by himself.
//
// A Position is changed by Play and Undo only and is not safe for concurrent
// use.
type Position struct {
	rules     *Rules
	seed      uint64
	board     Board
	hash      uint64
	racks     [MaxSeats]tile.Rack
	scores    [MaxSeats]int32
	bag       Bag
	seat      int
	scoreless int
	passes    int
	exchanges [MaxSeats]int
	end       EndReason
	settled   [MaxSeats]int32 // what the settlement of racks changed
	past      []turn
}

// NewGame is a game at its start: Deal on fresh memory.
func NewGame(rules *Rules, order []tile.Tile, seed uint64) *Position {
	p := &Position{}
	p.Deal(rules, order, seed)
	return p
}

// Deal starts a new game in the memory of p: the bag holds the tiles of order
// and the racks are filled from it, seat by seat. Of two seats the first
// draws from the front of order and the second from its back; more seats all
// draw from the front. The seed places exchanged tiles. The rules are kept by
// reference and must be valid.
func (p *Position) Deal(rules *Rules, order []tile.Tile, seed uint64) {
	p.clear(rules, seed)
	p.bag.fill(order)
	for seat := range rules.Seats {
		p.refill(seat, nil)
	}
}

func (p *Position) clear(rules *Rules, seed uint64) {
	*p = Position{rules: rules, seed: seed, board: NewBoard(rules.Layout.Dim()), bag: p.bag, past: p.past[:0]}
}

// Rules are the rules of the game; they may not be changed.
func (p *Position) Rules() *Rules { return p.rules }

// Board is the board; it may not be changed.
func (p *Position) Board() *Board { return &p.board }

// Seat is whose turn it is.
func (p *Position) Seat() int { return p.seat }

// Rack is what a seat holds.
func (p *Position) Rack(seat int) *tile.Rack { return &p.racks[seat] }

// Score is the total of a seat, the settlement of racks included once the
// game is over.
func (p *Position) Score(seat int) int32 { return p.scores[seat] }

// Spread is a seat's total minus the best other's.
func (p *Position) Spread(seat int) int32 {
	best := int32(math.MinInt32)
	for other := range p.rules.Seats {
		if other != seat {
			best = max(best, p.scores[other])
		}
	}
	return p.scores[seat] - best
}

// Settled is what the settlement of racks added to a seat's total.
func (p *Position) Settled(seat int) int32 { return p.settled[seat] }

// BagLen is the number of tiles in the bag.
func (p *Position) BagLen() int { return p.bag.Len() }

// Scoreless is the number of successive scoreless turns so far.
func (p *Position) Scoreless() int { return p.scoreless }

// End says why the game is over, or EndNone.
func (p *Position) End() EndReason { return p.end }

// Turns is the number of turns taken so far.
func (p *Position) Turns() int { return len(p.past) }

// Turn is the i-th turn, all its tiles shown.
func (p *Position) Turn(i int) Turn { return p.past[i].Turn }

// Drawn are the tiles drawn in the i-th turn, in order.
func (p *Position) Drawn(i int) []tile.Tile {
	t := &p.past[i]
	return t.drawn[:t.drawnLen]
}

// View is what a seat may know.
func (p *Position) View(seat int) View { return View{p, seat} }

// drawsHigh tells from which end of the bag a seat draws.
func (p *Position) drawsHigh(seat int) bool { return p.rules.Seats == 2 && seat == 1 }

// refill draws until the rack is full or the bag empty, noting the tiles in t.
func (p *Position) refill(seat int, t *turn) {
	high := p.drawsHigh(seat)
	for n := min(p.rules.RackSize-p.racks[seat].Len(), p.bag.Len()); n > 0; n-- {
		p.draw(seat, high, t)
	}
}

func (p *Position) draw(seat int, high bool, t *turn) {
	drawn := p.bag.draw(high)
	p.racks[seat].Add(drawn)
	if t != nil {
		t.drawn[t.drawnLen] = drawn
		t.drawnLen++
	}
}

// Check tells why the seat to move may not make a move, or nil. It checks
// everything but the words. A legal play may be written in a form that is not
// Board.Canonical.
func (p *Position) Check(m *Move) error {
	if p.end != EndNone {
		return fmt.Errorf("the game is over")
	}
	if int(m.N) > p.rules.RackSize {
		return fmt.Errorf("%d tiles, more than a rack holds", m.N)
	}
	switch m.Kind {
	case Pass:
		if *m != (Move{}) {
			return fmt.Errorf("a pass has no tiles and no square")
		}
		return nil
	case Exchange:
		switch most := p.rules.MaxExchange(p.bag.Len()); {
		case m.N == 0:
			return fmt.Errorf("an exchange of no tiles")
		case most == 0:
			return fmt.Errorf("no exchange with %d tiles in the bag: the rules ask for %d", p.bag.Len(), p.rules.MinBagToExchange)
		case int(m.N) > most:
			return fmt.Errorf("%d tiles to exchange with %d in the bag", m.N, p.bag.Len())
		case *m != NewExchange(m.Placed()...):
			return fmt.Errorf("the tiles of an exchange are listed in ascending order")
		}
		for _, t := range m.Placed() {
			if t >= tile.Kinds {
				return fmt.Errorf("an exchange of a tile that is no tile")
			}
		}
	case Play:
		if err := p.board.checkPlacement(m, p.rules); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown kind of move %d", m.Kind)
	}
	if used := m.Used(); !p.racks[p.seat].Contains(&used) {
		a := p.rules.TileSet.Alphabet
		return fmt.Errorf("the tiles %s are not all on the rack %s", a.RackText(used), a.RackText(p.racks[p.seat]))
	}
	return nil
}

// Play makes a move that passed Check: it scores, fills the rack, hands the
// turn on, and settles the racks if that ends the game. It returns the points
// of the move.
func (p *Position) Play(m Move) int32 {
	var score int32
	if m.Kind == Play {
		score = p.rules.Score(&p.board, &m).Total
	}
	p.PlayScored(m, score)
	return score
}

// PlayScored is Play for a caller that knows the points of the move, such as
// a search that generated it.
func (p *Position) PlayScored(m Move, score int32) {
	p.past = append(p.past, turn{
		Turn: Turn{p.seat, m, score},
		rack: p.racks[p.seat], scores: p.scores, hash: p.hash,
		scoreless: p.scoreless, passes: p.passes,
	})
	t := &p.past[len(p.past)-1]
	used := m.Used()
	p.racks[p.seat].RemoveAll(&used)
	p.passes++
	p.scoreless++
	switch m.Kind {
	case Exchange:
		p.passes = 0
		p.exchange(&m, t)
	case Play:
		p.passes = 0
		if score > 0 || p.rules.ZeroPlayResets {
			p.scoreless = 0
		}
		t.filled = p.board.filled(&m)
		p.addHash(&m)
		p.board.lay(&m)
		p.scores[p.seat] += score
		p.refill(p.seat, t)
	}
	switch {
	case p.racks[p.seat].Len() == 0 && p.bag.Len() == 0:
		p.settle(EndOut)
	case p.scoreless >= p.rules.ScorelessLimit():
		p.settle(EndScoreless)
	case p.rules.EndByPasses > 0 && p.passes >= p.rules.EndByPasses*p.rules.Seats:
		p.settle(EndPasses)
	}
	p.seat++
	if p.seat == p.rules.Seats {
		p.seat = 0
	}
}

// exchange draws the new tiles before the old ones go back, as the rules say,
// so nobody draws a tile that he has just returned. Where they go back is
// drawn from (seed, seat, how many exchanges the seat made before), so that
// it depends on nothing else that happened in the game.
func (p *Position) exchange(m *Move, t *turn) {
	high := p.drawsHigh(p.seat)
	for range m.N {
		p.draw(p.seat, high, t)
	}
	s := NewStream(p.seed, uint64(p.seat), uint64(p.exchanges[p.seat]))
	for i, back := range m.Placed() {
		t.places[i] = uint16(p.bag.putBack(back, high, &s))
	}
	p.exchanges[p.seat]++
}

// addHash adds the tiles of a play, not yet laid, to the hash of the board.
func (p *Position) addHash(m *Move) {
	for at, t := range p.board.EachPlaced(m) {
		p.hash += SquareHash(p.board.Dim(), at[0], at[1], t)
	}
}

// settle ends the game and settles the racks under the rules in force.
func (p *Position) settle(why EndReason) {
	p.end = why
	var all int32
	for seat := range p.rules.Seats {
		p.settled[seat] = -p.rules.TileSet.RackPoints(&p.racks[seat])
		all -= p.settled[seat]
	}
	if why == EndOut {
		// The mover went out: his own rack is empty and counts nothing.
		switch p.rules.EndScoring {
		case EndBox:
			p.settled[p.seat] = all
		case EndDouble:
			p.settled = [MaxSeats]int32{}
			p.settled[p.seat] = 2 * all
		}
	}
	for seat := range p.rules.Seats {
		p.scores[seat] += p.settled[seat]
	}
}

// EndStuck ends a game in which nobody holds a legal play, for rules with
// EndWhenStuck: the bag must be empty and at least one turn taken. Undo of
// the last turn takes it back too.
func (p *Position) EndStuck() {
	if p.end == EndNone && p.bag.Len() == 0 {
		p.settle(EndStuck)
	}
}

// Forfeit ends a game that the seat to move loses for what the rules of play do
// not know: a clock, a crash. The totals stay as they are, no rack is settled,
// and the first place is between the others. Undo of the last turn takes it
// back too.
func (p *Position) Forfeit() {
	if p.end == EndNone {
		p.end = EndForfeit
	}
}

// Undo takes the last turn back.
func (p *Position) Undo() {
	t := &p.past[len(p.past)-1]
	p.past = p.past[:len(p.past)-1]
	p.seat = t.Seat
	high := p.drawsHigh(p.seat)
	m := &t.Move
	switch m.Kind {
	case Exchange:
		for i := int(m.N) - 1; i >= 0; i-- {
			p.bag.unput(int(t.places[i]), high)
		}
		p.exchanges[p.seat]--
	case Play:
		p.board.lift(m, t.filled)
	}
	for i := int(t.drawnLen) - 1; i >= 0; i-- {
		p.bag.undraw(t.drawn[i], high)
	}
	p.racks[p.seat] = t.rack
	p.scores, p.hash = t.scores, t.hash
	p.scoreless, p.passes = t.scoreless, t.passes
	p.end, p.settled = EndNone, [MaxSeats]int32{}
}

// Winners is the set of seats that share the first place of a finished game,
// bit s for seat s. More than one is a draw between them.
func (p *Position) Winners() (seats uint8) {
	best := int32(math.MinInt32)
	before := best
	for seat := range p.rules.Seats {
		if p.end == EndForfeit && seat == p.seat {
			continue
		}
		total, unsettled := p.scores[seat], p.scores[seat]-p.settled[seat]
		if p.rules.TieBreak == TieDraw {
			unsettled = 0
		}
		switch {
		case total > best || total == best && unsettled > before:
			best, before, seats = total, unsettled, 1<<seat
		case total == best && unsettled == before:
			seats |= 1 << seat
		}
	}
	return seats
}
