package winprob

import (
	"fmt"
	"math"

	"quadword/agents/winprob"
)

// Methods by which a table is fitted.
const (
	Isotonic = "isotonic" // the one that is written
	Logistic = "logistic" // to compare with
)

// smoothing is how many points of spread, with one tile unseen, a curve is
// smoothed over on either side; it grows as √u. On 40,000 standard deals that
// were held out, of equity without leave values, the log loss was 0.441099 with
// 0, 0.441092 with 1, 0.441090 with 1.5 and 0.441091 with 2; on 3,750 super deals
// 0.45301, 0.45294, 0.45291 and 0.45289.
const smoothing = 1.5

// curves is P(win) by spread, from -spread on, for one turn and number of
// unseen tiles.
type curves func(onTurn bool, unseen int) []float64

// fit makes the table of a method.
func (c *counts) fit(method string) (*winprob.Table, error) {
	prior, err := c.logistic()
	if err != nil {
		return nil, err
	}
	switch method {
	case Logistic:
		return c.table(prior)
	case Isotonic:
		return c.table(func(onTurn bool, unseen int) []float64 {
			points := c.points(onTurn, unseen, prior(onTurn, unseen))
			curve := centred(isotonic(points), -c.spread, c.spread)
			return smoothed(curve, int(math.Round(smoothing*math.Sqrt(float64(unseen)))))
		})
	}
	return nil, fmt.Errorf("unknown method %q", method)
}

// mirrored tells of which states those of the other player are the mirror. As
// long as both racks are full the two do not see the same number of tiles, so
// that each state of the one is a state of the other, with the spread and the
// result reversed. Later there are two kinds of states.
func (c *counts) mirrored(onTurn bool, unseen int) bool {
	return !onTurn && unseen > c.game.RackSize
}

// logistic is the curves of the logistic regression.
func (c *counts) logistic() (curves, error) {
	full, rack := c.game.Unseen(), min(c.game.RackSize, c.game.Unseen())
	own := logistic{counts: c, onTurn: true, from: 1, to: full, knots: knots(rack, full)}
	other := logistic{counts: c, onTurn: false, from: 1, to: rack, knots: knots(rack, rack)}
	ownLines, err := own.fit()
	if err != nil {
		return nil, err
	}
	otherLines, err := other.fit()
	if err != nil {
		return nil, err
	}
	return func(onTurn bool, unseen int) []float64 {
		lines := ownLines
		if !onTurn {
			lines = otherLines
		}
		curve := make([]float64, 0, 2*c.spread+1)
		for s := -c.spread; s <= c.spread; s++ {
			curve = append(curve, lines[unseen-1].p(s))
		}
		return curve
	}, nil
}

// knots is where the parameters of the logistic regression are free, up to a
// number of unseen tiles: close to each other where the game nears its end, for
// there they change most; on both sides of the step from an empty bag to one
// that is not; and apart at the opening, which is like nothing after it.
func knots(rack, to int) []int {
	at := []int{1}
	add := func(k int) {
		if k > at[len(at)-1] && k <= to {
			at = append(at, k)
		}
	}
	for _, k := range []int{2, 4, rack, rack + 1} {
		add(k)
	}
	for k := rack + 1; k+k/4 < to; k += max(k/2, 1) {
		add(k)
	}
	add(to - 1)
	add(to)
	if len(at) == 1 {
		at = append(at, 2) // so that there are two; no state comes near the second
	}
	return at
}

// window is on how many numbers of unseen tiles, on either side, a curve draws
// besides its own. It never reaches over the step from a bag that is empty to
// one that is not, nor further up than down, which would shift the curve. So the
// opening, in which 93 or 193 are unseen and the spread is 0, stands alone.
func (c *counts) window(unseen int) int {
	return max(0, min(unseen/3, unseen-c.game.RackSize-1, c.game.Unseen()-unseen))
}

// points is the states that a curve is fitted to, by spread. The states of
// neighbouring numbers of unseen tiles weigh less the further they are, and
// their spreads are stretched to the scale of the curve, as √u. The prior weighs
// as much as one state at each spread: it decides where there are none.
func (c *counts) points(onTurn bool, unseen int, prior []float64) []point {
	width := c.window(unseen)
	full := int64(width + 1)
	points := make([]point, 2*c.spread+1)
	for i := range points {
		points[i] = point{states: full * winprob.One, won: full * int64(math.Round(prior[i]*winprob.One))}
	}
	for u := unseen - width; u <= unseen+width; u++ {
		weight := full - int64(max(u-unseen, unseen-u))
		stretch := math.Sqrt(float64(unseen) / float64(u))
		for i, cell := range c.row(onTurn, u) {
			if cell.states == 0 {
				continue
			}
			spread := int(math.Round(stretch * float64(i-c.spread)))
			at := &points[c.spread+min(max(spread, -c.spread), c.spread)]
			at.states += weight * cell.states * winprob.One
			at.won += weight * cell.halves * (winprob.One / 2)
		}
	}
	for i := range points {
		points[i].spreads = points[i].states * int64(i-c.spread)
	}
	return points
}

// table rounds curves. While a game goes on it is neither won nor lost for
// sure, so P(win) stays within 1/One and 1 - 1/One.
func (c *counts) table(of curves) (*winprob.Table, error) {
	var own, other [][]float64 // by unseen tiles - 1
	for u := 1; u <= c.game.Unseen(); u++ {
		own = append(own, of(true, u))
		if !c.mirrored(false, u) {
			other = append(other, of(false, u))
		}
	}
	p := func(curves [][]float64, unseen, spread int) int {
		p := int(math.Round(curves[unseen-1][c.spread+spread] * winprob.One))
		return min(max(p, 1), winprob.One-1)
	}
	return winprob.New(c.game, c.spread, func(onTurn bool, unseen, spread int) int {
		switch {
		case onTurn:
			return p(own, unseen, spread)
		case c.mirrored(onTurn, unseen):
			return winprob.One - p(own, unseen, -spread)
		}
		return p(other, unseen, spread)
	})
}
