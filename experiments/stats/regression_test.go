package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// rows numbers the observations, each a deal of its own.
func rows(n int) []int64 {
	deals := make([]int64, n)
	for i := range deals {
		deals[i] = int64(i)
	}
	return deals
}

// classical are the standard errors of least squares without clusters, which are
// what NIST certifies.
func classical(f Fit) (se []float64) {
	for i := range f.Coefficients {
		se = append(se, f.Sigma*math.Sqrt(f.bread.At(i, i)))
	}
	return se
}

// NIST, Statistical Reference Datasets, Norris: certified to 15 digits.
func TestRegressionNorris(t *testing.T) {
	x := []float64{0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5, 11.6,
		556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5}
	y := []float64{0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8,
		557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2}
	r := Regression{Columns: []string{"constant", "x"}, Y: y, Deals: rows(len(y))}
	for _, v := range x {
		r.X = append(r.X, []float64{1, v})
	}
	f, err := r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "b0", f.Coefficients[0], -0.262323073774029, 1e-12)
	near(t, "b1", f.Coefficients[1], 1.00211681802045, 1e-13)
	near(t, "sigma", f.Sigma, 0.884796396144373, 1e-12)
	se := classical(f)
	near(t, "se of b0", se[0], 0.232818234301152, 1e-12)
	near(t, "se of b1", se[1], 0.429796848199937e-03, 1e-14)
	// The same observations three times over, each time in the same deal, are the
	// same information: the clustered covariance but for (n-1)/(n-k).
	three := r
	three.X, three.Y, three.Deals = slices.Repeat(r.X, 3), slices.Repeat(r.Y, 3), slices.Repeat(r.Deals, 3)
	g, err := three.Fit()
	if err != nil {
		t.Fatal(err)
	}
	a, _ := f.Coefficient("x", 0.95)
	b, _ := g.Coefficient("x", 0.95)
	near(t, "clustered se", b.SE, a.SE*math.Sqrt(107.0/106*34/35), 1e-12)
	if b.N != 36 || b.DF != 35 {
		t.Errorf("n is %d with %v degrees of freedom, expected 36 deals, 35", b.N, b.DF)
	}
}

// NIST, Statistical Reference Datasets, Longley: six columns that nearly
// determine each other.
func TestRegressionLongley(t *testing.T) {
	y := []float64{60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551}
	columns := [][]float64{
		{83, 88.5, 88.2, 89.5, 96.2, 98.1, 99, 100, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9},
		{234289, 259426, 258054, 284599, 328975, 346999, 365385, 363112, 397469, 419180, 442769, 444546, 482704, 502601, 518173, 554894},
		{2356, 2325, 3682, 3351, 2099, 1932, 1870, 3578, 2904, 2822, 2936, 4681, 3813, 3931, 4806, 4007},
		{1590, 1456, 1616, 1650, 3099, 3594, 3547, 3350, 3048, 2857, 2798, 2637, 2552, 2514, 2572, 2827},
		{107608, 108632, 109773, 110929, 112075, 113270, 115094, 116219, 117388, 118734, 120445, 121950, 123366, 125368, 127852, 130081},
		{1947, 1948, 1949, 1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959, 1960, 1961, 1962},
	}
	r := Regression{Columns: []string{"constant", "deflator", "gnp", "unemployed", "army", "population", "year"}, Y: y, Deals: rows(len(y))}
	for i := range y {
		row := []float64{1}
		for _, c := range columns {
			row = append(row, c[i])
		}
		r.X = append(r.X, row)
	}
	f, err := r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ b, se float64 }{
		{-3482258.63459582, 890420.383607373}, {15.0618722713733, 84.9149257747669}, {-0.358191792925910e-01, 0.334910077722432e-01},
		{-2.02022980381683, 0.488399681651699}, {-1.03322686717359, 0.214274163161675}, {-0.511041056535807e-01, 0.226073200069370},
		{1829.15146461355, 455.478499142212},
	} {
		near(t, r.Columns[i], f.Coefficients[i], want.b, 1e-8*math.Abs(want.b))
		near(t, r.Columns[i]+", se", classical(f)[i], want.se, 1e-8*want.se)
	}
	near(t, "sigma", f.Sigma, 304.854073561965, 1e-7)
}

