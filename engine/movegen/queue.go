package movegen

import "math/bits"

// queue orders spans by their bounds, in buckets of about half a point. Within
// a bucket the order does not matter enough to sort by.
type queue struct {
	n       int
	entries [maxEntries]entry // from 1 on
	next    [maxEntries]uint16
	heads   [buckets]uint16      // of the lists of entries; 0 ends one
	used    [buckets / 64]uint64 // a bit for each bucket that is not empty
	top     int                  // above this number of used there is none
	base    int32                // the lower end of bucket 0; what is below goes to the highest
}

const (
	buckets    = 1024
	bucketBits = 9 // 512 thousandths of a point

	// maxEntries is above 2*MaxDim lanes of MaxDim starts of 7 spans, and a
	// power of two.
	maxEntries = 8192
)

// entry is the bound of a span above its id, lane<<8 | its number in the lane.
type entry uint64

func newEntry(bound int32, id uint16) entry { return entry(uint32(bound))<<32 | entry(id) }

func (e entry) bound() int32 { return int32(e >> 32) }
func (e entry) id() uint16   { return uint16(e) }

func (q *queue) begin() { q.n = 1 }

// scan notes the spans of a lane whose bound is not below cut. Which those are
// is as good as random, so it does not branch on it.
//
//go:noinline
func (q *queue) scan(sl *spanLane, lane uint16, bad uint32, s *rackState, cut int32) {
	scores := s.sub[s.n-1].scores // of the whole rack
	least := int64(max(cut, never/2))
	n := q.n
	for i := range sl.span[:sl.n] {
		sp := &sl.span[i]
		// For more tiles than there are, the best is never.
		b := 1000*(sp.outline.fixed()+sp.weights.dot(scores)) + s.best[sp.outline.class()]
		q.entries[n&(maxEntries-1)] = newEntry(b, lane|uint16(i))
		// One more if b >= least and no square is bad.
		n += int((uint64(sp.outline.filled()&bad) - 1) &^ uint64(int64(b)-least) >> 63)
	}
	q.n = n
}

// fill puts what was noted in buckets. Bounds are not below cut.
func (q *queue) fill(cut int32) {
	clear(q.heads[:])
	clear(q.used[:])
	q.top = len(q.used) - 1
	q.base = max(cut, -100_000)
	for i, e := range q.entries[1:q.n] {
		bucket := min(uint32(e.bound()-q.base)>>bucketBits, buckets-1)
		q.next[(i+1)&(maxEntries-1)] = q.heads[bucket]
		q.heads[bucket] = uint16(i + 1)
		q.used[bucket>>6] |= 1 << (bucket & 63)
	}
}

// upper is above every bound in a bucket.
func (q *queue) upper(bucket int) int64 {
	if bucket == buckets-1 {
		return 1 << 40 // open
	}
	return int64(q.base) + int64(bucket+1)<<bucketBits
}

// pop takes the next span, unless no bound reaches cut any more.
func (q *queue) pop(cut int32) (id uint16, ok bool) {
	for ; q.top >= 0; q.top-- {
		for used := q.used[q.top]; used != 0; used = q.used[q.top] {
			bit := bits.Len64(used) - 1
			bucket := q.top<<6 | bit
			if q.upper(bucket) <= int64(cut) {
				return 0, false
			}
			i := q.heads[bucket&(buckets-1)] & (maxEntries - 1)
			next := q.next[i]
			q.heads[bucket&(buckets-1)] = next
			q.used[q.top] = used &^ (uint64(1^notZero(uint32(next))) << (bit & 63))
			if e := q.entries[i]; e.bound() >= cut {
				return e.id(), true
			}
		}
	}
	return 0, false
}
