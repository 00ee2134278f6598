package stats

import (
	"fmt"
	"math"
)

// Result is a game, or any contest, that ended with the agents in places: the
// lowest is the best, and those who share one are tied.
type Result struct {
	Deal   int64 // the results of a deal come one after another, deals in rising order
	Agents []int // who took part, by their index among the agents that are rated
	Places []int // of each of Agents
}

// Ratings are the strengths of agents in Elo, with a mean of 0.
type Ratings struct {
	Agents     []string    `json:"agents"`
	Ratings    []Estimate  `json:"ratings"` // N is the deals in which an agent took part
	Covariance [][]float64 `json:"-"`       // of the ratings; nil if it is not known

	deals    int
	level    float64
	warnings []Warning
}

// Rate fits the model of Plackett and Luce: the first place goes to an agent in
// proportion to its worth, so does the second among the others, and so on. With
// two seats it is that of Bradley and Terry. Agents that share a place count as
// all their orders in equal parts, a draw of two as half a win and half a loss.
// The rating is the logarithm of the worth.
//
// The covariance is the sandwich of Liang and Zeger with the deals as clusters,
// times D/(D-1), so it is right however the games of a deal depend on each other
// and though places are no lottery. Agents of whom nothing says how they compare
// are an error. If some agents as a group never lost to the others (Ford 1957),
// the likeliest ratings are infinite: then each agent gets half a win and half a
// loss against one of rating 0, the covariance is the inverse information, each
// deal counting as one game of it, and Separated is said.
func Rate(agents []string, results []Result, level float64) (Ratings, error) {
	r := Ratings{Agents: agents, level: level}
	m := worths{k: len(agents), θ: make([]float64, len(agents)), results: results}
	seen, games, err := m.check()
	if err != nil {
		return r, err
	}
	c := connections(m.k, results)
	if apart := c.apart(); apart >= 0 {
		return r, fmt.Errorf("ratings: agents %q and %q cannot be compared, nobody links them", agents[0], agents[apart])
	}
	if !c.strong() {
		m.ghost = 0.5
		r.warnings = append(r.warnings, Separated)
	}
	for _, n := range games {
		if n != games[0] {
			r.warnings = append(r.warnings, UnequalCells)
			break
		}
	}
	if err := m.fit(); err != nil {
		return r, err
	}
	r.deals = m.deals
	r.Covariance = m.covariance()
	mean := 0.0
	for _, θ := range m.θ {
		mean += θ
	}
	mean /= float64(m.k)
	for i, θ := range m.θ {
		se := math.NaN()
		if r.Covariance != nil {
			se = math.Sqrt(max(0, r.Covariance[i][i]))
		}
		e := student((θ-mean)*elo, se, float64(m.deals-1), m.deals, level).With(r.warnings...)
		e.N = seen[i]
		r.Ratings = append(r.Ratings, e)
	}
	return r, nil
}

// Difference is by how much agent a is stronger than agent b.
func (r Ratings) Difference(a, b int) Estimate {
	se := math.NaN()
	if v := r.Covariance; v != nil {
		se = math.Sqrt(max(0, v[a][a]+v[b][b]-float64(2*v[a][b])))
	}
	value := r.Ratings[a].Value - r.Ratings[b].Value
	return student(value, se, float64(r.deals-1), r.deals, r.level).With(r.warnings...)
}

// check counts the deals and the results of each agent.
func (m *worths) check() (deals, games []int, err error) {
	deals, games = make([]int, m.k), make([]int, m.k)
	last := make([]int64, m.k)
	if m.k < 2 {
		return nil, nil, fmt.Errorf("ratings of %d agents, expected 2 or more", m.k)
	}
	for n, r := range m.results {
		if len(r.Agents) < 2 || len(r.Agents) != len(r.Places) {
			return nil, nil, fmt.Errorf("ratings: result %d has %d agents and %d places, expected as many of both, 2 or more", n, len(r.Agents), len(r.Places))
		}
		if n > 0 && r.Deal < m.results[n-1].Deal {
			return nil, nil, fmt.Errorf("ratings: deal %d of result %d comes after deal %d, expected rising order", r.Deal, n, m.results[n-1].Deal)
		}
		if n == 0 || r.Deal != m.results[n-1].Deal {
			m.deals++
		}
		for i, a := range r.Agents {
			if a < 0 || a >= m.k {
				return nil, nil, fmt.Errorf("ratings: result %d has agent %d, expected one of %d", n, a, m.k)
			}
			tied := 0
			for j, b := range r.Agents {
				if a == b && i != j {
					return nil, nil, fmt.Errorf("ratings: result %d has agent %d twice", n, a)
				}
				if r.Places[i] == r.Places[j] {
					tied++
				}
			}
			if tied > most {
				return nil, nil, fmt.Errorf("ratings: in result %d %d agents share a place, expected %d or fewer", n, tied, most)
			}
			if games[a] == 0 || last[a] != r.Deal {
				deals[a]++
			}
			last[a] = r.Deal
			games[a]++
		}
	}
	return deals, games, nil
}
