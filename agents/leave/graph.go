package leave

import "quadword/engine/tile"

// grapher makes the smallest word graph of the leaves that a tile set holds.
//
// What may follow on a path depends on three numbers: the lowest kind of tile
// that may come, how many of it are left, and how many tiles there is room
// for. So the graph is made from its states outright, without the leaves.
type grapher struct {
	kinds  []tile.Tile // of which the set has any, ascending
	counts []int       // of each
	above  []int       // all tiles of higher kinds than each
	nodes  []uint32
	begins map[state]uint32 // the node where the list of a state begins
}

// state is what may follow: up to room tiles, none below a kind, of which
// there are copies left, while all higher ones are untouched.
type state struct{ kind, copies, room int }

// newGraph is the nodes of a KWG of the leaves.
func newGraph(set *tile.Set) []uint32 {
	// Node 0 is the root of the DAWG, node 1 of the GADDAG, which is not there.
	g := grapher{nodes: []uint32{nodeLast, nodeLast}, begins: map[state]uint32{}}
	rest := set.Len()
	for i, row := range set.Rows() {
		if row.Count > 0 {
			rest -= row.Count
			g.kinds = append(g.kinds, tile.Tile(i))
			g.counts = append(g.counts, row.Count)
			g.above = append(g.above, rest)
		}
	}
	g.nodes[0] |= g.list(state{0, g.counts[0], tile.MaxLeave})
	return g.nodes
}

// canonical is the one among all states with the same leaves to follow: some of
// its kind are left, and there is no more room than there are tiles, nor are
// there more copies than there is room.
func (g *grapher) canonical(s state) state {
	if s.copies == 0 {
		if s.kind++; s.kind == len(g.kinds) {
			return state{s.kind, 0, 0}
		}
		s.copies = g.counts[s.kind]
	}
	s.room = min(s.room, s.copies+g.above[s.kind])
	s.copies = min(s.copies, s.room)
	return s
}

// list is where the list of the tiles that may come next begins, 0 if none
// may.
func (g *grapher) list(s state) uint32 {
	s = g.canonical(s)
	if s.room == 0 || s.kind == len(g.kinds) {
		return 0
	}
	if begin, ok := g.begins[s]; ok {
		return begin
	}
	// From each of its nodes on, the list is that of another state.
	var list []uint32
	var tails []state
	for tail := s; tail.kind < len(g.kinds); tail = g.canonical(state{tail.kind, 0, s.room}) {
		child := g.list(state{tail.kind, tail.copies - 1, tail.room - 1})
		list = append(list, uint32(g.kinds[tail.kind])<<nodeTile|nodeEnds|child)
		tails = append(tails, tail)
	}
	list[len(list)-1] |= nodeLast
	begin := uint32(len(g.nodes))
	g.nodes = append(g.nodes, list...)
	for i, tail := range tails {
		if _, ok := g.begins[tail]; !ok {
			g.begins[tail] = begin + uint32(i)
		}
	}
	return begin
}
