package lexicon

import (
	"math/bits"

	"quadword/engine/tile"
)

// Node is a state of the automaton. Its arcs are a set of letters, so that
// one AND with the letters that fit a square leaves the arcs worth following.
//
// The child behind the arc of letter t is
//
//	Children[Base + popcount(Arcs & (1<<t - 1))]
//
// since a node's children lie side by side in order of their letters.
type Node struct {
	Arcs    uint32 // bit t: an arc for letter t; bit 0: the GADDAG's change of direction
	Accepts uint32 // the arcs on which a word ends, a subset of Arcs
	Base    uint32 // index in Graph.Children of the first arc's child
}

// Graph is the DAWG and the GADDAG of one word list over shared nodes.
//
// For a word c1..cn and every 0 < i < n the GADDAG holds ci..c1, then the arc
// 0 that changes direction, then ci+1..cn; and it holds cn..c1 without that
// arc. What follows the arc 0 is what the DAWG holds behind c1..ci, hence a
// node of the DAWG.
//
// Invariants: node 0 has no arcs, and a child 0 says that nothing follows. A
// node's number is above those of its children, so there are no circles. Every
// arc leads to a word. Base is the sum of the arcs of all nodes before. No two
// nodes are equal but for Base. No arc 0 lies behind another, and none in the
// DAWG.
//
// A Graph is read by many goroutines and must not be written to.
type Graph struct {
	Nodes    []Node
	Children []uint32
	DAWG     uint32 // root of the DAWG
	GADDAG   uint32 // root of the GADDAG
}

// Child is the node behind the arc of letter t of node n, 0 if there is no
// such arc or if nothing follows it. Letter 0 is the change of direction.
func (g *Graph) Child(n uint32, t tile.Tile) uint32 {
	node := &g.Nodes[n]
	bit := uint32(1) << (t & (tile.Kinds - 1))
	if node.Arcs&bit == 0 {
		return 0
	}
	return g.Children[node.Base+uint32(bits.OnesCount32(node.Arcs&(bit-1)))]
}

// children is the children of node n, one for each arc.
func (g *Graph) children(n int) []uint32 {
	node := &g.Nodes[n]
	return g.Children[node.Base:][:bits.OnesCount32(node.Arcs)]
}
