package effects

import (
	"math"

	"quadword/engine"
	"quadword/experiments/stats"
)

// Effects is what happens on the board in the games of a run.
type Effects struct {
	Games int64 `json:"games"`
	Deals int64 `json:"deals"`
	Turns int64 `json:"turns"` // rows of the moves table
	Plays int64 `json:"plays"` // turns that are plays

	Board       Board        `json:"board"`
	Squares     []Square     `json:"squares"` // row by row
	Folded      []Square     `json:"folded"`  // those with row <= col, each with its mirror image; null if the board is not its own
	Premiums    []Premium    `json:"premiums"`
	Multipliers []Multiplier `json:"multipliers"` // ascending, those that came up

	ByTurn []Phase `json:"by_turn"` // by the number of the turn in the game, from 0
	ByBag  []Phase `json:"by_bag"`  // by the tiles in the bag before the turn

	Score       Distribution `json:"score"`        // a side's total at the end
	Spread      Distribution `json:"spread"`       // total of seat 0 minus the best other's
	Length      Distribution `json:"length"`       // turns of a game, all seats
	LeadChanges Distribution `json:"lead_changes"` // of a game
	Comeback    Distribution `json:"comeback"`     // how far the winner was at most behind, in games with one winner
	Bingos      Distribution `json:"bingos"`       // of a game, all seats
	Vowels      Distribution `json:"vowels"`       // on a full rack before a move
	Turnover    Distribution `json:"turnover"`     // tiles drawn after a turn
	WordLength  Distribution `json:"word_length"`  // of main words

	Opening     Opening      `json:"opening"`
	Calibration *Calibration `json:"calibration"` // null if no agent says how likely it wins

	layout                *engine.Layout
	seats                 int
	turnGroups, bagGroups []Phase // ByTurn and ByBag, so few that they can be read
}

// Figure is a mean over N observations with its standard error, clustered by
// deal. What is not known is null: the value of none, the error of one deal.
type Figure struct {
	Value *float64 `json:"value"`
	SE    *float64 `json:"se"`
	N     int64    `json:"n"`
	Deals int64    `json:"deals"` // that have observations
}

// Level is that of the intervals.
const Level = 0.95

// Estimate is the figure with its interval, the deals it rests on and its
// warnings.
func (f Figure) Estimate() stats.Estimate {
	value, se := math.NaN(), math.NaN()
	if f.Value != nil {
		value = *f.Value
	}
	if f.SE != nil {
		se = *f.SE
	}
	return stats.Student(value, se, int(f.Deals), Level)
}

// Board is the board that squares are on.
type Board struct {
	Name string   `json:"name"`
	Rows []string `json:"rows"` // premium squares in the characters of a layout file
}

// Square is how a square was used.
type Square struct {
	Row     int    `json:"row"` // from 0 at the top
	Col     int    `json:"col"`
	Premium string `json:"premium"` // 2L to 4L, 2W to 4W, or empty
	Used    Figure `json:"used"`    // share of the games in which a tile was laid on it
	Points  Figure `json:"points"`  // that it earned, per game
}

// Premium is how the premium squares of a kind were used.
type Premium struct {
	Kind    string `json:"kind"`    // 2L to 4L, 2W to 4W
	Squares int    `json:"squares"` // of the kind on the board
	Used    Figure `json:"used"`    // share of them that a tile was laid on by the end
	Points  Figure `json:"points"`  // that they added, all together, per game
	Share   Figure `json:"share"`   // of all points of plays, bonuses for bingos included
}

// Multiplier is how often a main word counted so many times.
type Multiplier struct {
	Multiplier int32  `json:"multiplier"`
	PerGame    Figure `json:"per_game"` // plays
	Share      Figure `json:"share"`    // of plays
	Points     Figure `json:"points"`   // of such a play
}

// Phase is the turns of a part of a game.
type Phase struct {
	From      int    `json:"from"`
	To        *int   `json:"to"` // the last one, null for all that follow
	Plays     Figure `json:"plays"`
	Bingos    Figure `json:"bingos"`
	Exchanges Figure `json:"exchanges"`
	Passes    Figure `json:"passes"` // these four are shares of turns
	Points    Figure `json:"points"` // of a turn
}

// Distribution is how often a figure had which value.
type Distribution struct {
	Unit  string `json:"unit"`
	Mean  Figure `json:"mean"`
	Width int64  `json:"width"` // of a bin: From, From+1, ... From+Width-1
	Bins  []Bin  `json:"bins"`  // ascending, those that are not empty
}

// Bin is the values from one on, as many as its distribution says.
type Bin struct {
	From  int64   `json:"from"`
	N     int64   `json:"n"`
	Share float64 `json:"share"`
}

// Opening is what it is worth to move first.
type Opening struct {
	Win    Figure `json:"win"`    // share of the first place of seat 0; one that k seats share counts 1/k
	Spread Figure `json:"spread"` // total of seat 0 minus the best other's
}

// Calibration compares how likely agents thought that they win, before each of
// their moves, with how often they did.
type Calibration struct {
	Moves int64            `json:"moves"`
	Bins  []CalibrationBin `json:"bins"` // ten, of ten percentage points each
}

// CalibrationBin is the moves whose estimate is from a percentage up to, but not
// including, another; the last includes 100.
type CalibrationBin struct {
	From       int    `json:"from"`
	To         int    `json:"to"`
	Predicted  Figure `json:"predicted"`  // probability of winning
	Observed   Figure `json:"observed"`   // games won, a shared first place counting 1/k
	Difference Figure `json:"difference"` // observed - predicted
}
