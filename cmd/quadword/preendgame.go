package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/notation"
)

// preendgameNodes is what `moves --preendgame` may look into if nothing else is
// said: some ten seconds.
const preendgameNodes = 200_000

// preendgameReport is what `moves --preendgame --json` prints.
type preendgameReport struct {
	Board        string           `json:"board"`
	CGP          string           `json:"cgp"`
	Rack         string           `json:"rack"`
	Bag          int              `json:"bag"`          // tiles in it
	Spread       int32            `json:"spread"`       // the mover's, now
	Arrangements int64            `json:"arrangements"` // of the unseen tiles, the order of the bag included
	Exact        bool             `json:"exact"`        // the first move is the best of these for certain
	Nodes        int64            `json:"nodes"`        // positions looked into
	Moves        []preendgameMove `json:"moves"`        // the best first
	Unknown      []string         `json:"unknown_words"`
}

// preendgameMove is a move and what it comes to.
type preendgameMove struct {
	Move         string   `json:"move"`
	Score        int32    `json:"score"`
	WinProb      *float64 `json:"win_prob"`     // share of games won, a draw counting half; null if it was not looked at
	Spread       *float64 `json:"final_spread"` // mean of the mover's at the end, in points
	Arrangements int64    `json:"arrangements"` // that were looked at
	Exact        bool     `json:"exact"`        // all of them, and every endgame solved
}

// preendgame compares the moves of a position by what comes of them in all draws.
func (a *app) preendgame(cmd *cobra.Command, f *movesFlags, cgp string) error {
	p, words, unknown, err := a.setUp(cmd, &f.game, cgp)
	if err != nil {
		return err
	}
	rules, nodes := p.Rules(), int64(preendgameNodes)
	if cmd.Flags().Changed("nodes") {
		nodes = f.nodes
	}
	s, notes, err := agents.Preendgame(agents.Game{Rules: rules, Lexicon: words}, nodes)
	if err != nil {
		return usageError{err}
	}
	for _, n := range notes {
		a.warn("%s", n)
	}
	res, err := s.Solve(cmd.Context(), p.View(p.Seat()))
	if err != nil {
		return asUsage(err)
	}
	r := preendgameReport{
		Board: rules.Layout.Name, CGP: cgp, Rack: rules.TileSet.Alphabet.RackText(*p.Rack(p.Seat())), Bag: p.BagLen(),
		Spread: p.Spread(p.Seat()), Arrangements: res.Arrangements, Exact: res.Exact, Nodes: res.Nodes, Unknown: unknown,
	}
	for i := range res.Candidates[:min(f.number, len(res.Candidates))] {
		c := &res.Candidates[i]
		m := preendgameMove{Move: moveText(p, c.Move), Score: c.Score, Arrangements: c.Arrangements, Exact: c.Exact}
		if c.Arrangements > 0 {
			m.WinProb, m.Spread = new(c.WinProb()), new(c.MeanSpread())
		}
		r.Moves = append(r.Moves, m)
	}
	if f.json {
		return a.printJSON(r)
	}
	return cmp.Or(notation.DrawBoard(a.out, rules, p.Board()), r.writeText(a.out, p))
}

func (r *preendgameReport) writeText(w io.Writer, p *engine.Position) error {
	sure := "not certain"
	if r.Exact {
		sure = "the first is the best of those compared for certain"
	}
	fmt.Fprintf(w, "\nrack %s, %d in the bag, spread %+d; %d arrangements of the unseen tiles\n%s (%d nodes)\n\n",
		cmp.Or(r.Rack, "empty"), r.Bag, r.Spread, r.Arrangements, sure, r.Nodes)
	rows := [][]string{{"move", "score", "win %", "spread", "seen %"}}
	for _, m := range r.Moves {
		row := []string{m.Move, fmt.Sprint(m.Score), "", "", "0"}
		if m.Arrangements > 0 {
			row[2], row[3] = fmt.Sprintf("%.1f", 100**m.WinProb), fmt.Sprintf("%+.1f", *m.Spread)
			row[4] = fmt.Sprintf("%.0f", 100*float64(m.Arrangements)/float64(r.Arrangements))
		}
		rows = append(rows, row)
	}
	return writeTable(w, rows)
}
