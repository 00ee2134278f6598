package effects

import (
	"fmt"
	"math"
)

// certain is a probability of 1 as it is counted: in 12,000ths, so that sums are
// exact and a shared first place is a whole number of them.
const certain = 12_000

// calibrationBins is the number of ranges of estimates.
const calibrationBins = 10

// calibration gathers estimates and results.
type calibration struct {
	bins [calibrationBins]struct{ predicted, observed, difference mean }
}

// see takes a move whose agent said how likely it wins, in a game that was
// played to its end.
func (c *calibration) see(m *move) error {
	if !m.WinProb.Valid || !m.Result.Valid {
		return nil
	}
	for _, p := range []float64{m.WinProb.V, m.Result.V} {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("game %d, turn %d: a probability or result of %v, expected 0 to 1", m.GameID, m.Turn, p)
		}
	}
	predicted, observed := parts(m.WinProb.V), parts(m.Result.V)
	b := &c.bins[min(int(predicted*calibrationBins/certain), calibrationBins-1)]
	b.predicted.see(predicted, 1)
	b.observed.see(observed, 1)
	b.difference.see(observed-predicted, 1)
	return nil
}

func parts(p float64) int64 { return int64(math.Round(p * certain)) }

func (c *calibration) close() {
	for i := range c.bins {
		b := &c.bins[i]
		b.predicted.close()
		b.observed.close()
		b.difference.close()
	}
}

func (c *calibration) merge(o *calibration) {
	for i := range c.bins {
		b, of := &c.bins[i], &o.bins[i]
		b.predicted.sums.Merge(of.predicted.sums)
		b.observed.sums.Merge(of.observed.sums)
		b.difference.sums.Merge(of.difference.sums)
	}
}

// figures is nil if no agent said anything.
func (c *calibration) figures() *Calibration {
	all := &Calibration{}
	for i := range c.bins {
		b := &c.bins[i]
		all.Moves += b.predicted.sums.N
		all.Bins = append(all.Bins, CalibrationBin{
			From: i * 100 / calibrationBins, To: (i + 1) * 100 / calibrationBins,
			Predicted: b.predicted.figure(certain), Observed: b.observed.figure(certain), Difference: b.difference.figure(certain),
		})
	}
	if all.Moves == 0 {
		return nil
	}
	return all
}
