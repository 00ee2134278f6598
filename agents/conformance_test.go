package agents_test

import (
	"testing"

	"quadword/agents"
	"quadword/agents/agenttest"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// TestConformance runs over the registry, so that a new agent is tested by
// being listed.
func TestConformance(t *testing.T) {
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Besides the defaults of each, parameters that change how it decides.
	specs := []string{
		"equity:leaves=none", "equity:temperature=5", "equity:endgame=300", "equity:endgame=300,preendgame=500",
		"montecarlo:candidates=2,iterations=1,sampling=round-robin,plies=end,objective=win,endgame=off,preendgame=off,inference=off",
		"montecarlo:candidates=3,iterations=2,plies=1,objective=spread,inference=5,endgame=off,preendgame=100",
	}
	for _, kind := range agents.Kinds() {
		spec := kind.Name
		switch spec { // the defaults would take hours
		case "montecarlo":
			spec += ":candidates=3,iterations=3,endgame=300,preendgame=100,inference=20"
		case "champion":
			spec += ":iterations=1"
		}
		specs = append(specs, spec)
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			agenttest.Conform(t, spec, lex)
		})
	}
}
