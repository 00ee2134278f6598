package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// Level is that of all intervals.
const Level = 0.95

// Strength is how the agents did against each other.
type Strength struct {
	Pairs []Pair `json:"pairs"` // of agents that met
	// Ratings are those of three agents and more, the best first.
	Ratings []Rating `json:"ratings"`
	// Unrated says why there are no ratings of three agents and more.
	Unrated string `json:"unrated,omitempty"`
}

// Pair is what one agent did against another.
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Pentanomial counts pairs of games by the points of the first agent, 0 to 2
	// in halves; null where deals were not played as pairs.
	Pentanomial *stats.Pentanomial `json:"pentanomial"`
	// Trinomial counts games by the points of the first agent, where each deal is
	// one game of the two.
	Trinomial *stats.Trinomial `json:"trinomial"`
	// WinRate is how often the first agent was placed before the second, ties
	// being half of that.
	WinRate stats.Estimate `json:"win_rate"`
	// The others are for games of two only.
	Elo           *stats.Estimate `json:"elo"`
	NormalizedElo *stats.Estimate `json:"normalized_elo"`
	Superiority   *Superiority    `json:"superiority"`
}

// warn adds a reason to doubt all that is said of a pair.
func (p *Pair) warn(w stats.Warning) {
	p.WinRate = p.WinRate.With(w)
	for _, e := range []*stats.Estimate{p.Elo, p.NormalizedElo} {
		if e != nil {
			*e = e.With(w)
		}
	}
	if p.Superiority != nil && !slices.Contains(p.Superiority.Warnings, w) {
		p.Superiority.Warnings = append(slices.Clone(p.Superiority.Warnings), w)
	}
}

// Superiority is the confidence that the first agent is the stronger.
type Superiority struct{ stats.Test }

// MarshalJSON writes ten digits, null for what is not known.
func (s Superiority) MarshalJSON() ([]byte, error) {
	e, err := json.Marshal(stats.Estimate{Value: s.P})
	if err != nil {
		return nil, err
	}
	var digits struct {
		Value *float64 `json:"value"`
	}
	if err := json.Unmarshal(e, &digits); err != nil {
		return nil, err
	}
	warnings := s.Warnings
	if warnings == nil {
		warnings = []stats.Warning{}
	}
	return json.Marshal(struct {
		P        *float64        `json:"p"`
		N        int             `json:"n"`
		Warnings []stats.Warning `json:"warnings"`
	}{digits.Value, s.N, warnings})
}

// Rating is the strength of an agent among all, in Elo, with a mean of 0.
type Rating struct {
	Agent string         `json:"agent"`
	Elo   stats.Estimate `json:"elo"`
}

// strength is what the tally shows of it. Agents stand in the order in which the
// run has them.
func (t *tally) strength(spec *dataset.Spec) Strength {
	s := Strength{Pairs: []Pair{}, Ratings: []Rating{}}
	agents := t.ordered(spec)
	for i, first := range agents {
		for _, second := range agents[i+1:] {
			swapped := first > second
			key := pair{min(first, second), max(first, second)}
			if c := t.contests[key]; c != nil {
				s.Pairs = append(s.Pairs, c.pair(first, second, swapped, t.seatsTaken() == 2))
			}
		}
	}
	if len(agents) > 2 {
		s.rate(agents, &t.finishes)
	}
	return s
}

// ordered are the agents in the order of the run.
func (t *tally) ordered(spec *dataset.Spec) []string {
	place := map[string]int{}
	for i, a := range spec.Agents {
		place[a.Spec] = i
	}
	return slices.SortedFunc(maps.Keys(t.agents), func(a, b string) int {
		return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b))
	})
}

func (t *tally) seatsTaken() (n int) {
	for seat := range t.seats {
		if t.seats[seat].ratios[score].N > 0 {
			n++
		}
	}
	return n
}

// pair is the contest as the first agent sees it.
func (c *contest) pair(first, second string, swapped, two bool) Pair {
	p := Pair{First: first, Second: second}
	var penta stats.Pentanomial
	var tri stats.Trinomial
	pairs, singles := two, two
	for _, o := range c.sorted() {
		n, halves := uint64(c.deals[o]), o.halves
		if swapped {
			halves = 2*o.meetings - halves
		}
		switch pairs, singles = pairs && o.meetings == 2, singles && o.meetings == 1; {
		case pairs:
			penta[halves] += n
		case singles:
			tri[halves] += n
		}
	}
	switch {
	case pairs:
		p.Pentanomial = &penta
		p.judge(penta)
	case singles:
		p.Trinomial = &tri
		p.judge(tri)
	default:
		p.WinRate = c.share(swapped)
	}
	return p
}

func (p *Pair) judge(c stats.Counts) {
	elo, normalized := stats.Elo(c, Level), stats.NormalizedElo(c, Level)
	p.WinRate, p.Elo, p.NormalizedElo = stats.WinRate(c, Level), &elo, &normalized
	p.Superiority = &Superiority{confidence(stats.Superiority(c))}
}

// confidence keeps a probability from being certain, which a confidence never
// is, but for the digits that it is computed with.
func confidence(t stats.Test) stats.Test {
	const digits = 1e-10 // that JSON has
	if !math.IsNaN(t.P) {
		t.P = min(max(t.P, digits), 1-digits)
	}
	return t
}

// share is the first agent's share of the points, where deals have several
// meetings.
func (c *contest) share(swapped bool) stats.Estimate {
	var r stats.Sums
	for _, o := range c.sorted() {
		halves := o.halves
		if swapped {
			halves = 2*o.meetings - halves
		}
		r.AddTimes(halves, o.meetings, c.deals[o])
	}
	return estimate(&r, 2)
}

// estimate is the mean with its interval.
func estimate(r *stats.Sums, scale int64) stats.Estimate {
	mean, se := r.Mean(scale)
	if se == nil {
		return stats.Student(mean, math.NaN(), int(r.Deals), Level)
	}
	return stats.Student(mean, *se, int(r.Deals), Level)
}

// rate rates the agents by all games.
func (s *Strength) rate(agents []string, f *finishes) {
	if f.dropped {
		s.Unrated = fmt.Sprintf("more than %d games: no ratings", most)
		return
	}
	results, err := f.results(agents)
	if err != nil {
		s.Unrated = err.Error()
		return
	}
	ratings, err := stats.Rate(agents, results, Level)
	if err != nil {
		s.Unrated = err.Error()
		return
	}
	for i, e := range ratings.Ratings {
		s.Ratings = append(s.Ratings, Rating{agents[i], e})
	}
	slices.SortStableFunc(s.Ratings, func(a, b Rating) int { return cmp.Compare(b.Elo.Value, a.Elo.Value) })
}

// results are the games by deal. Those of a deal come from one part, and in
// order; parts may come in any.
func (f *finishes) results(agents []string) ([]stats.Result, error) {
	games := slices.Clone(f.games)
	slices.SortStableFunc(games, func(a, b finish) int { return cmp.Compare(a.deal, b.deal) })
	shared := make([]stats.Result, len(f.patterns))
	for i, p := range f.patterns {
		for seat, name := range p.agents[:p.seats] {
			if slices.Contains(p.agents[:seat], name) {
				return nil, fmt.Errorf("no ratings: %s has several seats in a game", name)
			}
			shared[i].Agents = append(shared[i].Agents, slices.Index(agents, name))
			shared[i].Places = append(shared[i].Places, int(p.places[seat]))
		}
	}
	results := make([]stats.Result, len(games))
	for i, g := range games {
		results[i] = shared[g.pattern]
		results[i].Deal = g.deal
	}
	return results, nil
}
