package movegen

import (
	"fmt"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// laneLen is room for the squares of a lane, counted from 1, with an empty
// sentinel at either end. It is a power of two above engine.MaxDim+1, so that
// an index masked by laneLen-1 is in bounds, and no wider than a mask.
const laneLen = 32

// lane is a row or a column as plays along it see it.
type lane struct {
	occ     uint32             // bit c: there is a tile on square c
	crossed uint32             // bit c: square c is empty and has tiles next to it across the lane
	letter  [laneLen]tile.Tile // the tile on a square, 0 for none
	cross   [laneLen]uint32    // letters that fit an empty square; 0 where there is a tile or no square
	score   [laneLen]int16     // face value of the tiles next to a crossed square, across the lane
}

// premiums are the multipliers of the squares of a lane.
type premiums struct{ letter, word [laneLen]int8 }

// Generator finds the plays on a board, and follows the board from turn to
// turn.
type Generator struct {
	rules   *engine.Rules
	lexicon *lexicon.Lexicon
	dim     int
	all     uint32     // every letter of the alphabet
	points  [256]int16 // face value of a laid tile
	premium [2 * engine.MaxDim]premiums

	// What follows the board. Lane r is row r, lane dim+c is column c.
	hash  uint64 // engine.Board.Hash of the board
	laid  int    // tiles on the board
	lanes [2 * engine.MaxDim]lane

	undo   []change // squares changed since the last Rebuild, oldest first
	undoTo []mark   // one for each Play since the last Rebuild
	branch int      // marks before the last Branch, or -1

	search search
	moves  []Scored // scratch
	finder *finder  // made when Best is first asked for
	slow   bool     // the game is beyond what a finder can pack
}

// New is a generator for games under the given rules, on an empty board. It
// fails if lexicon and tile set number their letters differently.
func New(rules *engine.Rules, lex *lexicon.Lexicon) (*Generator, error) {
	if a, b := lex.Alphabet().String(), rules.TileSet.Alphabet.String(); a != b {
		return nil, fmt.Errorf("lexicon %s has the alphabet %s, tile set %s has %s", lex.Name(), a, rules.TileSet.Name, b)
	}
	g := &Generator{rules: rules, lexicon: lex, dim: rules.Layout.Dim(), all: lex.Alphabet().All()}
	for t := range g.points {
		if t := tile.Tile(t); int(t.Letter()) <= lex.Alphabet().Len() {
			g.points[t] = int16(rules.TileSet.Points(t))
		}
	}
	for row := range g.dim {
		for col := range g.dim {
			letter, word := int8(rules.Layout.Letter(row, col)), int8(rules.Layout.Word(row, col))
			for _, dir := range [2]engine.Dir{engine.Across, engine.Down} {
				l, c := g.place(dir, row, col)
				g.premium[l].letter[c], g.premium[l].word[c] = letter, word
			}
		}
	}
	board := engine.NewBoard(g.dim)
	g.Rebuild(&board)
	return g, nil
}

// Lexicon is the words that the generator knows.
func (g *Generator) Lexicon() *lexicon.Lexicon { return g.lexicon }

// place is the number of the lane in direction dir through a board square,
// and the square's index in it.
func (g *Generator) place(dir engine.Dir, row, col int) (l, c int) {
	if dir == engine.Across {
		return row, col + 1
	}
	return g.dim + col, row + 1
}

// crossPlace is the same square seen in the lane across.
func (g *Generator) crossPlace(l, c int) (int, int) {
	if l < g.dim {
		return g.dim + c - 1, l + 1
	}
	return c - 1, l - g.dim + 1
}

// Rebuild makes the generator's board the given one from nothing. Following
// turn by turn gives the same state and is much faster.
func (g *Generator) Rebuild(b *engine.Board) {
	g.hash, g.laid = b.Hash(), b.Laid()
	g.undo, g.undoTo, g.branch = g.undo[:0], g.undoTo[:0], -1
	if g.finder != nil {
		g.finder.spans.depth = 0
		g.finder.spans.forget()
	}
	g.touchAll()
	for l := range 2 * g.dim {
		ln := &g.lanes[l]
		*ln = lane{}
		for i := range g.dim {
			row, col := l, i
			if l >= g.dim {
				row, col = i, l-g.dim
			}
			if t := b.At(row, col); t != 0 {
				ln.letter[i+1] = t
				ln.occ |= 1 << (i + 1)
			}
		}
	}
	if g.laid == 0 {
		for l := range 2 * g.dim {
			for c := 1; c <= g.dim; c++ {
				g.lanes[l].cross[c] = g.all
			}
		}
		return
	}
	for l := range 2 * g.dim {
		for c := 1; c <= g.dim; c++ {
			g.setCross(l, c)
		}
	}
}

// Follow brings the generator to the board of a view: by the turns that lead
// there from the board it has, if they are in the view's record, or by undoing
// plays to a board where both have been, and else by a Rebuild. So it may be called
// whenever a position has moved, to and fro, and costs nothing if it has not.
func (g *Generator) Follow(v engine.View) {
	at := v.BoardHash()
	for i := v.Turns(); ; i-- {
		if g.back(at) {
			for ; i < v.Turns(); i++ {
				g.Play(v.Turn(i).Move)
			}
			return
		}
		if i == 0 {
			g.Rebuild(v.Board())
			return
		}
		at = v.HashBefore(i - 1)
	}
}

// back undoes plays until the board is that of a hash, if it ever was.
func (g *Generator) back(to uint64) bool {
	if g.hash == to {
		return true
	}
	for i := len(g.undoTo) - 1; i >= 0; i-- {
		if g.undoTo[i].hash == to {
			for len(g.undoTo) > i {
				g.Undo()
			}
			return true
		}
	}
	return false
}
