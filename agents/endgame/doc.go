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
// are dropped. To find all lanes anew takes 2.2 times as long on the standard
// board and 2.8 times on the super board.
//
// A play of the other stays what it is, points and all, unless the mover fills
// a square that it depends on (replies.go). From this follow three things:
//
//   - If the other can go out, every move that leaves that play alone is worth
//     at most what is left after it. Most moves of late positions are so bounded
//     below the best before they are played, and exactly. Without it, over five
//     times the nodes.
//   - The reply that refuted one move is tried first against the next (hints.go),
//     before any plays are found for that position: a killer move, but known to
//     be legal. Without it 1.3 and 1.5 times the time.
//   - That reply can be laid once for all moves that it answers (ahead.go), since
//     the order in which two such plays are laid is of no matter. Without it 1.1
//     and 1.2 times the time.
//
// Moves are ordered by their points less what they keep (promise); what the
// table has comes before that.
//
// # What was tried
//
// Measured in nodes and time over 60 endgames of self-play with a limit of
// 100,000 nodes, and the golden ones. Counting the best reply that a move does
// not disturb against it in the order: 1.1 to 1.2 times the nodes. Trying moves
// bounded by going out in the order of their bounds: 1.1 times. One shallow
// search: 1.04 times the nodes on the standard board, 1.3 on the super board.
// Three: as many nodes, 1.3 and 1.6 times the time. One hint: 1.02 times the
// nodes; four: as many. Leaves that are judged by the lists of plays instead of
// being played: eight times the nodes of the golden endgames, since plays for
// the same squares are counted twice.
//
// # What it cannot do
//
// A rack with a tile that cannot be played lets the other place one tile at a
// time, and all the ways to do so must be refuted: most endgames of 13 or 14
// tiles that take over 200,000 nodes are of that kind. No
// admissible bound is known of what a side can still score, since later plays
// may build on tiles that are not on the board yet.
//
// The ideas are common to the field: Sheppard, "World-championship-caliber
// Scrabble", 2002, on endgames; Marsland and Campbell, "Parallel search of
// strongly ordered game trees", 1982; Zobrist, "A new hashing method with
// application for game playing", 1970.
package endgame
