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
// a word's length, and an undesignated blank weighs nothing. A key scaled to
// the size of a table is its slot, its lower bits are its tag.
//
// # Tables
//
// For each length of words there are three (Words):
//
//	words   the key of a word's letters -> the word, packed
//	filter  the same keys in two bits each: turns away most that words lacks
//	holes   the key of a word's letters but one -> the letters that complete
//	        it, for a rack with a blank
//
// and one for all (Map.Run):
//
//	runs    a word or a letter -> what may precede and follow it inside some
//	        word, and what makes a word of it at once
//
// Short words are asked for most, so most of what is asked lies in a small
// part of the whole. With two blanks or more the first is tried as each letter
// in turn: they are rare, and a table of words without two letters would be
// larger than all the others together. What surrounds a string of letters that
// is no word is not kept: a board rarely has one, and the graph knows.
//
// Entries of words and holes keep but a few bits of their key. What a wrong
// one gives is a word that has other letters or a letter that completes
// nothing, and whoever asks finds that out. Runs keep all 64 bits, because
// what they say is not looked at again.
//
// The tables hold numbers only, so a garbage collector has nothing to look
// through, and one Map serves boards of all sizes and any number of
// goroutines.
package wordmap
