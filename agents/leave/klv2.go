package leave

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"quadword/engine/tile"
)

// A KLV2 file is, in little-endian words of 32 bits,
//
//	N, the number of nodes; N nodes; M, the number of leaves; M values
//
// The nodes are a KWG that has a DAWG alone. Its words are the leaves, the
// tiles of each in ascending order, the blank as tile 0. The children of a
// node are a list of siblings: side by side, ascending by tile, the last one
// marked; node 0 points to the list that begins the DAWG. The values are
// float32, in points, in the order in which a walk meets the leaves that takes
// siblings in their order, a leave before those that begin with it.
const (
	wordBytes = 4
	nodeChild = 1<<22 - 1 // where the list of children begins, 0 for none
	nodeLast  = 1 << 22   // the last sibling
	nodeEnds  = 1 << 23   // a leave ends here
	nodeTile  = 24        // the shift of the tile
	maxNodes  = nodeChild + 1
)

// ReadKLV2 reads a table for a tile set. The file may be of another set with
// the same letters: leaves that the set does not hold are left out, and those
// that the file lacks are worth 0. Errors say where in the file they stand.
func ReadKLV2(r io.Reader, name string, set *tile.Set) (*Table, error) {
	t, err := readKLV2(r, name, set)
	if err != nil {
		return nil, fmt.Errorf("leave values %s: %w", name, err)
	}
	return t, nil
}

func readKLV2(r io.Reader, name string, set *tile.Set) (*Table, error) {
	t := newTable(name, set)
	most := (1 + maxNodes + 1 + len(t.values)) * wordBytes
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > most {
		return nil, fmt.Errorf("over %d bytes, the most that a KLV2 of %d letters has", most, set.Alphabet.Len())
	}
	if err := t.decode(data); err != nil {
		return nil, err
	}
	t.fingerprint(data)
	return t, nil
}

// decode fills the table, which is zero, with the values of a file.
func (t *Table) decode(data []byte) error {
	nodes, rest, err := section(data, 0, "nodes")
	if err != nil {
		return err
	}
	first := len(data) - len(rest) + wordBytes // the offset of the values
	values, rest, err := section(rest, first-wordBytes, "values")
	switch {
	case err != nil:
		return err
	case len(rest) != 0:
		return fmt.Errorf("byte %d: %d bytes more than the values take", len(data)-len(rest), len(rest))
	}
	w := walker{table: t, nodes: make([]uint32, len(nodes)/wordBytes)}
	for i := range w.nodes {
		w.nodes[i] = binary.LittleEndian.Uint32(nodes[i*wordBytes:])
	}
	next := 0
	w.visit = func(rank uint32, held bool) error {
		if next == len(values) {
			return fmt.Errorf("more leaves than the %d values", next/wordBytes)
		}
		points := float64(math.Float32frombits(binary.LittleEndian.Uint32(values[next:])))
		value, ok := thousandths(points)
		if !ok {
			return fmt.Errorf("the value of its leave, at byte %d, is %v; the bound is %d points", first+next, points, MaxValue/1000)
		}
		next += wordBytes
		if held {
			t.values[rank] = value
		}
		return nil
	}
	if err := w.walk(); err != nil {
		return err
	}
	if next != len(values) {
		return fmt.Errorf("byte %d: %d values for %d leaves", first-wordBytes, len(values)/wordBytes, next/wordBytes)
	}
	return nil
}

// thousandths is the whole number of thousandths nearest to points that are a
// float32, halves away from 0, and whether it is in bounds.
func thousandths(points float64) (value int32, ok bool) {
	if !(math.Abs(points) <= MaxValue/1000) { // NaN compares false
		return 0, false
	}
	return int32(math.Round(points * 1000)), true // the product is exact: 24 bits times 10
}

// section cuts from data, which begins at an offset of the file, a number and
// as many words.
func section(data []byte, offset int, what string) (words, rest []byte, err error) {
	if len(data) < wordBytes {
		return nil, nil, fmt.Errorf("byte %d: the file ends before the number of %s", offset, what)
	}
	n := binary.LittleEndian.Uint32(data)
	data = data[wordBytes:]
	if uint64(len(data)) < uint64(n)*wordBytes {
		return nil, nil, fmt.Errorf("byte %d: %d %s, and %d bytes left for them", offset, n, what, len(data))
	}
	return data[:n*wordBytes], data[n*wordBytes:], nil
}

// walker visits the leaves of a word graph, of which it believes nothing, in
// the order of their values in a file.
//
// Tiles ascend along a path and paths are short, so that there are no more of
// them than multisets of tiles: no graph, however tangled, takes long, and one
// that leads in a circle is found out by the length of the path.
type walker struct {
	table *Table
	nodes []uint32
	visit func(rank uint32, held bool) error // held: the set holds the leave

	bag   tile.Rack
	place [tile.Kinds]uint8 // of a tile in the order of the ranking
}

