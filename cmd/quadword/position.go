package main

import (
	"strings"

	"github.com/spf13/cobra"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// position sets up a line of CGP. Where the flags do not say it, the board is
// the built-in one with as many rows as the line, and there are as many seats
// as racks.
func (g *gameFlags) position(cmd *cobra.Command, cgp string) (*engine.Position, error) {
	dim, err := notation.CGPDim(cgp)
	if err != nil {
		return nil, usageError{err}
	}
	if g.board == "" {
		if g.board = builtinBoard(dim); g.board == "" {
			return nil, usagef("cgp: no built-in board has %d rows: give --board", dim)
		}
	}
	if fields := strings.Fields(cgp); len(fields) > 1 && !cmd.Flags().Changed("seats") {
		g.rules.Seats = min(max(g.rules.Seats, strings.Count(fields[1], "/")+1), engine.MaxSeats)
	}
	rules, err := g.load()
	if err != nil {
		return nil, err
	}
	c, err := notation.ParseCGP(cgp, &rules)
	if err != nil {
		return nil, usageError{err}
	}
	p, err := engine.NewPosition(&rules, c.Setup, 0)
	return p, asUsage(err)
}

// setUp is a position with the words of its game, and those on its board that are
// none of them, which it tells of.
func (a *app) setUp(cmd *cobra.Command, g *gameFlags, cgp string) (p *engine.Position, words *lexicon.Lexicon, unknown []string, err error) {
	if p, err = g.position(cmd, cgp); err != nil {
		return nil, nil, nil, err
	}
	if words, err = g.words(p.Rules().TileSet.Alphabet); err != nil {
		return nil, nil, nil, err
	}
	return p, words, a.warnUnknown(p, words), nil
}

// builtinBoard is the built-in board of that size, or "".
func builtinBoard(dim int) string {
	for _, name := range engine.LayoutNames() {
		if l, _ := engine.BuiltinLayout(name); l.Dim() == dim {
			return name
		}
	}
	return ""
}

// warnUnknown tells of words on the board that are not in the lexicon.
func (a *app) warnUnknown(p *engine.Position, words *lexicon.Lexicon) []string {
	unknown := unknownWords(p.Rules().TileSet.Alphabet, p.Board(), words)
	if len(unknown) > 0 {
		a.warn("on the board and not in lexicon %s: %s", words.Name(), strings.Join(unknown, ", "))
	}
	return unknown
}

// unknownWords are the words on a board that are not in a lexicon, each with
// its square. They are no error: boards come from games on other lists.
func unknownWords(a *tile.Alphabet, b *engine.Board, words *lexicon.Lexicon) []string {
	unknown := []string{}
	var run []tile.Tile
	for _, dir := range []engine.Dir{engine.Across, engine.Down} {
		dr, dc := dir.Step()
		for lane := range b.Dim() {
			for i := 0; i <= b.Dim(); i++ {
				row, col := lane*dc+i*dr, lane*dr+i*dc
				if b.Occupied(row, col) {
					run = append(run, b.At(row, col))
					continue
				}
				if len(run) > 1 && !words.Has(run) {
					start := engine.Move{
						Kind: engine.Play, Dir: dir,
						Row: uint8(row - len(run)*dr), Col: uint8(col - len(run)*dc),
					}
					unknown = append(unknown, start.Coordinate()+" "+a.Text(run))
				}
				run = run[:0]
			}
		}
	}
	return unknown
}
