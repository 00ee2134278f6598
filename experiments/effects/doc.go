// Package effects tells what happens on the board in the games of a run: which
// squares are used and earn, what premium squares add, how plays go with the
// turn and with the bag, and how scores, spreads and the like are distributed.
//
//	effects.go      Effects: the figures
//	read.go         Read: one pass over a run, several parts at a time
//	rows.go         the columns that are read
//	tally.go        what is counted of games
//	board.go        a play on its squares: whose points are whose
//	deals.go        the end of a deal, and tallies of other deals
//	shares.go       means deal by deal, histograms
//	phases.go       parts of a game, fine for programs and in groups for people
//	calibration.go  how often those won who thought they would
//	text.go         the figures as text
//	sections.go     the figures as sections of a document, with plots: all, or in brief
//
// # Whose points are whose
//
// A square earns what the tile on it counts in a word, whenever a play forms
// that word: its face value, times the letter premium in the turn in which it is
// laid, times the word premiums of that word, in the main word and in each cross
// word. So the squares together earn all points but the bonuses for bingos, to
// the point, whether a tile is new or was on the board; and a square earns most
// where word premiums multiply what lies in its lane.
//
// A premium square adds what it adds when premiums are counted as the rules have
// it, those of letters first. A letter premium adds to each word its tile is new
// in the face value times one less than the premium; a word premium adds what
// multiplying adds to the word so far. If several word premiums of different
// kinds multiply one word (a 3W and a 4W, which make 12), it matters which is
// counted first: each gets the mean of what it adds when the smaller come first,
// and when the larger do. Half points are whole numbers here, so that all kinds
// together add the column premium_points exactly.
//
// Both are computed from the rows alone, by laying the tiles of each game on the
// board of the manifest, and compared with the points that the row has: a run
// whose plays do not earn what it says is an error.
//
// # Folded along the diagonal
//
// Of plays that are alike in value and score the engine takes the first in a
// fixed order, across before down, so that a symmetrical board is used more on
// one side of its diagonal than on the other. This says nothing of the game.
// Where the board is its own mirror image, a square (r, c) and its image (c, r)
// are therefore also counted together, and the figure is that of one of them.
//
// # Errors and memory
//
// Every figure is a ratio of exact sums over deals, with the standard error of
// stats.Sums, for which the deal is the unit. One part is in memory for each
// worker, whatever the length of the run, and the figures are the same for any
// number of workers. 100,000 games of equity on the standard board, 2.2 million
// turns, took 5.5 seconds of a core and 30 MB; half of that time goes into
// reading the rows, a tenth each into laying the tiles and into closing deals.
package effects
