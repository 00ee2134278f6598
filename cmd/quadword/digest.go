package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"quadword/agents/endgame"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
)

// maxDigestLine bounds a line of the input, in bytes; a position takes far
// less.
const maxDigestLine = 1 << 20

// digestLine is a line of output. Of a line of input the first two fields are
// read and the others ignored, so that output may be input.
type digestLine struct {
	Board string `json:"board"`
	CGP   string `json:"cgp"`
	Rack  string `json:"rack"`
	notation.Digest
}

// digest sums up all legal plays of each position of a file, a line each.
func (a *app) digest(ctx context.Context, f *movesFlags) error {
	in := a.stdin
	if f.digest != "-" {
		file, err := os.Open(f.digest)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	d := digester{flags: f.game, nodes: f.nodes, games: map[string]*digestGame{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxDigestLine)
	n := 1
	for ; lines.Scan(); n++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(lines.Bytes()) == 0 {
			continue
		}
		var err error
		if f.endgame {
			err = d.endgame(ctx, a.out, lines.Bytes())
		} else {
			err = d.line(a.out, lines.Bytes())
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", f.digest, n, err)
		}
		if err := a.out.Flush(); err != nil { // whoever asks through a pipe waits for it
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s, line %d: %w", f.digest, n, err)
	}
	return nil
}

// digester keeps one generator for each board that came up.
type digester struct {
	flags gameFlags
	nodes int64 // budget of an endgame
	games map[string]*digestGame
}

type digestGame struct {
	rules     engine.Rules
	generator *movegen.Generator
	plays     []movegen.Scored
	solver    *endgame.Solver // made when an endgame is first asked for
}

func (d *digester) line(w io.Writer, text []byte) error {
	var line digestLine
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	if line.Board == "" || line.CGP == "" {
		return fmt.Errorf("expected an object with `board` and `cgp`")
	}
	g, p, err := d.position(line.Board, line.CGP)
	if err != nil {
		return err
	}
	rack := p.Rack(p.Seat())
	g.generator.Follow(p.View(p.Seat()))
	g.plays = g.generator.Plays(g.plays[:0], rack)
	line.Rack = string(notation.AppendRack(nil, g.rules.TileSet.Alphabet, rack))
	line.Digest = notation.DigestPlays(&g.rules, p.Board(), func(yield func(engine.Move, int32) bool) {
		for i := range g.plays {
			if !yield(g.plays[i].Move, g.plays[i].Score) {
				return
			}
		}
	})
	return writeLine(w, line)
}

func writeLine(w io.Writer, line any) error {
	out, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// position sets up a position of a line, and the game that it is of.
func (d *digester) position(board, line string) (*digestGame, *engine.Position, error) {
	g, err := d.game(board)
	if err != nil {
		return nil, nil, err
	}
	cgp, err := notation.ParseCGP(line, &g.rules)
	if err != nil {
		return nil, nil, err
	}
	p, err := engine.NewPosition(&g.rules, cgp.Setup, 0)
	return g, p, err
}

// game readies a board, once.
func (d *digester) game(board string) (*digestGame, error) {
	if g := d.games[board]; g != nil {
		return g, nil
	}
	flags := d.flags
	flags.board = board
	g := &digestGame{}
	var err error
	if g.rules, err = flags.load(); err != nil {
		return nil, err
	}
	var words *lexicon.Lexicon
	if words, err = flags.words(g.rules.TileSet.Alphabet); err != nil {
		return nil, err
	}
	if g.generator, err = movegen.New(&g.rules, words); err != nil {
		return nil, err
	}
	d.games[board] = g
	return g, nil
}