// A constant alone is the mean, and by deal the mean of a ratio; CR1 differs from
// the ratio's error by nothing, as n-1 = n-k.
func TestRegressionIsRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 13))
	y, n := make([]float64, 40), make([]float64, 40)
	r := Regression{Columns: []string{"constant"}}
	for deal := range y {
		n[deal] = float64(1 + rng.IntN(3))
		for range int(n[deal]) {
			v := rng.NormFloat64()
			y[deal] += v
			r.X, r.Y, r.Deals = append(r.X, []float64{1}), append(r.Y, v), append(r.Deals, int64(deal))
		}
	}
	f, err := r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	got, _ := f.Coefficient("constant", 0.95)
	want, _ := Ratio(y, n, 0.95)
	near(t, "value", got.Value, want.Value, 1e-12)
	near(t, "se", got.SE, want.SE, 1e-12)
	near(t, "low", got.Low, want.Low, 1e-12)
	// A weight of 2 is what two observations are.
	twice := Regression{Columns: r.Columns, X: r.X, Y: r.Y, Deals: r.Deals, Weights: make([]float64, len(r.Y))}
	double := Regression{Columns: r.Columns}
	for i := range r.Y {
		twice.Weights[i] = float64(1 + i%2)
		for range 1 + i%2 {
			double.X, double.Y, double.Deals = append(double.X, r.X[i]), append(double.Y, r.Y[i]), append(double.Deals, r.Deals[i])
		}
	}
	a, err := twice.Fit()
	if err != nil {
		t.Fatal(err)
	}
	b, err := double.Fit()
	if err != nil {
		t.Fatal(err)
	}
	x, _ := a.Coefficient("constant", 0.95)
	z, _ := b.Coefficient("constant", 0.95)
	near(t, "weighted value", x.Value, z.Value, 1e-12)
	near(t, "weighted se", x.SE, z.SE, 1e-12)
}

// factorial is 2 x 3 with an interaction: each deal is played in every cell.
func factorial(coding Coding) Design {
	return Design{
		Factors: []Factor{
			{"board", []string{"standard", "super"}, coding},
			{"tiles", []string{"standard", "super", "doubled"}, coding},
		},
		Interactions: [][]string{{"board", "tiles"}},
	}
}

var cellMeans = map[[2]string]float64{
	{"standard", "standard"}: 400, {"standard", "super"}: 420, {"standard", "doubled"}: 390,
	{"super", "standard"}: 500, {"super", "super"}: 700, {"super", "doubled"}: 550,
}

func experiment(t *testing.T, d Design, rng *rand.Rand, deals int) Fit {
	t.Helper()
	columns, err := d.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var cells [][]float64
	var means []float64
	for _, board := range d.Factors[0].Levels {
		for _, tiles := range d.Factors[1].Levels {
			row, err := d.Row(board, tiles)
			if err != nil {
				t.Fatal(err)
			}
			cells, means = append(cells, row), append(means, cellMeans[[2]string{board, tiles}])
		}
	}
	r := Regression{Columns: columns}
	for deal := range deals {
		luck := 30 * rng.NormFloat64()
		for i, row := range cells {
			r.X = append(r.X, row)
			r.Y = append(r.Y, means[i]+luck+10*rng.NormFloat64())
			r.Deals = append(r.Deals, int64(deal))
		}
	}
	f, err := r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Contrasts of cells do not depend on how factors are coded; coefficients are
// what the coding says.
func TestDesign(t *testing.T) {
	if got, _ := factorial(Treatment).Columns(); !slices.Equal(got, []string{
		"constant", "board=super", "tiles=super", "tiles=doubled", "board=super:tiles=super", "board=super:tiles=doubled",
	}) {
		t.Errorf("columns are %q", got)
	}
	if got, _ := factorial(Sum).Row("super", "doubled"); !slices.Equal(got, []float64{1, -1, -1, -1, 1, 1}) {
		t.Errorf("row of the last levels is %v", got)
	}
	var contrasts []Estimate
	for _, coding := range []Coding{Treatment, Sum} {
		d := factorial(coding)
		f := experiment(t, d, rand.New(rand.NewPCG(14, 14)), 50)
		weights, err := d.Contrast([]string{"super", "super"}, []string{"standard", "doubled"})
		if err != nil {
			t.Fatal(err)
		}
		e, err := f.Contrast(weights, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		contrasts = append(contrasts, e)
		if coding == Sum {
			constant, _ := f.Coefficient("constant", 0.95)
			near(t, "mean of all cells", constant.Value, (400+420+390+500+700+550)/6.0, 20)
		} else {
			interaction, _ := f.Coefficient("board=super:tiles=super", 0.95)
			near(t, "interaction", interaction.Value, 700-500-(420-400), 12)
		}
	}
	a, b := contrasts[0], contrasts[1]
	near(t, "contrast", a.Value, b.Value, 1e-9)
	near(t, "its se", a.SE, b.SE, 1e-9)
	// Luck is shared by the cells of a deal, so it is no part of the error.
	near(t, "se", a.SE, 10*math.Sqrt(2.0/50), 0.6)

	d := factorial(Sum)
	for _, levels := range [][]string{{"super"}, {"super", "none"}} {
		if _, err := d.Row(levels...); err == nil {
			t.Errorf("levels %q have a row", levels)
		}
	}
	d.Interactions = [][]string{{"board", "seats"}}
	if _, err := d.Columns(); err == nil || !strings.Contains(err.Error(), `no factor "seats"`) {
		t.Errorf("error is %v", err)
	}
	d.Factors[1].Levels = d.Factors[1].Levels[:1]
	if _, err := d.Columns(); err == nil || !strings.Contains(err.Error(), "has 1 levels") {
		t.Errorf("error is %v", err)
	}
}

func TestCoverageOfContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 15))
	d := factorial(Treatment)
	contrast, err := d.Contrast([]string{"super", "doubled"}, []string{"standard", "standard"})
	if err != nil {
		t.Fatal(err)
	}
	covers(t, "contrast", simulations, func(int) (Estimate, float64) {
		e, err := experiment(t, d, rng, 40).Contrast(contrast, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		return e, 150
	})
	// Of a mean of cells the luck is a part.
	covers(t, "constant", simulations, func(int) (Estimate, float64) {
		e, err := experiment(t, d, rng, 40).Coefficient("constant", 0.95)
		if err != nil {
			t.Fatal(err)
		}
		return e, 400
	})
}

