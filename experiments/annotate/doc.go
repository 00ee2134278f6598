// Package annotate takes a second look at every turn of a run: how many plays
// there were, which was best, what the move that was made cost, how open the
// board was, and how lucky the draw. Nobody had to know that while the games were
// played, so it is not played for: Run replays the games and writes a table
// beside the others, keyed by game and turn.
//
// # What moves are compared
//
// All that the rules and the words of the game allow: plays, exchanges, the
// pass. They are valued by the static evaluation of an agent (`equity`, with any
// of its parameters, or `greedy`), in the same units as the column equity of the
// moves, and ordered by movegen.Valued.Compare, as agents choose. Of an agent's
// parameters only those of its evaluation matter: `temperature`, `endgame` and
// `lexicon` change what it would play, not what moves are worth to it.
//
// A pass has no value; it is what is left, and ranks last. So what passing cost
// where there were other moves is not known, and null.
//
// # The board
//
// An anchor is an empty square next to a tile (Appel & Jacobson, 1988), or the
// start square of an empty board. A hook square is an anchor where, in one of
// its two lanes or both, some letter makes a word with the tiles across the lane:
// its cross-set is neither trivial nor empty. An open premium square is one that
// a play might cover, by geometry alone: going along one of its lanes from it,
// one comes to an anchor within as many empty squares, both ends counted, as a
// full rack has tiles. A play that fills these squares covers both, and is in
// touch with the board. Whether any words do that is another matter, and so is
// the rack at hand, which may be shorter.
//
// # The luck of the draw
//
// What is worth a rack R that is full? The value of its best move would say, but
// its expectation over draws is dear, and a table of leaves has no racks of seven.
// So it is taken to the accuracy of pairs:
//
//	value(R) = sum over tiles x of R of v(x) + sum over pairs x, y of R of (v(xy) - v(x) - v(y))
//
// where v are the leave values of the evaluation. With it the expectation over
// all draws of d tiles from the unseen ones, u(x) of kind x of n in all, is exact
// and needs no enumeration, for a draw without replacement holds the tile x
// d u(x)/n times and the pair x, y d(d-1)/(n(n-1)) u(x) u(y) times on average:
//
//	E[value(S + draws)] = value(S) + d/n sum over x of u(x) a(x) + d(d-1)/(n(n-1)) sum over pairs of unseen tiles of (v(xy) - v(x) - v(y))
//
// with a(x) = v(x) + the sum over tiles y of the leave S of (v(xy) - v(x) - v(y)).
// The luck of the draw is value(S + drawn) less that. It is computed in whole
// numbers and rounded once, to the nearest thousandth.
//
// A point of it is about a point: on 4,000 standard games of equity a game's final
// spread was 1.12 ± 0.03 points more for each point of luck at one of its draws.
//
// Its limits: three tiles that suit each other (ING) count as three pairs, and
// that a rack is a bingo on this board counts as nothing. The values are those of
// leaves in the middle of a game, also when the bag is nearly empty. The unseen
// tiles are the bag and the other racks, which the player cannot tell apart. But
// the others chose what they kept, so the bag is a little worse than the unseen
// tiles, and the mean of the luck a little below 0: -0.3 points a draw, and -0.8
// with fewer than 20 tiles in the bag (TestLuckOfRun has the figures). Both
// seats have that alike, so a difference between equal players has none of it. The
// opening racks are no turn's draw and are not in it.
package annotate
