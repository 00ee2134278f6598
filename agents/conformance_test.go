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
	for _, kind := range agents.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			agenttest.Conform(t, kind.Name, lex)
		})
	}
}
