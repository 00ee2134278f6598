package lexicon

import (
	"fmt"
	"math/bits"
	"slices"
)

// build makes the minimal graph of a list of words that is ascending and
// without duplicates.
//
// The words give the DAWG. Each of its paths is a prefix c1..ci of some word,
// and what may follow the prefix is the node at the path's end. So the GADDAG
// needs no list of its strings, which are as many as the words have letters: it
// needs each prefix reversed, once, with an arc 0 to that node.
func build(words []packed, most limits) (Graph, error) {
	b := builder{graph: Graph{Nodes: make([]Node, 1)}, register: make([]uint32, 1<<10)}
	paths := 0
	for _, w := range words {
		paths += w.len() - w.commonPrefix(b.last)
		b.add(w)
		b.accept()
		if err := most.check(&b.graph, paths); err != nil {
			return Graph{}, err
		}
	}
	b.graph.DAWG = b.finish()

	prefixes := b.appendPrefixes(make([]prefix, 0, paths), b.graph.DAWG, packed{})
	slices.SortFunc(prefixes, func(p, q prefix) int { return p.reversed.compare(q.reversed) })
	for _, p := range prefixes {
		b.add(p.reversed)
		if p.isWord {
			b.accept()
		}
		if p.rest != 0 {
			b.turn(p.rest)
		}
		if err := most.check(&b.graph, paths); err != nil {
			return Graph{}, err
		}
	}
	b.graph.GADDAG = b.finish()
	return b.graph.byLevel(), nil
}

// limits bound what a list of words may grow to. Words of a language share
// their beginnings and ends: the list open, 274,080 words, has 0.6 million
// beginnings and nodes each. Letters at random share nothing: as many words of 15
// would have 30 million nodes, and take a minute and two gigabytes.
type limits struct{ paths, nodes int }

func (l limits) check(g *Graph, paths int) error {
	switch {
	case paths > l.paths:
		return fmt.Errorf("the words have over %d beginnings, too many for a lexicon", l.paths)
	case len(g.Nodes) > l.nodes:
		return fmt.Errorf("the words have too little in common: a graph of them has over %d nodes", l.nodes)
	}
	return nil
}

// prefix is the beginning of a word, as the GADDAG reads it.
type prefix struct {
	reversed packed
	rest     uint32 // the DAWG's node behind it
	isWord   bool
}

// appendPrefixes appends the prefixes whose paths run through node n of the
// DAWG, which the letters in reversed lead to.
func (b *builder) appendPrefixes(dst []prefix, n uint32, reversed packed) []prefix {
	node := b.graph.Nodes[n]
	for i := node.Base; node.Arcs != 0; i++ {
		t := bits.TrailingZeros32(node.Arcs)
		node.Arcs &= node.Arcs - 1
		p := prefix{reversed.prepend(t), b.graph.Children[i], node.Accepts>>t&1 != 0}
		dst = b.appendPrefixes(append(dst, p), p.rest, p.reversed)
	}
	return dst
}

// byLevel is the same graph with its nodes in order of their level, which is
// the number of arcs on the longest path from a root: the deepest first, since
// children have smaller numbers than parents.
//
// The few nodes near the roots, which every walk passes, thus share cache
// lines. Walks of random racks (BenchmarkWalk) take about 15 % less time than in
// the order in which nodes freeze.
func (g *Graph) byLevel() Graph {
	level := make([]uint8, len(g.Nodes))
	var next [MaxWordLen + 2]uint32 // by level: first how many nodes, then the next number to give
	for n := len(g.Nodes) - 1; n > 0; n-- {
		next[level[n]]++
		for _, c := range g.children(n) {
			level[c] = max(level[c], level[n]+1)
		}
	}
	free := uint32(1)
	for l := len(next) - 1; l >= 0; l-- {
		next[l], free = free, free+next[l]
	}
	number := make([]uint32, len(g.Nodes)) // by old number
	order := make([]int, len(g.Nodes))     // the old numbers in the new order
	for n := 1; n < len(g.Nodes); n++ {
		number[n] = next[level[n]]
		order[number[n]] = n
		next[level[n]]++
	}
	out := Graph{
		Nodes:    make([]Node, 1, len(g.Nodes)),
		Children: make([]uint32, 0, len(g.Children)),
		DAWG:     number[g.DAWG],
		GADDAG:   number[g.GADDAG],
	}
	for _, n := range order[1:] {
		out.Nodes = append(out.Nodes, Node{g.Nodes[n].Arcs, g.Nodes[n].Accepts, uint32(len(out.Children))})
		for _, c := range g.children(n) {
			out.Children = append(out.Children, number[c])
		}
	}
	return out
}

