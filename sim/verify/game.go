package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"quadword/engine/tile"
)

// What the tables call a turn, and the end of a game.
const (
	playing, exchanging, passing = "play", "exchange", "pass"

	out       = "out"
	scoreless = "scoreless"
	passes    = "passes"
	stuck     = "stuck"
	forfeited = "forfeit"
)

// game is a game at one moment. It goes forward only.
type game struct {
	*rules
	words trie
	deal  int64

	board   board
	order   []tile.Tile // the bag as it was shuffled
	bag     bag
	racks   []hand
	scores  []int
	seat    int // whose turn it is
	turns   int
	zeros   int    // successive scoreless turns
	passed  int    // successive passes
	swapped []int  // exchanges so far, by seat
	end     string // why the game is over, empty while it goes on
	settled []int  // what the racks changed at the end, by seat

	leave hand        // what the last move kept, before drawing
	drawn []tile.Tile // after it, in order
	text  []tile.Tile // scratch
}

func newGame(r *rules, words trie) *game {
	return &game{
		rules: r, words: words, board: newBoard(&r.layout),
		racks: make([]hand, r.Seats), scores: make([]int, r.Seats),
		swapped: make([]int, r.Seats), settled: make([]int, r.Seats),
	}
}

// begin shuffles the bag of a deal and fills the racks, seat by seat.
func (g *game) begin(deal int64) {
	g.deal = deal
	g.board.clear()
	g.order = appendOrder(g.order[:0], g.count, g.seed, deal)
	g.bag = slices.Clone(g.order)
	clear(g.racks)
	clear(g.scores)
	clear(g.swapped)
	clear(g.settled)
	g.seat, g.turns, g.zeros, g.passed, g.end = 0, 0, 0, 0, ""
	for seat := range g.Seats {
		g.refill(seat)
	}
}

// refill fills a rack as far as the bag goes.
func (g *game) refill(seat int) {
	g.drawn = g.drawn[:0]
	for g.racks[seat].size()+len(g.drawn) < g.RackSize && len(g.bag) > 0 {
		g.drawn = append(g.drawn, g.bag.draw(g.fromBack(seat)))
	}
	g.receive(seat)
}

// receive puts the tiles drawn on a rack.
func (g *game) receive(seat int) {
	for _, t := range g.drawn {
		g.racks[seat][t]++
	}
}

// place makes a play: it takes the tiles from the rack, lays them and looks
// their words up. What is against the rules is a fault, after which the game
// cannot go on.
func (g *game) place(p *play) *Fault {
	if f := g.give("placed", p.placed); f != nil {
		return f
	}
	if err := g.board.lay(p); err != nil {
		return fault("placed", "a play that the rules allow", g.laidText(p.placed)+" at "+coordinate(p.row, p.col, p.down), err.Error())
	}
	if p.down && len(p.placed) == 1 && len(g.board.words) > 1 {
		return fault("down", "false", "true", "one tile that makes a word both ways is written as the play across")
	}
	for _, w := range g.board.words {
		g.text = g.board.letters(g.text[:0], w)
		if !g.words.has(g.text) {
			return fault("words", "words of the lexicon", g.laidText(g.text), "it is not in the lexicon")
		}
	}
	return nil
}

// exchange makes an exchange: the new tiles are drawn before the old ones go
// back.
func (g *game) exchange(tiles []tile.Tile) *Fault {
	if f := g.give("exchanged", tiles); f != nil {
		return f
	}
	if most := g.exchangeable(len(g.bag)); len(tiles) < 1 || len(tiles) > most {
		return fault("exchanged", fmt.Sprintf("1 to %d tiles", most), g.rackText(tiles),
			fmt.Sprintf("the bag holds %d tiles, and an exchange needs %d", len(g.bag), g.MinBagToExchange))
	}
	back := g.fromBack(g.seat)
	g.drawn = g.drawn[:0]
	for range tiles {
		g.drawn = append(g.drawn, g.bag.draw(back))
	}
	g.receive(g.seat)
	places := exchangeStream(g.seed, g.deal, g.seat, g.swapped[g.seat])
	for _, t := range tiles {
		g.bag.putBack(t, back, &places)
	}
	g.swapped[g.seat]++
	return nil
}

// give takes tiles from the rack of the seat to move.
func (g *game) give(column string, tiles []tile.Tile) *Fault {
	rack := g.racks[g.seat]
	for _, t := range tiles {
		k := kind(t)
		if g.racks[g.seat][k] == 0 {
			return fault(column, "tiles of the rack "+g.handText(&rack), g.laidText(tiles), fmt.Sprintf("the rack has too few %c", g.alphabet.RackRune(k)))
		}
		g.racks[g.seat][k]--
	}
	g.leave = g.racks[g.seat]
	return nil
}

