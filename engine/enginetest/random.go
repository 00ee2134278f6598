package enginetest

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"quadword/engine"
	"quadword/engine/tile"
)

// Stage is how far a random position is into its game.
type Stage uint8

const (
	AnyStage Stage = iota // one of the others
	Opening               // nothing on the board
	Middle                // tiles on the board, and enough in the bag for any exchange
	SmallBag              // fewer tiles in the bag than on a rack
	EmptyBag              // none in the bag; the racks may not be full
)

// Options narrow down what RandomPosition makes. The zero value is anything.
type Options struct {
	Stage Stage
	// RackLen and Blanks are the tiles of the seat to move and how many of
	// them are blanks. RackLen 0 leaves both to chance.
	RackLen, Blanks int
}

// RandomPosition is a position reached by mixed play, some of it greedy, some
// random, and the gaps filled with tiles that spell nothing: then words on
// the board need not be words, as after a play that nobody challenged. It is
// a function of the state of rng.
func RandomPosition(rng *rand.Rand, rules *engine.Rules, d *Dictionary, o Options) *engine.Position {
	set := rules.TileSet.Counts()
	if o.RackLen > rules.RackSize || o.Blanks > min(o.RackLen, set.Count(tile.Blank)) {
		panic(fmt.Sprintf("enginetest: no rack of %d with %d blanks", o.RackLen, o.Blanks))
	}
	if o.Stage == AnyStage {
		o.Stage = Opening + Stage(rng.IntN(4))
	}
	for {
		if p := tryPosition(rng, rules, d, o); p != nil {
			return p
		}
	}
}

// tryPosition is nil if, rarely, the tiles that are left do not make up the
// rack that is asked for.
func tryPosition(rng *rand.Rand, rules *engine.Rules, d *Dictionary, o Options) *engine.Position {
	rackLens := make([]int, rules.Seats) // the seat to move is 0 until the end
	hidden := 0                          // tiles off the board
	for seat := range rackLens {
		rackLens[seat] = rules.RackSize
		if o.Stage == EmptyBag {
			rackLens[seat] = 1 + rng.IntN(rules.RackSize)
		}
		if seat == 0 && o.RackLen > 0 {
			rackLens[seat] = o.RackLen
		}
		hidden += rackLens[seat]
	}
	total := rules.TileSet.Len()
	switch o.Stage {
	case Opening:
		hidden = total
	case Middle:
		least := hidden + rules.RackSize
		hidden = least + rng.IntN(max(1, total-1-least))
	case SmallBag:
		hidden += 1 + rng.IntN(max(1, rules.RackSize-1))
	}

	// The blanks asked for are kept aside so that nobody plays them.
	b := builder{rng: rng, rules: rules, d: d, board: engine.NewBoard(rules.Layout.Dim()), unseen: rules.TileSet.Counts()}
	kept := make([]tile.Tile, o.Blanks)
	for range kept {
		b.unseen.Remove(tile.Blank)
	}
	b.fill(total - hidden)

	racks := make([]tile.Rack, rules.Seats)
	for seat := range racks {
		racks[seat] = tile.RackOf(kept...)
		for _, t := range b.shuffled() {
			exact := seat == 0 && o.RackLen > 0
			if racks[seat].Len() < rackLens[seat] && !(exact && t == tile.Blank) {
				racks[seat].Add(t)
				b.unseen.Remove(t)
			}
		}
		kept = nil
		if racks[seat].Len() < rackLens[seat] {
			return nil
		}
	}
	return mustSetup(rules, engine.Setup{
		Board: b.board, Racks: racks, Scores: b.scores(), Scoreless: rng.IntN(rules.ScorelessLimit()),
	}, rng.Uint64())
}

// Walk visits positions along one random game, from the empty board until the
// bag is empty, each with a new random rack for the seat to move. It is the
// quick way to many positions: one run of the generator for each.
func Walk(rng *rand.Rand, rules *engine.Rules, d *Dictionary) iter.Seq[*engine.Position] {
	return func(yield func(*engine.Position) bool) {
		b := builder{rng: rng, rules: rules, d: d, board: engine.NewBoard(rules.Layout.Dim()), unseen: rules.TileSet.Counts()}
		for {
			p := b.position()
			if !yield(p) || p.BagLen() == 0 {
				return
			}
			b.step(p, rules.RackSize)
		}
	}
}

