// Package tile holds what can be said about tiles before there is a board:
// the letters and their numbers (Alphabet), a number with its blank bit
// (Tile), a multiset of tiles such as a rack or a leave (Rack), and how many
// of each a game has and what they are worth (Set, the "tile set").
//
// It knows no board, no word list and no rule of play.
package tile
