package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"quadword/engine"
	"quadword/engine/tile"
	"quadword/experiments/document"
	"quadword/experiments/plots"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// tileValues tells what drawing a letter is worth in points, in each run.
func tileValues(ctx context.Context, runs []Run, workers int) ([]document.Section, error) {
	var sections []document.Section
	for i := range runs {
		r := &runs[i]
		v, err := readValues(ctx, r, workers)
		if err != nil {
			return nil, err
		}
		var worth [ways][]stats.Estimate
		for way := range worth {
			if worth[way], err = v.fit(way); err != nil {
				return nil, r.wrap(fmt.Errorf("%d games: %w", len(v.spreads), err))
			}
		}
		sections = append(sections, v.section(part("tile-values", i), r, worth))
	}
	return sections, nil
}

// valueRun is what is kept of a run: of each game what the first seat drew more
// than was to be expected, less what the second did, and the first's spread.
type valueRun struct {
	set       *tile.Set
	kinds     []tile.Tile // that are in the set: the columns
	drawn     [ways][][]float64
	spreads   []float64
	deals     []int64
	forfeited int64
}

// valueGame is what is read of a game.
type valueGame struct {
	GameID      int64    `parquet:"game_id"`
	DealID      int64    `parquet:"deal_id"`
	OpeningRack []string `parquet:"opening_rack"`
	Spread      int32    `parquet:"spread"`
	EndReason   string   `parquet:"end_reason"`
}

// readValues reads a run.
func readValues(ctx context.Context, r *Run, workers int) (*valueRun, error) {
	if err := r.twoSeats(); err != nil {
		return nil, err
	}
	rules, err := r.Manifest.Spec.EngineRules()
	if err != nil {
		return nil, r.wrap(err)
	}
	all := valueRunOf(rules.TileSet)
	err = eachPart(ctx, r, workers, func(p dataset.Part) (*valueRun, error) {
		return readPart(ctx, r, p, rules.TileSet)
	}, func(v *valueRun) error {
		for way := range all.drawn {
			all.drawn[way] = append(all.drawn[way], v.drawn[way]...)
		}
		all.spreads = append(all.spreads, v.spreads...)
		all.deals = append(all.deals, v.deals...)
		all.forfeited += v.forfeited
		return nil
	})
	return all, err
}

func valueRunOf(set *tile.Set) *valueRun {
	v := &valueRun{set: set}
	for i, row := range set.Rows() {
		if row.Count > 0 {
			v.kinds = append(v.kinds, tile.Tile(i))
		}
	}
	return v
}

// readPart reads the games of a part, then their moves beside them.
func readPart(ctx context.Context, r *Run, p dataset.Part, set *tile.Set) (*valueRun, error) {
	v := valueRunOf(set)
	var games []valueGame
	err := rows(ctx, r, dataset.GamesTable, p, func(g *valueGame) error {
		game := *g
		game.OpeningRack = slices.Clone(g.OpeningRack)
		games = append(games, game)
		return nil
	})
	if err != nil {
		return v, err
	}
	at, d := -1, drawsOf(set) // the game at hand
	begin := func() error {
		if at >= 0 {
			v.add(&games[at], d)
		}
		if at++; at == len(games) {
			return nil
		}
		if err := d.begin(games[at].OpeningRack); err != nil {
			return fmt.Errorf("game %d: %w", games[at].GameID, err)
		}
		return nil
	}
	err = rows(ctx, r, dataset.MovesTable, p, func(m *drawnMove) error {
		for at < 0 || at < len(games) && games[at].GameID < m.GameID {
			if err := begin(); err != nil {
				return err
			}
		}
		if at == len(games) || games[at].GameID != m.GameID {
			return fmt.Errorf("a move of game %d, which is not among the games", m.GameID)
		}
		if err := d.move(m); err != nil {
			return fmt.Errorf("game %d: %w", m.GameID, err)
		}
		return nil
	})
	for err == nil && at < len(games) {
		err = begin()
	}
	return v, err
}

// add keeps a game that was followed to its end.
func (v *valueRun) add(g *valueGame, d *draws) {
	if g.EndReason == forfeit {
		v.forfeited++
		return
	}
	for way := range v.drawn {
		row := make([]float64, len(v.kinds))
		for i, k := range v.kinds {
			row[i] = d.surprise[way][k]
		}
		v.drawn[way] = append(v.drawn[way], row)
	}
	v.spreads = append(v.spreads, float64(g.Spread))
	v.deals = append(v.deals, g.DealID)
}

