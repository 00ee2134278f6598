// Package enginetest is what the tests of the engine lean on: a generator of
// plays that is slow and obviously right (Dictionary), positions of every kind
// (RandomPosition, Walk, SwapRack), and answers computed by other engines
// (Golden, Endgames).
//
// Only tests import it. The generator reads the rules on its own: it shares
// no search, no scoring and no word graph with what it is compared to, and
// checks the engine's legality and scoring on every play it finds.
package enginetest
