package movegen

// Rollouts play the same few candidates over and over, each with another reply:
// the board goes two plays on and comes back. The spans of the lanes that those
// plays change are then not made again on the way back but were kept.

// keptDepth is how many plays from where the board branches are kept. Deeper
// ones hardly ever come back to a board that was searched.
const keptDepth = 2

// laneState is the spans of a lane as they stand.
type laneState struct {
	*spanLane
	dirty uint32 // squares that changed since it was made
	depth int32  // of the play that it was last kept at, 0 for none
	held  bool   // it is kept and may not be written to
}

// kept is a lane before a play changed it.
type kept struct {
	laneState
	lane int32
}

// keeper keeps lanes from plays for their Undo.
type keeper struct {
	depth int32  // of the play that is being made: it is kept, unless this is 0
	kept  []kept // those of deeper plays last
	free  []*spanLane
}

// Branch says that from the generator's board games go on in many ways, and
// that it will come back to it, and to the boards after a play and a second
// play from it: Undo then gives back what was known of them. An earlier Branch
// is forgotten.
func (g *Generator) Branch() {
	g.branch = len(g.undoTo)
	for i := range g.undoTo {
		g.undoTo[i].kept = 0
	}
	if g.finder != nil {
		g.finder.spans.forget()
	}
}

// keepNext is the depth at which a play from here is kept, or 0.
func (g *Generator) keepNext() int32 {
	if depth := len(g.undoTo) - g.branch + 1; g.finder != nil && g.branch >= 0 && depth >= 1 && depth <= keptDepth {
		return int32(depth)
	}
	return 0
}

// keep keeps a lane that is about to change. The same storage may be kept at
// several depths: only the first of them, whose state was not held, owns it.
func (s *spanMap) keep(l int) {
	st := &s.lanes[l]
	s.kept = append(s.kept, kept{*st, int32(l)})
	st.depth, st.held = s.depth, true
}

// restore gives the lanes back that were kept from a play.
func (s *spanMap) restore(depth int32) {
	n := len(s.kept)
	for ; n > 0; n-- {
		k := &s.kept[n-1]
		st := &s.lanes[k.lane]
		if st.depth != depth {
			break
		}
		if st.spanLane != k.spanLane {
			s.free = append(s.free, st.spanLane)
		}
		*st = k.laneState
	}
	s.kept = s.kept[:n]
}

// forget lets go of everything kept, and leaves the lanes as they stand.
func (s *spanMap) forget() {
	for i := range s.kept {
		k := &s.kept[i]
		if k.spanLane != s.lanes[k.lane].spanLane && !k.held {
			s.free = append(s.free, k.spanLane)
		}
	}
	s.kept = s.kept[:0]
	for l := range s.lanes {
		s.lanes[l].depth, s.lanes[l].held = 0, false
	}
}

// own gives a lane that is held storage of its own, with what is known of its
// squares.
func (s *spanMap) own(l int) {
	st := &s.lanes[l]
	old := st.spanLane
	if n := len(s.free); n > 0 {
		st.spanLane, s.free = s.free[n-1], s.free[:n-1]
	} else {
		st.spanLane = new(spanLane)
	}
	st.spanLane.squareState = old.squareState
	st.held = false
}
