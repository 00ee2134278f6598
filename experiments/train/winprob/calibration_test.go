package winprob

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/agents/winprob"
	"quadword/sim/dataset"
)

// level is a table that gives P(win) by unseen tiles: 1000, 2999, 10000-1.
func level(t testing.TB) *winprob.Table {
	t.Helper()
	table, err := winprob.New(tiny, 5, func(_ bool, unseen, _ int) int { return []int{1000, 2999, 9999}[unseen-1] })
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func near(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 1e-9 }

func TestCalibration(t *testing.T) {
	s := newScorer("mine", level(t))
	for _, x := range []state{
		{deal: 3, unseen: 1, halves: 0}, {deal: 3, unseen: 1, halves: 2}, {deal: 3, unseen: 2, halves: 1},
		{deal: 7, unseen: 1, halves: 0}, {deal: 7, unseen: 3, halves: 2},
		{run: 1, deal: 7, unseen: 1, halves: 0}, {run: 1, deal: 7, unseen: 1, halves: 0},
	} {
		s.add(&x)
	}
	c := s.calibration()
	if c.States != 7 || c.Method != "mine" {
		t.Errorf("%+v", c)
	}
	// 10 % is in the second decile: 5 states, 1 of them won.
	b := c.Deciles[1]
	if b.From != 10 || b.States != 5 || !near(b.Predicted, 10) || !near(b.Observed, 20) || !near(b.Difference, 10) {
		t.Errorf("%+v", b)
	}
	// Deals with sums of 0.8, -0.1 and -0.2, of 2, 1 and 2 states. The mean is
	// 0.1, the residuals 0.6, -0.2 and -0.4, their squares 0.56.
	if !near(b.SE, 100*math.Sqrt(3.0/2*0.56)/5) {
		t.Errorf("standard error %v", *b.SE)
	}
	b = c.Deciles[2]
	if b.States != 1 || !near(b.Predicted, 29.99) || !near(b.Observed, 50) || b.SE != nil {
		t.Errorf("%+v", b)
	}
	if b = c.Deciles[0]; b.States != 0 || b.Predicted != nil || b.Observed != nil || b.Difference != nil || b.SE != nil {
		t.Errorf("%+v", b)
	}
	if b = c.Deciles[9]; b.From != 90 || b.States != 1 {
		t.Errorf("%+v", b)
	}
	if math.Abs(c.Largest-20.01) > 1e-9 {
		t.Errorf("largest %v", c.Largest)
	}
	// Racks of one: phases 1, 2 and 3.
	if len(c.Phases) != 3 || c.Phases[0].From != 1 || c.Phases[0].To != 1 || c.Phases[2].From != 3 || c.Phases[2].To != 3 ||
		c.Phases[0].Deciles[1].States != 5 || c.Phases[1].Deciles[2].States != 1 || c.Phases[2].Deciles[9].States != 1 {
		t.Errorf("%+v", c.Phases)
	}
	loss := -(math.Log(0.1) + 4*math.Log(0.9) + (math.Log(0.2999)+math.Log(0.7001))/2 + math.Log(0.9999)) / 7
	if math.Abs(c.LogLoss-loss) > 1e-6 {
		t.Errorf("log loss %v, want %v", c.LogLoss, loss)
	}
	if c = newScorer("mine", level(t)).calibration(); c.LogLoss != 0 || c.Largest != 0 {
		t.Errorf("of nothing: %+v", c)
	}
}

// The standard error covers what it says: of deals whose games go together, the
// difference is within 1.96 of them in 95 of 100 cases.
func TestStandardErrorCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const trials = 1000
	covered := 0
	for range trials {
		var sum tally
		for deal := range int64(200) {
			halves := int64(0)
			if rng.Float64() < 0.3 {
				halves = 2
			}
			for range 1 + rng.IntN(6) { // all states of a deal end alike
				sum.add(&state{deal: deal, halves: halves}, 3000)
			}
		}
		if b := sum.bin(3); math.Abs(*b.Difference) < 1.96**b.SE {
			covered++
		}
	}
	if covered < 925 || covered > 970 {
		t.Errorf("%d of %d intervals cover the truth, want about 950", covered, trials)
	}
}

func TestWriteTextAndSVG(t *testing.T) {
	training, err := Train(t.Context(), []*dataset.Reader{playedRun(t, 40, func(*dataset.Spec, *dataset.MoveRow) {})}, 60)
	if err != nil {
		t.Fatal(err)
	}
	var text, svg, again strings.Builder
	if err := errors.Join(training.WriteText(&text), training.WriteSVG(&svg), training.WriteSVG(&again)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"40 games on 40 deals: board standard, tile set standard, lexicon open, agents greedy random\n",
		"on the 10 deals held out", "isotonic  ", "logistic  ", "90-100  ", "31-60  ",
		"1 to 93 tiles unseen, spreads to ±60, sha256 " + training.SHA256 + "\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), " \n") {
		t.Errorf("wrote\n%s", text.String())
	}
	if svg.String() != again.String() {
		t.Error("two plots of the same differ")
	}
	shown := map[string]bool{}
	for d := xml.NewDecoder(strings.NewReader(svg.String())); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			shown[strings.TrimSpace(string(data))] = true
		}
	}
	for _, want := range []string{"won, %", "P(win) predicted, %", "spread, points", "1 unseen", "93 unseen"} {
		if !shown[want] {
			t.Errorf("the plot does not say %q", want)
		}
	}
	if err := training.WriteText(failing{}); err == nil {
		t.Error("a writer that fails is no error")
	}
	if err := training.WriteSVG(failing{}); err == nil {
		t.Error("a writer that fails is no error")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
