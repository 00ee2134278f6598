// Package lexicon turns a word list into the graph that move generation
// walks, and answers whether a string of tiles is a word.
//
// A Lexicon is one immutable value: a name, a fingerprint of its words, and a
// Graph that holds two automata over shared states. The DAWG reads words from
// left to right. The GADDAG (Gordon 1994) reads them from any letter outwards:
// leftwards to the beginning, then, after an arc that changes direction,
// rightwards from where it began. Both are minimal.
//
// Lists come as text, plain or gzipped, or as KWG, the word graph of the
// field's other engines; Open tells them apart and keeps what it built in a
// cache. The same words have the same fingerprint whatever file they came in.
//
// The package knows letters, not racks, boards or rules.
package lexicon
