// Package replay plays the games of a run again, turn by turn, from the rows of
// its moves: for those who ask of a position what nobody wrote down when it was
// played. It deals the racks from the seed and makes the moves that the rows
// say; nothing is decided again, and no agent is asked.
//
// It trusts the points of a row, but not that the row is one of its game: a
// turn, a seat or a rack that is not what the deal and the moves before it give
// is an error, and so is a move that the rules do not allow. Whether its words
// are words is for package verify, which shares no code with it.
package replay

import (
	"fmt"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// Row is the columns of a move by which it is made again, and how it ended.
type Row struct {
	GameID    int64                `parquet:"game_id"`
	DealID    int64                `parquet:"deal_id"`
	Turn      int32                `parquet:"turn"`
	Seat      int32                `parquet:"seat"`
	Rack      string               `parquet:"rack"`
	Action    string               `parquet:"action"`
	Row       dataset.Null[int32]  `parquet:"row"`
	Col       dataset.Null[int32]  `parquet:"col"`
	Down      dataset.Null[bool]   `parquet:"down"`
	Word      dataset.Null[string] `parquet:"word"`
	Placed    dataset.Null[string] `parquet:"placed"`
	Exchanged dataset.Null[string] `parquet:"exchanged"`
	Score     int32                `parquet:"score"`
	// Null in a game that was forfeited.
	FinalSpread dataset.Null[int32]   `parquet:"final_spread"`
	Result      dataset.Null[float64] `parquet:"result"`
	// Not null where the agent failed and the turn is a pass in its stead.
	Fault dataset.Null[string] `parquet:"fault"`
}

// Game replays games, one after another. It is for one goroutine.
type Game struct {
	rules    *engine.Rules
	seed     uint64
	id       int64
	position engine.Position
	order    []tile.Tile
}

// New is a replay of the games of a run that was dealt by these rules from this
// seed.
func New(rules *engine.Rules, seed uint64) *Game { return &Game{rules: rules, seed: seed, id: -1} }

// ID is the game that is being replayed, -1 before the first.
func (g *Game) ID() int64 { return g.id }

// Position is the position before the move that Move returned last, and after
// it once it was made.
func (g *Game) Position() *engine.Position { return &g.position }

// Move is the move of a row, in canonical form: the next turn of the game at
// hand, or the first of another, which is then dealt. It is legal but for its
// words. The caller makes it, on the Position, before the next one.
func (g *Game) Move(r *Row) (engine.Move, error) {
	if r.GameID != g.id {
		g.deal(r)
	}
	p, a := &g.position, g.rules.TileSet.Alphabet
	if int(r.Turn) != p.Turns() || int(r.Seat) != p.Seat() {
		return engine.Move{}, fmt.Errorf("the turn is %d, of seat %d", p.Turns(), p.Seat())
	}
	if rack := a.RackText(*p.Rack(p.Seat())); rack != r.Rack {
		return engine.Move{}, fmt.Errorf("rack %s, by the deal it is %s", r.Rack, rack)
	}
	m, err := r.move(a)
	if err == nil {
		err = p.Check(&m)
	}
	if err != nil {
		return engine.Move{}, err
	}
	if m.Kind == engine.Play {
		m = p.Board().Canonical(m)
	}
	return m, nil
}

// deal starts a game, from the streams that are part of the format of a
// dataset: (seed, deal, 0) shuffles the bag, (seed, deal, 1) gives the seed of
// the exchanges.
func (g *Game) deal(r *Row) {
	g.id = r.GameID
	all := g.rules.TileSet.Counts()
	g.order = all.AppendTiles(g.order[:0])
	bag := engine.NewStream(g.seed, uint64(r.DealID), 0)
	bag.Shuffle(g.order)
	exchanges := engine.NewStream(g.seed, uint64(r.DealID), 1)
	g.position.Deal(g.rules, g.order, exchanges.Uint64())
}

// move is the move of a row. Whether it is legal is for the position to say.
func (r *Row) move(a *tile.Alphabet) (engine.Move, error) {
	switch {
	case r.Action == "pass":
		return engine.Move{}, nil
	case r.Action == "exchange" && r.Exchanged.Valid:
		rack, err := a.ParseRack(r.Exchanged.V)
		if n := rack.Len(); err == nil && n > engine.MaxRack {
			err = fmt.Errorf("an exchange of %d tiles", n)
		}
		if err != nil {
			return engine.Move{}, err
		}
		return engine.NewExchange(rack.AppendTiles(nil)...), nil
	case r.Action != "play" || !r.Row.Valid || !r.Col.Valid || !r.Word.Valid || !r.Placed.Valid:
		return engine.Move{}, fmt.Errorf("action %q lacks its columns, expected a play, an exchange or a pass", r.Action)
	}
	length := utf8.RuneCountInString(r.Word.V)
	if r.Row.V < 0 || r.Row.V >= engine.MaxDim || r.Col.V < 0 || r.Col.V >= engine.MaxDim || length > engine.MaxDim {
		return engine.Move{}, fmt.Errorf("%d letters from row %d and column %d are off the board", length, r.Row.V, r.Col.V)
	}
	m := engine.Move{Kind: engine.Play, Row: uint8(r.Row.V), Col: uint8(r.Col.V), Len: uint8(length)}
	if r.Down.V {
		m.Dir = engine.Down
	}
	for _, letter := range r.Placed.V {
		t, ok := a.Tile(letter)
		if !ok || m.N == engine.MaxRack {
			return engine.Move{}, fmt.Errorf("placed %q, expected up to %d tiles", r.Placed.V, engine.MaxRack)
		}
		m.Tiles[m.N] = t
		m.N++
	}
	return m, nil
}
