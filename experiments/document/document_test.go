package document_test

import (
	"math"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

var nan, inf = math.NaN(), math.Inf(1)

// kinds has every kind of cell, and figures that are hard to round.
func kinds() *document.Document {
	few := stats.Estimate{Value: 12.345, Low: -1.05, High: 25.74, SE: 6.5, Level: 0.95, DF: 11, N: 12, Warnings: []stats.Warning{stats.FewDeals}}
	good := stats.Estimate{Value: 0.6251, Low: 0.5512, High: 0.6931, SE: 0.0351, Level: 0.95, DF: 1999, N: 2000}
	endless := stats.Estimate{Value: inf, Low: 120.55, High: inf, SE: nan, Level: 0.95, DF: 99, N: 100, Warnings: []stats.Warning{stats.AllAlike}}
	unknown := stats.Estimate{Value: nan, Low: nan, High: nan, SE: nan, Level: 0.95, DF: nan, Warnings: []stats.Warning{stats.NoDeals}}
	return &document.Document{
		Name: "kinds", Title: "Every kind of cell",
		Lead: []string{"A first paragraph.", "$ quadword report results/first"},
		Sections: []document.Section{{
			Name: "numbers", Heading: "Numbers",
			Tables: []document.Table{{
				Name: "all", Caption: "All of them",
				Columns: []document.Column{
					{Name: "what", Heading: "what"}, {Name: "games", Heading: "games", Meaning: "how often"},
					{Name: "share", Heading: "share"}, {Name: "rate", Heading: "win rate", Unit: "%"},
					{Name: "elo", Heading: "Elo"}, {Name: "p", Heading: "p"}, {Name: "remark", Heading: "remark"},
				},
				Rows: [][]document.Cell{
					{document.Text("good"), document.Count(200), document.Percent(0.0449999999999, 1), document.Interval(good, 1).InPercent(), document.Interval(few, 1), document.Test(stats.Test{P: 0.04321, N: 12}, 3), document.Text("a b")},
					{document.Text("endless"), document.Count(-3), document.Number(-0.0001, 2), document.Estimate(good, 2).InPercent(), document.Interval(endless, 1), document.Test(stats.Test{P: 1e-9, N: 12, Warnings: []stats.Warning{stats.FewDifferences}}, 3), {}},
					{document.Text("unknown"), {}, document.Number(nan, 2), document.Estimate(unknown, 2).InPercent(), document.Estimate(few, 0), document.Test(stats.Test{P: nan}, 3), {}},
				},
				Notes: []string{"A note."},
			}},
		}},
	}
}
