package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadword/agents/winprob"
)

// winprobFlags are the flags of `winprob`.
type winprobFlags struct {
	spread, unseen  int
	notOnTurn, json bool
}

func (a *app) winprobCommand() *cobra.Command {
	var f winprobFlags
	cmd := &cobra.Command{
		Use:   "winprob FILE|standard|super",
		Short: "look up how likely a game is to be won",
		Long: `Winprob prints P(win), a draw counting half, of one of two players, by a table
from a file (train winprob makes them) or a built-in one: given the points by
which he leads (--spread, below 0 if he is behind), the number of tiles that he
does not see (--unseen), and whether it is his turn. Without these two it shows
what the table is of, and P(win) at some spreads and numbers of unseen tiles.`,
		Example: `  quadword winprob super --spread -40 --unseen 60
  quadword winprob standard --spread 12 --unseen 5 --not-on-turn
  quadword winprob mine.csv.gz --json`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := openWinprob(args[0])
			if err != nil {
				return err
			}
			flags := cmd.Flags()
			switch spread, unseen := flags.Changed("spread"), flags.Changed("unseen"); {
			case spread && unseen:
				return a.winprobLookup(&f, t)
			case spread || unseen:
				return usagef("--spread and --unseen go together: give both or neither")
			}
			o := winprobOverview(t, !f.notOnTurn)
			if f.json {
				return a.printJSON(o)
			}
			return o.writeText(a.out)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.spread, "spread", 0, "points by which the player leads, below 0 if he is behind")
	flags.IntVar(&f.unseen, "unseen", 0, "tiles that the player does not see: those in the bag and on the other rack")
	flags.BoolVar(&f.notOnTurn, "not-on-turn", false, "it is the other player's turn")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// openWinprob is the built-in table of that name, or else that in the file of
// that name. A name that is none is an error of usage; a file that is damaged
// is not.
func openWinprob(nameOrFile string) (*winprob.Table, error) {
	if t, ok := winprob.Builtin(nameOrFile); ok {
		return t, nil
	}
	t, err := winprob.Load(nameOrFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%w: expected %s or a file", err, strings.Join(winprob.Names(), ", "))
	}
	return t, err
}

// winprobValue is what `winprob --spread --unseen --json` prints.
type winprobValue struct {
	Spread  int     `json:"spread"`
	Unseen  int     `json:"unseen"`
	OnTurn  bool    `json:"on_turn"`
	WinProb float64 `json:"win_prob"`
}

func (a *app) winprobLookup(f *winprobFlags, t *winprob.Table) error {
	switch {
	case f.unseen < 1 || f.unseen > t.Unseen():
		return usagef("--unseen %d: expected 1 to %d", f.unseen, t.Unseen())
	case f.spread < -winprob.MaxSpread || f.spread > winprob.MaxSpread:
		return usagef("--spread %d: expected %d to %d", f.spread, -winprob.MaxSpread, winprob.MaxSpread)
	}
	v := winprobValue{f.spread, f.unseen, !f.notOnTurn, t.WinProb(int32(f.spread), f.unseen, !f.notOnTurn)}
	if f.json {
		return a.printJSON(v)
	}
	_, err := fmt.Fprintf(a.out, "%.2f %%\n", 100*v.WinProb)
	return err
}

// winprobReport is what `winprob --json` prints.
type winprobReport struct {
	SHA256    string         `json:"sha256"`
	Game      winprob.Game   `json:"game"`
	MaxUnseen int            `json:"max_unseen"`
	MaxSpread int            `json:"max_spread"`
	OnTurn    bool           `json:"on_turn"`
	Values    []winprobValue `json:"values"` // a few, by spread and then unseen tiles

	spreads, unseen []int // of the values
}

// winprobOverview is the table at some spreads and numbers of unseen tiles.
func winprobOverview(t *winprob.Table, onTurn bool) *winprobReport {
	r := &winprobReport{SHA256: t.SHA256(), Game: t.Game(), MaxUnseen: t.Unseen(), MaxSpread: t.Spread(), OnTurn: onTurn}
	for _, s := range []int{-200, -100, -50, -20, -10, 0, 10, 20, 50, 100, 200} {
		if s >= -t.Spread() && s <= t.Spread() {
			r.spreads = append(r.spreads, s)
		}
	}
	for _, u := range []int{1, 3, 7, 8, 14, 30, 60, 93, 120, 150} {
		if u < t.Unseen() {
			r.unseen = append(r.unseen, u)
		}
	}
	r.unseen = append(r.unseen, t.Unseen())
	for _, s := range r.spreads {
		for _, u := range r.unseen {
			r.Values = append(r.Values, winprobValue{s, u, onTurn, t.WinProb(int32(s), u, onTurn)})
		}
	}
	return r
}

func (r *winprobReport) writeText(w io.Writer) error {
	g := &r.Game
	fmt.Fprintf(w, "board        %s\ntile set     %s, %d tiles, racks of %d\nlexicon      %s\nagents       %s\n", g.Board, g.TileSet, g.Tiles, g.RackSize, g.Lexicon, g.Agents)
	fmt.Fprintf(w, "scoring      bingo bonus %d, end scoring %s, tie break %s\n", g.BingoBonus, g.EndScoring, g.TieBreak)
	fmt.Fprintf(w, "range        1 to %d tiles unseen, spreads to ±%d\nsha256       %s\n\n", r.MaxUnseen, r.MaxSpread, r.SHA256)
	whose := "of the player on turn"
	if !r.OnTurn {
		whose = "of the player not on turn"
	}
	fmt.Fprintf(w, "P(win) %s, %%, by spread and tiles unseen:\n\n", whose)
	heading := []string{"spread"}
	for _, u := range r.unseen {
		heading = append(heading, strconv.Itoa(u))
	}
	rows := [][]string{heading}
	for i, s := range r.spreads {
		row := []string{strconv.Itoa(s)}
		for j := range r.unseen {
			row = append(row, fmt.Sprintf("%.2f", 100*r.Values[i*len(r.unseen)+j].WinProb))
		}
		rows = append(rows, row)
	}
	return writeTable(w, rows)
}
