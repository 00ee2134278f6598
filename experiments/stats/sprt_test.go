package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The expected ratios are those that fastchess (MIT licence) checks itself by,
// to two decimals; they agree with Fishtest, whose formulas are Van den Bergh's.
func TestLLRPublished(t *testing.T) {
	for _, c := range []struct {
		model      Model
		elo0, elo1 float64
		counts     Counts
		want       float64
	}{
		{Normalized, 0, 2, Trinomial{36027, 68692, 36433}, 0.92},
		{Normalized, -1.75, 0.25, Trinomial{10650, 20431, 10871}, 2.30},
		{Logistic, 0.5, 2.5, Trinomial{21184, 40708, 21404}, -1.57},
		{Logistic, 0, 2, Trinomial{57030, 106593, 57433}, -2.59},
		{Normalized, 0, 2, Pentanomial{365, 16618, 36229, 16974, 390}, 2.25},
		{Normalized, -1.75, 0.25, Pentanomial{127, 4883, 10712, 5150, 104}, 3.01},
		{Normalized, 0, 2, Pentanomial{379, 10170, 21828, 10640, 343}, 2.94598},
		{Normalized, -1.75, 0.25, Pentanomial{93, 18711, 58877, 18739, 100}, 2.9420974720708513},
		{Logistic, 0.5, 2.5, Pentanomial{223, 9863, 21279, 10037, 246}, -3.07},
		{Logistic, 0, 2, Pentanomial{871, 26175, 55983, 26678, 821}, -4.98},
		{Normalized, -1000, -500, Pentanomial{77, 1, 0, 0, 0}, -2.95},
	} {
		s := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: 0.05, Beta: 0.05, Model: c.model}
		near(t, "llr", s.LLR(c.counts), c.want, 0.01*math.Abs(c.want))
	}
}

// t is elo in deviations of a deal.
func deviations(points, games float64) float64 { return points * math.Ln10 / 800 * math.Sqrt(games) }

// Where only one cell was seen, the likeliest distributions are found by hand.
func TestLLRByHand(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: Normalized}
	// Only draws: of a share q of wins, √q/2 = t·√(1-q)/2.
	d := deviations(5, 1)
	near(t, "draws", test.LLR(Trinomial{0, 16700, 0}), -16700*math.Log1p(d*d), 0.02)
	// Only wins of both games: against a share 1-q of losses of both,
	// q - 1/2 = t·√(q(1-q)).
	d = deviations(5, 2)
	q := 0.5 + d/2/math.Sqrt(1+d*d)
	near(t, "wins", test.LLR(Pentanomial{0, 0, 0, 0, 104}), 104*math.Log(q/0.5), 0.02)
	// By a mean score that is given, all else is lost in both.
	test.Model = Logistic
	near(t, "logistic wins", test.LLR(Pentanomial{0, 0, 0, 0, 104}), 104*math.Log(ScoreOf(5)/0.5), 0.02)
	near(t, "no deals", test.LLR(Pentanomial{}), 0, 0)
}

// The shares that deviating finds meet the condition, and other shares that do
// so do not make the counts likelier.
func TestDeviatingIsLikeliest(t *testing.T) {
	moves := 0
	rapid.Check(t, func(t *rapid.T) {
		c := pentanomials().Filter(func(p Pentanomial) bool { return slices.Max(p[:]) <= 10_000 }).Draw(t, "counts").cells().regular()
		d := deviations(rapid.SampledFrom([]float64{-700, -50, -2, 1, 10, 200}).Draw(t, "elo"), 2)
		w, ok := c.deviating(d)
		if !ok {
			t.Fatalf("no distribution is %v deviations off", d)
		}
		p := c
		for i := range c.k {
			p.n[i] = c.n[i] / c.total() / w[i]
		}
		off := func(p *cells) float64 { return p.mean() - 0.5 - d*math.Sqrt(p.moment(2)) }
		if sum := p.total(); math.Abs(sum-1) > 1e-6 || math.Abs(off(&p)) > 1e-6 {
			t.Fatalf("shares %v sum to %v and are off by %v", p.n, sum, off(&p))
		}
		likelihood := func(p *cells) (l float64) {
			for i := range c.k {
				l += c.n[i] / c.total() * math.Log(p.n[i])
			}
			return l
		}
		// What one cell gives to another moves off the condition; what the two
		// outer cells then exchange leads back to it.
		from := rapid.IntRange(0, 4).Draw(t, "from")
		to := (from + rapid.IntRange(1, 4).Draw(t, "by")) % 5
		moved := p
		h := 1e-2 * min(p.n[from], p.n[to])
		moved.n[from] -= h
		moved.n[to] += h
		shift := func(s float64) cells {
			m := moved
			m.n[0] -= s
			m.n[4] += s
			return m
		}
		low, high := -moved.n[4], moved.n[0]
		a, b := shift(low), shift(high)
		if math.Signbit(off(&a)) == math.Signbit(off(&b)) {
			return
		}
		for range halvings {
			mid := (low + high) / 2
			if m := shift(mid); math.Signbit(off(&m)) == math.Signbit(off(&a)) {
				low = mid
			} else {
				high = mid
			}
		}
		moved = shift(low)
		moves++
		if l := likelihood(&moved) - likelihood(&p); l > 1e-6 {
			t.Fatalf("shares %v are likelier than %v by %v", moved.n, p.n, l)
		}
	})
	if moves < 50 && !testing.Short() { // then few are asked for
		t.Errorf("only %d steps were tried", moves)
	}
}

