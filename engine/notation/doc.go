// Package notation reads and writes what the field writes as text: positions
// as a line of CGP, moves as "8D WO.d", a board as a picture. A Digest names
// a whole list of plays by a few figures and a hash.
//
// Everywhere a lowercase letter is a blank that plays it, '.' is a tile that
// is already on the board, and '?' is a blank on a rack.
//
// It knows no words: whether a play is a word is for a lexicon to say.
package notation
