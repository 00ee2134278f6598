package sim

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"quadword/agents"
)

// A worker has games played at a desk. It watches how long an agent takes,
// decides what becomes of a game in which one fails, and takes a new desk then.
type worker struct {
	match *Match
	left  *atomic.Int64 // agents that all workers left behind and that are still away
	desk  *desk         // nil until a game needs one
	watch watch
}

// defaultGrace is how long an agent has to come back once its context is done,
// before it is left behind.
const defaultGrace = time.Second

// maxLeft is how many agents that do not come back a run may leave behind.
// They keep their memory, and a core each if they compute.
const maxLeft = 64

func (m *Match) worker(left *atomic.Int64) *worker {
	return &worker{match: m, left: left, watch: newWatch(m)}
}

// watch tells when an agent has taken too long. It counts ticks that came, and
// does not ask what time it is: a process that was stopped for an hour and a
// machine that was asleep get no tick for it. Where there are more workers than
// cores, agents wait for each other, and get so many times as many.
type watch struct {
	ticks        *time.Ticker // nil without a limit
	limit, grace int          // ticks, rounded up, and one more for that under way when they begin to count
	wait         time.Duration
}

func newWatch(m *Match) watch {
	w := watch{wait: cmp.Or(m.grace, defaultGrace)}
	if m.MoveTimeout > 0 {
		period := min(max(m.MoveTimeout/8, time.Millisecond), time.Second)
		cores := runtime.GOMAXPROCS(0)
		crowd := time.Duration(max(1, (m.Workers+cores-1)/cores))
		count := func(d time.Duration) int { return int((d*crowd+period-1)/period) + 1 }
		w.ticks, w.limit, w.grace = time.NewTicker(period), count(m.MoveTimeout), count(w.wait)
	}
	return w
}

// c is where the ticks come, and never if there is no limit.
func (w *watch) c() <-chan time.Time {
	if w.ticks == nil {
		return nil
	}
	return w.ticks.C
}

// close ends what the worker began.
func (w *worker) close() {
	w.leave()
	if w.watch.ticks != nil {
		w.watch.ticks.Stop()
	}
}

// sit takes a desk if there is none.
func (w *worker) sit(ctx context.Context) (err error) {
	if w.desk == nil {
		w.desk, err = w.match.desk(ctx, w.left)
	}
	return err
}

// leave ends the desk, or leaves it to an agent that does not come back.
func (w *worker) leave() {
	if w.desk != nil {
		w.desk.cancel()
		close(w.desk.games)
		w.desk = nil
	}
}

// game plays a game, whatever its agents do. When ctx is done the error is
// that of ctx.
func (w *worker) game(ctx context.Context, game Game) (Record, error) {
	if err := w.sit(ctx); err != nil {
		return Record{}, err
	}
	rec := Record{Game: game, Turns: make([]agents.Decision, 0, 64)}
	w.desk.begin(game)
	for {
		how, fault, err := w.play(ctx, &rec)
		if err != nil {
			return Record{}, err
		}
		if how == over {
			return rec, nil
		}
		from := w.desk
		w.leave()
		switch {
		case ctx.Err() != nil:
			return Record{}, ctx.Err()
		case w.match.OnFault != Forfeit && w.match.OnFault != Pass:
			return Record{}, fault
		}
		rec.Faults = append(rec.Faults, fault.Fault)
		if w.match.Faulted != nil {
			w.match.Faulted(fault)
		}
		if w.match.OnFault == Forfeit {
			return rec, nil
		}
		rec.Turns = append(rec.Turns, agents.Decision{})
		if err := w.sit(ctx); err != nil {
			return Record{}, err
		}
		w.desk.goOn(from.table, &rec)
	}
}

// play plays a game on at the desk, and sees to it that this ends.
func (w *worker) play(ctx context.Context, rec *Record) (ending, *FaultError, error) {
	d := w.desk
	d.games <- rec
	var seen int64 // the turn at the last tick
	ticks := 0     // that found an agent at it, or late
	for {
		select {
		case out := <-d.done:
			return out.how, out.fault, nil
		case <-ctx.Done():
			how, err := w.stop(ctx)
			return how, nil, err
		case <-w.watch.c():
		}
		turn, phase := d.clock.read()
		if turn != seen {
			seen, ticks = turn, 0
			continue // the tick may have lain there since before the turn
		}
		switch ticks++; {
		case phase == thinking && ticks >= w.watch.limit && d.clock.say(turn, thinking, late):
			d.cancel()
			ticks = 0
		case phase == late && ticks >= w.watch.grace && d.clock.say(turn, late, abandoned):
			fault := d.outside(rec, TimedOut, timeoutText(w.match.MoveTimeout))
			if n := w.left.Add(1); n > maxLeft {
				return left, nil, fmt.Errorf("%d agents did not come back when they were told to stop, and more would take all there is: %w", n, fault)
			}
			return left, fault, nil
		}
	}
}

// stop waits for a desk whose context is done, but not for ever.
func (w *worker) stop(ctx context.Context) (ending, error) {
	d := w.desk
	for {
		select {
		case out := <-d.done:
			return out.how, nil
		case <-time.After(w.watch.wait):
		}
		// Between two turns it is no agent that takes its time.
		turn, phase := d.clock.read()
		if (phase == thinking || phase == late) && d.clock.say(turn, phase, abandoned) {
			return left, ctx.Err()
		}
	}
}

// A desk is a table with a goroutine that plays at it. An agent that does not
// come back keeps both.
type desk struct {
	*table
	cancel context.CancelFunc
	games  chan *Record
	done   chan outcome // with room for one, which nobody may wait for
}

// outcome is how playing ended.
type outcome struct {
	how   ending
	fault *FaultError
}

func (m *Match) desk(ctx context.Context, left *atomic.Int64) (*desk, error) {
	ctx, cancel := context.WithCancel(ctx)
	t, err := m.table(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	d := &desk{table: t, cancel: cancel, games: make(chan *Record), done: make(chan outcome, 1)}
	go func() {
		defer func() { // also if an agent ends the goroutine
			if _, now := d.clock.read(); now == abandoned {
				left.Add(-1) // it came back after all
			}
		}()
		d.serve()
	}()
	return d, nil
}

// serve plays what it is given.
func (d *desk) serve() {
	var rec *Record // being played
	defer func() {
		if rec == nil {
			return
		}
		// An agent ended the goroutine.
		reason, text := Panicked, textOf(nil)
		if d.clock.stop() == late {
			reason, text = TimedOut, timeoutText(d.limit)
		}
		d.done <- outcome{failed, d.fault(rec.Game, reason, text)}
	}()
	for rec = range d.games {
		how, fault := d.play(rec)
		rec = nil
		d.done <- outcome{how, fault}
	}
}

// outside is the fault of an agent at a desk that was left to it. The position
// belongs to its goroutine, so the record tells where the game stands.
func (d *desk) outside(rec *Record, reason Reason, text string) *FaultError {
	t := &table{seed: d.seed, rules: d.rules, players: d.players}
	t.deal(&t.position, rec.Game)
	for i := range rec.Turns {
		t.position.Play(rec.Turns[i].Move)
	}
	return t.fault(rec.Game, reason, text)
}
