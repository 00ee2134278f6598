package value

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"quadword/engine/tile"
)

// MaxWeight bounds the weights of a model, in millionths.
const MaxWeight = 1_000_000_000

// Weight is what a unit of a figure adds to a prediction, in millionths: to the
// final spread, of a point; to the logit of the result, of 1 over the square
// root of the number of unseen tiles.
type Weight struct{ Spread, Win int64 }

// Model predicts the end of a game from the figures of a move. It is immutable.
type Model struct {
	name    string
	figures []Figure
	weights []Weight // by figure
	steps   []Weight // for a step of a figure, in billionths
	sha256  string
}

// New is the model for games with a tile set that has these weights, one for
// each of the set's Figures.
func New(name string, set *tile.Set, weights []Weight) (*Model, error) {
	m := &Model{name: name, figures: Figures(set), weights: slices.Clone(weights)}
	if len(weights) != len(m.figures) {
		return nil, fmt.Errorf("model %s: %d weights for %d figures", name, len(weights), len(m.figures))
	}
	for i, f := range m.figures {
		w := weights[i]
		if max(w.Spread, w.Win) > MaxWeight || min(w.Spread, w.Win) < -MaxWeight {
			return nil, fmt.Errorf("model %s: %s has the weights %d and %d millionths; the bound is %d", name, f.Name, w.Spread, w.Win, MaxWeight)
		}
		// A scale is 1, 10, 100 or 1000, so this is exact.
		perStep := 1000 / int64(f.Scale())
		m.steps = append(m.steps, Weight{w.Spread * perStep, w.Win * perStep})
	}
	sum := sha256.Sum256(m.text())
	m.sha256 = hex.EncodeToString(sum[:])
	return m, nil
}

// Name is what the model is called: by Load, its file without folder and
// extension.
func (m *Model) Name() string { return m.name }

// SHA256 identifies the model: the hash of what Write writes.
func (m *Model) SHA256() string { return m.sha256 }

// Weights are the weights by figure. They are read only.
func (m *Model) Weights() []Weight { return m.weights }

// Prediction is a sum of weighted figures, in billionths. The greater of two
// moves of a position is the better one.
type Prediction int64

// Spread predicts the final spread of the seat that made the move, in
// billionths of a point. The figures are those of an Extractor for the same
// tile set.
func (m *Model) Spread(figures []int32) Prediction {
	var sum int64
	for i, x := range figures {
		sum += int64(x) * m.steps[i].Spread
	}
	return Prediction(sum)
}

// Win predicts the result, in billionths of the logit times the square root of
// the number of unseen tiles.
func (m *Model) Win(figures []int32) Prediction {
	var sum int64
	for i, x := range figures {
		sum += int64(x) * m.steps[i].Win
	}
	return Prediction(sum)
}

// Thousandths is a prediction of a spread in thousandths of a point, rounded,
// halves up.
func (p Prediction) Thousandths() int32 {
	const unit = 1_000_000
	rounded := int64(p) + unit/2
	if rounded < 0 {
		rounded -= unit - 1
	}
	return int32(min(max(rounded/unit, math.MinInt32), math.MaxInt32))
}

// Probability is the probability of winning, a draw counting half, that a
// prediction of a result says with so many tiles unseen before the move.
func (p Prediction) Probability(unseen int) float64 {
	return Logistic(float64(p) / 1e9 / math.Sqrt(float64(max(unseen, 1))))
}
