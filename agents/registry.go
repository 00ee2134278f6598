package agents

import (
	"quadword/engine"
	"quadword/engine/lexicon"
)

// Kinds lists all agents. `quadword agents` prints this table and Parse reads
// specs by it.
func Kinds() []Kind {
	return []Kind{
		{Name: "random", Summary: "any legal move, all with the same probability", Prepare: newRandom},
		{Name: "greedy", Summary: "the move with the highest score", Prepare: newGreedy},
	}
}

// Kind is one row of the registry.
type Kind struct {
	Name    string
	Summary string // what it does, in one line
	Params  []Param
	// Prepare does once for a run what all workers share (reading tables) and
	// returns what makes an agent for one seat of one worker.
	Prepare func(game Game, params Values) (Maker, error)
}

// Game is what an agent is prepared for.
type Game struct {
	Rules   *engine.Rules
	Lexicon *lexicon.Lexicon
}

// Maker makes an agent for one seat of one worker.
type Maker func(*Env) (Agent, error)

// Param is a parameter of an agent.
type Param struct {
	Name    string
	Default string
	Meaning string
	Check   func(value string) error // nil: any value
}

// Values are all parameters of an agent by name, the defaults filled in.
type Values map[string]string
