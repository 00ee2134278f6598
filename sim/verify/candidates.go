package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// candidateRows is the candidates of a part. A run that was not asked for them
// has none.
type candidateRows = partRows[dataset.CandidateRow]

// compared checks the candidates of a turn and moves on to those of the next.
// The game is as it was before the move of the turn. Each candidate is tried
// by the rules; what the agent found of it is only looked at for sense.
func (c *checker) compared(m *dataset.MoveRow, rows *candidateRows) (first *Fault) {
	id, turn := c.want.row.GameID, int32(c.game.turns)
	if row := rows.row; row != nil && (row.GameID < id || row.GameID == id && row.Turn < turn) {
		return strayCandidate(row, "it is out of order")
	}
	c.tried = c.tried[:0]
	chosen := 0
	for row := rows.row; row != nil && row.GameID == id && row.Turn == turn; row = rows.row {
		if first == nil {
			first = c.candidate(m, row)
		}
		c.tried = append(c.tried, row.Move)
		if row.Chosen {
			chosen++
		}
		if err := rows.advance(); err != nil {
			return or(first, unreadable(candidatesTable, err))
		}
	}
	n, most := len(c.tried), c.spec.Candidates
	if m.Candidates.Valid {
		most = min(most, int(m.Candidates.V))
	}
	// Who compared moves and searched or sampled for it tells of them; an agent
	// that only looks at the position does not.
	told := c.spec.Candidates > 0 && m.Candidates.Valid && m.Nodes.Valid
	switch {
	case first != nil || n == 0 && !told:
		return first
	case n > most || m.Candidates.Valid && n < most:
		return fault("rank", fmt.Sprintf("%d rows of the turn", most), fmt.Sprint(n), "")
	case chosen != 1:
		return fault("chosen", "one row of the turn", fmt.Sprint(chosen), "")
	}
	return nil
}

// strayCandidate is the fault of a row that belongs to no turn of the game at
// hand.
func strayCandidate(row *dataset.CandidateRow, why string) *Fault {
	return fault("turn", "no such row here", fmt.Sprintf("turn %d of game %d", row.Turn, row.GameID), why)
}

// candidate checks the next row of the candidates of a turn.
func (c *checker) candidate(m *dataset.MoveRow, row *dataset.CandidateRow) *Fault {
	g := c.trial
	g.standAs(c.game)
	t, f := g.try(row.Move)
	if f == nil && slices.Contains(c.tried, row.Move) {
		f = fault("move", "another move", row.Move, "it stands there twice")
	}
	if f != nil {
		f.Column = "move"
		return f
	}
	want := *row
	want.GameID, want.DealID = c.want.row.GameID, c.game.deal
	want.Turn, want.Seat, want.Rank = int32(c.game.turns), int32(c.game.seat), int32(len(c.tried)+1)
	want.Move, want.Action, want.Chosen = t.text, t.action, t.is(m)
	want.Score, want.Leave = t.score, g.handText(&g.leave)
	return or(differ(c.ofCandidate, &want, row), senseOfCandidate(row))
}

// senseOfCandidate tells what cannot be right of what the agent found.
func senseOfCandidate(row *dataset.CandidateRow) *Fault {
	if row.Visits.Valid && row.Visits.V < 1 {
		return fault("visits", "1 or more", fmt.Sprint(row.Visits.V), "")
	}
	return or(
		within("mean", row.Mean, -math.MaxFloat64, math.MaxFloat64),
		within("standard_error", row.StandardError, 0, math.MaxFloat64),
		within("win_prob", row.WinProb, 0, 1),
	)
}

// tried is a move that was tried: what the rows tell of it.
type tried struct {
	action, text string
	score        int32
	coordinate   string // of a play
	tiles        string // placed or exchanged, as the moves table has them
}

// is tells whether it is the move of a row.
func (t *tried) is(m *dataset.MoveRow) bool {
	return t.action == m.Action && t.coordinate == m.Coordinate.V && t.tiles == m.Placed.V+m.Exchanged.V
}

