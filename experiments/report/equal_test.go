package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/stats"
	"quadword/sim"
	"quadword/sim/dataset"
)

// met plays pairs between two agents with a seed and reports them.
func met(t *testing.T, rules engine.Rules, words *lexicon.Lexicon, seed uint64, pairs int64, first, second string) *Report {
	t.Helper()
	plan := sim.Plan{Rules: rules, Lexicon: words, Games: 2 * pairs, Paired: true, Seed: seed, PartGames: 20}
	for _, text := range []string{first, second} {
		spec, err := agents.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(2)
	if err != nil {
		t.Fatal(err)
	}
	sink := NewSink(match)
	if err := match.Run(t.Context(), sink, &sim.Progress{}); err != nil {
		t.Fatal(err)
	}
	return sink.Report(plan.Spec(match), dataset.Complete)
}

// Two copies of one agent that leaves nothing to chance tie every pair exactly,
// under whatever names, and nothing is learned from them.
func TestCopiesTieEveryPair(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		words, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
		if err != nil {
			t.Fatal(err)
		}
		first, second := "equity", "equity:leaves=builtin-"+board
		r := met(t, rules, words, 3, 40, first, second)
		p := r.Strength.Pairs[0]
		if *p.Pentanomial != (stats.Pentanomial{2: 40}) {
			t.Errorf("%s against %s: pairs %v, expected 40 in the middle", first, second, *p.Pentanomial)
		}
		if f := r.Agents[first]; f.MeanSpread != 0 || *f.SpreadSE != 0 {
			t.Errorf("%s against %s: spread %v ±%v", first, second, f.MeanSpread, *f.SpreadSE)
		}
		if !slices.Contains(p.WinRate.Warnings, stats.NoInformation) {
			t.Errorf("%s against %s: %q, expected no information", first, second, p.WinRate.Warnings)
		}
	}
}

// The p-values of agents that are equal and choose by chance, each from a stream
// of its own, are uniform. The game is a small one, so that there are many.
func TestEqualAgents(t *testing.T) {
	matches, pairs := 60, int64(60)
	if testing.Short() {
		matches = 30
	}
	set, err := tile.NewSet("small", []tile.Row{
		{Letter: '?'}, {Letter: 'A', Count: 6, Points: 1, Vowel: true}, {Letter: 'E', Count: 6, Points: 1, Vowel: true},
		{Letter: 'R', Count: 5, Points: 2}, {Letter: 'S', Count: 5, Points: 2}, {Letter: 'T', Count: 6, Points: 3},
	})
	if err != nil {
		t.Fatal(err)
	}
	var list [][]tile.Tile
	for text := range strings.FieldsSeq("AE AR AS AT ER ES RE TA ARE ARS ART ATE EAR EAT ERA ERS RAT SAE SAT SEA SEAR SEAT STAR TAR TARE TEA TEAR TEAS EAST RATE ASTER RATES STARE TEARS") {
		word, err := set.Alphabet.ParseWord(nil, text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, word)
	}
	words, err := lexicon.New("small", set.Alphabet, list)
	if err != nil {
		t.Fatal(err)
	}
	layout, _ := engine.BuiltinLayout("standard")
	rules := engine.DefaultRules(layout, set)
	var sign, mean []float64
	for i := range matches {
		// A thousandth of a point of temperature makes two names of one agent.
		r := met(t, rules, words, uint64(i), pairs, "equity:leaves=none,temperature=3", "equity:leaves=none,temperature=3.001")
		p := r.Strength.Pairs[0]
		mean = append(mean, p.WinRate.P(0.5))
		if test := stats.SignTest(*p.Pentanomial); !math.IsNaN(test.P) {
			sign = append(sign, test.P)
		}
	}
	for name, p := range map[string][]float64{"sign test": sign, "win rate": mean} {
		if len(p) < matches*9/10 {
			t.Errorf("%s: %d values of %d matches", name, len(p), matches)
		}
		// Steps of a sign test of some 40 pairs that differ are up to 12 % wide, half of
		// which is within what so few values leave open.
		if k := kolmogorov(p); k > 1.95 {
			t.Errorf("%s: Kolmogorov's distance is %.2f, expected less than 1.95", name, k)
		} else {
			t.Logf("%s: Kolmogorov's distance is %.2f, of %d", name, k, len(p))
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
