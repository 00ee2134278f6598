package enginetest

import (
	"fmt"
	"iter"
	"slices"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// Scored is a move and what it scores, 0 for an exchange or a pass.
type Scored struct {
	engine.Move
	Score int32
}

// compare is the order of Plays and Moves: the higher score first, then
// engine.Move.Compare.
func (s Scored) compare(o Scored) int {
	if s.Score != o.Score {
		return int(o.Score - s.Score)
	}
	return s.Move.Compare(&o.Move)
}

// Seq2 visits moves with their scores, as notation.DigestPlays takes them.
func Seq2(moves []Scored) iter.Seq2[engine.Move, int32] {
	return func(yield func(engine.Move, int32) bool) {
		for _, m := range moves {
			if !yield(m.Move, m.Score) {
				return
			}
		}
	}
}

// Plays are all legal plays of the seat to move in canonical form, each once,
// the best score first. On an empty board that is across and down plays. A
// game that is over has none.
//
// From every square, in both directions, it spells every word that the tiles
// on the lane and the tiles of the rack can spell. It panics where the engine
// disagrees that a play is legal or about its score.
func (d *Dictionary) Plays(p *engine.Position) []Scored {
	if p.End() != engine.EndNone {
		return nil
	}
	g := generator{Dictionary: d, p: p, sheet: newSheet(p.Rules(), p.Board()), rack: *p.Rack(p.Seat()), seen: map[engine.Move]bool{}}
	for g.dir = range engine.Dir(2) {
		g.fits = [engine.MaxDim][engine.MaxDim][tile.Kinds]answer{}
		for g.row = range g.dim {
			for g.col = range g.dim {
				// A word begins where no tile lies before it.
				dr, dc := g.dir.Step()
				if !g.occupied(g.row-dr, g.col-dc) && g.canTouch() {
					g.walk(g.row, g.col, 0)
				}
			}
		}
	}
	slices.SortFunc(g.plays, Scored.compare)
	return g.plays
}

// Moves are all legal moves: Plays, every distinct exchange that the rules
// allow, and the pass.
func (d *Dictionary) Moves(p *engine.Position) []Scored {
	moves := d.Plays(p)
	if p.End() != engine.EndNone {
		return moves
	}
	most := 0
	if bag, rules := p.BagLen(), p.Rules(); bag >= rules.MinBagToExchange {
		most = min(bag, p.Rack(p.Seat()).Len())
	}
	for subset := range subsets(p.Rack(p.Seat()).AppendTiles(nil)) {
		if 0 < len(subset) && len(subset) <= most {
			moves = append(moves, Scored{Move: engine.NewExchange(subset...)})
		}
	}
	moves = append(moves, Scored{})
	slices.SortFunc(moves, Scored.compare)
	return slices.Compact(moves)
}

// subsets visits the sub-lists of tiles, equal ones more than once.
func subsets(tiles []tile.Tile) iter.Seq[[]tile.Tile] {
	return func(yield func([]tile.Tile) bool) {
		for set := range 1 << len(tiles) {
			var subset []tile.Tile
			for i, t := range tiles {
				if set>>i&1 != 0 {
					subset = append(subset, t)
				}
			}
			if !yield(subset) {
				return
			}
		}
	}
}

// answer is what is remembered of a question.
type answer uint8

const (
	unasked answer = iota
	yes
	no
)

// generator spells words from one square in one direction.
type generator struct {
	*Dictionary
	*sheet
	p        *engine.Position
	dir      engine.Dir
	row, col int // the first square of the word
	rack     tile.Rack
	placed   []placed
	fits     [engine.MaxDim][engine.MaxDim][tile.Kinds]answer // what crossFits said in this direction
	seen     map[engine.Move]bool
	plays    []Scored
}

// canTouch tells whether a word from here can touch a tile (or cover the start
// square): without that the seven tiles of the rack are used up before. It
// only saves time.
func (g *generator) canTouch() bool {
	dr, dc := g.dir.Step()
	row, col := g.row, g.col
	for n := 0; n < g.rack.Len() && g.on(row, col); n++ {
		if g.touches(row, col) {
			return true
		}
		row, col = row+dr, col+dc
	}
	return false
}

// walk goes on spelling at a square from a node of the trie.
func (g *generator) walk(row, col int, at int32) {
	if g.trie[at].word && !g.occupied(row, col) {
		g.record()
	}
	if !g.on(row, col) {
		return
	}
	dr, dc := g.dir.Step()
	if t := g.tiles[row][col]; t != 0 {
		if next := g.child(at, t.Letter()); next != 0 {
			g.walk(row+dr, col+dc, next)
		}
		return
	}
	for next := g.trie[at].child; next != 0; next = g.trie[next].next {
		letter := g.trie[next].letter
		for _, t := range [2]tile.Tile{letter, letter | tile.BlankBit} {
			if g.rack.Count(t.FromRack()) > 0 && g.crossFits(row, col, letter) {
				g.rack.Remove(t.FromRack())
				g.placed = append(g.placed, placed{row, col, t})
				g.walk(row+dr, col+dc, next)
				g.placed = g.placed[:len(g.placed)-1]
				g.rack.Add(t.FromRack())
			}
		}
	}
}

// crossFits tells whether a letter on an empty square forms a word, or none,
// with the tiles on both sides of the lane.
func (g *generator) crossFits(row, col int, letter tile.Tile) bool {
	fits := &g.fits[row][col][letter]
	if *fits == unasked {
		g.lay([]placed{{row, col, letter}})
		*fits = no
		if cross := g.wordAt(row, col, 1-g.dir); len(cross) == 1 || g.Has(g.spell(cross)) {
			*fits = yes
		}
		g.lift([]placed{{row, col, letter}})
	}
	return *fits == yes
}

// record keeps the word that has been spelled, if it is a play.
func (g *generator) record() {
	// A tile was placed, one touches a tile that lay there or covers the start
	// square of an empty board, and the word has two letters.
	if len(g.placed) == 0 || !slices.ContainsFunc(g.placed, func(t placed) bool { return g.touches(t.row, t.col) }) {
		return
	}
	g.lay(g.placed)
	defer g.lift(g.placed)
	word := g.wordAt(g.row, g.col, g.dir)
	if len(word) < 2 {
		return
	}
	m := engine.Move{
		Kind: engine.Play, Dir: g.dir, Row: uint8(g.row), Col: uint8(g.col),
		Len: uint8(len(word)), N: uint8(len(g.placed)),
	}
	for i, t := range g.placed {
		m.Tiles[i] = t.tile
	}
	if err := g.p.Check(&m); err != nil {
		panic(fmt.Sprintf("%s: the engine refuses %s: %v", notation.AppendCGP(nil, g.p), g.text(&m), err))
	}
	s := Scored{g.p.Board().Canonical(m), g.score(g.placed)}
	if engine := g.p.Rules().Score(g.p.Board(), &m).Total; engine != s.Score {
		panic(fmt.Sprintf("%s: %s scores %d, the engine says %d", notation.AppendCGP(nil, g.p), g.text(&m), s.Score, engine))
	}
	if !g.seen[s.Move] {
		g.seen[s.Move] = true
		g.plays = append(g.plays, s)
	} else if m.N > 1 {
		panic(fmt.Sprintf("%s: %s came twice", notation.AppendCGP(nil, g.p), g.text(&m)))
	}
}

func (g *generator) text(m *engine.Move) []byte {
	return notation.AppendMove(nil, g.rules.TileSet.Alphabet, g.p.Board(), m)
}
