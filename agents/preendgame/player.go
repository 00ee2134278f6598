package preendgame

import (
	"context"

	"quadword/agents/endgame"
	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// level is how well it is known what a candidate comes to in a deal.
type level uint8

const (
	unknown  level = iota
	played         // the endgames are played out by static evaluation
	searched       // who wins them was searched, but not all to the end
	won            // who wins them is known
	solved         // so is the spread
)

// worth is what a candidate comes to in some arrangements, by the number of
// them.
type worth struct {
	wins   int64 // two for each that is won, one for each that is drawn
	spread int64 // sum of the final spreads in points
}

func (w *worth) add(o worth) { w.wins, w.spread = w.wins+o.wins, w.spread+o.spread }

// of is what a final spread is worth in so many arrangements, a tie being a
// draw.
func of(spread int32, times int64) worth {
	w := worth{spread: times * int64(spread)}
	switch {
	case spread > 0:
		w.wins = 2 * times
	case spread == 0:
		w.wins = times
	}
	return w
}

// player plays a candidate on in all arrangements of a deal. Where a seat draws
// all different draws are tried, each on a position of its own, so that orders
// of the bag that differ in nothing that anybody draws are played once.
type player struct {
	generator *movegen.Generator
	policy    *movegen.Evaluation
	solver    *endgame.Solver

	own       int
	positions []*engine.Position // by draws so far
	moves     []movegen.Valued
	order     []tile.Tile

	level level // to be reached
	limit int64 // of nodes for an endgame
	most  int64 // of nodes in all
	sum   worth
	nodes int64
	reach level // reached
	err   error
}

// play is what a move of the seat to move comes to in a deal, and how well that
// is known.
func (p *player) play(ctx context.Context, v engine.View, m *movegen.Scored, d *deal) (worth, level, error) {
	p.sum, p.reach, p.err = worth{}, solved, nil
	at := p.position(0)
	if err := v.Arrange(at, d.racks[:], d.bag); err != nil {
		return worth{}, unknown, err
	}
	p.move(ctx, 0, *m, d.ways)
	return p.sum, p.reach, p.err
}

func (p *player) position(depth int) *engine.Position {
	for len(p.positions) <= depth {
		p.positions = append(p.positions, &engine.Position{})
	}
	return p.positions[depth]
}

// move makes a move at the position of a depth, which stands for so many
// arrangements if the order of its bag does not count.
func (p *player) move(ctx context.Context, depth int, m movegen.Scored, times int64) {
	at := p.position(depth)
	seat, bag := at.Seat(), at.BagLen()
	draws := 0
	if m.Kind == engine.Play {
		draws = min(at.Rules().RackSize-at.Rack(seat).Len()+int(m.N), bag)
	}
	if draws == 0 {
		at.PlayScored(m.Move, m.Score)
		p.goOn(ctx, depth, times)
		return
	}
	v := at.View(seat)
	racks := [2]tile.Rack{*at.Rack(0), *at.Rack(1)}
	rest := v.Unseen()
	rest.RemoveAll(&racks[1-seat])
	tiles := rest.AppendTiles(nil)
	next := p.position(depth + 1)
	for drawn, ways := range chooseTiles(tiles, draws) {
		left := rest
		left.RemoveAll(&drawn)
		if seat == 0 { // the first seat draws from the front
			p.order = left.AppendTiles(drawn.AppendTiles(p.order[:0]))
		} else {
			p.order = drawn.AppendTiles(left.AppendTiles(p.order[:0]))
		}
		if p.err = v.Arrange(next, racks[:], p.order); p.err != nil {
			return
		}
		next.PlayScored(m.Move, m.Score)
		if p.goOn(ctx, depth+1, times*ways*orders(draws)); p.err != nil {
			return
		}
	}
}

// goOn plays on from the position of a depth.
func (p *player) goOn(ctx context.Context, depth int, times int64) {
	at := p.position(depth)
	switch {
	case at.End() != engine.EndNone:
		p.sum.add(p.finished(at, times*orders(at.BagLen())))
	case at.BagLen() == 0:
		if p.err = context.Cause(ctx); p.err == nil {
			p.sum.add(p.endgame(ctx, at, times))
		}
	default:
		p.move(ctx, depth, p.choose(at), times)
	}
}

// choose is the move of the seat to move by the policy.
func (p *player) choose(at *engine.Position) movegen.Scored {
	p.moves = p.generator.Best(p.moves[:0], at.View(at.Seat()), p.policy, 1)
	p.nodes++
	return p.moves[0].Scored
}

// finished is what a game that is over is worth in so many arrangements.
func (p *player) finished(at *engine.Position, times int64) worth {
	w := worth{spread: times * int64(at.Spread(p.own))}
	switch winners := at.Winners(); {
	case winners == 1<<p.own:
		w.wins = 2 * times
	case winners>>p.own&1 != 0:
		w.wins = times
	}
	return w
}

// endgame is what a position with an empty bag is worth in so many arrangements.
func (p *player) endgame(ctx context.Context, at *engine.Position, times int64) worth {
	limit := min(p.limit, p.most-p.nodes)
	if p.level == played || limit <= 0 {
		p.reach = min(p.reach, played)
		return p.playOut(at, times)
	}
	window := endgame.Whole
	if p.level == won {
		window = endgame.Winner
		p.reach = min(p.reach, won)
	}
	res, err := p.solver.Judge(ctx, at.View(at.Seat()), window, limit)
	if err != nil {
		p.err = err
		return worth{}
	}
	p.nodes += res.Nodes
	if !res.Exact {
		p.reach = min(p.reach, searched)
		if !res.Searched {
			return p.playOut(at, times)
		}
	}
	if res.FinalSpread == 0 && at.Rules().TieBreak != engine.TieDraw {
		p.reach = min(p.reach, searched) // the points before the settlement decide, and are not known
	}
	if at.Seat() != p.own {
		return of(-res.FinalSpread, times)
	}
	return of(res.FinalSpread, times)
}

// playOut plays an endgame to its end by the policy and takes that back.
func (p *player) playOut(at *engine.Position, times int64) worth {
	turns := 0
	for at.End() == engine.EndNone {
		m := p.choose(at)
		at.PlayScored(m.Move, m.Score)
		turns++
	}
	w := p.finished(at, times)
	for range turns {
		at.Undo()
	}
	return w
}