// fit is what each of the kinds is worth, in one of the ways to see what was to
// be expected.
//
// The columns add up to 0 in each game, since whoever draws n tiles expects n:
// only differences between kinds can be told, so one column is left out and the
// value v of each is first known relative to that. A value is then taken
// relative to a tile drawn blindly from the full set, which is what the tile
// would otherwise be: worth = v - Σ count·v / Σ count. That is a contrast of the
// coefficients, so its error has the covariances in it and does not depend on
// which column was left out.
func (v *valueRun) fit(way int) ([]stats.Estimate, error) {
	tiles, counts := v.set.Rows(), make([]float64, len(v.kinds))
	total, base := 0.0, 0
	for i, k := range v.kinds {
		counts[i] = float64(tiles[k].Count)
		total += counts[i]
		if counts[i] > counts[base] {
			base = i
		}
	}
	reg := stats.Regression{Columns: []string{"first seat"}, Y: v.spreads, Deals: v.deals}
	for i, k := range v.kinds {
		if i != base {
			reg.Columns = append(reg.Columns, string(tiles[k].Letter))
		}
	}
	for _, row := range v.drawn[way] {
		reg.X = append(reg.X, slices.Concat([]float64{1}, row[:base], row[base+1:]))
	}
	fit, err := reg.Fit()
	if err != nil {
		return nil, fmt.Errorf("%w: perhaps they are too few", err)
	}
	worth := make([]stats.Estimate, len(v.kinds))
	for i := range v.kinds {
		weights := []float64{0}
		for j := range v.kinds {
			if j == base {
				continue
			}
			w := -counts[j] / total
			if j == i {
				w++
			}
			weights = append(weights, w)
		}
		if worth[i], err = fit.Contrast(weights, level); err != nil {
			return nil, err
		}
	}
	return worth, nil
}

// published is what Thomas found on the standard board, as he summed it up
// (A. C. Thomas, Variance decomposition and replication in Scrabble,
// arXiv:1107.2456; figures from his summary at
// andrewgelman.com/2011/07/21/scrabble, since it has them in words).
var published = map[rune]string{'?': "about 30", 'S': "about 10", 'J': "about 0", 'Q': "about -5", 'X': "3 to 5", 'Z': "3 to 5"}

// comparable tells whether a run is of the game that those figures are of.
func (v *valueRun) comparable(r *Run) bool {
	board, _ := engine.BuiltinLayout("standard")
	tiles, _ := tile.BuiltinSet("standard")
	return slices.Equal(r.Manifest.Spec.Board.Rows, board.Rows()) && slices.Equal(v.set.Rows(), tiles.Rows())
}

// section writes the worths down.
func (v *valueRun) section(name string, r *Run, worth [ways][]stats.Estimate) document.Section {
	table := document.Table{
		Name:    "worth",
		Caption: "What drawing a tile is worth",
		Columns: []document.Column{
			{Name: "letter", Heading: "letter", Meaning: "? is the blank"},
			{Name: "count", Heading: "count", Unit: "tiles", Meaning: "in the full bag"},
			{Name: "face", Heading: "face value", Unit: "points"},
			{Name: "unseen", Heading: "by unseen tiles", Unit: "points", Meaning: "worth, where the player expects to draw as many of a letter as is their share among the tiles that he does not see"},
			{Name: "bag", Heading: "by the bag", Unit: "points", Meaning: "worth, where he is taken to expect as many as is their share among the tiles in the bag"},
		},
		Notes: []string{
			"Worth is how much the final spread grows with each tile of the letter that is drawn beyond expectation, relative to a tile drawn blindly from the full bag: the worths, each times its count, add up to 0.",
			"A tile on the other rack is among the unseen ones, and is missed in each draw for as long as it stays there. By unseen tiles, worths are therefore drawn towards 0, most for tiles that are kept long. The order of the bag depends on nothing, so by the bag they are not.",
		},
	}
	// The same with intervals, which make a table too wide for a page.
	intervals := document.Table{Name: "intervals", Caption: "Intervals of what drawing a tile is worth", Columns: []document.Column{table.Columns[0], table.Columns[3], table.Columns[4]}}
	if v.forfeited > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("Games in which an agent failed, which are left out: %d.", v.forfeited))
	}
	compared := v.comparable(r)
	if compared {
		table.Columns = append(table.Columns, document.Column{Name: "thomas", Heading: "Thomas 2011", Unit: "points", Meaning: "published figures, of another program and word list"})
		table.Notes = append(table.Notes, "Thomas 2011: arXiv:1107.2456 as its author summed it up at andrewgelman.com/2011/07/21/scrabble, for the letters named there; from games of another program.")
	}
	tiles := v.set.Rows()
	var plotted []plots.Row
	for i, k := range v.kinds {
		t := tiles[k]
		row := []document.Cell{document.Text(string(t.Letter)), document.Count(int64(t.Count)), document.Count(int64(t.Points))}
		wide := row[:1:1]
		for way := range worth {
			row = append(row, document.Estimate(worth[way][i], 2))
			wide = append(wide, document.Interval(worth[way][i], 2))
		}
		intervals.Rows = append(intervals.Rows, wide)
		if compared {
			row = append(row, document.Text(published[t.Letter]))
		}
		table.Rows = append(table.Rows, row)
		plotted = append(plotted, plots.Row{Label: string(t.Letter), Estimate: worth[byBag][i]})
	}
	slices.SortStableFunc(plotted, func(a, b plots.Row) int { return cmp.Compare(b.Estimate.Value, a.Estimate.Value) })
	none := 0.0
	plot := plots.Intervals{Label: "worth of drawing the tile, by the bag, points", Rows: plotted, Reference: &none, Decimals: 1}
	return document.Section{
		Name: name, Heading: "What letters are worth: " + r.Label,
		Text:   []string{fmt.Sprintf("Of %d games, by regression of the first seat's final spread on what the seats drew beyond what they could expect.", len(v.spreads))},
		Tables: []document.Table{table, intervals},
		Plots:  []document.Plot{plot.Plot(name, "What drawing a tile is worth: "+r.Label, "Each letter with its interval of 95 %, the most valuable first; the line is at 0, a tile drawn blindly.")},
	}
}
