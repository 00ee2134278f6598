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
//
// # What was measured
//
// Games of the agent montecarlo against equity in pairs, end scoring double; 15
// candidates, 2 plies, 99 % confidence, 100 samples of a candidate on average;
// pre is the search before the endgame with 20,000 nodes. Games of the standard
// board, but for the line of the super board; ± is a standard error.
//
//	                                   pairs  won, %       points a game
//	100 samples                          400  56.9 ± 1.5    +8.9 ± 2.7
//	100 samples, inference               300  58.4 ± 1.6   +11.3 ± 3.2
//	100 samples, pre                     200  57.8 ± 2.1   +17.4 ± 3.9
//	100 samples, inference, pre          200  61.2 ± 2.0   +20.9 ± 3.8
//	the same, super board                100  59.0 ± 2.9   +27.1 ± 7.8
//	the same against temperature=3       100  73.8 ± 2.8   +54.5 ± 5.4 (equity 64.1)
//	the same against leaves=none         100  66.5 ± 2.9   +48.5 ± 5.7 (equity 65.9)
//	the same against 3/4 of the words    100  69.0 ± 2.7   +37.3 ± 4.9 (equity 59.9)
//	10 samples                           100  46.8 ± 2.8   -13.1 ± 6.3
//	30 samples                           100  53.5 ± 3.0    -2.8 ± 6.3
//	100 samples, on the same deals       100  59.8 ± 3.2    +7.8 ± 5.5
//	100 samples, 1 ply                   100  56.5 ± 2.8    +0.9 ± 4.8
//	100 samples, 4 plies                 100  56.2 ± 2.9    +2.4 ± 5.4
//
// In brackets is what equity wins of 3,000 pairs against the same opponent: what
// is gained against a player whom samples do not model is as much, but for one
// who values no leaves.
//
// Inference against none with 50 samples, 500 pairs: 51.4 % ± 1.2, +0.8 ± 2.2
// points. With the pairs above it is worth 1.7 % ± 1.0: likely something, and not
// shown to be.
//
// What a choice loses on the best of 15 candidates, by the means of 1,500 samples
// of each (mixed objective, 60 to 100 positions of all stages): static evaluation
// 0.69 to 0.83 % of winning, 30 samples 0.68 %, 40 samples 0.24 %, 100 samples
// 0.12 %, 300 samples 0.04 %, 1,000 samples 0.01 %; 300 samples in round robin
// 0.07 %. A confidence of 90 % instead of 99 % loses nothing and saves a tenth of
// the samples, none costs a third more at 100 and twice as many at 1,000.
//
// What did not pay, by the same measure: static evaluation as so many samples of
// each candidate beforehand. 8 make 0.15 % of 0.24 % at 40 samples, and 0.11 % of
// 0.12 % at 100.
package rollout
