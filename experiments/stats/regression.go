package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Regression explains observations by columns.
type Regression struct {
	Columns []string
	X       [][]float64 // a row for each observation
	Y       []float64
	Deals   []int64   // of each observation: those of a deal depend on each other
	Weights []float64 // of each observation; nil if all are alike
}

// Fit is what a regression found.
type Fit struct {
	Columns      []string
	Coefficients []float64
	Sigma        float64 // residual standard deviation of an observation of weight 1

	bread    *mat.SymDense // (XᵀWX)⁻¹
	variance *mat.SymDense // of the coefficients, by deal; nil if it is not known
	deals    int
	warnings []Warning
}

// Fit is the least squares fit. The covariance of the coefficients is clustered
// by deal with the correction CR1, G/(G-1)·(n-1)/(n-k) for G deals, and read with
// G-1 degrees of freedom (Cameron and Miller 2015). A column that the others
// before it already determine is an error.
func (r Regression) Fit() (Fit, error) {
	f := Fit{Columns: r.Columns}
	n, k := len(r.Y), len(r.Columns)
	if err := r.check(); err != nil {
		return f, err
	}
	x, y := mat.NewDense(n, k, nil), mat.NewDense(n, 1, nil)
	for i, row := range r.X {
		root := math.Sqrt(r.weight(i))
		y.Set(i, 0, root*r.Y[i])
		for j, v := range row {
			x.Set(i, j, root*v)
		}
	}
	// Columns of length 1 make what is left of one beside the others a measure of
	// how far they determine it.
	length := make([]float64, k)
	for j := range length {
		length[j] = mat.Norm(x.ColView(j), 2)
		if length[j] == 0 {
			return f, fmt.Errorf("regression: column %q is 0 everywhere", r.Columns[j])
		}
		for i := range n {
			x.Set(i, j, x.At(i, j)/length[j])
		}
	}
	var qr mat.QR
	qr.Factorize(x)
	var full mat.Dense
	qr.RTo(&full)
	triangle := mat.NewTriDense(k, mat.Upper, nil)
	for i := range k {
		for j := i; j < k; j++ {
			triangle.SetTri(i, j, full.At(i, j))
		}
		if math.Abs(full.At(i, i)) < 1e-9 {
			return f, fmt.Errorf("regression: column %q is a combination of those before it: %q", r.Columns[i], r.Columns[:i])
		}
	}
	var b mat.Dense
	if err := qr.SolveTo(&b, false, y); err != nil {
		return f, fmt.Errorf("regression: %w", err)
	}
	var inverse mat.TriDense
	if err := inverse.InverseTri(triangle); err != nil {
		return f, fmt.Errorf("regression: %w", err)
	}
	f.bread = mat.NewSymDense(k, nil)
	f.bread.SymOuterK(1, &inverse)
	for i := range k {
		f.Coefficients = append(f.Coefficients, b.At(i, 0)/length[i])
		for j := range i + 1 {
			f.bread.SetSym(i, j, f.bread.At(i, j)/(length[i]*length[j]))
		}
	}
	f.spread(r)
	return f, nil
}

func (r Regression) check() error {
	n, k := len(r.Y), len(r.Columns)
	switch {
	case k == 0:
		return fmt.Errorf("regression without columns")
	case n < k:
		return fmt.Errorf("regression of %d observations on %d columns, expected no fewer", n, k)
	case len(r.X) != n || len(r.Deals) != n || r.Weights != nil && len(r.Weights) != n:
		return fmt.Errorf("regression of %d observations with %d rows, %d deals, %d weights", n, len(r.X), len(r.Deals), len(r.Weights))
	}
	for i, row := range r.X {
		if len(row) != k {
			return fmt.Errorf("regression: row %d has %d values, expected %d", i, len(row), k)
		}
		for _, v := range append([]float64{r.Y[i]}, row...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("regression: observation %d is not finite", i)
			}
		}
		if w := r.weight(i); !(w > 0) || math.IsInf(w, 0) {
			return fmt.Errorf("regression: observation %d has weight %v, expected more than 0", i, w)
		}
	}
	return nil
}

