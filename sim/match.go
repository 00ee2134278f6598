package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"quadword/engine"
	"quadword/engine/lexicon"
)

// Match is a schedule ready to be played.
type Match struct {
	Rules    *engine.Rules
	Lexicon  *lexicon.Lexicon
	Players  []Player
	Schedule Schedule
	Seed     uint64
	Workers  int
	RunnerUp bool // have agents look for their second best move too
	// Candidates is how many of the moves that they compared agents that look
	// ahead tell of.
	Candidates int
	// OnFault is what becomes of a game in which an agent fails; "" is Abort.
	OnFault OnFault
	// MoveTimeout is the least that an agent gets for a turn if it need not
	// share its core; 0: for ever. It is meant for agents that never come back,
	// because what is decided by a clock nobody can decide again.
	MoveTimeout time.Duration
	// Faulted is told of every fault that did not end the run, by several
	// goroutines; it may be nil.
	Faulted func(*FaultError)
	grace   time.Duration // 0 is defaultGrace
	// Have are the parts that are there already and are not played.
	Have map[int64]bool
}

// MaxWorkers bounds the workers of a match, each of which takes about a
// megabyte, and five if its agents look ahead.
const MaxWorkers = 1024

// Progress counts what has been played. It may be read at any time.
type Progress struct{ Games, Turns atomic.Int64 }

// A Sink takes the games of whole parts, in order within a part. Parts come
// from several goroutines and in any order.
type Sink interface {
	Part(number int64, games []Record) error
}

// Run plays the schedule but for the parts in Have and hands every part that
// is complete to the sink, which may be nil. It stops at the first error, and when ctx is done,
// whose cause it then returns; parts begun are given up.
//
// Workers share nothing while they play but the number of the next deal. The
// worker that plays the last deal of a part hands the part over, so writing
// is spread over the workers as playing is, and about as many parts as there
// are workers are in memory at a time.
func (m *Match) Run(ctx context.Context, sink Sink, progress *Progress) error {
	if m.Workers < 1 || m.Workers > MaxWorkers {
		return fmt.Errorf("%d workers: it takes 1 to %d", m.Workers, MaxWorkers)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts := &parts{schedule: &m.Schedule, sink: sink, open: map[int64]*part{}}
	var next, left atomic.Int64
	var workers sync.WaitGroup
	for range min(int64(m.Workers), m.Schedule.Deals) {
		workers.Go(func() {
			w := m.worker(&left)
			defer w.close()
			if err := w.work(ctx, &next, parts, progress); err != nil {
				stop(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// Replay decides one game of the schedule again, on its own.
func (m *Match) Replay(ctx context.Context, game Game) (Record, error) {
	w := m.worker(new(atomic.Int64))
	defer w.close()
	return w.game(ctx, game)
}

// work takes deal after deal.
func (w *worker) work(ctx context.Context, next *atomic.Int64, parts *parts, progress *Progress) error {
	m := w.match
	for ctx.Err() == nil {
		deal := next.Add(1) - 1
		if deal >= m.Schedule.Deals {
			return nil
		}
		if m.Have[deal/m.Schedule.PartDeals] {
			continue
		}
		games := make([]Record, m.Schedule.GamesPerDeal())
		for i := range games {
			var err error
			if games[i], err = w.game(ctx, m.Schedule.Game(deal, i)); err != nil {
				if ctx.Err() != nil {
					return nil // Run returns the cause
				}
				return err
			}
			progress.Games.Add(1)
			progress.Turns.Add(int64(len(games[i].Turns)))
			if ctx.Err() != nil {
				return nil
			}
		}
		if err := parts.done(deal, games); err != nil {
			return err
		}
	}
	return nil
}

// parts gathers the games of deals into parts.
type parts struct {
	schedule *Schedule
	sink     Sink

	mu   sync.Mutex
	open map[int64]*part
}

type part struct {
	games []Record // by deal and index
	left  int64    // deals not yet played
}

// done puts the games of one deal in their place and hands the part over if
// it was the last.
func (p *parts) done(deal int64, games []Record) error {
	if p.sink == nil {
		return nil
	}
	number := deal / p.schedule.PartDeals
	from, to := p.schedule.PartRange(number)
	perDeal := p.schedule.GamesPerDeal()

	p.mu.Lock()
	of := p.open[number]
	if of == nil {
		of = &part{make([]Record, (to-from)*int64(perDeal)), to - from}
		p.open[number] = of
	}
	copy(of.games[int(deal-from)*perDeal:], games)
	of.left--
	whole := of.left == 0
	if whole {
		delete(p.open, number)
	}
	p.mu.Unlock()

	if !whole {
		return nil
	}
	return p.sink.Part(number, of.games)
}
