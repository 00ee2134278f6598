package stats

import (
	"math"
	"testing"
)

// An estimate from a standard error is that from the figures it comes from.
func TestStudentIsMean(t *testing.T) {
	x := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	want := Mean(x, 0.95)
	got := Student(want.Value, want.SE, len(x), 0.95)
	if got.Low != want.Low || got.High != want.High || got.DF != want.DF || got.N != want.N || len(got.Warnings) != len(want.Warnings) {
		t.Errorf("%+v, not %+v", got, want)
	}
	if one := Student(3, 7, 1, 0.95); one.Value != 3 || !math.IsNaN(one.SE) || !math.IsNaN(one.Low) {
		t.Errorf("of one deal %+v", one)
	}
}
