package plots

import (
	"fmt"
	"math"
	"testing"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/experiments/stats"
)

func estimated(value, half float64) stats.Estimate {
	return stats.Estimate{Value: value, Low: value - half, High: value + half, SE: half / 2, Level: 0.95, DF: 99, N: 100}
}

func at(x float64) *float64 { return &x }

// gallery is a plot of each kind, as reports have them.
func gallery(t testing.TB) []document.Plot {
	t.Helper()
	var turns, equity, greedy, random Line
	for i := range 34 {
		x := float64(i + 1)
		turns.X = append(turns.X, x)
		equity.Y = append(equity.Y, estimated(44-0.02*(x-14)*(x-14), 1+x/10))
		greedy.Y = append(greedy.Y, estimated(38-0.03*(x-12)*(x-12), 1+x/10))
		random.Y = append(random.Y, estimated(8+math.Sin(x/3), 0.7))
	}
	equity.X, greedy.X, random.X = turns.X, turns.X, turns.X
	equity.Label, greedy.Label, random.Label = "equity", "greedy", "random"
	random.Y[20].Value = math.NaN()
	bell := func(label string, from, middle, spread float64) Distribution {
		d := Distribution{Label: label, From: from, Width: 25}
		for i := range 28 {
			z := (d.edge(i) + 12.5 - middle) / spread
			d.Counts = append(d.Counts, int64(2000*math.Exp(-z*z/2)))
		}
		return d
	}
	plots := []document.Plot{
		Intervals{Label: "win rate", Percent: true, Decimals: 1, Reference: at(0.5), Rows: []Row{
			{"champion", estimated(0.731, 0.031)}, {"equity:leaves=none,unseen=off,temperature=3,lexicon=words.txt", estimated(0.562, 0.034)}, {"greedy", estimated(0.471, 0.036)}, {"random", estimated(0.021, 0.011)},
		}}.Plot("intervals", "Share of games won against all others, with intervals of 95 %.", "Win rates of four agents"),
		Lines{XLabel: "turn", YLabel: "points a turn", FromZero: true, Lines: []Line{equity, greedy, random}}.Plot("lines", "Score over the turns of a game; bands are intervals of 95 %.", "Score by turn for three agents"),
		Lines{XLabel: "tiles in the bag", YLabel: "bingos a turn", FromZero: true, Falling: true, Percent: true, Lines: []Line{{X: []float64{10, 30, 50, 70, 86}, Y: []stats.Estimate{estimated(0.04, 0.01), estimated(0.09, 0.01), estimated(0.1, 0.01), estimated(0.11, 0.01), estimated(0.12, 0.01)}}}}.Plot("bag", "Bingos against the bag.", "Bingos against the bag"),
		Histogram{XLabel: "score", Of: "games", Series: []Distribution{bell("equity", 100, 430, 70), bell("greedy", 50, 380, 75)}}.Plot("histogram", "Scores.", "Scores of two agents"),
		Histogram{XLabel: "score", Of: "games", Series: []Distribution{bell("S = 4", 100, 430, 70), bell("S = 6", 50, 380, 75), bell("S = 8", 50, 390, 75), bell("S = 10", 50, 400, 65)}}.Plot("multiples", "Scores by the number of S tiles.", "Scores by S"),
		Calibration{XLabel: "predicted", YLabel: "won", Points: []Prediction{{0.03, estimated(0.04, 0.02)}, {0.15, estimated(0.13, 0.03)}, {0.35, estimated(0.36, 0.04)}, {0.5, estimated(0.49, 0.04)}, {0.72, estimated(0.75, 0.05)}, {0.97, estimated(0.98, 0.01)}}}.Plot("calibration", "Predicted against observed.", "Calibration of win probabilities"),
	}
	for _, name := range engine.LayoutNames() {
		layout, ok := engine.BuiltinLayout(name)
		if !ok {
			t.Fatal(name)
		}
		n := layout.Dim()
		values := make([]float64, n*n)
		for i := range values {
			dx, dy := float64(i%n-n/2), float64(i/n-n/2)
			values[i] = math.Exp(-(dx*dx+dy*dy)/80) * (0.8 + 0.2*math.Cos(float64(i*7)))
		}
		values[3] = math.NaN()
		plots = append(plots, Board{Layout: layout, Values: values, Label: "share of games in which a square is covered", Percent: true, Decimals: 1}.Plot("board-"+name, "Squares covered.", fmt.Sprintf("Heat map of the %s board", name)))
	}
	return plots
}