// builder adds ascending strings to a minimal automaton, after Daciuk et al.,
// "Incremental construction of minimal acyclic finite-state automata" (2000).
//
// The nodes along the last string may still change; all others are frozen: they
// have their final arcs, and a register finds an equal one, so that none is
// stored twice. A new string shares a prefix with the last one. Since strings
// ascend, the nodes of the last one beyond that prefix have seen all their
// strings and are frozen, deepest first, whereby children get smaller numbers
// than parents.
type builder struct {
	graph    Graph    // the frozen nodes
	register []uint32 // their numbers, hashed by content; 0 is a free slot; the size is a power of two

	last  packed // the last string
	depth int    // its length
	path  [MaxWordLen + 1]openNode
}

// openNode is a node that may still change. Where its last arc leads is not
// known before the node there is frozen.
type openNode struct {
	arcs, accepts uint32
	children      [32]uint32 // in order of the arcs
}

// add adds a string, which must be above all strings since the last finish.
func (b *builder) add(s packed) {
	keep := b.last.commonPrefix(s)
	b.freezeBelow(keep)
	b.last, b.depth = s, s.len()
	for i := keep; i < b.depth; i++ {
		b.path[i].arcs |= 1 << s.letter(i)
		b.path[i+1].arcs, b.path[i+1].accepts = 0, 0
	}
}

// accept says that a word ends with the last string.
func (b *builder) accept() { b.path[b.depth-1].accepts |= 1 << b.last.letter(b.depth-1) }

// turn adds to the end of the last string the arc 0, leading to a frozen node.
// It comes before any longer string does, so that it is the node's first arc.
func (b *builder) turn(n uint32) {
	end := &b.path[b.depth]
	end.arcs |= 1
	end.children[0] = n
}

// finish freezes what is left and returns the root. The next string begins
// another automaton, over the same register.
func (b *builder) finish() uint32 {
	b.freezeBelow(0)
	root := b.freeze(&b.path[0])
	b.last, b.depth, b.path[0].arcs, b.path[0].accepts = packed{}, 0, 0, 0
	return root
}

// freezeBelow freezes the nodes of the last string beyond its first keep
// letters.
func (b *builder) freezeBelow(keep int) {
	for i := b.depth; i > keep; i-- {
		parent := &b.path[i-1]
		parent.children[bits.OnesCount32(parent.arcs)-1] = b.freeze(&b.path[i])
	}
}

// freeze is the number of the frozen node that is equal to o, which it adds if
// there is none.
func (b *builder) freeze(o *openNode) uint32 {
	if o.arcs == 0 {
		return 0
	}
	children := o.children[:bits.OnesCount32(o.arcs)]
	slot := b.slot(o.arcs, o.accepts, children)
	if n := b.register[slot]; n != 0 {
		return n
	}
	n := uint32(len(b.graph.Nodes))
	b.graph.Nodes = append(b.graph.Nodes, Node{o.arcs, o.accepts, uint32(len(b.graph.Children))})
	b.graph.Children = append(b.graph.Children, children...)
	b.register[slot] = n
	if 2*int(n) > len(b.register) {
		b.growRegister()
	}
	return n
}

// slot is where the register holds an equal node, or the free slot where one
// would go.
func (b *builder) slot(arcs, accepts uint32, children []uint32) int {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (uint64(arcs)<<32 | uint64(accepts)) * odd
	for _, c := range children {
		h = (h ^ h>>32 ^ uint64(c)) * odd
	}
	mask := len(b.register) - 1
	for slot := int(h>>32) & mask; ; slot = (slot + 1) & mask {
		n := b.register[slot]
		if n == 0 {
			return slot
		}
		node := &b.graph.Nodes[n]
		if node.Arcs == arcs && node.Accepts == accepts &&
			slices.Equal(b.graph.Children[node.Base:][:len(children)], children) {
			return slot
		}
	}
}

// growRegister doubles the register.
func (b *builder) growRegister() {
	b.register = make([]uint32, 2*len(b.register))
	for n := 1; n < len(b.graph.Nodes); n++ {
		node := b.graph.Nodes[n]
		b.register[b.slot(node.Arcs, node.Accepts, b.graph.children(n))] = uint32(n)
	}
}
