package leave

import (
	"encoding/binary"
	"errors"
	"math"

	"quadword/engine/tile"
)

// naive is a reader of the published format and of nothing else. It looks up
// one leave at a time, by the number of leaves behind each node.
type naive struct {
	nodes  []uint32
	counts []int // leaves that begin at a node or at a sibling after it
	values []float32
}

func readNaive(file []byte) naive {
	word := func() uint32 {
		w := binary.LittleEndian.Uint32(file)
		file = file[4:]
		return w
	}
	var n naive
	for range word() {
		n.nodes = append(n.nodes, word())
	}
	for range word() {
		n.values = append(n.values, math.Float32frombits(word()))
	}
	n.counts = make([]int, len(n.nodes))
	return n
}

func (n *naive) count(i uint32) int {
	if n.counts[i] == 0 {
		node, c := n.nodes[i], 0
		if node&0x800000 != 0 {
			c++
		}
		if child := node & 0x3fffff; child != 0 {
			c += n.count(child)
		}
		if node&0x400000 == 0 {
			c += n.count(i + 1)
		}
		n.counts[i] = c
	}
	return n.counts[i]
}

var errMissing = errors.New("no such leave")

// value is the value of a leave as it stands in the file.
func (n *naive) value(leave *tile.Rack) (float32, error) {
	p, index := n.nodes[0]&0x3fffff, 0
	tiles := leave.AppendTiles(make([]tile.Tile, 0, tile.MaxLeave))
	for i, t := range tiles {
		if p == 0 {
			return 0, errMissing
		}
		index += n.count(p)
		for n.nodes[p]>>24 != uint32(t) {
			if n.nodes[p]&0x400000 != 0 {
				return 0, errMissing
			}
			p++
		}
		index -= n.count(p)
		accepts := n.nodes[p]&0x800000 != 0
		switch {
		case i == len(tiles)-1 && accepts:
			return n.values[index], nil
		case accepts:
			index++
		}
		p = n.nodes[p] & 0x3fffff
	}
	return 0, errMissing
}
