// Package leaves makes tables of leave values from nothing but the rules and
// the words.
//
// A rack R is worth, on a board, its best move: the points and the value of
// what that leaves. A leave S is worth what the racks drawn onto it are worth
// on average, less what a rack drawn from nothing is worth:
//
//	rack(R)  = max over moves of R of points + leave(what is kept)
//	leave(S) = E[rack(S + draws)] - E[rack(draws)]
//
// The one is defined by the other, so a table is made in generations, each
// from the leaves of the one before, beginning with none: value iteration
// (Bellman, 1957). A leave of generation g knows of g moves to come.
//
// There are two ways to the expectations.
//
// The census takes boards from the middle of games between players that use
// the leaves of the generation before, and on each values all racks that its
// unseen tiles may give (three million of a whole bag), exactly: a sheet of
// what every multiset of tiles scores comes from one search with all these
// tiles at once, and from there it is arithmetic. The idea is that of wolges.
//
// Self-play takes the racks of games as they come, a rack's mean over the
// turns on which it was held, and forces rare racks onto turns until each has
// been seen often enough; MAGPIE and wolges make their published leaves so. It
// is here as a cross-check of the census.
//
// Everything is a sum of integers over boards or games that are fixed by the
// seed and their number, so a table does not depend on how many workers made
// it, nor on interruptions.
package leaves
