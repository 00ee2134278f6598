package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Seats of a deal share luck that the model knows nothing of: each agent gets
// the same bonus in all games of a deal. What is true is then what very many
// games lead to.
func TestCoverageOfRatings(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	worth := []float64{0.4, 0.1, -0.1, -0.4}
	season := func(deals, seats int) (results []Result) {
		for deal := range deals {
			luck := make([]float64, len(worth))
			for i := range luck {
				luck[i] = 0.7 * rng.NormFloat64()
			}
			for first := range len(worth) {
				r := Result{Deal: int64(deal)}
				score := make([]float64, seats)
				for i := range seats {
					agent := (first + i) % len(worth)
					r.Agents = append(r.Agents, agent)
					score[i] = worth[agent] + luck[agent] - math.Log(rng.ExpFloat64())
				}
				for i := range seats {
					place := 1
					for j := range seats {
						if score[j] > score[i] {
							place++
						}
					}
					r.Places = append(r.Places, place)
				}
				results = append(results, r)
			}
		}
		return results
	}
	for _, seats := range []int{2, 3, 4} {
		name := []string{"Bradley-Terry", "Plackett-Luce, 3 seats", "Plackett-Luce, 4 seats"}[seats-2]
		truth, err := Rate(make([]string, 4), season(10_000, seats), 0.95)
		if err != nil {
			t.Fatal(err)
		}
		seasons := make([]Ratings, slow)
		for i := range seasons {
			if seasons[i], err = Rate(make([]string, 4), season(100, seats), 0.95); err != nil {
				t.Fatal(err)
			}
		}
		covers(t, name, slow, func(i int) (Estimate, float64) { return seasons[i].Ratings[0], truth.Ratings[0].Value })
		covers(t, name+", difference", slow, func(i int) (Estimate, float64) {
			return seasons[i].Difference(1, 2), truth.Difference(1, 2).Value
		})
	}
}