// standAs sets the game to where another stands, as far as it takes to try a
// move.
func (g *game) standAs(o *game) {
	g.board.clear()
	copy(g.board.tiles, o.board.tiles)
	g.board.laid = o.board.laid
	copy(g.racks, o.racks)
	g.seat, g.bag = o.seat, o.bag // which is not drawn from
}

// try makes a move, given as text, of which the game is of no use afterwards.
func (g *game) try(text string) (tried, *Fault) {
	if text == passing {
		g.pass()
		return tried{action: passing, text: text}, nil
	}
	head, tail, _ := strings.Cut(text, " ")
	if head == "exch" {
		return g.tryExchange(tail)
	}
	return g.tryPlay(head, tail)
}

// tryPlay tries the play of a word at a coordinate. The dots of the word stand
// for tiles on the board.
func (g *game) tryPlay(at, word string) (t tried, f *Fault) {
	p, f := g.readCoordinate(at)
	for _, r := range strings.ReplaceAll(word, ".", "") {
		laid, ok := g.alphabet.Tile(r)
		if !ok {
			return t, or(f, fault("", "letters and dots", word, fmt.Sprintf("%q is neither", r)))
		}
		if f == nil {
			p.placed = append(p.placed, laid)
		}
	}
	if f == nil {
		f = g.place(p)
	}
	if f != nil {
		return t, f
	}
	b := &g.board
	for _, w := range b.words {
		points, _ := b.score(w, &g.points)
		t.score += int32(points)
	}
	if len(p.placed) == g.RackSize {
		t.score += g.BingoBonus
	}
	t.action, t.coordinate, t.tiles = playing, coordinate(p.row, p.col, p.down), g.laidText(p.placed)
	t.text = t.coordinate + " "
	for s := b.words[0].first; s <= b.words[0].last; s += b.words[0].step {
		if b.fresh[s] {
			t.text += string(g.alphabet.Rune(b.tiles[s]))
		} else {
			t.text += "."
		}
	}
	return t, nil
}

// readCoordinate reads the place of a play, 8D across or D8 down.
func (g *game) readCoordinate(text string) (*play, *Fault) {
	wrong := fault("", "a play as in 8D WORD, exch ABC or pass", text, "")
	if len(text) < 2 {
		return nil, wrong
	}
	p := &play{down: text[0] > '9'}
	column, number := text[len(text)-1], text[:len(text)-1]
	if p.down {
		column, number = text[0], text[1:]
	}
	row, err := strconv.Atoi(number)
	p.row, p.col = row-1, int(column)-'A'
	if err != nil || p.row < 0 || p.row >= g.dim || p.col < 0 || p.col >= g.dim {
		return nil, wrong
	}
	return p, nil
}

// tryExchange tries to give tiles back. Its text has the blanks last, the
// moves table has them first.
func (g *game) tryExchange(text string) (t tried, f *Fault) {
	var tiles []tile.Tile
	for _, r := range text {
		k, ok := g.alphabet.Tile(r)
		if r == tile.BlankRune {
			k, ok = tile.Blank, true
		}
		if !ok || k&tile.BlankBit != 0 {
			return t, fault("", "tiles", text, fmt.Sprintf("%q is none", r))
		}
		tiles = append(tiles, k)
	}
	if f := g.give("", tiles); f != nil {
		return t, f
	}
	if most := g.exchangeable(len(g.bag)); len(tiles) < 1 || len(tiles) > most {
		return t, fault("", fmt.Sprintf("1 to %d tiles", most), text, "")
	}
	slices.Sort(tiles)
	letters := tiles
	for len(letters) > 0 && letters[0] == tile.Blank {
		letters = letters[1:]
	}
	blanks := tiles[:len(tiles)-len(letters)]
	return tried{action: exchanging, text: "exch " + g.rackText(letters) + g.rackText(blanks), tiles: g.rackText(tiles)}, nil
}
