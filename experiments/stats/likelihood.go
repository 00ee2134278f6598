package stats

import "math"

// likeliest is the likeliest distribution over the cells under which d has
// mean 0, as the divisors by which the shares that were seen are to be divided:
// p = n / (N·w), w = 1 + θ·d (Owen 2001, section 2.9; Van den Bergh's notes).
// θ is the root of a falling function between the two poles that keep every w
// positive. It needs a d below and one above 0, else ok is false. No cell may
// be empty.
func (c *cells) likeliest(d [5]float64) (w [5]float64, ok bool) {
	least, most := 0.0, 0.0
	for i := range c.k {
		least, most = min(least, d[i]), max(most, d[i])
	}
	if !(least < 0 && most > 0) {
		return w, false
	}
	low, high := -1/most, -1/least
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return w, false
	}
	θ, before, fine := 0.0, math.Inf(1), 1e-16*min(-low, high)
	for range 2 * halvings {
		slope, bend := 0.0, 0.0
		for i := range c.k {
			w[i] = 1 + float64(θ*d[i])
			part := d[i] / w[i]
			slope += float64(c.n[i] * part)
			bend += float64(float64(c.n[i]*part) * part)
		}
		if slope > 0 {
			low = θ
		} else {
			high = θ
		}
		// Newton's step, where it stays between the poles and gains.
		next := θ + slope/bend
		if !(low < next && next < high) || math.Abs(slope) > before/2 {
			next = low + (high-low)/2
		}
		if math.Abs(next-θ) <= fine+1e-15*math.Abs(θ) {
			break
		}
		θ, before = next, math.Abs(slope)
	}
	for i := range c.k {
		if !(w[i] > 0) {
			return w, false
		}
	}
	return w, true
}

// halvings of an interval leave of it what a float64 can tell apart.
const halvings = 60

// scoring is likeliest for a mean score.
func (c *cells) scoring(score float64) (w [5]float64, ok bool) {
	var d [5]float64
	for i := range c.k {
		d[i] = c.at[i] - score
	}
	return c.likeliest(d)
}

// deviating is likeliest for a mean score that is t standard deviations of a
// deal above 1/2. That condition is not linear in the shares, but at the solution
// it has the same gradient as the linear one with the d of bent for the
// solution's own deviation σ (Van den Bergh, Normalized Elo in practice, section
// 4.1). So σ is sought by which the likeliest shares have the mean 1/2 + t·σ, and
// then have the deviation σ too. There may be several if the cells say the
// opposite of t; the likeliest counts.
func (c *cells) deviating(t float64) (w [5]float64, ok bool) {
	if t == 0 {
		return c.scoring(0.5)
	}
	const steps = 32
	best := math.Inf(-1)
	// No distribution has a mean t·σ above 1/2 and a σ below this one: it would
	// have to keep to 1/2 and the next cell.
	least := math.Abs(t) / (1 + float64(t*t)) / 8
	from, before := 0.0, math.NaN()
	for i := range steps + 1 {
		to := least * math.Pow(0.5/least, float64(i)/steps)
		v, after := c.bent(t, to)
		if math.Signbit(before) != math.Signbit(after) && !math.IsNaN(before) && !math.IsNaN(after) {
			low, high := from, to
			for range halvings {
				mid := low + (high-low)/2
				var off float64
				if v, off = c.bent(t, mid); math.Signbit(off) == math.Signbit(before) {
					low = mid
				} else {
					high = mid
				}
			}
			if l := c.ratio(v, [5]float64{1, 1, 1, 1, 1}); l > best {
				best, w, ok = l, v, true
			}
		}
		from, before = to, after
	}
	return w, ok
}

// bent is likeliest for
//
//	d = at - 1/2 - t·σ/2 - t/(2σ)·(at - 1/2 - t·σ)²
//
// and by how much its mean is off 1/2 + t·σ; NaN if there is none.
func (c *cells) bent(t, σ float64) (w [5]float64, off float64) {
	var d [5]float64
	for i := range c.k {
		e := c.at[i] - 0.5 - float64(t*σ)
		d[i] = c.at[i] - 0.5 - float64(t*σ/2) - float64(t/(2*σ)*e*e)
	}
	w, ok := c.likeliest(d)
	if !ok {
		return w, math.NaN()
	}
	mean := 0.0
	for i := range c.k {
		mean += float64(c.n[i]*c.at[i]) / w[i]
	}
	return w, mean/c.total() - 0.5 - float64(t*σ)
}

// ratio is the log-likelihood of divisors w less that of divisors v.
func (c *cells) ratio(w, v [5]float64) float64 {
	sum := 0.0
	for i := range c.k {
		sum += float64(c.n[i] * math.Log(v[i]/w[i]))
	}
	return sum
}

// deviance is twice what the log-likelihood loses by a mean score.
func (c *cells) deviance(score float64) float64 {
	w, ok := c.scoring(score)
	if !ok {
		return math.Inf(1)
	}
	return 2 * c.ratio([5]float64{1, 1, 1, 1, 1}, w)
}

// within is the interval of scores whose deviance is at most most.
func (c *cells) within(most float64) (low, high float64) {
	if math.IsNaN(most) {
		return math.NaN(), math.NaN()
	}
	// edge is the last such score on the way from the mean to the end. One that
	// is closer to the end than 1e-9, which is 3,600 Elo, is the end itself.
	edge := func(in, end float64) float64 {
		out := end
		for range halvings {
			if mid := in + (out-in)/2; c.deviance(mid) <= most {
				in = mid
			} else {
				out = mid
			}
		}
		if math.Abs(in-end) < 1e-9 {
			return end
		}
		return in
	}
	mean := c.mean()
	return edge(mean, 0), edge(mean, 1)
}
