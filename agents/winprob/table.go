package winprob

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"quadword/engine"
)

// One is certainty: the unit of P(win) is 1/One.
const One = 10_000

// The bounds of what a table may cover. A game of two with the largest sets
// that are played leaves 193 tiles unseen, and no lead of 2000 is ever lost.
const (
	MaxUnseen = 1000
	MaxSpread = 2000
)

// Game is what games a table is of.
type Game struct {
	Board      string `json:"board"`
	TileSet    string `json:"tile_set"`
	Lexicon    string `json:"lexicon"`
	Agents     string `json:"agents"` // specs of those who played
	Tiles      int    `json:"tiles"`  // in the bag before the first rack is drawn
	RackSize   int    `json:"rack_size"`
	BingoBonus int    `json:"bingo_bonus"`
	EndScoring string `json:"end_scoring"` // as package engine spells it
	TieBreak   string `json:"tie_break"`   // likewise
}

// Unseen is the most tiles that a player does not see.
func (g *Game) Unseen() int { return g.Tiles - g.RackSize }

// Table is P(win) by turn, unseen tiles and spread. It is immutable.
type Table struct {
	game   Game
	spread int
	unseen int
	values []uint16 // in the order of at
	sha256 string
}

// New is the table of a function, called once for each value, which gives
// P(win) in 1/One for spreads of -spread..spread and 1..game.Unseen() tiles.
// It must not fall as the spread grows.
func New(game Game, spread int, p func(onTurn bool, unseen, spread int) int) (*Table, error) {
	t, err := newTable(game, spread)
	if err != nil {
		return nil, fmt.Errorf("win probability: %w", err)
	}
	for _, onTurn := range turns {
		for unseen := 1; unseen <= t.unseen; unseen++ {
			before := 0
			for s := -spread; s <= spread; s++ {
				value := p(onTurn, unseen, s)
				if err := checkValue(value, before); err != nil {
					return nil, fmt.Errorf("win probability: on turn %d, unseen %d, spread %d: %w", bit(onTurn), unseen, s, err)
				}
				t.values[t.at(onTurn, unseen, s)] = uint16(value)
				before = value
			}
		}
	}
	t.fingerprint()
	return t, nil
}

// turns is the order of the halves of a table.
var turns = [2]bool{true, false}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// newTable is a table of zeros.
func newTable(game Game, spread int) (*Table, error) {
	unseen := game.Unseen()
	switch {
	case unseen < 1 || unseen > MaxUnseen || game.RackSize < 1:
		return nil, fmt.Errorf("%d tiles and racks of %d: expected 1 to %d tiles unseen at the start", game.Tiles, game.RackSize, MaxUnseen)
	case spread < 1 || spread > MaxSpread:
		return nil, fmt.Errorf("spreads to %d: expected 1 to %d", spread, MaxSpread)
	}
	for _, e := range game.entries() {
		if err := checkText(e.value()); err != nil {
			return nil, fmt.Errorf("%s: %w", e.key, err)
		}
	}
	return &Table{game: game, spread: spread, unseen: unseen, values: make([]uint16, 2*unseen*(2*spread+1))}, nil
}

// checkValue checks P(win) for a spread against that for the spread before.
func checkValue(value, before int) error {
	switch {
	case value < 0 || value > One:
		return fmt.Errorf("P(win) is %d, expected 0 to %d", value, One)
	case value < before:
		return fmt.Errorf("P(win) falls from %d to %d as the spread grows", before, value)
	}
	return nil
}

// at is where a value is.
func (t *Table) at(onTurn bool, unseen, spread int) int {
	row := unseen - 1
	if !onTurn {
		row += t.unseen
	}
	return row*(2*t.spread+1) + t.spread + spread
}

// P is P(win) in 1/One of a player who leads by spread points and does not see
// that many tiles. What is out of the table's range counts as its end: no tile
// unseen as one.
func (t *Table) P(spread int32, unseen int, onTurn bool) int32 {
	s := min(max(int(spread), -t.spread), t.spread)
	u := min(max(unseen, 1), t.unseen)
	return int32(t.values[t.at(onTurn, u, s)])
}

// WinProb is P as a number from 0 to 1.
func (t *Table) WinProb(spread int32, unseen int, onTurn bool) float64 {
	return float64(t.P(spread, unseen, onTurn)) / One
}

// Game is what games the table is of.
func (t *Table) Game() Game { return t.game }

// Spread is the largest spread that the table tells from larger ones.
func (t *Table) Spread() int { return t.spread }

// Unseen is the most unseen tiles of the table.
func (t *Table) Unseen() int { return t.unseen }

// SHA256 identifies the table: the hash of the text that WriteCSV writes.
func (t *Table) SHA256() string { return t.sha256 }

func (t *Table) fingerprint() {
	h := sha256.New()
	if err := t.WriteCSV(h); err != nil {
		panic(err) // cannot happen: a hash takes everything
	}
	t.sha256 = hex.EncodeToString(h.Sum(nil))
}

// Check tells why a table makes no sense in games under these rules, or nil:
// they are for two, with racks of the table's size, and not more tiles are ever
// unseen than the table knows of. Whether the board, the tile set and the
// scoring are the table's own is the caller's to judge by Game: on another
// board P(win) is an approximation, and a game with fewer tiles is one of which
// the beginning was skipped.
func (t *Table) Check(r *engine.Rules) error {
	switch unseen := r.TileSet.Len() - r.RackSize; {
	case r.Seats != 2:
		return fmt.Errorf("win probability: a game of %d, and the table is for 2", r.Seats)
	case r.RackSize != t.game.RackSize:
		return fmt.Errorf("win probability: racks of %d, and the table is for %d", r.RackSize, t.game.RackSize)
	case unseen > t.unseen:
		return fmt.Errorf("win probability: %d tiles unseen at the start, and the table knows of %d", unseen, t.unseen)
	}
	return nil
}

// maxText bounds a name in a Game, in bytes, so that a line holds it.
const maxText = 4000

// checkText sees to it that a name stays on its line of a file.
func checkText(text string) error {
	if len(text) > maxText {
		return fmt.Errorf("a name of %d bytes, expected %d at most", len(text), maxText)
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%q has control characters", text)
	}
	return nil
}
