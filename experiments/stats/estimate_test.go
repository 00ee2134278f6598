package stats

import (
	"encoding/json"
	"math"
	"testing"
)

// From any table of Student's t, such as Fisher and Yates: P = 0.05 two-sided,
// and 0.01 at the end.
func TestQuantile(t *testing.T) {
	for _, c := range []struct{ level, df, want float64 }{
		{0.95, 1, 12.706}, {0.95, 2, 4.303}, {0.95, 10, 2.228}, {0.95, 30, 2.042}, {0.95, 120, 1.980},
		{0.95, 1e12, 1.960}, {0.99, 10, 3.169}, {0.99, 1e12, 2.576},
	} {
		near(t, "quantile", quantile(c.level, c.df), c.want, 5e-4)
	}
	for _, level := range []float64{0, 1, -1, math.NaN()} {
		if q := quantile(level, 5); !math.IsNaN(q) {
			t.Errorf("quantile of level %v is %v", level, q)
		}
	}
	near(t, "tail", 2*studentCDF(-2.228, 10), 0.05, 1e-4)
}

func TestEstimateJSON(t *testing.T) {
	e := Estimate{1.0 / 3, math.NaN(), math.Inf(1), 0.1, 0.95, 9, 10, nil}.With(FewDeals, FewDeals)
	got, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"value":0.3333333333,"low":null,"high":null,"se":0.1,"level":0.95,"df":9,"n":10,"warnings":["` + string(FewDeals) + `"]}`
	if string(got) != want {
		t.Errorf("json is\n%s, expected\n%s", got, want)
	}
	var back Estimate
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if back.Value != 0.3333333333 || !math.IsNaN(back.Low) || back.N != 10 || !warns(back, FewDeals) {
		t.Errorf("read back as %v", back)
	}
	if b, err := json.Marshal(Estimate{Value: math.MaxFloat64}); err != nil {
		t.Errorf("%s: %v", b, err)
	}
}

func TestEstimateScaled(t *testing.T) {
	e := student(2, 1, 10, 40, 0.95)
	s := e.Scaled(-3)
	near(t, "value", s.Value, -6, 0)
	near(t, "low", s.Low, -3*e.High, 0)
	near(t, "high", s.High, -3*e.Low, 0)
	near(t, "se", s.SE, 3, 0)
	near(t, "p", s.P(0), e.P(0), 1e-15)
	near(t, "p of the value", e.P(2), 1, 1e-15)
}
