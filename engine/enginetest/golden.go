package enginetest

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"

	"quadword/engine"
	"quadword/engine/notation"
)

//go:embed testdata/*.jsonl
var testdata embed.FS

// GoldenPosition is a position with the plays that macondo's exhaustive
// generator found on the default word list.
type GoldenPosition struct {
	Board string // "standard" or "super"
	CGP   string
	Rack  string
	notation.Digest
	// Top are up to five of the best plays; equal scores in no order.
	Top []struct {
		Move  string
		Score int32
	}
}

// Golden are the 200 positions of the "standard" or the "super" game. No board
// of them is empty. Some racks were put in by hand: blanks, many of a kind,
// one tile.
func Golden(board string) []GoldenPosition { return readLines[GoldenPosition](board + ".jsonl") }

// Position sets the position up under the default rules.
func (g *GoldenPosition) Position() *engine.Position { return mustCGP(g.CGP, g.Board, engine.EndBox) }

// Endgame is a position with an empty bag, solved to the end by MAGPIE's
// exhaustive solver on the default word list.
type Endgame struct {
	CGP         string
	Value       int32  // what the mover still gains on the other: FinalSpread minus the spread now
	FinalSpread int32  `json:"final_spread"` // the mover's total minus the other's after best play
	Best        string // a best first move; others may be as good
}

// Endgames are 90 endgames on the standard board with at most nine tiles left.
func Endgames() []Endgame { return readLines[Endgame]("endgames.jsonl") }

// Position sets the endgame up under the rules it was solved for.
func (e *Endgame) Position() *engine.Position { return mustCGP(e.CGP, "standard", engine.EndDouble) }

func mustCGP(line, board string, end engine.EndScoring) *engine.Position {
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		panic(fmt.Sprintf("enginetest: no game %q", board))
	}
	rules.EndScoring = end
	c, err := notation.ParseCGP(line, &rules)
	if err != nil {
		panic(fmt.Sprintf("enginetest: %v", err))
	}
	return mustSetup(&rules, c.Setup, 1)
}

func readLines[T any](name string) []T {
	data, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		panic(err)
	}
	var all []T
	for dec := json.NewDecoder(bytes.NewReader(data)); dec.More(); {
		var one T
		if err := dec.Decode(&one); err != nil {
			panic(fmt.Sprintf("enginetest: %s: %v", name, err))
		}
		all = append(all, one)
	}
	return all
}
