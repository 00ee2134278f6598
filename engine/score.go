package engine

// Scoring is what a play earns, taken apart. All but WordMultiplier are
// points; Total = Main + Cross + Bingo.
type Scoring struct {
	Total int32
	Main  int32 // the main word, its premiums included
	Cross int32 // all cross words, their premiums included
	Bingo int32 // the bonus for RackSize tiles, never multiplied
	// Premium is the part of Main + Cross that is owed to premium squares: it
	// would be missing on a board without any.
	Premium int32
	// WordMultiplier is the product of the word premiums under the tiles that
	// were placed: 1, 2, 3, 4, 6, 9, 12, 16 ...
	WordMultiplier int32
}

// Score scores a play on a board from nothing but the rules: each letter
// premium counts for a tile placed on it this turn, then the word premiums
// multiply, in the main word and in every cross word. The play must pass
// Position.Check.
func (r *Rules) Score(b *Board, m *Move) Scoring {
	s := Scoring{WordMultiplier: 1}
	dr, dc := m.Dir.Step()
	row, col, placed := int(m.Row), int(m.Col), 0
	var main, plain int32
	for range m.Len {
		if t := b.At(row, col); t != 0 {
			main += r.TileSet.Points(t)
			plain += r.TileSet.Points(t)
		} else {
			t = m.Tiles[placed]
			placed++
			face := r.TileSet.Points(t)
			letter, word := r.Layout.Letter(row, col), r.Layout.Word(row, col)
			main += face * letter
			plain += face
			s.WordMultiplier *= word
			if run, crossed := r.crossRun(b, row, col, dc, dr); crossed {
				s.Cross += (run + face*letter) * word
				plain += run + face
			}
		}
		row, col = row+dr, col+dc
	}
	s.Main = main * s.WordMultiplier
	s.Premium = s.Main + s.Cross - plain
	if int(m.N) == r.RackSize {
		s.Bingo = r.BingoBonus
	}
	s.Total = s.Main + s.Cross + s.Bingo
	return s
}

// crossRun is the face value of the tiles next to a square on both sides in
// the direction (dr, dc), and whether there are any.
func (r *Rules) crossRun(b *Board, row, col, dr, dc int) (sum int32, crossed bool) {
	for _, sign := range [2]int{-1, 1} {
		for y, x := row+sign*dr, col+sign*dc; b.Occupied(y, x); y, x = y+sign*dr, x+sign*dc {
			sum += r.TileSet.Points(b.At(y, x))
			crossed = true
		}
	}
	return sum, crossed
}
