// Package verify checks a dataset from outside: it deals every rack again
// from the seed, replays every game with nothing but the rules and the word
// list, and compares every column that follows from them. Run does it all and
// names the first game and turn that is wrong.
//
// It is a second implementation of the game, and that is its point: two that
// were written apart and agree on every cell are unlikely to be wrong in the
// same way. So it shares no code with what played and scored the games or made
// the rows of them. Of this project it uses the letters of tile.Alphabet, the
// word list, and the reader and the row structs of the dataset; a test holds
// that wall. Where it can it also works differently: a play is laid down first
// and its words are then read off the board; whether anybody can move is found
// by trying every word in every place.
//
// deal.go has the random streams and the bag, rules.go the rules of a run as
// its manifest states them, board.go lays and scores plays, words.go is the
// word list, game.go a game from deal to end, schedule.go numbers the games,
// wanted.go makes the rows that a game should have, rows.go and columns.go
// compare them, candidates.go tries what agents compared, annotations.go looks
// whether annotations are whole and of their run, run.go goes through the files,
// stop.go sees where a run ended, pool.go shares the work out.
//
// Where a sequential test should have ended a run is for Options.Stop to say, which
// reads the rows that were found right; that the run ends there is checked here.
//
// One thing cannot be told from the rules: what the agents thought. Those
// columns are only looked at for sense, unless Options.ReplayAgents has the
// agents decide some games again (replay.go, which is the one file that uses
// the program's own engine).
package verify
