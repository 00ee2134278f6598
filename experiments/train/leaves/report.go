package leaves

import (
	"cmp"
	"context"
	"math"
	"slices"

	"quadword/agents"
	"quadword/agents/leave"
	"quadword/engine/tile"
	"quadword/experiments/report"
	"quadword/sim"
	"quadword/sim/dataset"
)

// Report says how a table came to be and what is in it.
type Report struct {
	Board   string `json:"board"`
	TileSet string `json:"tile_set"`
	Lexicon string `json:"lexicon"`
	Method  Method `json:"method"`
	Seed    uint64 `json:"seed"`

	Generations []Generation `json:"generations"`

	SHA256     string  `json:"sha256"`     // of the table as KLV2
	Tiles      []Value `json:"tiles"`      // every single one
	Duplicates []Value `json:"duplicates"` // of each kind a pair, the best first: what it is worth beyond its two tiles
	Q          []Value `json:"q"`          // Q, U and QU, if the tile set has them
}

// Value is what a leave is worth, in points.
type Value struct {
	Leave string  `json:"leave"`
	Value float64 `json:"value"`
}

// Generation is one of a training.
type Generation struct {
	Units     int     `json:"units"`      // boards, or games before racks were forced
	Rack      float64 `json:"rack"`       // expected value of a move with a rack drawn from nothing, in points
	Change    float64 `json:"change"`     // from the generation before: root of the mean square over all leaves, in points
	Largest   float64 `json:"largest"`    // the largest change
	LargestOf string  `json:"largest_of"` // and its leave
	Match     *Match  `json:"match"`      // against the generation before; null if none was played
	SHA256    string  `json:"sha256"`
}

// Match is how an agent with the leaves of a generation did against one with
// those of the generation before. Errors are standard errors by deal.
type Match struct {
	Pairs     int64    `json:"pairs"`
	WinRate   float64  `json:"win_rate"`
	WinRateSE *float64 `json:"win_rate_se"`
	Spread    float64  `json:"spread"` // points a game
	SpreadSE  *float64 `json:"spread_se"`
}

// match plays a generation against that before it.
func (g *Generation) match(ctx context.Context, p *Plan, before, after *leave.Table) error {
	if p.Pairs == 0 {
		return nil
	}
	const old, young = "before", "after"
	game := agents.Game{Rules: p.Rules, Lexicon: p.Lexicon}
	m := sim.Match{Rules: p.Rules, Lexicon: p.Lexicon, Seed: p.Seed, Workers: p.Workers, Players: []sim.Player{
		{Name: young, Prepared: agents.EquityWith(game, after)},
		{Name: old, Prepared: agents.EquityWith(game, before)},
	}}
	var err error
	if m.Schedule, err = sim.NewSchedule([]string{young, old}, p.Rules.Seats, 2*p.Pairs, true, partGames); err != nil {
		return err
	}
	sink := report.NewSink(&m)
	if err := m.Run(ctx, sink, &sim.Progress{}); err != nil {
		return err
	}
	f := sink.Report(dataset.Spec{}, dataset.Complete).Agents[young]
	g.Match = &Match{p.Pairs, f.WinRate, f.WinRateSE, f.MeanSpread, f.SpreadSE}
	return nil
}

// partGames is how many games of a match are handed over together.
const partGames = 20

func newReport(p *Plan, generations []Generation, t *leave.Table) *Report {
	set := t.Set()
	r := &Report{
		Board: p.Rules.Layout.Name, TileSet: set.Name, Lexicon: p.Lexicon.Name(), Method: p.Method, Seed: p.Seed,
		Generations: generations, SHA256: t.SHA256(), Tiles: []Value{}, Duplicates: []Value{}, Q: []Value{},
	}
	of := func(tiles ...tile.Tile) Value {
		l := tile.RackOf(tiles...)
		return Value{set.Alphabet.RackText(l), points(t.Value(&l))}
	}
	counts := set.Counts()
	for kind := range tile.Tile(set.Alphabet.Len() + 1) {
		if counts.Count(kind) == 0 {
			continue
		}
		single := of(kind)
		r.Tiles = append(r.Tiles, single)
		if counts.Count(kind) > 1 {
			pair := of(kind, kind)
			pair.Value = math.Round(1000*(pair.Value-2*single.Value)) / 1000
			r.Duplicates = append(r.Duplicates, pair)
		}
	}
	slices.SortStableFunc(r.Duplicates, func(x, y Value) int { return cmp.Compare(y.Value, x.Value) })
	q, hasQ := set.Alphabet.Letter('Q')
	u, hasU := set.Alphabet.Letter('U')
	if both := tile.RackOf(q, u); hasQ && hasU && counts.Contains(&both) {
		r.Q = []Value{of(q), of(u), of(q, u)}
	}
	return r
}
