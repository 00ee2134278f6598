package stats

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Streamed is a regression whose observations are visited and not kept, for
// those that are too many. It solves the normal equations, which costs half of
// the digits that Regression has, and takes whole numbers best: their sums of
// products are exact.
type Streamed struct {
	Columns []string
	// Rows visits the observations in the order of their deals, each time the
	// same.
	Rows iter.Seq[Observation]
}

// Observation is one of a regression.
type Observation struct {
	Deal int64
	X    []float64 // of the columns; may be overwritten by the next
	Y    float64
}

// Fit is the least squares fit, clustered by deal as Regression.Fit has it. It
// visits the rows twice. Of columns that determine each other the earlier stay:
// one that is 0 everywhere, or that those before it determine, is none of the
// fit's columns and has no coefficient.
func (r Streamed) Fit() (Fit, error) {
	s, err := r.sums()
	if err != nil {
		return Fit{}, err
	}
	kept := s.independent()
	k := len(kept)
	if k == 0 {
		return Fit{}, errors.New("regression: every column is 0 everywhere")
	}
	// Columns of length 1, as in Regression.Fit.
	length := make([]float64, k)
	normal, right := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	f := Fit{deals: s.deals}
	for i, a := range kept {
		f.Columns = append(f.Columns, r.Columns[a])
		length[i] = math.Sqrt(s.products[a][a])
		right.SetVec(i, s.right[a]/length[i])
		for j, b := range kept[:i+1] {
			normal.SetSym(i, j, s.products[b][a]/(length[i]*length[j]))
		}
	}
	var c mat.Cholesky
	if !c.Factorize(normal) {
		return f, errors.New("regression: the columns are too close to determining each other")
	}
	var b mat.VecDense
	f.bread = mat.NewSymDense(k, nil)
	if err := errors.Join(c.SolveVecTo(&b, right), c.InverseTo(f.bread)); err != nil {
		return f, fmt.Errorf("regression: %w", err)
	}
	for i := range k {
		f.Coefficients = append(f.Coefficients, b.AtVec(i)/length[i])
		for j := range i + 1 {
			f.bread.SetSym(i, j, f.bread.At(i, j)/(length[i]*length[j]))
		}
	}
	squares, meat := r.scores(&f, kept)
	f.cluster(s.n, squares, s.size, meat)
	return f, nil
}

// normalSums is what the normal equations take.
type normalSums struct {
	n, deals int
	products [][]float64 // Σ x·x of columns i and j ≥ i
	right    []float64   // Σ x·y
	size     float64     // Σ y²
}

func (r Streamed) sums() (s normalSums, err error) {
	k := len(r.Columns)
	s.right = make([]float64, k)
	for range k {
		s.products = append(s.products, make([]float64, k))
	}
	deal, used := int64(0), make([]int, 0, k)
	for o := range r.Rows {
		switch {
		case len(o.X) != k:
			return s, fmt.Errorf("regression: row %d has %d values, expected %d", s.n, len(o.X), k)
		case s.n > 0 && o.Deal < deal:
			return s, fmt.Errorf("regression: deal %d is behind deal %d, expected them in order", o.Deal, deal)
		case s.n == 0 || o.Deal != deal:
			s.deals++
			deal = o.Deal
		}
		used = used[:0]
		sum := o.Y
		for i, x := range o.X { // most are 0 where columns are levels
			if sum += x; x != 0 {
				used = append(used, i)
			}
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return s, fmt.Errorf("regression: observation %d is not finite", s.n)
		}
		for at, i := range used {
			x := o.X[i]
			s.right[i] += float64(x * o.Y)
			for _, j := range used[at:] {
				s.products[i][j] += float64(x * o.X[j])
			}
		}
		s.size += float64(o.Y * o.Y)
		s.n++
	}
	if s.n == 0 {
		return s, errors.New("regression without observations")
	}
	return s, nil
}

// independent are the columns that those before them do not determine: what is
// left of one beside them, squared, is the square of its place on the diagonal of
// the Cholesky factor.
func (s *normalSums) independent() (kept []int) {
	var rows [][]float64 // of the factor, by column kept
	for j := range s.right {
		own := s.products[j][j]
		if own == 0 {
			continue
		}
		row, left := make([]float64, 0, len(kept)+1), 1.0
		for a, i := range kept {
			v := s.products[i][j] / math.Sqrt(float64(s.products[i][i]*own))
			for b := range a {
				v -= float64(row[b] * rows[a][b])
			}
			v /= rows[a][a]
			row = append(row, v)
			left -= float64(v * v)
		}
		if left < 1e-9 {
			continue
		}
		kept = append(kept, j)
		rows = append(rows, append(row, math.Sqrt(left)))
	}
	return kept
}

// scores is the sum of the squared residuals, and Σ score·scoreᵀ over the deals,
// whose scores are Σ residual·x.
func (r Streamed) scores(f *Fit, kept []int) (squares float64, meat *mat.SymDense) {
	k := len(kept)
	meat = mat.NewSymDense(k, nil)
	score := mat.NewVecDense(k, nil)
	deal, begun := int64(0), false
	for o := range r.Rows {
		if begun && o.Deal != deal {
			meat.SymRankOne(meat, 1, score)
			score.Zero()
		}
		deal, begun = o.Deal, true
		residual := o.Y
		for i, a := range kept {
			residual -= float64(f.Coefficients[i] * o.X[a])
		}
		squares += float64(residual * residual)
		for i, a := range kept {
			if x := o.X[a]; x != 0 {
				score.SetVec(i, score.AtVec(i)+float64(residual*x))
			}
		}
	}
	meat.SymRankOne(meat, 1, score)
	return squares, meat
}
