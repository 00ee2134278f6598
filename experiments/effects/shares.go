package effects

import (
	"maps"
	"slices"

	"quadword/experiments/stats"
)

// mean gathers a figure: y in n observations, deal by deal. The zero value is
// ready.
type mean struct {
	sums stats.Sums
	y, n int64 // of the deal at hand
}

func (m *mean) see(y, n int64) { m.y, m.n = m.y+y, m.n+n }

// close ends the deal at hand.
func (m *mean) close() {
	m.sums.Add(m.y, m.n)
	m.y, m.n = 0, 0
}

// figure is y/(scale·n) over the deals that are closed.
func (m *mean) figure(scale int64) Figure { return figure(&m.sums, scale) }

func figure(s *stats.Sums, scale int64) Figure {
	if s.N == 0 {
		return Figure{}
	}
	value, se := s.Mean(scale)
	return Figure{&value, se, s.N}
}

// histogram counts the values of a figure.
type histogram struct {
	mean  mean
	bins  map[int64]int64 // by From/Width
	width int64
}

func newHistogram(width int64) histogram { return histogram{bins: map[int64]int64{}, width: width} }

func (h *histogram) see(value int64) {
	h.mean.see(value, 1)
	bin := value / h.width
	if value < bin*h.width {
		bin--
	}
	h.bins[bin]++
}

func (h *histogram) merge(o *histogram) {
	h.mean.sums.Merge(o.mean.sums)
	for bin, n := range o.bins {
		h.bins[bin] += n
	}
}

func (h *histogram) distribution(unit string) Distribution {
	d := Distribution{Unit: unit, Mean: h.mean.figure(1), Width: h.width, Bins: []Bin{}}
	for _, bin := range slices.Sorted(maps.Keys(h.bins)) {
		n := h.bins[bin]
		d.Bins = append(d.Bins, Bin{bin * h.width, n, float64(n) / float64(h.mean.sums.N)})
	}
	return d
}

// phase gathers the turns of a part of a game.
type phase struct {
	plays, bingos, exchanges, passes, points mean
}

func (p *phase) each() [5]*mean {
	return [5]*mean{&p.plays, &p.bingos, &p.exchanges, &p.passes, &p.points}
}

func (p *phase) see(m *move) {
	is := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	p.plays.see(is(m.Action == playAction), 1)
	p.exchanges.see(is(m.Action == exchangeAction), 1)
	p.passes.see(is(m.Action == passAction), 1)
	p.bingos.see(is(m.Bingo), 1)
	p.points.see(int64(m.Score), 1)
}

func (p *phase) close() {
	if p.plays.n == 0 {
		return
	}
	for _, m := range p.each() {
		m.close()
	}
}

func (p *phase) merge(o *phase) {
	of := o.each()
	for i, m := range p.each() {
		m.sums.Merge(of[i].sums)
	}
}

// phases is the figures of the phases that have turns. bounds tells the first
// and the last number of one, the last negative if there is none.
func phases(all []phase, bounds func(i int) (from, to int)) []Phase {
	list := []Phase{}
	for i := range all {
		p := &all[i]
		if p.plays.sums.N == 0 {
			continue
		}
		from, to := bounds(i)
		f := Phase{
			From: from, Plays: p.plays.figure(1), Bingos: p.bingos.figure(1), Exchanges: p.exchanges.figure(1),
			Passes: p.passes.figure(1), Points: p.points.figure(1),
		}
		if to >= 0 {
			f.To = &to
		}
		list = append(list, f)
	}
	return list
}

// The turns of a game have a phase each, up to the last, which has all that
// follow.
const turnPhases = 101

func turnPhase(turn int32) int { return min(int(turn), turnPhases-1) }

func turnBounds(i int) (from, to int) {
	if i == turnPhases-1 {
		return i, -1
	}
	return i, i
}

// The bag has a phase for each of the last ten tiles, where every one counts,
// and for ten tiles each before.
func bagPhase(bag int32) int {
	if bag < 10 {
		return int(bag)
	}
	return 9 + int(bag)/10
}

func bagBounds(i int) (from, to int) {
	if i < 10 {
		return i, i
	}
	return 10 * (i - 9), 10*(i-9) + 9
}
