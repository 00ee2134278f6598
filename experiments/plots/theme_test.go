package plots

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestContrast(t *testing.T) {
	// Known answers: black on white, and the grey that just passes AA.
	if c := contrast("#000000", "#ffffff"); math.Abs(c-21) > 1e-9 {
		t.Error(c)
	}
	if c := contrast("#767676", "#ffffff"); math.Abs(c-4.54) > 0.005 {
		t.Error(c)
	}
	for theme, name := range []string{"light", "dark"} {
		paper := colour("paper")[theme]
		for _, role := range []string{"ink", "soft"} {
			if c := contrast(colour(role)[theme], paper); c < 4.5 {
				t.Errorf("%s: words of %s have a contrast of %.2f", name, role, c)
			}
		}
		for i := range seriesColours {
			if c := contrast(colour(series(i).role)[theme], paper); c < 3 {
				t.Errorf("%s: lines of series %d have a contrast of %.2f", name, i, c)
			}
		}
		for i := range steps {
			ground, words := step(i)
			if c := contrast(colour(ground.role)[theme], colour(words.role)[theme]); c < 4.5 {
				t.Errorf("%s: words on step %d have a contrast of %.2f", name, i, c)
			}
		}
	}
}

// More is darker on white and lighter on black, at every step, so that the order
// can be seen without seeing colours.
func TestRamp(t *testing.T) {
	for i := 1; i < steps; i++ {
		if luminance(ramp[i][0]) >= luminance(ramp[i-1][0]) || luminance(ramp[i][1]) <= luminance(ramp[i-1][1]) {
			t.Errorf("step %d does not go on", i)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     ticks
		low, high float64
		want      string
	}{
		{ticks{}, 0, 50, "0 10 20 30 40 50"},
		{ticks{}, 0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{ticks{}, -12, 31, "−10 0 10 20 30"},
		{ticks{percent: true}, 0, 1, "0 % 20 % 40 % 60 % 80 % 100 %"},
		{ticks{percent: true}, 0.481, 0.523, "49 % 50 % 51 % 52 %"},
		{ticks{percent: true}, 0, 0.004, "0 % 0.1 % 0.2 % 0.3 % 0.4 %"},
		{ticks{}, 0, 3e8, "0 5e+07 1e+08 1.5e+08 2e+08 2.5e+08 3e+08"},
	} {
		got := ""
		for i, tick := range c.ticks.Ticks(c.low, c.high) {
			if i > 0 {
				got += " "
			}
			got += tick.Label
		}
		if got != c.want {
			t.Errorf("%g to %g: %s, expected %s", c.low, c.high, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	long := "equity:leaves=none,unseen=off,temperature=3"
	if got := fit(long, wordSize, 1000); got != long {
		t.Error(got)
	}
	for room := 20; room < 250; room += 20 {
		got := fit(long, wordSize, vg.Length(room))
		if measure(got, wordSize) > vg.Length(room) || !strings.HasSuffix(got, "…") || len(got) < 4 {
			t.Errorf("%q is %g wide, room is %d", got, float64(measure(got, wordSize)), room)
		}
	}
	if got := fit(long, wordSize, 0); got != "…" {
		t.Errorf("%q fits nothing", got)
	}
}
