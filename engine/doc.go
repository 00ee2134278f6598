// Package engine is the game: its rules, and positions that follow them.
//
// What is here needs no word list. A Rules value says what is agreed before a
// game; a Position is a game at one moment and changes by Play and Undo; a
// View is what one seat may know of it; a Move is what a player does with a
// turn. The letters are in package tile, the words in lexicon, the search
// for plays in movegen, the text forms in notation.
//
// # Words of the field
//
//	rack      the tiles a player holds; leave: what stays on it after a move
//	seat      a player's place, 0-based, in order of play; seat 0 begins
//	lane      a row or a column
//	play      tiles laid in one lane, forming the main word and cross words
//	through   said of tiles on the board that are part of the main word
//	premium   a square that multiplies a letter or a word (4L, 3W)
//	bingo     a play of a whole rack, which earns the bonus
//	spread    own total minus the best other's
//	unseen    the tiles that are neither on the board nor on the own rack
//	deal      one order of the bag; see package sim
//
// # Coordinates
//
// In code rows and columns count from 0. People read "8D" as row 8, column D,
// for an across play, and "D8" as the same square for a down play.
//
// Points are int32 throughout: a super game passes 2,000 points and spreads
// of 300 are ordinary.
package engine
