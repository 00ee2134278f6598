package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What is simulated here are matches in which the games of a pair depend on each
// other: with probability tied a pair is one win each whatever the agents are
// worth, as where the deal decides; else its games are independent. 0.3 % of the
// games are drawn.
const (
	tied  = 0.3
	drawn = 0.003
)

// match is the distribution of a pair's points for a mean score.
func match(score float64) (p [5]float64) {
	// The part that is not tied has to bring in all of the difference.
	s := 0.5 + (score-0.5)/(1-tied)
	game := [3]float64{1 - s - drawn/2, drawn, s - drawn/2}
	for i, a := range game {
		for j, b := range game {
			p[i+j] += (1 - tied) * a * b
		}
	}
	p[2] += tied
	return p
}

func play(rng *rand.Rand, pairs int, p [5]float64) (c Pentanomial) {
	for range pairs {
		x, i := rng.Float64(), 0
		for i < 4 && x >= p[i] {
			x -= p[i]
			i++
		}
		c[i]++
	}
	return c
}

// meanOf and normalizedOf are the true figures of a distribution.
func meanOf(p [5]float64) float64 {
	c := cells{k: 5, at: Pentanomial{}.cells().at, n: p, games: 2}
	return c.mean()
}

func normalizedOf(p [5]float64) float64 {
	c := cells{k: 5, at: Pentanomial{}.cells().at, n: p, games: 2}
	return (c.mean() - 0.5) / math.Sqrt(2*c.moment(2)) * normalized
}

// covers fails unless the share of intervals that hold the truth is 93 to 97 %.
// Of 2,000 intervals that hold it in 95 %, 99.99 % of the time it is within
// 1.9 points of that; of 400, within 4.2, so the bounds are wider there.
func covers(t *testing.T, what string, n int, one func(i int) (e Estimate, truth float64)) {
	t.Helper()
	held := 0
	for i := range n {
		e, truth := one(i)
		if e.Low <= truth && truth <= e.High {
			held++
		}
	}
	share, slack := float64(held)/float64(n), 0.02
	if n < 2000 {
		slack = 4 * math.Sqrt(0.95*0.05/float64(n))
	}
	t.Logf("%s: the 95 %% intervals hold the truth in %.2f %% of %d", what, 100*share, n)
	if math.Abs(share-0.95) > slack {
		t.Errorf("%s: the 95 %% intervals hold the truth in %.2f %%, expected 95 ±%.1f", what, 100*share, 100*slack)
	}
}

func TestCoverageOfScores(t *testing.T) {
	for _, c := range []struct {
		name  string
		pairs int
		p     [5]float64
	}{
		{"equals", 100, match(0.5)},
		{"better", 200, match(0.56)},
		{"much better", 200, match(0.8)},
		{"nearly always tied", 2000, [5]float64{0.004, 0.001, 0.985, 0.001, 0.009}},
		{"nearly always won", 500, [5]float64{0.001, 0.001, 0.039, 0.004, 0.955}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, uint64(c.pairs)))
			score, nelo := meanOf(c.p), normalizedOf(c.p)
			matches := make([]Pentanomial, simulations)
			for i := range matches {
				matches[i] = play(rng, c.pairs, c.p)
			}
			covers(t, "win rate", simulations, func(i int) (Estimate, float64) { return WinRate(matches[i], 0.95), score })
			covers(t, "elo", simulations, func(i int) (Estimate, float64) { return Elo(matches[i], 0.95), EloOf(score) })
			covers(t, "normalised elo", simulations, func(i int) (Estimate, float64) { return NormalizedElo(matches[i], 0.95), nelo })
		})
	}
}

