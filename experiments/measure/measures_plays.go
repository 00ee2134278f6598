package measure

import "fmt"

// plays are what plays have in them, n being plays unless it is said otherwise.
func plays() []Measure {
	return []Measure{
		rate("points_per_play", "points", "points of a play",
			func(d *side) (int64, int64) { return d.points, d.plays }, "action", "score"),
		rate("tiles_per_play", "tiles", "tiles that a play lays",
			func(d *side) (int64, int64) { return d.laid, d.plays }, "action", "tiles_played"),
		rate("points_per_tile", "points", "points of plays for each tile that they lay",
			func(d *side) (int64, int64) { return d.points, d.laid }, "action", "score", "tiles_played"),
		rate("bingo_share", "share", "plays that are bingos",
			func(d *side) (int64, int64) { return d.bingos, d.plays }, "action", "bingo"),
		rate("bingo_points_share", "share", "bonuses for bingos as a part of all points of plays",
			func(d *side) (int64, int64) { return d.bonus, d.points }, "action", "score", "bingo_points"),
		rate("premium_points_share", "share", "points that are owed to premium squares as a part of all points of plays",
			func(d *side) (int64, int64) { return d.premium, d.points }, "action", "score", "premium_points"),
		rate("cross_points_share", "share", "points of cross words as a part of all points of plays",
			func(d *side) (int64, int64) { return d.cross, d.points }, "action", "score", "cross_score"),
		rate("blank_share", "share", "plays that lay a blank",
			func(d *side) (int64, int64) { return d.blankPlays, d.plays }, "action", "blanks_played"),
		rate("tiles_through", "tiles", "tiles on the board that the main word of a play goes through",
			func(d *side) (int64, int64) { return d.onBoard, d.plays }, "action", "tiles_through"),
		rate("through_share", "share", "plays whose main word goes through a tile on the board",
			func(d *side) (int64, int64) { return d.through, d.plays }, "action", "tiles_through"),
		rate("down_share", "share", "plays whose main word reads down; the tie break prefers across",
			func(d *side) (int64, int64) { return d.downPlays, d.plays }, "action", "down"),
	}
}

// words are the words that plays form.
func words() []Measure {
	return []Measure{
		rate("word_length", "letters", "letters of the main word of a play",
			func(d *side) (int64, int64) { return d.laid + d.onBoard, d.plays }, "action", "tiles_played", "tiles_through"),
		rate("cross_words_per_play", "words", "cross words that a play forms",
			func(d *side) (int64, int64) { return d.crossWords, d.plays }, "action", "cross_words"),
		rate("cross_share", "share", "plays that form a cross word",
			func(d *side) (int64, int64) { return d.crossing, d.plays }, "action", "cross_words"),
		rate("two_letter_share", "share", "words of two letters among all words formed, cross words included",
			func(d *side) (int64, int64) { return d.twoLetter, d.words }, "action", "words"),
	}
}

// hooks are the plays that extend words on the board by one tile. A hook is
// what the columns front_hook and back_hook have: a tile that alone, with no
// other tile of the play in that word, extends two or more tiles on the board at
// their front or back. So QUIZ made QUIZZES is none, and CAT made CATS by a
// play across its end is a back hook of S. Whether that S makes a plural or a
// verb's form no row tells, but of the words that take an S at the back nearly
// all take it as one of these two.
func hooks() []Measure {
	return []Measure{
		rate("hook_share", "share", "plays that hook: a tile of them alone extends 2 or more tiles on the board",
			func(d *side) (int64, int64) { return d.hooks, d.plays }, "action", "front_hook", "back_hook"),
		rate("s_hook_share", "share", "plays that hook an S to the back of 2 or more tiles on the board, as plurals do; a blank that plays an S counts",
			func(d *side) (int64, int64) { return d.sHooks, d.plays }, "action", "back_hook"),
		rate("s_tile_hook_share", "share", "the same by a tile S alone, no blank",
			func(d *side) (int64, int64) { return d.sTileHooks, d.plays }, "action", "back_hook"),
		rate("s_front_hook_share", "share", "plays that hook an S, or a blank that plays one, to the front of 2 or more tiles on the board",
			func(d *side) (int64, int64) { return d.sFronts, d.plays }, "action", "front_hook"),
		rate("s_hook_points", "points", "points of the plays of s_hook_share, n being these plays",
			func(d *side) (int64, int64) { return d.sHookPoints, d.sHooks }, "action", "back_hook", "score"),
		rate("s_play_share", "share", "plays that lay a tile S, hooked or not",
			func(d *side) (int64, int64) { return d.sPlays, d.plays }, "action", "placed"),
	}
}

// premiums are the premium squares that plays cover, and what they multiply by.
func premiums() []Measure {
	var all []Measure
	for _, p := range []struct {
		column, kind string
		of           func(d *side) int64
	}{
		{"dl", "2L", func(d *side) int64 { return d.letterPremiums[2] }},
		{"tl", "3L", func(d *side) int64 { return d.letterPremiums[3] }},
		{"ql", "4L", func(d *side) int64 { return d.letterPremiums[4] }},
		{"dw", "2W", func(d *side) int64 { return d.wordPremiums[2] }},
		{"tw", "3W", func(d *side) int64 { return d.wordPremiums[3] }},
		{"qw", "4W", func(d *side) int64 { return d.wordPremiums[4] }},
	} {
		all = append(all, inGame(p.column+"_per_game", "squares", p.kind+" squares covered", p.of, "action", p.column))
	}
	for _, m := range []int32{2, 3, 4, 6, 8, 9, 12, 16, 27} {
		all = append(all, inGame(fmt.Sprintf("x%d_words", m), "plays", fmt.Sprintf("plays whose main word counts %d times", m),
			func(d *side) int64 { return d.multipliers[m] }, "action", "word_multiplier"))
	}
	return append(all, inGame("high_words", "plays", "plays whose main word counts more than 4 times", func(d *side) int64 {
		sum := int64(0)
		for m, n := range d.multipliers {
			sum += one(m > 4) * n
		}
		return sum
	}, "action", "word_multiplier"))
}

// racks are what was on full racks before a move: whole racks only, since what
// is left at the end of a game is what could not be played.
func racks() []Measure {
	return []Measure{
		rate("vowel_share", "share", "vowels among the tiles of full racks before a move, blanks aside",
			func(d *side) (int64, int64) { return d.rackVowels, d.rackTiles }, "rack"),
		rate("no_vowel_share", "share", "full racks before a move that have no vowel",
			func(d *side) (int64, int64) { return d.noVowel, d.racks }, "rack"),
		rate("many_vowels_share", "share", "full racks before a move that have 5 vowels or more",
			func(d *side) (int64, int64) { return d.manyVowels, d.racks }, "rack"),
		rate("thrice_share", "share", "full racks before a move that have a letter three times or more",
			func(d *side) (int64, int64) { return d.duplicate, d.racks }, "rack"),
	}
}
