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
	// goroutines, and also of one in a game that is given up because the match
	// turned out to be over; it may be nil.
	Faulted func(*FaultError)
	grace   time.Duration // 0 is defaultGrace
	// Have are the parts that are there already and are not played.
	Have map[int64]bool
	// Stop may end the match before its last part; nil: it is played out.
	Stop Stop
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

// A Stop says when a match has shown enough. It goes by whole parts in the order
// of their numbers, so that the match ends with the same part for any number of
// workers. It takes the parts that are played as a Sink does; those in Have it
// has seen already.
type Stop interface {
	Sink
	// Seen is how many parts, from the first on without a gap, it has looked at,
	// and whether the match ends with them. Of those behind it takes no notice.
	Seen() (parts int64, over bool)
}

// Run plays the schedule but for the parts in Have and hands every part that
// is complete to the sink, which may be nil. It stops at the first error, and when ctx is done,
// whose cause it then returns; parts begun are given up.
//
// Workers share nothing while they play but the number of the next deal. The
// worker that plays the last deal of a part hands the part over, so writing
// is spread over the workers as playing is, and about as many parts as there
// are workers are in memory at a time.
//
// With a Stop, the sink gets a part once the match is known to go on to it, and
// never one behind the last. Workers run a few deals each ahead of what the Stop
// has seen, or the part behind the next, and what they played in vain is given up.
func (m *Match) Run(ctx context.Context, sink Sink, progress *Progress) error {
	if m.Workers < 1 || m.Workers > MaxWorkers {
		return fmt.Errorf("%d workers: it takes 1 to %d", m.Workers, MaxWorkers)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	// What is played in vain ends with no error.
	playing, enough := context.WithCancel(ctx)
	defer enough()
	parts := newParts(m, sink, enough)
	defer context.AfterFunc(playing, parts.wake)()
	var next, left atomic.Int64
	var workers sync.WaitGroup
	for range min(int64(m.Workers), m.Schedule.Deals) {
		workers.Go(func() {
			w := m.worker(&left)
			defer w.close()
			if err := w.work(playing, &next, parts, progress); err != nil {
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
		part := deal / m.Schedule.PartDeals
		if m.Have[part] {
			continue
		}
		if !parts.wanted(ctx, part) {
			return nil
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
