package agents

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"

	"quadword/engine"
)

// tempered chooses among the moves with probabilities in proportion to
// exp(equity / temperature) (Boltzmann's distribution; "softmax"): at a
// temperature of 3 points a move 3 points worse is played 2.7 times less
// often. Games of it show moves and positions that the best move never leads
// to.
type tempered struct {
	static
	temperature int32 // thousandths of a point
}

// coldest is how many temperatures worse than the best a move may be and still
// be played: what is cut off has the probability of 6 in a million each.
const coldest = 12

// maxTemperature keeps coldest temperatures within an int32.
const maxTemperature = 100_000 // points

// parseTemperature reads a temperature in points, 0 for none.
func parseTemperature(text string) (int32, error) {
	t, err := strconv.ParseFloat(text, 64)
	if err == nil && t >= 0 && t <= maxTemperature {
		thousandths := int32(math.Round(t * 1000))
		if decimal(float64(thousandths)/1000) == text {
			return thousandths, nil
		}
	}
	return 0, fmt.Errorf("temperature %q: expected 0 to %d points, to three decimals and in the shortest form, as in 3 or 0.25", text, maxTemperature)
}

func checkTemperature(text string) error {
	_, err := parseTemperature(text)
	return err
}

func (a *tempered) Choose(_ context.Context, v engine.View, rng *rand.Rand) (Decision, error) {
	a.moves = a.generator.Within(a.moves[:0], v, a.eval, coldest*a.temperature)
	best := a.moves[0].Equity
	total := uint64(0)
	for i := range a.moves {
		total += a.weight(best - a.moves[i].Equity)
	}
	// By a Stream, since rng may draw from a range otherwise in another release
	// of Go.
	stream := engine.NewStream(rng.Uint64())
	drawn := below(&stream, total)
	for i := range a.moves {
		weight := a.weight(best - a.moves[i].Equity)
		if drawn < weight {
			d := a.decision(v, i)
			d.Probability = Some(float64(weight) / float64(total))
			d.Candidates = Some(int32(len(a.moves)))
			if other := min(1-min(i, 1), len(a.moves)-1); other != i && d.Equity.Valid && a.moves[other].Kind != engine.Pass {
				d.RunnerUp = Some(a.moves[other].Equity)
			}
			return d, nil
		}
		drawn -= weight
	}
	panic("agents: a draw beyond the sum of the weights")
}

// below is uniform over 0..n-1, but for a bias below n/2^64.
func below(s *engine.Stream, n uint64) uint64 {
	hi, _ := bits.Mul64(s.Uint64(), n)
	return hi
}

// weight is exp(-loss / temperature) in 2^-40, never 0.
func (a *tempered) weight(loss int32) uint64 {
	return 1 + uint64(exp(-float64(loss)/float64(a.temperature))*(1<<40))
}

// exp is e to the power of x for -coldest <= x <= 0, to 14 digits. That of the
// library differs from processor to processor in the last bit; this one does
// not, since no product is added to unrounded.
func exp(x float64) float64 {
	const halvings = 8
	x /= 1 << halvings // exact; |x| < 0.05 now, where eight terms are enough
	sum := 1.0
	for i := 8.0; i >= 1; i-- {
		sum = 1 + float64(x*sum)/i
	}
	for range halvings {
		sum = float64(sum * sum)
	}
	return sum
}
