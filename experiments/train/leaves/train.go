package leaves

import (
	"context"
	"math"

	"quadword/agents/leave"
	"quadword/engine/tile"
)

// Train makes the table of a plan, and a report on how it came to be. After
// each generation it writes a checkpoint to the file, from which it goes on if
// there is one; an empty name keeps none. It calls done after each board or
// game, from several goroutines, and for those of the checkpoint at once.
func (p *Plan) Train(ctx context.Context, file string, done func()) (*leave.Table, *Report, error) {
	if err := p.Validate(); err != nil {
		return nil, nil, err
	}
	c, err := openCheckpoint(file, p)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range p.Generations[:len(c.state.Generations)] {
		for range n {
			done()
		}
	}
	table := c.table
	for number := len(c.state.Generations); number < len(p.Generations); number++ {
		found, err := p.method().generation(ctx, number, table, done)
		if err != nil {
			return nil, nil, err
		}
		next, err := found.table(p.Rules.TileSet, table.Ranking())
		if err != nil {
			return nil, nil, err
		}
		g := Generation{Units: p.Generations[number], Rack: points(found.rack), SHA256: next.SHA256()}
		g.compare(table, next)
		if err := g.match(ctx, p, table, next); err != nil {
			return nil, nil, err
		}
		if err := c.add(g, next); err != nil {
			return nil, nil, err
		}
		table = next
	}
	return table, newReport(p, c.state.Generations, table), nil
}

// tableName is what a table is called that has no file yet.
const tableName = "trained"

// hundredth is what values are rounded to: a table of them is half as large
// when it is compressed, and no match would tell the difference.
const hundredth = 10 // thousandths of a point

// table is the table of what a generation found.
func (e *expectation) table(set *tile.Set, ranking *tile.Ranking) (*leave.Table, error) {
	return leave.New(tableName, set, func(l *tile.Rack) int32 {
		rank, _ := ranking.Rank(l)
		return hundredth * divide(e.leaves[rank], hundredth)
	})
}

// compare notes how far a table is from that before it.
func (g *Generation) compare(before, after *leave.Table) {
	old, n, sum := before.Values(), 0, 0.0
	for rank, l := range after.Ranking().All() {
		value := after.Value(l)
		if value == 0 && old[rank] == 0 {
			continue // the set does not hold it, or it is empty
		}
		change := float64(value - old[rank])
		sum += change * change
		n++
		if math.Abs(change)/1000 > math.Abs(g.Largest) {
			g.Largest, g.LargestOf = change/1000, after.Set().Alphabet.RackText(*l)
		}
	}
	if n > 0 {
		g.Change = math.Sqrt(sum/float64(n)) / 1000
	}
}

// points is a figure in thousandths of a point in points.
func points(thousandths int32) float64 { return float64(thousandths) / 1000 }

// zero is the table to begin with.
func zero(set *tile.Set) (*leave.Table, error) {
	return leave.New("none", set, func(*tile.Rack) int32 { return 0 })
}
