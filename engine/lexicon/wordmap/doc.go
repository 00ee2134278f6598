// Package wordmap finds words by the letters they are made of, instead of by
// walking a graph letter by letter: the question of a best-move search is
// "which words do these seven tiles and the letters on the board make", and a
// hash of the multiset answers it with one look at memory.
//
// # Keys
//
// Every letter has a random 64-bit constant, and the key of a multiset is
// their sum, with wrap-around. So the union of two multisets is an addition,
// taking a letter out a subtraction, there is no limit to a letter's count or
// a word's length, and an undesignated blank weighs nothing. The upper bits of
// a key index a table, the lower ones are its tag.
//
// # Tables
//
//	exact   the key of a word's letters -> the words made of them
//	filter  the same keys in two bits each: turns away most that exact lacks
//	short   the key of a word of up to ShortLen letters without one of them
//	        -> the letters that complete it, for a rack with a blank
//	long    the same for longer words
//	runs    a string of letters -> the letters that may come before and after
//	        it inside some word
//
// With two blanks or more the first is tried as each letter in turn: they are
// rare, and a table of words without two letters would be larger than all the
// others together.
//
// The tables hold numbers only, so a garbage collector has nothing to look
// through, and one Map serves boards of all sizes and any number of
// goroutines.
package wordmap
