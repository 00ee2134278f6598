package value

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"quadword/agents/leave"
	"quadword/agents/value"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
	"quadword/sim/dataset"
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
		rules: s.Rules, seed: p.run.Manifest.Spec.Seed, id: -1,
		extractor: value.NewExtractor(s.Rules, s.Lexicon, s.Leaves),
	}
	for r, err := range dataset.PartRows[row](p.run, dataset.MovesTable, p.Part) {
		if err != nil {
			return fmt.Errorf("run %s: %w", p.run.Dir, err)
		}
		if !r.FinalSpread.Valid || !r.Result.Valid {
			continue
		}
		if r.GameID != g.id {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if g.id >= 0 && r.DealID != g.sample.deal {
				yield(nil)
			}
			games.Add(1)
			g.deal(r)
		}
		if err := g.turn(r); err != nil {
			return fmt.Errorf("run %s, %s: game %d, turn %d: %w", p.run.Dir, p.Name, r.GameID, r.Turn, err)
		}
		yield(&g.sample)
	}
	yield(nil)
	return nil
}

// row is the columns of a move that its figures and labels come from.
type row struct {
	GameID    int64                `parquet:"game_id"`
	DealID    int64                `parquet:"deal_id"`
	Turn      int32                `parquet:"turn"`
	Seat      int32                `parquet:"seat"`
	Rack      string               `parquet:"rack"`
	Action    string               `parquet:"action"`
	Row       dataset.Null[int32]  `parquet:"row"`
	Col       dataset.Null[int32]  `parquet:"col"`
	Down      dataset.Null[bool]   `parquet:"down"`
	Word      dataset.Null[string] `parquet:"word"`
	Placed    dataset.Null[string] `parquet:"placed"`
	Exchanged dataset.Null[string] `parquet:"exchanged"`
	Score     int32                `parquet:"score"`
	// The labels are null in a game that was forfeited, which teaches nothing.
	FinalSpread dataset.Null[int32]   `parquet:"final_spread"`
	Result      dataset.Null[float64] `parquet:"result"`
}

// game replays the games of a part, one after another.
type game struct {
	rules     *engine.Rules
	seed      uint64
	id        int64
	position  engine.Position
	order     []tile.Tile
	extractor *value.Extractor
	sample    sample
}

// deal starts a game, from the streams that are part of the format of a
// dataset: (seed, deal, 0) shuffles the bag, (seed, deal, 1) gives the seed of
// the exchanges.
func (g *game) deal(r *row) {
	g.id = r.GameID
	g.sample = sample{deal: r.DealID, fold: fold(r.DealID)}
	all := g.rules.TileSet.Counts()
	g.order = all.AppendTiles(g.order[:0])
	bag := engine.NewStream(g.seed, uint64(r.DealID), 0)
	bag.Shuffle(g.order)
	exchanges := engine.NewStream(g.seed, uint64(r.DealID), 1)
	g.position.Deal(g.rules, g.order, exchanges.Uint64())
}

// turn makes a sample of a row and plays its move.
func (g *game) turn(r *row) error {
	p, a := &g.position, g.rules.TileSet.Alphabet
	if int(r.Turn) != p.Turns() || int(r.Seat) != p.Seat() {
		return fmt.Errorf("the turn is %d, of seat %d", p.Turns(), p.Seat())
	}
	if rack := a.RackText(*p.Rack(p.Seat())); rack != r.Rack {
		return fmt.Errorf("rack %s, by the deal it is %s", r.Rack, rack)
	}
	spread, result := r.FinalSpread.V, r.Result.V
	if spread > maxSpread || spread < -maxSpread || !(result >= 0 && result <= 1) {
		return fmt.Errorf("final spread %d and result %v, expected up to %d and 0 to 1", spread, result, maxSpread)
	}
	m, err := r.move(a)
	if err == nil {
		err = p.Check(&m)
	}
	if err != nil {
		return err
	}
	g.extractor.Begin(p.View(p.Seat()))
	g.sample.figures = g.extractor.Figures(&movegen.Scored{Move: m, Score: r.Score})
	g.sample.unseen = g.extractor.Unseen()
	g.sample.spread, g.sample.result = spread, result
	p.PlayScored(m, r.Score)
	return nil
}

// move is the move of a row. Whether it is legal is for the position to say.
func (r *row) move(a *tile.Alphabet) (engine.Move, error) {
	switch {
	case r.Action == "pass":
		return engine.Move{}, nil
	case r.Action == "exchange" && r.Exchanged.Valid:
		rack, err := a.ParseRack(r.Exchanged.V)
		if n := rack.Len(); err == nil && n > engine.MaxRack {
			err = fmt.Errorf("an exchange of %d tiles", n)
		}
		if err != nil {
			return engine.Move{}, err
		}
		return engine.NewExchange(rack.AppendTiles(nil)...), nil
	case r.Action != "play" || !r.Row.Valid || !r.Col.Valid || !r.Word.Valid || !r.Placed.Valid:
		return engine.Move{}, fmt.Errorf("action %q lacks its columns, expected a play, an exchange or a pass", r.Action)
	}
	m := engine.Move{Kind: engine.Play, Row: uint8(r.Row.V), Col: uint8(r.Col.V), Len: uint8(utf8.RuneCountInString(r.Word.V))}
	if r.Down.V {
		m.Dir = engine.Down
	}
	for _, letter := range r.Placed.V {
		t, ok := a.Tile(letter)
		if !ok || m.N == engine.MaxRack {
			return engine.Move{}, fmt.Errorf("placed %q, expected up to %d tiles", r.Placed.V, engine.MaxRack)
		}
		m.Tiles[m.N] = t
		m.N++
	}
	return m, nil
}
