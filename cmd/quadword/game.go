package main

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// gameFlags are the flags that say what game is played: board, tiles, words
// and every rule.
type gameFlags struct {
	board, tileSet, lexicon string
	rules                   engine.Rules // but for board and tile set
}

func (g *gameFlags) register(cmd *cobra.Command, board, boardHelp string) {
	g.rules = engine.DefaultRules(nil, nil)
	r, f := &g.rules, cmd.Flags()
	f.StringVar(&g.board, "board", board, boardHelp)
	f.StringVar(&g.tileSet, "tile-set", "", "standard, super, doubled or a file (default: the board's own, standard for a board from a file)")
	f.StringVar(&g.lexicon, "lexicon", "open", "open, which is built in, or a file (.txt, .gz or .kwg)")
	f.IntVar(&r.Seats, "seats", r.Seats, "players, 2 to 4")
	f.IntVar(&r.RackSize, "rack-size", r.RackSize, "tiles on a full rack")
	f.Int32Var(&r.BingoBonus, "bingo-bonus", r.BingoBonus, "points for playing a full rack in one turn")
	f.IntVar(&r.MinBagToExchange, "min-bag-to-exchange", r.MinBagToExchange, "tiles the bag must hold for an exchange")
	f.Var(choice[engine.EndScoring]{&r.EndScoring, engine.ParseEndScoring}, "end-scoring",
		"how racks are settled when a player goes out: box (the others lose theirs, the player gains the sum), double (the player gains twice the others'), deduct (the others lose theirs)")
	f.Var(choice[engine.TieBreak]{&r.TieBreak, engine.ParseTieBreak}, "tie-break",
		"equal totals: draw, or before-racks (the higher score before the racks were settled wins)")
	f.IntVar(&r.MaxScorelessTurns, "max-scoreless-turns", r.MaxScorelessTurns, "successive scoreless turns that end a game (default 3 a player)")
	f.BoolVar(&r.ZeroPlayResets, "zero-play-resets", r.ZeroPlayResets, "a play of 0 points sets the count of scoreless turns back")
	f.IntVar(&r.EndByPasses, "end-by-passes", r.EndByPasses, "successive rounds of passes that end a game, 0 for off")
	f.BoolVar(&r.EndWhenStuck, "end-when-stuck", r.EndWhenStuck, "the game ends when the bag is empty and nobody holds a play")
}

// load reads board and tile set and checks the rules.
func (g *gameFlags) load() (engine.Rules, error) {
	rules, tileSet := g.rules, g.tileSet
	if tileSet == "" {
		tileSet = "standard"
		if _, builtin := engine.BuiltinLayout(g.board); builtin {
			tileSet = g.board
		}
	}
	var err error
	if rules.Layout, err = engine.LoadLayout(g.board); err != nil {
		return rules, usageError{err}
	}
	if rules.TileSet, err = tile.LoadSet(tileSet); err != nil {
		return rules, usageError{err}
	}
	return rules, asUsage(rules.Validate())
}

// words opens the lexicon for games with that alphabet.
func (g *gameFlags) words(a *tile.Alphabet) (*lexicon.Lexicon, error) {
	return openLexicon(g.lexicon, a)
}

// openLexicon opens a lexicon. A name that is none is an error of usage; a
// file that is damaged is not.
func openLexicon(name string, a *tile.Alphabet) (*lexicon.Lexicon, error) {
	l, err := lexicon.Open(name, a, lexicon.Options{})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usageError{err}
	}
	return l, err
}
