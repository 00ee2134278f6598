// Package builtin holds the leave values that come with the program. README.md
// says how each was made and how to make it again.
package builtin

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"slices"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/tile"
)

//go:embed *.klv2.gz
var files embed.FS

// Game is a board and a tile set that there is a table for.
type Game struct{ Board, TileSet string }

// Games lists them.
func Games() []Game {
	return []Game{{"standard", "standard"}, {"super", "super"}, {"super", "doubled"}}
}

// Name is what the table of a game is called.
func (g Game) Name() string { return "builtin-" + g.file() }

// Named is the game whose table has a name.
func Named(name string) (Game, bool) {
	for _, g := range Games() {
		if g.Name() == name {
			return g, true
		}
	}
	return Game{}, false
}

func (g Game) file() string {
	if g.Board == g.TileSet {
		return g.Board
	}
	return g.Board + "-" + g.TileSet
}

// For is the game whose table suits a board and a tile set best, and whether
// it is theirs. A table of the same tile set comes first, then that of the
// tile set whose shares of each kind are nearest, then that of the same board.
// There is none for other letters.
func For(layout *engine.Layout, set *tile.Set) (game Game, exact, ok bool) {
	type fit struct {
		other, distance int // of the board, and of the tile set
	}
	var best fit
	for _, g := range Games() {
		own, _ := tile.BuiltinSet(g.TileSet)
		board, _ := engine.BuiltinLayout(g.Board)
		if own.Alphabet.String() != set.Alphabet.String() {
			continue
		}
		f := fit{distance: distance(own, set)}
		if !slices.Equal(board.Rows(), layout.Rows()) {
			f.other = 1
		}
		if !ok || f.distance < best.distance || f.distance == best.distance && f.other < best.other {
			game, best, ok = g, f, true
		}
	}
	return game, ok && best == fit{}, ok
}

// distance is how far apart two tile sets are, 0 if they have the same tiles
// of the same face values.
func distance(a, b *tile.Set) int {
	if slices.Equal(a.Rows(), b.Rows()) {
		return 0
	}
	const whole = 1 << 20
	d, counts, others := 1, a.Counts(), b.Counts()
	for t := range tile.Tile(a.Alphabet.Len() + 1) {
		share, other := counts.Count(t)*whole/a.Len(), others.Count(t)*whole/b.Len()
		d += max(share-other, other-share)
	}
	return d
}

// Load reads the table of a game for a tile set, which may be another one with
// the same letters.
func (g Game) Load(set *tile.Set) (*leave.Table, error) {
	packed, err := files.ReadFile(g.file() + ".klv2.gz")
	if err != nil {
		return nil, fmt.Errorf("built-in leave values: %w", err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("built-in leave values %s: %w", g.file(), err)
	}
	return leave.ReadKLV2(r, g.Name(), set)
}
