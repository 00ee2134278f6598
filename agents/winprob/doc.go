// Package winprob knows how likely a game of two is to be won.
//
// A Table holds P(win), a draw counting half, of one of the two players, given
// what he sees of the game at a glance: by how much he leads (the spread), how
// many tiles he does not see (those in the bag and on the other rack), and
// whether it is his turn. It does not know which tiles these are, nor the
// board. The spread is in points and P(win) in 1/10000; it never falls as the
// spread grows. At the start of a game 93 tiles are unseen, 193 of the super
// tile set. When the game is over no table is asked: the spread decides.
//
// Sheppard (World-championship-caliber Scrabble, 2002) valued positions of a
// search by such a table, from games of the program against itself.
//
// # Files
//
// A table is a CSV file, which may be packed by gzip:
//
//	# P(win) of one of two players in 1/10000, by turn, spread and unseen tiles
//	# board=super
//	...
//	on_turn,spread,u1,u2,u3
//	1,-600,1,1,1
//	...
//
// The lines that begin with # say of what games it is (Game). Then there is a
// row for each spread, first of the player on turn and then of the other one,
// and a column for each number of unseen tiles. So a column is a curve, which can
// be plotted as it is, and there are at most some hundred of them, where the
// other way round there would be more than a thousand. A row for each value would
// make the file four times as long. Any program that skips comments reads it:
//
//	pd.read_csv("super.csv.gz", comment="#")               // pandas
//	from read_csv('super.csv.gz', comment = '#')           -- DuckDB
//
// The SHA-256 of the unpacked text identifies a table.
package winprob
