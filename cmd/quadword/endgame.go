package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"quadword/agents/endgame"
	"quadword/engine"
	"quadword/engine/notation"
)

// endgameReport is what `moves --endgame --json` prints.
type endgameReport struct {
	Board       string     `json:"board"`
	CGP         string     `json:"cgp"`
	Best        string     `json:"best"`
	Score       int32      `json:"score"`        // of the best move
	Value       int32      `json:"value"`        // points that the mover still wins on the other
	FinalSpread int32      `json:"final_spread"` // the mover's total minus the other's at the end
	Exact       bool       `json:"exact"`        // false if --nodes did not suffice
	Nodes       int64      `json:"nodes"`        // positions looked into
	Line        []lineMove `json:"line"`         // the game to its end, best first
	Unknown     []string   `json:"unknown_words"`
}

// lineMove is a move of the best play.
type lineMove struct {
	Move   string `json:"move"`
	Score  int32  `json:"score"`
	Spread int32  `json:"spread"` // the mover's of the position after it, settled if it is the last
}

// endgame solves one position and prints the best play.
func (a *app) endgame(cmd *cobra.Command, f *movesFlags, cgp string) error {
	p, words, unknown, err := a.setUp(cmd, &f.game, cgp)
	if err != nil {
		return err
	}
	rules := p.Rules()
	s, err := endgame.New(rules, words, endgame.Options{Nodes: f.nodes, Line: true})
	if err != nil {
		return usageError{err}
	}
	res, err := s.Solve(cmd.Context(), p.View(p.Seat()))
	if err != nil {
		return asUsage(err)
	}
	r := endgameReport{
		Board: rules.Layout.Name, CGP: cgp, Best: moveText(p, res.Move), Score: res.Score, Value: res.Value,
		FinalSpread: res.FinalSpread, Exact: res.Exact, Nodes: res.Nodes, Line: []lineMove{}, Unknown: unknown,
	}
	mover, spread := p.Seat(), p.Spread(p.Seat())
	for _, m := range res.Line {
		text := moveText(p, m)
		score := p.Play(m)
		r.Line = append(r.Line, lineMove{text, score, p.Spread(mover)})
	}
	if n := len(r.Line); n > 0 && p.End() == engine.EndNone {
		p.EndStuck() // the only end that a position does not see by itself
		r.Line[n-1].Spread = p.Spread(mover)
	}
	for range res.Line {
		p.Undo()
	}
	if f.json {
		return a.printJSON(r)
	}
	return cmp.Or(notation.DrawBoard(a.out, rules, p.Board()), r.writeText(a.out, p, spread))
}

func (r *endgameReport) writeText(w io.Writer, p *engine.Position, spread int32) error {
	alphabet := p.Rules().TileSet.Alphabet
	fmt.Fprintf(w, "\nracks %s and %s, spread %+d\n", cmp.Or(alphabet.RackText(*p.Rack(p.Seat())), "empty"),
		cmp.Or(alphabet.RackText(*p.Rack(1 - p.Seat())), "empty"), spread)
	if !r.Exact {
		_, err := fmt.Fprintf(w, "\nnot solved in %d nodes; so far %s, %d points, and about %+d in the end\n", r.Nodes, r.Best, r.Score, r.FinalSpread)
		return err
	}
	fmt.Fprintf(w, "best %s, %d points; %+d from here, %+d in the end (%d nodes)\n\n", r.Best, r.Score, r.Value, r.FinalSpread, r.Nodes)
	rows := [][]string{{"move", "score", "spread"}}
	for _, m := range r.Line {
		rows = append(rows, []string{m.Move, fmt.Sprint(m.Score), fmt.Sprintf("%+d", m.Spread)})
	}
	return writeTable(w, rows)
}

func moveText(p *engine.Position, m engine.Move) string {
	return string(notation.AppendMove(nil, p.Rules().TileSet.Alphabet, p.Board(), &m))
}

// endgameLine is a line of output of `moves --endgame --digest`. Of a line of
// input the first two fields are read and the others ignored.
type endgameLine struct {
	Board       string `json:"board"`
	CGP         string `json:"cgp"`
	Value       int32  `json:"value"`
	FinalSpread int32  `json:"final_spread"`
	Best        string `json:"best"`
	Nodes       int64  `json:"nodes"`
	Exact       *bool  `json:"exact,omitempty"` // false, if --nodes did not suffice
}

// endgame solves the position of a line.
func (d *digester) endgame(ctx context.Context, w io.Writer, text []byte) error {
	var line endgameLine
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	if line.CGP == "" {
		return fmt.Errorf("expected an object with `cgp`")
	}
	if line.Board == "" {
		dim, err := notation.CGPDim(line.CGP)
		if err != nil {
			return err
		}
		if line.Board = builtinBoard(dim); line.Board == "" {
			return fmt.Errorf("no built-in board has %d rows: expected `board`", dim)
		}
	}
	g, p, err := d.position(line.Board, line.CGP)
	if err != nil {
		return err
	}
	if g.solver == nil {
		if g.solver, err = endgame.New(&g.rules, g.generator.Lexicon(), endgame.Options{Nodes: d.nodes}); err != nil {
			return err
		}
	}
	res, err := g.solver.Solve(ctx, p.View(p.Seat()))
	if err != nil {
		return err
	}
	line.Value, line.FinalSpread, line.Nodes = res.Value, res.FinalSpread, res.Nodes
	line.Best, line.Exact = moveText(p, res.Move), nil
	if !res.Exact {
		line.Exact = &res.Exact
	}
	return writeLine(w, line)
}
