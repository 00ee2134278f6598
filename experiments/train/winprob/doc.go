// Package winprob makes tables of P(win) (package agents/winprob) from runs of
// games between two players.
//
// Each row of moves is two states: the game as the player on turn sees it, and
// as the other one does. They are counted by turn, unseen tiles and spread, with
// how often they were won, a draw counting half; nothing else is kept, so that
// memory does not depend on the number of games. As long as both racks are full
// the other player's states are the mirror of those of the player on turn, and
// so is his half of the table.
//
// # The method
//
// A curve, P(win) by spread for one turn and number of unseen tiles, is made in
// four steps.
//
//  1. A logistic regression of the result on the spread, with parameters that
//     are smooth in the number of unseen tiles (fitted by gonum), gives a first
//     curve. It counts as one state at each spread, so it decides where there
//     are none: in the tails.
//  2. To it are added the states that were counted, those with up to a third
//     more or fewer unseen tiles with less weight, their spreads stretched as √u.
//  3. Isotonic regression, by pooling adjacent violators: the curve nearest to
//     the states that never falls (Ayer et al. 1955), drawn through the centres
//     of its steps (Oron & Flournoy 2017).
//  4. A moving average over the spread, which is narrow where the curve is steep.
//
// Then it is rounded to 1/10000 and kept off 0 and 1, for while a game goes on
// it is neither won nor lost for sure.
//
// # Why
//
// Three ways were compared on deals held out, of games of equity against itself:
// 37,500 deals of 150,000 on the standard board, and 15,000 of 60,000 on the
// super board. The first line is how far a decile of the predictions was off at
// most, in percentage points, and the second the mean log loss.
//
//	            standard  super
//	isotonic      0.35    0.51
//	            0.471238  0.465606
//	logistic      0.44    0.47
//	            0.472481  0.465917
//
// Logistic regression has two parameters for each number of unseen tiles, and
// the curve has another shape: with up to 7 of them it was off by 3.6 ±0.6
// points where it said 20-30 %, in games without leave values. Isotonic
// regression follows what happened; alone it knows nothing of where nothing
// happened, and rises in steps. Together they have neither fault, and by the
// log loss, which sees more than the worst decile, they are the better ones on
// both boards. A third way was the distribution of the points that are still to
// come, as if it did not depend on the spread. It rises and is smooth by
// nature, but it does depend: who leads is likelier to gain more. A decile was
// off by 1.25 points. (Of 40,000 standard deals that were held out, without
// leave values, too.)
//
// The command `quadword train winprob` prints the first two, for any games.
//
// # Honesty
//
// Every fourth deal is held out. Calibration and log loss are of tables made
// from the other deals; the table that is written is made from all of them by
// the same method, and is better if anything. Standard errors have the deals as
// clusters, since the states of a game end alike. Runs of the same seed share
// their deals, and hold out the same ones; the standard errors take a deal in
// two runs as two.
//
// # The same bytes everywhere
//
// Counts are whole numbers. The optimizer's sums may differ in their last bits
// between machines, so its parameters are rounded to 1e-6 before anything is
// made of them; what follows uses only operations that are exact everywhere.
package winprob
