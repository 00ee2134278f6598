// Package preendgame finds moves in a game of two when the bag holds its last
// tiles: one to four.
//
// # What is found
//
// A move is worth what comes of it over all that the unseen tiles may be: the
// games won, a draw counting half, and if these are equal the sum of the final
// spreads. An arrangement is an order of the unseen tiles: which of them the
// other holds, and how the rest lies in the bag. Arrangements that differ in
// nothing that anybody draws are played once and count as often as they come, in
// whole numbers (deals.go, player.go). While the bag holds tiles both seats choose
// by static evaluation, of what each may know; then both know all, and what
// follows is an endgame (package endgame).
//
// So a play that empties the bag is judged exactly if its endgames are solved. One
// that leaves tiles in it is judged by opponents who do not look ahead.
//
// # How
//
// Candidates are the best moves by static evaluation, and the pass. They meet the
// same deals in the same order, a fixed mixture, so that a part from the front is
// a fair sample. By successive halving (halving.go) all are first played out by
// static evaluation; then the better half by who wins the endgames, with more
// nodes for each endgame the fewer candidates are left, and so on to the last two,
// which are told apart by the spread if they win as much. An endgame is asked who
// wins and not by how much (endgame.Winner), which takes a quarter of the nodes. A
// candidate is out when it could not catch up if it won all that is open.
//
// A search that its nodes do not suffice for has tried the most promising moves,
// each played out, and counts by the best of them.
//
// # What was measured
//
// Games on the standard board of equity:endgame=20000 with this against the same
// without it, seed 1, double end scoring; seconds are of a game.
//
//	nodes    games   won, %      seconds
//	 20,000   600    51.8 ± 0.7  0.25     static play-outs only
//	  5,000   400    51.9 ± 0.9  0.44
//	 20,000   200    54.2 ± 1.6  1.0
//
// To give every endgame at least 100 nodes instead of 30: 53.8 ± 1.5. An eighth of
// the nodes for the play-outs instead of a quarter: 54.2 ± 1.4, in 1.2 seconds.
//
// A decision of 20,000 nodes took 2.3, 1.1, 0.6 and 0.7 seconds with 1, 2, 3 and 4
// tiles in the bag, over ten positions each of self-play on the standard board
// (with 100 nodes at least for an endgame).
//
// # What it cannot do
//
// Nodes near the root of an endgame of 14 tiles are dear, above all with a blank:
// nine tenths of the time go there, most of it into finding the plays of full
// racks, and the same plays are found again in every deal. Nor do the figures of
// four tiles in the bag, of up to 330 deals, rest on many endgames with such
// budgets.
// Rules that let tiles be exchanged with so few in the bag are beyond it.
//
// The ideas are common to the field: Sheppard, "World-championship-caliber
// Scrabble", 2002, on the pre-endgame.
package preendgame
