package value

import "math/bits"

// maxSpread bounds a final spread. With the bound on figures, and as many rows
// as are summed before spilling, no sum of products overflows.
const (
	maxSpread = 1_000_000
	spillRows = 1 << 17
)

// moments are the sums of the products of all pairs of the figures and the
// final spread, which counts as one figure more. Figures are integers, so the
// sums are exact, in whatever order they come. Element (i, j), i <= j, is at
// row i of the upper triangle.
type moments struct {
	size  int     // figures and the spread
	rows  int64   // since the last spill
	sums  []int64 // since the last spill
	total []wide
	index []int // scratch: the figures that are not 0
	value []int64
}

func newMoments(figures int) *moments {
	n := figures + 1
	return &moments{size: n, sums: make([]int64, n*(n+1)/2), total: make([]wide, n*(n+1)/2)}
}

func (m *moments) add(s *sample) {
	m.index, m.value = m.index[:0], m.value[:0]
	for i, x := range s.figures {
		if x != 0 {
			m.index, m.value = append(m.index, i), append(m.value, int64(x))
		}
	}
	m.index, m.value = append(m.index, m.size-1), append(m.value, int64(s.spread))
	for a, i := range m.index {
		row := m.sums[m.at(i, 0):]
		for b := a; b < len(m.index); b++ {
			row[m.index[b]] += m.value[a] * m.value[b]
		}
	}
	if m.rows++; m.rows == spillRows {
		m.spill()
	}
}

// at is the place of (i, j) for i <= j.
func (m *moments) at(i, j int) int { return i*(2*m.size-i-1)/2 + j }

func (m *moments) spill() {
	for i, v := range m.sums {
		m.total[i] = m.total[i].plus(wide{v >> 63, uint64(v)})
	}
	clear(m.sums)
	m.rows = 0
}

// merge adds the sums of o.
func (m *moments) merge(o *moments) {
	o.spill()
	for i, v := range o.total {
		m.total[i] = m.total[i].plus(v)
	}
}

// product is the sum of the products of figures i and j over all rows.
func (m *moments) product(i, j int) float64 { return m.total[m.at(min(i, j), max(i, j))].float() }

// wide is an integer of 128 bits.
type wide struct {
	hi int64
	lo uint64
}

func (w wide) plus(v wide) wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	return wide{w.hi + v.hi + int64(carry), lo}
}

func (w wide) float() float64 {
	if w.hi < 0 {
		lo, borrow := bits.Sub64(0, w.lo, 0)
		return -wide{-w.hi - int64(borrow), lo}.float()
	}
	return float64(float64(w.hi)*0x1p64) + float64(w.lo)
}
