package verify

import (
	"fmt"
	"time"

	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// rules is what the games of a run were played by, as its manifest says.
type rules struct {
	dataset.Rules
	layout
	alphabet  *tile.Alphabet
	count     []int    // tiles of the full bag by kind, the blank 0
	points    [256]int // face values of tiles, on a rack or laid
	seed      uint64
	positions bool // the moves table holds boards
}

// What the manifest calls the ways to settle racks and to break ties.
const (
	box, double, deduct = "box", "double", "deduct"
	draw, beforeRacks   = "draw", "before-racks"
)

// What it calls the ways to go on when an agent fails, and the tables the ways
// to fail.
const forfeiting, passOver, aborting = "forfeit", "pass", "abort"

const timeout = "timeout"

var reasons = []string{"panic", "illegal", timeout, "error"}

// readRules reads the rules of a run. A fault says which of them is none.
func readRules(spec *dataset.Spec) (*rules, *Fault) {
	r := &rules{Rules: spec.Rules, seed: spec.Seed, positions: spec.Positions}
	var err error
	if r.layout, err = readLayout(spec.Board.Rows, spec.Board.Start); err != nil {
		return nil, inManifest("spec.board", "", "", err.Error())
	}
	if err := r.readTiles(spec.TileSet.Tiles); err != nil {
		return nil, inManifest("spec.tile_set", "", "", err.Error())
	}
	tiles := 0
	for _, n := range r.count {
		tiles += n
	}
	for _, check := range []struct {
		name          string
		got, from, to int
	}{
		{"seats", r.Seats, 2, 4},
		{"rack_size", r.RackSize, 1, tiles / max(r.Seats, 1)},
		{"bingo_bonus", int(r.BingoBonus), 0, 1000},
		{"min_bag_to_exchange", r.MinBagToExchange, 1, 1000},
		{"max_scoreless_turns", r.MaxScorelessTurns, 1, 1000},
		{"end_by_passes", r.EndByPasses, 0, 1000},
	} {
		if check.got < check.from || check.got > check.to {
			return nil, inManifest("spec.rules."+check.name, fmt.Sprintf("%d to %d", check.from, check.to), fmt.Sprint(check.got), "")
		}
	}
	switch {
	case r.EndScoring != box && r.EndScoring != double && r.EndScoring != deduct:
		return nil, inManifest("spec.rules.end_scoring", "box, double or deduct", r.EndScoring, "")
	case r.TieBreak != draw && r.TieBreak != beforeRacks:
		return nil, inManifest("spec.rules.tie_break", "draw or before-racks", r.TieBreak, "")
	case spec.OnFault != forfeiting && spec.OnFault != passOver && spec.OnFault != aborting:
		return nil, inManifest("spec.on_fault", "forfeit, pass or abort", spec.OnFault, "")
	case !isTimeout(spec.MoveTimeout):
		return nil, inManifest("spec.move_timeout", "0s to "+longest.String(), spec.MoveTimeout, "")
	}
	return r, nil
}

// longest is the most that an agent may be given for a turn.
const longest = 1000 * time.Hour

// isTimeout tells whether a text is what the manifest calls such a time.
func isTimeout(text string) bool {
	d, err := time.ParseDuration(text)
	return err == nil && d >= 0 && d <= longest && d.String() == text
}

// readTiles reads the tile set: the blank, then the letters in order of their
// numbers.
func (r *rules) readTiles(rows []dataset.TileRow) error {
	var letters []rune
	for i, row := range rows {
		letter := []rune(row.Letter)
		switch {
		case len(letter) != 1 || i >= tile.Kinds || (i == 0) != (letter[0] == tile.BlankRune):
			return fmt.Errorf("kind %d is %q: the first is the blank, the others are letters", i, row.Letter)
		case row.Count < 0 || row.Count > 1000 || row.Points < 0 || row.Points > 1000:
			return fmt.Errorf("%s: %d tiles of %d points", row.Letter, row.Count, row.Points)
		case i > 0:
			letters = append(letters, letter[0])
		}
		r.count = append(r.count, int(row.Count))
		r.points[i] = int(row.Points)
		r.points[tile.Tile(i)|tile.BlankBit] = int(rows[0].Points) // a laid blank
	}
	var err error
	r.alphabet, err = tile.NewAlphabet(letters)
	return err
}

// exchangeable is how many tiles may be exchanged with so many in the bag.
func (r *rules) exchangeable(bag int) int {
	if bag < r.MinBagToExchange {
		return 0
	}
	return min(bag, r.RackSize)
}

// fromBack tells from which end of the bag a seat draws.
func (r *rules) fromBack(seat int) bool { return r.Seats == 2 && seat == 1 }

// kind is the kind of a laid tile: what it was on the rack.
func kind(t tile.Tile) tile.Tile {
	if t&tile.BlankBit != 0 {
		return tile.Blank
	}
	return t
}
