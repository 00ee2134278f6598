package engine

import (
	"fmt"
	"strings"

	"quadword/engine/tile"
)

// MaxSeats bounds the players of a game.
const MaxSeats = 4

// EndScoring says how racks are settled when a player goes out.
type EndScoring uint8

const (
	// EndBox is the rule printed in the box: every other player loses the
	// value of the own rack and the one who went out gains their sum.
	EndBox EndScoring = iota
	// EndDouble is the tournaments' rule: the player who went out gains twice
	// the value of the other racks and nobody loses. It is made for two
	// players; with more it doubles the sum of all other racks.
	EndDouble
	// EndDeduct only takes from each player the value of the own rack.
	EndDeduct
)

var endScoringNames = []string{"box", "double", "deduct"}

func (e EndScoring) String() string { return endScoringNames[e] }

// ParseEndScoring is the inverse of String.
func ParseEndScoring(s string) (EndScoring, error) {
	i, err := parseName("end scoring", s, endScoringNames)
	return EndScoring(i), err
}

// TieBreak says who wins when totals are equal.
type TieBreak uint8

const (
	// TieDraw is the tournaments' rule: equal totals are a draw.
	TieDraw TieBreak = iota
	// TieBeforeRacks is the rule printed in the box: of equal totals the one
	// that was higher before the racks were settled wins; still equal, a draw.
	TieBeforeRacks
)

var tieBreakNames = []string{"draw", "before-racks"}

func (t TieBreak) String() string { return tieBreakNames[t] }

// ParseTieBreak is the inverse of String.
func ParseTieBreak(s string) (TieBreak, error) {
	i, err := parseName("tie break", s, tieBreakNames)
	return TieBreak(i), err
}

func parseName(what, s string, names []string) (int, error) {
	for i, name := range names {
		if s == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q: expected one of %s", what, s, strings.Join(names, ", "))
}

// Rules is everything that is agreed before a game begins. A Rules value that
// passed Validate is shared by all its games and never changed.
//
// The sources are the published rules of Scrabble and Super Scrabble; where
// they leave a choice, or public engines differ, there is a field.
type Rules struct {
	Layout  *Layout
	TileSet *tile.Set
	Seats   int // players, 2..MaxSeats

	RackSize   int   // tiles on a full rack, 1..MaxRack (7)
	BingoBonus int32 // points for playing RackSize tiles in one turn (50)

	// MinBagToExchange is how many tiles the bag must hold for an exchange:
	// 7 in tournaments, 1 in the looser house rule. Never more tiles are
	// exchanged than the bag holds.
	MinBagToExchange int

	EndScoring EndScoring
	TieBreak   TieBreak

	// MaxScorelessTurns successive scoreless turns end the game; each player
	// then loses the value of the own rack and nobody gains. 0 stands for 3 a
	// player: 6 for two as in tournaments, by extension 9 and 12.
	MaxScorelessTurns int
	// ZeroPlayResets: a play that scores 0 (blanks only) sets the scoreless
	// count back. If false it adds to it.
	ZeroPlayResets bool
	// EndByPasses times the number of seats successive passes, whoever begins
	// them, end the game as scoreless turns do; 0 is off. The box says 2.
	EndByPasses int
	// EndWhenStuck ends the game, as scoreless turns would, as soon as the
	// bag is empty and no player holds a legal play, which is looked at after
	// each turn. It takes a lexicon to see that, so the referee says when
	// (Position.EndStuck). Of several reasons to end, the one that counts is
	// the first of: out, scoreless turns, passes, stuck.
	EndWhenStuck bool
}

// DefaultRules are the default options on a board with a tile set.
func DefaultRules(layout *Layout, set *tile.Set) Rules {
	return Rules{
		Layout: layout, TileSet: set, Seats: 2,
		RackSize: 7, BingoBonus: 50, MinBagToExchange: 7,
		ZeroPlayResets: true,
	}
}

// BuiltinRules are the default rules of the published game of that name:
// "standard" or "super", each on its own board with its own tile set.
func BuiltinRules(name string) (Rules, bool) {
	layout, ok := BuiltinLayout(name)
	if !ok {
		return Rules{}, false
	}
	set, ok := tile.BuiltinSet(name)
	return DefaultRules(layout, set), ok
}

// Validate tells what is wrong with the rules, or nil.
func (r *Rules) Validate() error {
	switch {
	case r.Layout == nil || r.TileSet == nil:
		return fmt.Errorf("rules need a board and a tile set")
	case r.Seats < 2 || r.Seats > MaxSeats:
		return fmt.Errorf("%d seats: a game has 2 to %d", r.Seats, MaxSeats)
	case r.RackSize < 1 || r.RackSize > MaxRack:
		return fmt.Errorf("rack size %d: it is 1 to %d", r.RackSize, MaxRack)
	case r.BingoBonus < 0 || r.BingoBonus > 1000:
		return fmt.Errorf("bingo bonus %d: it is 0 to 1000", r.BingoBonus)
	case r.MinBagToExchange < 1 || r.MinBagToExchange > tile.MaxTiles:
		return fmt.Errorf("%d tiles in the bag to exchange: it is 1 to %d", r.MinBagToExchange, tile.MaxTiles)
	case r.MaxScorelessTurns < 0 || r.MaxScorelessTurns > 1000:
		return fmt.Errorf("%d scoreless turns: it is 1 to 1000, or 0 for 3 a player", r.MaxScorelessTurns)
	case r.EndByPasses < 0 || r.EndByPasses > 1000:
		return fmt.Errorf("%d rounds of passes: it is 1 to 1000, or 0 for off", r.EndByPasses)
	case int(r.EndScoring) >= len(endScoringNames) || int(r.TieBreak) >= len(tieBreakNames):
		return fmt.Errorf("unknown end scoring %d or tie break %d", r.EndScoring, r.TieBreak)
	case r.TileSet.Len() < r.Seats*r.RackSize:
		return fmt.Errorf("tile set %s has %d tiles, too few for %d racks of %d", r.TileSet.Name, r.TileSet.Len(), r.Seats, r.RackSize)
	}
	return nil
}

// ScorelessLimit is the number of successive scoreless turns that end a game.
func (r *Rules) ScorelessLimit() int {
	if r.MaxScorelessTurns > 0 {
		return r.MaxScorelessTurns
	}
	return 3 * r.Seats
}

// MaxExchange is how many tiles may be exchanged with that many in the bag;
// 0 means that no exchange is allowed.
func (r *Rules) MaxExchange(bag int) int {
	if bag < r.MinBagToExchange {
		return 0
	}
	return min(bag, r.RackSize)
}