func (r Regression) weight(i int) float64 {
	if r.Weights == nil {
		return 1
	}
	return r.Weights[i]
}

// spread finds Sigma, the covariance and the warnings.
func (f *Fit) spread(r Regression) {
	n, k := len(r.Y), len(r.Columns)
	deal := map[int64]int{} // its place in scores
	var scores [][]float64  // of each deal: Σ w·residual·x
	squares, size := 0.0, 0.0
	for i, row := range r.X {
		residual := r.Y[i]
		for j, v := range row {
			residual -= float64(f.Coefficients[j] * v)
		}
		at, known := deal[r.Deals[i]]
		if !known {
			at = len(scores)
			deal[r.Deals[i]] = at
			scores = append(scores, make([]float64, k))
		}
		w := r.weight(i)
		squares += float64(w * residual * residual)
		size += float64(w * r.Y[i] * r.Y[i])
		for j, v := range row {
			scores[at][j] += float64(w * residual * v)
		}
	}
	f.deals = len(scores)
	if unequal(r.X) {
		f.warnings = append(f.warnings, UnequalCells)
	}
	meat := mat.NewSymDense(k, nil)
	for _, s := range scores {
		meat.SymRankOne(meat, 1, mat.NewVecDense(k, s))
	}
	f.cluster(n, squares, size, meat)
}

// cluster finds Sigma and the covariance of n observations, from the sums of
// their squared residuals and of their squares, and that of the squared scores
// of the deals.
func (f *Fit) cluster(n int, squares, size float64, meat *mat.SymDense) {
	k := len(f.Coefficients)
	f.Sigma = math.NaN()
	if f.deals <= k {
		f.warnings = append(f.warnings, FewClusters)
	}
	if n == k || f.deals < 2 {
		return
	}
	if squares <= 1e-24*size { // what rounding leaves of nothing
		f.variance = mat.NewSymDense(k, nil)
		f.Sigma = 0
		return
	}
	f.Sigma = math.Sqrt(squares / float64(n-k))
	var v mat.Dense
	v.Mul(f.bread, meat)
	v.Mul(&v, f.bread)
	g := float64(f.deals)
	c := g / (g - 1) * float64(n-1) / float64(n-k)
	f.variance = mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			f.variance.SetSym(i, j, c*v.At(i, j))
		}
	}
}

// unequal says that some rows, the cells of a design, are seen more often than
// others. Rows that hardly ever repeat are no cells.
func unequal(x [][]float64) bool {
	sorted := slices.Clone(x)
	slices.SortFunc(sorted, slices.Compare)
	var sizes []int
	for i, row := range sorted {
		if i == 0 || !slices.Equal(row, sorted[i-1]) {
			sizes = append(sizes, 0)
		}
		sizes[len(sizes)-1]++
	}
	return len(sizes) <= len(x)/2 && slices.Min(sizes) != slices.Max(sizes)
}

// Contrast is a weighted sum of the coefficients.
func (f Fit) Contrast(weights []float64, level float64) (Estimate, error) {
	if len(weights) != len(f.Coefficients) {
		return Estimate{}, fmt.Errorf("contrast of %d weights for %d columns", len(weights), len(f.Coefficients))
	}
	value, se := 0.0, math.NaN()
	for i, w := range weights {
		value += float64(w * f.Coefficients[i])
	}
	if f.variance != nil {
		w := mat.NewVecDense(len(weights), weights)
		se = math.Sqrt(max(0, mat.Inner(w, f.variance, w)))
	}
	return student(value, se, float64(f.deals-1), f.deals, level).With(f.warnings...), nil
}

// Coefficient is that of a column.
func (f Fit) Coefficient(column string, level float64) (Estimate, error) {
	at := slices.Index(f.Columns, column)
	if at < 0 {
		return Estimate{}, fmt.Errorf("regression has no column %q, expected one of %q", column, f.Columns)
	}
	weights := make([]float64, len(f.Columns))
	weights[at] = 1
	return f.Contrast(weights, level)
}
