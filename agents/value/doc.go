// Package value is a linear model of what a move is worth: the final spread
// and the result of the game, predicted from figures of the move and of the
// position that it leaves.
//
// The figures come from one table, Features: a row says what a figure is and
// has the function that computes it. An Extractor computes all of them for a
// move, a Model weighs them. Experiments/train/value fits the weights to games
// that were played.
//
// # What is predicted
//
// The spread that is predicted is that of the end of the game, and the spread
// before the move is one of the figures. Nothing that happens later depends
// much on it, so its weight comes out near 1 and the rest of the sum is the
// gain: what the move adds to the spread by the end of the game. To have it
// among the figures lets the same table serve the result, where it counts most,
// and takes up what a lead says of who is the stronger player.
//
// The logit of the result is the weighted sum of the same figures, divided by
// the square root of the number of unseen tiles: points decide a game in
// proportion to the luck that is still to come, and its variance grows with
// the tiles that are still to be drawn. So a point is worth more the later it
// is made, and all moves of a position share one divisor.
//
// # What makes a figure fit
//
// A figure describes what a move leaves behind (its score, the tiles kept, the
// board for the next player, the bag) and nothing that is decided later. It
// looks the same on a board that is mirrored at its diagonal. All figures are
// integers, and so is the sum of a Model: no machine rounds it otherwise.
package value
