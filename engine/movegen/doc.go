// Package movegen finds plays: all of them, with a GADDAG (Gordon, "A faster
// Scrabble move generation algorithm", 1994, on the frame of Appel and
// Jacobson, "The world's fastest Scrabble program", 1988).
//
// # How it works
//
// A play lies in a lane, a row or a column. Plays along one lane depend on
// the rest of the board only through the lane's cross-sets: for an empty
// square with tiles next to it across the lane, the letters that make a word
// with them, and through the cross-score, the face value of those tiles. A
// Generator keeps these for all lanes of both directions (lanes.go) and
// follows a game by changing what a play changes (crosssets.go).
//
// Every play covers an anchor: the last tile of a run of tiles, or an empty
// square that touches tiles across the lane only. The search (plays.go) takes
// the anchors of a lane from left to right, builds words from the anchor
// leftwards and, after the GADDAG's change of direction, rightwards, and
// never touches the anchors it has done. So each play is found once, at the
// leftmost anchor it covers, and no list of seen plays is needed.
//
// A play of one tile may form words along both lanes of its square. It is the
// same play, and found along the row only.
//
// # What the caller should know
//
// A Generator belongs to one set of rules and one lexicon and is not safe for
// concurrent use; the lexicon is shared. It assumes nothing of where a
// position came from: words on the board that are in no lexicon simply admit
// no extension.
package movegen
