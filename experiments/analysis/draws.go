package analysis

import (
	"fmt"

	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// draws follows a game of two and gathers what seat 0 drew more of each kind of
// tile than was to be expected, less what seat 1 did.
//
// Who draws n tiles sees his own rack and the board; the n come from the rest,
// the unseen tiles, so he expects n · unseen of the kind / unseen of them. What
// he draws beyond that is news to him: it has nothing to do with what he did
// before, as tiles held and tiles drawn in all have, in which bad ones linger
// and good ones are drawn by who plays many.
type draws struct {
	alphabet *tile.Alphabet
	full     [tile.Kinds]int32
	board    [tile.Kinds]int32
	surprise [tile.Kinds]float64 // tiles
}

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
	d.board, d.surprise = [tile.Kinds]int32{}, [tile.Kinds]float64{}
	for seat, rack := range racks {
		if err := d.draw(int32(seat), "", rack); err != nil {
			return err
		}
	}
	return nil
}

// move follows a turn. Tiles that are exchanged go back after the draw, so they
// are among those that the player sees.
func (d *draws) move(m *drawnMove) error {
	if err := d.count(&d.board, m.Placed.V, 1); err != nil {
		return err
	}
	kept := m.Leave
	if m.Action == "exchange" {
		kept = m.Rack
	}
	return d.draw(m.Seat, kept, m.Drawn)
}

// draw adds what is new in what a seat draws to the tiles it kept.
func (d *draws) draw(seat int32, kept, drawn string) error {
	if drawn == "" {
		return nil
	}
	if seat != 0 && seat != 1 {
		return fmt.Errorf("seat %d, expected 0 or 1", seat)
	}
	unseen, got := d.full, [tile.Kinds]int32{}
	if err := d.count(&unseen, kept, -1); err != nil {
		return err
	}
	if err := d.count(&got, drawn, 1); err != nil {
		return err
	}
	var all, n int32
	for k := range unseen {
		unseen[k] -= d.board[k]
		if got[k] > unseen[k] || unseen[k] < 0 {
			return fmt.Errorf("seat %d draws %q to %q, expected no more %c than there are", seat, drawn, kept, d.alphabet.RackRune(tile.Tile(k)))
		}
		all += unseen[k]
		n += got[k]
	}
	for k := range unseen {
		more := float64(got[k]) - float64(n*unseen[k])/float64(all)
		if seat == 1 {
			more = -more
		}
		d.surprise[k] += more
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
