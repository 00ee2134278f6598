package leaves

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// Method is a way to value leaves.
type Method string

const (
	Census   Method = "census"
	SelfPlay Method = "selfplay"
)

// Unit is what a method's generations are counted in.
func (m Method) Unit() string {
	if m == SelfPlay {
		return "games"
	}
	return "boards"
}

// Plan is what a table is made from. It determines the table but for Workers
// and Pairs.
type Plan struct {
	Rules   *engine.Rules
	Lexicon *lexicon.Lexicon
	Seed    uint64
	Method  Method
	// Generations is the boards (census) or games (self-play) of each.
	Generations []int
	// Least and Most bound the tiles that are not on a board of the census.
	Least, Most int
	// Forced is how often self-play sees every rack of a full bag at least.
	Forced int

	Pairs   int64 // played between each generation and that before it, for the report
	Workers int
}

// Boards is what tiles are not on the boards of a census unless others are
// asked for: 25 to 90 % of the tile set. Large leaves can be held on early
// boards only; late ones cost least, and single tiles and pairs gain by many.
func Boards(set *tile.Set) (least, most int) {
	least = max(LeastUnlaid, set.Len()*25/100)
	return least, max(least, set.Len()*90/100)
}

// LeastUnlaid bounds Plan.Least: with fewer tiles the bag is empty and no
// leave is worth what it promises.
const LeastUnlaid = 2*tile.FullRack + 1

// Validate tells what is wrong with a plan, or nil.
func (p *Plan) Validate() error {
	switch full := p.Rules.TileSet.Len(); {
	case p.Rules.RackSize != tile.FullRack || p.Rules.Seats != 2:
		return fmt.Errorf("%d seats with racks of %d tiles: leaves are made for 2 with %d", p.Rules.Seats, p.Rules.RackSize, tile.FullRack)
	case p.Method != Census && p.Method != SelfPlay:
		return fmt.Errorf("method %q: expected %s or %s", p.Method, Census, SelfPlay)
	case full < LeastUnlaid:
		return fmt.Errorf("tile set %s has %d tiles: it takes %d", p.Rules.TileSet.Name, full, LeastUnlaid)
	case p.Method == Census && (p.Least < LeastUnlaid || p.Most < p.Least || p.Most > full):
		return fmt.Errorf("boards with %d to %d tiles not on them: it takes %d to %d", p.Least, p.Most, LeastUnlaid, full)
	case p.Method == SelfPlay && (p.Forced < 1 || p.Forced > 1000):
		return fmt.Errorf("every rack %d times: it takes 1 to 1000", p.Forced)
	case len(p.Generations) == 0:
		return fmt.Errorf("no generation: it takes one or more")
	}
	for i, n := range p.Generations {
		if n < 1 || n > maxUnits {
			return fmt.Errorf("generation %d of %d boards or games: it takes 1 to %d", i+1, n, maxUnits)
		}
	}
	return nil
}

// maxUnits bounds the boards or games of a generation, so that its sums fit.
const maxUnits = 10_000_000

// method makes a generation from the table before it, of which it may be the
// first: number counts from 0. It calls done after each board or game, from
// several goroutines.
type method interface {
	generation(ctx context.Context, number int, before *leave.Table, done func()) (*expectation, error)
}

func (p *Plan) method() method {
	if p.Method == SelfPlay {
		return selfPlay{p}
	}
	return census{p}
}

// each does n pieces of work, numbered from 0, by so many workers as the plan
// has. Of each worker make gives what does a piece, and what hands over its
// results at the end, one worker after the other.
func (p *Plan) each(ctx context.Context, n int, make func() (do func(int) error, end func(), err error)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var ends sync.Mutex
	var workers sync.WaitGroup
	for range min(p.Workers, n) {
		workers.Go(func() {
			do, end, err := make()
			if err != nil {
				stop(err)
				return
			}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					break
				}
				if err := do(i); err != nil {
					stop(err)
					return
				}
			}
			ends.Lock()
			defer ends.Unlock()
			end()
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}
