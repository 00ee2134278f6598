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
// The search of an endgame that its nodes do not suffice for counts by the best of
// the moves that it tried, the most promising first, each played out. What nodes
// are left at the end go to the moves that fell behind, and count if they suffice
// to know all of them.
//
// # What was measured
//
// Games on the standard board of equity:endgame=20000 with 20,000 nodes of this
// against the same without it, end scoring double, 800 pairs: 52.8 % ± 0.5 won
// and 2.9 ± 0.5 points a game gained (± is a standard error). By static play-outs
// alone it is 51.8 % ± 0.7 (300 pairs), with 5,000 nodes 51.9 % ± 0.9 (200 pairs),
// at a quarter and half of the time. To give every endgame at least 100 nodes
// instead of 30, or an eighth of the nodes to the play-outs instead of a quarter,
// made no difference that 100 pairs would show.
//
// Nearly all decisions of so few nodes are not exact: with one tile in the bag
// some eight deals of some thirty moves are 240 endgames of 14 tiles.
//
// # What it cannot do
//
// Nodes near the root of an endgame of 14 tiles are dear, above all with a blank:
// nine tenths of the time go there, most of it into finding the plays of nearly
// full racks, and the same plays are found again in every deal. Nor do the figures of
// four tiles in the bag, of up to 330 deals, rest on many endgames with such
// budgets.
// Rules that let tiles be exchanged with so few in the bag are beyond it.
//
// The ideas are common to the field: Sheppard, "World-championship-caliber
// Scrabble", 2002, on the pre-endgame.
package preendgame