// SwapRack is the position with another rack for the seat to move; the other
// seats draw anew from what is left. Where the rack needs a blank that lies on
// the board, the letter that the blank plays takes its place. It fails if the
// tile set does not have the tiles.
func SwapRack(p *engine.Position, rack tile.Rack, seed uint64) (*engine.Position, error) {
	rules := p.Rules()
	s := engine.Setup{Board: *p.Board(), Racks: make([]tile.Rack, rules.Seats), Seat: p.Seat(), Scoreless: p.Scoreless()}
	for seat := range rules.Seats {
		s.Scores = append(s.Scores, p.Score(seat))
	}
	s.Racks[p.Seat()] = rack
	unseen := rules.TileSet.Counts()
	laid := s.Board.Tiles()
	unseen.RemoveAll(&laid)
	for row := range s.Board.Dim() {
		for col := range s.Board.Dim() {
			t := s.Board.At(row, col)
			if unseen.Count(tile.Blank) < rack.Count(tile.Blank) && t.IsBlank() && unseen.Count(t.Letter()) > rack.Count(t.Letter()) {
				s.Board.Put(row, col, t.Letter())
				unseen.Remove(t.Letter())
				unseen.Add(tile.Blank)
			}
		}
	}
	return engine.NewPosition(rules, s, seed)
}

// builder lays tiles on a board.
type builder struct {
	rng    *rand.Rand
	rules  *engine.Rules
	d      *Dictionary
	board  engine.Board
	unseen tile.Rack // not on the board and not kept aside
}

// position has a random rack for the seat to move.
func (b *builder) position() *engine.Position {
	tiles := b.shuffled()
	rack := tile.RackOf(tiles[:min(b.rules.RackSize, len(tiles))]...)
	return mustSetup(b.rules, engine.Setup{Board: b.board, Racks: []tile.Rack{rack}, Scores: b.scores()}, b.rng.Uint64())
}

// fill lays tiles until there are so many on the board.
func (b *builder) fill(laid int) {
	for b.board.Laid() < laid {
		b.step(b.position(), laid-b.board.Laid())
	}
}

// step makes a play of at most so many tiles, or lays one tile anywhere if
// there is none.
func (b *builder) step(p *engine.Position, most int) {
	plays := b.d.Plays(p)
	if b.rng.IntN(2) == 0 { // greedy, else any
		plays = plays[:min(3, len(plays))]
	}
	for range min(10, len(plays)) {
		m := plays[b.rng.IntN(len(plays))].Move
		if int(m.N) <= most {
			for at, t := range p.Board().EachPlaced(&m) {
				b.put(at[0], at[1], t)
			}
			return
		}
	}
	b.scatter()
}

// scatter lays one tile beside another, or two on the start square.
func (b *builder) scatter() {
	row, col := b.rules.Layout.Start()
	if b.board.Laid() == 0 {
		b.put(row, col, b.anyTile())
	}
	for b.board.Occupied(row, col) {
		n := b.board.Dim()
		row, col = b.rng.IntN(n), b.rng.IntN(n)
		beside := b.board.Occupied(row-1, col) || b.board.Occupied(row+1, col) || b.board.Occupied(row, col-1) || b.board.Occupied(row, col+1)
		if !beside {
			row, col = b.rules.Layout.Start() // occupied: try again
		}
	}
	b.put(row, col, b.anyTile())
}

// anyTile is a random unseen tile, a blank as any letter.
func (b *builder) anyTile() tile.Tile {
	t := b.shuffled()[0]
	if t == tile.Blank {
		t = tile.BlankBit | tile.Tile(1+b.rng.IntN(b.rules.TileSet.Alphabet.Len()))
	}
	return t
}

func (b *builder) put(row, col int, t tile.Tile) {
	b.board.Put(row, col, t)
	b.unseen.Remove(t.FromRack())
}

func (b *builder) shuffled() []tile.Tile {
	tiles := b.unseen.AppendTiles(nil)
	b.rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	return tiles
}

func (b *builder) scores() []int32 {
	scores := make([]int32, b.rules.Seats)
	for seat := range scores {
		scores[seat] = int32(b.rng.IntN(5 * (b.board.Laid() + 1)))
	}
	return scores
}

func mustSetup(rules *engine.Rules, s engine.Setup, seed uint64) *engine.Position {
	p, err := engine.NewPosition(rules, s, seed)
	if err != nil {
		panic(fmt.Sprintf("enginetest: %v", err))
	}
	return p
}
