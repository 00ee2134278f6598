package agents

import (
	"errors"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
)

// Kinds lists all agents. `quadword agents` prints this table and Parse reads
// specs by it.
func Kinds() []Kind {
	return []Kind{
		{Name: "random", Summary: "any legal move, all with the same probability", Prepare: newRandom},
		{Name: "greedy", Summary: "the move with the highest score", Static: true, Prepare: newGreedy},
		{Name: "equity", Summary: "the move with the highest score plus value of the tiles kept", Static: true, Prepare: newEquity, Params: []Param{
			leavesParam(),
			unseenParam(),
			lateParam(),
			openingParam(),
			{Name: "temperature", Default: "0", Meaning: "points: a move that is so much worse is played e = 2.7 times less often; 0: only the best is", Check: checkTemperature},
			endgameParam("off"),
			preendgameParam("off"),
			{Name: "lexicon", Default: "game", Meaning: "the words that the player knows, some of the game's: a file (.txt, .gz or .kwg); game: all of them", Check: notEmpty},
		}},
		{Name: "linear", Summary: "the move of which a linear model of the final spread or the result expects most", Prepare: newLinear, Params: []Param{
			{Name: "model", Default: "builtin", Meaning: "file of a model (quadword train value); builtin: the one for the board", Check: notEmpty},
			{Name: "objective", Default: "spread", Meaning: "what is expected: spread or win", Check: objective},
			{Name: "candidates", Default: "15", Meaning: "so many of the best moves by static equity are compared, or all", Check: candidateCount},
			leavesParam(),
		}},
		{Name: "montecarlo", Summary: "the move that does best on average when it is played out", LooksAhead: true, Prepare: newMonteCarlo, Params: monteCarloParams()},
		{Name: "champion", Summary: "montecarlo in its strongest setting", LooksAhead: true, Prepare: newChampion, Params: championParams()},
	}
}

// Kind is one row of the registry.
type Kind struct {
	Name    string
	Summary string // what it does, in one line
	Params  []Param
	// LooksAhead: a decision takes a thousand times as long as a static one.
	LooksAhead bool
	// Static: it values moves by a movegen.Evaluation, which Prepared then has.
	Static bool
	// Prepare does once for a run what all workers share (reading tables) and
	// returns what makes an agent for one seat of one worker.
	Prepare func(game Game, params Values) (Prepared, error)
}

// Game is what an agent is prepared for.
type Game struct {
	Rules   *engine.Rules
	Lexicon *lexicon.Lexicon
	// Locate tells where a file lies that a parameter names; nil: where it says.
	// By it a spec, which is an agent's name in a dataset, need not say in which
	// folder of which machine.
	Locate func(name string) string
}

// file is where a file lies that a parameter names.
func (g Game) file(name string) string {
	if g.Locate == nil {
		return name
	}
	return g.Locate(name)
}

// Prepared is an agent ready to be made for the seats of a run.
type Prepared struct {
	Make   func(*Env) (Agent, error) // for one seat of one worker
	Tables []Table                   // what it reads, for the manifest
	Notes  []string                  // what a user should know of them
	// Evaluation is how the agent values a move without looking ahead; nil if its
	// kind does not.
	Evaluation *movegen.Evaluation
}

// Table identifies a file of values that an agent reads.
type Table struct {
	Name   string
	SHA256 string
}

// Param is a parameter of an agent.
type Param struct {
	Name    string
	Default string
	Meaning string
	Check   func(value string) error // nil: any value
}

// Values are all parameters of an agent by name, the defaults filled in.
type Values map[string]string

func onOff(value string) error {
	if value != "on" && value != "off" {
		return errors.New("expected on or off")
	}
	return nil
}

func notEmpty(value string) error {
	if value == "" {
		return errors.New("a value is missing")
	}
	return nil
}