// pass keeps the rack as it is.
func (g *game) pass() {
	g.leave = g.racks[g.seat]
	g.drawn = g.drawn[:0]
}

// turn ends the turn of an action that earned so many points: it counts, sees
// whether the game is over, and hands the turn on. After a play the rack is
// filled first.
func (g *game) turn(action string, points int) {
	g.turns++
	g.scores[g.seat] += points
	g.zeros++
	g.passed++
	switch action {
	case playing:
		g.refill(g.seat)
		if points > 0 || g.ZeroPlayResets {
			g.zeros = 0
		}
		g.passed = 0
	case exchanging:
		g.passed = 0
	}
	switch {
	case g.racks[g.seat].size() == 0 && len(g.bag) == 0:
		g.settle(out)
	case g.zeros >= g.MaxScorelessTurns:
		g.settle(scoreless)
	case g.EndByPasses > 0 && g.passed >= g.EndByPasses*g.Seats:
		g.settle(passes)
	}
	g.seat = (g.seat + 1) % g.Seats
}

// isStuck tells whether the rules end the game because nobody can play.
func (g *game) isStuck() bool {
	if !g.EndWhenStuck || g.end != "" || g.turns == 0 || len(g.bag) > 0 {
		return false
	}
	for _, rack := range g.racks {
		if g.board.canPlay(g.words, rack) {
			return false
		}
	}
	return true
}

// settle ends the game and counts the racks.
func (g *game) settle(why string) {
	g.end = why
	for seat, rack := range g.racks {
		left := 0
		for kind, n := range rack {
			left += n * g.points[kind]
		}
		winner := &g.settled[g.seat]
		switch {
		case why != out || g.EndScoring == deduct:
			g.settled[seat] -= left
		case g.EndScoring == box:
			g.settled[seat] -= left
			*winner += left
		case g.EndScoring == double:
			*winner += 2 * left
		}
	}
	for seat := range g.scores {
		g.scores[seat] += g.settled[seat]
	}
}

// forfeit ends the game at the expense of the seat whose turn it is.
func (g *game) forfeit() { g.end = forfeited }

// spread is a seat's total minus the best other's.
func (g *game) spread(seat int) int {
	best := math.MinInt
	for other, score := range g.scores {
		if other != seat {
			best = max(best, score)
		}
	}
	return g.scores[seat] - best
}

// first is the seats that share the first place of a game that is over.
func (g *game) first() []int {
	scores := slices.Clone(g.scores)
	if g.end == forfeited {
		scores[g.seat] = math.MinInt // out of the contest
	}
	first := leading(scores)
	if g.TieBreak == draw {
		return first
	}
	before := g.unsettled()
	for seat := range before {
		if !slices.Contains(first, seat) {
			before[seat] = math.MinInt // out of the contest
		}
	}
	return leading(before)
}

// unsettled is the totals without what the racks changed at the end.
func (g *game) unsettled() []int {
	scores := slices.Clone(g.scores)
	for seat := range scores {
		scores[seat] -= g.settled[seat]
	}
	return scores
}

// leading is the seats with the highest score.
func leading(scores []int) (seats []int) {
	for seat, score := range scores {
		if score == slices.Max(scores) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// conserved tells whether the tiles of bag, racks and board are those of the
// set.
func (g *game) conserved() bool {
	var all hand
	for _, t := range g.bag {
		all[t]++
	}
	for _, rack := range g.racks {
		for k, n := range rack {
			all[k] += n
		}
	}
	for _, t := range g.board.tiles {
		if t != 0 {
			all[kind(t)]++
		}
	}
	return slices.Equal(all[:len(g.count)], g.count)
}

// rackText is tiles as they are written on a rack, in the order given.
func (r *rules) rackText(tiles []tile.Tile) string {
	var b strings.Builder
	for _, t := range tiles {
		b.WriteRune(r.alphabet.RackRune(t))
	}
	return b.String()
}

// handText is a rack as text, blanks first and then by letter.
func (r *rules) handText(h *hand) string {
	var b strings.Builder
	for k := range r.count {
		for range h[k] {
			b.WriteRune(r.alphabet.RackRune(tile.Tile(k)))
		}
	}
	return b.String()
}

// laidText is tiles as they lie on the board, a blank in lower case.
func (r *rules) laidText(tiles []tile.Tile) string {
	var b strings.Builder
	for _, t := range tiles {
		b.WriteRune(r.alphabet.Rune(t))
	}
	return b.String()
}
