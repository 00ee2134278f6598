package lexicon

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"

	"quadword/engine/memory"
	"quadword/engine/tile"
)

// blobVersion is the version of what encode writes. It goes up whenever that
// changes, or what is built from the same list.
const blobVersion = 1

// A lexicon is encoded as little-endian uint32s: the fingerprint (32 bytes);
// words, longest, dropped; DAWG, GADDAG; how many nodes and children there are;
// arcs and accepts of each node; the children. Name and alphabet are known to
// whoever asks for it, and Base is a sum.
const (
	blobSHA    = 32
	blobCounts = 7
	blobHeader = blobSHA + 4*blobCounts
)

// encode is the lexicon as a blob for the cache.
func (l *Lexicon) encode() []byte {
	g := &l.graph
	b := make([]byte, 0, blobHeader+8*len(g.Nodes)+4*len(g.Children))
	b, _ = hex.AppendDecode(b, []byte(l.sha256)) // it was encoded here
	for _, n := range [blobCounts]int{l.words, l.longest, l.dropped, int(g.DAWG), int(g.GADDAG), len(g.Nodes), len(g.Children)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, n := range g.Nodes {
		b = binary.LittleEndian.AppendUint32(b, n.Arcs)
		b = binary.LittleEndian.AppendUint32(b, n.Accepts)
	}
	for _, c := range g.Children {
		b = binary.LittleEndian.AppendUint32(b, c)
	}
	return b
}

// decode is the lexicon in a blob, which may be any bytes: what it returns
// keeps the invariants of Graph that nobody can walk out of the tables, or in a
// circle, or past the longest word.
func decode(b []byte, name string, alphabet *tile.Alphabet) (*Lexicon, bool) {
	if len(b) < blobHeader {
		return nil, false
	}
	var counts [blobCounts]int
	for i := range counts {
		counts[i] = int(binary.LittleEndian.Uint32(b[blobSHA+4*i:]))
	}
	nodes, children := counts[5], counts[6]
	if uint64(len(b)) != blobHeader+8*uint64(nodes)+4*uint64(children) {
		return nil, false
	}
	a := memory.NewArena(memory.Size[Node](nodes) + memory.Size[uint32](children))
	l := &Lexicon{
		name:     name,
		alphabet: alphabet,
		sha256:   hex.EncodeToString(b[:blobSHA]),
		words:    counts[0],
		longest:  counts[1],
		dropped:  counts[2],
		graph: Graph{
			Nodes:    memory.Take[Node](a, nodes),
			Children: memory.Take[uint32](a, children),
			DAWG:     uint32(counts[3]),
			GADDAG:   uint32(counts[4]),
		},
	}
	g, base := &l.graph, 0
	b = b[blobHeader:]
	for i := range g.Nodes {
		n := Node{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), uint32(base)}
		base += bits.OnesCount32(n.Arcs)
		g.Nodes[i] = n
		b = b[8:]
	}
	for i := range g.Children {
		g.Children[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return l, g.check(alphabet.All(), l.words, l.longest) == nil
}
