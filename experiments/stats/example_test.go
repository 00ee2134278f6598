package stats_test

import (
	"fmt"

	"quadword/experiments/stats"
)

// A match of 1,000 pairs.
func Example() {
	pairs := stats.Pentanomial{190, 4, 560, 6, 240}
	for _, e := range []stats.Estimate{stats.WinRate(pairs, 0.95), stats.Elo(pairs, 0.95), stats.NormalizedElo(pairs, 0.95)} {
		fmt.Printf("%.3f, from %.3f to %.3f, of %d deals\n", e.Value, e.Low, e.High, e.N)
	}
	fmt.Printf("%.1f %% sure that the first is better\n", 100*stats.Superiority(pairs).P)
	fmt.Printf("p = %.3f\n", stats.SignTest(pairs).P)
	// Output:
	// 0.525, from 0.505 to 0.546, of 1000 deals
	// 17.735, from 3.563 to 31.933, of 1000 deals
	// 19.100, from 3.807 to 34.393, of 1000 deals
	// 99.3 % sure that the first is better
	// p = 0.013
}

// Parts may come in any order.
func ExampleSequential() {
	test, err := stats.NewSequential[stats.Pentanomial](stats.SPRT{
		Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized,
	})
	if err != nil {
		panic(err)
	}
	for _, part := range []int{1, 0, 2, 3, 4} {
		state, err := test.Add(part, stats.Pentanomial{40, 1, 100, 2, 57})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d parts: %.2f, %s\n", state.Parts, state.LLR, state.Decision)
	}
	e := test.Estimate(stats.Elo, 0.95)
	fmt.Printf("%.0f Elo; %s\n", e.Value, e.Warnings[0])
	// Output:
	// 0 parts: 0.00, continue
	// 2 parts: 2.75, continue
	// 3 parts: 4.13, accept elo1
	// 3 parts: 4.13, accept elo1
	// 3 parts: 4.13, accept elo1
	// 30 Elo; play stopped by what was seen: the estimate is biased away from the hypothesis that lost, and its interval is too narrow
}

// Three seats; the games of a deal need not be of the same agents.
func ExampleRate() {
	places := [][]int{{1, 2, 3}, {2, 1, 3}, {1, 3, 2}, {1, 2, 2}, {3, 1, 2}, {2, 3, 1}, {1, 2, 3}}
	var results []stats.Result
	for deal := range int64(60) {
		results = append(results,
			stats.Result{Deal: deal, Agents: []int{0, 1, 2}, Places: places[deal%7]},
			stats.Result{Deal: deal, Agents: []int{0, 1, 2}, Places: places[deal*deal%5]},
		)
	}
	ratings, err := stats.Rate([]string{"a", "b", "c"}, results, 0.95)
	if err != nil {
		panic(err)
	}
	for i, e := range ratings.Ratings {
		fmt.Printf("%s %.0f ±%.0f\n", ratings.Agents[i], e.Value, e.SE)
	}
	d := ratings.Difference(0, 2)
	fmt.Printf("a is %.0f above c, from %.0f to %.0f\n", d.Value, d.Low, d.High)
	// Output:
	// a 21 ±18
	// b 83 ±16
	// c -103 ±16
	// a is 124 above c, from 64 to 184
}

// A 2 x 2 experiment in which each deal is played in every cell.
func ExampleRegression() {
	design := stats.Design{
		Factors: []stats.Factor{
			{Name: "board", Levels: []string{"standard", "super"}},
			{Name: "tiles", Levels: []string{"standard", "super"}},
		},
		Interactions: [][]string{{"board", "tiles"}},
	}
	columns, err := design.Columns()
	if err != nil {
		panic(err)
	}
	r := stats.Regression{Columns: columns}
	for deal := range int64(40) {
		for i, cell := range [][]string{{"standard", "standard"}, {"standard", "super"}, {"super", "standard"}, {"super", "super"}} {
			row, err := design.Row(cell...)
			if err != nil {
				panic(err)
			}
			score := []float64{400, 420, 500, 700}[i] + float64(deal*7%11) + float64((deal+int64(i))*5%13)
			r.X, r.Y, r.Deals = append(r.X, row), append(r.Y, score), append(r.Deals, deal)
		}
	}
	fit, err := r.Fit()
	if err != nil {
		panic(err)
	}
	var p []float64
	for _, c := range columns[1:] {
		e, err := fit.Coefficient(c, 0.95)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %.1f, from %.1f to %.1f\n", c, e.Value, e.Low, e.High)
		p = append(p, e.P(20))
	}
	for i, adjusted := range stats.Holm(p) {
		fmt.Printf("%s is 20: p = %.2g, among three %.2g\n", columns[i+1], p[i], adjusted)
	}
	// Output:
	// board=super: 100.3, from 98.4 to 102.1
	// tiles=super: 20.1, from 18.1 to 22.2
	// board=super:tiles=super: 179.7, from 176.7 to 182.6
	// board=super is 20: p = 1.7e-46, among three 3.3e-46
	// tiles=super is 20: p = 0.9, among three 0.9
	// board=super:tiles=super is 20: p = 2.8e-50, among three 8.3e-50
}

func ExampleBootstrap() {
	spread := []float64{12, -40, 75, 3, 160, -22, 31, 8, 54, -9, 27, 90}
	median := func(times []int) float64 {
		// Of 12 sorted deals the middle one, each as often as it counts.
		order := []int{1, 5, 9, 3, 7, 0, 10, 6, 8, 2, 11, 4}
		half := 0
		for _, n := range times {
			half += n
		}
		for _, i := range order {
			if half -= 2 * times[i]; half <= 0 {
				return spread[i]
			}
		}
		return spread[order[len(order)-1]]
	}
	e, err := stats.Bootstrap{Resamples: 2000, Seed: 1}.Estimate(len(spread), 0.95, median)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.0f, from %.0f to %.0f; %s\n", e.Value, e.Low, e.High, e.Warnings[0])
	// Output:
	// 12, from -9 to 54; fewer than 30 deals: the interval is rough
}