// path is a path of the graph: the beginning of leaves.
type path struct {
	tiles [tile.MaxLeave]tile.Tile // in the order of the ranking
	size  int
	last  tile.Tile // in the order of the path
	run   int       // how many times last came
	held  bool      // the set holds the tiles
}

// shifted is what ranks with one tile more are made of. With j tiles of the
// path before it in the order of the ranking, a tile t makes the rank
// shifted[j] + Add(j+1, t), for those after it move up by one.
func (p *path) shifted(r *tile.Ranking) (s [tile.MaxLeave]uint32) {
	s[0] = r.Offset(p.size + 1)
	for j, t := range p.tiles[:p.size] {
		s[0] += r.Add(j+2, t)
	}
	for j, t := range p.tiles[:p.size] {
		s[j+1] = s[j] - r.Add(j+2, t) + r.Add(j+1, t)
	}
	return s
}

func (w *walker) walk() error {
	w.bag = w.table.set.Counts()
	for i, t := range w.table.ranking.Order() {
		w.place[t] = uint8(i)
	}
	if len(w.nodes) == 0 {
		return errors.New("byte 0: no nodes, not even a root")
	}
	return w.list(0, path{held: true})
}

// list visits the leaves of the list that node parent, the end of p, points to.
func (w *walker) list(parent int, p path) error {
	i := int(w.nodes[parent] & nodeChild)
	switch {
	case i == 0:
		return nil
	case i >= len(w.nodes):
		return nodeError(parent, fmt.Errorf("child %d is beyond the last node, %d", i, len(w.nodes)-1))
	case p.size == tile.MaxLeave:
		return nodeError(parent, fmt.Errorf("a leave of over %d tiles", tile.MaxLeave))
	}
	ranking, alphabet := w.table.ranking, w.table.set.Alphabet
	shifted := p.shifted(ranking)
	lowest, ascending := p.last, "the tiles of a leave"
	for ; ; i++ {
		if i == len(w.nodes) {
			return nodeError(i-1, errors.New("the last node of the file has a sibling after it"))
		}
		node := w.nodes[i]
		t := tile.Tile(node >> nodeTile)
		switch {
		case int(t) > alphabet.Len():
			return nodeError(i, fmt.Errorf("tile %d; the blank is 0 and the alphabet %s has 1 to %d", t, alphabet, alphabet.Len()))
		case t < lowest:
			return nodeError(i, fmt.Errorf("tile %d, not %d or above; %s ascend", t, lowest, ascending))
		}
		lowest, ascending = t+1, "siblings"

		run := 1
		if t == p.last {
			run += p.run
		}
		held := p.held && run <= w.bag.Count(t)
		j := p.size
		for j > 0 && w.place[p.tiles[j-1]] > w.place[t] {
			j--
		}
		if node&nodeEnds != 0 {
			if err := w.visit(shifted[j]+ranking.Add(j+1, t), held); err != nil {
				return nodeError(i, err)
			}
		}
		if node&nodeChild != 0 { // no need of q at the many ends
			q := path{p.tiles, p.size + 1, t, run, held}
			copy(q.tiles[j+1:], p.tiles[j:])
			q.tiles[j] = t
			if err := w.list(i, q); err != nil {
				return err
			}
		}
		if node&nodeLast != 0 {
			return nil
		}
	}
}

func nodeError(node int, err error) error {
	return fmt.Errorf("node %d at byte %d: %w", node, (1+node)*wordBytes, err)
}

// WriteKLV2 writes the values of all leaves that the set holds. ReadKLV2 gives
// the same values again.
func (t *Table) WriteKLV2(w io.Writer) error {
	_, err := w.Write(t.encode())
	return err
}

func (t *Table) encode() []byte {
	nodes := newGraph(t.set)
	out := make([]byte, 0, (2+len(nodes)+len(t.values))*wordBytes)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(nodes)))
	for _, n := range nodes {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	begin := len(out)
	out = append(out, 0, 0, 0, 0) // the number of leaves
	w := walker{table: t, nodes: nodes, visit: func(rank uint32, _ bool) error {
		// A quotient of integers below 2^24 is rounded to the float32 nearest
		// to it, by way of float64 too: the same bits on every machine.
		points := float32(float64(t.values[rank]) / 1000)
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(points))
		return nil
	}}
	if err := w.walk(); err != nil {
		panic(err) // cannot happen: the graph is our own
	}
	binary.LittleEndian.PutUint32(out[begin:], uint32((len(out)-begin)/wordBytes-1))
	return out
}