func TestRegressionRefuses(t *testing.T) {
	good := func() Regression {
		return Regression{
			Columns: []string{"constant", "a", "b"},
			X:       [][]float64{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}},
			Y:       []float64{1, 2, 3, 5}, Deals: []int64{1, 1, 2, 2},
		}
	}
	f, err := good().Fit()
	if err != nil {
		t.Fatal(err)
	}
	e, _ := f.Coefficient("a", 0.95)
	if !warns(e, FewClusters) || !warns(e, FewDeals) || warns(e, UnequalCells) {
		t.Errorf("warnings are %q", e.Warnings)
	}
	if _, err := f.Coefficient("c", 0.95); err == nil {
		t.Error("there is a coefficient c")
	}
	if _, err := f.Contrast([]float64{1}, 0.95); err == nil {
		t.Error("one weight of three columns is taken")
	}
	for want, change := range map[string]func(*Regression){
		`"b" is a combination of those before it`: func(r *Regression) {
			for i := range r.X {
				r.X[i][2] = 1 - r.X[i][1]
			}
		},
		`"a" is 0 everywhere`: func(r *Regression) {
			for i := range r.X {
				r.X[i][1] = 0
			}
		},
		"is not finite":              func(r *Regression) { r.Y[2] = math.NaN() },
		"row 1 has 2 values":         func(r *Regression) { r.X[1] = r.X[1][:2] },
		"expected no fewer":          func(r *Regression) { r.X, r.Y, r.Deals = r.X[:2], r.Y[:2], r.Deals[:2] },
		"3 deals":                    func(r *Regression) { r.Deals = r.Deals[:3] },
		"1 weights":                  func(r *Regression) { r.Weights = []float64{1} },
		"expected more than 0":       func(r *Regression) { r.Weights = []float64{1, 1, 0, 1} },
		"regression without columns": func(r *Regression) { r.Columns = nil },
	} {
		r := good()
		change(&r)
		if _, err := r.Fit(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, expected %q", err, want)
		}
	}
	// As many columns as observations leave no residual, one deal no spread.
	r := good()
	r.X, r.Y, r.Deals = r.X[:3], r.Y[:3], []int64{1, 2, 3}
	f, err = r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := f.Coefficient("a", 0.95); !math.IsNaN(e.SE) || math.Abs(e.Value-1) > 1e-12 {
		t.Errorf("coefficient of as many columns as observations is %v", e)
	}
	// Cells of unequal size, and a fit without error.
	r = good()
	for i := range 40 {
		row := []float64{1, float64(i % 2), float64(i % 2 * (i / 2 % 2))}
		r.X, r.Y, r.Deals = append(r.X, row), append(r.Y, 1+2*row[1]+0.1*row[2]), append(r.Deals, int64(i+3))
	}
	r.Y[1], r.Y[2], r.Y[3] = 3, 1.1, 3.1
	f, err = r.Fit()
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := f.Coefficient("a", 0.95); !warns(e, UnequalCells) || !warns(e, AllAlike) || !math.IsNaN(e.SE) {
		t.Errorf("coefficient of unequal cells without error is %v", e)
	}
}
