package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// wanted is the rows that a game should have.
type wanted struct {
	game *game
	row  dataset.GameRow
	move dataset.MoveRow // of the turn at hand

	leader int   // the seat that led alone last, -1 for none so far
	behind []int // how far each seat was behind at most
}

// begin starts the row of a game that was just dealt.
func (w *wanted) begin(id, deal int64, spec *dataset.Spec, agents []int) {
	g, seats := w.game, w.game.Seats
	w.leader, w.behind = -1, make([]int, seats)
	w.row = dataset.GameRow{
		GameID: id, DealID: deal,
		Board: spec.Board.Name, TileSet: spec.TileSet.Name, Lexicon: spec.Lexicon.Name,
		SeatTurns: make([]int32, seats), Bingos: make([]int32, seats),
		Exchanges: make([]int32, seats), Passes: make([]int32, seats), Faults: make([]int32, seats),
		BagOrder: g.rackText(g.order),
	}
	for seat := range seats {
		drawn := make([]int32, len(g.count))
		for k := range drawn {
			drawn[k] = int32(g.racks[seat][k])
		}
		w.row.Agent = append(w.row.Agent, spec.Agents[agents[seat]].Spec)
		w.row.OpeningRack = append(w.row.OpeningRack, g.handText(&g.racks[seat]))
		w.row.DrawnCounts = append(w.row.DrawnCounts, drawn)
	}
}

// before starts the row of a turn with what is known before the move.
func (w *wanted) before() {
	g, seat := w.game, w.game.seat
	w.move = dataset.MoveRow{
		GameID: w.row.GameID, DealID: w.row.DealID,
		Turn: int32(g.turns), Seat: int32(seat), SeatTurn: w.row.SeatTurns[seat],
		Agent: w.row.Agent[seat], Rack: g.handText(&g.racks[seat]),
		ScoreBefore: int32(g.scores[seat]), OpponentScoreBefore: int32(g.scores[seat] - g.spread(seat)),
		ScoresBefore: narrow(g.scores),
		BagBefore:    int32(len(g.bag)), ScorelessBefore: int32(g.zeros),
	}
	if g.Seats == 2 {
		w.move.OpponentRack = dataset.Some(g.handText(&g.racks[1-seat]))
	}
	if g.positions {
		w.move.Board = dataset.Some(g.boardText())
	}
}

// play plays the move that a row tells of and completes the wanted row with
// what follows from it. A fault says why the move cannot be played.
func (w *wanted) play(m *dataset.MoveRow) *Fault {
	g, seat := w.game, w.game.seat
	points := 0
	w.move.Action = m.Action
	switch m.Action {
	case playing:
		p, f := g.readPlay(m)
		if f == nil {
			f = g.place(p)
		}
		if f != nil {
			return f
		}
		points = w.placed(p)
	case exchanging:
		tiles, f := g.readExchange(m)
		if f == nil {
			f = g.exchange(tiles)
		}
		if f != nil {
			return f
		}
		w.move.Exchanged = dataset.Some(g.rackText(tiles))
		w.row.Exchanges[seat]++
	case passing:
		g.pass()
		w.row.Passes[seat]++
		if m.Fault.Valid {
			w.row.Faults[seat]++
			if !w.row.Fault.Valid {
				w.row.Fault, w.row.FaultText = m.Fault, m.FaultText
			}
		}
	default:
		return fault("action", "play, exchange or pass", m.Action, "")
	}
	w.move.Leave = g.handText(&g.leave)
	w.row.SeatTurns[seat]++

	g.turn(m.Action, points)
	w.move.Drawn, w.move.BagAfter = g.rackText(g.drawn), int32(len(g.bag))
	for _, t := range g.drawn {
		w.row.DrawnCounts[seat][t]++
	}
	w.look(g.unsettled())
	return nil
}

