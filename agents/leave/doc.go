// Package leave knows what the tiles kept on the rack are worth.
//
// A leave is what stays on the rack after a play or an exchange: 1 to 6 tiles.
// Its value is the expected gain, in points, of having these tiles for the
// turns to come over having tiles drawn at random; the score of a play plus
// the value of its leave is the static equity, by which Gordon (1994) and
// Sheppard (2002) choose moves. Values are integers, in thousandths of a
// point. The empty leave, where all tiles will be drawn, is worth 0, and so is
// a leave that a table does not have.
//
// A Table holds the values of all leaves in an array by their rank
// (tile.Ranking). It reads and writes KLV2, the format of wolges, macondo and
// MAGPIE, which is a word graph of the leaves and an array of their values, and
// CSV, a line for each leave with its value.
package leave
