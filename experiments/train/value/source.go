package value

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"quadword/agents/leave"
	"quadword/agents/value"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/sim/dataset"
	"quadword/sim/replay"
)

// Source is the games that a model is fitted to. All runs have the rules, the
// tile set and the words of the first, and no two the same deals.
type Source struct {
	Runs    []*dataset.Reader
	Rules   *engine.Rules
	Lexicon *lexicon.Lexicon
	Leaves  *leave.Table // nil: the tiles kept have no value of their own
	Workers int          // parts read at the same time, 1 or more
}

// sample is a move and how its game ended for the seat that made it. It is good
// until the next one.
type sample struct {
	deal    int64
	fold    int
	figures []int32
	unseen  int // tiles, before the move
	spread  int32
	result  float64
}

// folds is the number of parts that the deals are split into. The first is held
// out: no weight and no penalty depends on it. The others choose the penalty.
const folds = 5

// fold is the part that a deal is in, the same in every run.
func fold(deal int64) int { return int(engine.Mix(uint64(deal)) % folds) }

// part is a part of one of the runs.
type part struct {
	run *dataset.Reader
	dataset.Part
}

func (s *Source) parts() (parts []part) {
	for _, run := range s.Runs {
		for _, p := range run.Manifest.Parts {
			parts = append(parts, part{run, p})
		}
	}
	return parts
}

// pass goes through all samples once. Each part of a run is summed by itself,
// several at the same time, and the sums are merged in the order of the parts:
// what comes out does not depend on the number of workers. A sum hears when a
// deal ends, which is when add is called with nil.
func pass[S any](ctx context.Context, s *Source, games *atomic.Int64, begin func() S, add func(S, *sample), merge func(S)) error {
	parts := s.parts()
	for len(parts) > 0 {
		n := min(s.Workers, len(parts))
		sums, errs := make([]S, n), make([]error, n)
		var group sync.WaitGroup
		for i, p := range parts[:n] {
			group.Go(func() {
				sums[i] = begin()
				errs[i] = s.read(ctx, p, games, func(m *sample) { add(sums[i], m) })
			})
		}
		group.Wait()
		for i := range sums {
			if errs[i] != nil {
				return errs[i]
			}
			merge(sums[i])
		}
		parts = parts[n:]
	}
	return nil
}

// read goes through the samples of a part.
func (s *Source) read(ctx context.Context, p part, games *atomic.Int64, yield func(*sample)) error {
	g := game{
		Game:      replay.New(s.Rules, p.run.Manifest.Spec.Seed),
		extractor: value.NewExtractor(s.Rules, s.Lexicon, s.Leaves),
	}
	for r, err := range dataset.PartRows[replay.Row](p.run, dataset.MovesTable, p.Part) {
		if err != nil {
			return fmt.Errorf("run %s: %w", p.run.Dir, err)
		}
		if !r.FinalSpread.Valid || !r.Result.Valid {
			continue // a game that was forfeited teaches nothing
		}
		if r.GameID != g.ID() {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if g.ID() >= 0 && r.DealID != g.sample.deal {
				yield(nil)
			}
			games.Add(1)
			g.sample = sample{deal: r.DealID, fold: fold(r.DealID)}
		}
		if err := g.turn(r); err != nil {
			return fmt.Errorf("run %s, %s: game %d, turn %d: %w", p.run.Dir, p.Name, r.GameID, r.Turn, err)
		}
		yield(&g.sample)
	}
	yield(nil)
	return nil
}

// game replays the games of a part, one after another.
type game struct {
	*replay.Game
	extractor *value.Extractor
	sample    sample
}

// turn makes a sample of a row and plays its move.
func (g *game) turn(r *replay.Row) error {
	m, err := g.Move(r)
	if err != nil {
		return err
	}
	spread, result := r.FinalSpread.V, r.Result.V
	if spread > maxSpread || spread < -maxSpread || !(result >= 0 && result <= 1) {
		return fmt.Errorf("final spread %d and result %v, expected up to %d and 0 to 1", spread, result, maxSpread)
	}
	p := g.Position()
	g.extractor.Begin(p.View(p.Seat()))
	g.sample.figures = g.extractor.Figures(&movegen.Scored{Move: m, Score: r.Score})
	g.sample.unseen = g.extractor.Unseen()
	g.sample.spread, g.sample.result = spread, result
	p.PlayScored(m, r.Score)
	return nil
}
