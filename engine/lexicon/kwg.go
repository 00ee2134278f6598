package lexicon

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"quadword/engine/tile"
)

// A KWG is an array of little-endian uint32 nodes, each of them what is an arc
// here. The children of a node are a list of siblings: side by side, ascending
// by tile, the last one marked. Node 0 points to the list that begins the
// DAWG, node 1 to that of the GADDAG.
const (
	kwgNodeBytes = 4
	kwgChild     = 1<<22 - 1 // where the list of children begins, 0 for none
	kwgLast      = 1 << 22   // the last sibling
	kwgAccepts   = 1 << 23   // a word ends here
	kwgTileShift = 24
	kwgMaxNodes  = kwgChild + 1
	kwgRoots     = 2

	// kwgMaxHeight bounds how long the words of a file are. Those beyond
	// MaxWordLen are counted, not read.
	kwgMaxHeight = 255
)

// addKWG adds the words of a KWG. It reads the DAWG alone, since the GADDAG
// says the same and is built anew. Errors name the node and where it stands.
func (l *wordList) addKWG(data []byte) error {
	count := len(data) / kwgNodeBytes
	switch {
	case len(data)%kwgNodeBytes != 0:
		return fmt.Errorf("a KWG has %d bytes for each node; %d bytes do not divide evenly", kwgNodeBytes, len(data))
	case count <= kwgRoots:
		return fmt.Errorf("a KWG has over %d nodes; %d bytes are too short", kwgRoots, len(data))
	case count > kwgMaxNodes:
		return fmt.Errorf("a KWG has up to %d nodes, not %d", kwgMaxNodes, count)
	}
	k := kwgReader{list: l, nodes: make([]uint32, count), words: make([]uint32, count), height: make([]uint8, count)}
	for i := range k.nodes {
		k.nodes[i] = binary.LittleEndian.Uint32(data[i*kwgNodeBytes:])
	}
	root := k.nodes[0] & kwgChild
	if root == 0 {
		return kwgError(0, errors.New("no DAWG: the root points nowhere"))
	}
	if err := k.measure(0, root, 1); err != nil {
		return err
	}
	if k.words[root] > maxWords {
		return fmt.Errorf("over %d words", maxWords)
	}
	return k.read(root, make([]tile.Tile, 0, MaxWordLen))
}

// kwgReader reads the words of a KWG that nobody vouches for. It measures the
// graph in one visit of each list of siblings before it follows all paths: a
// small graph can hold more paths than there is time for.
type kwgReader struct {
	list  *wordList
	nodes []uint32

	// For the list of siblings that begins at a node: the words behind it, up
	// to maxWords+1, and the length of the longest path; a height of 0 says
	// that it was not visited.
	words  []uint32
	height []uint8
}

// kwgOpen is the height of a list whose visit is not over.
const kwgOpen = kwgMaxHeight

// measure visits the list that node parent points to, depth letters into a
// word.
func (k *kwgReader) measure(parent, list uint32, depth int) error {
	switch {
	case int(list) >= len(k.nodes):
		return kwgError(parent, fmt.Errorf("child %d is beyond the last node, %d", list, len(k.nodes)-1))
	case k.height[list] == kwgOpen:
		return kwgError(parent, fmt.Errorf("child %d leads back here", list))
	case k.height[list] != 0:
		return nil
	case depth >= kwgMaxHeight:
		return kwgError(parent, fmt.Errorf("a path of %d letters", depth))
	}
	k.height[list] = kwgOpen
	words, height, before := uint32(0), 0, uint32(0)
	for i := list; ; i++ {
		if int(i) == len(k.nodes) {
			return kwgError(i-1, errors.New("the last node of the file has a sibling after it"))
		}
		node := k.nodes[i]
		t := node >> kwgTileShift
		switch {
		case t == 0:
			return kwgError(i, errors.New("tile 0 in the DAWG; only the GADDAG changes direction"))
		case int(t) > k.list.alphabet.Len():
			return kwgError(i, fmt.Errorf("tile %d; the alphabet %s has 1 to %d", t, k.list.alphabet, k.list.alphabet.Len()))
		case t <= before:
			return kwgError(i, fmt.Errorf("tile %d after tile %d; siblings ascend", t, before))
		}
		before = t
		if child := node & kwgChild; child != 0 {
			if err := k.measure(i, child, depth+1); err != nil {
				return err
			}
			words += k.words[child]
			height = max(height, int(k.height[child]))
		}
		if node&kwgAccepts != 0 {
			words++
		}
		words = min(words, maxWords+1)
		if node&kwgLast != 0 {
			break
		}
	}
	if height++; height >= kwgMaxHeight {
		return kwgError(parent, fmt.Errorf("a path of %d letters", height))
	}
	k.words[list], k.height[list] = words, uint8(height)
	return nil
}

// read adds the words behind a list that was measured, which the letters in
// word lead to.
func (k *kwgReader) read(list uint32, word []tile.Tile) error {
	for i := list; ; i++ {
		node := k.nodes[i]
		w := append(word, tile.Tile(node>>kwgTileShift))
		if node&kwgAccepts != 0 {
			if err := k.list.add(w); err != nil {
				return kwgError(i, err)
			}
		}
		switch child := node & kwgChild; {
		case child == 0 || k.words[child] == 0:
		case len(w) == MaxWordLen:
			k.list.dropped += int(k.words[child])
		default:
			if err := k.read(child, w); err != nil {
				return err
			}
		}
		if node&kwgLast != 0 {
			return nil
		}
	}
}

func kwgError(node uint32, err error) error {
	return fmt.Errorf("KWG node %d at byte %d: %w", node, int(node)*kwgNodeBytes, err)
}

// WriteKWG writes the graph as KWG. It fails if the graph has more arcs than
// the 22 bits of an index can tell apart.
func (l *Lexicon) WriteKWG(w io.Writer) error {
	g := &l.graph
	if n := kwgRoots + len(g.Children); n > kwgMaxNodes {
		return fmt.Errorf("lexicon %s: a KWG has up to %d nodes, this one needs %d", l.name, kwgMaxNodes, n)
	}
	// The arcs of all nodes, one after the other, are what Base counts: an arc
	// is the KWG's node of the same index, past the two roots.
	list := func(n uint32) uint32 {
		if n == 0 {
			return 0
		}
		return kwgRoots + g.Nodes[n].Base
	}
	out := bufio.NewWriter(w)
	var buf [kwgNodeBytes]byte
	write := func(node uint32) {
		binary.LittleEndian.PutUint32(buf[:], node)
		out.Write(buf[:]) // Flush returns the error
	}
	write(list(g.DAWG) | kwgLast)
	write(list(g.GADDAG) | kwgLast)
	for _, n := range g.Nodes {
		for i := n.Base; n.Arcs != 0; i++ {
			t := bits.TrailingZeros32(n.Arcs)
			node := list(g.Children[i]) | uint32(t)<<kwgTileShift
			if n.Accepts>>t&1 != 0 {
				node |= kwgAccepts
			}
			if n.Arcs &= n.Arcs - 1; n.Arcs == 0 {
				node |= kwgLast
			}
			write(node)
		}
	}
	return out.Flush()
}
