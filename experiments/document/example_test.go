package document_test

import (
	"os"

	"quadword/experiments/document"
	"quadword/experiments/stats"
)

func Example() {
	pairs := stats.Pentanomial{20, 1, 117, 2, 60}
	d := document.Document{
		Name: "strategies", Title: "Equity against greedy",
		Sections: []document.Section{{
			Name: "strength", Heading: "Strength",
			Tables: []document.Table{{
				Name: "pairs",
				Columns: []document.Column{
					{Name: "agent", Heading: "agent"},
					{Name: "win_rate", Heading: "won", Unit: "%", Meaning: "of all games, a draw being half a win"},
					{Name: "elo", Heading: "Elo"},
					{Name: "superiority", Heading: "superiority", Unit: "%"},
				},
				Rows: [][]document.Cell{{
					document.Text("equity"),
					document.Interval(stats.WinRate(pairs, 0.95), 1).InPercent(),
					document.Interval(stats.Elo(pairs, 0.95), 0),
					document.Test(stats.Superiority(pairs), 1).InPercent(),
				}},
			}},
		}},
	}
	if err := d.WriteText(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// Equity against greedy
	// =====================
	//
	// Strength
	// --------
	//
	// agent              won, %           Elo  superiority, %
	// equity  60.1 [55.9, 64.3]  71 [41, 102]           >99.9
	//
	// [ ] is an interval of 95 %; n = 200 deals
}
