// Package value fits the linear model of package agents/value to games that
// were played.
//
// # Samples
//
// Every move of a run is a sample: its figures, computed again from a replay of
// the game, and how the game ended for the seat that made it. The games are
// read anew in each of the passes that a fit takes, so memory does not grow
// with their number.
//
// The deals are split into five parts by a hash of their numbers. The first is
// held out: all errors of a Report are those on it, and it has no part in
// anything else. So what is written is exactly what was tested.
//
// # The final spread
//
// It is fitted by ridge regression. The penalty draws the weights towards
// static equity (Feature.Prior) and not towards 0: with few games the model
// plays as equity does, and with many it departs from it where the games say
// so. A weight counts in standard deviations of its figure. The penalty is the
// one with the least squared error when each of the four training parts is
// predicted from the other three.
//
// All this comes from the sums of products of figures, by part, in one pass.
// They are integers and exact.
//
// # The result
//
// It is fitted by logistic regression with Newton steps, of one pass each. Its
// penalty draws the weights towards those of the spread times one factor, found
// by a regression before: a spread is known to the point, a result only to a
// bit, so the spread says more of most figures than the result does.
//
// # Standard errors
//
// The moves of a game share its end, and the games of a deal share their luck.
// So the errors come from the sandwich estimator clustered by deal (Liang and
// Zeger 1986): the gradient is summed by deal before it is squared. They do not
// count the bias that a penalty brings.
//
// # What games to take
//
// A regression does not know cause from sign. Where a strong agent meets a weak
// one, whatever tells them apart seems to win games: a point scored then counts
// for more than a point. Games of an agent against itself do not have this
// fault. Only moves that were chosen are seen, which leaves no bias as long as
// the figures describe the position that a move leaves, since what follows
// depends on that alone; but what an agent never does is not learned. An agent
// that chooses with some chance (a temperature) shows more.
package value
