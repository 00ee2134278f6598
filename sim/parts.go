package sim

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// parts gathers the games of deals into parts, and hands them over.
type parts struct {
	schedule *Schedule
	sink     Sink
	rule     Stop // nil: all parts are wanted
	enough   context.CancelFunc
	ahead    int64 // parts that may be begun behind the first that was not seen

	mu   sync.Mutex
	more sync.Cond // more was seen
	open map[int64]*part
	held map[int64][]Record // whole, and perhaps behind the end
}

type part struct {
	games []Record // by deal and index
	left  int64    // deals not yet played
}

// dealsAhead is how many deals a worker may be ahead of what a Stop has seen: a
// game takes a few times as long as another, rarely more.
const dealsAhead = 4

// newParts gathers the parts of a match. When its Stop has seen enough, enough is
// called.
func newParts(m *Match, sink Sink, enough context.CancelFunc) *parts {
	deals := int64(m.Workers) * dealsAhead
	p := &parts{
		schedule: &m.Schedule, sink: sink, rule: m.Stop, enough: enough,
		ahead: 1 + (deals-1)/m.Schedule.PartDeals,
		open:  map[int64]*part{}, held: map[int64][]Record{},
	}
	p.more.L = &p.mu
	return p
}

// wanted waits until it is known whether a part may be begun, or ctx is done.
// Workers take the deals in order, so the one that has a deal of the first part
// that was not seen never waits.
func (p *parts) wanted(ctx context.Context, number int64) bool {
	if p.rule == nil {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for ctx.Err() == nil {
		switch seen, over := p.rule.Seen(); {
		case over:
			p.enough()
			return false
		case number <= seen+p.ahead:
			return true
		}
		p.more.Wait()
	}
	return false
}

// wake has those who wait look again.
func (p *parts) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.more.Broadcast()
}

// done puts the games of one deal in their place and hands the part over if
// it was the last.
func (p *parts) done(deal int64, games []Record) error {
	if p.sink == nil && p.rule == nil {
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

	switch {
	case !whole:
		return nil
	case p.rule == nil:
		return p.sink.Part(number, of.games)
	}
	return p.judge(number, of.games)
}

// judge shows a whole part to the rule and hands over all those of which it is
// now known that they count.
func (p *parts) judge(number int64, games []Record) error {
	if err := p.rule.Part(number, games); err != nil {
		return err
	}
	for _, whole := range p.settle(number, games) {
		if p.sink == nil {
			continue
		}
		if err := p.sink.Part(whole.number, whole.games); err != nil {
			return err
		}
	}
	return nil
}

// wholePart is a part that is known to count.
type wholePart struct {
	number int64
	games  []Record
}

// settle holds a part that the rule was shown, and gives those that count.
func (p *parts) settle(number int64, games []Record) (count []wholePart) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[number] = games
	seen, over := p.rule.Seen()
	for n, games := range p.held {
		if n < seen {
			count = append(count, wholePart{n, games})
			delete(p.held, n)
		}
	}
	if over {
		clear(p.held)
		p.enough()
	}
	p.more.Broadcast()
	slices.SortFunc(count, func(a, b wholePart) int { return cmp.Compare(a.number, b.number) })
	return count
}
