package rollout

import (
	"quadword/engine"
	"quadword/engine/tile"
)

// Held is what some seats may hold, each of it with a weight: the tiles that a
// seat is thought to have kept when it last moved. Samples draw from it.
type Held struct {
	seats [engine.MaxSeats]weighted
}

type weighted struct {
	kept []tile.Rack
	upTo []uint64 // sum of the weights so far
}

// Clear forgets everything, keeping the memory.
func (h *Held) Clear() {
	for s := range h.seats {
		h.seats[s].kept, h.seats[s].upTo = h.seats[s].kept[:0], h.seats[s].upTo[:0]
	}
}

// Add says that a seat may have kept these tiles.
func (h *Held) Add(seat int, kept tile.Rack, weight uint64) {
	w := &h.seats[seat]
	sum := weight
	if n := len(w.upTo); n > 0 {
		sum += w.upTo[n-1]
	}
	w.kept, w.upTo = append(w.kept, kept), append(w.upTo, sum)
}

// streamHeld tells the draws from what is held from other streams of a seed.
const streamHeld = 1

// draw draws what each seat holds in a sample, of tiles that are unseen. Of seats
// that nothing is known of it is nothing, and of one that would hold what another
// has drawn already.
func (h *Held) draw(given []tile.Rack, unseen tile.Rack, seed uint64, sample int) []tile.Rack {
	for seat := range h.seats {
		w := &h.seats[seat]
		given[seat] = tile.Rack{}
		if n := len(w.upTo); n > 0 && w.upTo[n-1] > 0 {
			s := engine.NewStream(seed, uint64(sample), uint64(seat), streamHeld)
			if kept := &w.kept[w.at(s.Uint64()%w.upTo[n-1])]; unseen.RemoveAll(kept) {
				given[seat] = *kept
			}
		}
	}
	return given
}

// at is the place that a number below the sum of the weights falls on.
func (w *weighted) at(x uint64) int {
	lo, hi := 0, len(w.upTo)-1
	for lo < hi {
		if mid := (lo + hi) / 2; x < w.upTo[mid] {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}
