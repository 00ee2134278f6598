package analysis

import (
	"errors"
	"fmt"

	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// draws follows a game of two and gathers what seat 0 drew more of each kind of
// tile than was to be expected, less what seat 1 did.
//
// Who draws n tiles expects n · those of the kind / all of the tiles that they
// come from. What he draws beyond that is news: it has nothing to do with what
// he did before, as tiles held and tiles drawn in all have, in which bad ones
// linger and good ones are drawn by who plays many. Where the tiles come from is
// seen in two ways.
type draws struct {
	alphabet    *tile.Alphabet
	full, board [tile.Kinds]int32
	held        [2][tile.Kinds]int32 // by seat
	surprise    [ways][tile.Kinds]float64
}

const (
	// byUnseen is as the player sees it: from the tiles that are neither on his
	// rack nor on the board. A tile on the other rack is among them, so it is
	// missed in each of his draws for as long as it stays there.
	byUnseen = iota
	// byBag is as it is: from the bag, every order of which is as likely as any
	// other. So the surprise has an expectation of 0 whatever went before.
	byBag
	ways
)

// drawsOf follows games with a tile set.
func drawsOf(set *tile.Set) *draws {
	d := &draws{alphabet: set.Alphabet}
	for i, row := range set.Rows() {
		d.full[i] = int32(row.Count)
	}
	return d
}

// drawnMove is what is read of a turn.
type drawnMove struct {
	GameID int64                `parquet:"game_id"`
	Seat   int32                `parquet:"seat"`
	Rack   string               `parquet:"rack"`
	Action string               `parquet:"action"`
	Placed dataset.Null[string] `parquet:"placed"`
	Leave  string               `parquet:"leave"`
	Drawn  string               `parquet:"drawn"`
}

// begin begins a game with the draw of the first racks.
func (d *draws) begin(racks []string) error {
	if len(racks) != 2 {
		return fmt.Errorf("%d opening racks, expected 2", len(racks))
	}
	*d = draws{alphabet: d.alphabet, full: d.full}
	for seat, rack := range racks {
		if err := d.draw(int32(seat), "", rack); err != nil {
			return err
		}
	}
	return nil
}

// move follows a turn. Tiles that are exchanged go back after the draw, so they
// are among those that the player sees, and are in no bag.
func (d *draws) move(m *drawnMove) error {
	if err := d.count(&d.board, m.Placed.V, 1); err != nil {
		return err
	}
	if m.Action != "exchange" {
		return d.draw(m.Seat, m.Leave, m.Drawn)
	}
	if err := d.draw(m.Seat, m.Rack, m.Drawn); err != nil {
		return err
	}
	d.held[m.Seat] = [tile.Kinds]int32{}
	return d.count(&d.held[m.Seat], m.Leave+m.Drawn, 1)
}

// draw adds what is new in what a seat draws to the tiles it kept.
func (d *draws) draw(seat int32, kept, drawn string) error {
	if seat != 0 && seat != 1 {
		return fmt.Errorf("seat %d, expected 0 or 1", seat)
	}
	var rack, got [tile.Kinds]int32
	if err := errors.Join(d.count(&rack, kept, 1), d.count(&got, drawn, 1)); err != nil {
		return err
	}
	var from [ways][tile.Kinds]int32
	var all [ways]int32
	n := int32(0)
	for k := range got {
		from[byUnseen][k] = d.full[k] - d.board[k] - rack[k]
		from[byBag][k] = from[byUnseen][k] - d.held[1-seat][k]
		if got[k] > from[byBag][k] || from[byBag][k] < 0 {
			return fmt.Errorf("seat %d draws %q to %q, expected no more %c than there are", seat, drawn, kept, d.alphabet.RackRune(tile.Tile(k)))
		}
		n += got[k]
		rack[k] += got[k]
		for way := range from {
			all[way] += from[way][k]
		}
	}
	d.held[seat] = rack
	if n == 0 {
		return nil
	}
	for way := range from {
		for k, there := range from[way] {
			more := float64(got[k]) - float64(n*there)/float64(all[way])
			if seat == 1 {
				more = -more
			}
			d.surprise[way][k] += more
		}
	}
	return nil
}

// count adds tiles, each so many times: laid ones, where a blank is a lowercase
// letter, or those of a rack.
func (d *draws) count(to *[tile.Kinds]int32, tiles string, times int32) error {
	for _, r := range tiles {
		t, ok := d.alphabet.Tile(r)
		switch {
		case r == tile.BlankRune || ok && t.IsBlank():
			to[tile.Blank] += times
		case ok:
			to[t] += times
		default:
			return fmt.Errorf("tiles %q: %q is none of %s", tiles, r, d.alphabet)
		}
	}
	return nil
}
