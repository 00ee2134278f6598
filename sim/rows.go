package sim

import (
	"iter"
	"math/bits"
	"unicode/utf8"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// rowMaker turns the record of a game into rows of a dataset, by playing it
// once more. The rows it returns are good until the next game.
type rowMaker struct {
	seed      uint64
	rules     *engine.Rules
	lexicon   string
	names     []string // of the players
	positions bool     // with the board before each move

	position   engine.Position
	order      []tile.Tile
	game       dataset.GameRow
	moves      []dataset.MoveRow
	candidates []dataset.CandidateRow
	text       []byte
}

// rowMaker makes rows without boards.
func (m *Match) rowMaker() *rowMaker {
	names := make([]string, len(m.Players))
	for i, p := range m.Players {
		names[i] = p.Name
	}
	return &rowMaker{seed: m.Seed, rules: m.Rules, lexicon: m.Lexicon.Name(), names: names}
}

// Rows makes the rows that a dataset has of some games of the match, for a
// Sink that wants them and no dataset. Each game's rows are good until the
// next one's.
func (m *Match) Rows(games []Record) iter.Seq2[*dataset.GameRow, []dataset.MoveRow] {
	return func(yield func(*dataset.GameRow, []dataset.MoveRow) bool) {
		rows := m.rowMaker()
		for i := range games {
			if !yield(rows.rows(&games[i])) {
				return
			}
		}
	}
}

// rows makes the rows of a game; those of the candidates are left in
// r.candidates.
func (r *rowMaker) rows(rec *Record) (*dataset.GameRow, []dataset.MoveRow) {
	p := &r.position
	r.order = appendOrder(r.order[:0], r.rules.TileSet, r.seed, rec.Deal)
	p.Deal(r.rules, r.order, exchangeSeed(r.seed, rec.Deal))
	r.begin(rec)
	var lead lead
	lead.begin(r.rules.Seats)
	for i := range rec.Turns {
		r.turn(p, rec, &rec.Turns[i])
		lead.turn(p)
	}
	// The two ends that a position does not see by itself.
	if rec.forfeited() {
		p.Forfeit()
	} else {
		p.EndStuck()
	}
	r.faults(rec)
	lead.turn(p)
	r.finish(p, &lead)
	return &r.game, r.moves
}

// begin starts the rows with what is known before the first move.
func (r *rowMaker) begin(rec *Record) {
	p, seats := &r.position, r.rules.Seats
	counts := make([]int32, seats*r.kinds())
	r.moves, r.candidates = r.moves[:0], r.candidates[:0]
	r.game = dataset.GameRow{
		GameID: rec.ID, DealID: rec.Deal,
		Board: r.rules.Layout.Name, TileSet: r.rules.TileSet.Name, Lexicon: r.lexicon,
		Agent: make([]string, seats), Score: make([]int32, seats), ScoreBeforeEnd: make([]int32, seats),
		RackLeft: make([]string, seats), OutBonus: make([]int32, seats), SeatTurns: make([]int32, seats),
		Bingos: make([]int32, seats), Exchanges: make([]int32, seats), Passes: make([]int32, seats),
		OpeningRack: make([]string, seats), DrawnCounts: make([][]int32, seats),
		Faults: make([]int32, seats), BagOrder: r.rackTiles(r.order),
	}
	for seat := range seats {
		r.game.Agent[seat] = r.names[rec.Seats[seat]]
		r.game.OpeningRack[seat] = r.rack(p.Rack(seat))
		r.game.DrawnCounts[seat] = counts[seat*r.kinds() : (seat+1)*r.kinds()]
		for t := range r.game.DrawnCounts[seat] {
			r.game.DrawnCounts[seat][t] = int32(p.Rack(seat).Count(tile.Tile(t)))
		}
	}
}

// faults marks the turns at which an agent failed, and the game.
func (r *rowMaker) faults(rec *Record) {
	for i, f := range rec.Faults {
		reason, text := dataset.Some(string(f.Reason)), dataset.Some(f.Text)
		r.game.Faults[f.Seat]++
		if i == 0 {
			r.game.Fault, r.game.FaultText = reason, text
		}
		if f.Turn < len(r.moves) {
			r.moves[f.Turn].Fault, r.moves[f.Turn].FaultText = reason, text
		}
	}
}

// kinds is the number of kinds of tiles, the blank included.
func (r *rowMaker) kinds() int { return r.rules.TileSet.Alphabet.Len() + 1 }

// turn adds the row of one decision and plays it.
func (r *rowMaker) turn(p *engine.Position, rec *Record, d *agents.Decision) {
	seat, m, g := p.Seat(), &d.Move, &r.game
	row := dataset.MoveRow{
		GameID: rec.ID, DealID: rec.Deal,
		Turn: int32(p.Turns()), Seat: int32(seat), SeatTurn: g.SeatTurns[seat],
		Agent: g.Agent[seat], Rack: r.rack(p.Rack(seat)), Action: m.Kind.String(),
		Leave:      r.leave(p, m),
		LeaveValue: dataset.Null[int32](d.Leave), Equity: dataset.Null[int32](d.Equity),
		RunnerUpEquity: dataset.Null[int32](d.RunnerUp), WinProb: dataset.Null[float64](d.WinProb),
		StandardError: dataset.Null[float64](d.StandardError),
		Candidates:    dataset.Null[int32](d.Candidates), Nodes: dataset.Null[int64](d.Nodes),
		MoveProbability: dataset.Null[float64](d.Probability),
		ScoreBefore:     p.Score(seat), OpponentScoreBefore: p.Score(seat) - p.Spread(seat),
		ScoresBefore: make([]int32, r.rules.Seats),
		BagBefore:    int32(p.BagLen()), ScorelessBefore: int32(p.Scoreless()),
	}
	for s := range row.ScoresBefore {
		row.ScoresBefore[s] = p.Score(s)
	}
	r.compared(p, rec, d)
	if r.rules.Seats == 2 {
		row.OpponentRack = dataset.Some(r.rack(p.Rack(1 - seat)))
	}
	if r.positions {
		r.text = notation.AppendBoard(r.text[:0], r.rules.TileSet.Alphabet, p.Board())
		row.Board = dataset.Some(string(r.text))
	}
	switch m.Kind {
	case engine.Play:
		r.play(p.Board(), m, &row)
	case engine.Exchange:
		row.Exchanged = dataset.Some(r.rackTiles(m.Placed()))
		g.Exchanges[seat]++
	default:
		g.Passes[seat]++
	}
	g.SeatTurns[seat]++
	if row.Bingo {
		g.Bingos[seat]++
	}

	p.PlayScored(*m, row.Score)
	drawn := p.Drawn(p.Turns() - 1)
	row.Drawn = r.rackTiles(drawn)
	row.BagAfter = int32(p.BagLen())
	for _, t := range drawn {
		g.DrawnCounts[seat][t]++
	}
	r.moves = append(r.moves, row)
}

// play fills in what only a play has. The board is the one before it.
func (r *rowMaker) play(b *engine.Board, m *engine.Move, row *dataset.MoveRow) {
	a := r.rules.TileSet.Alphabet
	s := r.rules.Score(b, m)
	row.Row, row.Col = dataset.Some(int32(m.Row)), dataset.Some(int32(m.Col))
	row.Down = dataset.Some(m.Dir == engine.Down)
	row.Coordinate = dataset.Some(m.Coordinate())
	row.Placed = dataset.Some(a.Text(m.Placed()))
	row.TilesPlayed = int32(m.N)
	row.TilesThrough = int32(m.Len - m.N)
	row.Score, row.MainScore, row.CrossScore = s.Total, s.Main, s.Cross
	row.PremiumPoints, row.BingoPoints, row.WordMultiplier = s.Premium, s.Bingo, s.WordMultiplier
	row.Bingo = int(m.N) == r.rules.RackSize
	row.Words = make([]string, 0, 4)
	for word := range b.Words(m) {
		text := a.Text(word)
		row.Words = append(row.Words, text)
		if longest := &r.game.LongestWord; len(word) > utf8.RuneCountInString(longest.V) {
			*longest = dataset.Some(text)
		}
	}
	row.Word = dataset.Some(row.Words[0])
	row.CrossWords = int32(len(row.Words) - 1)
	if best := &r.game.BestPlay; !best.Valid || s.Total > best.V {
		*best = dataset.Some(s.Total)
	}

	var front, back []byte
	dr, dc := m.Dir.Step()
	for at, t := range b.EachPlaced(m) {
		if t.IsBlank() {
			row.BlanksPlayed++
		}
		r.premium(at[0], at[1], row)
		before, after := hooks(b, at[0], at[1], dc, dr)
		if m.N == 1 { // it may be a hook along its lane as well
			alongBefore, alongAfter := hooks(b, at[0], at[1], dr, dc)
			before, after = before || alongBefore, after || alongAfter
		}
		if before {
			front = utf8.AppendRune(front, a.Rune(t))
		}
		if after {
			back = utf8.AppendRune(back, a.Rune(t))
		}
	}
	row.FrontHook, row.BackHook = dataset.Some(string(front)), dataset.Some(string(back))
}

// hooks tells whether a tile alone, put on a square, extends two tiles or more
// in the direction (dr, dc) at their front, and at their back.
func hooks(b *engine.Board, row, col, dr, dc int) (front, back bool) {
	before, after := run(b, row, col, -dr, -dc), run(b, row, col, dr, dc)
	return before == 0 && after >= 2, after == 0 && before >= 2
}

// run is the number of tiles next to a square in the direction (dr, dc).
func run(b *engine.Board, row, col, dr, dc int) int {
	n := 0
	for b.Occupied(row+dr, col+dc) {
		row, col = row+dr, col+dc
		n++
	}
	return n
}

// premium counts the premium square that a tile was placed on.
func (r *rowMaker) premium(row, col int, m *dataset.MoveRow) {
	switch r.rules.Layout.Letter(row, col) {
	case 2:
		m.DL++
	case 3:
		m.TL++
	case 4:
		m.QL++
	}
	switch r.rules.Layout.Word(row, col) {
	case 2:
		m.DW++
	case 3:
		m.TW++
	case 4:
		m.QW++
	}
}

// finish fills in what is known once the game is over.
func (r *rowMaker) finish(p *engine.Position, lead *lead) {
	g, seats := &r.game, r.rules.Seats
	winners := p.Winners()
	if bits.OnesCount8(winners) == 1 {
		winner := bits.TrailingZeros8(winners)
		g.Winner = dataset.Some(int32(winner))
		g.MaxDeficitOvercome = dataset.Some(lead.deficit[winner])
	}
	g.Spread, g.Turns, g.EndReason = p.Spread(0), int32(p.Turns()), p.End().String()
	g.LeadChanges = lead.changes
	r.text = notation.AppendBoard(r.text[:0], r.rules.TileSet.Alphabet, p.Board())
	g.FinalBoard = string(r.text)
	for seat := range seats {
		g.Score[seat] = p.Score(seat)
		g.ScoreBeforeEnd[seat] = p.Score(seat) - p.Settled(seat)
		g.OutBonus[seat] = p.Settled(seat)
		g.RackLeft[seat] = r.rack(p.Rack(seat))
	}
	share := 1 / float64(bits.OnesCount8(winners))
	var next [engine.MaxSeats]dataset.Null[int32] // points of each seat's turn after this one
	for i := len(r.moves) - 1; i >= 0; i-- {
		m := &r.moves[i]
		if i+1 < len(r.moves) {
			m.ReplyScore = dataset.Some(r.moves[i+1].Score)
		}
		m.OwnNextScore = next[m.Seat]
		next[m.Seat] = dataset.Some(m.Score)
		if p.End() == engine.EndForfeit {
			continue // how the game would have ended nobody knows
		}
		m.FinalSpread, m.Result = dataset.Some(p.Spread(int(m.Seat))), dataset.Some(0.0)
		if winners>>m.Seat&1 != 0 {
			m.Result.V = share
		}
	}
}

// leave is what a move of the seat to move keeps, as text.
func (r *rowMaker) leave(p *engine.Position, m *engine.Move) string {
	leave, used := *p.Rack(p.Seat()), m.Used()
	leave.RemoveAll(&used)
	return r.rack(&leave)
}

// rack is a rack as text.
func (r *rowMaker) rack(rack *tile.Rack) string {
	r.text = notation.AppendRack(r.text[:0], r.rules.TileSet.Alphabet, rack)
	return string(r.text)
}

// rackTiles is tiles as they are on a rack as text, in the order given.
func (r *rowMaker) rackTiles(tiles []tile.Tile) string {
	r.text = r.text[:0]
	for _, t := range tiles {
		r.text = utf8.AppendRune(r.text, r.rules.TileSet.Alphabet.RackRune(t))
	}
	return string(r.text)
}

// lead follows who leads: how often that changed, and how far behind each
// seat has been after a turn.
type lead struct {
	seats   int
	leader  int // -1 until one leads alone
	changes int32
	deficit [engine.MaxSeats]int32
}

func (l *lead) begin(seats int) { *l = lead{seats: seats, leader: -1} }

func (l *lead) turn(p *engine.Position) {
	for seat := range l.seats {
		spread := p.Spread(seat)
		l.deficit[seat] = max(l.deficit[seat], -spread)
		if spread > 0 && seat != l.leader {
			if l.leader >= 0 {
				l.changes++
			}
			l.leader = seat
		}
	}
}
