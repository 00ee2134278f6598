package leave

import "quadword/engine/tile"

// Synthetic is a table for a tile set that has no trained one: a plausible
// rule in integers, for benchmarks and tests. Nobody measured how well it
// plays.
//
// A leave is worth the sum of
//   - its tiles, each by itself, as below;
//   - -1 point for each pair of equal letters: -3 for three, -15 for six;
//   - -n²/2 points if its vowels outnumber its consonants by n+1, or the
//     consonants the vowels; blanks are neither;
//   - 9 points if it has a Q and a U and the alphabet is English.
func Synthetic(set *tile.Set) *Table {
	const q, u = 17, 21 // in the English alphabet
	single, english := singleValues(set)
	t, err := New("synthetic", set, func(leave *tile.Rack) int32 {
		value := int32(leave.Count(tile.Blank)) * single[tile.Blank]
		balance := int32(0) // vowels less consonants
		for t := tile.Tile(1); int(t) <= set.Alphabet.Len(); t++ {
			n := int32(leave.Count(t))
			value += n*single[t] - n*(n-1)/2*1000
			if set.IsVowel(t) {
				balance += n
			} else {
				balance -= n
			}
		}
		surplus := max(balance, -balance, 1) - 1
		value -= surplus * surplus * 500
		if english && leave.Count(q) > 0 && leave.Count(u) > 0 {
			value += 9000
		}
		return value
	})
	if err != nil {
		panic(err) // cannot happen: six tiles stay far below MaxValue
	}
	return t
}

// englishSingles is the value of each English tile by itself, in thousandths
// of a point. The blank and the S make bingos and hooks; the X and the Z score
// well with one neighbour; then come the letters of common words, E first, and
// last those that few words take, above all the Q.
var englishSingles = [27]int32{
	25000,                                                      // ?
	500, -2000, 0, 500, 2000, -2500, -2500, 1000, -1500, -2000, // A to J
	-1500, 0, 500, 500, -2000, 0, -7000, 1000, 8000, 500, // K to T
	-4500, -5000, -4000, 4000, -500, 3000, // U to Z
}

// singleValues is the value of each tile by itself. In an alphabet that is not
// English the face value has to tell: a letter of 1 point is worth 1, and each
// point more, since rare letters cost turns, takes 0.6 off, down to -8.
func singleValues(set *tile.Set) (single [tile.Kinds]int32, english bool) {
	if set.Alphabet.String() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		copy(single[:], englishSingles[:])
		return single, true
	}
	single[tile.Blank] = englishSingles[tile.Blank]
	for t := tile.Tile(1); int(t) <= set.Alphabet.Len(); t++ {
		single[t] = max(1600-600*set.Points(t), -8000)
	}
	return single, false
}
