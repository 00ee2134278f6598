package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strconv"
	"unicode/utf8"

	"quadword/engine"
)

// Digest sums up a list of plays so that two engines can be compared without
// handing the list around.
type Digest struct {
	Plays          int `json:"plays"`
	ScoreSum       int `json:"score_sum"`
	BestScore      int `json:"best_score"`
	BestCount      int `json:"best_count"`
	SevenTilePlays int `json:"seven_tile_plays"` // plays of a whole rack, as the bonus counts them
	// SHA256 is the hash, in hex, of one line a play, the lines sorted bytewise
	// and each ended by '\n': the placed tiles in board order as ROW,COLT, rows
	// and columns from 1, T the letter, lowercase for a blank, then the score:
	// "8,7C 8,9t 12".
	SHA256 string `json:"sha256"`
}

// DigestPlays sums up plays and their scores, in any order. The plays must be
// distinct in their canonical form, and the board is the one they are for.
func DigestPlays(rules *engine.Rules, b *engine.Board, plays iter.Seq2[engine.Move, int32]) Digest {
	var d Digest
	var lines []string
	var line []byte
	for m, score := range plays {
		if d.Plays == 0 || int(score) > d.BestScore {
			d.BestScore, d.BestCount = int(score), 0
		}
		if int(score) == d.BestScore {
			d.BestCount++
		}
		d.Plays++
		d.ScoreSum += int(score)
		if int(m.N) == rules.RackSize {
			d.SevenTilePlays++
		}
		line = line[:0]
		for at, t := range b.EachPlaced(&m) {
			line = append(strconv.AppendInt(line, int64(at[0]+1), 10), ',')
			line = strconv.AppendInt(line, int64(at[1]+1), 10)
			line = append(utf8.AppendRune(line, rules.TileSet.Alphabet.Rune(t)), ' ')
		}
		lines = append(lines, string(append(strconv.AppendInt(line, int64(score), 10), '\n')))
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
	}
	d.SHA256 = hex.EncodeToString(h.Sum(nil))
	return d
}
