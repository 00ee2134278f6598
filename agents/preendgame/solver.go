package preendgame

import (
	"context"
	"fmt"
	"math"
	"slices"

	"quadword/agents/endgame"
	"quadword/engine"
	"quadword/engine/movegen"
)

const (
	// MostBag is how many tiles the bag may hold.
	MostBag = 4
	// DefaultCandidates is how many moves are compared if no number is given.
	DefaultCandidates = 30
	// entries is the size of the endgames' table: 1 MiB, since most endgames are
	// given few nodes, and a larger one is slower.
	entries = 1 << 16
)

// Options are what a Solver goes by and may spend.
type Options struct {
	// Policy is what seats choose their moves by while the bag holds tiles, and
	// what ranks the candidates at first.
	Policy *movegen.Evaluation
	// Candidates is how many of the best moves by Policy are compared, beside
	// the pass; 0 is DefaultCandidates.
	Candidates int
	// Nodes is how many positions may be looked into for a decision, in endgames
	// and in what leads there. It may be exceeded by what it takes to play one
	// candidate in one deal out. 0 is no limit: all endgames of all candidates
	// are solved, which may take hours.
	Nodes int64
}

// Candidate is a move and what it comes to. Arrangements are the orders of the
// unseen tiles that differ in the bag, each tile told apart; draws that make no
// difference are played once and count as often as they come.
type Candidate struct {
	movegen.Valued
	Arrangements int64 // that were looked at
	Wins         int64 // two for each of them that is won, one for each that is drawn
	Spread       int64 // sum of the final spreads, in points
	Exact        bool  // all arrangements were looked at, and all endgames solved

	at          int   // its cells
	least, most int64 // bounds of Wins over all arrangements, by what is certain
	out         bool  // it cannot win as much as another does for certain
}

// WinProb is the share of games won, a draw counting half. It is 0 if nothing was
// looked at.
func (c *Candidate) WinProb() float64 {
	return float64(c.Wins) / float64(2*max(1, c.Arrangements))
}

// MeanSpread is the mean of the final spreads in points.
func (c *Candidate) MeanSpread() float64 {
	return float64(c.Spread) / float64(max(1, c.Arrangements))
}

// Result is what was found.
type Result struct {
	// Candidates are the moves that were compared, the best first. They are good
	// until the next call of Solve.
	Candidates   []Candidate
	Arrangements int64 // that there are
	Nodes        int64 // positions looked into
	// Exact: the first candidate is the best of them for certain, all draws and
	// the whole of the endgames considered.
	Exact bool
}

// Solver finds moves before the endgame, under one set of rules and with one
// lexicon. It keeps its memory from one decision to the next, but nothing of what
// it found. It is not safe for concurrent use.
type Solver struct {
	opts   Options
	player player

	view       engine.View
	moves      []movegen.Valued
	deals      []deal
	dealt      int64 // arrangements of all deals
	each       int64 // of each way of a deal
	candidates []Candidate
	before     []Candidate // scratch
	cells      []cell
	covered    int // deals that all candidates were played in
}

// cell is what is known of a candidate in a deal.
type cell struct {
	worth
	level level
}

// New is a Solver for games under these rules, with the words of a generator, which
// it moves about.
func New(rules *engine.Rules, g *movegen.Generator, opts Options) (*Solver, error) {
	if opts.Policy == nil || opts.Candidates < 0 || opts.Nodes < 0 {
		return nil, fmt.Errorf("preendgame: %d candidates, %d nodes: neither can be less than 0, and there must be a policy", opts.Candidates, opts.Nodes)
	}
	if opts.Candidates == 0 {
		opts.Candidates = DefaultCandidates
	}
	e, err := endgame.New(rules, g.Lexicon(), endgame.Options{Entries: entries})
	if err != nil {
		return nil, fmt.Errorf("preendgame: %w", err)
	}
	return &Solver{opts: opts, player: player{generator: g, policy: opts.Policy, solver: e}}, nil
}

// Check tells why a position is none to be solved, or nil.
func Check(v engine.View) error {
	switch bag := v.BagLen(); {
	case v.Rules().Seats != 2:
		return fmt.Errorf("preendgame: %d seats: only games of two are solved", v.Rules().Seats)
	case bag < 1 || bag > MostBag:
		return fmt.Errorf("preendgame: %d tiles in the bag: expected 1 to %d", bag, MostBag)
	case v.Rules().MaxExchange(bag) > 0:
		return fmt.Errorf("preendgame: tiles may be exchanged with %d in the bag", bag)
	case v.Over():
		return fmt.Errorf("preendgame: the game is over")
	case v.ToMove() != v.Seat():
		return fmt.Errorf("preendgame: seat %d is to move, and the view is that of seat %d", v.ToMove(), v.Seat())
	}
	return nil
}

// Solve finds the best move of the seat to move, whose view it must be, by wins,
// then spread, in a game of two with one to MostBag tiles in the bag and no
// exchanges. It depends on the view and the options alone. It returns ctx.Err()
// if ctx is done between two endgames.
func (s *Solver) Solve(ctx context.Context, v engine.View) (Result, error) {
	if err := Check(v); err != nil {
		return Result{}, err
	}
	s.begin(v)
	if err := s.compare(ctx); err != nil {
		return Result{}, err
	}
	s.player.generator.Follow(v)
	return Result{
		Candidates: s.candidates, Arrangements: s.dealt, Nodes: s.player.nodes, Exact: s.certain(),
	}, nil
}

// begin lists candidates and deals.
func (s *Solver) begin(v engine.View) {
	p := &s.player
	p.own, p.nodes, p.most = v.Seat(), 0, s.opts.Nodes
	if p.most == 0 {
		p.most = math.MaxInt64
	}
	s.view = v
	s.moves = p.generator.Best(s.moves[:0], v, s.opts.Policy, s.opts.Candidates)
	if s.moves[len(s.moves)-1].Kind != engine.Pass {
		s.moves = append(s.moves, movegen.Valued{Equity: movegen.PassEquity})
	}
	s.deals = appendDeals(s.deals[:0], v.Unseen(), v.BagLen(), 1-v.Seat())
	s.each, s.dealt = orders(v.BagLen()), 0
	for i := range s.deals {
		s.dealt += s.each * s.deals[i].ways
	}
	s.candidates = s.candidates[:0]
	for i, m := range s.moves {
		s.candidates = append(s.candidates, Candidate{Valued: m, at: i * len(s.deals)})
	}
	n := len(s.moves) * len(s.deals)
	s.cells = slices.Grow(s.cells[:0], n)[:n]
	clear(s.cells)
	s.covered = 0
}

// cell is that of a candidate and the i-th deal.
func (s *Solver) cell(c *Candidate, i int) *cell { return &s.cells[c.at+i] }
