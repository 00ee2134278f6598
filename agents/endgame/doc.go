// Package endgame solves the game of two once the bag is empty: then both
// racks are known, and the best play is a matter of search.
//
// # What is searched
//
// Value is the points that the mover still wins on the other, the settlement
// of racks included, under the rules in force. It does not depend on the points
// made before, so neither do the entries of the table. Search is negamax with
// null windows (search.go), first two shallow searches whose leaves are games
// played to the end by the first move of each position, then one without any
// leaf but the end of a game. Passes are moves; how many turns without points
// are left is part of the position as far as it matters (clock.go).
//
// A table of transpositions (table.go) keeps bounds and best moves, since the
// same plays come in many orders. Its size is an option and never taken from
// the machine; all keys are compared in full.
//
// # What makes it fast
//
// Racks only shrink, and a play changes few lanes. So each side keeps the plays
// of every lane (side.go): after a play only the lanes that it changed are
// searched again, when the plays are asked for, and plays whose tiles are gone
// are dropped. On the golden endgames that is 0.6 to 0.7 million positions a
// second where finding all plays of the mover alone takes 0.1 ms.
//
// A play of the other stays what it is, points and all, unless the mover fills
// a square that it depends on (replies.go). From this follow the two things
// that save most of the work:
//
//   - If the other can go out, every move that leaves that play alone is worth
//     at most what is left after it. Most moves of late positions are so bounded
//     below the best before they are played, exactly, and so is the search.
//   - The reply that refuted one move is tried first against the next (hints.go),
//     before any plays are found for that position: a refutation in the sense of
//     killer moves, but known to be legal.
//
// Moves are ordered by their points, less what the tiles kept cost, less the
// best reply that they do not disturb. The table decides before that.
//
// # What was tried
//
// Nodes until the last of 60 self-play endgames was solved or given up, in
// logarithms to base 2, on average over both boards. Points alone as the order
// cost about 0.5 more than with the tiles kept; without the replies in the order
// it is 0.7 more; without hints about 1.3. One more shallow search saves 0.05
// and takes twice the time; none costs 0.3. Leaves that are judged by the lists
// of plays instead of played take four times the nodes, since plays for the
// same squares are counted twice.
//
// # What it cannot do
//
// A rack with a tile that cannot be played lets the other place one tile at a
// time, and all the ways to do so must be refuted: the endgames with 13 or 14
// tiles that take over 200,000 nodes, a quarter of all, are of that kind. No
// admissible bound is known of what a side can still score, since later plays
// may build on tiles that are not on the board yet.
//
// The ideas are common to the field: Sheppard, "World-championship-caliber
// Scrabble", 2002, on endgames; Marsland and Campbell, "Parallel search of
// strongly ordered game trees", 1982; Zobrist, "A new hashing method with
// application for game playing", 1970.
package endgame
