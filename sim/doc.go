// Package sim plays games: who meets whom on which deals (schedule.go), where
// every random choice comes from (seed.go), one game with its referee
// (game.go), what becomes of an agent that fails (fault.go) or does not come
// back (worker.go), many games on all cores (match.go), and when they are enough
// (parts.go).
//
// A deal is one order of the bag, drawn from (seed, deal). The games of a
// deal are one for each lineup and each rotation of its agents over the
// seats; with two seats the two rotations are a pair. Everything in a game
// follows from the rules, the words, the agents and (seed, deal, game), so a
// run gives the same record with any number of workers.
//
// The record of a game is what the agents decided (Record); the rows of a
// dataset are made from it by playing it once more (rows.go), and package
// dataset writes them down.
package sim