// Error rates of the sequential test at both hypotheses, 5 % each by design. Of
// 2,000 tests 5 % are wrong give or take 0.5 %: above 6.5 % a test is broken. It
// is as well below 2 %, where it would play far more than it must. Parts are of
// 16 pairs, a thirtieth of what it takes.
func TestSPRTErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		model Model
		n     int
		p     func(points float64) [5]float64
	}{
		{"logistic", Logistic, simulations, func(points float64) [5]float64 { return match(ScoreOf(points)) }},
		{"normalised", Normalized, slow, func(points float64) [5]float64 {
			low, high := 0.4, 0.7
			for range 50 {
				if mid := (low + high) / 2; normalizedOf(match(mid)) < points {
					low = mid
				} else {
					high = mid
				}
			}
			return match(low)
		}},
	} {
		for truth, points := range []float64{0, 20} {
			t.Run(c.name+[]string{"/elo0", "/elo1"}[truth], func(t *testing.T) {
				rng := rand.New(rand.NewPCG(4, uint64(truth)))
				p := c.p(points)
				wrong, pairs := 0, 0
				for range c.n {
					q, err := NewSequential[Pentanomial](SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: c.model})
					if err != nil {
						t.Fatal(err)
					}
					for part := 0; q.State().Decision == Continue; part++ {
						if _, err := q.Add(part, play(rng, 16, p)); err != nil {
							t.Fatal(err)
						}
					}
					if (q.State().Decision == AcceptElo1) != (truth == 1) {
						wrong++
					}
					pairs += 16 * q.State().Parts
				}
				rate := float64(wrong) / float64(c.n)
				t.Logf("%.2f %% of %d are wrong, after %d pairs on average", 100*rate, c.n, pairs/c.n)
				slack := 3.3 * math.Sqrt(0.05*0.95/float64(c.n))
				if rate > 0.05+slack || rate < 0.035-slack {
					t.Errorf("%.2f %% are wrong, expected 5 or a little less, ±%.1f", 100*rate, 100*slack)
				}
			})
		}
	}
}

// The trinomial test of games that are not paired.
func TestSPRTErrorsUnpaired(t *testing.T) {
	for truth, points := range []float64{0, 20} {
		rng := rand.New(rand.NewPCG(5, uint64(truth)))
		s := ScoreOf(points)
		wrong := 0
		for range simulations {
			q, err := NewSequential[Trinomial](SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05})
			if err != nil {
				t.Fatal(err)
			}
			for part := 0; q.State().Decision == Continue; part++ {
				var c Trinomial
				for range 32 {
					switch x := rng.Float64(); {
					case x < s-drawn/2:
						c[2]++
					case x < s+drawn/2:
						c[1]++
					default:
						c[0]++
					}
				}
				if _, err := q.Add(part, c); err != nil {
					t.Fatal(err)
				}
			}
			if (q.State().Decision == AcceptElo1) != (truth == 1) {
				wrong++
			}
		}
		rate := float64(wrong) / simulations
		t.Logf("elo%d: %.2f %% of %d are wrong", truth, 100*rate, simulations)
		if rate > 0.065 || rate < 0.02 {
			t.Errorf("elo%d: %.2f %% are wrong, expected 5 or a little less", truth, 100*rate)
		}
	}
}

// kolmogorov is the largest distance of a sample from the uniform distribution,
// times the root of its size: above 1.95 with probability 0.001.
func kolmogorov(p []float64) float64 {
	slices.Sort(p)
	n, d := float64(len(p)), 0.0
	for i, v := range p {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	return d * math.Sqrt(n)
}

// For agents that are equal and draw from streams of their own, p-values are
// uniform. Those of the sign test are whole steps: of 3,000 pairs about 1,000
// differ, a step is 2.5 % at most, and half of it is within what 2,000 values
// leave open.
func TestPValuesAreUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	var sign, superiority, mean []float64
	for range simulations {
		c := play(rng, 3000, match(0.5))
		sign = append(sign, SignTest(c).P)
		superiority = append(superiority, Superiority(c).P)
		e := WinRate(c, 0.95)
		mean = append(mean, e.P(0.5))
	}
	for name, p := range map[string][]float64{"sign test": sign, "superiority": superiority, "win rate": mean} {
		k := kolmogorov(p)
		t.Logf("%s: Kolmogorov's distance is %.2f", name, k)
		if k > 1.95 {
			t.Errorf("%s: Kolmogorov's distance is %.2f, expected less than 1.95", name, k)
		}
	}
}
