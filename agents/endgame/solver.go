package endgame

import (
	"context"
	"fmt"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// DefaultEntries is the size of the table if none is given: 16 MiB.
const DefaultEntries = 1 << 20

// Options are what a Solver may spend.
type Options struct {
	Entries int   // of the transposition table, 16 bytes each; 0 is DefaultEntries
	Nodes   int64 // positions looked into for one endgame; 0 is no limit
	Line    bool  // play on to the end, for Result.Line
}

// Result is an endgame solved.
//
// Value is the same for every size of the table, and so is Move if Exact: of
// several best moves it is the first in the order of movegen.Scored.Compare.
// (With a budget that runs out just while these are told apart it may be
// another best one.) If not Exact, Move is the best of the deepest search that
// was finished, and Value what it is worth by that: the games at its leaves
// are played to the end, but not well. If not even the first was, it is the best
// of the moves that it came to, the most promising ones.
type Result struct {
	Move        engine.Move
	Score       int32 // points of the move
	Value       int32 // points that the mover still wins on the other: FinalSpread minus the spread now
	FinalSpread int32 // the mover's total minus the other's when the game is over
	Exact       bool  // false if the budget ran out
	Nodes       int64 // positions looked into
	Searched    bool  // false if the budget did not suffice for a single move: then Value says little
	// Line is the best play to the end, Move first, if it was asked for and
	// the budget sufficed.
	Line []engine.Move
}

// Solver solves endgames under one set of rules and with one lexicon. It keeps
// its memory from one to the next but nothing of what it found: a result
// depends on the position alone. It is not safe for concurrent use.
type Solver struct {
	rules    *engine.Rules
	gen      *movegen.Generator
	opts     Options
	dim      int
	all      uint32 // every letter
	points   [tile.Kinds]int32
	outTimes int32 // points for each point on the other's rack, for going out
	full     clock // after a play that sets it back

	// The position.
	occupied [2 * engine.MaxDim]uint32
	hash     uint64 // of the board
	sides    [2]side
	mover    int
	clock    clock

	table      table
	candidates []candidate
	scored     []movegen.Scored // scratch
	replies    replies
	watched    [squareRow * squareRows]uint8 // bit i: reply i depends on the square

	limit   int64 // of nodes
	nodes   int64
	done    <-chan struct{} // closed when the search is to end
	stopped bool
	root    []rootMove
}

// New is a solver for games under these rules, with the words of the lexicon.
func New(rules *engine.Rules, lex *lexicon.Lexicon, opts Options) (*Solver, error) {
	if opts.Entries < 0 || opts.Nodes < 0 {
		return nil, fmt.Errorf("endgame: %d table entries, %d nodes: neither can be less than 0", opts.Entries, opts.Nodes)
	}
	if opts.Entries == 0 {
		opts.Entries = DefaultEntries
	}
	g, err := movegen.New(rules, lex)
	if err != nil {
		return nil, fmt.Errorf("endgame: %w", err)
	}
	s := &Solver{rules: rules, gen: g, opts: opts, dim: rules.Layout.Dim(), all: lex.Alphabet().All()}
	for t := range tile.Tile(tile.Kinds) {
		s.points[t] = rules.TileSet.Points(t)
	}
	s.outTimes = 2
	if rules.EndScoring == engine.EndDeduct {
		s.outTimes = 1
	}
	s.full = clock{int32(rules.ScorelessLimit()), never}
	if rules.EndByPasses > 0 {
		s.full.passes = int32(2 * rules.EndByPasses)
	}
	return s, nil
}

// Solve finds the best move of the seat to move, whose view it must be, in a
// game of two with an empty bag. When ctx is done it returns its cause.
func (s *Solver) Solve(ctx context.Context, v engine.View) (Result, error) {
	if err := s.check(v); err != nil {
		return Result{}, err
	}
	s.begin(ctx, v, s.opts.Nodes)
	res := s.solve()
	if s.opts.Line && res.Exact {
		res.Line = s.line(res)
		res.Nodes = s.nodes
	}
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	res.FinalSpread = v.Spread() + res.Value
	return res, nil
}

// Window is what is to be known of a final spread: between Low and High how
// much it is, and else only on which side it lies.
type Window struct{ Low, High int32 }

var (
	// Whole asks for the spread, whatever it is.
	Whole = Window{-infinite, infinite}
	// Winner asks who wins, which often takes few of the nodes.
	Winner = Window{-1, 1}
)

// Judge tells what a position is worth as Solve does, within a window and so
// many nodes, 0 for no limit; Options.Nodes and Options.Line are not for it. If
// Exact, a FinalSpread of at most Low or at least High is a bound, and one
// between them exact. Move is a move that comes to that, any of several.
func (s *Solver) Judge(ctx context.Context, v engine.View, w Window, nodes int64) (Result, error) {
	if err := s.check(v); err != nil {
		return Result{}, err
	}
	s.begin(ctx, v, nodes)
	spread := v.Spread()
	res := s.deepen(max(-infinite, w.Low-spread), min(infinite, w.High-spread))
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	res.FinalSpread = spread + res.Value
	return res, nil
}

// check tells why a position is none to be solved, or nil.
func (s *Solver) check(v engine.View) error {
	switch r := v.Rules(); {
	case r.Seats != 2:
		return fmt.Errorf("endgame: %d seats: only games of two are solved", r.Seats)
	case *r != *s.rules:
		return fmt.Errorf("endgame: a position under other rules than the solver's")
	case v.BagLen() > 0:
		return fmt.Errorf("endgame: %d tiles in the bag: it must be empty", v.BagLen())
	case v.Over():
		return fmt.Errorf("endgame: the game is over")
	case v.ToMove() != v.Seat():
		return fmt.Errorf("endgame: seat %d is to move, and the view is that of seat %d", v.ToMove(), v.Seat())
	}
	return nil
}

// begin sets the position up.
func (s *Solver) begin(ctx context.Context, v engine.View, limit int64) {
	s.gen.Follow(v)
	board := v.Board()
	s.hash = v.BoardHash()
	for row := range s.dim {
		s.occupied[row], s.occupied[s.dim+row] = 0, 0
		for i := range s.dim {
			if board.Occupied(row, i) {
				s.occupied[row] |= 1 << (i + 1)
			}
			if board.Occupied(i, row) {
				s.occupied[s.dim+row] |= 1 << (i + 1)
			}
		}
	}
	// With an empty bag all that is unseen is the other's.
	s.sides[0].begin(s, v.Rack())
	s.sides[1].begin(s, v.Unseen())
	s.mover = 0
	s.clock = clock{s.full.scoreless - int32(v.Scoreless()), s.full.passes}
	if s.full.passes != never {
		s.clock.passes -= int32(v.Passes())
	}
	s.table.begin(s.opts.Entries)
	s.candidates, s.root = s.candidates[:0], s.root[:0]
	s.limit, s.nodes, s.done, s.stopped = limit, 0, ctx.Done(), false
}
