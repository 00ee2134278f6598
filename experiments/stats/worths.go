package stats

import (
	"errors"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/mat"
)

// worths is a fit of the model of Plackett and Luce under way.
type worths struct {
	k       int // agents
	results []Result
	deals   int
	ghost   float64   // wins, and losses, of each agent against one of rating 0
	θ       []float64 // logarithms of the worths

	set    []int // scratch
	shares []float64
}

// fit finds the likeliest θ by Newton's method. The log-likelihood is concave,
// so a step that is halved until it does not lose leads there from anywhere.
func (m *worths) fit() error {
	gradient, information, likelihood := m.derivatives()
	for range 200 {
		inverse, ok := m.inverse(information)
		if !ok {
			break
		}
		var step mat.VecDense
		step.MulVec(inverse, mat.NewVecDense(m.k, gradient))
		largest := mat.Norm(&step, math.Inf(1))
		from := append([]float64(nil), m.θ...)
		for scale := 1.0; ; scale /= 2 {
			for i := range m.θ {
				m.θ[i] = from[i] + float64(scale*step.AtVec(i))
			}
			var now float64
			gradient, information, now = m.derivatives()
			if now >= likelihood || scale*largest < 1e-9 {
				likelihood = now
				break
			}
		}
		if largest < 1e-9 {
			return nil
		}
	}
	return errors.New("ratings: the likeliest ones were not found")
}

// covariance is that of the ratings in Elo; nil for a single deal.
func (m *worths) covariance() [][]float64 {
	_, information, _ := m.derivatives()
	inverse, ok := m.inverse(information)
	if !ok || m.deals < 2 {
		return nil
	}
	var v mat.Dense
	d := float64(m.deals)
	if m.ghost > 0 {
		v.Scale(float64(len(m.results))/d, inverse)
	} else {
		v.Mul(inverse, m.spread())
		v.Mul(&v, inverse)
		v.Scale(d/(d-1), &v)
	}
	// The mean rating is 0, so it has no variance.
	rows := make([][]float64, m.k)
	for i := range rows {
		rows[i] = make([]float64, m.k)
		for j := range rows[i] {
			rows[i][j] = elo * elo * (v.At(i, j) - average(v.RowView(i)) - average(v.ColView(j)) + mat.Sum(&v)/float64(m.k*m.k))
		}
	}
	return rows
}

func average(v mat.Vector) float64 {
	return mat.Sum(v) / float64(v.Len())
}

// spread is Σ u·uᵀ over deals, u being the gradient of a deal.
func (m *worths) spread() *mat.SymDense {
	b := mat.NewSymDense(m.k, nil)
	u := make([]float64, m.k)
	for n, r := range m.results {
		m.add(r, u, nil)
		if n+1 == len(m.results) || m.results[n+1].Deal != r.Deal {
			b.SymRankOne(b, 1, mat.NewVecDense(m.k, u))
			clear(u)
		}
	}
	return b
}

// inverse is that of the information. Without a ghost nothing is known of the
// mean of θ: the direction in which all rise together is filled in before and
// falls out of all that it is used for.
func (m *worths) inverse(information *mat.SymDense) (*mat.SymDense, bool) {
	full := mat.NewSymDense(m.k, nil)
	full.CopySym(information)
	if m.ghost == 0 {
		fill := mat.Trace(information) / float64(m.k*m.k)
		for i := range m.k {
			for j := range i + 1 {
				full.SetSym(i, j, full.At(i, j)+fill)
			}
		}
	}
	var c mat.Cholesky
	if !c.Factorize(full) {
		return nil, false
	}
	var inverse mat.SymDense
	if err := c.InverseTo(&inverse); err != nil {
		return nil, false
	}
	return &inverse, true
}

// derivatives are the gradient and the negative second derivatives of the
// log-likelihood, and the log-likelihood.
func (m *worths) derivatives() (gradient []float64, information *mat.SymDense, likelihood float64) {
	gradient = make([]float64, m.k)
	upper := make([]float64, m.k*m.k) // the triangle that is read of a symmetric matrix
	for _, r := range m.results {
		likelihood += m.add(r, gradient, upper)
	}
	if m.ghost > 0 {
		for i, θ := range m.θ {
			p := 1 / (1 + math.Exp(-θ))
			likelihood += float64(m.ghost * (math.Log(p) + math.Log1p(-p)))
			gradient[i] += float64(m.ghost * (1 - float64(2*p)))
			upper[i*m.k+i] += float64(2 * m.ghost * p * (1 - p))
		}
	}
	return gradient, mat.NewSymDense(m.k, upper), likelihood
}

// add adds what a result says to the gradient and, unless it is nil, to the upper
// triangle of the information. It returns the log-likelihood of the result.
func (m *worths) add(r Result, gradient, upper []float64) float64 {
	likelihood := 0.0
	for _, a := range r.Agents {
		gradient[a]++
		likelihood += m.θ[a]
	}
	m.choices(r, func(set []int, weight float64) {
		likelihood -= float64(weight * m.share(set))
		for i, a := range set {
			s := m.shares[i]
			gradient[a] -= float64(weight * s)
			if upper == nil {
				continue
			}
			upper[a*m.k+a] += float64(weight * s)
			for j, b := range set[:i+1] {
				upper[min(a, b)*m.k+max(a, b)] -= float64(weight * s * m.shares[j])
			}
		}
	})
	return likelihood
}

// most is how many agents may share a place: all subsets of them are walked.
const most = 8

// choices calls yield with every set of agents from which one was chosen, in
// the mean over all orders of those who are tied, and how much it weighs: of m
// that are tied, a certain u are what is left in 1 of C(m,u) orders.
func (m *worths) choices(r Result, yield func(set []int, weight float64)) {
	var tied [most]int
	for i, place := range r.Places {
		n, leads := 0, true
		set := m.set[:0]
		for j, p := range r.Places {
			switch {
			case p > place:
				set = append(set, r.Agents[j])
			case p == place:
				leads = leads && j >= i
				tied[n] = r.Agents[j]
				n++
			}
		}
		if !leads {
			continue
		}
		worse := len(set)
		for left := 1; left < 1<<n; left++ {
			set = set[:worse]
			for j := range n {
				if left>>j&1 == 1 {
					set = append(set, tied[j])
				}
			}
			yield(set, 1/binomial(n, bits.OnesCount(uint(left))))
		}
		m.set = set
	}
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}

// share sets shares to the worths of a set, which then sum to 1, and returns the
// logarithm of what they summed to.
func (m *worths) share(set []int) float64 {
	top, sum := math.Inf(-1), 0.0
	for _, a := range set {
		top = max(top, m.θ[a])
	}
	m.shares = m.shares[:0]
	for _, a := range set {
		w := math.Exp(m.θ[a] - top)
		m.shares = append(m.shares, w)
		sum += w
	}
	for i := range m.shares {
		m.shares[i] /= sum
	}
	return top + math.Log(sum)
}
