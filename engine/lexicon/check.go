package lexicon

import (
	"errors"
	"fmt"
	"math/bits"
)

// check tells in one pass whether the graph keeps all its invariants but that
// no two nodes are equal, has only the given letters, and has a DAWG of that
// many words, the longest of that length, which is the GADDAG's too.
func (g *Graph) check(letters uint32, words, longest int) error {
	if len(g.Nodes) == 0 || g.Nodes[0] != (Node{}) {
		return errors.New("node 0 is not the empty node")
	}
	// What lies behind a node: the strings, up to maxWords+1; the letters of the
	// longest; whether there is an arc 0.
	type behind struct {
		words  uint32
		height uint8
		turns  bool
	}
	all := make([]behind, len(g.Nodes))
	base := 0
	for n, node := range g.Nodes[1:] {
		n++
		count := bits.OnesCount32(node.Arcs)
		switch {
		case node.Arcs == 0 || node.Arcs&^(letters|1) != 0:
			return fmt.Errorf("node %d has arcs %#x", n, node.Arcs)
		case node.Accepts&^(node.Arcs&^1) != 0:
			return fmt.Errorf("node %d accepts %#x with arcs %#x", n, node.Accepts, node.Arcs)
		case int(node.Base) != base || base+count > len(g.Children):
			return fmt.Errorf("node %d has its children at %d, not at %d of %d", n, node.Base, base, len(g.Children))
		}
		sum := behind{words: uint32(bits.OnesCount32(node.Accepts)), turns: node.Arcs&1 != 0}
		arcs := node.Arcs
		for _, child := range g.Children[base : base+count] {
			arc := arcs & -arcs
			arcs ^= arc
			switch {
			case int(child) >= n:
				return fmt.Errorf("node %d has the child %d, not below it", n, child)
			case child == 0 && node.Accepts&arc == 0:
				return fmt.Errorf("node %d has an arc that leads to no word", n)
			}
			next := all[child]
			if arc == 1 && next.turns {
				return fmt.Errorf("node %d changes direction more than once", n)
			}
			sum.turns = sum.turns || next.turns
			sum.words = min(sum.words+next.words, maxWords+1)
			if arc != 1 {
				next.height++
			}
			if sum.height = max(sum.height, next.height); sum.height > MaxWordLen {
				return fmt.Errorf("node %d has a path of over %d letters", n, MaxWordLen)
			}
		}
		all[n] = sum
		base += count
	}
	if base != len(g.Children) {
		return fmt.Errorf("%d children for %d arcs", len(g.Children), base)
	}
	if int(g.DAWG) >= len(g.Nodes) || int(g.GADDAG) >= len(g.Nodes) {
		return fmt.Errorf("roots %d and %d of %d nodes", g.DAWG, g.GADDAG, len(g.Nodes))
	}
	dawg, gaddag := all[g.DAWG], all[g.GADDAG]
	switch {
	case dawg.turns:
		return errors.New("the DAWG changes direction")
	case words < 1 || words > maxWords || int(dawg.words) != words:
		return fmt.Errorf("the DAWG has not %d words", words)
	case int(dawg.height) != longest || int(gaddag.height) != longest:
		return fmt.Errorf("the longest words have %d and %d letters, not %d", dawg.height, gaddag.height, longest)
	}
	return nil
}
