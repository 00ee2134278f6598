package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
)

// movesFlags are the flags of `moves`.
type movesFlags struct {
	game    gameFlags
	number  int
	all     bool
	play    string
	endgame bool
	pre     bool // preendgame
	nodes   int64
	digest  string
	json    bool
}

func (a *app) movesCommand() *cobra.Command {
	var f movesFlags
	cmd := &cobra.Command{
		Use:     "moves CGP",
		Aliases: []string{"gen"},
		Short:   "list the best moves of a position, or all of them",
		Long: `Moves lists the moves of the player to move, the highest score first. The
position is a line of CGP: the rows of the board, the racks, the scores and the
number of scoreless turns; - reads it from stdin.

With --digest it reads a file of JSON objects with the fields board and cgp, one
a line, and prints for each the number of legal plays, sums over them and their
hash, by which two engines can be compared.

With --endgame it solves the position instead: the bag must be empty, the CGP
holds both racks, and the answer is the move that is best by the rules of the
end, the points that are still to be won, and the game that follows. There is
no limit but that of --nodes, and some endgames take long. With --digest too it
prints for each line of the file, where board may be missing, a line of JSON
with board, cgp, value, final_spread, best and nodes, and exact where --nodes did
not suffice.

With --preendgame the bag must hold 1 to 4 tiles in a game of two. The best 30
moves by static equity, and the pass, are compared by the games that they win
over all that the unseen tiles may be, then by the final spread: with the bag
empty both play as well as can be found, before that by static equity. The
further down the list, the fewer nodes went into a move, and the less its
figures are worth; "seen %" is the share of the arrangements of the unseen tiles
that it was tried in. Each move takes 256 nodes at least, so with few nodes fewer
are compared. With --nodes 0 all figures are exact, which may take hours.`,
		Example: `  quadword moves '15/15/15/15/15/15/15/7VODKA3/15/15/15/15/15/15/15 EINRTVW/ 34/36 0'
  quadword moves --play '9G WINTER' '15/15/15/15/15/15/15/7VODKA3/15/15/15/15/15/15/15 EINRTVW/ 34/36 0'
  quadword moves --digest positions.jsonl
  quadword moves --endgame --digest endgames.jsonl
  quadword moves --preendgame --nodes 50000 CGP`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, other := range []string{"number", "all", "play"} {
				if f.endgame && cmd.Flags().Changed(other) {
					return usagef("--endgame finds the best move only: --%s is not for it", other)
				}
			}
			for _, other := range []string{"endgame", "all", "play", "digest"} {
				if f.pre && cmd.Flags().Changed(other) {
					return usagef("--preendgame compares the best moves of one position: --%s is not for it", other)
				}
			}
			if f.nodes < 0 || cmd.Flags().Changed("nodes") && !f.endgame && !f.pre {
				return usagef("--nodes %d: it takes 0 or more, with --endgame or --preendgame", f.nodes)
			}
			switch digest := cmd.Flags().Changed("digest"); {
			case digest && len(args) > 0:
				return usagef("a position or --digest, not both")
			case digest:
				return a.digest(cmd.Context(), &f)
			case len(args) == 0:
				return usagef("no position: expected %s", cmd.UseLine())
			}
			// A position has blanks in it; it need not be quoted.
			return a.moves(cmd, &f, strings.Join(args, " "))
		},
	}
	f.game.register(cmd, "", "standard, super or a file (default by the number of rows)")
	flags := cmd.Flags()
	flags.IntVarP(&f.number, "number", "n", 15, "how many moves to list")
	flags.BoolVar(&f.all, "all", false, "list all moves")
	flags.StringVar(&f.play, "play", "", "tell the rank of this move and what it loses on the best, as in '8H WORD'")
	flags.BoolVar(&f.endgame, "endgame", false, "solve an endgame")
	flags.BoolVar(&f.pre, "preendgame", false, "compare moves when the bag is nearly empty")
	flags.Int64Var(&f.nodes, "nodes", 0, "positions that --endgame (default no limit) or --preendgame (default 200000) may look into, 0 for no limit")
	flags.StringVar(&f.digest, "digest", "", "sum up the plays of each position in a file, - for stdin")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// movesReport is what `moves --json` prints.
type movesReport struct {
	Board   string       `json:"board"`
	CGP     string       `json:"cgp"`
	Rack    string       `json:"rack"`
	Bag     int          `json:"bag"`   // tiles in it
	Legal   int          `json:"legal"` // moves in all: plays, exchanges and the pass
	Moves   []rankedMove `json:"moves"`
	Play    *rankedMove  `json:"play,omitempty"` // that of --play
	Unknown []string     `json:"unknown_words"`  // on the board and in no lexicon
}