func TestSPRTCheck(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.1}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	// Wald 1947: ln(β/(1-α)) and ln((1-β)/α).
	lower, upper := good.Bounds()
	near(t, "lower", lower, -2.2513, 1e-4)
	near(t, "upper", upper, 2.8904, 1e-4)
	for _, change := range []func(*SPRT){
		func(s *SPRT) { s.Elo1 = 0 },
		func(s *SPRT) { s.Elo1 = math.NaN() },
		func(s *SPRT) { s.Elo0 = math.Inf(-1) },
		func(s *SPRT) { s.Alpha = 0 },
		func(s *SPRT) { s.Beta = 1 },
		func(s *SPRT) { s.Alpha, s.Beta = 0.5, 0.5 },
		func(s *SPRT) { s.Model = 2 },
	} {
		bad := good
		change(&bad)
		if _, err := NewSequential[Pentanomial](bad); err == nil {
			t.Errorf("%+v is taken for a test", bad)
		}
	}
}

// However the parts arrive, the test stops behind the same one, with the same
// counts.
func TestSequentialOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := make([]Pentanomial, 60)
	for i := range parts {
		parts[i] = play(rng, 40, match(0.53))
	}
	run := func(order []int) State[Pentanomial] {
		q, err := NewSequential[Pentanomial](SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: Logistic})
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range order {
			if _, err := q.Add(part, parts[part]); err != nil {
				t.Fatal(err)
			}
		}
		if e := q.Estimate(Elo, 0.95); !warns(e, StoppingBias) {
			t.Errorf("warnings are %q", e.Warnings)
		}
		return q.State()
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	want := run(order)
	if want.Decision != AcceptElo1 || want.Parts < 5 || want.Parts == len(parts) {
		t.Fatalf("the test came to %+v, expected it to stop on the way", want)
	}
	for range 50 {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		if got := run(order); got != want {
			t.Errorf("in the order %v it came to %+v, expected %+v", order, got, want)
		}
	}
	got, err := json.Marshal(want.Decision)
	if string(got) != `"accept elo1"` || err != nil {
		t.Errorf("decision is %s, %v", got, err)
	}
}

func TestSequentialTwice(t *testing.T) {
	q, err := NewSequential[Trinomial](SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{3, 0} {
		if _, err := q.Add(part, Trinomial{1, 0, 1}); err != nil {
			t.Fatal(err)
		}
	}
	if n := q.State().Parts; n != 1 {
		t.Errorf("%d parts count before the second has come", n)
	}
	for _, part := range []int{3, 0, -1} {
		if _, err := q.Add(part, Trinomial{1, 0, 1}); err == nil {
			t.Errorf("part %d comes twice", part)
		}
	}
}

// Two copies of a deterministic agent tie every pair: the test ends, for no
// difference, and nothing else is said of them.
func TestCopies(t *testing.T) {
	for _, model := range []Model{Logistic, Normalized} {
		q, err := NewSequential[Pentanomial](SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: model})
		if err != nil {
			t.Fatal(err)
		}
		for part := range 100 {
			if _, err := q.Add(part, Pentanomial{0, 0, 500, 0, 0}); err != nil {
				t.Fatal(err)
			}
		}
		if d := q.State().Decision; d != AcceptElo0 {
			t.Errorf("model %d came to %q at %v", model, d, q.State().LLR)
		}
		e := q.Estimate(Elo, 0.95)
		if !warns(e, NoInformation) || e.Value != 0 || !math.IsNaN(e.SE) {
			t.Errorf("elo of copies is %v", e)
		}
	}
}

// Where the cells say the opposite of what is asked, several distributions meet
// the condition and look likeliest from nearby. The one that is found is the
// likeliest of all that a search twenty times as fine comes to.
func TestDeviatingIsLikeliestOfAll(t *testing.T) {
	several := 0
	rng := rand.New(rand.NewPCG(16, 16))
	for range 300 {
		var p Pentanomial
		for i := range p {
			if rng.IntN(3) > 0 {
				p[i] = uint64(math.Exp(7*rng.Float64())) - 1
			}
		}
		c := p.cells().regular()
		d := deviations([]float64{-300, -50, 5, 50, 300, 700}[rng.IntN(6)], 2)
		w, ok := c.deviating(d)
		if !ok {
			t.Fatalf("no distribution is %v deviations off for %v", d, p)
		}
		ones := [5]float64{1, 1, 1, 1, 1}
		got := c.ratio(w, ones)
		roots, before, from := 0, math.NaN(), 0.0
		for i := range 641 {
			to := math.Abs(d) / (1 + d*d) / 8
			to *= math.Pow(0.5/to, float64(i)/640)
			_, after := c.bent(d, to)
			if before*after < 0 {
				roots++
				low, high := from, to
				for range halvings {
					if _, off := c.bent(d, (low+high)/2); off*before > 0 {
						low = (low + high) / 2
					} else {
						high = (low + high) / 2
					}
				}
				v, _ := c.bent(d, low)
				if l := c.ratio(v, ones); l > got+1e-6*(1+math.Abs(got)) {
					t.Errorf("%v, %v deviations: likelihood %v is found, %v is possible", p, d, got, l)
				}
			}
			before, from = after, to
		}
		if roots > 1 {
			several++
		}
	}
	if several < 20 {
		t.Errorf("only %d of the counts have several such distributions", several)
	}
}
