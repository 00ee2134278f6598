package agents

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"quadword/engine"
	"quadword/engine/movegen"
)

// TestExp compares with the library, whose last bit may differ by processor.
func TestExp(t *testing.T) {
	for x := 0.0; x >= -coldest; x -= 1.0 / 128 {
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 1e-13*want {
			t.Fatalf("exp(%v) is %v, expected %v", x, got, want)
		}
	}
}

// TestTemperature: moves are played in proportion to exp(equity/temperature),
// and say so.
func TestTemperature(t *testing.T) {
	lex := smallLexicon(t, "cab cabs aa ab")
	const points = 2
	a, v := seated(t, "equity:leaves=none,temperature=2", emptyBoard+" AABCVWX/ 0/0 0", lex)
	g, err := movegen.New(v.Rules(), lex)
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Within(nil, v, &movegen.Evaluation{}, coldest*1000*points)
	total := 0.0
	for _, m := range moves {
		total += math.Exp(float64(m.Score) / points)
	}
	want := map[engine.Move]float64{}
	for _, m := range moves {
		want[m.Move] = math.Exp(float64(m.Score)/points) / total
	}
	const n = 20_000
	seen := map[engine.Move]int{}
	rng := rand.New(rand.NewPCG(3, 4))
	for range n {
		d, err := a.Choose(context.Background(), v, rng)
		if err != nil {
			t.Fatal(err)
		}
		p, known := want[d.Move]
		if !known || math.Abs(d.Probability.V-p) > 1e-9 || int(d.Candidates.V) != len(moves) {
			t.Fatalf("%+v is said to have probability %v of %d moves, expected %v of %d", d.Move, d.Probability, d.Candidates.V, p, len(moves))
		}
		best := moves[0].Equity
		if d.Move == moves[0].Move {
			best = moves[1].Equity
		}
		if d.RunnerUp != Some(best) {
			t.Fatalf("the best other is %v, expected %d", d.RunnerUp, best)
		}
		seen[d.Move]++
	}
	for m, p := range want {
		if off := float64(seen[m]) - n*p; math.Abs(off) > 5*math.Sqrt(n*p*(1-p))+1 {
			t.Errorf("%+v of probability %v came %d times of %d", m, p, seen[m], n)
		}
	}
	if len(moves) < 10 {
		t.Errorf("%d moves try little", len(moves))
	}
}
