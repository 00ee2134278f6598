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
	return Figure{&value, se, s.N, s.Deals}
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
