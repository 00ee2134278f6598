package tile

// Rack is a multiset of tiles: a hand, a leave, the tiles a seat has not
// seen. The zero value is empty. It is a value: two racks are equal by ==
// exactly when they hold the same tiles.
type Rack struct {
	counts [Kinds]uint8
	total  uint16
}

// RackOf is the multiset of the given rack tiles.
func RackOf(tiles ...Tile) Rack {
	var r Rack
	for _, t := range tiles {
		r.Add(t)
	}
	return r
}

// Count is how many tiles of kind t there are.
func (r *Rack) Count(t Tile) int { return int(r.counts[t&(Kinds-1)]) }

// Len is the number of tiles.
func (r *Rack) Len() int { return int(r.total) }

// Add puts one tile of kind t in. At most 255 of a kind fit, which NewSet
// guards.
func (r *Rack) Add(t Tile) {
	r.counts[t&(Kinds-1)]++
	r.total++
}

// Remove takes one tile of kind t out and tells whether there was one.
func (r *Rack) Remove(t Tile) bool {
	c := &r.counts[t&(Kinds-1)]
	if *c == 0 {
		return false
	}
	*c--
	r.total--
	return true
}

// RemoveAll takes the tiles of s out; it changes nothing and tells false if r
// does not hold them all.
func (r *Rack) RemoveAll(s *Rack) bool {
	if !r.Contains(s) {
		return false
	}
	for i, n := range s.counts {
		r.counts[i] -= n
	}
	r.total -= s.total
	return true
}

// AddAll puts the tiles of s in.
func (r *Rack) AddAll(s *Rack) {
	for i, n := range s.counts {
		r.counts[i] += n
	}
	r.total += s.total
}

// Contains tells whether s is a sub-multiset of r.
func (r *Rack) Contains(s *Rack) bool {
	for i, n := range s.counts {
		if n > r.counts[i] {
			return false
		}
	}
	return true
}

// Mask is the set of kinds present: bit t for a tile of kind t, bit 0 for a
// blank.
func (r *Rack) Mask() uint32 {
	var m uint32
	for i, n := range r.counts {
		if n != 0 {
			m |= 1 << i
		}
	}
	return m
}

// AppendTiles appends the tiles in order of their numbers, blanks first.
func (r *Rack) AppendTiles(dst []Tile) []Tile {
	for i, n := range r.counts {
		for range n {
			dst = append(dst, Tile(i))
		}
	}
	return dst
}
