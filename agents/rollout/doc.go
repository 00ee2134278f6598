// Package rollout looks ahead by chance: it plays the moves of a position out
// against hidden tiles as they may be, and tells which move does best on
// average (Monte Carlo; Tesauro and Galperin, "On-line policy improvement using
// Monte-Carlo search", 1996; Sheppard, "World-championship-caliber Scrabble",
// 2002).
//
// A Roller plays one candidate out in one sample: it deals the unseen tiles to
// the other racks and the bag, makes the move, and lets all seats go on by
// static evaluation, for some plies or to the end of the game. What comes of it
// is an Outcome: a spread and a probability of winning.
//
// A Race divides a number of samples among candidates. Sample i deals the same
// tiles to every candidate (common random numbers), so candidates are compared
// by the differences of their outcomes in the samples that both have had, and
// luck that both share does not count.
//
// Nothing depends on time or on the order of samples: a sample is a function of
// the view, the seed and its number.
package rollout
