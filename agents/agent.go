package agents

import (
	"context"
	"math/rand/v2"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
)

// An Agent decides for one seat. There is one value for each seat and worker,
// so it may keep scratch memory, but what it chooses must depend on nothing
// but the view and what it draws from rng: not on games it played before, not
// on time. It is called only when its seat is to move, and there is always a
// legal move (the pass). When ctx is done it may return early with ctx.Err().
type Agent interface {
	Choose(ctx context.Context, v engine.View, rng *rand.Rand) (Decision, error)
}

// Decision is a move and what was thought about it. What an agent does not
// know stays absent and becomes null in a dataset, never 0.
type Decision struct {
	Move engine.Move

	Equity   Opt[int32] // value the agent chose by, in thousandths of a point
	RunnerUp Opt[int32] // the same of the best other move, which by chance may be above it
	Leave    Opt[int32] // value of the tiles kept, in thousandths of a point

	WinProb       Opt[float64] // estimated probability of winning, a draw counting half
	StandardError Opt[float64] // of the mean that the agent chose the move by, in the unit of its objective
	Probability   Opt[float64] // with which a stochastic agent chose this move
	Candidates    Opt[int32]   // moves that were compared
	Nodes         Opt[int64]   // positions searched, or samples played

	// Compared is what an agent that looks ahead found of the moves that it
	// compared, the best first, the chosen one among them: as many as
	// Env.Candidates asks for, or all. It is the caller's own.
	Compared []Compared
}

// Compared is one of the moves among which an agent chose.
type Compared struct {
	Move  engine.Move
	Score int32 // points

	Equity        Opt[int32]   // before looking ahead, in thousandths of a point
	Mean          Opt[float64] // of what the agent goes by, over the samples of the move
	StandardError Opt[float64] // of Mean
	WinProb       Opt[float64] // mean probability of winning, a draw counting half
	Spread        Opt[int32]   // mean spread at the end of a sample, in thousandths of a point
	Visits        Opt[int32]   // samples of the move
}

// Opt is a value that may be absent.
type Opt[T any] struct {
	V     T
	Valid bool
}

// Some is a value that is present.
func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }

// Env is what the agents of one worker share: the game, the words, and a
// generator for each lexicon that follows the board once for all of them. It
// is not safe for concurrent use.
type Env struct {
	Rules   *engine.Rules
	Lexicon *lexicon.Lexicon
	// RunnerUp asks agents for what a dataset has columns for, where it costs
	// them anything: the value of their second best move, and of the leave.
	RunnerUp bool
	// Candidates is how many of the moves that they compared agents that look
	// ahead are to tell of; 0: none.
	Candidates int

	generators map[*lexicon.Lexicon]*movegen.Generator
}

// NewEnv is an Env for games under these rules with these words.
func NewEnv(rules *engine.Rules, lex *lexicon.Lexicon) *Env {
	return &Env{Rules: rules, Lexicon: lex, generators: map[*lexicon.Lexicon]*movegen.Generator{}}
}

// Generator is the worker's generator for a lexicon. Whoever uses it calls
// Follow, or a method that does, before anything else, and leaves nothing
// played that Follow does not know.
func (e *Env) Generator(lex *lexicon.Lexicon) (*movegen.Generator, error) {
	if g := e.generators[lex]; g != nil {
		return g, nil
	}
	g, err := movegen.New(e.Rules, lex)
	if err != nil {
		return nil, err
	}
	e.generators[lex] = g
	return g, nil
}
