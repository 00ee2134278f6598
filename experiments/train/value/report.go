package value

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"quadword/agents/value"
)

// Report is how a model was fitted and how well it predicts. All errors are
// those on the deals held out, and standard errors are clustered by deal.
type Report struct {
	Board   string `json:"board"`
	TileSet string `json:"tile_set"`
	Lexicon string `json:"lexicon"`
	Leaves  string `json:"leaves"` // name of the table, none without one
	SHA256  string `json:"sha256"` // of the model

	TrainingDeals int64   `json:"training_deals"`
	TrainingMoves int64   `json:"training_moves"`
	HeldOutDeals  int64   `json:"held_out_deals"`
	HeldOutMoves  int64   `json:"held_out_moves"`
	Penalty       float64 `json:"penalty"`

	Spread      []SpreadError  `json:"spread"`
	Result      []ResultError  `json:"result"`
	Calibration []Calibration  `json:"calibration"`
	Weights     []FigureWeight `json:"weights"` // in the order of the table
}

// SpreadError is how far predictions of the final spread are off.
type SpreadError struct {
	Predictor string  `json:"predictor"`
	RMSE      float64 `json:"rmse"` // points
	R2        float64 `json:"r2"`   // share of the variance that is explained
}

// ResultError is how far predictions of the result are off.
type ResultError struct {
	Predictor string  `json:"predictor"`
	LogLoss   float64 `json:"log_loss"`
	Brier     float64 `json:"brier"` // mean squared error
}

// Calibration is what became of the moves for which the model says that the
// game is won with a probability in a band.
type Calibration struct {
	From      float64 `json:"from"`
	To        float64 `json:"to"`
	Moves     int64   `json:"moves"`
	Predicted float64 `json:"predicted"` // mean
	Observed  float64 `json:"observed"`  // mean, a draw counting half
	SE        float64 `json:"se"`        // of the difference
}

// FigureWeight is what a figure weighs. The weights and their errors are for a
// unit of the figure: points of spread, and logits times the square root of
// the number of unseen tiles.
type FigureWeight struct {
	Figure   string  `json:"figure"`
	Unit     string  `json:"unit,omitempty"`
	Mean     float64 `json:"mean"`
	SD       float64 `json:"sd"`
	Spread   float64 `json:"spread"`
	SpreadSE float64 `json:"spread_se"`
	Win      float64 `json:"win"`
	WinSE    float64 `json:"win_se"`
}

func (f *fitter) report(m *value.Model) *Report {
	held := f.byFold[0]
	r := &Report{
		Board: f.source.Rules.Layout.Name, TileSet: f.source.Rules.TileSet.Name, Lexicon: f.source.Lexicon.Name(),
		Leaves: "none", SHA256: m.SHA256(), Penalty: f.penalty,
		TrainingDeals: f.ends.deals, TrainingMoves: int64(f.train.product(0, 0)),
		HeldOutDeals: f.ends.heldDeals, HeldOutMoves: int64(held.product(0, 0)),
	}
	if f.source.Leaves != nil {
		r.Leaves = f.source.Leaves.Name()
	}
	n, last := held.product(0, 0), held.size-1
	variance := held.product(last, last) - held.product(0, last)*held.product(0, last)/n
	for _, p := range f.spreads {
		sum := squaredError(held, p.weights)
		r.Spread = append(r.Spread, SpreadError{p.name, math.Sqrt(sum / n), 1 - sum/variance})
	}
	for i, l := range f.ends.loss {
		name := "model"
		if i < len(f.results) {
			name = f.results[i].name
		}
		r.Result = append(r.Result, ResultError{name, l.log / f.ends.held, l.square / f.ends.held})
	}
	for i, b := range f.ends.bands {
		c := Calibration{From: float64(i) / bins, To: float64(i+1) / bins, Moves: int64(b.n)}
		if b.n > 0 {
			c.Predicted, c.Observed, c.SE = b.predicted/b.n, b.observed/b.n, math.Sqrt(b.squares)/b.n
		}
		r.Calibration = append(r.Calibration, c)
	}
	r.Weights = f.figureWeights()
	return r
}

// figureWeights are the weights of the figures that vary.
func (f *fitter) figureWeights() []FigureWeight {
	d := &f.design
	var spreadSE, winSE []float64
	if chol, err := penalised(d.normal(f.train), f.penalty); err == nil {
		spreadSE = standardErrors(chol, f.ends.spreads, f.ends.deals)
	}
	if chol, err := f.full.information(f.ends.curvature.slopes); err == nil {
		winSE = standardErrors(chol, f.ends.wins, f.ends.deals)
	}
	win := f.winWeights()
	rows := make([]FigureWeight, len(d.columns))
	for c, i := range d.columns {
		figure := f.figures[i]
		steps := float64(figure.Scale())
		rows[c] = FigureWeight{
			Figure: figure.Name, Unit: figure.Feature.Unit,
			Mean: d.mean[i] / steps, SD: d.sd[i] / steps,
			Spread: f.weights[i] * steps, SpreadSE: spreadSE[c] / d.sd[i] * steps,
			Win: win[i] * steps, WinSE: winSE[c] / d.sd[i] * steps,
		}
	}
	rows[0].SD = 0 // the constant has none
	return rows
}

// WriteText writes the report as text for people.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "board %s, tile set %s, lexicon %s, leaves %s\n", r.Board, r.TileSet, r.Lexicon, r.Leaves)
	fmt.Fprintf(w, "fitted to %d moves of %d deals, penalty %g; errors are those on %d moves of %d deals held out\n\n",
		r.TrainingMoves, r.TrainingDeals, r.Penalty, r.HeldOutMoves, r.HeldOutDeals)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "final spread by\tRMSE\tR²\t")
	for _, e := range r.Spread {
		fmt.Fprintf(t, "%s\t%.3f\t%.4f\t\n", e.Predictor, e.RMSE, e.R2)
	}
	fmt.Fprintln(t, "\nresult by\tlog loss\tBrier\t")
	for _, e := range r.Result {
		fmt.Fprintf(t, "%s\t%.5f\t%.5f\t\n", e.Predictor, e.LogLoss, e.Brier)
	}
	fmt.Fprintln(t, "\nwin %\tmoves\tpredicted\tobserved\tdifference\t")
	for _, c := range r.Calibration {
		if c.Moves > 0 {
			fmt.Fprintf(t, "%.0f-%.0f\t%d\t%.2f\t%.2f\t%+.2f ±%.2f\t\n", 100*c.From, 100*c.To, c.Moves,
				100*c.Predicted, 100*c.Observed, 100*(c.Observed-c.Predicted), 100*c.SE)
		}
	}
	fmt.Fprintln(t, "\nfigure\tmean\tsd\tspread\t±\twin\t±\t")
	for _, f := range r.Weights {
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\t%.4f\t%.4f\t%.5f\t%.5f\t\n", f.Figure, f.Mean, f.SD, f.Spread, f.SpreadSE, f.Win, f.WinSE)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n± is a standard error, by deal. sha256 %s\n", r.SHA256)
	return err
}
