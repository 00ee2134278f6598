package leaves

import (
	"context"
	"sync/atomic"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/tile"
)

// selfPlay is a generation made by the racks that games bring and by rare ones
// that are forced on them. A rack is worth the mean equity of its best move
// over the turns on which it was seen; each rack of a full bag then counts by
// the ways to draw it, not by how often it was seen.
type selfPlay struct{ plan *Plan }

// forcedTurns is the turns of a game on which racks are forced. A shorter game
// leaves some of its racks for the next round.
const forcedTurns = 12

func (s selfPlay) generation(ctx context.Context, number int, before *leave.Table, done func()) (*expectation, error) {
	r := newRacks(before.Ranking())
	err := s.games(ctx, round{generation: number, games: s.plan.Generations[number], done: done}, before, r)
	for n := 1; err == nil; n++ {
		rare := r.rare(s.plan.Rules.TileSet, s.plan.Forced)
		if len(rare) == 0 {
			break
		}
		stream := engine.NewStream(s.plan.Seed, uint64(number), uint64(n))
		for i := len(rare) - 1; i > 0; i-- {
			j := stream.Below(i + 1)
			rare[i], rare[j] = rare[j], rare[i]
		}
		games := (len(rare) + forcedTurns - 1) / forcedTurns
		err = s.games(ctx, round{number, n, games, rare, func() {}}, before, r)
	}
	if err != nil {
		return nil, err
	}
	return r.expectation(s.plan.Rules.TileSet, before), nil
}

// round is games with a list of racks to force on their turns.
type round struct {
	generation, number, games int
	rare                      []uint32
	done                      func()
}

// games plays a round. As the field does, a game ends where the bag could not
// fill a rack any more.
func (s selfPlay) games(ctx context.Context, r round, before *leave.Table, racks *racks) error {
	return s.plan.each(ctx, r.games, func() (func(int) error, func(), error) {
		t, err := newSampler(s.plan, r.generation, before)
		return func(i int) error {
			stream := engine.NewStream(s.plan.Seed, uint64(r.generation), uint64(r.number), uint64(i))
			t.deal(&stream)
			p := &t.position
			for turn := 0; p.End() == engine.EndNone && p.BagLen() >= tile.FullRack; turn++ {
				if at := i*forcedTurns + turn; turn < forcedTurns && at < len(r.rare) {
					rack := racks.ranking.Rack(r.rare[at])
					t.moves = t.generator.BestWith(t.moves[:0], p.View(p.Seat()), rack, t.eval, 1)
					racks.saw(&rack, t.moves[0].Equity)
				}
				rack := *p.Rack(p.Seat())
				t.play()
				racks.saw(&rack, t.moves[0].Equity)
			}
			r.done()
			return nil
		}, func() {}, err
	})
}

// racks is what was seen of each full rack, by its rank from the first one's
// on. Workers share it: they only add.
type racks struct {
	ranking *tile.Ranking
	equity  []atomic.Int64 // sum, in thousandths of a point
	times   []atomic.Int32
}

func newRacks(ranking *tile.Ranking) *racks {
	n := ranking.LenFull() - ranking.Len()
	return &racks{ranking, make([]atomic.Int64, n), make([]atomic.Int32, n)}
}

func (r *racks) saw(rack *tile.Rack, equity int32) {
	rank, _ := r.ranking.RankFull(rack)
	at := int(rank) - r.ranking.Len()
	r.equity[at].Add(int64(equity))
	r.times[at].Add(1)
}

// rare lists the racks that a full bag holds and that were seen less often
// than they must, each as many times as it lacks.
func (r *racks) rare(set *tile.Set, must int) (rare []uint32) {
	bag := set.Counts()
	for at := range r.times {
		lacks := must - int(r.times[at].Load())
		if lacks <= 0 {
			continue
		}
		rank := uint32(at + r.ranking.Len())
		if rack := r.ranking.Rack(rank); bag.Contains(&rack) {
			for range lacks {
				rare = append(rare, rank)
			}
		}
	}
	return rare
}

// expectation is what the racks of a full bag say of its leaves.
func (r *racks) expectation(set *tile.Set, before *leave.Table) *expectation {
	b, bag := newBoard(set, before.Values()), set.Counts()
	b.fold(&bag, func(values []int32, rank int) {
		at := rank - r.ranking.Len()
		for i := range values {
			times := int64(r.times[at+i].Load())
			values[i] = int32(divide(r.equity[at+i].Load(), max(1, times)))
		}
	})
	e := &expectation{make([]int32, r.ranking.Len()), b.value[0]}
	for rank, l := range r.ranking.All() {
		if l.Len() == 0 {
			continue
		}
		singles := int64(0)
		for id, t := range r.ranking.Order() {
			singles += int64(l.Count(t)) * b.single(id)
		}
		e.leaves[rank] = int32(b.above(int(rank), l.Len(), singles))
	}
	return e
}