// rankedMove is a move and how it compares with the others.
type rankedMove struct {
	Rank   int    `json:"rank"` // 1 is the best
	Move   string `json:"move"` // "8D WO.d", "exch AB" or "pass"
	Action string `json:"action"`
	Word   string `json:"word,omitempty"` // the main word of a play
	Score  int32  `json:"score"`
	Loss   int32  `json:"loss"` // points less than the best
	Leave  string `json:"leave"`
}

func (a *app) moves(cmd *cobra.Command, f *movesFlags, cgp string) error {
	if f.number < 1 {
		return usagef("-n %d: it takes one or more", f.number)
	}
	if f.play == "" && cmd.Flags().Changed("play") {
		return usagef("--play is empty: expected a move, as in '8H WORD'")
	}
	if strings.TrimSpace(cgp) == "-" {
		text, err := io.ReadAll(io.LimitReader(a.stdin, 1<<20))
		if err != nil {
			return err
		}
		cgp = string(text)
	}
	cgp = strings.TrimSpace(cgp)
	if f.endgame {
		return a.endgame(cmd, f, cgp)
	}
	if f.pre {
		return a.preendgame(cmd, f, cgp)
	}
	p, words, unknown, err := a.setUp(cmd, &f.game, cgp)
	if err != nil {
		return err
	}
	rules := p.Rules()
	g, err := movegen.New(rules, words)
	if err != nil {
		return err
	}
	all := g.All(nil, p.View(p.Seat()))
	slices.SortFunc(all, func(x, y movegen.Scored) int { return x.Compare(&y) })

	rank := func(i int) rankedMove { return ranked(p, all, i) }
	r := movesReport{
		Board: rules.Layout.Name, CGP: cgp, Rack: rules.TileSet.Alphabet.RackText(*p.Rack(p.Seat())),
		Bag: p.BagLen(), Legal: len(all), Moves: []rankedMove{}, Unknown: unknown,
	}
	if f.play != "" {
		i, err := find(f.play, p, all, words)
		if err != nil {
			return err
		}
		play := rank(i)
		r.Play = &play
	}
	n := len(all)
	if !f.all {
		n = min(n, f.number)
	}
	for i := range n {
		r.Moves = append(r.Moves, rank(i))
	}
	if f.json {
		return a.printJSON(r)
	}
	return cmp.Or(notation.DrawBoard(a.out, rules, p.Board()), r.writeText(a.out, p))
}

// ranked is the i-th of all moves.
func ranked(p *engine.Position, all []movegen.Scored, i int) rankedMove {
	a, m := p.Rules().TileSet.Alphabet, &all[i]
	leave, used := *p.Rack(p.Seat()), m.Used()
	leave.RemoveAll(&used)
	return rankedMove{
		Rank:   i + 1,
		Move:   string(notation.AppendMove(nil, a, p.Board(), &m.Move)),
		Action: m.Kind.String(),
		Word:   string(notation.AppendWord(nil, a, p.Board(), &m.Move)),
		Score:  m.Score,
		Loss:   all[0].Score - m.Score,
		Leave:  a.RackText(leave),
	}
}

// find is where a move stands among all legal ones.
func find(text string, p *engine.Position, all []movegen.Scored, words *lexicon.Lexicon) (int, error) {
	m, err := notation.ParseMove(text, p)
	if err != nil {
		return 0, usageError{err}
	}
	i := slices.IndexFunc(all, func(s movegen.Scored) bool { return s.Move == m })
	if i >= 0 {
		return i, nil
	}
	var not []string
	for word := range p.Board().Words(&m) {
		if !words.Has(word) {
			not = append(not, p.Rules().TileSet.Alphabet.Text(word))
		}
	}
	return 0, usagef("move %q forms words that are not in lexicon %s: %s", text, words.Name(), strings.Join(not, ", "))
}

func (r *movesReport) writeText(w io.Writer, p *engine.Position) error {
	fmt.Fprintf(w, "\nrack %s, %d in the bag, scores", cmp.Or(r.Rack, "empty"), r.Bag)
	for i := range p.Rules().Seats {
		fmt.Fprintf(w, " %d", p.Score((p.Seat()+i)%p.Rules().Seats))
	}
	fmt.Fprintf(w, ", %d legal moves\n\n", r.Legal)
	rows := [][]string{{"move", "score", "loss", "leave"}}
	for _, m := range r.Moves {
		rows = append(rows, []string{m.Move, fmt.Sprint(m.Score), fmt.Sprint(m.Loss), m.Leave})
	}
	if err := writeTable(w, rows); err != nil || r.Play == nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s: rank %d of %d, %d points, %d less than the best\n",
		r.Play.Move, r.Play.Rank, r.Legal, r.Play.Score, r.Play.Loss)
	return err
}
