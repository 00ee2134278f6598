package stats

import "math"

// Counts are deals by what the first agent scored in them.
type Counts interface {
	cells() cells
}

// Pentanomial counts pairs, the two games of a deal with the seats swapped, by
// the points of the first agent: 0, 1/2, 1, 3/2, 2.
type Pentanomial [5]uint64

// Trinomial counts unpaired games, one to a deal: losses, draws and wins of the
// first agent.
type Trinomial [3]uint64

// Plus is both together.
func (p Pentanomial) Plus(o Pentanomial) Pentanomial {
	for i := range p {
		p[i] += o[i]
	}
	return p
}

// Plus is both together.
func (t Trinomial) Plus(o Trinomial) Trinomial {
	for i := range t {
		t[i] += o[i]
	}
	return t
}

// Swapped is the same from the other agent's side.
func (p Pentanomial) Swapped() Pentanomial {
	return Pentanomial{p[4], p[3], p[2], p[1], p[0]}
}

// Swapped is the same from the other agent's side.
func (t Trinomial) Swapped() Trinomial {
	return Trinomial{t[2], t[1], t[0]}
}

func (p Pentanomial) cells() cells {
	c := cells{k: 5, games: 2, at: [5]float64{0, 0.25, 0.5, 0.75, 1}}
	for i, n := range p {
		c.n[i] = float64(n)
	}
	return c
}

func (t Trinomial) cells() cells {
	c := cells{k: 3, games: 1, at: [5]float64{0, 0.5, 1}}
	for i, n := range t {
		c.n[i] = float64(n)
	}
	return c
}

// cells is a distribution of the score of a deal: n of at, for the first k.
type cells struct {
	at, n [5]float64
	k     int
	games float64 // in a deal
}

func (c *cells) total() float64 {
	sum := 0.0
	for _, n := range c.n[:c.k] {
		sum += n
	}
	return sum
}

// deals is the total, as far as an int reaches.
func (c *cells) deals() int {
	if n := c.total(); n < math.MaxInt {
		return int(n)
	}
	return math.MaxInt
}

// different is how many deals ended differently for the two agents.
func (c *cells) different() float64 {
	sum := 0.0
	for i, n := range c.n[:c.k] {
		if i != c.k/2 {
			sum += n
		}
	}
	return sum
}

// alike says that every deal ended in the same cell.
func (c *cells) alike() bool {
	seen := 0
	for _, n := range c.n[:c.k] {
		if n > 0 {
			seen++
		}
	}
	return seen < 2
}

// mean is the mean score.
func (c *cells) mean() float64 {
	sum := 0.0
	for i, n := range c.n[:c.k] {
		sum += float64(n * c.at[i])
	}
	return sum / c.total()
}

// ahead is by how much the mean score is above 1/2, with all its digits.
func (c *cells) ahead() float64 {
	sum := 0.0
	for i, n := range c.n[:c.k] {
		sum += float64(n * (c.at[i] - 0.5))
	}
	return sum / c.total()
}

// moment is the mean of the r-th power of the distance from the mean.
func (c *cells) moment(r int) float64 {
	mean, sum := c.mean(), 0.0
	for i, n := range c.n[:c.k] {
		power := 1.0
		for range r {
			power *= c.at[i] - mean
		}
		sum += float64(n * power)
	}
	return sum / c.total()
}

// unseen is what an empty cell counts as, in deals: enough that what was not
// seen is not held impossible, too little to be seen in a figure.
const unseen = 1e-3

// regular has no empty cells.
func (c cells) regular() cells {
	for i := range c.k {
		c.n[i] = max(c.n[i], unseen)
	}
	return c
}

// warnings are those of any figure about these deals.
func (c *cells) warnings() (w []Warning) {
	switch {
	case c.total() == 0:
		return []Warning{NoDeals}
	case c.different() == 0:
		w = append(w, NoInformation)
	case c.alike():
		w = append(w, AllAlike)
	case c.different() < 10:
		w = append(w, FewDifferences)
	}
	if c.total() < enough {
		w = append(w, FewDeals)
	}
	return w
}