// placed fills in what a play has, which lies on the board, and gives its
// points.
func (w *wanted) placed(p *play) int {
	g, m, b := w.game, &w.move, &w.game.board
	m.Row, m.Col, m.Down = dataset.Some(int32(p.row)), dataset.Some(int32(p.col)), dataset.Some(p.down)
	m.Coordinate, m.Placed = dataset.Some(coordinate(p.row, p.col, p.down)), dataset.Some(g.laidText(p.placed))
	m.TilesPlayed = int32(len(p.placed))
	m.WordMultiplier = 1
	for _, s := range b.squares {
		if b.tiles[s]&tile.BlankBit != 0 {
			m.BlanksPlayed++
		}
		m.WordMultiplier *= int32(b.word[s])
		for _, premium := range []struct {
			count            *int32
			multiplier, here int
		}{
			{&m.DL, 2, b.letter[s]}, {&m.TL, 3, b.letter[s]}, {&m.QL, 4, b.letter[s]},
			{&m.DW, 2, b.word[s]}, {&m.TW, 3, b.word[s]}, {&m.QW, 4, b.word[s]},
		} {
			if premium.here == premium.multiplier {
				*premium.count++
			}
		}
	}
	plain := 0
	for i, word := range b.words {
		points, face := b.score(word, &g.points)
		plain += face
		if i == 0 {
			m.MainScore = int32(points)
		} else {
			m.CrossScore += int32(points)
		}
		g.text = b.letters(g.text[:0], word)
		text := g.laidText(g.text)
		m.Words = append(m.Words, text)
		if len(g.text) > utf8.RuneCountInString(w.row.LongestWord.V) {
			w.row.LongestWord = dataset.Some(text)
		}
	}
	m.Word, m.CrossWords = dataset.Some(m.Words[0]), int32(len(m.Words)-1)
	m.TilesThrough = int32(utf8.RuneCountInString(m.Words[0]) - len(p.placed))
	m.PremiumPoints = m.MainScore + m.CrossScore - int32(plain)
	if len(p.placed) == g.RackSize {
		m.Bingo, m.BingoPoints = true, g.BingoBonus
		w.row.Bingos[g.seat]++
	}
	m.Score = m.MainScore + m.CrossScore + m.BingoPoints
	front, back := b.hooks()
	m.FrontHook, m.BackHook = dataset.Some(g.laidText(front)), dataset.Some(g.laidText(back))
	if best := &w.row.BestPlay; !best.Valid || m.Score > best.V {
		*best = dataset.Some(m.Score)
	}
	return int(m.Score)
}

// look sees who leads, given the totals of all seats, and how far the others
// are behind.
func (w *wanted) look(scores []int) {
	best := slices.Max(scores)
	for seat, score := range scores {
		w.behind[seat] = max(w.behind[seat], best-score)
	}
	leaders := leading(scores)
	if len(leaders) > 1 || leaders[0] == w.leader {
		return
	}
	if w.leader >= 0 {
		w.row.LeadChanges++
	}
	w.leader = leaders[0]
}

// end completes the row of a game that is over. What happened at a turn that
// was not made only the row itself can tell.
func (w *wanted) end(row *dataset.GameRow) {
	g := w.game
	if g.end == forfeited {
		w.row.Faults[g.seat]++
		w.row.Fault, w.row.FaultText = row.Fault, row.FaultText
	}
	w.look(g.scores)
	w.row.Score, w.row.ScoreBeforeEnd, w.row.OutBonus = narrow(g.scores), narrow(g.unsettled()), narrow(g.settled)
	for seat := range g.Seats {
		w.row.RackLeft = append(w.row.RackLeft, g.handText(&g.racks[seat]))
	}
	if winners := g.first(); len(winners) == 1 {
		w.row.Winner = dataset.Some(int32(winners[0]))
		w.row.MaxDeficitOvercome = dataset.Some(int32(w.behind[winners[0]]))
	}
	w.row.Spread, w.row.Turns, w.row.EndReason = int32(g.spread(0)), int32(g.turns), g.end
	w.row.FinalBoard = g.boardText()
}

// readPlay reads the placement of a row.
func (g *game) readPlay(m *dataset.MoveRow) (*play, *Fault) {
	p := &play{row: int(m.Row.V), col: int(m.Col.V), down: m.Down.V}
	for _, part := range []struct {
		column string
		there  bool
	}{{"row", m.Row.Valid}, {"col", m.Col.Valid}, {"down", m.Down.Valid}, {"placed", m.Placed.Valid}} {
		if !part.there {
			return nil, fault(part.column, "a value", "null", "it is a play")
		}
	}
	for _, r := range m.Placed.V {
		t, ok := g.alphabet.Tile(r)
		if !ok {
			return nil, fault("placed", "letters", m.Placed.V, fmt.Sprintf("%q is none", r))
		}
		p.placed = append(p.placed, t)
	}
	return p, nil
}

// readExchange reads the tiles that a row gives back.
func (g *game) readExchange(m *dataset.MoveRow) (tiles []tile.Tile, f *Fault) {
	for _, r := range m.Exchanged.V {
		t, ok := g.alphabet.Tile(r)
		if r == tile.BlankRune {
			t, ok = tile.Blank, true
		}
		if !ok || t&tile.BlankBit != 0 || len(tiles) > 0 && t < tiles[len(tiles)-1] {
			return nil, fault("exchanged", "tiles in the order of their numbers", m.Exchanged.V, "")
		}
		tiles = append(tiles, t)
	}
	return tiles, nil
}

// boardText is the board in rows joined by /, with a number for so many empty
// squares.
func (g *game) boardText() string {
	var b strings.Builder
	for row := range g.dim {
		if row > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for col := range g.dim {
			t := g.board.tiles[g.square(row, col)]
			if t == 0 {
				empty++
			}
			if empty > 0 && (t != 0 || col == g.dim-1) {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			if t != 0 {
				b.WriteRune(g.alphabet.Rune(t))
			}
		}
	}
	return b.String()
}

func narrow(values []int) []int32 {
	all := make([]int32, len(values))
	for i, v := range values {
		all[i] = int32(v)
	}
	return all
}
