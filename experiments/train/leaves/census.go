package leaves

import (
	"context"
	"fmt"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// census is a generation made by valuing all racks on sampled boards.
type census struct {
	plan *Plan
}

func (c census) generation(ctx context.Context, number int, before *leave.Table, done func()) (*expectation, error) {
	full := c.plan.Rules.TileSet.Counts()
	total := newSums(before.Ranking())
	err := c.plan.each(ctx, c.plan.Generations[number], func() (func(int) error, func(), error) {
		s, err := newSampler(c.plan, number, before)
		if err != nil {
			return nil, nil, err
		}
		b, mine := newBoard(c.plan.Rules.TileSet, before.Values()), newSums(before.Ranking())
		return func(i int) error {
			pool, err := s.board(i)
			if err != nil {
				return err
			}
			b.fill(s.generator, &pool)
			mine.take(b, &full)
			done()
			return nil
		}, func() { total.add(mine) }, nil
	})
	if err != nil {
		return nil, err
	}
	return total.expectation(), nil
}

// sampler plays games up to the boards of a generation.
type sampler struct {
	plan       *Plan
	generation int
	generator  *movegen.Generator
	eval       *movegen.Evaluation
	position   engine.Position
	order      []tile.Tile
	moves      []movegen.Valued
}

func newSampler(plan *Plan, generation int, before *leave.Table) (*sampler, error) {
	g, err := movegen.New(plan.Rules, plan.Lexicon)
	return &sampler{
		plan: plan, generation: generation, generator: g,
		eval: &movegen.Evaluation{Leaves: before.Values(), Ranking: before.Ranking()},
	}, err
}

// board brings the generator to the i-th board and returns the tiles that
// are not on it. It is the first one of a game that has no more of these
// than a number drawn from the plan's range; a game that goes past the range,
// or ends before, is played again with another deal, maxTries times at most.
func (s *sampler) board(i int) (tile.Rack, error) {
	least, most := s.plan.Least, s.plan.Most
	for try := range uint64(maxTries) {
		stream := engine.NewStream(s.plan.Seed, uint64(s.generation), uint64(i), try)
		left := least + stream.Below(most-least+1)
		s.deal(&stream)
		for p := &s.position; p.End() == engine.EndNone; s.play() {
			pool := unlaid(p)
			if pool.Len() < least {
				break
			}
			if pool.Len() <= left {
				s.generator.Follow(p.View(p.Seat()))
				return pool, nil
			}
		}
	}
	return tile.Rack{}, fmt.Errorf("none of %d games came to a board with %d to %d tiles not on it", maxTries, least, most)
}

// maxTries is far above what any game takes that people play.
const maxTries = 1000

// deal begins a game.
func (s *sampler) deal(stream *engine.Stream) {
	all := s.plan.Rules.TileSet.Counts()
	s.order = all.AppendTiles(s.order[:0])
	stream.Shuffle(s.order)
	s.position.Deal(s.plan.Rules, s.order, stream.Uint64())
}

// play plays the best move.
func (s *sampler) play() {
	p := &s.position
	s.moves = s.generator.Best(s.moves[:0], p.View(p.Seat()), s.eval, 1)
	p.Play(s.moves[0].Move)
}

// unlaid is the tiles that are not on the board.
func unlaid(p *engine.Position) tile.Rack {
	pool, laid := p.Rules().TileSet.Counts(), p.Board().Tiles()
	pool.RemoveAll(&laid)
	return pool
}
