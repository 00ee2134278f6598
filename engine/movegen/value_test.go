package movegen

import "testing"

// TestWorth: a leave loses as much of its value as tiles have been drawn.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		fade      int32
		bag, full int
		want      int32
	}{
		{0, 1, 86, 1024},
		{224, 86, 86, 1024},
		{224, 43, 86, 912},
		{224, 0, 86, 800},
		{224, 90, 86, 1024}, // more than a game begins with, in a position from elsewhere
		{1500, 0, 86, -476},
		{224, 3, 0, 1024},
	} {
		if got := worth(c.fade, c.bag, c.full); got != c.want {
			t.Errorf("fade %d with %d of %d in the bag: %d, want %d", c.fade, c.bag, c.full, got, c.want)
		}
	}
	for _, c := range []struct{ leave, worth, want int32 }{
		{10_000, 1024, 10_000}, {10_000, 512, 5_000}, {-10_001, 512, -5_000}, {1_000_000, 1024, 1_000_000},
	} {
		val := valuer{worth: c.worth}
		if got := val.of(c.leave); got != c.want {
			t.Errorf("leave %d at %d: %d, want %d", c.leave, c.worth, got, c.want)
		}
	}
}
