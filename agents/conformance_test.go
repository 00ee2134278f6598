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
	specs := []string{"equity:leaves=none", "equity:temperature=5"}
	for _, kind := range agents.Kinds() {
		specs = append(specs, kind.Name)
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			agenttest.Conform(t, spec, lex)
		})
	}
}
