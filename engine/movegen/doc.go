// Package movegen finds plays: all of them (Generator.All), with a GADDAG
// (Gordon, "A faster Scrabble move generation algorithm", 1994, on the frame
// of Appel and Jacobson, "The world's fastest Scrabble program", 1988), or the
// best ones by a static evaluation (Generator.Best), without looking at most
// of the others.
//
// # Every play
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
// # The best plays
//
// Self-play needs one move of hundreds. The search for it never walks a graph:
// it asks which words a multiset of tiles makes (package wordmap), and asks
// only where an answer could matter.
//
// A span (spans.go) is a lane, the square where a word begins, and a number of
// tiles: it fixes the squares that are filled and the tiles on the board that
// are run through. Every play is in one span. Spans do not depend on the rack,
// so they are kept from turn to turn, and only the lanes that a play touches
// are made anew.
//
// No play of a span earns more than its fixed points plus the products of the
// highest scores on the rack with the heaviest of its squares, and leaves no
// more than the best leave of that size. By this bound the spans are queued
// (queue.go) and taken from the top down, until no bound reaches the best move
// found (best.go). That skips about three quarters of them. Bounds of this
// kind are called shadow plays in the field.
//
// A span that is taken is split by sub-rack (subracks.go, expand.go): each of
// the at most 35 that have the right size gets a bound of its own, with its own
// scores and its own leave. What passes that, a small filter, and a look at the
// squares that not every letter fits, is asked of the word map. The few words
// that come back are compared with the board, twelve letters at once, and
// scored (place.go).
//
// All bounds are cut strictly below, so every move that equals the best is
// seen, and the total order of moves decides: the result is the first of All
// in the order of Valued.Compare, whatever the order of the search. Tests hold
// it to that; built with the tag quadword_debug, the search also asserts that
// no play is above its bounds and that what is kept from turn to turn is what
// a new generator makes of the board.
//
// Rollouts come back to the same boards. From where they Branch, the spans that
// two plays change are kept beside the new ones, and Undo gives them back
// (keep.go): 1.15 to 1.2 times the rollouts a second on the standard board, 1.1
// to 1.2 times on the super board.
//
// # Where the time goes
//
// A turn takes some hundred thousand cycles: about 220,000 instructions on a
// board of 15 squares and 310,000 on one of 21, a thousand wrong guesses of
// branches at 25 cycles each, and what the memory takes. So what is decided at
// random is computed without branches where that is not much longer, and what
// lies in the large tables is asked for early (package memory). On the board
// of 21, 510 spans are looked at in a turn, 290 are queued, 154 opened; 930
// sub-racks are asked of the filter, 80 of the table of words, 5 plays scored.
//
// What was tried and did not pay, measured on whole games: a filter of half or
// twice the size; tables of words and holes with more or less room (1.5 slots
// an entry cost 4 %, 3 and 4 gave nothing); asking the filter for several spans
// together; bounds of sub-racks before the filter (-4 to -7 %); the filter for
// the whole rack while spans are queued; the letters that make words with
// sub-racks of 5 to 7 tiles, asked before the search, for tighter bounds of
// spans with one letter of the board (-1 to -3 %); looking at four entries of
// the table of words at once without branches (-3 %); renewing the spans of
// single squares instead of lanes (no difference, and more to get wrong);
// profile-guided builds (1 to 3 %, for twice the time of the first build).
// GOAMD64=v3 gives 0 to 8 %.
//
// # What the caller should know
//
// A Generator belongs to one set of rules and one lexicon and is not safe for
// concurrent use; the lexicon is shared. It assumes nothing of where a
// position came from: words on the board that are in no lexicon simply admit
// no extension.
package movegen
